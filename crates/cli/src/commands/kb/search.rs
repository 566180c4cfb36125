//! `lode kb search`: the texts that have some words.

use lode::export::Sheet;
use lode::kb::short;
use lode::wire;

use super::{open, table};
use crate::args::{PlainFormat, Search};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;

pub(super) fn run(settings: &Search, printer: &Printer) -> Result<Exit, Diagnostic> {
    let snapshot = open(&settings.kb)?.read()?;
    let hits = snapshot.search(&settings.words.join(" "), settings.most)?;
    let mut output = Output::open(None)?;
    let text = match settings.format {
        PlainFormat::Jsonl => hits.iter().map(|hit| wire::line(&wire::v1::Hit::of(hit))).collect(),
        PlainFormat::Text => {
            let prefixes = snapshot.prefixes()?;
            let mut sheet = Sheet::new(["of", "property", "text", "page"]);
            for hit in &hits {
                let of = hit.label.clone().unwrap_or_else(|| short(&hit.subject, &prefixes));
                let property = short(&hit.property, &prefixes);
                sheet.push(vec![Some(of), Some(property), Some(hit.text.clone()), hit.page.clone()]);
            }
            table(&sheet, settings.most)
        }
    };
    output.write(&text).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    printer.say(&format!("{} found", hits.len()));
    Ok(if hits.is_empty() { Exit::NothingFound } else { Exit::Done })
}
