//! `lode kb export`: a knowledge base as statements, or as a table for each class.

use std::io::BufWriter;
use std::path::{Path, PathBuf};

use lode::export::Sheet;
use lode::job::Ended;
use lode::kb::{ClassTables, Named, RowFormat, WrittenTables};
use lode::store::{Evidence, ExportError, Snapshot, StatementFormat};

use super::{counted, format_of, open};
use crate::args::{Export, ExportFormat};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;
use crate::sheets::{need_file, write_csv, write_parquet};
use crate::watching::{Watch, stopped};

pub(super) fn run(settings: &Export, printer: &Printer) -> Result<Exit, Diagnostic> {
    let target = settings.output.as_deref();
    let format = match settings.format {
        Some(format) => format,
        None => format_of(target.filter(|target| !target.is_dir()))?.unwrap_or_default(),
    };
    let snapshot = open(&settings.kb)?.read()?;
    let statements = match format {
        ExportFormat::Ttl => StatementFormat::Turtle,
        ExportFormat::Trig => StatementFormat::TriG,
        ExportFormat::Nq => StatementFormat::NQuads,
        ExportFormat::Jsonld => StatementFormat::JsonLd,
        ExportFormat::Csv | ExportFormat::Parquet | ExportFormat::Sqlite => {
            let format = match format {
                ExportFormat::Parquet => RowFormat::Parquet,
                ExportFormat::Sqlite => RowFormat::Sqlite,
                _ => RowFormat::Csv,
            };
            if settings.evidence {
                return Err(Diagnostic::new("--evidence is for statements").with_hint(
                    "take --format ttl, trig, nq or jsonld; sqlite tells every value with its source anyway",
                ));
            }
            return tables(settings, &snapshot, format, printer);
        }
    };
    let evidence = if settings.evidence { Evidence::Tell } else { Evidence::Leave };
    if settings.class.is_some() {
        return Err(Diagnostic::new("--class is for tables").with_hint("take --format csv, parquet or sqlite"));
    }
    let watch = Watch::new(printer);
    let mut output = Output::open(target)?;
    let to = BufWriter::new(output.writer());
    let written = watch.over(|job| snapshot.export(statements, evidence, to, job));
    watch.finish();
    let count = match written {
        Ok(Ended::Done(count)) => count,
        Ok(Ended::Stopped { next, .. }) => {
            return Ok(stopped("before everything was written; no file is", next, printer));
        }
        Err(ExportError::Io(error)) => Output::ignore_closed_pipe(error)?,
        Err(error) => return Err(error.into()),
    };
    output.writer().flush().or_else(Output::ignore_closed_pipe)?;
    say(output.finish()?, &counted(count, "statement"), printer);
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}

fn tables(settings: &Export, snapshot: &Snapshot, format: RowFormat, printer: &Printer) -> Result<Exit, Diagnostic> {
    let target = settings.output.as_deref();
    let is_folder =
        target.is_some_and(|path| path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator));
    if format != RowFormat::Csv && !is_folder {
        need_file(target)?;
    }
    let classes = match &settings.class {
        Some(class) => Named::of(snapshot)?.class(class)?,
        None => Vec::new(),
    };
    let tables = ClassTables::of(snapshot, &classes, format)?;
    let written = match target {
        Some(target) if format == RowFormat::Sqlite => Some(tables.to_database(target)?),
        Some(folder) if is_folder => Some(tables.to_folder(folder, format)?),
        _ => None,
    };
    let place = match written {
        Some(WrittenTables { place, changes }) => {
            changes.iter().for_each(|change| printer.say(&change.to_string()));
            Some(place)
        }
        None => match tables.only()? {
            Some(sheet) => one(format, target, sheet, printer)?,
            None => None,
        },
    };
    say(
        place,
        &format!("{} of {}", counted(tables.rows() as u64, "individual"), counted(tables.classes() as u64, "class")),
        printer,
    );
    Ok(if tables.rows() == 0 { Exit::NothingFound } else { Exit::Done })
}

/// Writes a table to a file, whose name gets an ending if it has none, or to standard output.
fn one(
    format: RowFormat,
    target: Option<&Path>,
    sheet: &Sheet,
    printer: &Printer,
) -> Result<Option<PathBuf>, Diagnostic> {
    let target = target.map(|target| match target.extension() {
        Some(_) => target.to_owned(),
        None => target.with_extension(format.ending()),
    });
    match format {
        RowFormat::Parquet => write_parquet(target.as_deref(), sheet, printer),
        _ => write_csv(target.as_deref(), sheet),
    }
}

fn say(place: Option<PathBuf>, what: &str, printer: &Printer) {
    let place = place.map(|place| format!(" → {}", place.display())).unwrap_or_default();
    printer.say(&format!("{what}{place}"));
}
