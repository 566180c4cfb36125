//! How work ends that did not fail. To be stopped is no failure, and never looks like having found nothing.

/// What came of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended<T> {
    /// All of it is done.
    Done(T),
    /// Somebody stopped it.
    Stopped {
        /// What had come of it by then.
        so_far: T,
        /// What the same work does when it is begun again.
        next: Next,
    },
}

/// What work that was stopped does when it is begun again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It goes on where it was stopped: what was done is kept.
    GoesOn,
    /// It begins anew: it is as if it had not been.
    BeginsAnew,
}

impl<T> Ended<T> {
    /// What came of it, whether it was stopped or not.
    pub fn into_inner(self) -> T {
        match self {
            Ended::Done(so_far) | Ended::Stopped { so_far, .. } => so_far,
        }
    }

    /// What came of it, if all of it is done.
    pub fn done(self) -> Option<T> {
        match self {
            Ended::Done(all) => Some(all),
            Ended::Stopped { .. } => None,
        }
    }

    /// Whether somebody stopped it.
    pub fn is_stopped(&self) -> bool {
        matches!(self, Ended::Stopped { .. })
    }

    /// The same with something else made of what came of it.
    pub fn map<R>(self, make: impl FnOnce(T) -> R) -> Ended<R> {
        match self {
            Ended::Done(all) => Ended::Done(make(all)),
            Ended::Stopped { so_far, next } => Ended::Stopped { so_far: make(so_far), next },
        }
    }
}
