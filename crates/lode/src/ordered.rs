//! Work spread over all cores, results in the order of the input, and never more than a few items in memory.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// How many items, for each worker, may be under way or waiting for their turn.
const WINDOW_PER_WORKER: usize = 8;

/// Calls `work` on every item, on as many threads as there are cores, and `sink` on the results, in the order of the
/// items and on the calling thread, until it says to stop. A panic in `work` becomes the `Err` of its item; one in
/// `items` becomes the last item.
pub(crate) fn map_in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(Result<R, Panicked>) -> ControlFlow<()>,
) {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let queue = Queue::new(items, workers * WINDOW_PER_WORKER);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (queue, work, sender) = (&queue, &work, sender.clone());
            scope.spawn(move || {
                while let Some((index, item)) = queue.next() {
                    let result =
                        item.and_then(|item| catch_unwind(AssertUnwindSafe(|| work(item))).map_err(|_| Panicked));
                    if sender.send((index, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // However this ends, nobody must be left waiting for a place in the window.
        let _stop = StopAtEnd(&queue);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                if sink(result).is_break() {
                    return;
                }
                next += 1;
                queue.release();
            }
        }
    });
}

/// The work on an item panicked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Panicked;

/// Items that are handed out one by one, as long as not too many of them are under way.
struct Queue<I> {
    state: Mutex<State<I>>,
    released: Condvar,
    window: usize,
}

struct State<I> {
    /// `None` when no more are to be handed out.
    items: Option<I>,
    handed_out: usize,
    done: usize,
}

impl<I: Iterator> Queue<I> {
    fn new(items: I, window: usize) -> Self {
        let state = State { items: Some(items), handed_out: 0, done: 0 };
        Queue { state: Mutex::new(state), released: Condvar::new(), window }
    }

    fn next(&self) -> Option<(usize, Result<I::Item, Panicked>)> {
        let state = self.lock();
        let mut state = self
            .released
            .wait_while(state, |state| state.items.is_some() && state.handed_out - state.done >= self.window)
            .unwrap_or_else(PoisonError::into_inner);
        let items = state.items.as_mut()?;
        let item = catch_unwind(AssertUnwindSafe(|| items.next())).map_err(|_| Panicked).transpose();
        if !matches!(item, Some(Ok(_))) {
            state.items = None;
            self.released.notify_all();
        }
        let index = state.handed_out;
        state.handed_out += 1;
        item.map(|item| (index, item))
    }
}

impl<I> Queue<I> {
    fn release(&self) {
        self.lock().done += 1;
        self.released.notify_one();
    }

    /// Hands nothing out any more.
    fn stop(&self) {
        self.lock().items = None;
        self.released.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops a queue when it goes, be it by a panic.
struct StopAtEnd<'a, I>(&'a Queue<I>);

impl<I> Drop for StopAtEnd<'_, I> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

    #[test]
    fn results_come_in_order_whatever_the_work_takes() {
        let mut seen = Vec::new();
        map_in_order(
            0..1000usize,
            |number| {
                // Work of very different size, so that later items often end first.
                (0..(number * 7919) % 2000).fold(number, |value, step| std::hint::black_box(value + step - step))
            },
            |result| {
                seen.push(result.unwrap());
                GO_ON
            },
        );
        assert_eq!(seen, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn a_panic_costs_only_its_item() {
        let mut outcomes = Vec::new();
        map_in_order(
            0..5,
            |number| assert!(number != 3, "three"),
            |result| {
                outcomes.push(result.is_ok());
                GO_ON
            },
        );
        assert_eq!(outcomes, [true, true, true, false, true]);
    }

    #[test]
    fn a_panic_of_the_reader_is_the_last_item() {
        let mut outcomes = Vec::new();
        let items = (0..5).inspect(|&number| assert!(number != 3, "three"));
        map_in_order(
            items,
            |number| number,
            |result| {
                outcomes.push(result.ok());
                GO_ON
            },
        );
        assert_eq!(outcomes, [Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn a_sink_that_has_enough_ends_the_run() {
        let read = AtomicUsize::new(0);
        let items = (0..1_000_000).inspect(|_| _ = read.fetch_add(1, Ordering::SeqCst));
        let mut seen = 0;
        map_in_order(
            items,
            |number| number,
            |_| {
                seen += 1;
                if seen == 3 { ControlFlow::Break(()) } else { GO_ON }
            },
        );
        assert_eq!(seen, 3);
        assert!(read.load(Ordering::SeqCst) < 100_000, "what is not wanted is not read");
    }

    #[test]
    fn a_panic_of_the_sink_reaches_the_caller() {
        let run = || map_in_order(0..100_000, |number| number, |_| panic!("full"));
        assert!(catch_unwind(run).is_err(), "rather than hang");
    }

    #[test]
    fn no_more_than_the_window_is_under_way() {
        let (started, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let limit = thread::available_parallelism().map_or(1, usize::from) * WINDOW_PER_WORKER;
        let items = (0..500).inspect(|_| {
            started.fetch_add(1, Ordering::SeqCst);
        });
        map_in_order(
            items,
            |number| number,
            |_| {
                finished.fetch_add(1, Ordering::SeqCst);
                assert!(started.load(Ordering::SeqCst) - finished.load(Ordering::SeqCst) <= limit);
                GO_ON
            },
        );
        assert_eq!(finished.load(Ordering::SeqCst), 500);
    }
}
