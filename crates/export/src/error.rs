//! What can go wrong when rows are written. Which file it was is known to the caller, who names it.

use std::error::Error;
use std::fmt;
use std::io;

use job::Failure;

/// Why rows were not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError {
    /// The place they go to failed: a full disk, a closed pipe.
    Io(io::Error),
    /// The database is to be a new one, and the file has something in it.
    NotEmpty,
    /// SQLite refused.
    Sqlite(Box<dyn Error + Send + Sync>),
    /// The Parquet writer refused.
    Parquet(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Io(error) => write!(f, "{error}"),
            ExportError::NotEmpty => write!(f, "a new database is written to a new or an empty file"),
            ExportError::Sqlite(error) => write!(f, "SQLite: {error}"),
            ExportError::Parquet(error) => write!(f, "Parquet: {error}"),
        }
    }
}

impl Error for ExportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ExportError::Io(error) => Some(error),
            ExportError::NotEmpty => None,
            ExportError::Sqlite(error) | ExportError::Parquet(error) => Some(error.as_ref()),
        }
    }
}

impl Failure for ExportError {
    fn code(&self) -> &'static str {
        match self {
            ExportError::Io(_) => "export-io",
            ExportError::NotEmpty => "export-not-empty",
            ExportError::Sqlite(_) => "export-sqlite",
            ExportError::Parquet(_) => "export-parquet",
        }
    }
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        ExportError::Io(error)
    }
}

impl From<rusqlite::Error> for ExportError {
    fn from(error: rusqlite::Error) -> ExportError {
        ExportError::Sqlite(error.into())
    }
}

impl From<parquet::errors::ParquetError> for ExportError {
    fn from(error: parquet::errors::ParquetError) -> ExportError {
        // The writer wraps what its sink says; a caller wants to know a closed pipe when it sees one.
        match error {
            parquet::errors::ParquetError::External(cause) => match cause.downcast::<io::Error>() {
                Ok(cause) => ExportError::Io(*cause),
                Err(cause) => ExportError::Parquet(cause),
            },
            error => ExportError::Parquet(error.into()),
        }
    }
}
