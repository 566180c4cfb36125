//! A mining: what it is given, what happens on the way, and what it comes to. Its order is in `pipeline.rs`.

use std::fmt;

use job::{Advice, Event, Failure, Job, Stage};
use knowledge::taxonomy::{self, Taxonomy};
use store::{Counts, KnowledgeBase, StoreError};

use super::plan::Method;
use super::site::Site;
use crate::upshot::Upshot;

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
#[non_exhaustive]
pub enum MineError {
    /// The knowledge base cannot be written.
    Store(StoreError),
    /// The sites that were given have no pages.
    NoPages,
    /// Nothing is kept of the sites, and they may not be fetched.
    NeverFetched,
    /// No page of the sites could be fetched.
    Unreachable,
}

impl MineError {
    /// Why none of these sites is left.
    pub(crate) fn of_none(sites: &[Site], are_fetched: bool) -> MineError {
        match () {
            () if !sites.iter().all(Site::is_on_the_web) => MineError::NoPages,
            () if are_fetched => MineError::Unreachable,
            () => MineError::NeverFetched,
        }
    }
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
            MineError::NoPages | MineError::NeverFetched | MineError::Unreachable => {
                f.write_str("no site is left to mine")
            }
        }
    }
}

impl std::error::Error for MineError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MineError::Store(error) => Some(error),
            MineError::NoPages | MineError::NeverFetched | MineError::Unreachable => None,
        }
    }
}

impl Failure for MineError {
    fn code(&self) -> &'static str {
        match self {
            MineError::Store(error) => error.code(),
            MineError::NoPages => "mine-no-pages",
            MineError::NeverFetched => "mine-never-fetched",
            MineError::Unreachable => "mine-unreachable",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            MineError::Store(error) => error.advice(),
            MineError::NoPages => {
                Some(Advice::new("a site is a folder or a WARC with pages in it (.html), or a home page"))
            }
            MineError::NeverFetched => Some(Advice::FetchFirst),
            MineError::Unreachable => Some(Advice::CheckAddresses),
        }
    }
}

impl Mined {
    /// What it comes to.
    pub fn upshot(&self) -> Upshot {
        if self.concepts == 0 && self.values == 0 { Upshot::Nothing } else { Upshot::Found }
    }
}

/// The pairs that do not fit into the tree, in words.
pub(crate) fn cut_pairs(taxonomy: &Taxonomy) -> Vec<(String, String)> {
    let label = |concept: usize| taxonomy.concepts.get(concept)?.labels.first().map(|label| label.text.clone());
    taxonomy.cut.iter().filter_map(|pair| Some((label(pair.above)?, label(pair.below)?))).collect()
}

/// Drops the sites of which there are no pages, and tells of them and of how much there is to do.
pub(crate) fn leave_out_empty(sites: &mut Vec<Site>, are_fetched: bool, job: &Job<'_>) {
    sites.retain(|site| {
        let has_pages = site.has_pages();
        if !has_pages {
            job.tell(Event::Remark(site.left_out(are_fetched)));
        }
        has_pages
    });
    // Each page is looked at, and then read.
    let pages: Option<u64> = sites.iter().map(Site::count_hint).sum();
    job.stage(Stage::Mine, pages.map(|pages| 2 * pages));
}
