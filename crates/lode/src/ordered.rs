//! Work spread over all cores, results in the order of the input, and never more than a few items in memory.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// How many items, for each worker, may be under way or waiting for their turn.
const WINDOW_PER_WORKER: usize = 8;

/// Calls `work` on every item, on as many threads as there are cores, and `sink` on the results, in the order of the
/// items and on the calling thread. A panic in `work` becomes the `Err` of its item.
pub(crate) fn map_in_order<T: Send, R: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(Result<R, Panicked>),
) {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let queue = Queue::new(items, workers * WINDOW_PER_WORKER);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers {
            let (queue, work, sender) = (&queue, &work, sender.clone());
            scope.spawn(move || {
                while let Some((index, item)) = queue.next() {
                    let result = catch_unwind(AssertUnwindSafe(|| work(item))).map_err(|_| Panicked);
                    if sender.send((index, result)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                sink(result);
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
    /// `None` when all were handed out.
    items: Option<I>,
    handed_out: usize,
    done: usize,
}

impl<I: Iterator> Queue<I> {
    fn new(items: I, window: usize) -> Self {
        let state = State { items: Some(items), handed_out: 0, done: 0 };
        Queue { state: Mutex::new(state), released: Condvar::new(), window }
    }

    fn next(&self) -> Option<(usize, I::Item)> {
        let state = self.lock();
        let mut state = self
            .released
            .wait_while(state, |state| state.items.is_some() && state.handed_out - state.done >= self.window)
            .unwrap_or_else(PoisonError::into_inner);
        let item = state.items.as_mut()?.next();
        if item.is_none() {
            state.items = None;
            self.released.notify_all();
        }
        let index = state.handed_out;
        state.handed_out += 1;
        item.map(|item| (index, item))
    }

    fn release(&self) {
        self.lock().done += 1;
        self.released.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, State<I>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_order_whatever_the_work_takes() {
        let mut seen = Vec::new();
        map_in_order(
            0..1000usize,
            |number| {
                // Work of very different size, so that later items often end first.
                (0..(number * 7919) % 2000).fold(number, |value, step| std::hint::black_box(value + step - step))
            },
            |result| seen.push(result.unwrap()),
        );
        assert_eq!(seen, (0..1000).collect::<Vec<_>>());
    }

    #[test]
    fn a_panic_costs_only_its_item() {
        let mut outcomes = Vec::new();
        map_in_order(0..5, |number| assert!(number != 3, "three"), |result| outcomes.push(result.is_ok()));
        assert_eq!(outcomes, [true, true, true, false, true]);
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
            },
        );
        assert_eq!(finished.load(Ordering::SeqCst), 500);
    }
}
