//! The records of a WARC: where one begins, its named fields, and its block. What a block holds is not known here.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::path::Path;

use job::Failure;

use super::http::HttpError;
use super::stream::{Place, Stream};

/// A line of a record's header, and a header as a whole, may be this long.
const MAX_LINE: usize = 64 << 10;
const MAX_HEADER: usize = 256 << 10;

/// What is wrong with a record.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// Its bytes could not be read or inflated.
    Io(io::Error),
    /// Something stands where a record should begin.
    NotARecord,
    /// Its header is longer than any sensible one.
    HeaderTooLong,
    /// It does not say how long it is.
    NoLength,
    /// It ends before the length it claims.
    CutShort,
    /// It does not hold an HTTP answer that can be read.
    Http(HttpError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Io(cause) => write!(f, "{cause}"),
            RecordError::NotARecord => f.write_str("no WARC record begins here"),
            RecordError::HeaderTooLong => f.write_str("its header is too long"),
            RecordError::NoLength => f.write_str("it does not say how long it is"),
            RecordError::CutShort => f.write_str("it ends before the length it claims"),
            RecordError::Http(cause) => write!(f, "{cause}"),
        }
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RecordError::Io(cause) => Some(cause),
            RecordError::Http(cause) => Some(cause),
            _ => None,
        }
    }
}

impl Failure for RecordError {
    fn code(&self) -> &'static str {
        match self {
            RecordError::Io(_) => "warc-unreadable",
            RecordError::NotARecord => "warc-no-record",
            RecordError::HeaderTooLong => "warc-long-header",
            RecordError::NoLength => "warc-no-length",
            RecordError::CutShort => "warc-cut-short",
            RecordError::Http(cause) => cause.code(),
        }
    }
}

impl From<io::Error> for RecordError {
    fn from(cause: io::Error) -> Self {
        RecordError::Io(cause)
    }
}

impl From<HttpError> for RecordError {
    fn from(cause: HttpError) -> Self {
        RecordError::Http(cause)
    }
}

/// A damaged record, and where it is.
#[derive(Debug)]
pub(super) struct Damage {
    pub(super) offset: u64,
    pub(super) cause: RecordError,
}

/// The header of a record.
#[derive(Debug)]
pub(super) struct Header {
    fields: Vec<(String, String)>,
    /// Where the record begins.
    pub(super) place: Place,
}

impl Header {
    /// The value of the first field of this name.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Whether this is a page that a browser has made of that record.
    pub(super) fn is_conversion_of(&self, other: &Header) -> bool {
        let is = |name, value: &str| self.field(name).is_some_and(|own| own.eq_ignore_ascii_case(value));
        let is_html = self.field("Content-Type").is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/html"));
        let refers = self.field("WARC-Refers-To").zip(other.field("WARC-Record-ID"));
        is("WARC-Type", "conversion") && is_html && refers.is_some_and(|(to, id)| to == id)
    }

    /// The address the record was fetched from. Some writers put it in angle brackets.
    pub(super) fn target(&self) -> Option<&str> {
        self.field("WARC-Target-URI").map(|uri| uri.trim_start_matches('<').trim_end_matches('>'))
    }
}

/// Reads record after record.
pub(super) struct Records {
    stream: Stream,
    /// How much of the current block has not been read.
    remaining: u64,
    /// Whether the last record was damaged, so that the next one has to be looked for.
    is_lost: bool,
}

impl Records {
    pub(super) fn new(stream: Stream) -> Records {
        Records { stream, remaining: 0, is_lost: false }
    }

    /// Starts at the record of this place.
    pub(super) fn at(path: &Path, place: Place) -> io::Result<Records> {
        Ok(Records::new(Stream::open_at(path, place)?))
    }

    /// The header of the next record. After a damaged one, the next that can be found.
    pub(super) fn next_header(&mut self) -> Option<Result<Header, Damage>> {
        loop {
            let place = self.stream.last_place();
            let cause = match self.try_next_header() {
                Ok(header) => {
                    self.is_lost = false;
                    return header.map(Ok);
                }
                Err(cause) => cause,
            };
            self.remaining = 0;
            let can_go_on = match cause {
                RecordError::Io(_) => self.stream.skip_damage().unwrap_or(false),
                _ => true,
            };
            // One damage is reported once, however long it takes to find the next record.
            if !self.is_lost {
                self.is_lost = true;
                return Some(Err(Damage { offset: place.offset(), cause }));
            }
            if !can_go_on {
                return None;
            }
        }
    }

    fn try_next_header(&mut self) -> Result<Option<Header>, RecordError> {
        self.skip_block()?;
        let Some(place) = self.find_version_line()? else { return Ok(None) };
        let fields = self.read_fields()?;
        let header = Header { fields, place };
        let length = header.field("Content-Length").and_then(|value| value.trim().parse().ok());
        self.remaining = length.ok_or(RecordError::NoLength)?;
        Ok(Some(header))
    }

    /// Appends to `block` until it is `limit` bytes long or the block ends.
    pub(super) fn read_block(&mut self, block: &mut Vec<u8>, limit: usize) -> Result<(), RecordError> {
        let wanted = self.remaining.min(limit.saturating_sub(block.len()) as u64);
        match (&mut self.stream).take(wanted).read_to_end(block) {
            Ok(read) if read as u64 == wanted => {
                self.remaining -= wanted;
                Ok(())
            }
            Ok(_) => {
                self.remaining = 0;
                Err(RecordError::CutShort)
            }
            Err(cause) => {
                (self.remaining, self.is_lost) = (0, true);
                // If there is nothing to go to, the stream has ended, and the next record will not be found.
                let _ = self.stream.skip_damage();
                Err(RecordError::Io(cause))
            }
        }
    }

    fn skip_block(&mut self) -> Result<(), RecordError> {
        let wanted = std::mem::take(&mut self.remaining);
        let skipped = io::copy(&mut (&mut self.stream).take(wanted), &mut io::sink())?;
        if skipped < wanted { Err(RecordError::CutShort) } else { Ok(()) }
    }

    /// Reads the line that begins a record, and says where it stands. Blank lines come before it; when lost, any.
    fn find_version_line(&mut self) -> Result<Option<Place>, RecordError> {
        loop {
            let place = self.stream.place()?;
            let Some(line) = self.read_line()? else { return Ok(None) };
            if line.starts_with(b"WARC/") {
                return Ok(Some(place));
            }
            if !line.is_empty() && !self.is_lost {
                return Err(RecordError::NotARecord);
            }
        }
    }

    /// The named fields up to the blank line. A line that starts with white space continues the one before.
    fn read_fields(&mut self) -> Result<Vec<(String, String)>, RecordError> {
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut size = 0;
        loop {
            let line = self.read_line()?.ok_or(RecordError::CutShort)?;
            if line.is_empty() {
                return Ok(fields);
            }
            size += line.len();
            if size > MAX_HEADER || line.len() >= MAX_LINE {
                return Err(RecordError::HeaderTooLong);
            }
            let text = String::from_utf8_lossy(&line);
            if let (true, Some((_, value))) = (text.starts_with([' ', '\t']), fields.last_mut()) {
                value.push(' ');
                value.push_str(text.trim());
            } else if let Some((name, value)) = text.split_once(':') {
                fields.push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
    }

    /// A line without its end, or only the first [`MAX_LINE`] bytes of a longer one.
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        (&mut self.stream).take(MAX_LINE as u64).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            self.stream.skip_until(b'\n')?;
        }
        Ok(Some(line.trim_ascii_end().to_vec()))
    }
}
