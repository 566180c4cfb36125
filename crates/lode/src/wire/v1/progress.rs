//! What a job reports while it is under way.

use job::{Event, Remark};
use serde::Serialize;

use super::{Remedy, Visit};

/// Something that happens, told apart by `event`.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Progress<'a> {
    /// A stage begins.
    Stage {
        /// Which one.
        stage: &'static str,
        /// What it counts.
        unit: &'static str,
        /// How much of it there is to do, if that is known.
        expected: Option<u64>,
    },
    /// So much more of the stage is done.
    Advanced {
        /// How much.
        by: u64,
    },
    /// A page is done, or could not be had.
    Page {
        /// As it was given.
        page: &'a str,
        /// Why there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<&'a str>,
        /// What can be done about that.
        #[serde(skip_serializing_if = "Option::is_none")]
        advice: Option<Remedy>,
        /// What is odd about it.
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        notes: &'a [String],
    },
    /// Something happened to an address of a crawl.
    Visit(Visit<'a>),
    /// How a crawl stands.
    Standing {
        /// Pages in the archive.
        pages: u64,
        /// How many there may be at most.
        expected: u64,
        /// Addresses that wait.
        waiting: u64,
        /// Hosts.
        hosts: u64,
        /// Hosts that must not be asked yet.
        resting: u64,
        /// What the crawl waits for, if it does nothing but wait.
        #[serde(skip_serializing_if = "Option::is_none")]
        waits_for: Option<&'a str>,
    },
    /// There are no pages of a site, which is left out.
    SiteLeftOut {
        /// As it was given.
        site: &'a str,
        /// Why there are none.
        why: &'static str,
    },
    /// Earlier work of the same kind is gone on with.
    GoingOn {
        /// Pages that were read then.
        pages: u64,
    },
    /// Concepts were found.
    Concepts {
        /// How many.
        count: u64,
    },
}

impl<'a> Progress<'a> {
    /// What happens, if this version of the forms has a word for it.
    pub fn of(event: &'a Event) -> Option<Progress<'a>> {
        Some(match event {
            Event::Stage { stage, expected } => {
                Progress::Stage { stage: stage.code(), unit: stage.unit().plural(), expected: *expected }
            }
            Event::Advanced(by) => Progress::Advanced { by: *by },
            Event::Page { page, error, advice, notes } => {
                let advice = advice.as_ref().map(Remedy::of);
                Progress::Page { page, error: error.as_deref(), advice, notes }
            }
            Event::Visit(visit) => Progress::Visit(Visit::of(visit)?),
            Event::Standing(standing) => Progress::Standing {
                pages: standing.pages,
                expected: standing.expected,
                waiting: standing.waiting,
                hosts: standing.hosts,
                resting: standing.resting,
                waits_for: standing.waits_for.as_deref(),
            },
            Event::Remark(Remark::SiteLeftOut { site, why }) => Progress::SiteLeftOut { site, why: why.code() },
            Event::Remark(Remark::GoingOn { pages }) => Progress::GoingOn { pages: *pages },
            Event::Remark(Remark::Concepts(count)) => Progress::Concepts { count: *count },
            _ => return None,
        })
    }
}
