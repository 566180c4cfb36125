//! Who lays pages out: the trait that layout engines implement, why one may give up, and what a page does then.

use std::fmt;

use job::Failure;

use crate::layout::Layout;
use crate::note::Note;
use crate::page::Page;

/// Something that can tell where a page's elements stand: the embedded engine, a real browser, or an estimate.
pub trait LayoutEngine: Send + Sync {
    /// The name that people choose it by.
    fn name(&self) -> &'static str;

    /// Lays the page out in a window of [`crate::VIEWPORT_WIDTH`] by [`crate::VIEWPORT_HEIGHT`]. Must return in bounded
    /// time and never panic.
    fn lay_out(&self, page: &Page) -> Result<Layout, LayoutFailure>;
}

/// Why an engine could not lay a page out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayoutFailure {
    /// In words for people.
    pub reason: String,
}

impl LayoutFailure {
    /// With a reason in words for people.
    pub fn new(reason: impl Into<String>) -> LayoutFailure {
        LayoutFailure { reason: reason.into() }
    }
}

impl fmt::Display for LayoutFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for LayoutFailure {}

impl Failure for LayoutFailure {
    fn code(&self) -> &'static str {
        "layout-failed"
    }
}

impl Page {
    /// Lays the page out. If the first engine gives up, the second, which must not, is asked, and a note says so.
    pub fn lay_out(&mut self, engine: &dyn LayoutEngine, fallback: &dyn LayoutEngine) {
        let layout = engine.lay_out(self).or_else(|failure| {
            self.notes.push(Note::LayoutEstimated { engine: engine.name(), reason: failure.reason });
            fallback.lay_out(self)
        });
        self.layout = layout.ok();
    }
}
