//! What goes wrong in one visit stays there: whatever panics beside a crawl, in a request or with its browser, and
//! however slow some servers are, the others are visited as if nothing had happened, and the crawl ends.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use fetch::browser::BrowserError;
use fetch::crawl::{Browsers, End, Guard, Obedience, Reach, Render, RunScripts, Supplied, Wanted};
use fetch::net::{Resolve, Resolving};
use fetch::source::{Choice, Input, Network, read};
use url::Url;

use crate::crawling::{Seen, Trial};
use crate::server::{After, Request, Server, Wire};

const FAULT: &str = "a fault in Lode: this address made it panic, please report it";

/// Looks up every name as this machine, and panics when it is asked for one that is broken.
struct Fragile;

impl Resolve for Fragile {
    fn resolve<'name>(&'name self, host: &'name str) -> Resolving<'name> {
        Box::pin(async move {
            assert!(!host.starts_with("broken"), "on purpose");
            io::Result::Ok(vec![IpAddr::from([127, 0, 0, 1])])
        })
    }
}

/// A crawl from the first page of a server, where hosts whose name says that they are broken make us panic.
fn fragile(server: &Server) -> Trial {
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.guard = Guard::new(vec!["127.0.0.1/32".parse().unwrap()]).with_resolver(Arc::new(Fragile));
    trial.crawl.reach = Reach::Anywhere;
    trial
}

/// Runs a crawl that might wait for ever: then the test fails rather than waiting with it.
fn run(trial: Trial) -> (Trial, Seen) {
    let (done, seen) = channel();
    std::thread::spawn(move || {
        let seen = trial.run();
        // Whoever does not wait any longer has failed already.
        let _ = done.send((trial, seen));
    });
    seen.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("the crawl does not end"))
}

/// A page that leads to a host that makes us panic, and to two that do not.
fn fragile_site(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let port = request.headers["host"].split(':').nth(1).unwrap_or_default();
    match request.path.as_str() {
        "/robots.txt" => wire.missing(),
        "/" => {
            wire.page(&format!("<a href='http://broken.example:{port}/x'>x</a><a href='/1'>x</a><a href='/2'>x</a>"))
        }
        _ => wire.page("<p>x"),
    }
}

#[test]
fn a_panic_in_a_request_is_a_failure_of_its_address() {
    let server = Server::start(fragile_site);
    let mut trial = fragile(&server);
    trial.crawl.robots = Obedience::Ignore;
    let (_, seen) = run(trial);
    assert_eq!(seen.pages(), ["/", "/1", "/2"]);
    let [(broken, why)] = &seen.others[..] else { panic!("{:?}", seen.others) };
    assert!(broken.starts_with("http://broken.example"), "{broken}");
    assert_eq!(why, &format!("failed: {FAULT}"));
    assert_eq!((seen.report.end, seen.report.counts.failed), (Some(End::Complete), 1));
    assert_eq!(seen.report.reasons[0].0, "a fault in Lode");
}

#[test]
fn a_panic_while_rules_are_asked_for_costs_their_host() {
    let server = Server::start(fragile_site);
    let (_, seen) = run(fragile(&server));
    assert_eq!(seen.pages(), ["/", "/1", "/2"]);
    let [(host, why)] = &seen.report.given_up[..] else { panic!("{:?}", seen.report) };
    assert!(host.starts_with("broken.example") && why == FAULT, "{host}: {why}");
    assert_eq!(seen.report.end, Some(End::HostsAway));
}

/// A browser that panics on bad pages, and once more when it is ended after that.
struct FragileBrowser {
    wants: Option<Url>,
    is_broken: std::cell::Cell<bool>,
}

impl RunScripts for FragileBrowser {
    fn render(
        &self,
        url: &Url,
        html: &str,
        _: Duration,
        supply: &mut dyn FnMut(&Wanted<'_>) -> Option<Supplied>,
    ) -> Result<String, BrowserError> {
        self.is_broken.set(url.path() == "/bad");
        assert!(url.path() != "/bad", "on purpose");
        let wanted = self.wants.as_ref().map(|url| supply(&Wanted { url, accept: None }).is_some());
        Ok(format!("{html}<p>{wanted:?}</p><a href='/made'>x</a>"))
    }
}

impl Drop for FragileBrowser {
    fn drop(&mut self) {
        assert!(!self.is_broken.get(), "on purpose, once more");
    }
}

/// The bodies of the archive's pages, by their paths.
fn bodies(trial: &Trial) -> Vec<(String, Vec<u8>)> {
    let inputs = vec![Input::parse(trial.archive().to_str().unwrap()).unwrap()];
    let pages = read(inputs, Network::default(), Choice::All);
    pages.map(|item| (crate::crawling::path_of(&item.name), item.captured.unwrap().capture.body)).collect()
}

fn body(trial: &Trial, path: &str) -> String {
    let found = bodies(trial).into_iter().find(|(own, _)| own == path);
    String::from_utf8(found.unwrap_or_else(|| panic!("there is no {path}")).1).unwrap()
}

#[test]
fn a_panic_beside_the_browser_costs_the_rendering_of_that_page() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/" => wire.page("<a href='/bad'>x</a><a href='/good'>x</a>"),
        "/robots.txt" => wire.missing(),
        path => wire.page(&format!("<p>{path} as it came")),
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.render = Render::Always;
    // One after the other, so that the browser has a good page behind the bad one.
    trial.crawl.connections = 1;
    let starts = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&starts);
    trial.crawl.browsers = Browsers::new(move || {
        counted.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(FragileBrowser { wants: None, is_broken: false.into() }))
    });
    let (trial, seen) = run(trial);
    assert_eq!(seen.pages(), ["/", "/bad", "/good", "/made"]);
    let fault = "a fault in Lode: this page made it panic, please report it";
    assert_eq!(seen.report.unrendered, Some((1, fault.to_owned())));
    assert_eq!(seen.others.len(), 1, "it is told once: {:?}", seen.others);
    assert_eq!(body(&trial, "/bad"), "<p>/bad as it came");
    assert!(body(&trial, "/good").contains("<a href='/made'>"));
    assert_eq!(starts.load(Ordering::Relaxed), 2, "another browser after the panic, and the same one otherwise");
}

#[test]
fn a_browser_that_panics_when_it_is_started_costs_renderings_alone() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/" => wire.page("<a href='/1'>x</a><a href='/2'>x</a>"),
        _ => wire.page("<p>as it came"),
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.render = Render::Always;
    trial.crawl.browsers = Browsers::new(|| panic!("on purpose"));
    let (_, seen) = run(trial);
    assert_eq!((seen.pages().len(), seen.report.unrendered.map(|(pages, _)| pages)), (3, Some(3)));
}

#[test]
fn a_panic_on_an_errand_of_a_page_leaves_the_page_without_it() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/robots.txt" => wire.missing(),
        _ => wire.page("<p>x"),
    });
    let mut trial = fragile(&server);
    trial.crawl.robots = Obedience::Ignore;
    trial.crawl.render = Render::Always;
    let wanted = server.url_at("broken.example", "/app.js");
    trial.crawl.browsers =
        Browsers::new(move || Ok(Box::new(FragileBrowser { wants: Some(wanted.clone()), is_broken: false.into() })));
    let (trial, seen) = run(trial);
    assert_eq!(seen.pages(), ["/", "/made"]);
    assert!(body(&trial, "/").contains("<p>Some(false)</p>"));
    assert_eq!((seen.report.end, seen.report.unrendered), (Some(End::Complete), None));
}

#[test]
fn slow_bodies_keep_no_other_waiting() {
    const SLOW: usize = 6;
    const LINE: &str = "<p>A page that takes its time, but not more than it may.\n";
    // More than systems keep for those who do not read, so that the server cannot have sent all of it beforehand.
    const PIECES: usize = 32;
    const LINES: usize = 9000;
    let begun = AtomicUsize::new(0);
    let server = Server::start(move |request, wire| {
        let moment = Duration::from_millis(20);
        match request.path.as_str() {
            "/" => {
                let slow: String = (0..SLOW).map(|number| format!("<a href='/slow{number}'>x</a>")).collect();
                wire.page(&format!("{slow}<a href='/large'>x</a>"))
            }
            "/robots.txt" => wire.missing(),
            "/large" => {
                // It comes when all slow ones are well under way, and takes a moment from piece to piece.
                while begun.load(Ordering::Relaxed) < SLOW {
                    wire.pause(moment)?;
                }
                let part = LINE.repeat(LINES);
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
                wire.raw(format!("{head}Content-Length: {}\r\n\r\n", PIECES * part.len()).as_bytes())?;
                for _ in 0..PIECES {
                    wire.raw(part.as_bytes())?;
                    wire.pause(moment)?;
                }
                Ok(After::Keep)
            }
            _ => {
                wire.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")?;
                wire.raw(LINE.repeat(LINES).as_bytes())?;
                begun.fetch_add(1, Ordering::Relaxed);
                loop {
                    wire.raw(b"more ")?;
                    wire.pause(moment)?;
                }
            }
        }
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.limits.time = Duration::from_secs(6);
    let (trial, seen) = run(trial);
    assert_eq!(seen.pages().len(), SLOW + 2, "{:?}", seen.others);
    assert_eq!(body(&trial, "/large").len(), PIECES * LINES * LINE.len(), "it is all there");
}
