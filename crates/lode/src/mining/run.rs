//! A mining: what it is given, what happens on the way, and what it comes to. Its order is in `pipeline.rs`.

use std::fmt;
use std::ops::ControlFlow;

use knowledge::taxonomy::{self, Taxonomy};
use store::{Counts, KnowledgeBase, StoreError};

use super::plan::Method;
use super::site::Site;
use super::supply::Supply;
use crate::pages::PageError;
use crate::pipeline;

/// What is mined, and how.
#[derive(Debug)]
pub struct Mining<'a> {
    /// Where it goes to.
    pub base: &'a KnowledgeBase,
    /// The sites of the domain.
    pub sites: Vec<Site>,
    /// How concepts are found. A label need never be on more sites than there are.
    pub taxonomy: taxonomy::Config,
    /// How many links away from their home pages the pages of sites on the web may be, if there is a limit.
    pub depth: Option<u32>,
    /// How pages about one thing each are read.
    pub method: Method,
}

/// Something that happens on the way.
#[derive(Debug)]
pub enum Step<'a> {
    /// There are no pages of a site: it is left out.
    LeftOut(&'a Site),
    /// So many pages will be looked at and read, as far as it is known.
    Expected(Option<u64>),
    /// A page was looked at for the first time, or could not be.
    Looked(&'a str, Result<(), PageError>),
    /// So many concepts were found.
    Concepts(usize),
    /// The layouts of a site are known.
    Learnt(&'a str),
    /// So many pages were read by an earlier run that was stopped.
    ReadBefore(usize),
    /// A page was read.
    Read(&'a str),
}

/// Hears of each step, and may end the run.
pub type Tell<'a> = dyn FnMut(Step<'_>) -> ControlFlow<()> + 'a;

/// What a mining came to.
#[derive(Clone, Debug, Default)]
pub struct Mined {
    /// Sites that were mined.
    pub sites: usize,
    /// Pages that were read.
    pub pages: usize,
    /// Of these, pages that told of something.
    pub telling: usize,
    /// Concepts that the sites share.
    pub concepts: usize,
    /// Instances, each as often as it has a page of its own.
    pub instances: usize,
    /// Values of their attributes.
    pub values: usize,
    /// What was seen to stand above what, and does not fit into the tree: labels from above to below.
    pub cut: Vec<(String, String)>,
    /// Statements that are new, and that are gone.
    pub counts: Counts,
}

/// Why nothing was mined.
#[derive(Debug)]
pub enum MineError {
    /// The knowledge base cannot be written.
    Store(StoreError),
    /// There is no site with pages.
    NoSites,
    /// Somebody said to stop while pages were fetched.
    StoppedFetching,
    /// Somebody said to stop. So many pages of the knowledge base are as they were read by this run or before it.
    Stopped(usize),
}

impl From<StoreError> for MineError {
    fn from(error: StoreError) -> MineError {
        MineError::Store(error)
    }
}

impl fmt::Display for MineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MineError::Store(error) => error.fmt(f),
            MineError::NoSites => f.write_str("no site is left to mine"),
            MineError::StoppedFetching => f.write_str("stopped before everything was fetched; nothing has been mined"),
            MineError::Stopped(0) => f.write_str("stopped before anything was read; nothing has changed"),
            MineError::Stopped(pages) => write!(f, "stopped; {pages} pages have been read and are kept"),
        }
    }
}

impl std::error::Error for MineError {}

impl Mining<'_> {
    /// Mines all sites; `supply` brings further pages of those on the web, if they may be fetched at all. `tell` hears
    /// of each step, and may end the run.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be written, there is nothing to mine, or somebody says to stop. What was committed
    /// before stays, and the same mining goes on from there.
    pub fn run(self, supply: Option<&mut dyn Supply>, tell: &mut Tell<'_>) -> Result<Mined, MineError> {
        pipeline::mine(self, supply, tell)
    }
}

/// The pairs that do not fit into the tree, in words.
pub(crate) fn cut_pairs(taxonomy: &Taxonomy) -> Vec<(String, String)> {
    let label = |concept: usize| taxonomy.concepts.get(concept)?.labels.first().map(|label| label.text.clone());
    taxonomy.cut.iter().filter_map(|pair| Some((label(pair.above)?, label(pair.below)?))).collect()
}

/// Drops the sites of which there are no pages, and tells of them and of how much there is to do.
pub(crate) fn leave_out_empty(sites: &mut Vec<Site>, tell: &mut Tell<'_>) -> ControlFlow<()> {
    let mut goes_on = ControlFlow::Continue(());
    sites.retain(|site| {
        let has_pages = site.has_pages();
        if !has_pages && goes_on.is_continue() {
            goes_on = tell(Step::LeftOut(site));
        }
        has_pages
    });
    goes_on?;
    tell(Step::Expected(sites.iter().map(Site::count_hint).sum()))
}
