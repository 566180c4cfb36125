//! The archive that a crawl leaves: every record can be read by others, says truly what it holds, and stands where the
//! index says; and what is read back is what was sent.

use std::collections::{BTreeMap, HashSet};
use std::process::Command;

use data_encoding::BASE32;
use fetch::crawl::Known;
use fetch::source::{Choice, Input, Network, read};
use sha1::{Digest, Sha1};

use crate::codings::gzip;
use crate::crawling::{Seen, Trial};
use crate::records::{Record, parse, records};
use crate::server::{After, Request, Server, Wire};

/// The pages of the site, as a reader should get them.
fn bodies() -> BTreeMap<&'static str, Vec<u8>> {
    let names = ["plain", "gzip", "chunked", "old", "empty", "latin", "binary", "large", "h\u{fc}te"];
    let links: String = names.map(|name| format!("<a href='/{name}'>{name}</a>\n")).concat();
    let parts = "<link rel=stylesheet href='/a.css'><a href='/missing'>x</a><a href='/away'>x</a>";
    BTreeMap::from([
        ("/", format!("<title>first</title>{parts}{links}").into_bytes()),
        ("/plain", b"<p>plain\r\n\r\nWARC/1.1\r\n\r\n".to_vec()),
        ("/gzip", "<p>packed ".repeat(500).into_bytes()),
        ("/chunked", b"<p>in pieces".to_vec()),
        ("/old", b"<p>until the connection ends".to_vec()),
        ("/empty", Vec::new()),
        ("/latin", b"<p>caf\xE9".to_vec()),
        ("/binary", [b"<p>".to_vec(), (0..=255).cycle().take(5000).collect()].concat()),
        ("/large", (0..200_000).map(|n| format!("<p>line {n}\n")).collect::<String>().into_bytes()),
        ("/h%C3%BCte", b"<p>hats".to_vec()),
        ("/target", b"<p>where the redirect leads".to_vec()),
    ])
}

fn site(request: &Request, wire: &mut Wire) -> std::io::Result<After> {
    let path = request.path.as_str();
    let body = bodies().remove(path).unwrap_or_default();
    match path {
        "/robots.txt" => wire.answer("200 OK", "Content-Type: text/plain\r\n", b"User-agent: *\nDisallow: /no\n"),
        "/a.css" => wire.answer("200 OK", "Content-Type: text/css\r\n", b"p { color: red }"),
        "/missing" => wire.missing(),
        "/away" => wire.redirect("/target"),
        "/gzip" => wire.answer("200 OK", "Content-Type: text/html\r\nContent-Encoding: gzip\r\n", &gzip(&body)),
        "/chunked" => {
            let (first, second) = body.split_at(5);
            wire.raw(b"HTTP/1.1 200 Fine\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n")?;
            wire.raw(&[first, format!("\r\n{:x}; x=y\r\n", second.len()).as_bytes(), second].concat())?;
            wire.raw(b"\r\n0\r\nTrailer: x\r\n\r\n")
        }
        "/old" => wire.raw(&[b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n".to_vec(), body].concat()),
        "/latin" => wire.answer("200 OK", "Content-Type: text/html; charset=iso-8859-1\r\nX: caf\u{e9}\r\n", &body),
        _ => wire.answer("200 OK", "Content-Type: text/html\r\nSet-Cookie: a=b\r\nX: 1\r\nX: 2\r\n", &body),
    }
}

/// Crawls the site twice, so that the archive has records of every kind.
fn crawled() -> (Trial, Seen, Server) {
    let server = Server::start(site);
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.run();
    trial.crawl.known = Known::Refresh;
    let seen = trial.run();
    (trial, seen, server)
}

fn digest(bytes: &[u8]) -> String {
    format!("sha1:{}", BASE32.encode(&Sha1::digest(bytes)))
}

#[test]
fn every_record_says_truly_what_it_holds() {
    let (trial, seen, server) = crawled();
    let all = records(&trial.archive());
    assert_eq!(all[0].field("WARC-Type"), Some("warcinfo"));
    assert_eq!(all[0].field("WARC-Filename"), Some("a.warc.gz"));
    let kinds = |kind: &str| all.iter().filter(|record| record.field("WARC-Type") == Some(kind)).count();
    // Each round asks for the rules, eleven pages, the stylesheet, what is missing, and what redirects.
    assert_eq!((kinds("warcinfo"), kinds("response") + kinds("revisit")), (1, server.log().len()));
    assert_eq!(kinds("revisit") as u64, 12, "{:?}", seen.report);
    let mut ids = HashSet::new();
    for record in &all {
        let id = record.field("WARC-Record-ID").unwrap();
        assert!(id.starts_with("<urn:uuid:") && ids.insert(id), "{id}");
        assert_eq!(record.field("WARC-Block-Digest"), Some(digest(&record.block).as_str()), "{id}");
        let date = record.field("WARC-Date").unwrap();
        assert!(date.len() == "2016-10-05T18:24:19.000123Z".len() && date.ends_with('Z'), "{date}");
        match record.field("WARC-Type") {
            Some("response") => {
                let stated = record.field("WARC-Payload-Digest");
                assert_eq!(stated, Some(digest(record.payload()).as_str()), "{id}");
                assert!(record.block.starts_with(b"HTTP/1.1 "), "{id}");
                assert_eq!(record.field("WARC-IP-Address"), Some("127.0.0.1"), "{id}");
                assert_eq!(record.field("WARC-Truncated"), None, "{id}");
            }
            Some("revisit") => {
                let first = record.field("WARC-Refers-To").unwrap();
                let first = all.iter().find(|other| other.field("WARC-Record-ID") == Some(first)).unwrap();
                for name in ["WARC-Payload-Digest", "WARC-Target-URI"] {
                    assert_eq!(record.field(name), first.field(name), "{id}");
                }
            }
            _ => {}
        }
    }
}

#[test]
fn other_programs_read_the_archive() {
    let (trial, _, _) = crawled();
    let tested = Command::new("gzip").arg("-t").arg(trial.archive()).output().unwrap();
    assert!(tested.status.success() && tested.stderr.is_empty(), "{tested:?}");
    let all = records(&trial.archive());
    let reader = warc::WarcReader::from_path_gzip(trial.archive()).unwrap();
    let theirs: Vec<_> = reader.iter_records().map(Result::unwrap).collect();
    assert_eq!(theirs.len(), all.len());
    for (theirs, ours) in theirs.iter().zip(&all) {
        assert_eq!(theirs.body(), ours.block);
        assert_eq!(Some(theirs.warc_id()), ours.field("WARC-Record-ID"));
        let url = theirs.header(warc::WarcHeader::TargetURI);
        assert_eq!(url.as_deref(), ours.field("WARC-Target-URI"));
    }
}

#[test]
fn the_index_leads_to_the_records() {
    let (trial, seen, _) = crawled();
    let index = std::fs::read_to_string(&seen.report.index).unwrap();
    let bytes = std::fs::read(trial.archive()).unwrap();
    assert_eq!(bytes.len() as u64, seen.report.bytes);
    let lines: Vec<&str> = index.lines().collect();
    assert!(lines.is_sorted());
    assert_eq!(lines.len(), records(&trial.archive()).len() - 1, "all but the head of the archive");
    let mut places = HashSet::new();
    for line in lines {
        let fields: serde_json::Value = serde_json::from_str(&line[line.find('{').unwrap()..]).unwrap();
        let text = |name: &str| fields[name].as_str().unwrap().to_owned();
        let (offset, length): (usize, usize) = (text("offset").parse().unwrap(), text("length").parse().unwrap());
        assert!(places.insert((offset, length)));
        let record = member(&bytes[offset..offset + length]);
        assert_eq!(record.field("WARC-Target-URI"), Some(text("url").as_str()));
        assert_eq!(record.field("WARC-Payload-Digest"), Some(text("digest").as_str()));
        assert_eq!(text("filename"), "a.warc.gz");
        let status = String::from_utf8_lossy(&record.block[9..12]).into_owned();
        assert_eq!(text("status"), status, "{line}");
        let digits: String = record.field("WARC-Date").unwrap().chars().filter(char::is_ascii_digit).take(14).collect();
        assert_eq!(line.split(' ').nth(1), Some(digits.as_str()));
    }
    let found = records(&trial.archive()).iter().skip(1).map(|record| (record.offset, record.length)).collect();
    assert_eq!(places, found, "every record has its line");
}

/// The record in a piece of the archive, which must be exactly that record.
fn member(bytes: &[u8]) -> Record {
    let mut decoder = flate2::bufread::GzDecoder::new(bytes);
    let mut unpacked = Vec::new();
    std::io::Read::read_to_end(&mut decoder, &mut unpacked).unwrap();
    assert!(decoder.into_inner().is_empty());
    parse(&unpacked, 0, bytes.len())
}

#[test]
fn what_is_read_back_is_what_was_sent() {
    let (trial, _, _) = crawled();
    let input = Input::parse(&trial.archive().to_string_lossy()).unwrap();
    let mut read_back = BTreeMap::new();
    for item in read(vec![input], Network::default(), Choice::All) {
        let captured = item.captured.unwrap();
        let url = url::Url::parse(captured.capture.url.as_deref().unwrap()).unwrap();
        assert!(read_back.insert(url.path().to_owned(), captured.capture.body).is_none(), "{url} came twice");
    }
    let expected = bodies();
    assert_eq!(read_back.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (path, body) in &expected {
        assert!(read_back[*path] == *body, "{path} has changed");
    }
}

#[test]
fn what_was_cut_says_so() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/robots.txt" => wire.missing(),
        "/" => wire.page("<a href='/long'>x</a><a href='/slow'>x</a><a href='/broken'>x</a>"),
        "/long" => wire.page(&"<p>long ".repeat(100_000)),
        "/slow" => {
            wire.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>slow")?;
            wire.pause(std::time::Duration::from_secs(60))?;
            Ok(After::Close)
        }
        _ => wire.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>broken"),
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.limits.bytes = 100_000;
    trial.run();
    let all = records(&trial.archive());
    let cut = |path: &str| {
        let record = all.iter().find(|record| record.field("WARC-Target-URI").is_some_and(|url| url.ends_with(path)));
        let record = record.unwrap();
        (record.field("WARC-Truncated").map(str::to_owned), record.payload().len())
    };
    assert_eq!(cut("/long"), (Some("length".to_owned()), 100_000));
    assert_eq!(cut("/slow"), (Some("time".to_owned()), 7));
    assert_eq!(cut("/broken"), (Some("disconnect".to_owned()), 9));
    let input = Input::parse(&trial.archive().to_string_lossy()).unwrap();
    assert_eq!(
        read(vec![input], Network::default(), Choice::All).filter(|item| item.captured.is_ok()).count(),
        4,
        "they can be read"
    );
}
