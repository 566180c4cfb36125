//! `lode kb verify`: whether a knowledge base is whole.

use lode::job::Ended;

use super::{counted, open};
use crate::args::Folder;
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

pub(super) fn run(settings: &Folder, printer: &Printer) -> Result<Exit, Diagnostic> {
    let base = open(&settings.kb)?;
    let watch = Watch::new(printer);
    let verdict = watch.over(|job| lode::kb::verify(&base, job))?;
    watch.finish();
    let verdict = match verdict {
        Ended::Done(verdict) => verdict,
        Ended::Stopped { next, .. } => return Ok(stopped("before everything was looked at", next, printer)),
    };
    if verdict.problems.is_empty() {
        let mut parts = vec![
            counted(verdict.statements, "statement"),
            counted(verdict.terms, "term"),
            counted(verdict.sources, "source"),
        ];
        if verdict.captures > 0 {
            parts.push(format!("{} in the archive", counted(verdict.captures, "record")));
        }
        printer.say(&format!("whole: {}", parts.join(", ")));
        return Ok(Exit::Done);
    }
    for problem in &verdict.problems {
        printer.page_error(&settings.kb.display().to_string(), problem);
    }
    Err(Diagnostic::new(format!(
        "{} is damaged: {}",
        settings.kb.display(),
        counted(verdict.problems.len() as u64, "problem")
    ))
    .with_hint("restore it from a copy, or harvest it again into a new folder"))
}
