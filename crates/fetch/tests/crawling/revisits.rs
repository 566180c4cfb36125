//! Pages that are asked for again: what has not changed becomes a short record that refers to the first, whether the
//! server says so or not; what has changed becomes a new one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use fetch::crawl::{End, Known};

use crate::crawling::Trial;
use crate::records::{Record, records};
use crate::server::Server;

fn of_path<'a>(records: &'a [Record], path: &str) -> Vec<&'a Record> {
    let of_path = |record: &&Record| record.field("WARC-Target-URI").is_some_and(|url| url.ends_with(path));
    records.iter().filter(of_path).collect()
}

#[test]
fn only_what_has_changed_is_kept_again() {
    let round = Arc::new(AtomicU32::new(0));
    let now = Arc::clone(&round);
    let server = Server::start(move |request, wire| {
        let round = now.load(Ordering::Relaxed);
        let headers = |more: &str| format!("Content-Type: text/html\r\n{more}");
        match request.path.as_str() {
            "/robots.txt" => wire.missing(),
            "/" => wire.page("<a href='/tag'>x</a><a href='/date'>x</a><a href='/plain'>x</a><a href='/new'>x</a>"),
            "/tag" if request.headers.get("if-none-match").is_some_and(|tag| tag == "\"v1\"") => {
                wire.raw(b"HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n")
            }
            "/tag" => wire.answer("200 OK", &headers("ETag: \"v1\"\r\n"), b"<p>tagged"),
            "/date" if request.headers.contains_key("if-modified-since") => {
                wire.raw(b"HTTP/1.1 304 Not Modified\r\n\r\n")
            }
            "/date" => wire.answer("200 OK", &headers("Last-Modified: Wed, 21 Oct 2015 07:28:00 GMT\r\n"), b"<p>dated"),
            "/plain" => wire.page("<p>the same as ever"),
            "/new" => wire.page(&format!("<p>round {round} <a href='/since-{round}'>x</a>")),
            _ => wire.page("<p>x"),
        }
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    let first = trial.run();
    assert_eq!(first.pages(), ["/", "/date", "/new", "/plain", "/since-0", "/tag"]);
    let unchanged = trial.run();
    assert_eq!((unchanged.report.fetched, server.count("/plain")), (0, 1), "what is known is left alone");
    round.store(1, Ordering::Relaxed);
    trial.crawl.known = Known::Refresh;
    let again = trial.run();
    assert_eq!(again.report.end, Some(End::Complete));
    assert_eq!((again.report.fetched, again.report.unchanged), (2, 5), "{:?}", again.answers);
    assert_eq!(server.count("/robots.txt"), 2, "the rules are asked for once in each round");
    let all = records(&trial.archive());
    for (path, profile) in
        [("/tag", "server-not-modified"), ("/date", "server-not-modified"), ("/plain", "identical-payload-digest")]
    {
        let of_it = of_path(&all, path);
        assert_eq!(of_it.len(), 2, "{path}");
        assert_eq!(of_it[0].field("WARC-Type"), Some("response"), "{path}");
        assert_eq!(of_it[1].field("WARC-Type"), Some("revisit"), "{path}");
        assert!(of_it[1].field("WARC-Profile").is_some_and(|named| named.ends_with(profile)), "{path}");
        assert_eq!(of_it[1].field("WARC-Refers-To"), of_it[0].field("WARC-Record-ID"), "{path}");
        assert_eq!(of_it[1].field("WARC-Refers-To-Date"), of_it[0].field("WARC-Date"), "{path}");
        assert_eq!(of_it[1].field("WARC-Payload-Digest"), of_it[0].field("WARC-Payload-Digest"), "{path}");
        assert!(of_it[1].payload().is_empty(), "{path}");
    }
    let new = of_path(&all, "/new");
    assert_eq!(new.iter().filter_map(|record| record.field("WARC-Type")).collect::<Vec<_>>(), ["response"; 2]);
    assert_ne!(new[0].payload(), new[1].payload());
}

#[test]
fn pages_are_asked_for_again_although_a_seed_has_failed_or_pages_wait() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/robots.txt" | "/gone" => wire.missing(),
        "/" => wire.page(&(0..9).map(|n| format!("<a href='/{n}'>x</a>")).collect::<String>()),
        _ => wire.page("<p>x"),
    });
    let mut trial = Trial::new(vec![server.url("/"), server.url("/gone")]);
    trial.crawl.pages = 4;
    assert_eq!(trial.run().report.end, Some(End::PagesReached));
    trial.crawl.known = Known::Refresh;
    let again = trial.run();
    assert_eq!(again.report.unchanged, 4, "{:?}", again.answers);
    assert_eq!(again.report.counts.pages, 4, "no more pages than were asked for: {:?}", again.answers);
}
