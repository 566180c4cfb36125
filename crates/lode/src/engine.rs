//! Which layout engine to use, and one that is ready for use.

use std::fmt;

use fetch::browser::{BrowserError, Chromium, ChromiumOptions};
use layout::{Embedded, Estimate};
use page::{LayoutEngine, Page};

/// A choice of layout engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// The engine that is built in: fast, no browser needed.
    #[default]
    Embedded,
    /// A real Chromium: exact, slow, must be installed.
    Chromium,
    /// No engine: boxes by rule of thumb.
    Estimate,
}

/// An engine that pages can be laid out with, from any number of threads.
pub struct StartedEngine(Box<dyn LayoutEngine>);

impl Engine {
    /// Makes the engine ready. Fails only if Chromium was asked for and is not installed.
    pub fn start(self) -> Result<StartedEngine, BrowserError> {
        Ok(StartedEngine(match self {
            Engine::Embedded => Box::new(Embedded::new()),
            Engine::Chromium => Box::new(Chromium::new(ChromiumOptions::default())?),
            Engine::Estimate => Box::new(Estimate),
        }))
    }
}

impl StartedEngine {
    /// Lays a page out; if the engine gives up on it, the boxes are estimated and a note says why.
    pub fn lay_out(&self, page: &mut Page) {
        page.lay_out(self.0.as_ref(), &Estimate);
    }
}

impl fmt::Debug for StartedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StartedEngine({})", self.0.name())
    }
}
