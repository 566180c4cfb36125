//! The evaluation of a query, on the thread of a worker (`pool.rs`).
//!
//! The evaluator looks whether it is to stop whenever it asks for statements or copies a row (`usage.rs`); while it
//! does not, which is while it plans, sorts, or compiles a regular expression, it is left behind.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::Instant;

use oxrdf::{BlankNode, NamedOrBlankNode, Term, Triple};
use spareval::{CancellationToken, QueryEvaluationError, QueryEvaluator, QueryResults};
use spargebra::Query;

use super::QueryError;
use super::dataset::{Asked, AskedError, DefaultGraph};
use super::growth::unseen;
use super::handover::{Giver, NotTaken};
use super::parse::{Prefixes, count_variables, longest_to_read_within, most_times, parse};
use super::run::{Bit, Head, Limits};
use super::usage::{self, Meter, Share, Stopped, UsedUp};
use crate::blank::Numbers;
use crate::snapshot::Snapshot;

/// Rows that are handed over at once, and bytes of them: some wait while the asker is busy.
const BIT: usize = 512;
const BIT_BYTES: usize = 1 << 20;
/// How often a query is tried on which the evaluator panics before it has answered anything.
const TRIES: usize = 4;

/// What the asker is told.
pub(super) enum Message {
    Head(Head),
    Bit(Bit),
    End,
    Failed(QueryError),
}

/// A query with what it may use.
pub(super) struct Question {
    pub(super) query: String,
    pub(super) prefixes: Prefixes,
    pub(super) default_graph: DefaultGraph,
    pub(super) limits: Limits,
    pub(super) token: CancellationToken,
    pub(super) until: Option<Instant>,
    pub(super) share: Arc<Share>,
}

impl Question {
    /// Answers it, but for the last message. If something is used up, everything stops, be it by unwinding, and that
    /// is why.
    pub(super) fn answer(&self, snapshot: &Snapshot, to: &Giver<Message>) -> Result<Message, QueryError> {
        let mut tries = TRIES;
        loop {
            tries -= 1;
            let has_sent = Cell::new(false);
            let answered = catch_unwind(AssertUnwindSafe(|| self.evaluate(snapshot, to, &has_sent)));
            if let Some(what) = Meter::end() {
                return Err(self.used_up(what));
            }
            match answered {
                Ok(answered) => return answered,
                // Nobody listens any more.
                Err(panic) if panic.is::<Stopped>() => return Err(QueryError::Broken),
                // The evaluator sorts values that have no order among each other by what is no order, which panics if
                // that is noticed. It gathers them in another order each time, so that it mostly is not.
                Err(_) if tries > 0 && !has_sent.get() && !self.token.is_cancelled() => {}
                Err(panic) => resume_unwind(panic),
            }
        }
    }

    fn used_up(&self, what: UsedUp) -> QueryError {
        match what {
            UsedUp::Time => QueryError::Time(self.limits.time),
            UsedUp::Memory => QueryError::Memory { most: self.limits.memory },
            UsedUp::Text => QueryError::TooMuchText,
            UsedUp::Patience => QueryError::NotTaken(self.limits.patience),
        }
    }

    /// The query, from now on counted.
    fn begin(&self) -> Result<(Query, u64), QueryError> {
        let query = parse(&self.query, &self.prefixes)?;
        let longest = longest_to_read_within(&query, self.limits.memory)?;
        let mut meter = Meter::new(self.token.clone(), self.until, Arc::clone(&self.share));
        meter.variables = count_variables(&self.query).max(1);
        meter.unseen = unseen(&query, self.query.len(), most_times(longest, self.limits.memory));
        meter.begin();
        Ok((query, longest))
    }

    fn evaluate(&self, snapshot: &Snapshot, to: &Giver<Message>, has_sent: &Cell<bool>) -> Result<Message, QueryError> {
        let (query, longest) = self.begin()?;
        let dataset = Asked { snapshot, default_graph: self.default_graph, token: self.token.clone(), longest };
        let evaluator = QueryEvaluator::new().with_cancellation_token(self.token.clone());
        let send = |message| {
            has_sent.set(true);
            self.send(message, to)
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
    /// Sends a part of the answer. Whoever is gone wants no answer, and what was computed when something was used up is
    /// none: either ends the evaluation.
    fn send(&self, message: Message, to: &Giver<Message>) -> Result<(), QueryError> {
        if usage::used_up().is_some() {
            return Err(QueryError::Broken);
        }
        to.give(message, self.until, self.limits.patience).map_err(|reason| {
            match reason {
                NotTaken::Late => usage::use_up(UsedUp::Time),
                NotTaken::Away => usage::use_up(UsedUp::Patience),
                NotTaken::Gone => {}
            }
            QueryError::Broken
        })
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
