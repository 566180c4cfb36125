//! What a query uses of its time and memory, counted by the thread that evaluates it.
//!
//! Nobody says how much memory a thread has, and the evaluator is not ours. But what it keeps in great number are rows
//! of terms, and terms are made, copied and dropped by us: those that are alive are counted, with the texts that a
//! query has made. That is what a query holds, whatever else the process does. Rows that are mostly empty weigh more
//! than their terms, and some texts are kept where nobody sees them ([`Unseen`]); so that there is also a number that a
//! query holds at most. Only if that is too much, and the process has really grown by as much, a query is stopped for
//! what was not counted. A query that is small by any count is never stopped for what others use.
//!
//! The thread looks at all this by itself, every so many steps, so that it makes no difference whether anybody waits.

use std::cell::{Cell, RefCell};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use spareval::CancellationToken;

use super::growth::Unseen;

/// Bytes of a term in a row, and of what a row has besides, as the evaluator keeps them.
const SLOT: u64 = 16;
const ROW: u64 = 64;
/// Bytes of a text besides its letters.
const TEXT: u64 = 64;
/// Steps between two looks, and of a query of which one step may keep much.
const STEPS: u32 = 1 << 10;
const FEW_STEPS: u32 = 16;
/// How often the memory of the process is looked at.
pub(super) const GLANCE: Duration = Duration::from_millis(10);

/// What ends an evaluation from within, by unwinding. Unlike a panic, it says nothing to anybody.
#[derive(Debug)]
pub(super) struct Stopped;

/// What a query has used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum UsedUp {
    Time,
    Memory,
    /// A text was too long for what the query does with it.
    Text,
    /// The patience with one who does not take the answer.
    Patience,
}

/// What all queries of a knowledge base hold together.
#[derive(Clone, Debug, Default)]
pub(super) struct Together(Arc<AtomicU64>);

/// What one of them holds, as it was last counted; whoever waits for the answer sees it too.
#[derive(Debug)]
pub(super) struct Share {
    together: Together,
    held: AtomicU64,
    at_most: AtomicU64,
    /// What it may hold.
    pub(super) most: u64,
    /// What the process had when it began, but for other queries.
    before: u64,
}

impl Share {
    pub(super) fn new(together: &Together, most: u64) -> Share {
        let before = memory().saturating_sub(together.0.load(Ordering::Relaxed));
        Share { together: together.clone(), held: AtomicU64::new(0), at_most: AtomicU64::new(0), most, before }
    }

    fn count(&self, held: u64, at_most: u64) {
        let before = self.held.swap(held, Ordering::Relaxed);
        self.together.0.fetch_add(held.wrapping_sub(before), Ordering::Relaxed);
        self.at_most.store(at_most, Ordering::Relaxed);
    }

    /// Whether it may hold too much, and the process has grown by too much that no other query accounts for.
    pub(super) fn has_grown(&self) -> bool {
        if self.at_most.load(Ordering::Relaxed) <= self.most {
            return false;
        }
        let others = self.together.0.load(Ordering::Relaxed).saturating_sub(self.held.load(Ordering::Relaxed));
        memory().saturating_sub(others).saturating_sub(self.before) > self.most
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.count(0, 0);
    }
}

/// Bytes of memory that the process has. Where the system does not say, only what is counted counts.
fn memory() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// What the thread has counted since the evaluation began.
struct Tally {
    /// Steps until the next look.
    left: Cell<u32>,
    /// Terms that are alive.
    terms: Cell<u64>,
    /// Bytes of texts that the query has made and that are alive.
    made: Cell<u64>,
    /// Bytes of texts that were read.
    read: Cell<u64>,
}

thread_local! {
    static TALLY: Tally = const {
        Tally { left: Cell::new(STEPS), terms: Cell::new(0), made: Cell::new(0), read: Cell::new(0) }
    };
    static METER: RefCell<Option<Meter>> = const { RefCell::new(None) };
}

/// What an evaluation may use.
pub(super) struct Meter {
    pub(super) token: CancellationToken,
    pub(super) until: Option<Instant>,
    pub(super) share: Arc<Share>,
    /// Variables of the query: no row has more terms.
    pub(super) variables: u64,
    pub(super) unseen: Unseen,
    /// Looks so far.
    looks: u64,
    /// When the memory of the process may be looked at again.
    glance: Instant,
    used_up: Option<UsedUp>,
}

impl Meter {
    pub(super) fn new(token: CancellationToken, until: Option<Instant>, share: Arc<Share>) -> Meter {
        let (variables, unseen) = (1, Unseen::Nothing);
        Meter { token, until, share, variables, unseen, looks: 0, glance: Instant::now(), used_up: None }
    }

    /// Counts whatever is evaluated on this thread from now on.
    pub(super) fn begin(self) {
        TALLY.with(|tally| {
            tally.left.set(self.steps());
            [&tally.terms, &tally.made, &tally.read].into_iter().for_each(|count| count.set(0));
        });
        if self.unseen == Unseen::Anything {
            self.share.count(0, u64::MAX);
        }
        METER.set(Some(self));
    }

    /// Counts no longer. Returns what was used up.
    pub(super) fn end() -> Option<UsedUp> {
        let meter = METER.take()?;
        meter.share.count(0, 0);
        meter.used_up
    }

    fn steps(&self) -> u32 {
        if self.unseen == Unseen::Anything { FEW_STEPS } else { STEPS }
    }

    /// Whether it is to end. If it is for what it has used up, nobody gets any more statements either.
    fn is_over(&mut self) -> bool {
        if self.used_up.is_some() || self.token.is_cancelled() {
            return true;
        }
        self.looks += 1;
        let now = Instant::now();
        self.used_up = if self.until.is_some_and(|until| now >= until) {
            Some(UsedUp::Time)
        } else if self.is_full(now) {
            Some(UsedUp::Memory)
        } else {
            return false;
        };
        self.token.cancel();
        true
    }

    fn is_full(&mut self, now: Instant) -> bool {
        let (terms, made, read) = TALLY.with(|tally| (tally.terms.get(), tally.made.get(), tally.read.get()));
        let held = (terms * (SLOT + ROW / self.variables)).saturating_add(made);
        let rows = terms.saturating_mul(ROW + SLOT * self.variables);
        let unseen = match self.unseen {
            Unseen::Nothing => 0,
            Unseen::AsRead { times, each } => (read + self.looks * u64::from(STEPS) * each).saturating_mul(times),
            Unseen::Anything => u64::MAX,
        };
        self.share.count(held, rows.saturating_add(made).saturating_add(unseen));
        if held > self.share.most {
            return true;
        }
        if now < self.glance {
            return false;
        }
        self.glance = now + GLANCE;
        self.share.has_grown()
    }
}

/// Ends the evaluation on this thread at its next look.
pub(super) fn use_up(what: UsedUp) {
    METER.with_borrow_mut(|meter| {
        if let Some(meter) = meter {
            meter.used_up = Some(what);
            meter.token.cancel();
        }
    });
}

/// What the evaluation on this thread has used up.
pub(super) fn used_up() -> Option<UsedUp> {
    METER.with_borrow(|meter| meter.as_ref().and_then(|meter| meter.used_up))
}

/// A step of the evaluation on this thread. Unwinds if it is to end.
pub(super) fn step() {
    steps(1);
}

/// A text of so many bytes is read. Unwinds if the evaluation is to end.
pub(super) fn read(bytes: usize) {
    TALLY.with(|tally| tally.read.set(tally.read.get() + bytes as u64 + TEXT));
    steps(1 + bytes as u32 / TEXT as u32);
}

fn steps(count: u32) {
    let left = TALLY.with(|tally| {
        let left = tally.left.get().saturating_sub(count);
        tally.left.set(left);
        left
    });
    if left == 0 {
        look();
    }
}

#[cold]
fn look() {
    let is_over = METER.with_borrow_mut(|meter| {
        TALLY.with(|tally| tally.left.set(meter.as_ref().map_or(STEPS, Meter::steps)));
        meter.as_mut().is_some_and(Meter::is_over)
    });
    if is_over {
        resume_unwind(Box::new(Stopped));
    }
}

/// Stands in each term that the evaluator has, and is counted as long as it lives. Rows of a product are made of copies
/// of others, without a look at the dataset: thousands of millions of them after the last statement was read. All that
/// the evaluator calls then is the copying of terms, and all that ends it is to unwind.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(super) struct Alive(());

impl Alive {
    pub(super) fn new() -> Alive {
        step();
        TALLY.with(|tally| tally.terms.set(tally.terms.get() + 1));
        Alive(())
    }
}

impl Clone for Alive {
    fn clone(&self) -> Alive {
        Alive::new()
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        TALLY.with(|tally| tally.terms.set(tally.terms.get().saturating_sub(1)));
    }
}

/// Stands in each text that the query has made, and is counted as long as it lives.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(super) struct Made(u64);

impl Made {
    pub(super) fn new(bytes: usize) -> Made {
        let bytes = bytes as u64 + TEXT;
        TALLY.with(|tally| tally.made.set(tally.made.get() + bytes));
        Made(bytes)
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        TALLY.with(|tally| tally.made.set(tally.made.get().saturating_sub(self.0)));
    }
}
