//! Why a query was not answered, and what to do about it.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use job::{Advice, Failure};
use knowledge::rdf::Place;

use crate::error::StoreError;

/// Why a query was not answered.
#[derive(Debug)]
#[non_exhaustive]
pub enum QueryError {
    /// It is not SPARQL.
    Syntax {
        /// What is wrong.
        message: String,
        /// Where, if the parser knows.
        place: Option<Place>,
        /// A prefix that is not declared, if that is what is wrong.
        prefix: Option<String>,
        /// The prefixes that need not be declared.
        known: Vec<String>,
    },
    /// It has too many bytes.
    TooLong {
        /// How many it may have.
        most: usize,
    },
    /// Its brackets are nested too deep.
    TooDeep {
        /// How deep they may be.
        most: usize,
    },
    /// It has too many operators.
    TooComplex {
        /// How many it may have.
        most: usize,
    },
    /// It would make a text that no memory holds.
    TooMuchText,
    /// It would change the knowledge base: the word that says so.
    Update(String),
    /// It asks another machine.
    Service(String),
    /// Its time is over.
    Time(Duration),
    /// Its memory is used up.
    Memory {
        /// How many bytes it might use.
        most: u64,
    },
    /// As many others were being answered as may be at a time.
    Crowded {
        /// How many may be.
        at_once: usize,
        /// How long it has waited.
        waited: Duration,
    },
    /// Its answer was not taken for so long.
    NotTaken(Duration),
    /// Something in it cannot be evaluated.
    Evaluation(String),
    /// The knowledge base cannot be read.
    Store(StoreError),
    /// The evaluator broke down.
    Broken,
}

impl Failure for QueryError {
    fn code(&self) -> &'static str {
        match self {
            QueryError::Syntax { prefix: Some(_), .. } => "query-prefix",
            QueryError::Syntax { .. } => "query-syntax",
            QueryError::TooLong { .. } => "query-too-long",
            QueryError::TooDeep { .. } => "query-too-deep",
            QueryError::TooComplex { .. } => "query-too-complex",
            QueryError::TooMuchText => "query-too-much-text",
            QueryError::Update(_) => "query-update",
            QueryError::Service(_) => "query-service",
            QueryError::Time(_) => "query-time",
            QueryError::Memory { .. } => "query-memory",
            QueryError::Crowded { .. } => "query-crowded",
            QueryError::NotTaken(_) => "query-not-taken",
            QueryError::Evaluation(_) => "query-evaluation",
            QueryError::Store(error) => error.code(),
            QueryError::Broken => "query-broken",
        }
    }

    fn advice(&self) -> Option<Advice> {
        Some(match self {
            QueryError::Syntax { prefix: Some(prefix), known, .. } => Advice::new(declare(prefix, known)),
            QueryError::TooLong { .. } | QueryError::TooDeep { .. } | QueryError::TooComplex { .. } => {
                Advice::new("ask in several queries")
            }
            QueryError::TooMuchText => {
                Advice::new("put less into CONCAT and REPLACE, or leave long texts aside: FILTER(STRLEN(?x) < 1000)")
            }
            QueryError::Update(_) => Advice::ChangeBase,
            QueryError::Service(_) => Advice::LoadFirst,
            QueryError::Time(_) => Advice::MoreTime,
            QueryError::Memory { .. } => Advice::MoreMemory,
            QueryError::Crowded { .. } => Advice::new("ask again when others have their answers"),
            QueryError::NotTaken(_) => Advice::new("take rows as they come, or ask for fewer: LIMIT and OFFSET"),
            QueryError::Store(error) => return error.advice(),
            QueryError::Broken => Advice::new("please report the query"),
            QueryError::Syntax { .. } | QueryError::Evaluation(_) => return None,
        })
    }
}

/// What to do about a prefix that is not declared.
fn declare(prefix: &str, known: &[String]) -> String {
    let declare = format!("declare it: PREFIX {prefix}: <http://…>");
    if known.is_empty() {
        return declare;
    }
    let known: Vec<String> = known.iter().map(|prefix| format!("{prefix}:")).collect();
    format!("prefixes here: {}; or {declare}", known.join(", "))
}

/// The line and the column of a byte of a text.
pub(super) fn place_of(text: &str, at: usize) -> Place {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.rsplit('\n').next().unwrap_or_default();
    Place { line: before.matches('\n').count() as u64 + 1, column: line.chars().count() as u64 + 1 }
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueryError::Syntax { place: Some(Place { line, column }), prefix: Some(prefix), .. } => {
                write!(f, "unknown prefix {prefix}: at line {line}, column {column}")
            }
            QueryError::Syntax { message, place: Some(Place { line, column }), .. } => {
                write!(f, "line {line}, column {column}: {message}")
            }
            QueryError::Syntax { message, place: None, .. } => f.write_str(message),
            QueryError::TooLong { most } => write!(f, "the query has more than {most} bytes"),
            QueryError::TooDeep { most } => write!(f, "the brackets of the query are nested more than {most} deep"),
            QueryError::TooComplex { most } => {
                write!(f, "the query has more than {most} parts, or is made to be read again and again")
            }
            QueryError::TooMuchText => f.write_str("the query makes texts that are too long for its memory"),
            QueryError::Update(word) => write!(f, "{word} is an update, and questions only read"),
            QueryError::Service(service) => write!(f, "SERVICE is off: the query asks {service}"),
            QueryError::Time(time) => write!(f, "the query took longer than {} seconds", time.as_secs_f32()),
            QueryError::Memory { most } => write!(f, "the query needs more than {} MB of memory", most >> 20),
            QueryError::Crowded { at_once, waited } => write!(
                f,
                "{at_once} queries are being answered, as many as may be at a time, and none has ended for {} seconds",
                waited.as_secs_f32()
            ),
            QueryError::NotTaken(patience) => {
                write!(f, "nobody has taken the rows of the answer for {} seconds", patience.as_secs_f32())
            }
            QueryError::Evaluation(message) => f.write_str(message),
            QueryError::Store(error) => error.fmt(f),
            QueryError::Broken => f.write_str("the query broke the evaluator"),
        }
    }
}

impl Error for QueryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            QueryError::Store(error) => Some(error),
            _ => None,
        }
    }
}

impl From<StoreError> for QueryError {
    fn from(error: StoreError) -> QueryError {
        QueryError::Store(error)
    }
}
