//! `lode records`: the lists of a page.

use std::fmt::Write as _;

use anstyle::Style;
use lode::declared::{Item, Property, Value};
use lode::export::text_table;
use lode::regions::{Field, Region};
use lode::{BookPage, Methods, Page, Parts, RecordBook, Rect, glance_sheet, printable};
use serde::Serialize;

use super::{Errors, collect_pages, json_line, print_findings, quoted, start};
use crate::args::{Records, RecordsFormat};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::printer::Printer;
use crate::sheets;

pub(super) fn run(settings: &Records, printer: &Printer) -> Result<Exit, Failure> {
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
            (jsonl(page, &parts), parts.regions().len())
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
) -> Result<Exit, Failure> {
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
        || write(settings, format, book.take(), printer),
    )?;
    Ok(if exit == Exit::Done && found == 0 { Exit::NothingFound } else { exit })
}

fn write(
    settings: &Records,
    format: RecordsFormat,
    book: RecordBook,
    printer: &Printer,
) -> Result<Option<std::path::PathBuf>, Failure> {
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

#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    regions: Vec<RegionLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    declared: Vec<ItemLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

#[derive(Serialize)]
struct RegionLine<'a> {
    path: String,
    score: f64,
    #[serde(rename = "box")]
    place: [f32; 4],
    columns: Vec<&'a str>,
    records: Vec<RecordLine<'a>>,
}

#[derive(Serialize)]
struct RecordLine<'a> {
    paths: Vec<String>,
    text: String,
    fields: Vec<FieldLine<'a>>,
}

#[derive(Serialize)]
struct FieldLine<'a> {
    column: &'a str,
    text: &'a str,
    /// The text without its label, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    /// Whether it only introduces the next field.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<bool>,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    href: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    src: Option<&'a str>,
}

#[derive(Serialize)]
struct ItemLine<'a> {
    syntax: &'static str,
    types: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    path: String,
    properties: Vec<PropertyLine<'a>>,
}

#[derive(Serialize)]
struct PropertyLine<'a> {
    name: &'a str,
    #[serde(flatten)]
    value: ValueLine<'a>,
    path: String,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ValueLine<'a> {
    Text(&'a str),
    Href(&'a str),
    Item(ItemLine<'a>),
}

fn jsonl(page: &Page, parts: &Parts<'_>) -> String {
    let regions = parts.regions().iter().map(|region| region_line(page, parts, region)).collect();
    let declared = parts.declared();
    let mut notes: Vec<String> = page.notes.iter().map(ToString::to_string).collect();
    notes.extend(declared.notes.iter().map(ToString::to_string));
    let declared = declared.items.iter().map(|item| item_line(page, item)).collect();
    json_line(&Line { page: &page.name, regions, declared, notes })
}

fn region_line<'a>(page: &Page, parts: &Parts<'_>, region: &'a Region) -> RegionLine<'a> {
    let Rect { x, y, width, height } = region.rect(&parts.content).unwrap_or_default();
    let records = region.records.iter().map(|record| RecordLine {
        paths: record.nodes.iter().map(|&node| page.tree.path(node)).collect(),
        text: parts.content.texts(record.leaves.clone()),
        fields: record.fields.iter().map(|field| field_line(page, region, field)).collect(),
    });
    RegionLine {
        path: page.tree.path(region.node),
        score: (1000.0 * region.score).round() / 1000.0,
        place: [x, y, width, height].map(|pixels| (10.0 * pixels).round() / 10.0),
        columns: region.columns.iter().map(|column| column.name.as_str()).collect(),
        records: records.collect(),
    }
}

fn field_line<'a>(page: &Page, region: &'a Region, field: &'a Field) -> FieldLine<'a> {
    let column = &region.columns[field.column];
    FieldLine {
        column: &column.name,
        text: &field.text,
        value: (field.value != field.text).then_some(field.value.as_str()),
        label: column.is_label.then_some(true),
        path: page.tree.path(field.node),
        href: field.href.as_deref(),
        src: field.src.as_deref(),
    }
}

fn item_line<'a>(page: &Page, item: &'a Item) -> ItemLine<'a> {
    let value = |property: &'a Property| match &property.value {
        Value::Text(text) => ValueLine::Text(text),
        Value::Link(address) => ValueLine::Href(address),
        Value::Item(inner) => ValueLine::Item(item_line(page, inner)),
    };
    let properties = item.properties.iter().map(|property| PropertyLine {
        name: &property.name,
        value: value(property),
        path: page.tree.path(property.node),
    });
    ItemLine {
        syntax: item.syntax.as_str(),
        types: &item.types,
        id: item.id.as_deref(),
        path: page.tree.path(item.node),
        properties: properties.collect(),
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
