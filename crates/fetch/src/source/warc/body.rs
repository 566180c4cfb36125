//! The body of an archived answer: chunks joined, compression undone. What comes out never exceeds a limit.

use super::http::{Head, HttpError};
use crate::coding;
use crate::source::sniff;

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
    for name in coding::codings(head.values("content-encoding"))?.iter().rev() {
        match coding::decompress(name, &body[..], limit) {
            Ok(decoded) => body = decoded,
            Err(_) if sniff::is_html(&body) => {}
            Err(error) => return Err(error.into()),
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
