//! `lode extract`: the values of pages, by a wrapper.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::Path;

use lode::export::{Sheet, text_table};
use lode::tree::xml_escaped;
use lode::wrapping::{
    Extraction, ExtractionBook, ExtractionCounts, ExtractionPage, ExtractionTally, Extractor, NamedValues, Status, flat,
};
use lode::{Page, printable, wire};

use super::{Errors, collect_pages, not_an_input, print_documents, print_pages, read_wrapper};
use crate::args::{Extract, ExtractFormat};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;
use crate::sheets;

pub(super) fn run(settings: &Extract, printer: &Printer) -> Result<Exit, Diagnostic> {
    let inputs = settings.reading.inputs.iter().map(Path::new);
    not_an_input(settings.reading.output.as_deref(), inputs.chain([settings.wrapper.as_path()]))?;
    let file = read_wrapper(&settings.wrapper)?;
    let extractor = Extractor::new(&file).map_err(|bad| Diagnostic::from(bad).about(&settings.wrapper))?;
    let tally = ExtractionTally::default();
    let read = |page: &Page| {
        let extraction = extractor.extract(page);
        tally.add(&extraction);
        extraction
    };
    let reading = &settings.reading;
    let exit = match reading.format(settings.format) {
        ExtractFormat::Text => print_pages(reading, None, Errors::Apart, printer, |page| text(page, &read(page))),
        ExtractFormat::Jsonl => print_pages(reading, None, Errors::InOutput, printer, |page| {
            wire::line(&wire::v1::Extraction::of(page, &read(page)))
        }),
        ExtractFormat::Xml => print_documents(reading, None, "xml", printer, |page| xml(page, &read(page))),
        form => save(settings, form, &extractor, printer, &read),
    }?;
    let counts = tally.counts();
    say(&counts, printer);
    Ok(if exit == Exit::Done { counts.upshot().into() } else { exit })
}

/// Says how many pages did how well.
fn say(counts: &ExtractionCounts, printer: &Printer) {
    let ExtractionCounts { pages, complete, incomplete, empty, drifted } = *counts;
    if pages < 2 {
        return;
    }
    let mut text = format!("{complete} of {pages} pages complete");
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

fn save(
    settings: &Extract,
    form: ExtractFormat,
    extractor: &Extractor,
    printer: &Printer,
    read: &(impl Fn(&Page) -> Extraction + Sync),
) -> Result<Exit, Diagnostic> {
    let target = settings.reading.output.as_deref();
    if form != ExtractFormat::Csv {
        sheets::need_file(target)?;
    }
    let book: RefCell<ExtractionBook> = RefCell::default();
    collect_pages(
        &settings.reading,
        None,
        printer,
        |page| ExtractionPage::of(page, &read(page)),
        |page| book.borrow_mut().add(page),
        || {
            let book = book.take();
            let sheet = book.rows(extractor.names());
            match form {
                ExtractFormat::Sqlite => {
                    sheets::write_sqlite(target, &[("extracted", &sheet), ("sources", &book.sources())], printer)
                }
                ExtractFormat::Parquet => sheets::write_parquet(target, &sheet, printer),
                _ => sheets::write_csv(target, &sheet),
            }
        },
    )
}
