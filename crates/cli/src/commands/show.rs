//! `lode show`: a page at a glance, or as a picture.

use std::fmt::Write as _;

use lode::{Layers, Methods, Page, Parts, overview, picture, printable};
use serde::Serialize;

use super::{Errors, json_line, print_documents, print_pages, start};
use crate::args::{Show, ShowFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &Show, printer: &Printer) -> Result<Exit, Failure> {
    let engine = start(settings.engine)?;
    let format = settings.reading.format(settings.format);
    if format == ShowFormat::Svg {
        let layers = settings.layers();
        let draw = |page: &Page| picture(page, &Parts::of(page, &Methods::default()), layers);
        return print_documents(&settings.reading, Some(&engine), "svg", printer, draw);
    }
    let errors = if format == ShowFormat::Jsonl { Errors::InOutput } else { Errors::Apart };
    print_pages(&settings.reading, Some(&engine), errors, printer, |page| match format {
        ShowFormat::Jsonl => jsonl(page),
        ShowFormat::Text | ShowFormat::Svg => text(page, settings.layers(), settings.lines),
    })
}

#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    title: Option<String>,
    encoding: &'a str,
    engine: &'a str,
    elements: usize,
    texts: usize,
    depth: usize,
    leaves: usize,
    segments: usize,
    data_tables: usize,
    lists: usize,
    main_list_records: usize,
    notes: Vec<String>,
}

impl Line<'_> {
    fn of<'a>(page: &'a Page, parts: &Parts<'_>) -> Line<'a> {
        let (elements, texts, _) = page.node_counts();
        Line {
            page: &page.name,
            title: page.title(),
            encoding: page.encoding,
            engine: page.layout.as_ref().map_or("none", |layout| layout.engine()),
            elements,
            texts,
            depth: page.tree.nodes().map(|id| page.tree.depth(id)).max().unwrap_or_default(),
            leaves: parts.content.leaves().len(),
            segments: parts.segments.len(),
            data_tables: parts.tables.iter().filter(|table| table.is_data).count(),
            lists: parts.regions().len(),
            main_list_records: parts.regions().first().map_or(0, |region| region.records.len()),
            notes: page.notes.iter().map(ToString::to_string).collect(),
        }
    }
}

fn jsonl(page: &Page) -> String {
    json_line(&Line::of(page, &Parts::of(page, &Methods::default())))
}

/// The overview for people; `lode demo` shows it too.
pub(super) fn text(page: &Page, layers: Layers, lines: usize) -> String {
    let parts = Parts::of(page, &Methods::default());
    let facts = Line::of(page, &parts);
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
    text.push_str(&overview(&parts, layers, lines));
    printable(&text)
}
