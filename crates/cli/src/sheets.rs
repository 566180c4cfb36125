//! Tables as files: a CSV that may go to standard output, a database, a Parquet file.

use std::fs::File;
use std::path::{Path, PathBuf};

use lode::export::{self, Change, ExportError, Sheet};

use crate::exit::Diagnostic;
use crate::output::Output;
use crate::printer::Printer;

/// Says before the work, not after it, that some forms need a file, and that it can be written.
pub(crate) fn need_file(target: Option<&Path>) -> Result<(), Diagnostic> {
    if target.is_none() {
        return Err(Diagnostic::new("a database or a Parquet file cannot be printed").with_hint("name it with -o FILE"));
    }
    Output::open(target).map(drop)
}

/// Writes a table as CSV.
pub(crate) fn write_csv(target: Option<&Path>, sheet: &Sheet) -> Result<Option<PathBuf>, Diagnostic> {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = export::csv(sheet, &mut bytes);
    let mut output = Output::open(target)?;
    output.write(&String::from_utf8_lossy(&bytes)).or_else(Output::ignore_closed_pipe)?;
    output.finish()
}

/// Writes tables into a database.
pub(crate) fn write_sqlite(
    target: Option<&Path>,
    tables: &[(&str, &Sheet)],
    printer: &Printer,
) -> Result<Option<PathBuf>, Diagnostic> {
    let Some(target) = target else { return need_file(None).map(|()| None) };
    Output::write_file(target, |path| export::sqlite(path, tables).map(|changes| say(&changes, printer)))
}

/// Writes a table as a Parquet file.
pub(crate) fn write_parquet(
    target: Option<&Path>,
    sheet: &Sheet,
    printer: &Printer,
) -> Result<Option<PathBuf>, Diagnostic> {
    let Some(target) = target else { return need_file(None).map(|()| None) };
    Output::write_file(target, |path| {
        let file = File::create(path).map_err(ExportError::from)?;
        export::parquet(sheet, file).map(|changes| say(&changes, printer))
    })
}

fn say(changes: &[Change], printer: &Printer) {
    changes.iter().for_each(|change| printer.say(&change.to_string()));
}
