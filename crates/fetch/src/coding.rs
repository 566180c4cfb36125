//! The content codings of HTTP: how servers compress, undone while it is read and never beyond a limit.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use hyper::header;

use crate::net::Answer;

/// Bodies are compressed once; twice is an error of some server, and more is an attack.
const MAX_CODINGS: usize = 3;
/// How far back zstd data may refer: what browsers and servers have agreed on (RFC 9659). A decoder has to remember it.
const MAX_WINDOW: u64 = 8 << 20;
/// How much of a compressed body is inflated at a time by the decoders that ask for it.
const PIECE: usize = 4096;

/// Why a coding cannot be undone.
#[derive(Debug)]
pub(crate) enum CodingError {
    /// Nobody knows it, or there are too many of them.
    Unknown(String),
    /// What was to be undone is not what its header says.
    Damaged {
        /// The coding.
        name: String,
        /// What went wrong.
        cause: io::Error,
    },
}

/// The codings that the values of `Content-Encoding` name, in the order in which they were applied.
pub(crate) fn codings<'a>(values: impl Iterator<Item = &'a str>) -> Result<Vec<String>, CodingError> {
    let names: Vec<String> = values
        .flat_map(|value| value.split(','))
        .map(|name| name.trim().to_ascii_lowercase())
        .filter(|name| !name.is_empty() && name != "identity")
        .collect();
    if names.len() > MAX_CODINGS { Err(CodingError::Unknown(names.join(", "))) } else { Ok(names) }
}

/// The codings of an answer in the order in which they were applied; `None` if they are too many.
pub(crate) fn codings_of(answer: &Answer) -> Option<Vec<String>> {
    let values = answer.headers.get_all(header::CONTENT_ENCODING);
    codings(values.iter().filter_map(|value| value.to_str().ok())).ok()
}

/// The body of an answer with its compression undone, at most so much of it; `None` if it cannot be undone.
pub(crate) fn decoded(answer: &mut Answer, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let Some(mut names) = codings_of(answer) else { return Ok(None) };
    let reader = BufReader::new(answer.body.reader()?);
    let mut body = match names.pop() {
        None => {
            let mut body = Vec::new();
            reader.take(limit as u64).read_to_end(&mut body)?;
            body
        }
        Some(name) => match decompress(&name, reader, limit) {
            Ok(body) => body,
            Err(_) => return Ok(None),
        },
    };
    while let Some(name) = names.pop() {
        match decompress(&name, &body[..], limit) {
            Ok(decoded) => body = decoded,
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(body))
}

/// Whether undoing this coding may take much memory, however little comes out.
pub(crate) fn has_large_window(name: &str) -> bool {
    matches!(name, "br" | "zstd")
}

/// Undoes one coding; at most `limit` bytes come out. What was decoded before damage is met is kept, as browsers do.
pub(crate) fn decompress(name: &str, body: impl BufRead, limit: usize) -> Result<Vec<u8>, CodingError> {
    let mut decoded = Vec::new();
    match decoder(name, body)?.take(limit as u64).read_to_end(&mut decoded) {
        Err(cause) if decoded.is_empty() => Err(CodingError::Damaged { name: name.to_owned(), cause }),
        _ => Ok(decoded),
    }
}

/// Undoes one coding while it is read.
pub(crate) fn decoder<'body>(name: &str, mut body: impl BufRead + 'body) -> Result<Box<dyn Read + 'body>, CodingError> {
    let damaged = |cause| CodingError::Damaged { name: name.to_owned(), cause };
    let start = body.fill_buf().map_err(damaged)?;
    let is_zlib = is_zlib(start);
    Ok(match name {
        "gzip" | "x-gzip" => Box::new(MultiGzDecoder::new(body)),
        // Half of the servers mean the zlib format, the others none.
        "deflate" if is_zlib => Box::new(ZlibDecoder::new(body)),
        "deflate" => Box::new(DeflateDecoder::new(body)),
        "br" => Box::new(brotli_decompressor::Decompressor::new(body, PIECE)),
        "zstd" => Box::new(
            ruzstd::decoding::StreamingDecoder::new_with_max_window_size(body, MAX_WINDOW)
                .map_err(|error| damaged(io::Error::other(error.to_string())))?,
        ),
        _ => return Err(CodingError::Unknown(name.to_owned())),
    })
}

/// Whether these bytes start as zlib data do: method 8, and a checksum over the first two bytes.
fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [first, second, ..] if first & 0x0F == 8 && u16::from_be_bytes([*first, *second]) % 31 == 0)
}
