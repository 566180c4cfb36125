//! Ten thousand requests to many hosts at once, and not one that a host has not agreed to: the rules come first, what
//! they forbid is never asked for, and a host that wants its rest has it.

use std::collections::HashMap;
use std::io;
use std::time::Duration;

use crate::crawling::Trial;
use crate::server::{After, Entry, Request, Server, Wire};

const HOSTS: usize = 10;
/// How many pages each host has that may be asked for.
const PAGES: usize = 505;
/// How long the slow pages take.
const SLOW: Duration = Duration::from_millis(30);

fn host_number(host: &str) -> usize {
    host.trim_start_matches('h').split('.').next().and_then(|number| number.parse().ok()).unwrap()
}

/// What the rules of a host ask for between two requests.
fn crawl_delay(host: usize) -> Duration {
    Duration::from_millis([0, 10, 0, 15, 0][host % 5])
}

/// Whether a page is one of those that the server takes its time for.
fn is_slow(path: &str) -> bool {
    path.ends_with("77")
}

fn site(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let host = host_number(&request.host);
    let path = request.path.as_str();
    if path == "/robots.txt" {
        let delay = crawl_delay(host);
        let delay = if delay.is_zero() { String::new() } else { format!("Crawl-delay: {}\n", delay.as_secs_f64()) };
        let rules = format!("User-agent: *\n{delay}Disallow: /private\nDisallow: /*.pdf$\nAllow: /private/{host}/\n");
        return wire.answer("200 OK", "", rules.as_bytes());
    }
    if is_slow(path) {
        wire.pause(SLOW)?;
    }
    let number: Option<usize> = path.strip_prefix("/p/").and_then(|number| number.parse().ok());
    match number {
        // Pages that send us on and pages that are missing take their turn like all others.
        Some(number) if number % 50 == 3 => wire.redirect(&format!("/private/{}/{number}", host + 1)),
        Some(number) if number % 50 == 4 => wire.missing(),
        Some(number) if number % 100 == 5 && request.earlier == 0 => wire.answer("500 Oh", "", b""),
        _ => {
            let pages = 0..if path == "/" { PAGES } else { 0 };
            let links: String = pages.map(|number| format!("<a href='/p/{number}'>x</a>")).collect();
            wire.page(&format!(
                "{links}<a href='/private/x'>x</a><a href='/a/b.pdf'>x</a><a href='/private/{host}/1'>x</a>"
            ))
        }
    }
}

/// All that a host could complain about.
fn complaints(log: &[Entry], delay: Duration) -> Vec<String> {
    let mut of_host: HashMap<&str, Vec<&Entry>> = HashMap::new();
    for entry in log {
        of_host.entry(&entry.request.host).or_default().push(entry);
    }
    let mut complaints = Vec::new();
    for (host, mut entries) in of_host {
        let number = host_number(host);
        let rest = delay.max(crawl_delay(number));
        entries.sort_by_key(|entry| entry.began);
        if entries[0].request.path != "/robots.txt" {
            complaints.push(format!("{host}: the rules did not come first"));
        }
        for entry in &entries {
            let path = &entry.request.path;
            let own = format!("/private/{number}/");
            if path.starts_with("/private") && !path.starts_with(&own) || path.ends_with(".pdf") {
                complaints.push(format!("{host}: {path} is forbidden"));
            }
        }
        for pair in entries.windows(2).filter(|_| !rest.is_zero()) {
            let slow = if is_slow(&pair[0].request.path) { SLOW } else { Duration::ZERO };
            let passed = pair[1].began.duration_since(pair[0].began);
            if passed < rest + slow {
                complaints.push(format!("{host}: {} came {passed:?} after the one before", pair[1].request.path));
            }
        }
    }
    complaints
}

/// Crawls all hosts. Gives the number of requests.
fn crawl(delay: Duration) -> usize {
    let server = Server::start(site);
    let mut trial = Trial::new((0..HOSTS).map(|host| server.url_at(&format!("h{host}.example"), "/")).collect());
    trial.crawl.delay = delay;
    let seen = trial.run();
    let log = server.log();
    let complaints = complaints(&log, delay);
    assert!(complaints.is_empty(), "{} complaints: {:?}", complaints.len(), &complaints[..complaints.len().min(9)]);
    assert!(seen.report.counts.pages as usize >= HOSTS * 450, "{:?}", seen.report);
    log.len()
}

#[test]
fn ten_thousand_requests_and_nobody_complains() {
    let requests = crawl(Duration::from_millis(5)) + crawl(Duration::ZERO);
    println!("{requests} requests");
    assert!(requests >= 10_000, "{requests}");
}

#[test]
fn redirects_to_the_rules_of_another_host_keep_its_rest() {
    let rest = Duration::from_millis(60);
    let server = Server::start(|request, wire| match (request.host.starts_with('b'), request.path.as_str()) {
        (true, "/robots.txt") => wire.answer("200 OK", "", b"User-agent: *\nDisallow: /private\n"),
        (false, "/robots.txt") => {
            let port = request.headers["host"].rsplit(':').next().unwrap_or_default();
            wire.redirect(&format!("http://b.example:{port}/robots.txt"))
        }
        _ => wire.page("<a href='/private'>x</a><a href='/open'>x</a>"),
    });
    let hosts = ["a1.example", "a2.example", "a3.example", "b.example"];
    let mut trial = Trial::new(hosts.iter().map(|host| server.url_at(host, "/")).collect());
    trial.crawl.delay = rest;
    let seen = trial.run();
    assert_eq!(seen.report.counts.pages, 8, "{seen:?}");
    let log = server.log();
    assert!(log.iter().all(|entry| entry.request.path != "/private"), "the rules hold for those who refer to them");
    let mut times: Vec<_> =
        log.iter().filter(|entry| entry.request.host.starts_with('b')).map(|entry| entry.began).collect();
    times.sort();
    let shortest = times.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap();
    assert!(shortest >= rest, "{shortest:?}");
}

#[test]
fn a_rest_outlasts_the_end_of_a_run() {
    let rest = Duration::from_millis(150);
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/robots.txt" => wire.answer("200 OK", "", b"User-agent: *\nCrawl-delay: 0.3\n"),
        _ => wire.page("<a href='/1'>x</a><a href='/2'>x</a>"),
    });
    let mut trial = Trial::new(vec![server.url_at("h0.example", "/")]);
    trial.crawl.delay = rest;
    for depth in 0..2 {
        trial.crawl.depth = Some(depth);
        trial.run();
    }
    let times: Vec<_> = server.log().iter().map(|entry| entry.began).collect();
    let shortest = times.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap();
    assert!(times.len() == 4 && shortest >= 2 * rest, "{} requests, {shortest:?}", times.len());
}
