//! `lode kb query`: a question in SPARQL, and its answer as a table or in one of SPARQL's formats.

use std::io::{self, Read};
use std::time::Duration;

use lode::store::sparql::{AnswerError, AnswerFormat, DefaultGraph, Limits, QueryError, write_answer};

use super::{open, prefixes};
use crate::args::{Query, QueryFormat};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::printer::Printer;

pub(super) fn run(settings: &Query, printer: &Printer) -> Result<Exit, Failure> {
    let base = open(&settings.kb)?;
    let query = match settings.query.as_str() {
        "-" => {
            let mut text = String::new();
            let read = io::stdin().lock().read_to_string(&mut text);
            read.map_err(|error| Failure::new(format!("cannot read the query: {error}")))?;
            text
        }
        query => query.to_owned(),
    };
    let default_graph = if settings.strict { DefaultGraph::Unnamed } else { DefaultGraph::Union };
    let time = Duration::try_from_secs_f64(settings.timeout.max(0.0)).unwrap_or(Duration::MAX);
    let limits = Limits { time, memory: settings.memory.saturating_mul(1 << 20) };
    let prefixes = prefixes();
    let answer = base.query(&query, &prefixes, default_graph, limits).map_err(failure)?;
    let format = match settings.format.unwrap_or_default() {
        QueryFormat::Text => AnswerFormat::Tsv,
        QueryFormat::Csv => AnswerFormat::Csv,
        QueryFormat::Tsv => AnswerFormat::Tsv,
        QueryFormat::Json => AnswerFormat::Json,
        QueryFormat::Xml => AnswerFormat::Xml,
        QueryFormat::Ttl => AnswerFormat::Turtle,
    };
    let mut output = Output::open(settings.output.as_deref())?;
    let count = match write_answer(answer, format, &prefixes, output.writer()) {
        Ok(count) => count,
        Err(AnswerError::Query(error)) => return Err(failure(error)),
        Err(AnswerError::Io(error)) => Output::ignore_closed_pipe(error)?,
        Err(AnswerError::Format) => {
            return Err(Failure::new("the answer is no graph, and Turtle is for graphs")
                .with_hint("ask with CONSTRUCT or DESCRIBE, or take --format csv, json or xml"));
        }
    };
    output.finish()?;
    printer.say(&format!("{count} {}", if count == 1 { "row" } else { "rows" }));
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}

fn failure(error: QueryError) -> Failure {
    let failure = Failure::new(&error);
    match error.hint() {
        Some(hint) => failure.with_hint(hint),
        None => failure,
    }
}
