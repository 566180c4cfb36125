//! Calls into code that may panic, run out of stack or never end. What happens inside stays inside: the caller gets a
//! result or a reason within the time it allows.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use page::LayoutFailure;

/// The engine calls itself for each level of the page; a page may have 512 of them.
const STACK_BYTES: usize = 256 << 20;
/// How many calls may be left running after their time was up. They cannot be stopped, only abandoned.
const MAX_RUNAWAYS: usize = 2;

/// The name of the threads that such calls run on.
pub const CONTAINED_THREAD: &str = "layout";

/// Contains calls, and counts those that did not end in time and are still running.
#[derive(Clone, Debug, Default)]
pub(super) struct Containment {
    runaways: Arc<Mutex<usize>>,
}

/// What became of a call, as far as its two sides have agreed on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Running,
    Finished,
    Abandoned,
}

impl Containment {
    /// Calls `work` on a thread of its own, with a stack that is deep enough, and waits for it no longer than `limit`.
    pub(super) fn call<R: Send + 'static>(
        &self,
        limit: Duration,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, LayoutFailure> {
        if self.runaways() >= MAX_RUNAWAYS {
            return Err(LayoutFailure("earlier pages never came to an end".to_owned()));
        }
        let (sender, receiver) = mpsc::channel();
        let fate = Arc::new(Mutex::new(Fate::Running));
        let (their_fate, runaways) = (Arc::clone(&fate), Arc::clone(&self.runaways));
        let run = move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            // Nobody may be waiting any more.
            let _ = sender.send(result.map_err(|panic| LayoutFailure(panic_message(panic.as_ref()))));
            let before = std::mem::replace(&mut *lock(&their_fate), Fate::Finished);
            if before == Fate::Abandoned {
                *lock(&runaways) -= 1;
            }
        };
        thread::Builder::new()
            .name(CONTAINED_THREAD.to_owned())
            .stack_size(STACK_BYTES)
            .spawn(run)
            .map_err(|error| LayoutFailure(format!("no thread: {error}")))?;
        match receiver.recv_timeout(limit) {
            Ok(result) => result,
            Err(RecvTimeoutError::Timeout) => {
                self.abandon(&fate);
                Err(LayoutFailure(format!("no end after {} s", limit.as_secs_f32())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(LayoutFailure("the layout thread died".to_owned())),
        }
    }

    /// How many calls are still running although nobody waits for them.
    pub(super) fn runaways(&self) -> usize {
        *lock(&self.runaways)
    }

    fn abandon(&self, fate: &Mutex<Fate>) {
        let mut fate = lock(fate);
        if *fate == Fate::Running {
            *fate = Fate::Abandoned;
            *lock(&self.runaways) += 1;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", text.unwrap_or("without a word"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_result_comes_back_and_a_panic_becomes_a_failure() {
        let containment = Containment::default();
        assert_eq!(containment.call(LONG, || 42).unwrap(), 42);
        assert_eq!(containment.call(LONG, || panic!("inside")).map(|()| 0).unwrap_err().0, "it panicked: inside");
        assert_eq!(containment.runaways(), 0);
    }

    #[test]
    fn a_call_that_does_not_end_is_abandoned_and_counted_until_it_does() {
        let containment = Containment::default();
        let mut gates = Vec::new();
        for expected in 1..=MAX_RUNAWAYS {
            let (open, gate) = mpsc::channel::<()>();
            let result = containment.call(Duration::ZERO, move || gate.recv().is_ok());
            assert!(result.unwrap_err().0.starts_with("no end after"));
            assert_eq!(containment.runaways(), expected);
            gates.push(open);
        }
        assert_eq!(containment.call(LONG, || ()).unwrap_err().0, "earlier pages never came to an end");
        drop(gates);
        for _ in 0..1_000_000 {
            if containment.runaways() == 0 {
                break;
            }
            thread::yield_now();
        }
        assert!(containment.call(LONG, || ()).is_ok(), "when they have ended, all is well again");
    }

    #[test]
    fn many_calls_at_once_are_no_runaways() {
        let containment = Containment::default();
        let barrier = Arc::new(std::sync::Barrier::new(16));
        thread::scope(|scope| {
            for _ in 0..16 {
                let (containment, barrier) = (containment.clone(), Arc::clone(&barrier));
                scope.spawn(move || assert!(containment.call(LONG, move || barrier.wait().is_leader()).is_ok()));
            }
        });
    }
}
