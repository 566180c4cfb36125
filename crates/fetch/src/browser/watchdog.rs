//! Ends a browser that takes too long or too much memory, whatever we are doing at that moment.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use super::memory;

/// How often the browser's memory is looked at while it works.
const INTERVAL: Duration = Duration::from_millis(100);

/// Why the browser was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    TooSlow,
    TooLarge,
}

/// Watches one browser from a thread of its own; sleeps while the browser does.
#[derive(Debug)]
pub(super) struct Watchdog {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    watch: Mutex<Watch>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Watch {
    /// Until when the browser may work; `None` while it has nothing to do.
    deadline: Option<Instant>,
    verdict: Option<Verdict>,
    is_over: bool,
}

impl Watchdog {
    /// Watches over a group of processes.
    pub(super) fn new(group: Pid, memory: u64) -> Watchdog {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let thread = thread::spawn(move || theirs.watch_over(group, memory));
        Watchdog { shared, thread: Some(thread) }
    }

    /// From now on the browser works, until this time at the latest; or it rests.
    pub(super) fn set_deadline(&self, deadline: Option<Instant>) {
        self.shared.lock().deadline = deadline;
        self.shared.changed.notify_all();
    }

    /// Why the browser was ended, if it was.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.shared.lock().verdict
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Watch> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch_over(&self, group: Pid, memory: u64) {
        let mut watch = self.lock();
        while !watch.is_over && watch.verdict.is_none() {
            watch = match watch.deadline {
                None => self.changed.wait(watch).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    watch.verdict = judge(group, memory, deadline);
                    if watch.verdict.is_some() {
                        // It may be gone already, and then nothing is to be done.
                        let _ = killpg(group, Signal::SIGKILL);
                    }
                    let left = deadline.saturating_duration_since(Instant::now());
                    self.changed.wait_timeout(watch, INTERVAL.min(left)).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

fn judge(group: Pid, memory: u64, deadline: Instant) -> Option<Verdict> {
    if Instant::now() >= deadline {
        Some(Verdict::TooSlow)
    } else if memory::of_group(group.as_raw()) > memory {
        Some(Verdict::TooLarge)
    } else {
        None
    }
}
