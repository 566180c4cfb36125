//! Undoes what HTTP did to a body on its way: chunks, and compression. What comes out never exceeds a limit.

use std::io::{self, Read};

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::http::{Head, HttpError};
use crate::source::sniff;

/// Bodies are compressed once; twice is an error of some server, and more is an attack.
const MAX_CODINGS: usize = 3;
/// How much of a compressed body is inflated at a time by the decoders that ask for it.
const PIECE: usize = 4096;

/// The body as the server meant it, at most `limit` bytes of it.
///
/// Many archives hold bodies that were decoded already while their headers still say otherwise; such a body is taken
/// as it is if it shows.
pub(super) fn undo(head: &Head, body: Vec<u8>, limit: usize) -> Result<Vec<u8>, HttpError> {
    let is_chunked = head.values("transfer-encoding").any(|value| value.to_ascii_lowercase().contains("chunked"));
    let mut body = match is_chunked.then(|| unchunk(&body)).flatten() {
        Some(joined) => joined,
        None => body,
    };
    let names: Vec<String> = head
        .values("content-encoding")
        .flat_map(|value| value.split(','))
        .map(|name| name.trim().to_ascii_lowercase())
        .filter(|name| !name.is_empty() && name != "identity")
        .collect();
    if names.len() > MAX_CODINGS {
        return Err(HttpError::UnknownCoding(names.join(", ")));
    }
    for name in names.iter().rev() {
        match decompress(name, &body, limit) {
            Ok(decoded) => body = decoded,
            Err(_) if sniff::is_html(&body) => {}
            Err(error) => return Err(error),
        }
    }
    body.truncate(limit);
    Ok(body)
}

/// Joins the chunks; `None` if the body does not start with one. A chunk that is cut ends the body.
fn unchunk(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::with_capacity(body.len());
    let mut is_first = true;
    loop {
        let size = memchr::memchr(b'\n', body).and_then(|end| Some((chunk_size(&body[..end])?, end + 1)));
        match size {
            None if is_first => return None,
            None | Some((0, _)) => return Some(joined),
            Some((size, start)) => {
                let chunk = &body[start..];
                let chunk = &chunk[..size.min(chunk.len())];
                joined.extend_from_slice(chunk);
                body = &body[start + chunk.len()..];
                body = body.strip_prefix(b"\r\n").or_else(|| body.strip_prefix(b"\n")).unwrap_or(body);
            }
        }
        is_first = false;
    }
}

fn chunk_size(line: &[u8]) -> Option<usize> {
    let digits = line.split(|&byte| byte == b';').next()?.trim_ascii();
    usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// Undoes one content coding. What was decoded before damage is met is kept, as browsers do.
fn decompress(name: &str, body: &[u8], limit: usize) -> Result<Vec<u8>, HttpError> {
    let damaged = |cause| HttpError::Coding { name: name.to_owned(), cause };
    let decoder: Box<dyn Read + '_> = match name {
        "gzip" | "x-gzip" => Box::new(MultiGzDecoder::new(body)),
        // Half of the servers mean the zlib format, the others none.
        "deflate" if is_zlib(body) => Box::new(ZlibDecoder::new(body)),
        "deflate" => Box::new(DeflateDecoder::new(body)),
        "br" => Box::new(brotli_decompressor::Decompressor::new(body, PIECE)),
        "zstd" => Box::new(
            ruzstd::decoding::StreamingDecoder::new(body)
                .map_err(|error| damaged(io::Error::other(error.to_string())))?,
        ),
        _ => return Err(HttpError::UnknownCoding(name.to_owned())),
    };
    let mut decoded = Vec::new();
    match decoder.take(limit as u64).read_to_end(&mut decoded) {
        Err(cause) if decoded.is_empty() => Err(damaged(cause)),
        _ => Ok(decoded),
    }
}

/// Whether these bytes start as zlib data do: method 8, and a checksum over the first two bytes.
fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [first, second, ..] if first & 0x0F == 8 && u16::from_be_bytes([*first, *second]) % 31 == 0)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    fn head(headers: &[(&str, &str)]) -> Head {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Head { status: 200, headers, length: 0 }
    }

    fn check(headers: &[(&str, &str)], body: &[u8], expected: &[u8]) {
        assert_eq!(undo(&head(headers), body.to_vec(), 1000).unwrap(), expected);
    }

    fn gzip(body: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(body).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn chunks_are_joined() {
        let chunked = &[("Transfer-Encoding", "chunked")];
        check(chunked, b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", b"abcde");
        check(chunked, b"5\r\nabc", b"abc");
        check(chunked, b"FFFFFFFFFFFFFFFF\r\nabc", b"abc");
        check(chunked, b"<p>already joined", b"<p>already joined");
        check(chunked, b"", b"");
    }

    #[test]
    fn every_coding_is_undone() {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        zlib.write_all(b"<p>abc").unwrap();
        let mut raw = DeflateEncoder::new(Vec::new(), Compression::default());
        raw.write_all(b"<p>abc").unwrap();
        check(&[("content-encoding", "gzip")], &gzip(b"<p>abc"), b"<p>abc");
        check(&[("Content-Encoding", "deflate")], &zlib.finish().unwrap(), b"<p>abc");
        check(&[("Content-Encoding", "deflate")], &raw.finish().unwrap(), b"<p>abc");
        check(&[("Content-Encoding", "gzip, gzip")], &gzip(&gzip(b"<p>abc")), b"<p>abc");
        // A stored brotli block, and a zstd frame with one raw block.
        check(&[("Content-Encoding", "br")], b"\x8b\x02\x80<p>abc\x03", b"<p>abc");
        check(&[("Content-Encoding", "zstd")], b"\x28\xB5\x2F\xFD\x20\x06\x31\0\0<p>abc", b"<p>abc");
        check(&[("Content-Encoding", "identity")], b"<p>abc", b"<p>abc");
    }

    #[test]
    fn a_body_that_was_decoded_already_is_taken_as_it_is() {
        check(&[("Content-Encoding", "gzip")], b"<html><p>abc", b"<html><p>abc");
        check(&[("Content-Encoding", "sdch")], b"<html><p>abc", b"<html><p>abc");
    }

    #[test]
    fn damage_is_an_error_only_if_nothing_was_saved() {
        let mut body = gzip("<p>abcdefgh".repeat(50).as_bytes());
        body.truncate(body.len() - 8);
        assert_eq!(undo(&head(&[("Content-Encoding", "gzip")]), body, 1000).unwrap().len(), 550);
        let error = undo(&head(&[("Content-Encoding", "gzip")]), b"\x1F\x8Bxx".to_vec(), 1000).unwrap_err();
        assert!(matches!(error, HttpError::Coding { .. }));
    }

    #[test]
    fn a_bomb_is_cut() {
        let bomb = gzip(&vec![b'a'; 1 << 20]);
        assert_eq!(undo(&head(&[("Content-Encoding", "gzip")]), bomb, 1000).unwrap().len(), 1000);
    }
}
