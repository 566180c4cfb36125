//! A query as it is asked, and its answer as it is taken.
//!
//! The time of a query is all its time, from its turn to the last row, whether or not its rows are being taken. Whoever
//! takes them waits no longer than that either: an evaluation that cannot be stopped just then is left behind.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use oxrdf::{Term, Triple, Variable};
use spareval::CancellationToken;

use super::QueryError;
use super::dataset::DefaultGraph;
use super::evaluation::{Message, Question};
use super::handover::{Taken, Taker, handover};
use super::parse::Prefixes;
use super::pool::Workers;
use super::usage::{GLANCE, Share};
use crate::folder::Folder;
use crate::snapshot::Snapshot;

/// What a query may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// All its time, from its turn to the last row of its answer.
    pub time: Duration,
    /// Bytes that it may hold: rows that it sorts, groups or joins, and texts that it makes. What others use does not
    /// count, and neither does what is remembered of the knowledge base.
    pub memory: u64,
    /// How long it waits for its turn when as many others are answered as may be at a time.
    pub turn: Duration,
    /// How long its answer waits for somebody who has begun to take it and stays away.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let time = Duration::from_secs(60);
        Limits { time, memory: 512 << 20, turn: Duration::from_secs(10), patience: time }
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

/// An answer that is being given. It may be sent to another thread.
#[derive(Debug)]
pub struct Answer {
    /// What kind of answer it is.
    pub head: Head,
    watch: Watch,
    is_over: bool,
}

/// A query that is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asking<'a> {
    pub(crate) query: &'a str,
    pub(crate) prefixes: &'a Prefixes,
    pub(crate) default_graph: DefaultGraph,
    pub(crate) limits: Limits,
}

/// What the evaluator may take to say by itself that its time is over.
const GRACE: Duration = Duration::from_millis(100);

impl Asking<'_> {
    /// Asks what is in the knowledge base now, or a moment of it that is given. The first part of the answer has been
    /// found when this returns.
    pub(crate) fn ask(
        self,
        workers: &Workers,
        folder: &Folder,
        moment: Option<Snapshot>,
    ) -> Result<Answer, QueryError> {
        let Asking { query, prefixes, default_graph, limits } = self;
        let turn = workers.turn(limits.turn)?;
        let token = CancellationToken::new();
        let share = Arc::new(Share::new(&workers.together, limits.memory));
        let until = Instant::now().checked_add(limits.time);
        let (giver, taker) = handover();
        let question = Question {
            query: query.to_owned(),
            prefixes: prefixes.clone(),
            default_graph,
            limits,
            token: token.clone(),
            until,
            share: Arc::clone(&share),
        };
        turn.send(question, moment, giver, folder)?;
        let mut watch = Watch { taker, token, limits, until, share };
        match watch.receive()? {
            Message::Head(head) => Ok(Answer { is_over: matches!(head, Head::Boolean(_)), head, watch }),
            Message::Failed(error) => Err(error),
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
        self.is_over = !matches!(message, Ok(Message::Bit(_)));
        match message {
            Ok(Message::Bit(bit)) => Some(Ok(bit)),
            Ok(Message::End) => None,
            Ok(Message::Failed(error)) | Err(error) => Some(Err(error)),
            Ok(Message::Head(_)) => Some(Err(QueryError::Broken)),
        }
    }
}

/// The asker's side.
struct Watch {
    taker: Taker<Message>,
    token: CancellationToken,
    limits: Limits,
    until: Option<Instant>,
    share: Arc<Share>,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("limits", &self.limits).field("until", &self.until).finish_non_exhaustive()
    }
}

impl Watch {
    /// The next message. Whatever the evaluator does, it is waited for no longer than its time, and not while the
    /// process grows by what it may hold.
    fn receive(&mut self) -> Result<Message, QueryError> {
        loop {
            match self.taker.take(GLANCE) {
                Taken::Thing(message) => return Ok(message),
                Taken::Closed => return Err(QueryError::Broken),
                Taken::NothingYet => {}
            }
            if self.until.is_some_and(|until| Instant::now() >= until + GRACE) {
                self.token.cancel();
                return Err(QueryError::Time(self.limits.time));
            }
            if self.share.has_grown() {
                self.token.cancel();
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
