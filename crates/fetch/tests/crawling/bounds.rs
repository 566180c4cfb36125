//! The bounds of a crawl: so many links from the start, so many pages, so many bytes, so long; and that a crawl that
//! was ended goes on where it stopped.

use std::time::Duration;

use fetch::crawl::End;
use job::Cancel;

use crate::crawling::Trial;
use crate::server::{Request, Server, Wire};

/// A tree of pages: each leads to three others, one level farther away.
fn tree(request: &Request, wire: &mut Wire) -> std::io::Result<crate::server::After> {
    match request.path.as_str() {
        "/robots.txt" => wire.missing(),
        path => {
            let path = path.trim_end_matches('/');
            wire.page(&["a", "b", "c"].map(|name| format!("<a href='{path}/{name}'>x</a>")).concat())
        }
    }
}

/// A site without an end: each page leads to three that no other leads to, by numbers that no address repeats.
fn endless(request: &Request, wire: &mut Wire) -> std::io::Result<crate::server::After> {
    if request.path == "/robots.txt" {
        return wire.missing();
    }
    let own: u64 = request.path.trim_start_matches("/page").parse().unwrap_or_default();
    wire.page(&[1, 2, 3].map(|child| format!("<a href='/page{}'>x</a>", 3 * own + child)).concat())
}

#[test]
fn a_crawl_ends_at_its_depth() {
    for (depth, expected) in [(0, 1), (1, 4), (2, 13), (3, 40)] {
        let server = Server::start(tree);
        let mut trial = Trial::new(vec![server.url("/")]);
        trial.crawl.depth = Some(depth);
        let seen = trial.run();
        assert_eq!((seen.pages().len(), seen.report.end), (expected, Some(End::Complete)), "depth {depth}");
    }
}

#[test]
fn what_is_near_counts_as_near_even_if_the_page_that_says_so_is_slow() {
    // The slow page leads to `/far/2` in two steps, the quick ones in three; what `/far/2` leads to is then too far.
    let site = |request: &Request, wire: &mut Wire| match request.path.as_str() {
        "/robots.txt" => wire.missing(),
        "/" => wire.page("<a href='/slow'>x</a><a href='/quick'>x</a>"),
        "/quick" => wire.page("<a href='/quick/1'>x</a>"),
        "/quick/1" => wire.page("<a href='/far'>x</a>"),
        "/slow" => {
            wire.pause(Duration::from_millis(400))?;
            wire.page("<a href='/far'>x</a>")
        }
        "/far" => wire.page("<a href='/farther'>x</a>"),
        "/farther" => wire.page("<a href='/too-far'>x</a>"),
        _ => wire.page("<p>x"),
    };
    let server = Server::start(site);
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.depth = Some(3);
    assert_eq!(trial.run().pages(), ["/", "/far", "/farther", "/quick", "/quick/1", "/slow"]);
}

#[test]
fn the_number_of_pages_is_exact() {
    for pages in [1, 2, 7, 50] {
        let server = Server::start(|request, wire| match request.path.as_str() {
            // Pages that turn out to be none make room for others.
            path if path.ends_with("/b") => wire.missing(),
            path if path.ends_with("/c") => wire.redirect(&format!("{path}c")),
            _ => tree(request, wire),
        });
        let mut trial = Trial::new(vec![server.url("/")]);
        trial.crawl.pages = pages;
        let seen = trial.run();
        assert_eq!(seen.report.counts.pages, pages, "{:?}", seen.answers);
        assert_eq!((seen.report.fetched, seen.report.end), (pages, Some(End::PagesReached)));
        let asked = server.log().iter().filter(|entry| entry.ended.is_some()).count() as u64;
        assert!(asked <= 4 * pages + 8, "{asked} requests for {pages} pages");
    }
}

#[test]
fn a_site_that_has_fewer_pages_than_asked_for_is_complete() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/" => wire.page("<a href='/1'>x</a><a href='/2'>x</a><a href='/robots.txt'>x</a>"),
        "/robots.txt" => wire.missing(),
        _ => wire.page("<p>x"),
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.pages = 3;
    let seen = trial.run();
    assert_eq!((seen.report.counts.pages, seen.report.end), (3, Some(End::Complete)), "{:?}", seen.answers);
}

#[test]
fn bytes_are_bounded() {
    let server = Server::start(endless);
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.bytes = Some(20_000);
    let seen = trial.run();
    assert_eq!(seen.report.end, Some(End::BytesReached));
    assert!((20_000..60_000).contains(&seen.report.bytes), "{}", seen.report.bytes);
}

#[test]
fn time_is_bounded() {
    let server = Server::start(endless);
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.pages = u64::MAX;
    trial.crawl.time = Some(Duration::from_millis(300));
    let seen = trial.run();
    assert_eq!(seen.report.end, Some(End::TimeReached));
    assert!(seen.report.counts.waiting > 0, "{:?}", seen.report.counts);
    // Where there is no time at all, nobody is asked.
    let server = Server::start(endless);
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.time = Some(Duration::ZERO);
    assert_eq!(trial.run().report.end, Some(End::TimeReached));
    assert_eq!(server.paths(), [""; 0]);
}

#[test]
fn a_crawl_that_was_stopped_goes_on_where_it_was() {
    // Of 121 pages three have a path that only repeats itself.
    const PAGES: u64 = 118;
    let cancel = Cancel::default();
    let signal = cancel.clone();
    let server = Server::start(move |request, wire| {
        let depth = request.path.matches('/').count();
        if request.path == "/a/b/c" {
            signal.cancel();
        }
        if depth < 4 { tree(request, wire) } else { wire.page("<p>a leaf") }
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.cancel = cancel;
    let first = trial.run();
    assert_eq!(first.report.end, None);
    trial.cancel = Cancel::default();
    let second = trial.run();
    assert_eq!((&second.report.end, second.report.counts.pages), (&Some(End::Complete), PAGES));
    let mut pages = [first.pages(), second.pages()].concat();
    pages.sort();
    pages.dedup();
    assert_eq!(pages.len() as u64, PAGES);
    assert_eq!(first.report.fetched + second.report.fetched, PAGES, "nothing is kept twice");
}

#[test]
fn stylesheets_and_sitemaps_without_end_do_not_keep_pages_waiting() {
    let server = Server::start(|request, wire| {
        let path = request.path.as_str();
        let names =
            |count: usize, ending: &str| (0..count).map(|number| format!("{path}{number}{ending}")).collect::<Vec<_>>();
        if path == "/robots.txt" {
            let host = &request.headers["host"];
            wire.answer("200 OK", "", format!("Sitemap: http://{host}/s.xml").as_bytes())
        } else if path.ends_with(".xml") {
            let host = &request.headers["host"];
            let entry = |name: &String| format!("<sitemap><loc>http://{host}{name}</loc></sitemap>");
            wire.answer("200 OK", "", names(50, ".xml").iter().map(entry).collect::<String>().as_bytes())
        } else if path.ends_with(".css") {
            let sheets: String = names(20, ".css").iter().map(|name| format!("@import '{name}';")).collect();
            wire.answer("200 OK", "Content-Type: text/css\r\n", sheets.as_bytes())
        } else {
            let links: String = (0..30).map(|number| format!("<a href='/p{number}'>x</a>")).collect();
            wire.page(&format!("<link rel=stylesheet href='{path}a.css'>{links}"))
        }
    });
    let seen = Trial::new(vec![server.url("/")]).run();
    assert_eq!(seen.report.counts.pages, 31);
    let requests = server.log().len();
    assert!(requests < 1200, "{requests} requests");
}

#[test]
fn links_that_are_refused_cost_no_more_than_others() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/robots.txt" => wire.answer("200 OK", "", b"User-agent: *\nDisallow: /no"),
        "/" => {
            let links: String = (0..9_999).map(|number| format!("<a href='/no/{number}'>x</a>")).collect();
            wire.page(&format!("<a href='/yes'>x</a>{links}"))
        }
        _ => wire.page("<p>x"),
    });
    let seen = Trial::new(vec![server.url("/")]).run();
    assert_eq!((seen.report.counts.pages, seen.report.counts.refused), (2, 9_999));
    assert_eq!(server.log().len(), 3);
}
