//! Why a file was not read, where, and what to do about it. Which file it was is known to the caller.

use std::error::Error;
use std::fmt;

use job::{Advice, Failure};

use super::Syntax;

/// Where in the input, both counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The character in the line.
    pub column: u64,
}

impl Place {
    /// Of a byte in the input.
    pub(super) fn of(bytes: &[u8], offset: usize) -> Place {
        let before = &bytes[..offset.min(bytes.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        // Bytes that go on with a character are not characters.
        let column = before[start..].iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
        Place { line: line as u64 + 1, column: column as u64 + 1 }
    }
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RdfError {
    /// The input has more bytes than are read.
    TooLarge {
        /// The syntax it is in.
        syntax: Syntax,
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        limit: usize,
    },
    /// The input is not in the syntax.
    Syntax {
        /// In which it was read.
        syntax: Syntax,
        /// Where, if the parser knows.
        place: Option<Place>,
        /// What the parser says.
        message: String,
    },
    /// RDF/XML that declares entities which may grow without bounds, or things that are no entities.
    Entities(Place),
    /// Elements or brackets within one another, more than anybody writes.
    TooDeep {
        /// Where it is too much.
        place: Place,
        /// How many there may be.
        limit: usize,
    },
    /// A tag with more attributes than anybody writes.
    LongTag {
        /// Where it begins.
        place: Place,
        /// How many bytes it may have.
        limit: usize,
    },
    /// A string or an address that is longer than anybody writes.
    LongText {
        /// Where it is too much.
        place: Place,
        /// How many bytes it may have.
        limit: usize,
    },
    /// More prefixes than anybody declares.
    Prefixes {
        /// How many there may be.
        limit: usize,
    },
    /// The input cannot be read.
    Input(String),
    /// JSON-LD that wants a context from elsewhere.
    RemoteContext,
    /// JSON-LD with so many contexts that reading it would take for ever.
    Contexts,
}

impl fmt::Display for RdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RdfError::TooLarge { syntax, bytes, limit } => {
                write!(f, "it has {bytes} bytes, and of {syntax} no more than {limit} are read")
            }
            RdfError::Syntax { syntax, place: Some(Place { line, column }), message } => {
                write!(f, "line {line}, column {column} is not {syntax}: {message}")
            }
            RdfError::Syntax { syntax, place: None, message } => write!(f, "not {syntax}: {message}"),
            RdfError::Entities(Place { line, column }) => {
                write!(f, "line {line}, column {column}: only short entities without others in them are read")
            }
            RdfError::TooDeep { place: Place { line, column }, limit } => {
                write!(f, "line {line}, column {column}: more than {limit} levels of nesting")
            }
            RdfError::Input(cause) => f.write_str(cause),
            RdfError::RemoteContext => {
                write!(f, "the context is an address on the web, where it is not looked up")
            }
            RdfError::LongTag { place: Place { line, column }, limit } => {
                write!(f, "line {line}, column {column}: a tag of more than {limit} bytes")
            }
            RdfError::LongText { place: Place { line, column }, limit } => {
                write!(f, "line {line}, column {column}: a string or an address of more than {limit} bytes")
            }
            RdfError::Prefixes { limit } => write!(f, "more than {limit} prefixes"),
            RdfError::Contexts => write!(f, "more contexts than are read in a file of this size"),
        }
    }
}

impl Error for RdfError {}

impl Failure for RdfError {
    fn code(&self) -> &'static str {
        match self {
            RdfError::TooLarge { .. } => "rdf-too-large",
            RdfError::Syntax { .. } => "rdf-syntax",
            RdfError::Entities(_) => "rdf-entities",
            RdfError::TooDeep { .. } => "rdf-too-deep",
            RdfError::LongTag { .. } => "rdf-long-tag",
            RdfError::LongText { .. } => "rdf-long-text",
            RdfError::Prefixes { .. } => "rdf-prefixes",
            RdfError::Input(_) => "rdf-input",
            RdfError::RemoteContext => "rdf-remote-context",
            RdfError::Contexts => "rdf-contexts",
        }
    }

    fn advice(&self) -> Option<Advice> {
        let sentence = match self {
            RdfError::TooLarge { .. } => {
                "give it as N-Quads, N-Triples, TriG or Turtle, which are read piece by piece; of an ontology keep \
                 what the pages are about"
            }
            RdfError::Syntax { syntax: Syntax::Turtle, .. } => {
                "look at the line: often a prefix is not declared, or a `.` or `;` is missing on a line before"
            }
            RdfError::Syntax { .. } => "look at the line, or save it as Turtle (.ttl)",
            RdfError::Entities(_) => "write the addresses out instead of `&name;`, or save it as Turtle",
            RdfError::TooDeep { .. } => "give it as N-Triples or N-Quads, where nothing is nested",
            RdfError::LongTag { .. } => "write attributes as elements, or save it as Turtle",
            RdfError::LongText { .. } => "look whether a quote is missing; or give it as N-Triples",
            RdfError::Prefixes { .. } => "give it as N-Triples or N-Quads, which have no prefixes",
            RdfError::Input(_) => "see whether the file is there and whole",
            RdfError::RemoteContext => "copy the context into the file: nothing is loaded from the network",
            RdfError::Contexts => "put one `@context` at the top of the file, or save it as Turtle",
        };
        Some(Advice::new(sentence))
    }
}
