//! How pages did, counted while they are read side by side, and what that comes to.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::check::Check;
use super::extract::{Extraction, Status};
use crate::upshot::Upshot;

/// Counts how pages did by a wrapper.
#[derive(Debug, Default)]
pub struct ExtractionTally {
    pages: AtomicUsize,
    drifted: AtomicUsize,
    empty: AtomicUsize,
    incomplete: AtomicUsize,
}

/// How many pages did how well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtractionCounts {
    /// All of them.
    pub pages: usize,
    /// Those with all values, and none of them doubtful.
    pub complete: usize,
    /// Those with missing or doubtful values.
    pub incomplete: usize,
    /// Those without any value.
    pub empty: usize,
    /// Those of another layout.
    pub drifted: usize,
}

impl ExtractionTally {
    /// One more page.
    pub fn add(&self, extraction: &Extraction) {
        self.pages.fetch_add(1, Ordering::Relaxed);
        let count = match extraction.status {
            Status::Drift => &self.drifted,
            Status::Empty => &self.empty,
            Status::Ok if extraction.notes.is_empty() => return,
            Status::Ok => &self.incomplete,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// How many pages did how well.
    pub fn counts(&self) -> ExtractionCounts {
        let [pages, drifted, empty, incomplete] =
            [&self.pages, &self.drifted, &self.empty, &self.incomplete].map(|count| count.load(Ordering::Relaxed));
        ExtractionCounts { pages, complete: pages - drifted - empty - incomplete, incomplete, empty, drifted }
    }
}

impl ExtractionCounts {
    /// What it comes to. A template has changed if at least half of its pages say so: one page may be of another kind.
    pub fn upshot(&self) -> Upshot {
        match () {
            () if self.drifted > 0 && 2 * self.drifted >= self.pages => Upshot::Drift,
            () if self.drifted + self.empty == self.pages => Upshot::Nothing,
            () => Upshot::Found,
        }
    }
}

/// Counts how many pages have changed.
#[derive(Debug, Default)]
pub struct CheckTally {
    pages: AtomicUsize,
    changed: AtomicUsize,
}

impl CheckTally {
    /// One more page.
    pub fn add(&self, check: &Check) {
        self.pages.fetch_add(1, Ordering::Relaxed);
        self.changed.fetch_add(usize::from(check.changed), Ordering::Relaxed);
    }

    /// How many pages there were.
    pub fn pages(&self) -> usize {
        self.pages.load(Ordering::Relaxed)
    }

    /// How many of them have changed.
    pub fn changed(&self) -> usize {
        self.changed.load(Ordering::Relaxed)
    }

    /// What it comes to: whoever checks wants to hear of a single page.
    pub fn upshot(&self) -> Upshot {
        if self.changed() > 0 { Upshot::Drift } else { Upshot::Found }
    }
}
