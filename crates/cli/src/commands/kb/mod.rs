//! `lode kb`: what is done with a knowledge base, one file for each.

mod ask;
mod export;
mod load;
mod merge;
mod push;
mod query;
mod review;
mod search;
mod stats;
mod verify;

use std::path::Path;

use lode::export::Sheet;
use lode::printable;
use lode::store::KnowledgeBase;

use crate::args::Kb;
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;

pub(super) fn run(command: &Kb, printer: &Printer) -> Result<Exit, Diagnostic> {
    match command {
        Kb::Query(settings) => query::run(settings, printer),
        Kb::Ask(settings) => ask::run(settings, printer),
        Kb::Search(settings) => search::run(settings, printer),
        Kb::Review(settings) => review::run(settings, printer),
        Kb::Export(settings) => export::run(settings, printer),
        Kb::Load(settings) => load::run(settings, printer),
        Kb::Stats(settings) => stats::run(settings),
        Kb::Merge(settings) => merge::run(settings, printer),
        Kb::Undo(settings) => merge::undo(settings, printer),
        Kb::Push(settings) => push::run(settings, printer),
        Kb::Verify(settings) => verify::run(settings, printer),
    }
}

/// The knowledge base that a user named.
pub(super) fn open(folder: &Path) -> Result<KnowledgeBase, Diagnostic> {
    Ok(KnowledgeBase::open(folder)?)
}

/// So many of something.
fn counted(count: u64, what: &str) -> String {
    match (count, what.strip_suffix("class")) {
        (1, _) => format!("1 {what}"),
        (_, Some(_)) => format!("{count} {what}es"),
        (_, None) => format!("{count} {what}s"),
    }
}

/// The form that the name of an output asks for, among those that there are.
fn format_of<F: clap::ValueEnum + Copy>(target: Option<&Path>) -> Result<Option<F>, Diagnostic> {
    let ending = target.and_then(Path::extension).and_then(|ending| ending.to_str());
    let Some(ending) = ending else { return Ok(None) };
    F::from_str(ending, true).map(Some).map_err(|_| {
        let known = F::value_variants().iter().filter_map(clap::ValueEnum::to_possible_value);
        let known: Vec<String> = known.map(|value| format!(".{}", value.get_name())).collect();
        Diagnostic::new(format!("nothing is known by the ending .{ending}"))
            .with_hint(format!("there are {}; or say which with --format", known.join(" ")))
    })
}

/// The width of a table for a terminal.
const LINE_WIDTH: usize = 120;

/// A table for a terminal.
fn table(sheet: &Sheet, rows: usize) -> String {
    printable(&lode::export::text_table(sheet, LINE_WIDTH, rows, anstyle::Style::new()))
}
