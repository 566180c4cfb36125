//! `lode segments`: a page cut into the parts a person would draw on it.

use std::fmt::Write as _;
use std::ops::Range;

use lode::{Content, Methods, Page, Parts, clipped, printable, wire};

use super::{Errors, print_findings, start};
use crate::args::{PlainFormat, Segments};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;

pub(super) fn run(settings: &Segments, printer: &Printer) -> Result<Exit, Diagnostic> {
    let engine = start(settings.engine)?;
    let errors = if settings.format == PlainFormat::Jsonl { Errors::InOutput } else { Errors::Apart };
    let mut methods: Methods = settings.method.into();
    methods.segments.level = settings.level.into();
    print_findings(&settings.reading, Some(&engine), errors, printer, |page| {
        let parts = Parts::of(page, &methods);
        let printed = match settings.format {
            PlainFormat::Text => printable(&text(page, &parts.content, &parts.segments)),
            PlainFormat::Jsonl => wire::line(&wire::v1::Segments::of(page, &parts)),
        };
        (printed, parts.segments.len())
    })
}

/// Characters of a segment's text shown to people.
const WORDS: usize = 90;

fn text(page: &Page, content: &Content<'_>, found: &[Range<usize>]) -> String {
    let mut text = String::new();
    let unit = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let segments = unit(found.len(), "segment", "segments");
    let leaves = unit(content.leaves().len(), "leaf", "leaves");
    let _ = writeln!(text, "{segments}, {leaves}  ·  {}", page.name);
    for (number, range) in found.iter().enumerate() {
        let words = clipped(&content.texts(range.clone()), WORDS);
        let unit = if range.len() == 1 { "leaf  " } else { "leaves" };
        let line = format!("{:>4}  {:>4} {unit}  {words}", number + 1, range.len());
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
    text
}
