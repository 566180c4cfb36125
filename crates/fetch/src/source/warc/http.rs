//! The header of an archived HTTP answer.

use std::error::Error;
use std::fmt;
use std::io;

use job::Failure;

use crate::coding::CodingError;

/// No header of an answer is longer than this.
pub(super) const MAX_HEAD: usize = 64 << 10;

/// Why an archived HTTP answer cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum HttpError {
    /// There is no HTTP answer.
    NotHttp,
    /// Its header does not end, or is longer than any sensible one.
    NoEnd,
    /// Its body is compressed in a way that is not known.
    UnknownCoding(String),
    /// Its body is not what its header says.
    Coding {
        /// The content coding that the header names.
        name: String,
        /// What went wrong.
        cause: io::Error,
    },
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HttpError::NotHttp => f.write_str("it does not hold an HTTP answer"),
            HttpError::NoEnd => f.write_str("its HTTP header does not end"),
            HttpError::UnknownCoding(name) => write!(f, "its content coding {name:?} is not known"),
            HttpError::Coding { name, cause } => write!(f, "its body is damaged {name}: {cause}"),
        }
    }
}

impl Error for HttpError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            HttpError::Coding { cause, .. } => Some(cause),
            _ => None,
        }
    }
}

impl Failure for HttpError {
    fn code(&self) -> &'static str {
        match self {
            HttpError::NotHttp => "http-no-answer",
            HttpError::NoEnd => "http-no-end",
            HttpError::UnknownCoding(_) => "http-unknown-coding",
            HttpError::Coding { .. } => "http-damaged",
        }
    }
}

impl From<CodingError> for HttpError {
    fn from(error: CodingError) -> HttpError {
        match error {
            CodingError::Unknown(name) => HttpError::UnknownCoding(name),
            CodingError::Damaged { name, cause } => HttpError::Coding { name, cause },
        }
    }
}

/// The header of an answer.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    /// How many bytes of the record it takes, the blank line included.
    pub(super) length: usize,
}

impl Head {
    /// Whether it says that the answer is what was asked for.
    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The values of all headers of this name.
    pub(super) fn values<'head>(&'head self, name: &'head str) -> impl DoubleEndedIterator<Item = &'head str> {
        self.headers.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The media type in lower case, without its parameters.
    pub(super) fn media_type(&self) -> Option<String> {
        let value = self.values("content-type").next()?;
        Some(value.split([';', ',']).next().unwrap_or_default().trim().to_ascii_lowercase())
    }
}

/// Reads the header at the start of a record's block.
pub(super) fn parse_head(block: &[u8]) -> Result<Head, HttpError> {
    if !block.starts_with(b"HTTP/") {
        return Err(HttpError::NotHttp);
    }
    let mut at = 0;
    let (mut status, mut headers): (Option<u16>, Vec<(String, String)>) = (None, Vec::new());
    loop {
        let end = at + memchr::memchr(b'\n', &block[at..]).ok_or(HttpError::NoEnd)?;
        let line = latin1(block[at..end].trim_ascii_end());
        at = end + 1;
        if at > MAX_HEAD {
            return Err(HttpError::NoEnd);
        }
        if status.is_none() {
            let code = line.split_ascii_whitespace().nth(1).and_then(|code| code.parse().ok());
            status = Some(code.ok_or(HttpError::NotHttp)?);
        } else if line.is_empty() {
            return Ok(Head { status: status.unwrap_or_default(), headers, length: at });
        } else if let (true, Some((_, value))) = (line.starts_with([' ', '\t']), headers.last_mut()) {
            value.push(' ');
            value.push_str(line.trim());
        } else if let Some((name, value)) = line.split_once(':') {
            headers.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
}

/// Headers are UTF-8 where that fits, and Latin-1 as the standard has it where it does not.
fn latin1(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_to_its_blank_line() {
        let head = parse_head(
            b"HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=x\r\nX: a\r\n b\r\nY\r\nZ: \xE4\r\n\r\nbody",
        );
        let head = head.unwrap();
        assert_eq!((head.status, head.length), (200, 74));
        assert_eq!(head.media_type().as_deref(), Some("text/html"));
        assert_eq!(head.values("x").collect::<Vec<_>>(), ["a b"]);
        assert_eq!(head.values("z").collect::<Vec<_>>(), ["ä"]);
    }

    #[test]
    fn what_is_no_head_is_refused() {
        assert!(matches!(parse_head(b"GET / HTTP/1.1\r\n\r\n"), Err(HttpError::NotHttp)));
        assert!(matches!(parse_head(b"HTTP/1.1 abc\r\n\r\n"), Err(HttpError::NotHttp)));
        assert!(matches!(parse_head(b"HTTP/1.1 200 OK\r\nA: b\r\n"), Err(HttpError::NoEnd)));
        let long = format!("HTTP/1.1 200 OK\r\nA: {}\r\n\r\n", "b".repeat(MAX_HEAD));
        assert!(matches!(parse_head(long.as_bytes()), Err(HttpError::NoEnd)));
    }
}
