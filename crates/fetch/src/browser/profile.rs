//! The folder that a browser keeps its state in: made for it, owned by its account, removed when it ends.
//!
//! A process that is killed cannot clean up, so each folder holds a locked file, which the browser's messages go to.
//! Since the browser has it open too, the lock lasts as long as anyone uses the folder. Whoever starts a browser later
//! removes the folders whose lock nobody holds.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use super::account::{Account, own_uid};

const PREFIX: &str = "lode-chromium-";
/// The file that is locked, and that the browser's messages go to.
const MESSAGES: &str = "lode-messages";
/// How much of the messages is shown.
const SHOWN: usize = 2000;
/// How often the removal of the folder is tried while the browser's last processes end.
const REMOVALS: u32 = 50;

/// A browser's folder.
#[derive(Debug)]
pub(super) struct Profile {
    path: PathBuf,
    messages: File,
}

impl Profile {
    /// Makes an empty folder that only the account can read, and removes those that were left behind.
    pub(super) fn make(account: Option<&Account>) -> io::Result<Profile> {
        let temporary = std::env::temp_dir();
        let owner = account.map_or_else(own_uid, |account| account.uid);
        remove_abandoned(&temporary, owner);
        let path = make_folder(&temporary)?;
        // The file is made under another name, so that no one ever sees it unlocked.
        let fresh = path.join("lode-messages.new");
        let messages = File::create(&fresh)?;
        messages.lock()?;
        fs::rename(&fresh, path.join(MESSAGES))?;
        if let Some(account) = account {
            chown(&path, Some(account.uid), Some(account.gid))?;
        }
        Ok(Profile { path, messages })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file for the browser's messages. Whoever has it open keeps the folder from being removed by others.
    pub(super) fn messages_file(&self) -> io::Result<File> {
        self.messages.try_clone()
    }

    /// The last of the browser's messages.
    pub(super) fn messages(&self) -> String {
        let bytes = fs::read(self.path.join(MESSAGES)).unwrap_or_default();
        String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(SHOWN)..]).trim().to_owned()
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        // The browser's processes were killed, but may take a moment to be gone and write until then.
        for _ in 0..REMOVALS {
            if remove(&self.path).is_ok() || !self.path.exists() {
                return;
            }
            thread::park_timeout(Duration::from_millis(10));
        }
    }
}

fn make_folder(temporary: &Path) -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = temporary.join(format!("{PREFIX}{}-{count}", process::id()));
        match DirBuilder::new().mode(0o700).create(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Removes the folders of this owner whose makers are gone. That is a courtesy: what cannot be removed stays.
fn remove_abandoned(temporary: &Path, owner: u32) {
    let Ok(entries) = fs::read_dir(temporary) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX)) {
        let is_ours = entry.metadata().is_ok_and(|metadata| metadata.is_dir() && metadata.uid() == owner);
        let lock = File::open(entry.path().join(MESSAGES));
        if is_ours && lock.as_ref().is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = remove(&entry.path());
        }
    }
}

/// Removes a folder, the locked file last: without that, nobody would know that it can go.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if entry.file_name() != MESSAGES {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_file(folder.join(MESSAGES)).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    })?;
    fs::remove_dir(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_abandoned_folders_are_removed() {
        let kept = Profile::make(None).unwrap();
        let abandoned = make_folder(&std::env::temp_dir()).unwrap();
        fs::write(abandoned.join(MESSAGES), "").unwrap();
        let used_by_another = Profile::make(None).unwrap();
        assert!(kept.path().exists() && used_by_another.path().exists());
        assert!(!abandoned.exists());
        let path = kept.path().to_owned();
        drop(kept);
        assert!(!path.exists());
    }
}
