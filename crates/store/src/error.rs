//! What can go wrong with a knowledge base, and what to do about it.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a knowledge base could not be opened, read or changed.
#[derive(Debug)]
pub enum StoreError {
    /// There is nothing at the place.
    Missing(PathBuf),
    /// There is something else at the place.
    NotOurs(PathBuf),
    /// It was written by a later version.
    TooNew {
        /// The version of its tables.
        version: i64,
    },
    /// Somebody else is changing it.
    Busy {
        /// Where it is.
        folder: PathBuf,
        /// The process that has it, if it said so.
        process: Option<u32>,
    },
    /// A file cannot be read or written.
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// SQLite refused.
    Sqlite(Box<dyn Error + Send + Sync>),
    /// What was written last stands beside its database, and can be read only where one may write.
    Unsettled(PathBuf),
    /// The disk is full.
    DiskFull,
    /// Something in it is not what was written.
    Damaged(String),
    /// What should be its database is none.
    NoDatabase,
    /// It has as many terms as it can have.
    TooManyTerms,
}

impl StoreError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            StoreError::Missing(_) => "make one with `lode populate` or `lode kb load`".to_owned(),
            StoreError::NotOurs(_) => "give the folder of a knowledge base, or a new or empty one".to_owned(),
            StoreError::TooNew { .. } => "use the version of lode that wrote it, or a later one".to_owned(),
            StoreError::Busy { .. } => "wait until it has ended; reading goes on meanwhile".to_owned(),
            StoreError::Unsettled(_) => "copy the whole folder to where you may write, and read it there".to_owned(),
            StoreError::DiskFull => "make room and give the same command again; nothing stored is lost".to_owned(),
            StoreError::Damaged(_) => "`lode kb verify` tells what is left; restore it from a copy".to_owned(),
            StoreError::NoDatabase => "restore it from a copy, or make it again in a new folder".to_owned(),
            StoreError::Io { .. } | StoreError::Sqlite(_) | StoreError::TooManyTerms => return None,
        })
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Missing(folder) => write!(f, "there is no knowledge base at {}", folder.display()),
            StoreError::NotOurs(folder) => write!(f, "{} is no knowledge base, and not empty", folder.display()),
            StoreError::TooNew { version } => {
                write!(f, "the knowledge base was written by a later version of lode (tables of version {version})")
            }
            StoreError::Busy { folder, process: Some(process) } => {
                write!(f, "{} is being changed by process {process}", folder.display())
            }
            StoreError::Busy { folder, process: None } => {
                write!(f, "{} is being changed by another process", folder.display())
            }
            StoreError::Io { path, cause } => write!(f, "{}: {cause}", path.display()),
            StoreError::Sqlite(cause) => write!(f, "the database: {cause}"),
            StoreError::Unsettled(folder) => write!(
                f,
                "the last changes of {} stand in its file kb.sqlite-wal, which can be read only where one may write",
                folder.display()
            ),
            StoreError::DiskFull => f.write_str("the disk is full"),
            StoreError::Damaged(what) => write!(f, "the knowledge base is damaged: {what}"),
            StoreError::NoDatabase => f.write_str(
                "its file kb.sqlite is no database, or its beginning is overwritten: nothing in it can be read",
            ),
            StoreError::TooManyTerms => f.write_str("the knowledge base has four thousand million terms; no more fit"),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StoreError::Io { cause, .. } => Some(cause),
            StoreError::Sqlite(cause) => Some(cause.as_ref()),
            _ => None,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::ErrorCode;
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::DiskFull,
            Some(ErrorCode::NotADatabase) => StoreError::NoDatabase,
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Sqlite(error.into()),
        }
    }
}
