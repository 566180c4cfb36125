//! What a crawl reports: what became of each address, and how it stands. Owned values, without the types of those who
//! crawl.

use crate::failure::Advice;

/// Something happened to an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The address.
    pub url: String,
    /// What it was wanted for.
    pub kind: AddressKind,
    /// How many links away from where the crawl began it is.
    pub depth: u32,
    /// What happened.
    pub outcome: VisitOutcome,
}

/// What an address is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressKind {
    /// To be read, and its links followed.
    Page,
    /// For the looks of a page.
    Stylesheet,
    /// For the addresses it lists.
    Sitemap,
    /// For a page that is made by scripts.
    Resource,
    /// For what it asks of robots.
    Robots,
}

impl AddressKind {
    /// A word for it, the same in every version.
    pub fn code(self) -> &'static str {
        match self {
            AddressKind::Page => "page",
            AddressKind::Stylesheet => "stylesheet",
            AddressKind::Sitemap => "sitemap",
            AddressKind::Resource => "resource",
            AddressKind::Robots => "robots",
        }
    }
}

/// What happened to an address. Reasons are sentences without a capital and a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VisitOutcome {
    /// It answered.
    Answered {
        /// The status code.
        status: u16,
        /// The media type; empty if it names none.
        media_type: String,
        /// The length of the body as it came.
        bytes: u64,
        /// Where it sends its visitor.
        redirect: Option<String>,
        /// Whether the archive had the same already.
        is_revisit: bool,
    },
    /// It could not be had.
    Failed {
        /// Why.
        reason: String,
    },
    /// It was not asked for.
    Refused {
        /// Why.
        reason: String,
        /// What to do about it, if somebody named this very address.
        advice: Option<Advice>,
    },
    /// It will be tried again.
    Postponed {
        /// Why.
        reason: String,
    },
    /// Something about it that whoever watches should know.
    Noted {
        /// What.
        note: String,
    },
}

/// How a crawl stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Pages in the archive.
    pub pages: u64,
    /// How many there may be at most: the budget, or what is known to be left.
    pub expected: u64,
    /// Addresses that wait.
    pub waiting: u64,
    /// Requests under way.
    pub in_flight: u64,
    /// Hosts that are known.
    pub hosts: u64,
    /// Hosts that have something waiting but must not be asked yet.
    pub resting: u64,
    /// What the crawl waits for, if it does nothing but wait.
    pub waits_for: Option<String>,
}
