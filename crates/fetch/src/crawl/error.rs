//! Why a crawl cannot be carried out.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use job::{Advice, Failure};
use rusqlite::ErrorCode;

use crate::archive::ArchiveError;

/// Why a crawl cannot be carried out.
#[derive(Debug)]
#[non_exhaustive]
pub enum CrawlError {
    /// No address to begin with.
    NoSeeds,
    /// The archive cannot be written.
    Archive(ArchiveError),
    /// The state beside it cannot be used.
    State(StateError),
    /// The network cannot be used at all.
    Network(io::Error),
}

impl Failure for CrawlError {
    fn code(&self) -> &'static str {
        match self {
            CrawlError::NoSeeds => "crawl-no-seeds",
            CrawlError::Archive(error) => error.code(),
            CrawlError::State(error) => error.code(),
            CrawlError::Network(_) => "net-unusable",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            CrawlError::NoSeeds => Some(Advice::new("give at least one address")),
            CrawlError::Archive(error) => error.advice(),
            CrawlError::State(error) => error.advice(),
            CrawlError::Network(_) => Some(Advice::new("check the limits of the system")),
        }
    }
}

impl fmt::Display for CrawlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CrawlError::NoSeeds => f.write_str("there is no address to begin with"),
            CrawlError::Archive(error) => error.fmt(f),
            CrawlError::State(error) => error.fmt(f),
            CrawlError::Network(cause) => write!(f, "the network cannot be used: {cause}"),
        }
    }
}

impl Error for CrawlError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            CrawlError::NoSeeds => None,
            CrawlError::Archive(error) => Some(error),
            CrawlError::State(error) => Some(error),
            CrawlError::Network(error) => Some(error),
        }
    }
}

impl From<ArchiveError> for CrawlError {
    fn from(error: ArchiveError) -> Self {
        CrawlError::Archive(error)
    }
}

impl From<StateError> for CrawlError {
    fn from(error: StateError) -> Self {
        CrawlError::State(error)
    }
}

/// Why the state of a crawl cannot be used.
#[derive(Debug)]
pub struct StateError {
    pub(super) path: PathBuf,
    pub(super) cause: rusqlite::Error,
}

impl Failure for StateError {
    fn code(&self) -> &'static str {
        match self.cause.sqlite_error_code() {
            Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => "crawl-state-no-room",
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "crawl-state-busy",
            _ => "crawl-state-unusable",
        }
    }

    fn advice(&self) -> Option<Advice> {
        Some(Advice::new(match self.cause.sqlite_error_code() {
            Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) => {
                "make room on the disk; the same command goes on, nothing is lost"
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "close whatever else has it open",
            _ => "it belongs to the archive beside it; if it is damaged, move both away and begin anew",
        }))
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use {}, the state of the crawl: {}", self.path.display(), self.cause)
    }
}

impl Error for StateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.cause)
    }
}
