//! Pages that come compressed: their links are found whichever coding a server chooses. The archive keeps them as they
//! came.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

use crate::crawling::Trial;
use crate::server::Server;

/// Compresses with gzip.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// As brotli data that are not compressed: a window of 16 bits, one block of so many bytes, an empty last block.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    let header = (bytes.len() as u32 - 1) << 4 | 1 << 20;
    [&header.to_le_bytes()[..3], bytes, &[0b11]].concat()
}

/// As zstd data that are not compressed: one block of so many bytes.
fn zstd(bytes: &[u8]) -> Vec<u8> {
    let block = (bytes.len() as u32) << 3 | 1;
    [&[0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58], &block.to_le_bytes()[..3], bytes].concat()
}

#[test]
fn links_are_found_in_whatever_coding_a_page_comes() {
    let server = Server::start(|request, wire| {
        let path = request.path.as_str();
        let html = format!("<title>{path}</title><p>A page.</p><a href='/from{path}'>on</a>");
        let html = html.as_bytes();
        let mut send = |coding: &str, body: &[u8]| {
            wire.answer("200 OK", &format!("Content-Type: text/html\r\nContent-Encoding: {coding}\r\n"), body)
        };
        match path {
            "/" => {
                let names = ["gzip", "x-gzip", "raw", "zlib", "br", "zstd", "twice", "members", "capitals", "identity"];
                let links: String = names.map(|name| format!("<a href='/{name}'>{name}</a>")).concat();
                send("gzip", &gzip(links.as_bytes()))
            }
            "/gzip" => send("gzip", &gzip(html)),
            "/x-gzip" => send("x-gzip", &gzip(html)),
            "/raw" => send("deflate", &deflate(html)),
            "/zlib" => send("deflate", &zlib(html)),
            "/br" => send("br", &brotli(html)),
            "/zstd" => send("zstd", &zstd(html)),
            "/twice" => send("br, gzip", &gzip(&brotli(html))),
            "/members" => send("gzip", &[gzip(&html[..20]), gzip(&html[20..])].concat()),
            "/capitals" => send("GZIP", &gzip(html)),
            "/identity" => send("identity", html),
            _ => wire.page("<p>found"),
        }
    });
    let seen = Trial::new(vec![server.url("/")]).run();
    let found: Vec<String> = seen.pages().into_iter().filter(|path| path.starts_with("/from/")).collect();
    let expected = ["br", "capitals", "gzip", "identity", "members", "raw", "twice", "x-gzip", "zlib", "zstd"];
    assert_eq!(found, expected.map(|name| format!("/from/{name}")));
    assert!(server.log().iter().all(|entry| entry.request.headers["accept-encoding"].contains("zstd")));
}
