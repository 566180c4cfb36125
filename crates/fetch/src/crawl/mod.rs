//! From addresses to an archive: a crawl that is polite, goes where it was sent, and can be ended at any moment.
//!
//! [`Crawl::run`] goes like this: open the archive and the state beside it; give hosts their turns; visit addresses,
//! many at once; write what came back, in batches that are all or nothing; until nothing is left, a budget is used up,
//! or somebody says stop. What pages mean is not seen here.
//!
//! Its parts: `address` and `scope` say which addresses are the same and which belong here, `traps` which lead nowhere,
//! `robots` and `hosts` what a site allows and when, `frontier` remembers, `visit` asks, `render` runs scripts; `run`
//! keeps them going, with `turns` (who is next), `outcome` (what a visit changes) and `discovery` (what links become).

mod address;
mod asking;
mod discovery;
mod frontier;
mod hosts;
mod outcome;
mod render;
mod robots;
mod run;
mod scope;
mod sitemap;
mod traps;
mod turns;
mod visit;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use url::Url;

pub use crate::archive::ArchiveError;
pub use crate::net::{Agent, Forbidden, Guard, Limits};

pub use ipnet::IpNet;

pub use frontier::Kind;
pub(crate) use robots::{Rules, location as robots_location};
pub use scope::Reach;
pub(crate) use visit::{decoded, rules_alone as ask_rules};

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
    /// How long one of them may take, beside the time that hosts rest meanwhile.
    pub render_time: Duration,
    /// How we introduce ourselves.
    pub agent: Agent,
    /// How much one answer may take.
    pub limits: Limits,
    /// What may be connected to.
    pub guard: Guard,
    /// Set to end the run at the next chance.
    pub stop: Arc<AtomicBool>,
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
            render_time: Duration::from_secs(25),
            agent: Agent::new(None),
            limits: Limits::default(),
            guard: Guard::default(),
            stop: Arc::default(),
        }
    }

    /// Carries it out, or on where it stopped.
    pub fn run(self, observer: &mut dyn Observer) -> Result<Report, CrawlError> {
        run::Run::open(self)?.carry_out(observer)
    }
}

/// Something that happened to an address.
#[derive(Debug)]
pub struct Event<'a> {
    /// The address.
    pub url: &'a Url,
    /// What it was wanted for.
    pub kind: Kind,
    /// How many links away from the seeds it is.
    pub depth: u32,
    /// What happened.
    pub outcome: Outcome<'a>,
}

/// What happened to an address.
#[derive(Debug)]
pub enum Outcome<'a> {
    /// It answered.
    Answered {
        /// The status code.
        status: u16,
        /// The media type.
        mime: &'a str,
        /// The length of the body as it came.
        bytes: u64,
        /// Where it sends us.
        redirect: Option<&'a Url>,
        /// Whether the archive had the same already.
        is_revisit: bool,
    },
    /// It could not be had.
    Failed(&'a str),
    /// It was not asked for.
    Refused(&'a str),
    /// It will be tried again.
    Postponed(&'a str),
    /// Something about it that a user should know.
    Noted(&'a str),
}

/// How a run stands.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// Pages in the archive.
    pub pages: u64,
    /// How many there may be at most: the budget, or what is known to be left.
    pub expected: u64,
    /// Addresses that wait.
    pub waiting: u64,
    /// Requests under way.
    pub in_flight: usize,
    /// Hosts, and how many of them rest.
    pub hosts: usize,
    /// Hosts that have something waiting but must not be asked yet.
    pub resting: usize,
    /// What the run waits for, if it does nothing but wait.
    pub waits_for: Option<String>,
}

/// Is told how a crawl goes.
pub trait Observer {
    /// Something happened to an address.
    fn event(&mut self, event: &Event<'_>);
    /// How the run stands; told about ten times a second.
    fn status(&mut self, status: &Status);
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
    /// Somebody said stop.
    Stopped,
    /// Only hosts are left that want to be left alone for a while.
    HostsAway,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// Why it ended.
    pub end: End,
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

/// Why a crawl cannot be carried out.
#[derive(Debug)]
pub enum CrawlError {
    /// No address to begin with.
    NoSeeds,
    /// The archive cannot be written.
    Archive(ArchiveError),
    /// The state beside it cannot be used.
    State(StateError),
    /// The network cannot be used at all.
    Network(std::io::Error),
}

impl CrawlError {
    /// What the user can do about it.
    pub fn hint(&self) -> String {
        match self {
            CrawlError::NoSeeds => "give at least one address".to_owned(),
            CrawlError::Archive(error) => error.hint(),
            CrawlError::State(error) => error.hint(),
            CrawlError::Network(_) => "check the limits of the system".to_owned(),
        }
    }
}

impl std::fmt::Display for CrawlError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CrawlError::NoSeeds => f.write_str("there is no address to begin with"),
            CrawlError::Archive(error) => error.fmt(f),
            CrawlError::State(error) => error.fmt(f),
            CrawlError::Network(cause) => write!(f, "the network cannot be used: {cause}"),
        }
    }
}

impl std::error::Error for CrawlError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CrawlError::NoSeeds => None,
            CrawlError::Archive(error) => Some(error),
            CrawlError::State(error) => Some(error),
            CrawlError::Network(error) => Some(error),
        }
    }
}

impl From<ArchiveError> for CrawlError {
    fn from(error: ArchiveError) -> Self {
        CrawlError::Archive(error)
    }
}

impl From<StateError> for CrawlError {
    fn from(error: StateError) -> Self {
        CrawlError::State(error)
    }
}

/// Why the state of a crawl cannot be used.
#[derive(Debug)]
pub struct StateError {
    path: PathBuf,
    cause: rusqlite::Error,
}

impl StateError {
    fn hint(&self) -> String {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked, DiskFull, SystemIoFailure};
        match self.cause.sqlite_error_code() {
            Some(DiskFull | SystemIoFailure) => {
                "make room on the disk; the same command goes on, nothing is lost".to_owned()
            }
            Some(DatabaseBusy | DatabaseLocked) => "close whatever else has it open".to_owned(),
            _ => "it belongs to the archive beside it; if it is damaged, move both away and begin anew".to_owned(),
        }
    }
}

impl std::fmt::Display for StateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot use {}, the state of the crawl: {}", self.path.display(), self.cause)
    }
}

impl std::error::Error for StateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}
