//! From addresses to an archive: a crawl that is polite, goes where it was sent, and can be ended at any moment.
//!
//! [`Crawl::run`] goes like this: open the archive and the state beside it; give hosts their turns; visit addresses,
//! many at once; write what came back, in batches that are all or nothing; until nothing is left, a budget is used up,
//! or the job is cancelled. What pages mean is not seen here.
//!
//! Its parts: `address` and `scope` say which addresses are the same and which belong here, `traps` which lead nowhere,
//! `asking` and `hosts` what a site allows and when, `frontier` remembers, `visit` asks, `render` runs scripts; `run`
//! keeps them going, with its `schedule` (when whom), its `ledger` (what became of it), its `sightings` (what was seen
//! of addresses) and its `tasks` (what goes on beside it). `turns` decides who is next, `outcome` what a visit changes,
//! `discovery` what links become.
//!
//! A visit takes little memory, whatever is answered: a body is in memory up to 256 kB and in a file beyond, as is the
//! record that is made of it; up to 256 kB of it are unpacked beside others, up to 8 MB one at a time. Pages that wait
//! for the browser may have 64 MB together. Whatever panics on the way costs the visit at hand, which fails, and
//! nothing else.

mod address;
mod asking;
mod discovery;
mod error;
mod frontier;
mod hosts;
mod ledger;
mod outcome;
mod render;
mod run;
mod schedule;
mod scope;
mod sightings;
mod sitemap;
mod tasks;
mod traps;
mod turns;
mod visit;

use std::path::PathBuf;
use std::time::Duration;

use job::{Ended, Job};
use url::Url;

pub use crate::archive::ArchiveError;
pub use crate::browser::{Browsers, ChromiumOptions, RunScripts, Supplied, Wanted};
pub use crate::net::{Agent, Forbidden, Guard, Limits};

pub use ipnet::IpNet;

pub use error::{CrawlError, StateError};
pub use scope::Reach;

use run::Run;

/// What to crawl, and how.
#[derive(Clone, Debug)]
pub struct Crawl {
    /// Where to begin.
    pub seeds: Vec<Url>,
    /// The archive: `NAME.warc.gz`. Its state is kept beside it.
    pub archive: PathBuf,
    /// How many links away from the seeds; 0 is just the seeds.
    pub depth: Option<u32>,
    /// How many pages the archive may have.
    pub pages: u64,
    /// How large it may become.
    pub bytes: Option<u64>,
    /// How long this run may take.
    pub time: Option<Duration>,
    /// Which hosts belong to it.
    pub reach: Reach,
    /// How long a host rests between two requests.
    pub delay: Duration,
    /// How many requests may be under way at once.
    pub connections: usize,
    /// How many of them to one host that needs no rest.
    pub connections_per_host: usize,
    /// How often what failed is tried again, and how long after the first time. Each time it takes four times as long.
    pub retries: u32,
    /// How long after a failure it is tried again.
    pub backoff: Duration,
    /// Whether the rules for robots are obeyed.
    pub robots: Obedience,
    /// Whether pages that the archive has are asked for again.
    pub known: Known,
    /// Which parts of pages come along.
    pub parts: Parts,
    /// Which pages are rendered in a browser.
    pub render: Render,
    /// Where that browser comes from.
    pub browsers: Browsers,
    /// How long one of them may take, beside the time that hosts rest meanwhile.
    pub render_time: Duration,
    /// How we introduce ourselves.
    pub agent: Agent,
    /// How much one answer may take.
    pub limits: Limits,
    /// What may be connected to.
    pub guard: Guard,
}

/// Whether the rules for robots are obeyed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Obedience {
    /// They are.
    #[default]
    Obey,
    /// They are not, as is right only for one's own sites.
    Ignore,
}

/// What is done with pages that the archive has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// They are left alone.
    #[default]
    Keep,
    /// They are asked for again; what has not changed becomes a revisit record.
    Refresh,
}

/// What is fetched beside pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parts {
    /// Stylesheets, and what sitemaps list.
    #[default]
    All,
    /// Pages alone.
    PagesOnly,
}

/// Which pages are rendered in a browser, so that what their scripts make is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Render {
    /// Those that are made by scripts, as far as it shows, if a browser is installed.
    #[default]
    Shells,
    /// None.
    Never,
    /// All.
    Always,
}

impl Crawl {
    /// The usual crawl of these addresses into this archive.
    pub fn new(seeds: Vec<Url>, archive: PathBuf) -> Crawl {
        Crawl {
            seeds,
            archive,
            depth: None,
            pages: 10_000,
            bytes: None,
            time: None,
            reach: Reach::default(),
            delay: Duration::from_secs(1),
            connections: 16,
            connections_per_host: 8,
            retries: 2,
            backoff: Duration::from_secs(2),
            robots: Obedience::default(),
            known: Known::default(),
            parts: Parts::default(),
            render: Render::default(),
            browsers: Browsers::default(),
            render_time: Duration::from_secs(25),
            agent: Agent::new(None),
            limits: Limits::default(),
            guard: Guard::default(),
        }
    }

    /// Carries it out, or on where it stopped.
    ///
    /// # Errors
    ///
    /// If there is nothing to begin with, or the archive, its state or the network cannot be used. What was committed
    /// before stays, and the same crawl goes on from there.
    pub fn run(self, job: &Job<'_>) -> Result<Ended<Report>, CrawlError> {
        Run::open(self, job)?.carry_out()
    }
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing was left to do.
    Complete,
    /// There are as many pages as were asked for.
    PagesReached,
    /// The archive is as large as it may be.
    BytesReached,
    /// The time is up.
    TimeReached,
    /// Only hosts are left that want to be left alone for a while.
    HostsAway,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// Why it ended; none if somebody stopped it.
    pub end: Option<End>,
    /// Pages that this run has fetched.
    pub fetched: u64,
    /// Pages of this run that have not changed.
    pub unchanged: u64,
    /// What the archive and the state hold now.
    pub counts: Counts,
    /// Why addresses failed or were refused, how many, and one of them; the most frequent first.
    pub reasons: Vec<(String, u64, String)>,
    /// Links that lead away from the hosts of the crawl.
    pub elsewhere: u64,
    /// Pages that should have been rendered and were not, and why.
    pub unrendered: Option<(u64, String)>,
    /// Hosts that were left alone, and why.
    pub given_up: Vec<(String, String)>,
    /// The archive, its length, and its index.
    pub archive: PathBuf,
    /// How long the archive is.
    pub bytes: u64,
    /// The index of the archive.
    pub index: PathBuf,
}

/// How far a crawl has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pages in the archive.
    pub pages: u64,
    /// Addresses that wait.
    pub waiting: u64,
    /// Addresses that could not be had.
    pub failed: u64,
    /// Addresses that were not asked for.
    pub refused: u64,
}
