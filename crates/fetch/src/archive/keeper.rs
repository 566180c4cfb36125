//! An archive beside something that remembers how much of it counts: single pages that were asked for are kept in it as
//! they came, so that whoever reads them can show later what they read.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use flate2::bufread::GzDecoder;

use super::{Archive, ArchiveError, response, warcinfo};
use crate::net::{Agent, Answer};

/// Keeps what is fetched. Several may fetch at a time, and nothing is fetched twice.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    kept: Mutex<Kept>,
    /// Somebody asks for an address no longer.
    asked: Condvar,
}

#[derive(Debug)]
struct Kept {
    archive: Archive,
    /// What is not asked for again: by address, where its record is.
    places: HashMap<String, KeptPlace>,
    /// Addresses that somebody asks for now.
    asking: HashSet<String>,
    new: Vec<KeptRecord>,
}

/// Where the record of an address is that is not asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptPlace {
    /// Where it begins.
    pub(crate) offset: u64,
    /// Whether it was asked for by the work that goes on now, rather than by what it goes on with.
    pub(crate) is_own: bool,
}

/// The right to ask for an address. Whoever else wants it waits until this goes.
pub(crate) struct Turn<'a> {
    keeper: &'a Keeper,
    url: &'a str,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.keeper.kept().asking.remove(self.url);
        self.keeper.asked.notify_all();
    }
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
    /// left, become new ones; a torn one is cut off. `before` has what the work has fetched that is gone on with, by
    /// address; what a killed run has left belongs to that. Nothing if work begins.
    ///
    /// # Errors
    ///
    /// If the archive is shorter than that, holds something else, somebody else writes to it, or it cannot be written.
    pub fn open(path: &Path, committed: u64, before: Option<HashMap<String, u64>>) -> Result<Keeper, ArchiveError> {
        let locked = Archive::lock(path)?;
        let failed = |cause| ArchiveError::Io { path: path.to_owned(), cause };
        let mut new = left_behind(path, committed).map_err(failed)?;
        let end = new.last().map_or(committed, |last| last.offset + last.length);
        // What is no record at all was not written by us, unless we were killed while we wrote the first.
        if end == 0 && locked.length()? > 0 && !is_torn_head(path).map_err(failed)? {
            return Err(ArchiveError::Taken(path.to_owned()));
        }
        let mut places = HashMap::new();
        if let Some(before) = before {
            let left = new.iter().map(|record| (record.url.clone(), record.offset));
            let place = |(url, offset): (String, u64)| (url, KeptPlace { offset, is_own: false });
            places.extend(before.into_iter().chain(left).map(place));
        }
        let mut archive = locked.open(end)?;
        if end == 0 {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let head = warcinfo(&name, &Agent::new(None).name, "obeyed", SystemTime::now(), archive.form());
            let mut head = head.map_err(|cause| archive.failed(cause))?;
            let place = archive.append(&mut head.bytes)?;
            new.push(KeptRecord { url: String::new(), date: head.date, offset: place.offset, length: place.length });
        }
        let kept = Mutex::new(Kept { archive, places, asking: HashSet::new(), new });
        Ok(Keeper { path: path.to_owned(), kept, asked: Condvar::new() })
    }

    /// The right to ask for an address; if somebody else asks for it now, when they have done so.
    pub(crate) fn turn<'a>(&'a self, url: &'a str) -> Turn<'a> {
        let waiting = self.asked.wait_while(self.kept(), |kept| kept.asking.contains(url));
        waiting.unwrap_or_else(PoisonError::into_inner).asking.insert(url.to_owned());
        Turn { keeper: self, url }
    }

    /// The archive.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Where the record of an address is that is not asked for again.
    pub(crate) fn place_of(&self, url: &str) -> Option<KeptPlace> {
        self.kept().places.get(url).copied()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps an answer: from now on it is not lost by a process that is killed.
    pub(crate) fn keep(&self, answer: &mut Answer) -> Result<(), ArchiveError> {
        let mut kept = self.kept();
        let packed = response(answer, kept.archive.form());
        let mut packed = packed.map_err(|cause| kept.archive.failed(cause))?;
        let place = kept.archive.append(&mut packed.bytes)?;
        kept.archive.flush()?;
        let url = answer.url.to_string();
        kept.places.insert(url.clone(), KeptPlace { offset: place.offset, is_own: true });
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

/// Whether a file holds nothing but the beginning of the record that stands in front of an archive.
fn is_torn_head(path: &Path) -> io::Result<bool> {
    const HEAD: &[u8] = b"WARC/1.1\r\nWARC-Type: warcinfo\r\n";
    let mut begin = Vec::new();
    File::open(path)?.take(1 << 16).read_to_end(&mut begin)?;
    let mut head = Vec::new();
    // What is torn unpacks up to where it is torn.
    let _ = GzDecoder::new(&begin[..]).take(HEAD.len() as u64).read_to_end(&mut head);
    let is_packed = begin.iter().zip([0x1f, 0x8b]).all(|(byte, magic)| *byte == magic);
    Ok(is_packed && HEAD.starts_with(&head))
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
