//! What one thread hands over to another, a few things at a time: who gives waits until there is room again, but not
//! for ever, and who takes looks up from time to time.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Things that wait to be taken.
const MOST: usize = 4;

/// Who gives. When it is gone, nothing more comes.
#[derive(Debug)]
pub(super) struct Giver<T>(Arc<Shared<T>>);

/// Who takes. When it is gone, nothing more is wanted.
#[derive(Debug)]
pub(super) struct Taker<T>(Arc<Shared<T>>);

#[derive(Debug)]
struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct State<T> {
    things: VecDeque<T>,
    /// When somebody last took, or tried to.
    taken: Instant,
    has_giver: bool,
    has_taker: bool,
}

/// Why something could not be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotTaken {
    /// It is too late.
    Late,
    /// Nobody took anything for too long.
    Away,
    /// Nobody is there any more.
    Gone,
}

/// What was taken.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Taken<T> {
    Thing(T),
    NothingYet,
    /// Nothing will come.
    Closed,
}

/// A place to hand things over.
pub(super) fn handover<T>() -> (Giver<T>, Taker<T>) {
    let state = State { things: VecDeque::new(), taken: Instant::now(), has_giver: true, has_taker: true };
    let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
    (Giver(Arc::clone(&shared)), Taker(shared))
}

impl<T> Shared<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State<T>>, most: Duration) -> MutexGuard<'s, State<T>> {
        self.changed.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner).0
    }
}

impl<T> Giver<T> {
    /// Gives something as soon as there is room, unless it is too late by then, or whoever takes has been away for too
    /// long.
    pub(super) fn give(&self, thing: T, until: Option<Instant>, patience: Duration) -> Result<(), NotTaken> {
        let mut state = self.0.state();
        loop {
            let now = Instant::now();
            if !state.has_taker {
                return Err(NotTaken::Gone);
            }
            if until.is_some_and(|until| now >= until) {
                return Err(NotTaken::Late);
            }
            if state.things.len() < MOST {
                state.things.push_back(thing);
                self.0.changed.notify_all();
                return Ok(());
            }
            let away = state.taken.checked_add(patience);
            if away.is_some_and(|away| now >= away) {
                return Err(NotTaken::Away);
            }
            let left = [until, away].into_iter().flatten().min().map_or(Duration::MAX, |end| end - now);
            state = self.0.wait(state, left);
        }
    }

    /// Gives the last thing, whether there is room or not.
    pub(super) fn give_last(self, thing: T) {
        self.0.state().things.push_back(thing);
    }
}

impl<T> Taker<T> {
    /// Takes the next thing, and waits for it a while.
    pub(super) fn take(&self, wait: Duration) -> Taken<T> {
        let end = Instant::now() + wait;
        let mut state = self.0.state();
        loop {
            state.taken = Instant::now();
            if let Some(thing) = state.things.pop_front() {
                self.0.changed.notify_all();
                return Taken::Thing(thing);
            }
            if !state.has_giver {
                return Taken::Closed;
            }
            let left = end.saturating_duration_since(state.taken);
            if left.is_zero() {
                return Taken::NothingYet;
            }
            state = self.0.wait(state, left);
        }
    }
}

impl<T> Drop for Giver<T> {
    fn drop(&mut self) {
        self.0.state().has_giver = false;
        self.0.changed.notify_all();
    }
}

impl<T> Drop for Taker<T> {
    fn drop(&mut self) {
        self.0.state().has_taker = false;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn everything_comes_in_order_and_then_nothing() {
        let (giver, taker) = handover();
        thread::scope(|scope| {
            scope.spawn(move || {
                (0..100).for_each(|number| giver.give(number, None, LONG).unwrap());
                giver.give_last(100);
            });
            (0..=100).for_each(|number| assert_eq!(taker.take(LONG), Taken::Thing(number)));
            assert_eq!(taker.take(LONG), Taken::Closed);
        });
    }

    #[test]
    fn nobody_waits_for_ever() {
        let (giver, taker) = handover();
        assert_eq!(taker.take(Duration::ZERO), Taken::NothingYet);
        (0..MOST).for_each(|number| giver.give(number, None, LONG).unwrap());
        assert_eq!(giver.give(9, None, Duration::from_millis(1)), Err(NotTaken::Away));
        assert_eq!(giver.give(9, Some(Instant::now() + Duration::from_millis(1)), LONG), Err(NotTaken::Late));
        assert_eq!(taker.take(LONG), Taken::Thing(0));
        // It is too late also if there is room.
        assert_eq!(giver.give(9, Some(Instant::now()), LONG), Err(NotTaken::Late));
        drop(taker);
        assert_eq!(giver.give(9, None, LONG), Err(NotTaken::Gone));
    }
}
