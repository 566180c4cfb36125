//! The folder of a knowledge base: one database, files that whoever changes it holds, and archives of pages.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::database;
use crate::error::StoreError;
use crate::snapshot::Snapshot;
use crate::writer::{Held, Writer};

const DATABASE: &str = "kb.sqlite";
const LOCK: &str = "kb.lock";
/// The folder of the archives of pages that were fetched.
const ARCHIVE: &str = "archive";
/// The archive in it.
const PAGES: &str = "pages.warc.gz";

/// How long one waits before it tries again to become the writer: the system has no lock that is waited for so long and
/// no longer.
const TRY_AGAIN: Duration = Duration::from_millis(20);

/// The folder of a knowledge base.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

/// Work that takes long and writes now and then. Of each kind one is under way at a time: what it has learnt and how
/// far it is would otherwise be overwritten by the other. Whoever writes in one go may do so meanwhile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LongWork {
    /// Pages are read by a known ontology.
    Harvest,
    /// Sites are mined.
    Mining,
}

impl LongWork {
    const ALL: [LongWork; 2] = [LongWork::Harvest, LongWork::Mining];

    /// The file that whoever does it holds.
    fn lock(self) -> &'static str {
        match self {
            LongWork::Harvest => "harvest.lock",
            LongWork::Mining => "mining.lock",
        }
    }
}

/// The right to do long work, as long as it lives.
#[derive(Debug)]
pub struct Claim {
    folder: Folder,
    work: LongWork,
    /// Whether the folder was there before.
    has_folder: bool,
    /// The system lets go of it when the process ends, however it ends.
    _lock: File,
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Of work that has written nothing nothing is left.
        if self.folder.database().exists() {
            return;
        }
        let _ = fs::remove_file(self.folder.0.join(self.work.lock()));
        if !self.has_folder {
            let _ = fs::remove_file(self.folder.0.join(LOCK));
            let _ = fs::remove_dir(&self.folder.0);
        }
    }
}

/// What a writer holds, the lock last.
#[derive(Debug)]
struct Right {
    /// What goes away again if nothing is committed.
    _leftover: Option<Leftover>,
    /// The system lets go of it when the process ends, however it ends.
    _lock: File,
}

impl Held for Right {}

impl Folder {
    /// One that is there.
    pub(crate) fn open(path: PathBuf) -> Result<Folder, StoreError> {
        let folder = Folder(path);
        if folder.database().is_file() {
            return Ok(folder);
        }
        Err(if folder.0.exists() && !is_empty(&folder.0) {
            StoreError::NotOurs(folder.0)
        } else {
            StoreError::Missing(folder.0)
        })
    }

    /// One that is there, or a new one, which is made when it is first written to.
    pub(crate) fn open_or_create(path: PathBuf) -> Result<Folder, StoreError> {
        match Folder::open(path) {
            Err(StoreError::Missing(path)) => Ok(Folder(path)),
            other => other,
        }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The archive of its pages.
    pub(crate) fn archive(&self) -> PathBuf {
        self.0.join(ARCHIVE).join(PAGES)
    }

    fn database(&self) -> PathBuf {
        self.0.join(DATABASE)
    }

    /// What is in it now. Many may read at a time, also while one writes.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(crate) fn read(&self) -> Result<Snapshot, StoreError> {
        Snapshot::of(database::open_to_read(&self.database())?)
    }

    /// The right to change it, which one has at a time.
    ///
    /// # Errors
    ///
    /// If somebody else has it, or the folder cannot be written.
    pub(crate) fn write(&self) -> Result<Writer, StoreError> {
        let has_folder = self.0.exists();
        let has_archive = self.archive().exists();
        fs::create_dir_all(&self.0).map_err(|cause| StoreError::Io { path: self.0.clone(), cause })?;
        let lock = self.lock(LOCK)?;
        let is_made = database::is_made(&self.database())?;
        let leftover = || Leftover { folder: self.clone(), has_folder, has_archive };
        let leftover = (!is_made).then(leftover);
        Writer::new(database::open_to_write(&self.database())?, Box::new(Right { _leftover: leftover, _lock: lock }))
    }

    /// The right to do long work, which one has at a time.
    ///
    /// # Errors
    ///
    /// If somebody else does it, or the folder cannot be written.
    pub(crate) fn claim(&self, work: LongWork) -> Result<Claim, StoreError> {
        let has_folder = self.0.exists();
        fs::create_dir_all(&self.0).map_err(|cause| StoreError::Io { path: self.0.clone(), cause })?;
        Ok(Claim { _lock: self.lock(work.lock())?, folder: self.clone(), work, has_folder })
    }

    /// The right to change it, as soon as nobody else has it, if that is soon enough.
    pub(crate) fn write_within(&self, wait: Duration) -> Result<Writer, StoreError> {
        let begin = Instant::now();
        loop {
            match self.write() {
                Err(StoreError::Busy { .. }) if begin.elapsed() < wait => {
                    thread::sleep(TRY_AGAIN.min(wait.saturating_sub(begin.elapsed())));
                }
                other => return other,
            }
        }
    }

    fn lock(&self, name: &str) -> Result<File, StoreError> {
        let path = self.0.join(name);
        let failed = |cause| StoreError::Io { path: path.clone(), cause };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = options.map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let process = file.read_to_string(&mut holder).ok().and_then(|_| holder.trim().parse().ok());
                return Err(StoreError::Busy { folder: self.0.clone(), process });
            }
            Err(TryLockError::Error(cause)) => return Err(failed(cause)),
        }
        // Who holds it is a courtesy; the lock is what counts.
        let said = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| writeln!(file, "{}", std::process::id()));
        said.map_err(failed)?;
        // Whoever had it before may have taken away what it had begun, and this file with it.
        let ours = fs::read_to_string(&path).is_ok_and(|holder| holder.trim() == std::process::id().to_string());
        if ours { Ok(file) } else { Err(StoreError::Busy { folder: self.0.clone(), process: None }) }
    }
}

/// A knowledge base that this process began to make. It goes away again if it is certain that nothing was committed to
/// it; what cannot be read may hold something, and stays.
#[derive(Debug)]
pub(crate) struct Leftover {
    folder: Folder,
    /// Whether its folder was there before.
    has_folder: bool,
    /// Whether its archive was.
    has_archive: bool,
}

impl Drop for Leftover {
    fn drop(&mut self) {
        match self.folder.read() {
            Ok(snapshot) if !snapshot.is_committed() => {}
            Err(StoreError::Missing(_)) => {}
            Ok(_) | Err(_) => return,
        }
        // What cannot be removed is nothing to the next one who begins.
        for ending in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(self.folder.0.join(format!("{DATABASE}{ending}")));
        }
        // Its archive, of which nothing counts, goes too, with its folder if there is nothing else in it.
        if !self.has_archive {
            let _ = fs::remove_file(self.folder.archive());
            let _ = fs::remove_dir(self.folder.0.join(ARCHIVE));
        }
        if !self.has_folder {
            let _ = fs::remove_file(self.folder.0.join(LOCK));
            let _ = fs::remove_dir(&self.folder.0);
        }
    }
}

/// Whether there is nothing in a folder but what was left by one who never got to make the database.
fn is_empty(folder: &Path) -> bool {
    let Ok(mut entries) = fs::read_dir(folder) else { return false };
    let is_lock = |name: &str| name == LOCK || LongWork::ALL.iter().any(|work| work.lock() == name);
    let is_ours = |name: &str| is_lock(name) || name == ARCHIVE || name.starts_with(DATABASE);
    entries.all(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_ours)))
}
