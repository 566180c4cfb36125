//! What work reports while it is under way: owned values that can be kept, sent and written down.

use crate::crawl::{Standing, Visit};
use crate::failure::{Advice, Failure};

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A stage begins.
    Stage {
        /// Which one.
        stage: Stage,
        /// How much of it there is to do, in the unit of the stage, if that is known.
        expected: Option<u64>,
    },
    /// So much more of the stage is done.
    Advanced(u64),
    /// A page is done.
    Page {
        /// As it was given.
        page: String,
        /// Why there is none.
        error: Option<String>,
        /// What to do about that.
        advice: Option<Advice>,
        /// What is odd about it.
        notes: Vec<String>,
    },
    /// Something happened to an address of a crawl.
    Visit(Visit),
    /// How a crawl stands; reported about ten times a second.
    Standing(Standing),
    /// Something else that whoever watches should know.
    Remark(Remark),
}

/// Something that whoever watches should know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// There are no pages of a site, which is left out.
    SiteLeftOut {
        /// As it was given.
        site: String,
        /// Why there are none.
        why: LeftOut,
    },
    /// So many pages had been read when earlier work of the same kind was stopped.
    GoingOn {
        /// How many.
        pages: u64,
    },
    /// So many concepts were found.
    Concepts(u64),
}

/// Why there are no pages of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// What was given has none.
    NoPages,
    /// None could be fetched.
    NotFetched,
    /// They were never fetched, and may not be now.
    NeverFetched,
}

impl LeftOut {
    /// A word for it, the same in every version.
    pub fn code(self) -> &'static str {
        match self {
            LeftOut::NoPages => "no-pages",
            LeftOut::NotFetched => "not-fetched",
            LeftOut::NeverFetched => "never-fetched",
        }
    }
}

impl Event {
    /// A page is done, or cannot be had.
    pub fn page(page: &str, error: Option<impl Failure>) -> Event {
        let advice = error.as_ref().and_then(Failure::advice);
        let error = error.map(|error| error.to_string());
        Event::Page { page: page.to_owned(), error, advice, notes: Vec::new() }
    }
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Pages are fetched from the web.
    Fetch,
    /// Pages are read, and something is made of each.
    Read,
    /// Pages are looked at, and then read: each counts twice.
    Mine,
    /// A wrapper is learnt, taught or healed.
    Learn,
    /// A file of statements is loaded.
    Load,
    /// Words are entered into the index.
    Index,
    /// It is decided what is the same.
    Merge,
    /// Statements are written out.
    Export,
    /// Everything is looked at, to see whether it is whole.
    Verify,
    /// Graphs are sent elsewhere.
    Push,
}

/// What a stage counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Pages.
    Pages,
    /// Bytes.
    Bytes,
    /// Statements.
    Statements,
    /// Individuals.
    Individuals,
    /// Graphs.
    Graphs,
    /// Texts.
    Texts,
}

impl Stage {
    /// A word for it, the same in every version.
    pub fn code(self) -> &'static str {
        match self {
            Stage::Fetch => "fetch",
            Stage::Read => "read",
            Stage::Mine => "mine",
            Stage::Learn => "learn",
            Stage::Load => "load",
            Stage::Index => "index",
            Stage::Merge => "merge",
            Stage::Export => "export",
            Stage::Verify => "verify",
            Stage::Push => "push",
        }
    }

    /// What it counts.
    pub fn unit(self) -> Unit {
        match self {
            Stage::Fetch | Stage::Read | Stage::Mine | Stage::Learn => Unit::Pages,
            Stage::Load => Unit::Bytes,
            Stage::Index => Unit::Texts,
            Stage::Merge => Unit::Individuals,
            Stage::Export | Stage::Verify => Unit::Statements,
            Stage::Push => Unit::Graphs,
        }
    }
}

impl Unit {
    /// What people call several of it.
    pub fn plural(self) -> &'static str {
        match self {
            Unit::Pages => "pages",
            Unit::Bytes => "bytes",
            Unit::Statements => "statements",
            Unit::Individuals => "individuals",
            Unit::Graphs => "graphs",
            Unit::Texts => "texts",
        }
    }
}
