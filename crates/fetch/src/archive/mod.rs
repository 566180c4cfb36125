//! The archive of what was fetched: WARC 1.1 (ISO 28500), one gzip member for each record, so that any record can be
//! read by itself and what others wrote reads it.
//!
//! Records are appended, and count only up to the length that the frontier has committed; what a killed run left
//! behind that is cut off when the archive is opened again. Reading is done in `source`.

mod index;
mod keeper;
mod record;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use job::{Advice, Failure};

use crate::net::Spool;

pub(crate) use index::{Entry, write_index};
pub use keeper::{Keeper, KeptRecord};
pub(crate) use record::{Form, Packed, Revisit, conversion, response, revisit, warcinfo};

/// Why an archive cannot be written to.
#[derive(Debug)]
#[non_exhaustive]
pub enum ArchiveError {
    /// Its name is not that of a WARC.
    Name(PathBuf),
    /// Something is there already that we have not made.
    Taken(PathBuf),
    /// Another run writes to it.
    Busy(PathBuf),
    /// It is shorter than it should be: somebody has changed it.
    Short {
        /// The archive.
        path: PathBuf,
        /// How long it is.
        length: u64,
        /// How long it should be.
        committed: u64,
    },
    /// The system says no.
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        cause: io::Error,
    },
}

impl Failure for ArchiveError {
    fn code(&self) -> &'static str {
        match self {
            ArchiveError::Name(_) => "archive-name",
            ArchiveError::Taken(_) => "archive-taken",
            ArchiveError::Busy(_) => "archive-busy",
            ArchiveError::Short { .. } => "archive-short",
            ArchiveError::Io { .. } => "archive-io",
        }
    }

    fn advice(&self) -> Option<Advice> {
        Some(match self {
            ArchiveError::Name(_) => Advice::new("name it NAME.warc.gz"),
            ArchiveError::Taken(_) => Advice::OtherTarget("or move that one away".to_owned()),
            ArchiveError::Busy(_) => Advice::WaitOrOtherTarget,
            ArchiveError::Short { path, .. } if state_path(path).exists() => {
                Advice::new(format!("bring the archive back, or start anew without {}", state_path(path).display()))
            }
            ArchiveError::Short { .. } => Advice::new("bring the archive back, from a copy"),
            ArchiveError::Io { .. } => {
                Advice::new("check that the folder exists, that you may write there, and that there is room")
            }
        })
    }
}

impl std::fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ArchiveError::Name(path) => write!(f, "{} is no name for an archive", path.display()),
            ArchiveError::Taken(path) => write!(f, "{} exists, and no crawl that could go on made it", path.display()),
            ArchiveError::Busy(path) => write!(f, "another run writes to {}", path.display()),
            ArchiveError::Short { path, length, committed } => {
                write!(f, "{} has {length} bytes, but {committed} had been written", path.display())
            }
            ArchiveError::Io { path, cause } => write!(f, "cannot write {}: {cause}", path.display()),
        }
    }
}

impl std::error::Error for ArchiveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ArchiveError::Io { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

/// Where the state of the crawl that writes an archive is kept.
pub(crate) fn state_path(archive: &Path) -> PathBuf {
    let mut name = archive.as_os_str().to_owned();
    name.push(".crawl");
    name.into()
}

/// Where a record is in the archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    pub(crate) length: u64,
}

/// An archive that is being written. Nobody else writes to it meanwhile.
#[derive(Debug)]
pub(crate) struct Archive {
    path: PathBuf,
    form: Form,
    writer: BufWriter<File>,
    length: u64,
}

/// An archive that nobody else can write to, of which it is not known yet how much counts.
pub(crate) struct Locked {
    path: PathBuf,
    form: Form,
    file: File,
}

impl Locked {
    /// How many bytes it has.
    pub(crate) fn length(&self) -> Result<u64, ArchiveError> {
        let found = self.file.metadata().map_err(|cause| ArchiveError::Io { path: self.path.clone(), cause });
        Ok(found?.len())
    }

    /// Opens the archive, of which so many bytes count. What is behind them was never committed.
    pub(crate) fn open(self, committed: u64) -> Result<Archive, ArchiveError> {
        let Locked { path, form, mut file } = self;
        let failed = |cause| ArchiveError::Io { path: path.clone(), cause };
        let length = file.metadata().map_err(failed)?.len();
        if length < committed {
            return Err(ArchiveError::Short { path, length, committed });
        }
        file.set_len(committed).map_err(failed)?;
        file.seek(SeekFrom::Start(committed)).map_err(failed)?;
        Ok(Archive { path, form, writer: BufWriter::with_capacity(1 << 20, file), length: committed })
    }
}

impl Archive {
    /// Whether records of an archive of this name are compressed.
    pub(crate) fn form_of(path: &Path) -> Result<Form, ArchiveError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match name {
            name if name.ends_with(".warc.gz") => Ok(Form::Gzip),
            name if name.ends_with(".warc") => Ok(Form::Plain),
            _ => Err(ArchiveError::Name(path.to_owned())),
        }
    }

    /// Takes the archive for this process, so that nobody else writes to it. It is made if there is none.
    pub(crate) fn lock(path: &Path) -> Result<Locked, ArchiveError> {
        let form = Archive::form_of(path)?;
        let failed = |cause| ArchiveError::Io { path: path.to_owned(), cause };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ArchiveError::Busy(path.to_owned()),
            TryLockError::Error(cause) => failed(cause),
        })?;
        Ok(Locked { path: path.to_owned(), form, file })
    }

    /// Whether records are compressed.
    pub(crate) fn form(&self) -> Form {
        self.form
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes it has, written or about to be.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Appends a record. It counts once the frontier says so.
    pub(crate) fn append(&mut self, record: &mut Spool) -> Result<Place, ArchiveError> {
        let place = Place { offset: self.length, length: record.len() };
        let copied = record.reader().and_then(|mut reader| io::copy(&mut reader, &mut self.writer));
        copied.map_err(|cause| self.failed(cause))?;
        self.length += place.length;
        Ok(place)
    }

    /// Hands all of it to the system: whatever becomes of this process, it is written.
    pub(crate) fn flush(&mut self) -> Result<(), ArchiveError> {
        self.writer.flush().map_err(|cause| self.failed(cause))
    }

    /// Makes sure that all of it is on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), ArchiveError> {
        let synced = self.writer.flush().and_then(|()| self.writer.get_ref().sync_data());
        synced.map_err(|cause| self.failed(cause))
    }

    fn failed(&self, cause: io::Error) -> ArchiveError {
        ArchiveError::Io { path: self.path.clone(), cause }
    }
}
