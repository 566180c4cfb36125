//! The statements of a knowledge base as the evaluator of queries wants them.

use std::error::Error;
use std::fmt;
use std::rc::Rc;

use oxrdf::Term;
use spareval::{CancellationToken, ExpressionTerm, InternalQuad, QueryableDataset};

use super::usage::{Alive, Made, UsedUp, read, step, use_up};
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
pub(super) struct Asked<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) default_graph: DefaultGraph,
    /// Whether anybody still wants to know.
    pub(super) token: CancellationToken,
    /// Bytes of the longest text that may be computed with.
    pub(super) longest: u64,
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

impl Error for AskedError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            AskedError::Store(error) => Some(error),
            AskedError::Cancelled => None,
        }
    }
}

impl From<StoreError> for AskedError {
    fn from(error: StoreError) -> AskedError {
        AskedError::Store(error)
    }
}

/// A term during evaluation. It is counted as long as it lives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Word {
    term: Wording,
    alive: Alive,
}

/// A number if the knowledge base has the term, and only then, so that equal terms are equal here.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Wording {
    Known(TermId),
    Other(Rc<Other>),
}

/// A term that the knowledge base does not have.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Other {
    term: Term,
    made: Made,
}

impl Word {
    fn known(id: TermId) -> Word {
        Word { alive: Alive::new(), term: Wording::Known(id) }
    }

    fn other(term: Term) -> Word {
        let made = Made::new(text_of(&term).len());
        Word { alive: Alive::new(), term: Wording::Other(Rc::new(Other { term, made })) }
    }
}

/// What a term is made of.
fn text_of(term: &Term) -> &str {
    match term {
        Term::NamedNode(node) => node.as_str(),
        Term::BlankNode(node) => node.as_str(),
        Term::Literal(literal) => literal.value(),
    }
}

/// The term itself, without a copy if nobody else has it.
fn unwrapped(other: Rc<Other>) -> Term {
    Rc::try_unwrap(other).map_or_else(|other| other.term.clone(), |other| other.term)
}

impl Asked<'_> {
    fn is_wanted(&self) -> Result<(), AskedError> {
        step();
        if self.token.is_cancelled() { Err(AskedError::Cancelled) } else { Ok(()) }
    }

    /// Stops everything if a text is too long for what the query does with it.
    fn is_short(&self, text: &str) -> Result<(), AskedError> {
        if text.len() as u64 <= self.longest {
            return Ok(());
        }
        // The evaluator takes an error for a value that is missing, and goes on.
        use_up(UsedUp::Text);
        Err(AskedError::Cancelled)
    }

    /// What a term of a query is on the shelves: its number, or that no statement can have it.
    fn wanted(word: Option<&Word>) -> Result<Option<TermId>, Nowhere> {
        match word.map(|word| &word.term) {
            None => Ok(None),
            Some(Wording::Known(id)) => Ok(Some(*id)),
            Some(Wording::Other(_)) => Err(Nowhere),
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
            Some(Some(Word { term: Wording::Known(id), .. })) => Graphs::One(*id),
            Some(Some(Word { term: Wording::Other(_), .. })) => return Err(Nowhere),
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

impl<'a> QueryableDataset<'a> for Asked<'a> {
    type InternalTerm = Word;
    type Error = AskedError;

    fn internal_quads_for_pattern(
        &self,
        subject: Option<&Word>,
        predicate: Option<&Word>,
        object: Option<&Word>,
        graph_name: Option<Option<&Word>>,
    ) -> impl Iterator<Item = Result<InternalQuad<Word>, AskedError>> + use<'a> {
        step();
        let found = match self.pattern(subject, predicate, object, graph_name) {
            Ok(pattern) if !self.token.is_cancelled() => match self.snapshot.quads(pattern) {
                Ok(quads) => Found::Quads(quads, self.token.clone()),
                Err(error) => Found::Failed(Some(error.into())),
            },
            _ => Found::Failed(None),
        };
        found.map(|quad| {
            quad.map(|quad| InternalQuad {
                subject: Word::known(quad.subject),
                predicate: Word::known(quad.predicate),
                object: Word::known(quad.object),
                graph_name: (quad.graph != 0).then(|| Word::known(quad.graph)),
            })
        })
    }

    fn internal_named_graphs(&self) -> impl Iterator<Item = Result<Word, AskedError>> + use<'a> {
        let (snapshot, token, mut next) = (self.snapshot, self.token.clone(), Some(1));
        std::iter::from_fn(move || {
            if token.is_cancelled() {
                return None;
            }
            let graph = match snapshot.graph_from(next?) {
                Ok(graph) => graph?,
                Err(error) => return Some(Err(error.into())),
            };
            next = graph.checked_add(1);
            Some(Ok(Word::known(graph)))
        })
    }

    fn contains_internal_graph_name(&self, graph_name: &Word) -> Result<bool, AskedError> {
        match graph_name.term {
            Wording::Known(id) => Ok(self.snapshot.graph_from(id)? == Some(id)),
            Wording::Other(_) => Ok(false),
        }
    }

    fn internalize_term(&self, term: Term) -> Result<Word, AskedError> {
        self.is_wanted()?;
        Ok(match self.snapshot.find(term.as_ref())? {
            Some(id) => Word::known(id),
            None => Word::other(term),
        })
    }

    fn externalize_term(&self, term: Word) -> Result<Term, AskedError> {
        self.is_wanted()?;
        let term = match term.term {
            Wording::Known(id) => self.snapshot.term(id)?,
            Wording::Other(other) => unwrapped(other),
        };
        read(text_of(&term).len());
        Ok(term)
    }

    fn externalize_expression_term(&self, term: Word) -> Result<ExpressionTerm, AskedError> {
        self.is_wanted()?;
        let number = match term.term {
            Wording::Known(number) => number,
            Wording::Other(other) => {
                read(text_of(&other.term).len());
                if let Term::Literal(literal) = &other.term {
                    self.is_short(literal.value())?;
                }
                return Ok(unwrapped(other).into());
            }
        };
        // What is counted with and compared a million times in a query takes a short way.
        let mut length = 0;
        let short = self.snapshot.look(number, |stored| {
            let (Stored::Iri(text)
            | Stored::Blank(text)
            | Stored::Text(text)
            | Stored::LanguageText(text, _)
            | Stored::Typed(text, _)) = stored;
            length = text.len();
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
        read(length);
        match short {
            Some(term) => Ok(term),
            None => Ok(self.snapshot.term(number)?.into()),
        }
    }
}

/// Statements, or why there are none. When nobody wants them any more there are none, rather than an error each: the
/// evaluator keeps errors and goes on, and a path within paths would double them at each level.
enum Found<'a> {
    Quads(Quads<'a>, CancellationToken),
    Failed(Option<AskedError>),
}

impl Iterator for Found<'_> {
    type Item = Result<crate::snapshot::Quad, AskedError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Found::Quads(_, token) if token.is_cancelled() => None,
            Found::Quads(quads, _) => quads.next().map(|quad| quad.map_err(AskedError::from)),
            Found::Failed(error) => error.take().map(Err),
        }
    }
}
