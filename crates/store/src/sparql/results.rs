//! Answers as files that others read.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};

use job::{Advice, Failure};
use oxrdf::Variable;
use oxttl::TurtleSerializer;
use sparesults::{QueryResultsFormat, QueryResultsSerializer};

use super::Prefixes;
use super::error::QueryError;
use super::run::{Answer, Bit, Head};

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerFormat {
    /// The result formats of SPARQL; a graph is a table of three columns.
    Csv,
    /// Tab-separated terms in the syntax of SPARQL.
    Tsv,
    /// SPARQL results in JSON.
    Json,
    /// SPARQL results in XML.
    Xml,
    /// A graph in Turtle.
    Turtle,
}

/// Why an answer was not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnswerError {
    /// The query failed half-way.
    Query(QueryError),
    /// The place it goes to failed.
    Io(io::Error),
    /// The format is for another kind of answer.
    Format,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Query(error) => error.fmt(f),
            AnswerError::Io(error) => write!(f, "the answer cannot be written: {error}"),
            AnswerError::Format => f.write_str("the answer is no graph, and Turtle is for graphs"),
        }
    }
}

impl Error for AnswerError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            AnswerError::Query(error) => Some(error),
            AnswerError::Io(error) => Some(error),
            AnswerError::Format => None,
        }
    }
}

impl Failure for AnswerError {
    fn code(&self) -> &'static str {
        match self {
            AnswerError::Query(error) => error.code(),
            AnswerError::Io(_) => "answer-io",
            AnswerError::Format => "answer-format",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            AnswerError::Query(error) => error.advice(),
            AnswerError::Io(_) => None,
            AnswerError::Format => Some(Advice::OtherForm),
        }
    }
}

impl From<io::Error> for AnswerError {
    fn from(error: io::Error) -> AnswerError {
        AnswerError::Io(error)
    }
}

impl From<QueryError> for AnswerError {
    fn from(error: QueryError) -> AnswerError {
        AnswerError::Query(error)
    }
}

/// Writes an answer as it comes. Returns how many rows or statements it has; yes is one, no is none.
///
/// # Errors
///
/// If the query fails half-way, or the place it goes to does.
pub fn write_answer(
    answer: Answer,
    format: AnswerFormat,
    prefixes: &Prefixes,
    to: impl Write,
) -> Result<u64, AnswerError> {
    let format = match format {
        AnswerFormat::Csv => QueryResultsFormat::Csv,
        AnswerFormat::Tsv => QueryResultsFormat::Tsv,
        AnswerFormat::Json => QueryResultsFormat::Json,
        AnswerFormat::Xml => QueryResultsFormat::Xml,
        AnswerFormat::Turtle => return write_graph(answer, prefixes, to),
    };
    let serializer = QueryResultsSerializer::from_format(format);
    let variables = match &answer.head {
        Head::Boolean(value) => {
            let mut to = serializer.serialize_boolean_to_writer(to, *value)?;
            writeln!(to)?;
            return Ok(u64::from(*value));
        }
        Head::Rows(variables) => variables.clone(),
        Head::Triples => ["subject", "predicate", "object"].map(Variable::new_unchecked).to_vec(),
    };
    let mut rows = serializer.serialize_solutions_to_writer(to, variables.clone())?;
    let mut count = 0;
    for bit in answer {
        match bit? {
            Bit::Rows(bit) => {
                for row in &bit {
                    let bound = variables.iter().zip(row).filter_map(|(name, value)| Some((name, value.as_ref()?)));
                    rows.serialize(bound)?;
                }
                count += bit.len() as u64;
            }
            Bit::Triples(bit) => {
                for triple in &bit {
                    let terms = [triple.subject.clone().into(), triple.predicate.clone().into(), triple.object.clone()];
                    rows.serialize(variables.iter().zip(&terms))?;
                }
                count += bit.len() as u64;
            }
        }
    }
    let mut to = rows.finish()?;
    // Tables end their lines themselves.
    if matches!(format, QueryResultsFormat::Json | QueryResultsFormat::Xml) {
        writeln!(to)?;
    }
    Ok(count)
}

fn write_graph(answer: Answer, prefixes: &Prefixes, to: impl Write) -> Result<u64, AnswerError> {
    if answer.head != Head::Triples {
        return Err(AnswerError::Format);
    }
    let serializer = prefixes.given_to(TurtleSerializer::new(), |all, prefix, iri| all.with_prefix(prefix, iri));
    let mut writer = serializer.for_writer(to);
    let mut count = 0;
    for bit in answer {
        if let Bit::Triples(triples) = bit? {
            for triple in &triples {
                writer.serialize_triple(triple)?;
            }
            count += triples.len() as u64;
        }
    }
    writer.finish()?;
    Ok(count)
}
