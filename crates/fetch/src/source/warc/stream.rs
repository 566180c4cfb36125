//! The bytes of a WARC: a plain file, or gzip in one member or in one for each record. Keeps account of where it is,
//! so that a record can be found again.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use flate2::bufread::GzDecoder;

const GZIP_START: &[u8] = b"\x1F\x8B\x08";
const BUFFER: usize = 64 << 10;
/// A record farther into one gzip member than this is not gone back to: everything before it would be inflated again.
const NEAR: u64 = 64 << 20;

/// Where a record starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// Where its gzip member starts in the file; `None` in a plain file.
    member: Option<u64>,
    /// How many inflated bytes of the member, or bytes of the plain file, come before it.
    within: u64,
}

impl Place {
    /// The record that starts at this byte of the file, in a gzip member of its own if the file is compressed.
    pub(super) fn starting(offset: u64, is_gzip: bool) -> Place {
        if is_gzip { Place { member: Some(offset), within: 0 } } else { Place { member: None, within: offset } }
    }

    /// The place in the file, for messages.
    pub(super) fn offset(self) -> u64 {
        self.member.unwrap_or(self.within)
    }

    /// Whether nothing has to be inflated to get there.
    pub(super) fn is_direct(self) -> bool {
        self.member.is_none() || self.within == 0
    }

    /// Whether going back to it is cheap.
    pub(super) fn is_near(self) -> bool {
        self.member.is_none() || self.within <= NEAR
    }
}

/// Reads a WARC's bytes, inflated if need be.
pub(super) struct Stream {
    source: Source,
    place: Place,
    buffer: Vec<u8>,
    /// The bytes of the buffer that have been handed out.
    used: usize,
}

enum Source {
    Plain(File),
    Gzip(Box<GzDecoder<BufReader<File>>>),
    /// Only while one member is exchanged for the next, and after that has failed.
    Exhausted,
}

impl Stream {
    /// Opens a WARC. Whether it is compressed shows in its first bytes, whatever its name says.
    pub(super) fn open(path: &Path) -> io::Result<Stream> {
        let mut file = BufReader::with_capacity(BUFFER, File::open(path)?);
        let is_gzip = file.fill_buf()?.starts_with(&GZIP_START[..2]);
        let member = is_gzip.then_some(0);
        let mut stream =
            Stream { source: Source::Exhausted, place: Place { member, within: 0 }, buffer: Vec::new(), used: 0 };
        if is_gzip {
            stream.source = Source::Gzip(Box::new(GzDecoder::new(file)));
        } else {
            // What was looked at is handed out first, so that this also reads from pipes.
            stream.buffer = file.buffer().to_vec();
            stream.source = Source::Plain(file.into_inner());
        }
        Ok(stream)
    }

    /// Opens a WARC at a place that [`Stream::place`] gave.
    pub(super) fn open_at(path: &Path, place: Place) -> io::Result<Stream> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(place.offset()))?;
        let source = match place.member {
            None => Source::Plain(file),
            Some(_) => Source::Gzip(Box::new(GzDecoder::new(BufReader::with_capacity(BUFFER, file)))),
        };
        let start = Place { within: if place.member.is_some() { 0 } else { place.within }, ..place };
        let mut stream = Stream { source, place: start, buffer: Vec::new(), used: 0 };
        let before = place.within - start.within;
        io::copy(&mut stream.by_ref().take(before), &mut io::sink())?;
        Ok(stream)
    }

    /// The place of the next byte.
    pub(super) fn place(&mut self) -> io::Result<Place> {
        self.fill_buf()?;
        Ok(self.place)
    }

    /// The place as far as it is known without reading on.
    pub(super) fn last_place(&self) -> Place {
        self.place
    }

    /// After an error: goes to the next gzip member, if there is one. In a plain file there is nothing to go to.
    pub(super) fn skip_damage(&mut self) -> io::Result<bool> {
        let Source::Gzip(decoder) = std::mem::replace(&mut self.source, Source::Exhausted) else { return Ok(false) };
        let mut file = decoder.into_inner();
        let from = self.place.offset() + 1;
        file.seek(SeekFrom::Start(from))?;
        let Some(ahead) = find_ahead(&mut file, GZIP_START)? else { return Ok(false) };
        file.seek(SeekFrom::Start(from + ahead))?;
        self.start_member(file, from + ahead);
        Ok(true)
    }

    fn start_member(&mut self, file: BufReader<File>, start: u64) {
        self.place = Place { member: Some(start), within: 0 };
        (self.buffer, self.used) = (Vec::new(), 0);
        self.source = Source::Gzip(Box::new(GzDecoder::new(file)));
    }

    /// Goes to the member behind the one that has ended; `false` if there is none.
    fn next_member(&mut self) -> io::Result<bool> {
        let Source::Gzip(decoder) = std::mem::replace(&mut self.source, Source::Exhausted) else { return Ok(false) };
        let mut file = decoder.into_inner();
        // Some writers pad members with zeros.
        while let Some(&0) = file.fill_buf()?.first() {
            file.consume(1);
        }
        if file.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let start = file.stream_position()?;
        self.start_member(file, start);
        Ok(true)
    }
}

impl BufRead for Stream {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.used == self.buffer.len() {
            self.used = 0;
            self.buffer.resize(BUFFER, 0);
            let read = match &mut self.source {
                Source::Plain(file) => file.read(&mut self.buffer),
                Source::Gzip(decoder) => decoder.read(&mut self.buffer),
                Source::Exhausted => Ok(0),
            };
            self.buffer.truncate(*read.as_ref().unwrap_or(&0));
            if read? == 0 && !self.next_member()? {
                break;
            }
        }
        Ok(&self.buffer[self.used..])
    }

    fn consume(&mut self, amount: usize) {
        self.used += amount;
        self.place.within += amount as u64;
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

/// How far ahead the pattern is found.
fn find_ahead(reader: &mut impl Read, pattern: &[u8]) -> io::Result<Option<u64>> {
    let mut window = Vec::new();
    let mut before = 0;
    loop {
        let kept = window.len();
        let read = reader.take(BUFFER as u64).read_to_end(&mut window)?;
        if let Some(found) = memchr::memmem::find(&window, pattern) {
            return Ok(Some(before + found as u64));
        }
        if read == 0 {
            return Ok(None);
        }
        // The pattern may begin in the last bytes of this window.
        let passed = (kept + read).saturating_sub(pattern.len() - 1);
        window.drain(..passed);
        before += passed as u64;
    }
}
