//! `lode records`: the lists of a page.

use std::fmt::Write as _;

use anstyle::Style;
use lode::export::text_table;
use lode::regions::Region;
use lode::{BookPage, Methods, Page, Parts, RecordBook, glance_sheet, printable, wire};

use super::{Errors, collect_pages, print_findings, quoted, start};
use crate::args::{Records, RecordsFormat};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;
use crate::sheets;

pub(super) fn run(settings: &Records, printer: &Printer) -> Result<Exit, Diagnostic> {
    let format = settings.reading.format(settings.format);
    if matches!(format, RecordsFormat::Sqlite | RecordsFormat::Parquet) {
        sheets::need_file(settings.reading.output.as_deref())?;
    }
    let engine = start(settings.engine)?;
    let methods = settings.method.into();
    match format {
        RecordsFormat::Text => {
            let emphasis = emphasis(settings);
            print_findings(&settings.reading, Some(&engine), Errors::Apart, printer, |page| {
                let parts = Parts::of(page, &methods);
                (text(page, parts.regions(), settings.rows, emphasis), parts.regions().len())
            })
        }
        RecordsFormat::Jsonl => print_findings(&settings.reading, Some(&engine), Errors::InOutput, printer, |page| {
            let parts = Parts::of(page, &methods);
            (wire::line(&wire::v1::Records::of(page, &parts)), parts.regions().len())
        }),
        RecordsFormat::Csv | RecordsFormat::Sqlite | RecordsFormat::Parquet => {
            save(settings, format, &methods, &engine, printer)
        }
    }
}

/// Names are bold on a terminal that likes it.
fn emphasis(settings: &Records) -> Style {
    let is_plain = settings.reading.output.is_some()
        || anstream::AutoStream::choice(&std::io::stdout()) == anstream::ColorChoice::Never;
    if is_plain { Style::new() } else { Style::new().bold() }
}

/// The lists of all pages in one file.
fn save(
    settings: &Records,
    format: RecordsFormat,
    methods: &Methods,
    engine: &lode::StartedEngine,
    printer: &Printer,
) -> Result<Exit, Diagnostic> {
    // A place that cannot be written to is known before the work, not after it.
    drop(Output::open(settings.reading.output.as_deref())?);
    let book = std::cell::RefCell::new(RecordBook::default());
    let mut found = 0;
    let exit = collect_pages(
        &settings.reading,
        Some(engine),
        printer,
        |page| {
            let parts = Parts::of(page, methods);
            let found = match format {
                RecordsFormat::Sqlite => BookPage::of(page, &parts),
                _ => BookPage::main_list(page, &parts),
            };
            (parts.regions().len(), found)
        },
        |(lists, page)| {
            found += lists;
            book.borrow_mut().add(page);
        },
        || {
            let book = book.take();
            match book.doubtful_pages() {
                0 => {}
                1 => printer.say("one page has no list that is sure: see `list score`"),
                pages => printer.say(&format!("{pages} pages have no list that is sure: see `list score`")),
            }
            write(settings, format, book, printer)
        },
    )?;
    Ok(if exit == Exit::Done && found == 0 { Exit::NothingFound } else { exit })
}

fn write(
    settings: &Records,
    format: RecordsFormat,
    book: RecordBook,
    printer: &Printer,
) -> Result<Option<std::path::PathBuf>, Diagnostic> {
    let target = settings.reading.output.as_deref();
    match format {
        RecordsFormat::Sqlite => {
            let tables = book.tables();
            let tables: Vec<_> = tables.iter().map(|(name, sheet)| (*name, sheet)).collect();
            sheets::write_sqlite(target, &tables, printer)
        }
        RecordsFormat::Parquet => sheets::write_parquet(target, &book.records(), printer),
        _ => sheets::write_csv(target, &book.records()),
    }
}

/// The widest a line gets in the text form.
const LINE_WIDTH: usize = 118;

/// The main list as a table, and what else there is.
fn text(page: &Page, regions: &[Region], rows: usize, emphasis: Style) -> String {
    let name = printable(&page.name);
    let Some(main) = regions.first() else { return format!("no list  ·  {name}\n\n") };
    let mut text = String::new();
    let what = match (main.records.len(), regions.len()) {
        (1, _) => "no list; the main text as one record".to_owned(),
        (records, 1) => format!("{records} records in the only list"),
        (records, lists) => format!("{records} records in the main list (of {lists} lists on the page)"),
    };
    let _ = writeln!(text, "{what}  ·  {name}");
    let _ = writeln!(text, "  {}", page.tree.path(main.node));
    if main.score < 0.5 && main.records.len() > 1 {
        let _ = writeln!(text, "  unsure: {:.0} % likely to be the list you want", 100.0 * main.score);
    }
    text.push_str(&text_table(&glance_sheet(main), LINE_WIDTH, rows, emphasis));
    // Standard input cannot be read again.
    if page.name != "-" {
        let name = quoted(&page.name);
        let _ = writeln!(text, "  Save: lode records {name} -o records.csv");
        let _ = writeln!(text, "  See it: lode show --records {name} -o records.svg");
    }
    text.push('\n');
    text
}
