//! Records of a WARC, made from answers: their named fields, digests and blocks, packed as they will stand in the file.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::IpAddr;
use std::time::SystemTime;

use data_encoding::BASE32;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::Version;
use sha1::{Digest, Sha1};
use time::OffsetDateTime;

use crate::net::{Answer, Cut, Spool};

const REVISIT: &str = "http://netpreserve.org/warc/1.1/revisit";

/// Whether records are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Gzip,
    Plain,
}

/// A record as it will stand in the file, and what is remembered of it.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) bytes: Spool,
    pub(crate) id: String,
    /// When its content was fetched, as it stands in the record.
    pub(crate) date: String,
    /// The digest of the payload.
    pub(crate) digest: String,
    /// What the record is, in the words of WARC.
    pub(crate) kind: &'static str,
}

/// What a record is about.
#[derive(Clone, Debug)]
pub(crate) struct Source<'a> {
    pub(crate) url: &'a str,
    pub(crate) time: SystemTime,
    pub(crate) peer: Option<IpAddr>,
    pub(crate) version: Version,
    pub(crate) cut: Option<Cut>,
}

impl<'a> Source<'a> {
    pub(crate) fn of(answer: &'a Answer) -> Source<'a> {
        Source {
            url: answer.url.as_str(),
            time: answer.time,
            peer: answer.peer,
            version: answer.version,
            cut: answer.cut,
        }
    }
}

/// An earlier record that says the same.
#[derive(Clone, Debug)]
pub(crate) struct Revisit {
    pub(crate) id: String,
    pub(crate) date: String,
    pub(crate) digest: String,
}

/// The record at the start of an archive: who made it, and how.
pub(crate) fn warcinfo(file_name: &str, agent: &str, robots: &str, time: SystemTime, form: Form) -> io::Result<Packed> {
    let fields = format!(
        "software: lode/{}\r\nformat: WARC File Format 1.1\r\nconformsTo: \
         http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\nhttp-header-user-agent: \
         {agent}\r\nrobots: {robots}\r\n",
        env!("CARGO_PKG_VERSION")
    );
    let extra = format!("WARC-Filename: {file_name}\r\nContent-Type: application/warc-fields\r\n");
    pack("warcinfo", None, time, &extra, fields.as_bytes(), None, form)
}

/// An answer as it came.
pub(crate) fn response(answer: &mut Answer, form: Form) -> io::Result<Packed> {
    let head = http_head(answer);
    let source = Source::of(answer);
    let extra = format!("{}Content-Type: application/http; msgtype=response\r\n", fields_of(&source));
    let (url, time) = (source.url.to_owned(), source.time);
    pack("response", Some(&url), time, &extra, head.as_bytes(), Some(&mut answer.body), form)
}

/// An answer that brought nothing new: only its header, and where the content is.
pub(crate) fn revisit(answer: &Answer, earlier: &Revisit, form: Form) -> io::Result<Packed> {
    let profile = if answer.status == 304 { "server-not-modified" } else { "identical-payload-digest" };
    let source = Source { cut: None, ..Source::of(answer) };
    let extra = format!(
        "{}WARC-Profile: {REVISIT}/{profile}\r\nWARC-Refers-To: <{}>\r\nWARC-Refers-To-Target-URI: \
         {}\r\nWARC-Refers-To-Date: {}\r\nWARC-Payload-Digest: {}\r\nContent-Type: application/http; \
         msgtype=response\r\n",
        fields_of(&source),
        earlier.id,
        source.url,
        earlier.date,
        earlier.digest,
    );
    let head = http_head(answer);
    let packed = pack("revisit", Some(source.url), source.time, &extra, head.as_bytes(), None, form)?;
    Ok(Packed { digest: earlier.digest.clone(), ..packed })
}

/// What a browser made of the answer in the record of this number: the page after its scripts have run.
pub(crate) fn conversion(url: &str, of: &str, time: SystemTime, html: &[u8], form: Form) -> io::Result<Packed> {
    let mut body = Spool::default();
    body.write_all(html)?;
    let extra = format!("WARC-Refers-To: <{of}>\r\nContent-Type: text/html; charset=utf-8\r\n");
    pack("conversion", Some(url), time, &extra, b"", Some(&mut body), form)
}

/// The header of an answer in the form of HTTP/1.1. Chunks have been undone, so what announces them gets another name,
/// as archives have it.
pub(crate) fn http_head(answer: &Answer) -> String {
    let mut head = format!("HTTP/1.1 {} {}\r\n", answer.status, answer.reason.trim());
    for (name, value) in &answer.headers {
        let renamed = if name == "transfer-encoding" { "x-archive-orig-transfer-encoding" } else { name.as_str() };
        // Headers are bytes; what is not UTF-8 is Latin-1 by the standard.
        let value = std::str::from_utf8(value.as_bytes())
            .map_or_else(|_| value.as_bytes().iter().map(|&byte| char::from(byte)).collect(), str::to_owned);
        let _ = write!(head, "{renamed}: {value}\r\n");
    }
    head.push_str("\r\n");
    head
}

fn fields_of(source: &Source<'_>) -> String {
    let mut fields = String::new();
    if let Some(peer) = source.peer {
        let _ = write!(fields, "WARC-IP-Address: {peer}\r\n");
    }
    let protocol = match source.version {
        Version::HTTP_2 => "h2",
        Version::HTTP_10 => "http/1.0",
        _ => "http/1.1",
    };
    let _ = write!(fields, "WARC-Protocol: {protocol}\r\n");
    if let Some(cut) = source.cut {
        let _ = write!(fields, "WARC-Truncated: {cut}\r\n");
    }
    fields
}

/// Puts a record together. Its block is `head` and then the payload.
fn pack(
    kind: &'static str,
    url: Option<&str>,
    time: SystemTime,
    extra: &str,
    head: &[u8],
    mut payload: Option<&mut Spool>,
    form: Form,
) -> io::Result<Packed> {
    let mut block_hash = Sha1::new_with_prefix(head);
    let mut payload_hash = Sha1::new();
    let mut length = head.len() as u64;
    if let Some(payload) = payload.as_deref_mut() {
        length += payload.len();
        each_piece(payload.reader()?, |piece| {
            block_hash.update(piece);
            payload_hash.update(piece);
            Ok(())
        })?;
    }
    let block = block_hash.finalize();
    let digest = format!("sha1:{}", BASE32.encode(&payload_hash.finalize()));
    let date = date(time);
    let id = record_id(kind, url.unwrap_or_default(), &date, &block);
    let mut fields = format!("WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <{id}>\r\nWARC-Date: {date}\r\n");
    if let Some(url) = url {
        let _ = write!(fields, "WARC-Target-URI: {url}\r\n");
    }
    if payload.is_some() {
        let _ = write!(fields, "WARC-Payload-Digest: {digest}\r\n");
    }
    let _ = write!(fields, "WARC-Block-Digest: sha1:{}\r\n{extra}", BASE32.encode(&block));
    let _ = write!(fields, "Content-Length: {length}\r\n\r\n");
    let mut bytes = Spool::default();
    let mut write = |to: &mut dyn Write| -> io::Result<()> {
        to.write_all(fields.as_bytes())?;
        to.write_all(head)?;
        if let Some(payload) = payload.as_deref_mut() {
            each_piece(payload.reader()?, |piece| to.write_all(piece))?;
        }
        to.write_all(b"\r\n\r\n")
    };
    match form {
        Form::Plain => write(&mut bytes)?,
        Form::Gzip => {
            let mut encoder = GzEncoder::new(&mut bytes, Compression::fast());
            write(&mut encoder)?;
            encoder.finish()?;
        }
    }
    Ok(Packed { bytes, id, date, digest, kind })
}

fn each_piece(mut from: impl Read, mut take: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut piece = vec![0; 32 << 10];
    loop {
        match from.read(&mut piece)? {
            0 => return Ok(()),
            read => take(&piece[..read])?,
        }
    }
}

/// A name for the record that no other has: a UUID made of what is in it (version 5, as for names).
fn record_id(kind: &str, url: &str, date: &str, block: &[u8]) -> String {
    let mut hash = Sha1::new();
    for part in [kind.as_bytes(), url.as_bytes(), date.as_bytes(), block] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let mut bytes: [u8; 16] = [0; 16];
    bytes.copy_from_slice(&hash.finalize()[..16]);
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// A time as WARC 1.1 writes it.
fn date(time: SystemTime) -> String {
    let utc = OffsetDateTime::from(time);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z",
        utc.year(),
        u8::from(utc.month()),
        utc.day(),
        utc.hour(),
        utc.minute(),
        utc.second(),
        utc.microsecond()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn dates_are_written_in_utc() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_micros(1_475_691_859_000_123);
        assert_eq!(date(time), "2016-10-05T18:24:19.000123Z");
    }

    #[test]
    fn a_record_has_its_length_and_digests() {
        let packed = conversion("http://a.example/", "urn:x", SystemTime::UNIX_EPOCH, b"<p>a", Form::Plain).unwrap();
        let mut packed_bytes = packed.bytes;
        let mut text = String::new();
        packed_bytes.reader().unwrap().read_to_string(&mut text).unwrap();
        expect_test::expect![[r#"
            WARC/1.1
            WARC-Type: conversion
            WARC-Record-ID: <urn:uuid:1f211a4f-3642-5951-ac7f-4b515cfd6613>
            WARC-Date: 1970-01-01T00:00:00.000000Z
            WARC-Target-URI: http://a.example/
            WARC-Payload-Digest: sha1:CFOGPAY55CXZY3KEUHG3V5BKMHMZCX7R
            WARC-Block-Digest: sha1:CFOGPAY55CXZY3KEUHG3V5BKMHMZCX7R
            WARC-Refers-To: <urn:x>
            Content-Type: text/html; charset=utf-8
            Content-Length: 4

            <p>a

        "#]]
        .assert_eq(&text.replace("\r\n", "\n"));
    }
}
