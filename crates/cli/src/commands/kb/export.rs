//! `lode kb export`: a knowledge base as statements, or as a table for each class.

use std::io::BufWriter;
use std::path::{Path, PathBuf};

use lode::export::Sheet;
use lode::job::Ended;
use lode::kb::{ClassSheet, Named, class_sheets, value_sheet};
use lode::local_name;
use lode::store::{Evidence, ExportError, Snapshot, StatementFormat};

use super::{counted, format_of, open, unknown};
use crate::args::{Export, ExportFormat};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::printer::Printer;
use crate::sheets::{need_file, write_csv, write_parquet, write_sqlite};
use crate::watching::{Watch, stopped};

pub(super) fn run(settings: &Export, printer: &Printer) -> Result<Exit, Failure> {
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
            if settings.evidence {
                return Err(Failure::new("--evidence is for statements").with_hint(
                    "take --format ttl, trig, nq or jsonld; sqlite tells every value with its source anyway",
                ));
            }
            return tables(settings, &snapshot, format, printer);
        }
    };
    let evidence = if settings.evidence { Evidence::Tell } else { Evidence::Leave };
    if settings.class.is_some() {
        return Err(Failure::new("--class is for tables").with_hint("take --format csv, parquet or sqlite"));
    }
    let mut output = Output::open(target)?;
    let watch = Watch::new(printer);
    let to = BufWriter::new(output.writer());
    let written = watch.over(|job| snapshot.export(statements, evidence, to, job));
    watch.finish();
    let count = match written {
        Ok(Ended::Done(count)) => count,
        Ok(Ended::Stopped { next, .. }) => {
            return Ok(stopped("before everything was written; no file is", next, printer));
        }
        Err(ExportError::Io(error)) => Output::ignore_closed_pipe(error)?,
        Err(error) => return Err(Failure::of(&error)),
    };
    output.writer().flush().or_else(Output::ignore_closed_pipe)?;
    say(output.finish()?, &counted(count, "statement"), printer);
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}

fn tables(settings: &Export, snapshot: &Snapshot, format: ExportFormat, printer: &Printer) -> Result<Exit, Failure> {
    let target = settings.output.as_deref();
    let is_folder =
        target.is_some_and(|path| path.is_dir() || path.to_string_lossy().ends_with(std::path::is_separator));
    if format != ExportFormat::Csv && !is_folder {
        need_file(target)?;
    }
    let classes = match &settings.class {
        Some(class) => Named::of(snapshot)?.class(class).map_err(|name| unknown(&name))?,
        None => Vec::new(),
    };
    let sheets = class_sheets(snapshot, &classes)?;
    let names: Vec<String> = sheets.iter().map(|sheet| file_name(&sheet.class)).collect();
    let rows: usize = sheets.iter().map(|sheet| sheet.sheet.height()).sum();
    let place = match format {
        ExportFormat::Sqlite => {
            let values = value_sheet(snapshot)?;
            let mut all: Vec<(&str, &Sheet)> =
                names.iter().map(String::as_str).zip(sheets.iter().map(|sheet| &sheet.sheet)).collect();
            all.push(("values with sources", &values));
            write_sqlite(target, &all, printer)?
        }
        _ if is_folder => {
            let folder = target.unwrap_or(Path::new("."));
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::new(format!("cannot make the folder {}: {error}", folder.display())))?;
            for (name, sheet) in names.iter().zip(&sheets) {
                one(format, Some(&folder.join(name)), sheet, printer)?;
            }
            Some(folder.to_owned())
        }
        _ => match sheets.as_slice() {
            [] => None,
            [sheet] => one(format, target, sheet, printer)?,
            several => {
                let names: Vec<&str> = several.iter().map(|sheet| local_name(&sheet.class)).collect();
                return Err(Failure::new("there are several classes, and each is a table of its own").with_hint(
                    format!("write a file for each with -o FOLDER/, or take one with --class: {}", names.join(", ")),
                ));
            }
        },
    };
    say(
        place,
        &format!("{} of {}", counted(rows as u64, "individual"), counted(sheets.len() as u64, "class")),
        printer,
    );
    Ok(if rows == 0 { Exit::NothingFound } else { Exit::Done })
}

fn one(
    format: ExportFormat,
    target: Option<&Path>,
    sheet: &ClassSheet,
    printer: &Printer,
) -> Result<Option<PathBuf>, Failure> {
    let with_ending = |ending: &str| {
        target
            .map(|target| if target.extension().is_some() { target.to_owned() } else { target.with_extension(ending) })
    };
    match format {
        ExportFormat::Parquet => write_parquet(with_ending("parquet").as_deref(), &sheet.sheet, printer),
        _ => write_csv(with_ending("csv").as_deref(), &sheet.sheet),
    }
}

/// The last word of a class's IRI as a name that any system takes for a file.
fn file_name(class: &str) -> String {
    let is_odd = |c: char| c.is_control() || "\\:*?\"<>|.".contains(c);
    local_name(class).replace(is_odd, "_")
}

fn say(place: Option<PathBuf>, what: &str, printer: &Printer) {
    let place = place.map(|place| format!(" → {}", place.display())).unwrap_or_default();
    printer.say(&format!("{what}{place}"));
}
