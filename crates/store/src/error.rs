//! What can go wrong with a knowledge base, and what to do about it.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use job::{Advice, Failure};

/// Why a knowledge base could not be opened, read or changed.
#[derive(Debug)]
#[non_exhaustive]
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

impl Failure for StoreError {
    fn code(&self) -> &'static str {
        match self {
            StoreError::Missing(_) => "store-missing",
            StoreError::NotOurs(_) => "store-not-ours",
            StoreError::TooNew { .. } => "store-too-new",
            StoreError::Busy { .. } => "store-busy",
            StoreError::Io { .. } => "store-io",
            StoreError::Sqlite(_) => "store-database",
            StoreError::Unsettled(_) => "store-unsettled",
            StoreError::DiskFull => "store-disk-full",
            StoreError::Damaged(_) => "store-damaged",
            StoreError::NoDatabase => "store-no-database",
            StoreError::TooManyTerms => "store-too-many-terms",
        }
    }

    fn advice(&self) -> Option<Advice> {
        Some(match self {
            StoreError::Missing(_) => Advice::MakeBase,
            StoreError::NotOurs(_) => Advice::new("give the folder of a knowledge base, or a new or empty one"),
            StoreError::TooNew { .. } => Advice::new("use the version of lode that wrote it, or a later one"),
            StoreError::Busy { .. } => Advice::new("wait until it has ended; reading goes on meanwhile"),
            StoreError::Unsettled(_) => Advice::new("copy the whole folder to where you may write, and read it there"),
            StoreError::DiskFull => Advice::new("make room and give the same command again; nothing stored is lost"),
            StoreError::Damaged(_) => Advice::Verify("restore it from a copy".to_owned()),
            StoreError::NoDatabase => Advice::new("restore it from a copy, or make it again in a new folder"),
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
