//! The pages of a folder and of all folders below it, in the order of their paths.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::sniff;
use super::warc::is_warc_name;

/// The endings of files that are pages. `mhtml` is not among them: it is a mail message that holds pages.
const PAGE_ENDINGS: &[&str] = &["html", "htm", "xhtml", "xht", "shtml", "php", "asp", "aspx", "jsp", "cfm"];

/// Something in a folder that is to be read.
#[derive(Debug)]
pub(super) enum Entry {
    /// A page.
    Page(PathBuf),
    /// A WARC.
    Warc(PathBuf),
    /// A file or folder that could not be looked at.
    Unreadable(PathBuf, io::Error),
}

/// Walks a folder. Holds the names of the folders it is in, never the files' content.
///
/// Links to folders are not followed, as a link to a folder above would never end.
pub(super) struct Walk {
    /// What is still to be looked at: in each open folder its remaining entries, the innermost folder last.
    open: Vec<VecDeque<Found>>,
}

enum Found {
    Folder(PathBuf),
    File(PathBuf),
    Unreadable(PathBuf, io::Error),
}

impl Walk {
    pub(super) fn new(folder: &Path) -> Walk {
        Walk { open: vec![VecDeque::from([Found::Folder(folder.to_owned())])] }
    }
}

impl Iterator for Walk {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        loop {
            let innermost = self.open.last_mut()?;
            match innermost.pop_front() {
                None => {
                    self.open.pop();
                }
                Some(Found::Folder(path)) => match list(&path) {
                    Ok(entries) => self.open.push(entries),
                    Err(cause) => return Some(Entry::Unreadable(path, cause)),
                },
                Some(Found::Unreadable(path, cause)) => return Some(Entry::Unreadable(path, cause)),
                Some(Found::File(path)) => {
                    if let Some(entry) = recognise(path) {
                        return Some(entry);
                    }
                }
            }
        }
    }
}

/// What stands in one folder, sorted by name.
fn list(folder: &Path) -> io::Result<VecDeque<Found>> {
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_unstable_by_key(fs::DirEntry::file_name);
    Ok(entries.into_iter().filter_map(|entry| look_at(&entry)).collect())
}

fn look_at(entry: &fs::DirEntry) -> Option<Found> {
    let path = entry.path();
    match entry.file_type() {
        Ok(kind) if kind.is_dir() => Some(Found::Folder(path)),
        Ok(kind) if kind.is_file() => Some(Found::File(path)),
        Ok(kind) if kind.is_symlink() => fs::metadata(&path).is_ok_and(|to| to.is_file()).then_some(Found::File(path)),
        Ok(_) => None,
        Err(cause) => Some(Found::Unreadable(path, cause)),
    }
}

/// What kind of file this is: by its name, or by its first bytes if the name says nothing. A tool that mirrors a site
/// gives its counting pixels the name of a page, too; they are none.
fn recognise(path: PathBuf) -> Option<Entry> {
    // Some systems put a file of this name with their own notes beside each file.
    if path.file_name()?.to_string_lossy().starts_with("._") {
        return None;
    }
    if is_warc_name(&path) {
        return Some(Entry::Warc(path));
    }
    let is_page = match path.extension() {
        Some(ending) if PAGE_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)) => {
            !first_bytes(&path).is_ok_and(|start| sniff::is_image(&start))
        }
        Some(_) => false,
        None => match first_bytes(&path) {
            Ok(start) => sniff::is_html(&start),
            Err(cause) => return Some(Entry::Unreadable(path, cause)),
        },
    };
    is_page.then_some(Entry::Page(path))
}

fn first_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::with_capacity(sniff::SNIFF_BYTES);
    File::open(path)?.take(sniff::SNIFF_BYTES as u64).read_to_end(&mut start)?;
    Ok(start)
}
