//! How work is stopped: a flag that whoever holds it may set, and the work looks at between two steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops work. Clones stop the same work.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Stops the work at its next step.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for those who can set nothing else, such as handlers of signals.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}
