//! The statements of a knowledge base as the evaluator of queries wants them.

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::fmt;
use std::panic::resume_unwind;
use std::rc::Rc;

use oxrdf::Term;
use spareval::{CancellationToken, ExpressionTerm, InternalQuad, QueryableDataset};

use crate::error::StoreError;
use crate::snapshot::{Graphs, Pattern, Quads, Snapshot};
use crate::terms::{Stored, TermId, id};

/// What a query means by statements of no graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DefaultGraph {
    /// All statements of all graphs, each once: whoever does not ask for a source gets what any source says.
    #[default]
    Union,
    /// Those that are in no named graph, as other stores have it.
    Unnamed,
}

/// A snapshot that is asked.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) snapshot: Snapshot,
    pub(super) default_graph: DefaultGraph,
    /// Whether anybody still wants to know.
    pub(super) token: CancellationToken,
    /// Bytes of the longest text that may be computed with.
    pub(super) longest: u64,
    /// Whether there was a longer one. The evaluator takes an error for a value that is missing, and goes on.
    pub(super) was_too_long: Rc<Cell<bool>>,
}

/// Why the evaluator gets no statement and no term.
#[derive(Debug)]
pub(super) enum AskedError {
    Store(StoreError),
    /// The evaluator looks by itself only where statements are found; one that finds none, or computes with terms,
    /// would go on for ever.
    Cancelled,
}

impl fmt::Display for AskedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskedError::Store(error) => error.fmt(f),
            AskedError::Cancelled => f.write_str("nobody wants to know any more"),
        }
    }
}

impl Error for AskedError {}

impl From<StoreError> for AskedError {
    fn from(error: StoreError) -> AskedError {
        AskedError::Store(error)
    }
}

/// A term during evaluation: a number if the knowledge base has it, and only then, so that equal terms are equal here.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(super) enum Word {
    Known(TermId),
    Other(Rc<Term>),
}

/// What ends an evaluation from within.
#[derive(Debug)]
pub(super) struct Stopped;

/// Copies of terms between two looks whether anybody still wants to know.
const COPIES: u32 = 1 << 10;

thread_local! {
    /// Copies that are left until the next look, and whom to look at.
    static LEFT: Cell<u32> = const { Cell::new(COPIES) };
    static ASKER: RefCell<Option<CancellationToken>> = const { RefCell::new(None) };
}

/// From now on, whatever is evaluated on this thread is for the one with this token.
pub(super) fn evaluate_for(token: &CancellationToken) {
    ASKER.set(Some(token.clone()));
}

/// Rows of a product are made of copies of others, without a look at the dataset: thousands of millions of them after
/// the last statement was read. All that the evaluator calls then is this, and all that ends it is to unwind.
impl Clone for Word {
    fn clone(&self) -> Word {
        let left = LEFT.get();
        LEFT.set(if left == 0 { COPIES } else { left - 1 });
        if left == 0 && ASKER.with_borrow(|asker| asker.as_ref().is_some_and(CancellationToken::is_cancelled)) {
            // Unlike a panic, this says nothing to anybody.
            resume_unwind(Box::new(Stopped));
        }
        match self {
            Word::Known(id) => Word::Known(*id),
            Word::Other(term) => Word::Other(Rc::clone(term)),
        }
    }
}

impl Asked {
    fn is_wanted(&self) -> Result<(), AskedError> {
        if self.token.is_cancelled() { Err(AskedError::Cancelled) } else { Ok(()) }
    }

    /// Stops everything if a text is too long for what the query does with it.
    fn is_short(&self, text: &str) -> Result<(), AskedError> {
        if text.len() as u64 <= self.longest {
            return Ok(());
        }
        self.was_too_long.set(true);
        self.token.cancel();
        Err(AskedError::Cancelled)
    }

    /// What a term of a query is on the shelves: its number, or that no statement can have it.
    fn wanted(word: Option<&Word>) -> Result<Option<TermId>, Nowhere> {
        match word {
            None => Ok(None),
            Some(Word::Known(id)) => Ok(Some(*id)),
            Some(Word::Other(_)) => Err(Nowhere),
        }
    }

    fn pattern(
        &self,
        subject: Option<&Word>,
        predicate: Option<&Word>,
        object: Option<&Word>,
        graph: Option<Option<&Word>>,
    ) -> Result<Pattern, Nowhere> {
        let graph = match graph {
            None => Graphs::Named,
            Some(None) => match self.default_graph {
                DefaultGraph::Union => Graphs::Union,
                DefaultGraph::Unnamed => Graphs::One(0),
            },
            Some(Some(Word::Known(id))) => Graphs::One(*id),
            Some(Some(Word::Other(_))) => return Err(Nowhere),
        };
        Ok(Pattern {
            subject: Self::wanted(subject)?,
            predicate: Self::wanted(predicate)?,
            object: Self::wanted(object)?,
            graph,
        })
    }
}

/// A term that the knowledge base does not have.
struct Nowhere;

impl<'a> QueryableDataset<'a> for Asked {
    type InternalTerm = Word;
    type Error = AskedError;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Word>,
        predicate: Option<&Word>,
        object: Option<&Word>,
        graph_name: Option<Option<&Word>>,
    ) -> impl Iterator<Item = Result<InternalQuad<Word>, AskedError>> + use<'a> {
        let found = match self.pattern(subject, predicate, object, graph_name) {
            Ok(pattern) if !self.token.is_cancelled() => match self.snapshot.quads(pattern) {
                Ok(quads) => Found::Quads(quads, self.token.clone()),
                Err(error) => Found::Failed(Some(error.into())),
            },
            _ => Found::Failed(None),
        };
        found.map(|quad| {
            quad.map(|quad| InternalQuad {
                subject: Word::Known(quad.subject),
                predicate: Word::Known(quad.predicate),
                object: Word::Known(quad.object),
                graph_name: (quad.graph != 0).then_some(Word::Known(quad.graph)),
            })
        })
    }

    fn internal_named_graphs(&self) -> impl Iterator<Item = Result<Word, AskedError>> + use<'a> {
        let (snapshot, token, mut next) = (self.snapshot.clone(), self.token.clone(), Some(1));
        std::iter::from_fn(move || {
            if token.is_cancelled() {
                return None;
            }
            let graph = match snapshot.graph_from(next?) {
                Ok(graph) => graph?,
                Err(error) => return Some(Err(error.into())),
            };
            next = graph.checked_add(1);
            Some(Ok(Word::Known(graph)))
        })
    }

    fn contains_internal_graph_name(&self, graph_name: &Word) -> Result<bool, AskedError> {
        match graph_name {
            Word::Known(id) => Ok(self.snapshot.graph_from(*id)? == Some(*id)),
            Word::Other(_) => Ok(false),
        }
    }

    fn internalize_term(&self, term: Term) -> Result<Word, AskedError> {
        self.is_wanted()?;
        Ok(match self.snapshot.find(term.as_ref())? {
            Some(id) => Word::Known(id),
            None => Word::Other(Rc::new(term)),
        })
    }

    fn externalize_term(&self, term: Word) -> Result<Term, AskedError> {
        self.is_wanted()?;
        match term {
            Word::Known(id) => Ok(self.snapshot.term(id)?),
            Word::Other(term) => Ok(Rc::unwrap_or_clone(term)),
        }
    }

    fn externalize_expression_term(&self, term: Word) -> Result<ExpressionTerm, AskedError> {
        self.is_wanted()?;
        let number = match term {
            Word::Known(number) => number,
            Word::Other(term) => {
                if let Term::Literal(literal) = term.as_ref() {
                    self.is_short(literal.value())?;
                }
                return Ok(Rc::unwrap_or_clone(term).into());
            }
        };
        // What is counted with and compared a million times in a query takes a short way.
        let short = self.snapshot.look(number, |stored| {
            let (Stored::Iri(text)
            | Stored::Blank(text)
            | Stored::Text(text)
            | Stored::LanguageText(text, _)
            | Stored::Typed(text, _)) = stored;
            self.is_short(text)?;
            Ok::<_, AskedError>(match stored {
                Stored::Text(text) => Some(ExpressionTerm::StringLiteral(text.to_owned())),
                Stored::Typed(text, id::xsd_integer) => text.parse().ok().map(ExpressionTerm::IntegerLiteral),
                Stored::Typed(text, id::xsd_decimal) => text.parse().ok().map(ExpressionTerm::DecimalLiteral),
                Stored::Typed(text, id::xsd_double) => text.parse().ok().map(ExpressionTerm::DoubleLiteral),
                Stored::Typed(text, id::xsd_boolean) => text.parse().ok().map(ExpressionTerm::BooleanLiteral),
                Stored::Typed(text, id::xsd_date_time) => text.parse().ok().map(ExpressionTerm::DateTimeLiteral),
                Stored::Typed(text, id::xsd_date) => text.parse().ok().map(ExpressionTerm::DateLiteral),
                _ => None,
            })
        })??;
        match short {
            Some(term) => Ok(term),
            None => Ok(self.snapshot.term(number)?.into()),
        }
    }
}

/// Statements, or why there are none. When nobody wants them any more there are none, rather than an error each: the
/// evaluator keeps errors and goes on, and a path within paths would double them at each level.
enum Found {
    Quads(Quads, CancellationToken),
    Failed(Option<AskedError>),
}

impl Iterator for Found {
    type Item = Result<crate::snapshot::Quad, AskedError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Found::Quads(_, token) if token.is_cancelled() => None,
            Found::Quads(quads, _) => quads.next().map(|quad| quad.map_err(AskedError::from)),
            Found::Failed(error) => error.take().map(Err),
        }
    }
}
