//! Calls into code that may panic or never end. What happens inside stays inside: the caller gets a result or a reason
//! in bounded time. A stack that runs out is not contained, it ends the process; so the stack is many times as deep as
//! the deepest tree needs.
//!
//! A clock decides only about calls that do not end. What would merely take long is kept from the engine by counting
//! (`mod.rs`, `matching.rs`, `spans.rs`, `flexes.rs`), and no call is refused for what became of another: which pages
//! are laid out does not depend on how fast the machine is or what else it does.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use page::LayoutFailure;

/// The engine calls itself for each level of the page; a page may have 512 of them, which take less than a tenth of it.
const STACK_BYTES: usize = 256 << 20;

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
    /// Calls `work` on a thread of its own, with a stack that is deep enough, and waits for it no longer than `limit`,
    /// and as long again for each abandoned call that is still running and takes its share of the machine. A call that
    /// does not end in time cannot be stopped, only abandoned.
    pub(super) fn call<R: Send + 'static>(
        &self,
        limit: Duration,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> Result<R, LayoutFailure> {
        let (sender, receiver) = mpsc::channel();
        let fate = Arc::new(Mutex::new(Fate::Running));
        let (their_fate, runaways) = (Arc::clone(&fate), Arc::clone(&self.runaways));
        let run = move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            // Nobody may be waiting any more.
            let _ = sender.send(result.map_err(|panic| LayoutFailure::new(panic_message(panic.as_ref()))));
            let before = std::mem::replace(&mut *lock(&their_fate), Fate::Finished);
            if before == Fate::Abandoned {
                *lock(&runaways) -= 1;
            }
        };
        thread::Builder::new()
            .name(CONTAINED_THREAD.to_owned())
            .stack_size(STACK_BYTES)
            .spawn(run)
            .map_err(|error| LayoutFailure::new(format!("no thread: {error}")))?;
        let mut waited = 0;
        loop {
            match receiver.recv_timeout(limit) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Timeout) if waited < self.runaways() => waited += 1,
                Err(RecvTimeoutError::Timeout) => {
                    self.abandon(&fate);
                    return Err(LayoutFailure::new("it came to no end"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(LayoutFailure::new("the layout thread died"));
                }
            }
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
        assert_eq!(containment.call(LONG, || panic!("inside")).map(|()| 0).unwrap_err().reason, "it panicked: inside");
        assert_eq!(containment.runaways(), 0);
    }

    #[test]
    fn a_call_that_does_not_end_is_abandoned_and_counted_until_it_does() {
        let containment = Containment::default();
        let mut gates = Vec::new();
        for expected in 1..=8 {
            let (open, gate) = mpsc::channel::<()>();
            let result = containment.call(Duration::ZERO, move || gate.recv().is_ok());
            assert_eq!(result.unwrap_err().reason, "it came to no end");
            assert_eq!(containment.runaways(), expected);
            gates.push(open);
        }
        assert_eq!(containment.call(LONG, || 42).unwrap(), 42, "no page is refused for what became of others");
        drop(gates);
        for _ in 0..1_000_000 {
            if containment.runaways() == 0 {
                break;
            }
            thread::yield_now();
        }
        assert_eq!(containment.runaways(), 0);
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
