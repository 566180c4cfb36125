//! The evaluation of a query on a thread of its own, watched by the one who asked.
//!
//! Time and memory count while the asker waits: who reads an answer page by page is not interrupted. The evaluator
//! looks whether it is to stop whenever it asks for statements or copies a row (`dataset.rs`); while it does not,
//! which is while it plans, sorts, or compiles a regular expression, it is left behind.

use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use oxrdf::{BlankNode, NamedOrBlankNode, Term, Triple, Variable};
use spareval::{CancellationToken, QueryEvaluationError, QueryEvaluator, QueryResults};

use super::QueryError;
use super::dataset::{Asked, AskedError, DefaultGraph, evaluate_for};
use super::parse::{Prefixes, longest_to_read_within, parse};
use crate::blank::Numbers;
use crate::folder::Folder;
use crate::snapshot::Snapshot;

/// What a query may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time of evaluation.
    pub time: Duration,
    /// Bytes by which the process may grow.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(60), memory: 512 << 20 }
    }
}

/// A part of an answer.
#[derive(Clone, Debug)]
pub enum Bit {
    /// Rows of a `SELECT`, in the order of its variables.
    Rows(Vec<Vec<Option<Term>>>),
    /// Statements of a `CONSTRUCT` or a `DESCRIBE`.
    Triples(Vec<Triple>),
}

/// What kind of answer it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Head {
    /// A table with these columns.
    Rows(Vec<Variable>),
    /// Yes or no.
    Boolean(bool),
    /// A graph.
    Triples,
}

enum Message {
    Head(Head),
    Bit(Bit),
    End,
    Failed(QueryError),
}

/// An answer that is being given.
#[derive(Debug)]
pub struct Answer {
    /// What kind of answer it is.
    pub head: Head,
    watch: Watch,
    is_over: bool,
}

/// The stack of the evaluator. It is only reserved; what is not used costs nothing. The deepest query that is let
/// through takes a sixth of it: see `MOST_LEVELS` and `MOST_NESTED`.
const STACK: usize = 64 << 20;
/// Rows that are handed over at once, and bytes of them: some wait while the asker is busy.
const BIT: usize = 512;
const BIT_BYTES: usize = 1 << 20;
/// How often memory is looked at.
const GLANCE: Duration = Duration::from_millis(10);
/// The name of the thread, whose panics are told as errors.
pub(super) const THREAD: &str = "query";

impl Workers {
    /// Asks a query. The first part of the answer has been found when this returns.
    pub(crate) fn ask(
        &self,
        folder: &Folder,
        query: &str,
        prefixes: &Prefixes,
        default_graph: DefaultGraph,
        limits: Limits,
    ) -> Result<Answer, QueryError> {
        let (sender, receiver) = sync_channel(4);
        let token = CancellationToken::new();
        let question = Question {
            query: query.to_owned(),
            prefixes: prefixes.clone(),
            default_graph,
            token: token.clone(),
            memory: limits.memory,
            to: sender,
        };
        let worker = self.take(folder)?;
        worker.0.send(question).map_err(|_| QueryError::Broken)?;
        let workers = self.clone();
        let mut watch =
            Watch { receiver, token, limits, waited: Duration::ZERO, memory: memory(), worker: Some(worker), workers };
        match watch.receive()? {
            Message::Head(head) => {
                let is_over = matches!(head, Head::Boolean(_));
                if is_over {
                    watch.is_done();
                }
                Ok(Answer { head, watch, is_over })
            }
            Message::Failed(error) => {
                watch.is_done();
                Err(error)
            }
            Message::Bit(_) | Message::End => Err(QueryError::Broken),
        }
    }
}

impl Iterator for Answer {
    type Item = Result<Bit, QueryError>;

    fn next(&mut self) -> Option<Result<Bit, QueryError>> {
        if self.is_over {
            return None;
        }
        let message = self.watch.receive();
        match message {
            Ok(Message::Bit(bit)) => Some(Ok(bit)),
            Ok(Message::End) => {
                self.is_over = true;
                self.watch.is_done();
                None
            }
            Ok(Message::Failed(error)) | Err(error) => {
                self.is_over = true;
                Some(Err(error))
            }
            Ok(Message::Head(_)) => Some(Err(QueryError::Broken)),
        }
    }
}

/// The asker's side.
struct Watch {
    receiver: Receiver<Message>,
    token: CancellationToken,
    limits: Limits,
    waited: Duration,
    /// What the process had when it began.
    memory: u64,
    /// Who answers. It is given back when it is done, and otherwise left behind.
    worker: Option<Worker>,
    workers: Workers,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("limits", &self.limits).field("waited", &self.waited).finish_non_exhaustive()
    }
}

impl Watch {
    /// The evaluator has no more to say.
    fn is_done(&mut self) {
        if let Some(worker) = self.worker.take() {
            self.workers.give_back(worker);
        }
    }

    fn receive(&mut self) -> Result<Message, QueryError> {
        let begin = Instant::now();
        let before = self.waited;
        loop {
            self.waited = before + begin.elapsed();
            let left = self.limits.time.saturating_sub(self.waited);
            match self.receiver.recv_timeout(left.min(GLANCE)) {
                Ok(message) => return Ok(message),
                Err(RecvTimeoutError::Disconnected) => return Err(QueryError::Broken),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(QueryError::Time(self.limits.time)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if memory().saturating_sub(self.memory) > self.limits.memory {
                return Err(QueryError::Memory { most: self.limits.memory });
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.token.cancel();
    }
}

/// Bytes of memory that the process has. Where the system does not say, there is no limit.
fn memory() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// Threads that have answered and wait for more. They remember what they have read, so that the next query of a
/// knowledge base that has not changed meanwhile finds it in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workers(Arc<Mutex<Vec<Worker>>>);

/// Threads that wait.
const MOST_WAITING: usize = 2;
/// How often a query is tried on which the evaluator panics before it has answered anything.
const TRIES: usize = 4;

#[derive(Debug)]
struct Worker(Sender<Question>);

impl Workers {
    fn take(&self, folder: &Folder) -> Result<Worker, QueryError> {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match waiting {
            Some(worker) => Ok(worker),
            None => Worker::start(folder),
        }
    }

    fn give_back(&self, worker: Worker) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST_WAITING {
            waiting.push(worker);
        }
    }
}

impl Worker {
    fn start(folder: &Folder) -> Result<Worker, QueryError> {
        let (sender, questions) = channel::<Question>();
        let folder = folder.clone();
        let run = move || {
            let mut snapshot: Option<Snapshot> = None;
            for question in questions {
                let now = match snapshot.take().map_or_else(|| folder.read(), Snapshot::refreshed) {
                    Ok(now) => now,
                    Err(error) => {
                        let _ = question.to.send(Message::Failed(error.into()));
                        continue;
                    }
                };
                let last = question.answer(&now).unwrap_or_else(Message::Failed);
                // Whoever waits for a question keeps nobody from tidying up behind what is written meanwhile.
                snapshot = now.at_rest();
                // If nobody listens any more, nobody wants to know.
                let _ = question.to.send(last);
            }
        };
        let thread = thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK);
        thread.spawn(run).map_err(|cause| QueryError::Evaluation(format!("no thread for the query: {cause}")))?;
        Ok(Worker(sender))
    }
}

/// A query on its way to the evaluator.
struct Question {
    query: String,
    prefixes: Prefixes,
    default_graph: DefaultGraph,
    token: CancellationToken,
    memory: u64,
    to: SyncSender<Message>,
}

impl Question {
    /// Answers it, but for the last message. If a text was too long for what the query does with it, everything stops,
    /// be it by unwinding, and that is why.
    fn answer(&self, snapshot: &Snapshot) -> Result<Message, QueryError> {
        let was_too_long = Rc::new(Cell::new(false));
        let mut tries = TRIES;
        loop {
            tries -= 1;
            let has_sent = Cell::new(false);
            let answered = catch_unwind(AssertUnwindSafe(|| self.evaluate(snapshot, &was_too_long, &has_sent)));
            match answered {
                _ if was_too_long.get() => return Err(QueryError::TooMuchText),
                Ok(answered) => return answered,
                // The evaluator sorts values that have no order among each other by what is no order, which panics if
                // that is noticed. It gathers them in another order each time, so that it mostly is not.
                Err(_) if tries > 0 && !has_sent.get() && !self.token.is_cancelled() => {}
                Err(panic) => resume_unwind(panic),
            }
        }
    }

    fn evaluate(
        &self,
        snapshot: &Snapshot,
        was_too_long: &Rc<Cell<bool>>,
        has_sent: &Cell<bool>,
    ) -> Result<Message, QueryError> {
        let query = parse(&self.query, &self.prefixes)?;
        let dataset = Asked {
            snapshot: snapshot.clone(),
            default_graph: self.default_graph,
            token: self.token.clone(),
            longest: longest_to_read_within(&query, self.memory)?,
            was_too_long: Rc::clone(was_too_long),
        };
        evaluate_for(&self.token);
        let evaluator = QueryEvaluator::new().with_cancellation_token(self.token.clone());
        // Whoever is gone wants no answer: a message that cannot be sent ends the evaluation. What was computed without
        // a text that was too long is no answer either.
        let send = |message| match was_too_long.get() {
            true => Err(QueryError::TooMuchText),
            false => {
                has_sent.set(true);
                self.to.send(message).map_err(|_| QueryError::Broken)
            }
        };
        let mut nodes = Numbers::default();
        match evaluator.prepare(&query).execute(dataset).map_err(failed)? {
            QueryResults::Boolean(value) => return Ok(Message::Head(Head::Boolean(value))),
            QueryResults::Solutions(solutions) => {
                send(Message::Head(Head::Rows(solutions.variables().to_vec())))?;
                let rows = solutions.map(|solution| solution.map(|solution| solution.values().to_vec()));
                let settle =
                    |row: &mut Vec<Option<Term>>| row.iter_mut().flatten().map(|term| settled(term, &mut nodes)).sum();
                in_bits(rows, settle, |rows| send(Message::Bit(Bit::Rows(rows))))?;
            }
            QueryResults::Graph(triples) => {
                send(Message::Head(Head::Triples))?;
                let settle = |triple: &mut Triple| {
                    if let NamedOrBlankNode::BlankNode(node) = &mut triple.subject {
                        number(node, &mut nodes);
                    }
                    settled(&mut triple.object, &mut nodes)
                };
                in_bits(triples, settle, |triples| send(Message::Bit(Bit::Triples(triples))))?;
            }
        }
        Ok(Message::End)
    }
}

/// How many bytes a term has. Blank nodes that the query has made get numbers: the same query answers the same.
fn settled(term: &mut Term, nodes: &mut Numbers) -> usize {
    match term {
        Term::NamedNode(node) => node.as_str().len(),
        Term::Literal(literal) => literal.value().len(),
        Term::BlankNode(node) => {
            number(node, nodes);
            node.as_str().len()
        }
    }
}

fn number(node: &mut BlankNode, nodes: &mut Numbers) {
    if let Some(number) = nodes.of(node) {
        *node = BlankNode::new_unchecked(format!("n{number}"));
    }
}

/// Hands over things as they come, so many of them at once or so many bytes; `settle` says how many one has.
fn in_bits<T>(
    things: impl Iterator<Item = Result<T, QueryEvaluationError>>,
    mut settle: impl FnMut(&mut T) -> usize,
    mut send: impl FnMut(Vec<T>) -> Result<(), QueryError>,
) -> Result<(), QueryError> {
    let (mut bit, mut bytes) = (Vec::new(), 0);
    for thing in things {
        let mut thing = thing.map_err(failed)?;
        bytes += settle(&mut thing);
        bit.push(thing);
        if bit.len() == BIT || bytes >= BIT_BYTES {
            send(std::mem::take(&mut bit))?;
            bytes = 0;
        }
    }
    if bit.is_empty() { Ok(()) } else { send(bit) }
}

fn failed(error: QueryEvaluationError) -> QueryError {
    match error {
        QueryEvaluationError::UnsupportedService(name) => QueryError::Service(name.to_string()),
        QueryEvaluationError::Dataset(error) => match error.downcast() {
            Ok(error) => match *error {
                AskedError::Store(error) => QueryError::Store(error),
                // Nobody listens any more.
                AskedError::Cancelled => QueryError::Broken,
            },
            Err(error) => QueryError::Evaluation(error.to_string()),
        },
        error => QueryError::Evaluation(error.to_string()),
    }
}
