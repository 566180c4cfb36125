//! `lode kb verify`: whether a knowledge base is whole.

use super::open;
use crate::args::Folder;
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &Folder, printer: &Printer) -> Result<Exit, Failure> {
    let verdict = open(&settings.kb)?.read()?.verify()?;
    if verdict.problems.is_empty() {
        printer.say(&format!(
            "whole: {} statements, {} terms, {} sources",
            verdict.statements, verdict.terms, verdict.sources
        ));
        return Ok(Exit::Done);
    }
    for problem in &verdict.problems {
        printer.page_error(&settings.kb.display().to_string(), problem);
    }
    Err(Failure::new(format!("{} is damaged: {} problems", settings.kb.display(), verdict.problems.len()))
        .with_hint("restore it from a copy, or harvest it again into a new folder"))
}
