//! `lode kb query`: a question in SPARQL, and its answer as a table or in one of SPARQL's formats.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lode::export::Sheet;
use lode::kb::readable;
use lode::store::sparql::{Answer, AnswerError, AnswerFormat, Bit, DefaultGraph, Head, Limits, Prefixes, write_answer};

use super::{counted, format_of, open, table};
use crate::args::{Query, QueryFormat};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;
use crate::watching::until_stopped;

/// Rows that are shown to people.
const SHOWN: usize = 60;

pub(super) fn run(settings: &Query, printer: &Printer) -> Result<Exit, Diagnostic> {
    until_stopped(printer, |temporary| answer(settings, printer, temporary))
}

/// Asks, and writes the answer; notes the file that it is written to until it is complete.
fn answer(settings: &Query, printer: &Printer, temporary: &Mutex<Option<PathBuf>>) -> Result<Exit, Diagnostic> {
    let base = open(&settings.kb)?;
    let format = match settings.format {
        Some(format) => format,
        None => format_of(settings.output.as_deref())?.unwrap_or_default(),
    };
    let query = match settings.query.as_str() {
        "-" => {
            let mut text = String::new();
            let read = io::stdin().lock().read_to_string(&mut text);
            read.map_err(|error| Diagnostic::new(format!("cannot read the query: {error}")))?;
            text
        }
        query => query.to_owned(),
    };
    let default_graph = if settings.strict { DefaultGraph::Unnamed } else { DefaultGraph::Union };
    let time = Duration::try_from_secs_f64(settings.timeout.max(0.0)).unwrap_or(Duration::MAX);
    // Whoever gives a query more time has it for reading the answer too.
    let limits = Limits { time, memory: settings.memory.saturating_mul(1 << 20), patience: time, ..Limits::default() };
    let prefixes = base.read()?.prefixes()?;
    let answer = base.query(&query, &prefixes, default_graph, limits)?;
    let mut output = Output::open(settings.output.as_deref())?;
    *temporary.lock().unwrap_or_else(PoisonError::into_inner) = output.temporary();
    let format = match format {
        QueryFormat::Text => None,
        QueryFormat::Csv => Some(AnswerFormat::Csv),
        QueryFormat::Tsv => Some(AnswerFormat::Tsv),
        QueryFormat::Json => Some(AnswerFormat::Json),
        QueryFormat::Xml => Some(AnswerFormat::Xml),
        QueryFormat::Ttl => Some(AnswerFormat::Turtle),
    };
    // Yes or no is the whole answer.
    let what = match &answer.head {
        Head::Boolean(_) => None,
        Head::Rows(_) => Some("row"),
        Head::Triples => Some("statement"),
    };
    let written = match format {
        Some(format) => write_answer(answer, format, &prefixes, output.writer()),
        None => text(answer, &prefixes).and_then(|(text, count)| {
            output.write(&text)?;
            Ok(count)
        }),
    };
    let count = match written {
        Ok(count) => count,
        Err(AnswerError::Io(error)) => Output::ignore_closed_pipe(error)?,
        Err(error) => return Err(error.into()),
    };
    output.finish()?;
    if let Some(what) = what {
        printer.say(&counted(count, what));
    }
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}

/// The answer for people: the first rows as a table, yes or no, or statements.
fn text(answer: Answer, prefixes: &Prefixes) -> Result<(String, u64), AnswerError> {
    let columns: Vec<String> = match &answer.head {
        Head::Boolean(value) => return Ok((if *value { "yes\n" } else { "no\n" }.to_owned(), u64::from(*value))),
        Head::Rows(variables) => variables.iter().map(|variable| variable.as_str().to_owned()).collect(),
        Head::Triples => ["subject", "predicate", "object"].map(str::to_owned).to_vec(),
    };
    let mut sheet = Sheet::new(columns);
    let mut count = 0;
    for bit in answer {
        let rows: Vec<Vec<Option<String>>> = match bit? {
            Bit::Rows(rows) => {
                let row = |row: Vec<Option<_>>| row.iter().map(|t| t.as_ref().map(|t| readable(t, prefixes))).collect();
                rows.into_iter().map(row).collect()
            }
            Bit::Triples(triples) => {
                let row = |triple: lode::store::Triple| {
                    let terms = [triple.subject.into(), triple.predicate.into(), triple.object];
                    terms.iter().map(|term| Some(readable(term, prefixes))).collect()
                };
                triples.into_iter().map(row).collect()
            }
        };
        count += rows.len() as u64;
        // What is not shown is only counted.
        rows.into_iter().take(SHOWN.saturating_sub(sheet.height())).for_each(|row| sheet.push(row));
    }
    let mut text = table(&sheet, SHOWN);
    if count > SHOWN as u64 {
        text.push_str(&format!("  … {} more; all of them: --format csv -o FILE\n", count - SHOWN as u64));
    }
    Ok((text, count))
}
