//! The classes of a knowledge base as tables: one by itself, a database with all of them, or a file for each in a
//! folder.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use export::{Change, Complete, ExportError, Sheet};
use job::{Advice, Failure};
use knowledge::ontology::local_name;
use store::{Snapshot, StoreError};

use super::sheets::{ClassSheet, class_sheets, value_sheet};

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowFormat {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// A SQLite database.
    Sqlite,
}

impl RowFormat {
    /// What the names of such files end with.
    pub fn ending(self) -> &'static str {
        match self {
            RowFormat::Csv => "csv",
            RowFormat::Parquet => "parquet",
            RowFormat::Sqlite => "sqlite",
        }
    }
}

/// The classes of a knowledge base as tables.
#[derive(Debug)]
pub struct ClassTables {
    sheets: Vec<ClassSheet>,
    /// Every value with its source, of all classes.
    values: Option<Sheet>,
}

/// Where tables were written, and what of their names had to be changed.
#[derive(Debug, Default)]
pub struct WrittenTables {
    /// The file or folder.
    pub place: PathBuf,
    /// What was changed.
    pub changes: Vec<Change>,
}

/// Why tables were not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum TablesError {
    /// There are several classes, and one file takes one.
    Several(Vec<String>),
    /// The file or folder cannot be made.
    Place {
        /// Which one.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The rows cannot be written.
    Rows {
        /// To which file.
        path: PathBuf,
        /// Why.
        cause: ExportError,
    },
}

impl ClassTables {
    /// The tables of some classes, or of all.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read.
    pub fn of(snapshot: &Snapshot, classes: &[String], format: RowFormat) -> Result<ClassTables, StoreError> {
        let sheets = class_sheets(snapshot, classes)?;
        let values = match format {
            RowFormat::Sqlite => Some(value_sheet(snapshot)?),
            RowFormat::Csv | RowFormat::Parquet => None,
        };
        Ok(ClassTables { sheets, values })
    }

    /// How many classes there are.
    pub fn classes(&self) -> usize {
        self.sheets.len()
    }

    /// How many individuals there are in all.
    pub fn rows(&self) -> usize {
        self.sheets.iter().map(|sheet| sheet.sheet.height()).sum()
    }

    /// The only table; nothing if there is none.
    ///
    /// # Errors
    ///
    /// If there are several.
    pub fn only(&self) -> Result<Option<&Sheet>, TablesError> {
        match self.sheets.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(&one.sheet)),
            several => {
                Err(TablesError::Several(several.iter().map(|sheet| local_name(&sheet.class).to_owned()).collect()))
            }
        }
    }

    /// Writes all tables into a new database, each under the name of its class, and every value with its source.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn to_database(&self, target: &Path) -> Result<WrittenTables, TablesError> {
        let names: Vec<String> = self.sheets.iter().map(|sheet| file_name(&sheet.class)).collect();
        let tables = names.iter().map(String::as_str).zip(self.sheets.iter().map(|sheet| &sheet.sheet));
        let mut tables: Vec<(&str, &Sheet)> = tables.collect();
        tables.extend(self.values.as_ref().map(|values| ("values with sources", values)));
        let changes = complete(target, |file| export::sqlite(file.path(), &tables))?;
        Ok(WrittenTables { place: target.to_owned(), changes })
    }

    /// Writes each table into a file of its own in a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// If one of them cannot be written.
    pub fn to_folder(&self, folder: &Path, format: RowFormat) -> Result<WrittenTables, TablesError> {
        fs::create_dir_all(folder).map_err(|cause| TablesError::Place { path: folder.to_owned(), cause })?;
        let mut changes = Vec::new();
        for ClassSheet { class, sheet } in &self.sheets {
            let file = folder.join(format!("{}.{}", file_name(class), format.ending()));
            changes.extend(write_rows(&file, sheet, format)?);
        }
        Ok(WrittenTables { place: folder.to_owned(), changes })
    }
}

fn write_rows(target: &Path, sheet: &Sheet, format: RowFormat) -> Result<Vec<Change>, TablesError> {
    complete(target, |file| match format {
        RowFormat::Csv => Ok(export::csv(sheet, file).map(|()| Vec::new())?),
        RowFormat::Parquet => export::parquet(sheet, file),
        RowFormat::Sqlite => export::sqlite(file.path(), &[("rows", sheet)]),
    })
}

/// Writes a file that appears when it is complete.
fn complete(
    target: &Path,
    write: impl FnOnce(&mut Complete) -> Result<Vec<Change>, ExportError>,
) -> Result<Vec<Change>, TablesError> {
    let placed = |cause| TablesError::Place { path: target.to_owned(), cause };
    let mut file = Complete::begin(target).map_err(placed)?;
    let changes = write(&mut file).map_err(|cause| TablesError::Rows { path: target.to_owned(), cause })?;
    file.finish().map_err(placed)?;
    Ok(changes)
}

/// The last word of a class's IRI as a name that any system takes for a file.
fn file_name(class: &str) -> String {
    let is_odd = |c: char| c.is_control() || "\\:*?\"<>|.".contains(c);
    local_name(class).replace(is_odd, "_")
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablesError::Several(_) => f.write_str("there are several classes, and each is a table of its own"),
            TablesError::Place { path, cause } => write!(f, "cannot write {}: {cause}", path.display()),
            TablesError::Rows { path, cause } => write!(f, "cannot write {}: {cause}", path.display()),
        }
    }
}

impl Error for TablesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            TablesError::Several(_) => None,
            TablesError::Place { cause, .. } => Some(cause),
            TablesError::Rows { cause, .. } => Some(cause),
        }
    }
}

impl Failure for TablesError {
    fn code(&self) -> &'static str {
        match self {
            TablesError::Several(_) => "tables-several",
            TablesError::Place { .. } => "tables-place",
            TablesError::Rows { .. } => "tables-rows",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            TablesError::Several(names) => Some(Advice::OneClass(names.clone())),
            TablesError::Place { .. } => Some(Advice::new("check that its folder exists and that you may write there")),
            TablesError::Rows { .. } => None,
        }
    }
}
