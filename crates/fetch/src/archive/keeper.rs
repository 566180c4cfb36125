//! An archive beside something that remembers how much of it counts: single pages that were asked for are kept in it as
//! they came, so that whoever reads them can show later what they read.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use flate2::bufread::GzDecoder;

use super::{Archive, ArchiveError, response, warcinfo};
use crate::net::{Agent, Answer};

/// Keeps what is fetched. Several may fetch at a time.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    /// What was fetched before and is not asked for again: by address, where its record begins.
    before: HashMap<String, u64>,
    kept: Mutex<Kept>,
}

#[derive(Debug)]
struct Kept {
    archive: Archive,
    new: Vec<KeptRecord>,
}

/// A record of an archive: an answer of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRecord {
    /// The address; empty for the record in front, which tells of the archive.
    pub url: String,
    /// When it answered, as the archive has it.
    pub date: String,
    /// Where the record begins.
    pub offset: u64,
    /// How many bytes it has there.
    pub length: u64,
}

impl Keeper {
    /// Opens an archive of which so many bytes count, or makes one. Whole records behind them, which a killed run has
    /// left, become new ones; a torn one is cut off. `before` says which records are not asked for again, by address;
    /// what a killed run has left belongs to them, if there are any.
    ///
    /// # Errors
    ///
    /// If the archive is shorter than that, holds something else, somebody else writes to it, or it cannot be written.
    pub fn open(path: &Path, committed: u64, mut before: HashMap<String, u64>) -> Result<Keeper, ArchiveError> {
        let locked = Archive::lock(path)?;
        let failed = |cause| ArchiveError::Io { path: path.to_owned(), cause };
        let mut new = left_behind(path, committed).map_err(failed)?;
        let end = new.last().map_or(committed, |last| last.offset + last.length);
        // What is no record at all was not written by us.
        if end == 0 && locked.length()? > 0 {
            return Err(ArchiveError::Taken(path.to_owned()));
        }
        if !before.is_empty() {
            before.extend(new.iter().map(|record| (record.url.clone(), record.offset)));
        }
        let mut archive = locked.open(end)?;
        if end == 0 {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let head = warcinfo(&name, &Agent::new(None).name, "obeyed", SystemTime::now(), archive.form());
            let mut head = head.map_err(|cause| archive.failed(cause))?;
            let place = archive.append(&mut head.bytes)?;
            new.push(KeptRecord { url: String::new(), date: head.date, offset: place.offset, length: place.length });
        }
        Ok(Keeper { path: path.to_owned(), before, kept: Mutex::new(Kept { archive, new }) })
    }

    /// Where the record of an address is that is not asked for again.
    pub(crate) fn place_of(&self, url: &str) -> Option<(&Path, u64)> {
        self.before.get(url).map(|&offset| (self.path.as_path(), offset))
    }

    /// Whether there are records that nobody has been told of.
    pub fn has_new(&self) -> bool {
        !self.kept().new.is_empty()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an answer.
    pub(crate) fn keep(&self, answer: &mut Answer) -> Result<(), ArchiveError> {
        let mut kept = self.kept();
        let packed = response(answer, kept.archive.form());
        let mut packed = packed.map_err(|cause| kept.archive.failed(cause))?;
        let place = kept.archive.append(&mut packed.bytes)?;
        let url = answer.url.to_string();
        kept.new.push(KeptRecord { url, date: packed.date, offset: place.offset, length: place.length });
        Ok(())
    }

    /// Makes sure that all of it is on the disk. Tells how long the archive is, and the records that are new.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn sync(&self) -> Result<(u64, Vec<KeptRecord>), ArchiveError> {
        let mut kept = self.kept();
        kept.archive.sync()?;
        Ok((kept.archive.length(), std::mem::take(&mut kept.new)))
    }
}

/// The whole records behind the bytes of an archive that count, in their order.
fn left_behind(path: &Path, committed: u64) -> io::Result<Vec<KeptRecord>> {
    let mut file = BufReader::new(File::open(path)?);
    let end = file.seek(SeekFrom::End(0))?;
    let mut found = Vec::new();
    let mut offset = committed;
    while offset < end {
        file.seek(SeekFrom::Start(offset))?;
        let Ok(head) = head_of(&mut file) else { break };
        let field = |name: &str| {
            let mut fields = head.lines().filter_map(|line| line.split_once(": "));
            fields.find(|(own, _)| *own == name).map(|(_, value)| value.trim().to_owned())
        };
        let Some(date) = field("WARC-Date").filter(|_| head.starts_with("WARC/")) else { break };
        let next = file.stream_position()?;
        let url = field("WARC-Target-URI").unwrap_or_default();
        found.push(KeptRecord { url, date, offset, length: next - offset });
        offset = next;
    }
    Ok(found)
}

/// The header of the record that begins here, if all of it can be unpacked; leaves the reader behind it.
fn head_of(file: &mut impl BufRead) -> io::Result<String> {
    /// Headers are shorter.
    const MOST: u64 = 1 << 16;
    let mut record = GzDecoder::new(file);
    let mut head = Vec::new();
    record.by_ref().take(MOST).read_to_end(&mut head)?;
    // The checksum stands at the end.
    io::copy(&mut record, &mut io::sink())?;
    let head = String::from_utf8_lossy(&head);
    Ok(head.split("\r\n\r\n").next().unwrap_or_default().to_owned())
}

impl KeptRecord {
    /// Whether the archive has the record, to its last byte; if not, what is wrong.
    ///
    /// # Errors
    ///
    /// If it has not.
    pub fn check(&self, archive: &Path) -> Result<(), String> {
        let (offset, shown) = (self.offset, archive.display());
        let head = self.head(archive).map_err(|cause| format!("the record at byte {offset} of {shown}: {cause}"))?;
        let has = |name: &str, value: &str| {
            head.lines().filter_map(|line| line.split_once(": ")).any(|(own, of)| own == name && of.trim() == value)
        };
        let is_own = self.url.is_empty() || has("WARC-Target-URI", &self.url);
        match is_own && has("WARC-Date", &self.date) {
            true => Ok(()),
            false => Err(format!("the record at byte {offset} of {shown} is not the one of {}", self.url)),
        }
    }

    /// The header of the record, if all of it can be unpacked.
    fn head(&self, archive: &Path) -> io::Result<String> {
        let mut file = File::open(archive)?;
        file.seek(SeekFrom::Start(self.offset))?;
        head_of(&mut BufReader::new(file.take(self.length)))
    }
}
