//! `lode show`: a page at a glance, or as a picture.

use std::fmt::Write as _;

use lode::wire::v1::Overview;
use lode::{Layers, Methods, Page, Parts, overview, picture, printable, wire};

use super::{Errors, print_documents, print_pages, start};
use crate::args::{Show, ShowFormat};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;

pub(super) fn run(settings: &Show, printer: &Printer) -> Result<Exit, Diagnostic> {
    let engine = start(settings.engine)?;
    let format = settings.reading.format(settings.format);
    if format == ShowFormat::Svg {
        let layers = settings.layers();
        let draw = |page: &Page| picture(page, &Parts::of(page, &Methods::default()), layers);
        return print_documents(&settings.reading, Some(&engine), "svg", printer, draw);
    }
    let errors = if format == ShowFormat::Jsonl { Errors::InOutput } else { Errors::Apart };
    print_pages(&settings.reading, Some(&engine), errors, printer, |page| match format {
        ShowFormat::Jsonl => wire::line(&Overview::of(page, &Parts::of(page, &Methods::default()))),
        ShowFormat::Text | ShowFormat::Svg => text(page, settings.layers(), settings.lines),
    })
}

/// The overview for people.
fn text(page: &Page, layers: Layers, lines: usize) -> String {
    let parts = Parts::of(page, &Methods::default());
    let facts = Overview::of(page, &parts);
    let mut text = String::new();
    let title = facts.title.as_deref().unwrap_or("(no title)");
    let _ = writeln!(text, "{title}  ·  {}", facts.page);
    let _ = writeln!(
        text,
        "{} elements, {} texts, {} leaves, {} levels deep, {}, boxes by the {} engine",
        facts.elements, facts.texts, facts.leaves, facts.depth, facts.encoding, facts.engine
    );
    for note in &facts.notes {
        let _ = writeln!(text, "note: {note}");
    }
    text.push('\n');
    text.push_str(&overview(&parts, layers, lines, " (--lines N)"));
    printable(&text)
}
