//! The threads that answer queries: so many at a time, and who comes when all are busy waits for a turn. One that
//! nobody waits for any more counts until it has really ended.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::QueryError;
use super::evaluation::{Message, Question};
use super::handover::Giver;
use super::usage::Together;
use crate::folder::Folder;
use crate::snapshot::Snapshot;

/// Queries that are answered at a time, unless somebody says otherwise. Each may hold its memory, and what its thread
/// has read of the knowledge base: at most a fifth of a gigabyte.
const AT_ONCE: usize = 4;
/// Threads that have answered and wait for more. They remember what they have read, so that the next query of a
/// knowledge base that has not changed meanwhile finds it in memory.
const MOST_IDLE: usize = 2;
/// The stack of the evaluator. It is only reserved; what is not used costs nothing. The deepest query that is let
/// through takes a sixth of it: see `MOST_LEVELS` and `MOST_NESTED`.
const STACK: usize = 64 << 20;
/// The name of the thread, whose panics are told as errors.
const THREAD: &str = "query";

/// The threads that answer queries about one knowledge base. Clones are the same threads.
#[derive(Clone, Debug)]
pub(crate) struct Workers {
    pool: Arc<Pool>,
    pub(super) together: Together,
}

#[derive(Debug)]
struct Pool {
    at_once: usize,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    busy: usize,
    idle: Vec<Worker>,
}

/// A thread, which does one errand after the other.
#[derive(Debug)]
struct Worker(Sender<Errand>);

/// A query on its way to a thread.
struct Errand {
    question: Question,
    /// What is asked; else what is in the knowledge base by then.
    moment: Option<Snapshot>,
    to: Giver<Message>,
    /// Whoever does it, to be given back when it is done.
    worker: Worker,
    turn: Turn,
}

/// The right to be answered. It ends with the one who has it, however that ends.
#[derive(Debug)]
pub(super) struct Turn(Arc<Pool>);

impl Default for Workers {
    fn default() -> Workers {
        Workers::new(AT_ONCE)
    }
}

impl Workers {
    /// As many as answer at a time, one at least.
    pub(crate) fn new(at_once: usize) -> Workers {
        let pool = Pool { at_once: at_once.max(1), state: Mutex::default(), freed: Condvar::new() };
        Workers { pool: Arc::new(pool), together: Together::default() }
    }

    /// Waits for a turn to ask.
    pub(super) fn turn(&self, wait: Duration) -> Result<Turn, QueryError> {
        let (begin, pool) = (Instant::now(), &self.pool);
        let mut state = pool.state();
        while state.busy >= pool.at_once {
            let left = wait.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return Err(QueryError::Crowded { at_once: pool.at_once, waited: wait });
            }
            state = pool.freed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.busy += 1;
        Ok(Turn(Arc::clone(pool)))
    }
}

impl Pool {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Hands a question to a thread.
    pub(super) fn send(
        self,
        question: Question,
        moment: Option<Snapshot>,
        to: Giver<Message>,
        folder: &Folder,
    ) -> Result<(), QueryError> {
        let idle = self.0.state().idle.pop();
        let worker = idle.map_or_else(|| Worker::start(folder), Ok)?;
        let sender = worker.0.clone();
        sender.send(Errand { question, moment, to, worker, turn: self }).map_err(|_| QueryError::Broken)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.state().busy -= 1;
        self.0.freed.notify_one();
    }
}

impl Worker {
    fn start(folder: &Folder) -> Result<Worker, QueryError> {
        let (sender, errands) = channel::<Errand>();
        let folder = folder.clone();
        let run = move || {
            let mut kept: Option<Snapshot> = None;
            errands.into_iter().for_each(|errand| errand.run(&mut kept, &folder));
        };
        let thread = thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK);
        thread.spawn(run).map_err(|cause| QueryError::Evaluation(format!("no thread for the query: {cause}")))?;
        Ok(Worker(sender))
    }

    /// Waits for the next errand, or goes if enough others do.
    fn rest(self, turn: &Turn) {
        let mut state = turn.0.state();
        if state.idle.len() < MOST_IDLE {
            state.idle.push(self);
        }
    }
}

impl Errand {
    /// Answers on this thread, which keeps what it reads of the knowledge base for the next time.
    fn run(self, kept: &mut Option<Snapshot>, folder: &Folder) {
        let Errand { question, moment, to, worker, turn } = self;
        let last = match moment {
            Some(moment) => question.answer(&moment, &to),
            None => match kept.take().map_or_else(|| folder.read(), Snapshot::refreshed) {
                Ok(now) => {
                    let last = question.answer(&now, &to);
                    // Whoever waits for a question keeps nobody from tidying up behind what is written meanwhile.
                    *kept = now.at_rest();
                    last
                }
                Err(error) => Err(error.into()),
            },
        };
        // Who has the whole answer may ask the next question at once.
        worker.rest(&turn);
        drop(turn);
        to.give_last(last.unwrap_or_else(Message::Failed));
    }
}
