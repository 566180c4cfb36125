//! WARCs written by hand: plain, compressed record by record or as a whole, and damaged in every way.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use page::{Note, Page};

use super::*;
use crate::source::load_stylesheets;
use crate::source::tests::Folder;

fn record(kind: &str, target: &str, block: &str) -> Vec<u8> {
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {target}\r\nWARC-Date: 2004-02-29T12:30:45Z\r\n\
         Content-Type: text/html\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
    .into_bytes()
}

fn response(target: &str, content_type: &str, body: &str) -> Vec<u8> {
    record("response", target, &format!("HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n{body}"))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Each page as its name and body, or as its name and error.
fn pages(bytes: &[u8]) -> Vec<(String, String)> {
    let folder = Folder::new("warc");
    let path = folder.write("a.warc", bytes);
    read(&path)
        .map(|item| match item.captured {
            Ok(captured) => (item.name, String::from_utf8(captured.capture.body).unwrap()),
            Err(ReadError::Record { cause, .. }) => {
                (item.name.replace(path.to_str().unwrap(), "warc"), cause.to_string())
            }
            Err(other) => panic!("{other}"),
        })
        .collect()
}

fn check(bytes: &[u8], expected: &[(&str, &str)]) {
    let pages = pages(bytes);
    let pages: Vec<(&str, &str)> = pages.iter().map(|(name, body)| (name.as_str(), body.as_str())).collect();
    assert_eq!(pages, expected);
}

const A: (&str, &str) = ("http://s.example/a", "<p>a");
const B: (&str, &str) = ("http://s.example/b", "<p>b");

fn page(of: (&str, &str)) -> Vec<u8> {
    response(of.0, "text/html; charset=utf-8", of.1)
}

#[test]
fn pages_are_read_however_the_file_is_compressed() {
    let plain = [page(A), page(B)];
    check(&plain.concat(), &[A, B]);
    check(&gzip(&plain.concat()), &[A, B]);
    check(&plain.iter().flat_map(|record| gzip(record)).collect::<Vec<_>>(), &[A, B]);
    check(&[gzip(&plain[0]), vec![0; 100], gzip(&plain[1])].concat(), &[A, B]);
    check(b"", &[]);
}

#[test]
fn only_pages_are_given() {
    let moved = record("response", "http://s.example/m", "HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\n\r\n<p>m");
    let records = [
        record("warcinfo", "", "software: x"),
        record("request", "http://s.example/a", "GET / HTTP/1.1\r\n\r\n"),
        record("response", "dns:s.example", "20040229\r\ns.example. 1 IN A 1.2.3.4"),
        moved,
        response("http://s.example/i", "image/png", "PNG"),
        response("http://s.example/t", "text/plain", "text"),
        response("http://s.example/s", "text/plain", "<html>sniffed"),
        record("resource", "<file:///r.html>", "<p>r"),
    ];
    check(&records.concat(), &[("http://s.example/s", "<html>sniffed"), ("file:///r.html", "<p>r")]);
}

#[test]
fn a_capture_has_the_headers_and_the_time() {
    let folder = Folder::new("warc-capture");
    let capture = read(&folder.write("a.warc", page(A))).next().unwrap().captured.unwrap().capture;
    assert_eq!(capture.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(capture.url.as_deref(), Some(A.0));
    let since_epoch = capture.time.unwrap().duration_since(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(since_epoch.as_secs(), 1_078_057_845);
}

#[test]
fn damage_costs_one_record() {
    let no_length = b"WARC/1.0\r\nWARC-Type: response\r\n\r\nlost\r\nlost\r\n\r\n".to_vec();
    check(&[page(A), no_length, page(B)].concat(), &[A, ("warc", "it does not say how long it is"), B]);
    check(
        &[page(A), b"garbage\r\nmore\r\n".to_vec(), page(B)].concat(),
        &[A, ("warc", "no WARC record begins here"), B],
    );
    let no_http = record("response", "http://s.example/x", "oops");
    check(&[no_http, page(B)].concat(), &[("http://s.example/x", "it does not hold an HTTP answer"), B]);
    let mut cut = [page(A), page(B)].concat();
    cut.truncate(cut.len() - 6);
    check(&cut, &[A, (B.0, "it ends before the length it claims")]);
}

#[test]
fn a_damaged_gzip_member_costs_one_record() {
    let mut broken = gzip(&response("http://s.example/x", "text/html", &"<p>some text".repeat(100)));
    let middle = broken.len() / 2;
    broken[middle..middle + 20].fill(0xFF);
    let found = pages(&[gzip(&page(A)), broken, gzip(&page(B))].concat());
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.first(), Some(&A.0));
    assert_eq!(names.last(), Some(&B.0));
    assert_eq!(names.len(), 3, "{names:?}");
}

#[test]
fn stylesheets_come_from_the_same_archive() {
    let records = [
        response("http://s.example/p", "text/html", "<link rel=stylesheet href=a.css><link rel=stylesheet href=x.css>"),
        response("http://s.example/a.css", "text/css", "@import 'b.css';"),
        response("http://s.example/b.css", "Text/CSS", "p{}"),
    ];
    for bytes in [records.concat(), records.iter().flat_map(|record| gzip(record)).collect(), gzip(&records.concat())] {
        let folder = Folder::new("warc-css");
        let captured = read(&folder.write("a.warc.gz", bytes)).next().unwrap().captured.unwrap();
        let mut page = Page::new(captured.capture);
        load_stylesheets(&mut page, &captured.origin);
        let urls: Vec<&str> = page.resources.iter().map(|part| part.url.as_str()).collect();
        assert_eq!(urls, ["http://s.example/a.css", "http://s.example/b.css"]);
        assert_eq!(page.resources[1].body, b"p{}");
        assert_eq!(page.notes, [Note::StylesheetsMissing(1)]);
    }
}

#[test]
fn a_page_is_what_a_browser_made_of_it() {
    let with_id = |record: Vec<u8>, fields: &str| {
        let text = String::from_utf8(record).unwrap();
        text.replacen("WARC-Date", &format!("{fields}\r\nWARC-Date"), 1).into_bytes()
    };
    let answer = with_id(page(A), "WARC-Record-ID: <urn:x:1>");
    let rendered = with_id(record("conversion", A.0, "<p>made"), "WARC-Refers-To: <urn:x:1>");
    check(&[answer.clone(), rendered.clone(), page(B)].concat(), &[(A.0, "<p>made"), B]);
    check(&[answer.clone(), page(B), rendered].concat(), &[A, B]);
    let of_another = with_id(record("conversion", A.0, "<p>made"), "WARC-Refers-To: <urn:x:2>");
    check(&[answer, of_another, page(B)].concat(), &[A, B]);
}

#[test]
fn each_address_is_there_once_as_it_was_last() {
    let answer = |target: &str, head: &str| record("response", target, &format!("HTTP/1.1 {head}\r\n\r\n"));
    let records = [
        page(("http://s.example/c", "<p>old")),
        page(B),
        answer("http://s.example/", "302 Found\r\nLocation: /a"),
        page(A),
        page(("http://s.example/gone", "<p>gone")),
        answer("http://s.example/gone", "410 Gone"),
        answer("http://s.example/b", "503 Service Unavailable"),
        record("revisit", "http://s.example/b", "HTTP/1.1 304 Not Modified\r\n\r\n"),
        response("http://s.example/data", "application/json", "{}"),
        page(("http://s.example/c", "<p>new")),
    ];
    let folder = Folder::new("latest");
    let whole = [A, B, ("http://s.example/c", "<p>new")];
    for (name, bytes, is_sorted) in [
        ("plain.warc", records.concat(), true),
        ("each.warc.gz", records.iter().flat_map(|record| gzip(record)).collect(), true),
        ("whole.warc.gz", gzip(&records.concat()), false),
    ] {
        let latest = LatestPages::of(&folder.write(name, bytes)).unwrap();
        let body = |item: Item| (item.name, String::from_utf8(item.captured.unwrap().capture.body).unwrap());
        let mut found: Vec<(String, String)> = latest.read(&Choice::All).map(body).collect();
        assert_eq!(found.len(), latest.count());
        if !is_sorted {
            found.sort();
        }
        assert_eq!(found, whole.map(|(name, body)| (name.to_owned(), body.to_owned())), "{name}");
        let url = |path: &str| Url::parse("http://s.example/").unwrap().join(path).unwrap();
        assert_eq!((latest.followed(&url("/")), latest.followed(&url("/b"))), (url("/a"), url("/b")));
    }
    let mut cut = records.concat();
    cut.truncate(cut.len() - 6);
    let latest = LatestPages::of(&folder.write("cut.warc", cut)).unwrap();
    let found: Vec<bool> = latest.read(&Choice::All).map(|item| item.captured.is_ok()).collect();
    assert_eq!(found, [true, true, true, false], "what is cut short is told of, and what was there before is kept");
}
