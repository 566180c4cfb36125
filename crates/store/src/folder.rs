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

    /// One that is there, or a new one.
    ///
    /// # Errors
    ///
    /// If there is something else in the folder, or it cannot be made.
    pub fn open_or_create(folder: impl Into<PathBuf>) -> Result<KnowledgeBase, StoreError> {
        match KnowledgeBase::open(folder) {
            Err(StoreError::Missing(folder)) => {
                fs::create_dir_all(&folder).map_err(|cause| StoreError::Io { path: folder.clone(), cause })?;
                Ok(KnowledgeBase::at(folder))
            }
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

    /// Takes away one that was made for nothing, and its folder if that was made with it. What else is in the folder
    /// stays.
    pub fn discard(self, with_folder: bool) {
        for name in [DATABASE, "kb.sqlite-wal", "kb.sqlite-shm", LOCK] {
            // What is not there need not go, and what cannot go does no harm.
            let _ = fs::remove_file(self.folder.join(name));
        }
        if with_folder {
            let _ = fs::remove_dir(&self.folder);
        }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
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
        let lock = self.lock()?;
        Writer::new(database::open_to_write(&self.database())?, lock)
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

fn is_empty(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else { return false };
    // A lock that was left by one who never got to make the database is nothing.
    entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == LOCK))
}
