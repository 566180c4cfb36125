//! A job: work that somebody waits for. Whatever it does, it reports in one way, is stopped in one way, and says in one
//! way that it was stopped. Who shows what is reported, and to whom, is not known here.

mod cancel;
mod crawl;
mod ended;
mod event;
mod failure;

use std::fmt;
use std::ops::ControlFlow;

pub use cancel::Cancel;
pub use crawl::{AddressKind, Standing, Visit, VisitOutcome};
pub use ended::{Ended, Next};
pub use event::{Event, LeftOut, Remark, Stage, Unit};
pub use failure::{Advice, Failure};

/// How a piece of work reports, and how it learns that it is to stop. Cheap to clone; may be used from many threads.
#[derive(Clone)]
pub struct Job<'a> {
    tell: &'a (dyn Fn(Event) + Sync),
    cancel: Cancel,
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("cancel", &self.cancel).finish_non_exhaustive()
    }
}

impl<'a> Job<'a> {
    /// Work that reports to `tell`, and goes on until it is done or cancelled.
    pub fn new(tell: &'a (dyn Fn(Event) + Sync), cancel: Cancel) -> Job<'a> {
        Job { tell, cancel }
    }

    /// Work that nobody watches and nobody stops.
    pub fn unwatched() -> Job<'static> {
        Job { tell: &|_| (), cancel: Cancel::default() }
    }

    /// What stops it.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Reports something.
    pub fn tell(&self, event: Event) {
        (self.tell)(event);
    }

    /// A stage begins, of which so much is expected, if that is known.
    pub fn stage(&self, stage: Stage, expected: Option<u64>) {
        self.tell(Event::Stage { stage, expected });
    }

    /// So much more of the stage is done.
    pub fn advance(&self, by: u64) {
        self.tell(Event::Advanced(by));
    }

    /// Whether it is to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Break if it is to stop, for loops that ask with `?`.
    pub fn goes_on(&self) -> ControlFlow<()> {
        if self.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn whoever_watches_hears_everything_and_may_stop_it() {
        let heard = Mutex::new(Vec::new());
        let cancel = Cancel::default();
        let tell = |event: Event| {
            if event == Event::Advanced(3) {
                cancel.cancel();
            }
            heard.lock().unwrap().push(event);
        };
        let job = Job::new(&tell, cancel.clone());
        job.stage(Stage::Read, Some(5));
        let mut done = 0;
        while job.goes_on().is_continue() {
            done += 1;
            job.advance(done);
        }
        assert_eq!(done, 3);
        assert_eq!(heard.into_inner().unwrap().len(), 4);
        assert!(Job::unwatched().goes_on().is_continue());
    }

    #[test]
    fn jobs_may_be_watched_from_anywhere() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<Job<'static>>();
        is_shared::<Cancel>();
        is_shared::<Event>();
    }
}
