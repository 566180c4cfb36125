//! Servers that ask to be left alone for a while are: no request reaches them before the time has passed.

use std::io;
use std::time::{Duration, SystemTime};

use crate::crawling::Trial;
use crate::server::{After, Request, Server, Wire};

/// A site of which one page is busy the first time, and says until when.
fn busy_site(status: &'static str, retry_after: fn() -> String) -> Server {
    Server::start(move |request, wire| match request.path.as_str() {
        "/" => wire.page(&(0..6).map(|n| format!("<a href='/{n}'>x</a>")).collect::<String>()),
        "/2" if request.earlier == 0 => wire.answer(status, &retry_after(), b"<p>later"),
        "/robots.txt" => wire.missing(),
        _ => wire.page("<p>now"),
    })
}

/// Runs a crawl and makes sure that all pages came, and none within `wait` of the refusal.
#[track_caller]
fn check(status: &'static str, retry_after: fn() -> String, wait: Duration) {
    let server = busy_site(status, retry_after);
    let mut trial = Trial::new(vec![server.url("/")]);
    // One at a time, so that nothing is under way when the server says that it is busy.
    trial.crawl.connections_per_host = 1;
    let seen = trial.run();
    assert_eq!(seen.pages(), ["/", "/0", "/1", "/2", "/3", "/4", "/5"], "{status}");
    let log = server.log();
    let busy = log.iter().position(|entry| entry.request.path == "/2").unwrap();
    assert!(log.len() > busy + 1);
    for later in &log[busy + 1..] {
        let passed = later.began.duration_since(log[busy].began);
        assert!(passed >= wait, "{status}: {} came {passed:?} after the refusal", later.request.path);
    }
}

#[test]
fn a_host_that_names_seconds_is_left_alone_for_so_long() {
    check("429 Too Many Requests", || "Retry-After: 2\r\n".to_owned(), Duration::from_secs(2));
    check("503 Service Unavailable", || "Retry-After: 1\r\n".to_owned(), Duration::from_secs(1));
}

#[test]
fn a_host_that_names_a_date_is_left_alone_until_then() {
    let server = busy_site("503 Service Unavailable", || {
        let until = SystemTime::now() + Duration::from_secs(3);
        format!("Retry-After: {}\r\n", httpdate::fmt_http_date(until))
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.connections_per_host = 1;
    let seen = trial.run();
    assert_eq!(seen.pages().len(), 7);
    let log = server.log();
    let busy = log.iter().position(|entry| entry.request.path == "/2").unwrap();
    // A date has whole seconds: the time that was named is up to one second earlier than three seconds later.
    let named =
        httpdate::parse_http_date(&httpdate::fmt_http_date(log[busy].began_at + Duration::from_secs(3))).unwrap();
    for later in &log[busy + 1..] {
        assert!(later.began_at >= named, "{} came too early", later.request.path);
    }
}

#[test]
fn rules_that_are_busy_are_asked_for_again_when_the_server_says_so() {
    let answer = |request: &Request, wire: &mut Wire| -> io::Result<After> {
        match request.path.as_str() {
            "/robots.txt" if request.earlier == 0 => wire.answer("503 Busy", "Retry-After: 2\r\n", b""),
            "/robots.txt" => wire.answer("200 OK", "", b"User-agent: *\nDisallow: /no\n"),
            "/" => wire.page("<a href='/no'>x</a><a href='/yes'>x</a>"),
            _ => wire.page("<p>x"),
        }
    };
    let server = Server::start(answer);
    let seen = Trial::new(vec![server.url("/")]).run();
    assert_eq!(seen.pages(), ["/", "/yes"]);
    let log = server.log();
    let passed = log[1].began.duration_since(log[0].began);
    assert!(passed >= Duration::from_secs(2), "{} came after {passed:?}", log[1].request.path);
}

#[test]
fn a_host_that_wants_to_be_left_alone_for_hours_is() {
    let server = busy_site("429 Too Many Requests", || "Retry-After: 36000\r\n".to_owned());
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.connections_per_host = 1;
    let seen = trial.run();
    assert_eq!(seen.report.end, Some(fetch::crawl::End::HostsAway));
    assert_eq!(seen.report.given_up.len(), 1);
    assert_eq!(server.paths(), ["/robots.txt", "/", "/0", "/1", "/2"]);
    assert!(seen.report.counts.waiting >= 4, "they wait for another run: {:?}", seen.report.counts);
}

#[test]
fn what_fails_for_a_while_is_tried_again() {
    let server = Server::start(|request, wire| match (request.path.as_str(), request.earlier) {
        ("/robots.txt", _) => wire.missing(),
        (_, 0) => wire.answer("500 Oh", "", b"<p>no"),
        (_, 1) => Ok(After::Close),
        _ => wire.page("<p>at last"),
    });
    let seen = Trial::new(vec![server.url("/")]).run();
    assert_eq!(seen.pages(), ["/"]);
    assert_eq!(server.count("/"), 3);
}
