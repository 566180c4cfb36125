//! `lode extract`: the values of pages, by a wrapper.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use lode::export::{Sheet, text_table};
use lode::tree::xml_escaped;
use lode::wrapping::{Extraction, Extractor, NamedValues, Status, Value};
use lode::{Page, printable};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{Errors, collect_pages, json_line, not_an_input, print_documents, print_pages, read_wrapper};
use crate::args::{Extract, ExtractFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;
use crate::sheets;

pub(super) fn run(settings: &Extract, printer: &Printer) -> Result<Exit, Failure> {
    let inputs = settings.reading.inputs.iter().map(Path::new);
    not_an_input(settings.reading.output.as_deref(), inputs.chain([settings.wrapper.as_path()]))?;
    let file = read_wrapper(&settings.wrapper)?;
    let bad = |bad: lode::wrapping::BadFile| {
        Failure::new(format!("{}: {bad}", settings.wrapper.display())).with_hint(bad.hint())
    };
    let extractor = Extractor::new(&file).map_err(bad)?;
    let counts = Counts::default();
    let read = |page: &Page| {
        let extraction = extractor.extract(page);
        counts.add(&extraction);
        extraction
    };
    let reading = &settings.reading;
    let exit = match reading.format(settings.format) {
        ExtractFormat::Text => print_pages(reading, None, Errors::Apart, printer, |page| text(page, &read(page))),
        ExtractFormat::Jsonl => {
            print_pages(reading, None, Errors::InOutput, printer, |page| json_line(&Line::of(page, &read(page))))
        }
        ExtractFormat::Xml => print_documents(reading, None, "xml", printer, |page| xml(page, &read(page))),
        form => save(settings, form, &extractor, printer, &read),
    }?;
    counts.say(printer);
    Ok(if exit == Exit::Done { counts.exit() } else { exit })
}

/// How many pages did well, counted while they are read side by side.
#[derive(Default)]
struct Counts {
    pages: AtomicUsize,
    drifted: AtomicUsize,
    empty: AtomicUsize,
    incomplete: AtomicUsize,
}

impl Counts {
    fn add(&self, extraction: &Extraction) {
        self.pages.fetch_add(1, Ordering::Relaxed);
        let count = match extraction.status {
            Status::Drift => &self.drifted,
            Status::Empty => &self.empty,
            Status::Ok if extraction.notes.is_empty() => return,
            Status::Ok => &self.incomplete,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    fn read(&self) -> [usize; 4] {
        [&self.pages, &self.drifted, &self.empty, &self.incomplete].map(|count| count.load(Ordering::Relaxed))
    }

    fn say(&self, printer: &Printer) {
        let [pages, drifted, empty, incomplete] = self.read();
        if pages < 2 {
            return;
        }
        let mut text = format!("{} of {pages} pages complete", pages - drifted - empty - incomplete);
        for (count, what) in [
            (incomplete, "with missing or doubtful values (see the notes)"),
            (empty, "without any value"),
            (drifted, "of another layout"),
        ] {
            if count > 0 {
                let _ = write!(text, ", {count} {what}");
            }
        }
        printer.say(&text);
    }

    fn exit(&self) -> Exit {
        let [pages, drifted, empty, _] = self.read();
        match () {
            () if drifted > 0 && 2 * drifted >= pages => Exit::Drift,
            () if drifted + empty == pages => Exit::NothingFound,
            () => Exit::Done,
        }
    }
}

#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    status: &'static str,
    values: Named<'a>,
    #[serde(skip_serializing_if = "Named::is_empty")]
    raw: Named<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<Vec<Named<'a>>>,
    notes: Vec<NoteLine<'a>>,
}

/// Values by name, in the order of the wrapper.
struct Named<'a>(Vec<(&'a str, Vec<ValueLine<'a>>)>);

impl Named<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, values) in &self.0 {
            map.serialize_entry(name, values)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct ValueLine<'a> {
    text: &'a str,
    /// The text without its label and separators, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    path: String,
    confidence: f64,
}

#[derive(Serialize)]
struct NoteLine<'a> {
    name: &'a str,
    note: &'a str,
}

impl<'a> Line<'a> {
    fn of(page: &'a Page, extraction: &'a Extraction) -> Line<'a> {
        let line = |value: &'a Value| ValueLine {
            text: &value.text,
            value: (value.value != value.text).then_some(value.value.as_str()),
            path: page.tree.path(value.node),
            confidence: (1000.0 * value.confidence).round() / 1000.0,
        };
        let named = |values: &'a NamedValues| {
            Named(values.iter().map(|(name, values)| (name.as_str(), values.iter().map(line).collect())).collect())
        };
        Line {
            page: &page.name,
            status: extraction.status.as_str(),
            values: named(&extraction.values),
            raw: named(&extraction.raw),
            records: extraction.records.as_ref().map(|records| records.iter().map(named).collect()),
            notes: extraction.notes.iter().map(|note| NoteLine { name: &note.name, note: &note.note }).collect(),
        }
    }
}

/// The values of a page, one a line; of a list, its records as a table.
fn text(page: &Page, extraction: &Extraction) -> String {
    let mut text = format!("{}\n", printable(&page.name));
    match extraction.status {
        Status::Ok => {}
        Status::Empty => text.push_str("  none of the values is on this page\n"),
        Status::Drift => text.push_str("  this page has another layout than the wrapper\n"),
    }
    let names = extraction.values.iter().map(|(name, _)| name);
    let names = names.chain(extraction.notes.iter().map(|note| &note.name));
    let width = names.map(|name| name.chars().count()).max().unwrap_or_default().min(30);
    for (name, value) in flat(&extraction.values) {
        let sure = format!("{:>3.0} %", 100.0 * value.confidence);
        let _ = writeln!(text, "  {:<width$}  {sure}  {}", printable(name), printable(&value.value));
    }
    if let Some(records) = &extraction.records {
        let rows = records.iter().map(|record| flat(record).map(|(name, value)| (name, value.value.as_str())));
        let _ = writeln!(text, "  {} records", records.len());
        text.push_str(&text_table(&Sheet::of_records(rows), LINE_WIDTH, MOST_ROWS, anstyle::Style::new()));
    }
    for note in &extraction.notes {
        let _ = writeln!(text, "  {:<width$}  {}", printable(&note.name), note.note);
    }
    text.push('\n');
    text
}

/// The widest a line of a table gets, and the rows shown of it.
const LINE_WIDTH: usize = 118;
const MOST_ROWS: usize = 12;

/// All values, each with the name of its field.
fn flat(values: &NamedValues) -> impl Iterator<Item = (&str, &Value)> {
    values.iter().flat_map(|(name, values)| values.iter().map(move |value| (name.as_str(), value)))
}

/// The raw result: pairs of property and value.
fn xml(page: &Page, extraction: &Extraction) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<page name=\"{}\" status=\"{}\">\n",
        xml_escaped(&page.name),
        extraction.status.as_str()
    );
    let mut add = |indent: &str, values: &NamedValues| {
        for (name, value) in flat(values) {
            let _ = writeln!(
                text,
                "{indent}<pair path=\"{}\" confidence=\"{:.3}\"><property>{}</property><value>{}</value></pair>",
                xml_escaped(&page.tree.path(value.node)),
                value.confidence,
                xml_escaped(name),
                xml_escaped(&value.value)
            );
        }
    };
    add("  ", &extraction.values);
    add("  ", &extraction.raw);
    // A record is told apart by the order of its pairs, as the published form has no other mark.
    extraction.records.iter().flatten().for_each(|record| add("    ", record));
    text.push_str("</page>\n");
    text
}

/// What a page becomes in a table: a row, or one for each of its records.
struct Rows {
    page: String,
    status: Status,
    rows: Vec<Vec<Cell>>,
}

/// A value with its source.
struct Cell {
    name: String,
    value: String,
    path: String,
    confidence: f64,
}

impl Rows {
    fn of(page: &Page, extraction: &Extraction) -> Rows {
        let cells = |values: &NamedValues| {
            let cell = |(name, value): (&str, &Value)| Cell {
                name: name.to_owned(),
                value: value.value.clone(),
                path: page.tree.path(value.node),
                confidence: value.confidence,
            };
            flat(values).map(cell).collect()
        };
        let rows = match &extraction.records {
            // A page without records has a row all the same: its status would be lost.
            Some(records) if records.is_empty() => vec![Vec::new()],
            Some(records) => records.iter().map(cells).collect(),
            None => vec![cells(&extraction.values)],
        };
        Rows { page: page.name.clone(), status: extraction.status, rows }
    }
}

fn save(
    settings: &Extract,
    form: ExtractFormat,
    extractor: &Extractor,
    printer: &Printer,
    read: &(impl Fn(&Page) -> Extraction + Sync),
) -> Result<Exit, Failure> {
    let target = settings.reading.output.as_deref();
    if form != ExtractFormat::Csv {
        sheets::need_file(target)?;
    }
    let rows: RefCell<Vec<Rows>> = RefCell::default();
    collect_pages(
        &settings.reading,
        None,
        printer,
        |page| Rows::of(page, &read(page)),
        |row| rows.borrow_mut().push(row),
        || {
            let pages = rows.take();
            let sheet = row_sheet(&pages, extractor.names());
            match form {
                ExtractFormat::Sqlite => {
                    sheets::write_sqlite(target, &[("extracted", &sheet), ("sources", &source_sheet(&pages))], printer)
                }
                ExtractFormat::Parquet => sheets::write_parquet(target, &sheet, printer),
                _ => sheets::write_csv(target, &sheet),
            }
        },
    )
}

/// One row per page or record; several values of a field stand in one cell, with a bar between them.
fn row_sheet(pages: &[Rows], names: &[String]) -> Sheet {
    // A wrapper as published has no fields: its names are on the pages.
    const MOST_NAMES: usize = 256;
    let mut columns: Vec<&str> = names.iter().map(String::as_str).collect();
    if names.is_empty() {
        for cell in pages.iter().flat_map(|page| &page.rows).flatten() {
            if !columns.contains(&cell.name.as_str()) && columns.len() < MOST_NAMES {
                columns.push(&cell.name);
            }
        }
    }
    let places: BTreeMap<&str, usize> = columns.iter().enumerate().map(|(place, &name)| (name, place + 2)).collect();
    let mut sheet = Sheet::new(["page", "status"].into_iter().chain(columns.iter().copied()));
    for page in pages {
        for row in &page.rows {
            let mut cells: Vec<Option<String>> = vec![None; columns.len() + 2];
            cells[0] = Some(page.page.clone());
            cells[1] = Some(page.status.as_str().to_owned());
            for cell in row {
                let Some(&place) = places.get(cell.name.as_str()) else { continue };
                cells[place] = Some(match cells[place].take() {
                    Some(before) => format!("{before} | {}", cell.value),
                    None => cell.value.clone(),
                });
            }
            sheet.push(cells);
        }
    }
    sheet
}

/// Each value with its source; `row` counts the rows of its page.
fn source_sheet(pages: &[Rows]) -> Sheet {
    let mut sheet = Sheet::new(["page", "row", "name", "value", "path", "confidence"]);
    for page in pages {
        for (number, row) in page.rows.iter().enumerate() {
            for Cell { name, value, path, confidence } in row {
                let (row, confidence) = ((number + 1).to_string(), format!("{confidence:.3}"));
                let cells = [&page.page, &row, name, value, path, &confidence];
                sheet.push(cells.map(|text| Some(text.clone())).to_vec());
            }
        }
    }
    sheet
}
