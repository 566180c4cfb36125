//! `lode tables`: the data tables of a page.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use anstyle::Style;
use lode::export::{self, Cell, Sheet, TextTable, clip};
use lode::tables::{Record, Table};
use lode::{Page, Parts, wire};

use super::{Errors, print_findings, quoted, start};
use crate::args::{Tables, TablesFormat};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;

pub(super) fn run(settings: &Tables, printer: &Printer) -> Result<Exit, Diagnostic> {
    let engine = start(settings.engine)?;
    let methods = settings.method.into();
    let errors = if settings.format == TablesFormat::Jsonl { Errors::InOutput } else { Errors::Apart };
    let wanted = settings.table.map(|number| number as usize);
    let emphasis = emphasis(settings);
    let most = AtomicUsize::new(0);
    let exit = print_findings(&settings.reading, Some(&engine), errors, printer, |page| {
        let tables = Parts::of(page, &methods).tables;
        let data = chosen(&tables, wanted);
        most.fetch_max(tables.iter().filter(|table| table.is_data).count(), Ordering::Relaxed);
        let printed = match settings.format {
            TablesFormat::Text => text(page, &tables, wanted, settings.rows, emphasis),
            TablesFormat::Jsonl => jsonl(page, &tables, wanted),
            TablesFormat::Csv => csv(&data, wanted),
        };
        (printed, data.len())
    })?;
    if let (Exit::NothingFound, Some(number), most @ 1..) = (exit, wanted, most.into_inner()) {
        let what = format!("there is no table {number}: no page has more than {}", count(most, "data table"));
        return Err(Diagnostic::new(what).with_hint("run the command without --table to see them with their numbers"));
    }
    Ok(exit)
}

/// Headers are bold on a terminal that likes it.
fn emphasis(settings: &Tables) -> Style {
    let is_plain = settings.reading.output.is_some()
        || anstream::AutoStream::choice(&std::io::stdout()) == anstream::ColorChoice::Never;
    if is_plain { Style::new() } else { Style::new().bold() }
}

/// The data tables, or the one that was asked for.
fn chosen(tables: &[Table], wanted: Option<usize>) -> Vec<&Table> {
    let data = tables.iter().filter(|table| table.is_data).enumerate();
    data.filter(|(index, _)| wanted.is_none_or(|number| number == index + 1)).map(|(_, table)| table).collect()
}

fn jsonl(page: &Page, tables: &[Table], wanted: Option<usize>) -> String {
    let all: Vec<&Table> = if wanted.is_some() { chosen(tables, wanted) } else { tables.iter().collect() };
    wire::line(&wire::v1::Tables::of(page, all))
}

/// The records of each table that is displayed, or of the one that was asked for, under the names of all its fields. An
/// empty line ends a table, unless one was asked for.
fn csv(tables: &[&Table], wanted: Option<usize>) -> String {
    let mut bytes = Vec::new();
    for table in tables.iter().filter(|table| wanted.is_some() || table.is_displayed) {
        let sheet = Sheet::of_records(table.records.iter().map(fields));
        // Writing to memory does not fail.
        let _ = export::csv(&sheet, &mut bytes);
        if wanted.is_none() {
            bytes.push(b'\n');
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// A record as names with values.
fn fields(record: &Record) -> impl Iterator<Item = (&str, &str)> {
    record.fields.iter().map(|field| (field.name.as_str(), field.text.as_str()))
}

/// The widest a line gets in the text form.
const LINE_WIDTH: usize = 118;

/// The data tables that are displayed, or the one that was asked for, as they look. Numbers count all data tables.
fn text(page: &Page, tables: &[Table], wanted: Option<usize>, rows: usize, emphasis: Style) -> String {
    let numbered = (1..).zip(tables.iter().filter(|table| table.is_data));
    let (seen, unseen): (Vec<_>, Vec<_>) = numbered.partition(|(_, table)| table.is_displayed);
    let elements = tables.iter().filter(|table| table.source == lode::tables::Source::Table).count();
    let mut text = format!("{}: {}", page.name, count(seen.len(), "data table"));
    if !unseen.is_empty() {
        let _ = write!(text, ", {} more not displayed", unseen.len());
    }
    let _ = writeln!(text, " ({})", count(elements, "table element"));
    let shown: Vec<&(usize, &Table)> = match wanted {
        Some(number) => seen.iter().chain(&unseen).filter(|(at, _)| *at == number).collect(),
        None => seen.iter().collect(),
    };
    for (number, table) in &shown {
        let title = table.caption.as_deref().map(|title| format!("  {}", clip(title, 60))).unwrap_or_default();
        let _ = writeln!(text, "\n{emphasis}{number}{title}{emphasis:#}");
        let _ = writeln!(text, "  {}  {}", facts(table), page.tree.path(table.node));
        text.push_str(&grid(table, rows, emphasis));
    }
    // Standard input cannot be read again.
    if let Some((number, _)) = shown.first().filter(|_| page.name != "-") {
        let name = quoted(&page.name);
        let _ = writeln!(text, "\nSave: lode tables {name} --format csv --table {number} -o table.csv");
        let _ = writeln!(text, "All of it, for scripts: lode tables {name} --format jsonl");
    }
    text.push('\n');
    text
}

/// How a table was read, in a few words.
fn facts(table: &Table) -> String {
    let size = format!("{} × {}", table.grid.rows(), table.grid.columns());
    let headers = match (table.header_rows, table.header_columns) {
        (0, 0) => "no headers".to_owned(),
        (rows, 0) => count(rows, "header row"),
        (0, columns) => count(columns, "header column"),
        (rows, columns) => format!("{}, {}", count(rows, "header row"), count(columns, "header column")),
    };
    let source =
        if table.source.as_str() == "table" { String::new() } else { format!(" of {}", table.source.as_str()) };
    format!(
        "{}-oriented{source}, {size}, {headers}, {}",
        table.orientation.as_str(),
        count(table.records.len(), "record")
    )
    .replace("none-oriented", "unoriented")
}

fn count(number: usize, unit: &str) -> String {
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// The cells in columns; what a span repeats is left blank, and rows of nothing are left out.
fn grid(table: &Table, rows: usize, emphasis: Style) -> String {
    let grid = &table.grid;
    let is_filled = |row: &usize| (0..grid.columns()).any(|column| !grid.text(*row, column).is_empty());
    let filled: Vec<usize> = (0..grid.rows()).filter(is_filled).collect();
    let (head, body) = filled.split_at(filled.partition_point(|&row| row < table.header_rows));
    let shown = body.len().min(rows.saturating_sub(head.len()).max(1));
    let cells = |&row: &usize| cells(table, row, emphasis);
    let table = TextTable {
        head: head.iter().map(cells).collect(),
        body: body[..shown].iter().map(cells).collect(),
        more_rows: body.len() - shown,
    };
    table.print(LINE_WIDTH)
}

/// The cells of a row, each once.
fn cells(table: &Table, row: usize, emphasis: Style) -> Vec<Cell<'_>> {
    let grid = &table.grid;
    let mut cells: Vec<Cell<'_>> = Vec::new();
    for column in 0..grid.columns() {
        let cell = grid.cell(row, column);
        let is_same = column > 0 && cell.is_some() && grid.cell_index(row, column) == grid.cell_index(row, column - 1);
        if let Some(last) = cells.last_mut().filter(|_| is_same) {
            last.span += 1;
            continue;
        }
        let begins_here = cell.filter(|cell| (cell.row, cell.column) == (row, column));
        let text = begins_here.map_or("", |cell| cell.text.as_str());
        let style = if table.is_header(row, column) { emphasis } else { Style::new() };
        cells.push(Cell { text, span: 1, style });
    }
    cells
}
