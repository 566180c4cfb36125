//! Small bodies that unpack to a gibibyte: made by compressing, where we have a compressor, and bit by bit where not.

use std::io::{self, Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

/// How much the bombs unpack to.
const GIBIBYTE: u64 = 1 << 30;

/// A gibibyte of spaces, compressed with gzip twice.
pub(crate) static GZIP_TWICE: LazyLock<Vec<u8>> = LazyLock::new(|| gzip(&GZIP_ONCE));
/// The same, compressed once.
pub(crate) static GZIP_ONCE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    io::copy(&mut io::repeat(b' ').take(GIBIBYTE), &mut encoder).unwrap();
    encoder.finish().unwrap()
});
/// A gibibyte of spaces, compressed with deflate twice.
pub(crate) static DEFLATE_TWICE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    // What stands between the header of a gzip file and its checksum is deflate data.
    let inner = &GZIP_ONCE[10..GZIP_ONCE.len() - 8];
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(inner).unwrap();
    encoder.finish().unwrap()
});

/// A sitemap of forty thousand long addresses, compressed. They are of other hosts: what matters is how many there are.
pub(crate) static LONG_SITEMAP: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let entry = |n| format!("<url><loc>http://other.example/{n}/{}</loc></url>", "x".repeat(900));
    gzip(format!("<urlset>{}</urlset>", (0..40_000).map(entry).collect::<String>()).as_bytes())
});

/// Compresses with gzip.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A gibibyte of `x` as zstd data whose decoder must remember 2^`window_log` bytes: blocks that repeat one byte.
pub(crate) fn zstd(window_log: u8) -> Vec<u8> {
    const BLOCK: u32 = 128 << 10;
    let mut bytes = vec![0x28, 0xB5, 0x2F, 0xFD, 0x00, (window_log - 10) << 3];
    let blocks = (GIBIBYTE / u64::from(BLOCK)) as u32;
    for number in 1..=blocks {
        let is_last = u32::from(number == blocks);
        // Type 1 repeats the byte that follows.
        bytes.extend_from_slice(&(BLOCK << 3 | 1 << 1 | is_last).to_le_bytes()[..3]);
        bytes.push(b'x');
    }
    bytes
}

/// A gibibyte of `x` as brotli data: 64 blocks of one letter and a copy of it that is 16 MiB long.
pub(crate) fn brotli() -> Vec<u8> {
    const BLOCK: u64 = 1 << 24;
    let mut bits = Bits::default();
    // A window of 24 bits.
    bits.put(0b1111, 4);
    for _ in 0..GIBIBYTE / BLOCK {
        // Not the last block; its length in six nibbles; compressed.
        bits.put(0, 1);
        bits.put(2, 2);
        bits.put(BLOCK - 1, 24);
        bits.put(0, 1);
        // One type of blocks each, no direct distances, one tree each.
        bits.put(0, 1 + 1 + 1 + 2 + 4 + 2 + 1 + 1);
        // Codes of a single symbol: the letter, "insert one and copy many", the distance one.
        for (symbol, width) in [(u64::from(b'x'), 8), (399, 10), (16, 6)] {
            bits.put(1, 2);
            bits.put(0, 2);
            bits.put(symbol, width);
        }
        // How many to copy beyond the 2118 that the symbol says, and how much farther back than one.
        bits.put(BLOCK - 1 - 2118, 24);
        bits.put(0, 1);
    }
    // The last block is empty.
    bits.put(0b11, 2);
    bits.bytes
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: usize,
}

impl Bits {
    /// The lowest bits of a number, the lowest first.
    fn put(&mut self, number: u64, width: usize) {
        for bit in 0..width {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((number >> bit & 1) as u8) << (self.used % 8);
            self.used += 1;
        }
    }
}

/// Makes sure that the bombs are what they should be.
pub(crate) fn check_that_they_are_small_and_unpack_to_a_gibibyte() {
    let check = |name: &str, bomb: &[u8], most: usize, unpacked: &mut dyn Read| {
        assert!(bomb.len() <= most, "{name} has {} bytes", bomb.len());
        let length = io::copy(unpacked, &mut io::sink()).unwrap();
        assert_eq!(length, GIBIBYTE, "{name}");
    };
    let twice = flate2::read::GzDecoder::new(flate2::read::GzDecoder::new(&GZIP_TWICE[..]));
    check("gzip", &GZIP_TWICE, 8 << 10, &mut { twice });
    let twice = flate2::read::DeflateDecoder::new(flate2::read::DeflateDecoder::new(&DEFLATE_TWICE[..]));
    check("deflate", &DEFLATE_TWICE, 8 << 10, &mut { twice });
    assert!(LONG_SITEMAP.len() < 1 << 20);
    let bomb = brotli();
    check("brotli", &bomb, 1200, &mut brotli_decompressor::Decompressor::new(&bomb[..], 4096));
    let bomb = zstd(23);
    check("zstd", &bomb, 33 << 10, &mut ruzstd::decoding::StreamingDecoder::new(&bomb[..]).unwrap());
}
