//! A reader of WARC files for these tests, which shares nothing with the one of the product: it goes from gzip member
//! to gzip member, and what it reads it believes only after counting.

use std::io::Read;
use std::path::Path;

use flate2::bufread::GzDecoder;

/// A record, and where it stands in the file.
pub(crate) struct Record {
    fields: Vec<(String, String)>,
    pub(crate) block: Vec<u8>,
    pub(crate) offset: usize,
    pub(crate) length: usize,
}

impl Record {
    /// The value of a field.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The body of the answer that the record holds.
    pub(crate) fn payload(&self) -> &[u8] {
        let end = self.block.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        &self.block[end + 4..]
    }
}

/// The records of an archive, each of which must be a gzip member by itself.
pub(crate) fn records(archive: &Path) -> Vec<Record> {
    let bytes = std::fs::read(archive).unwrap();
    let (mut records, mut offset) = (Vec::new(), 0);
    while offset < bytes.len() {
        let mut decoder = GzDecoder::new(&bytes[offset..]);
        let mut member = Vec::new();
        decoder.read_to_end(&mut member).unwrap();
        let length = bytes.len() - offset - decoder.into_inner().len();
        records.push(parse(&member, offset, length));
        offset += length;
    }
    records
}

/// Reads one record, which must fill its member to the last byte.
pub(crate) fn parse(member: &[u8], offset: usize, length: usize) -> Record {
    let end = member.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = std::str::from_utf8(&member[..end]).unwrap();
    let mut lines = head.split("\r\n");
    assert_eq!(lines.next(), Some("WARC/1.1"));
    let field = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
    let fields: Vec<(String, String)> = lines.map(|line| field(line).unwrap()).collect();
    let mut record = Record { fields, block: Vec::new(), offset, length };
    let size: usize = record.field("Content-Length").unwrap().parse().unwrap();
    let (block, rest) = member[end + 4..].split_at(size);
    assert_eq!(rest, b"\r\n\r\n", "nothing but the end of the record is behind its block");
    record.block = block.to_owned();
    record
}
