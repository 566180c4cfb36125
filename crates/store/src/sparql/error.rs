//! Why a query was not answered, and what to do about it.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use knowledge::rdf::Place;

use crate::error::StoreError;

/// Why a query was not answered.
#[derive(Debug)]
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
    /// Something in it cannot be evaluated.
    Evaluation(String),
    /// The knowledge base cannot be read.
    Store(StoreError),
    /// The evaluator broke down.
    Broken,
}

impl QueryError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            QueryError::Syntax { prefix: Some(prefix), known, .. } => {
                let declare = format!("declare it: PREFIX {prefix}: <http://…>");
                if known.is_empty() {
                    return Some(declare);
                }
                let known: Vec<String> = known.iter().map(|prefix| format!("{prefix}:")).collect();
                format!("prefixes here: {}; or {declare}", known.join(", "))
            }
            QueryError::Syntax { .. } => return None,
            QueryError::TooLong { .. } | QueryError::TooDeep { .. } | QueryError::TooComplex { .. } => {
                "ask in several queries".to_owned()
            }
            QueryError::TooMuchText => {
                "put less into CONCAT and REPLACE, or leave long texts aside: FILTER(STRLEN(?x) < 1000)".to_owned()
            }
            QueryError::Update(_) => "change it with `lode kb load`, `lode populate` or `lode kb merge`".to_owned(),
            QueryError::Service(_) => "load what you need with `lode kb load` and ask here".to_owned(),
            QueryError::Time(_) => {
                "give it more with --timeout, or ask for less: LIMIT, or a more precise pattern".to_owned()
            }
            QueryError::Memory { .. } => {
                "give it more with --memory, or ask for less: LIMIT, or patterns that have a variable in common"
                    .to_owned()
            }
            QueryError::Store(error) => return error.hint(),
            QueryError::Evaluation(_) => return None,
            QueryError::Broken => "please report the query".to_owned(),
        })
    }
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
            QueryError::Evaluation(message) => f.write_str(message),
            QueryError::Store(error) => error.fmt(f),
            QueryError::Broken => f.write_str("the query broke the evaluator"),
        }
    }
}

impl Error for QueryError {}

impl From<StoreError> for QueryError {
    fn from(error: StoreError) -> QueryError {
        QueryError::Store(error)
    }
}
