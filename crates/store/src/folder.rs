//! A knowledge base is a folder: one database, a file that whoever changes it holds, and archives of pages.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::database;
use crate::error::StoreError;
use crate::snapshot::Snapshot;
use crate::sparql::Workers;
use crate::writer::Writer;

const DATABASE: &str = "kb.sqlite";
const LOCK: &str = "kb.lock";
/// The folder of the archives of pages that were fetched.
const ARCHIVE: &str = "archive";
/// The archive in it.
const PAGES: &str = "pages.warc.gz";

/// The folder of a knowledge base.
#[derive(Clone, Debug)]
pub struct KnowledgeBase {
    folder: PathBuf,
    workers: Workers,
}

impl KnowledgeBase {
    /// One that is there.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn open(folder: impl Into<PathBuf>) -> Result<KnowledgeBase, StoreError> {
        let base = KnowledgeBase::at(folder.into());
        if base.database().is_file() {
            return Ok(base);
        }
        Err(if base.folder.exists() && !is_empty(&base.folder) {
            StoreError::NotOurs(base.folder)
        } else {
            StoreError::Missing(base.folder)
        })
    }

    /// One that is there, or a new one, which is made when it is first written to.
    ///
    /// # Errors
    ///
    /// If there is something else in the folder.
    pub fn open_or_create(folder: impl Into<PathBuf>) -> Result<KnowledgeBase, StoreError> {
        match KnowledgeBase::open(folder) {
            Err(StoreError::Missing(folder)) => Ok(KnowledgeBase::at(folder)),
            other => other,
        }
    }

    fn at(folder: PathBuf) -> KnowledgeBase {
        KnowledgeBase { folder, workers: Workers::default() }
    }

    pub(crate) fn workers(&self) -> &Workers {
        &self.workers
    }

    /// For the workers themselves, which would otherwise keep each other waiting for ever.
    pub(crate) fn clone_without_workers(&self) -> KnowledgeBase {
        KnowledgeBase::at(self.folder.clone())
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The archive of its pages.
    pub fn archive(&self) -> PathBuf {
        self.folder.join(ARCHIVE).join(PAGES)
    }

    fn database(&self) -> PathBuf {
        self.folder.join(DATABASE)
    }

    /// What is in it now. Many may read at a time, also while one writes.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(&self) -> Result<Snapshot, StoreError> {
        Snapshot::of(database::open_to_read(&self.database())?)
    }

    /// The right to change it, which one has at a time.
    ///
    /// # Errors
    ///
    /// If somebody else has it, or the folder cannot be written.
    pub fn write(&self) -> Result<Writer, StoreError> {
        let has_folder = self.folder.exists();
        fs::create_dir_all(&self.folder).map_err(|cause| StoreError::Io { path: self.folder.clone(), cause })?;
        let lock = self.lock()?;
        let is_made = database::is_made(&self.database());
        let leftover = (!is_made).then(|| Leftover { base: self.clone_without_workers(), has_folder });
        Writer::new(database::open_to_write(&self.database())?, leftover, lock)
    }

    fn lock(&self) -> Result<File, StoreError> {
        let path = self.folder.join(LOCK);
        let failed = |cause| StoreError::Io { path: path.clone(), cause };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = options.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let process = file.read_to_string(&mut holder).ok().and_then(|_| holder.trim().parse().ok());
                return Err(StoreError::Busy { folder: self.folder.clone(), process });
            }
            Err(TryLockError::Error(cause)) => return Err(failed(cause)),
        }
        // Who holds it is a courtesy; the lock is what counts.
        let said = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| writeln!(file, "{}", std::process::id()));
        said.map_err(failed)?;
        Ok(file)
    }
}

/// A knowledge base that somebody began to make. Unless something was committed to it, it goes away again.
#[derive(Debug)]
pub(crate) struct Leftover {
    base: KnowledgeBase,
    has_folder: bool,
}

impl Drop for Leftover {
    fn drop(&mut self) {
        let is_used = self.base.read().is_ok_and(|snapshot| snapshot.is_committed());
        if is_used {
            return;
        }
        // What cannot be removed is nothing to the next one who begins.
        for ending in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(self.base.folder.join(format!("{DATABASE}{ending}")));
        }
        // An archive of which nothing counts goes too, with its folder if there is nothing else in it.
        let _ = fs::remove_file(self.base.archive());
        let _ = fs::remove_dir(self.base.folder.join(ARCHIVE));
        if !self.has_folder {
            let _ = fs::remove_file(self.base.folder.join(LOCK));
            let _ = fs::remove_dir(&self.base.folder);
        }
    }
}

/// Whether there is nothing in a folder but what was left by one who never got to make the database.
fn is_empty(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else { return false };
    let is_ours = |name: &str| name == LOCK || name == ARCHIVE || name.starts_with(DATABASE);
    entries.all(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_ours)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_only_begun_is_nothing() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("kb");
        let base = KnowledgeBase::open_or_create(&folder).unwrap();
        assert!(!folder.exists(), "nothing is made before it is written to");
        assert!(matches!(base.read(), Err(StoreError::Missing(_))));
        drop(base.write().unwrap());
        assert!(!folder.exists(), "nothing was committed");

        // Killed before the tables were made: a lock, and a database without anything in it.
        fs::create_dir(&folder).unwrap();
        for name in [LOCK, DATABASE, "kb.sqlite-journal"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let base = KnowledgeBase::open_or_create(&folder).unwrap();
        assert!(matches!(base.read(), Err(StoreError::Missing(_))));
        base.write().unwrap().begin("test").unwrap().finish().unwrap();
        assert!(base.read().unwrap().is_committed());
        base.write().unwrap();
        assert!(KnowledgeBase::open(&folder).is_ok(), "it stays");
    }

    #[test]
    fn the_database_of_somebody_else_is_not_touched() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join(DATABASE);
        rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
        let before = fs::read(&path).unwrap();
        let base = KnowledgeBase::open_or_create(place.path()).unwrap();
        assert!(matches!(base.write(), Err(StoreError::NotOurs(_))));
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}
