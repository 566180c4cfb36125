//! The rules for robots in every form that servers give them, and what follows from each.

use std::io;

use fetch::crawl::End;

use crate::crawling::Trial;
use crate::server::{After, Request, Server, Wire};

/// A site with a page that is forbidden and one that is not, and rules that come as the test wants.
fn site(rules: fn(&Request, &mut Wire) -> io::Result<After>) -> Server {
    Server::start(move |request, wire| match request.path.as_str() {
        "/" => wire.page("<a href='/private/x'>x</a><a href='/public'>x</a><a href='/privat%65/y'>x</a>"),
        path if path.contains("robots") => rules(request, wire),
        _ => wire.page("<p>x"),
    })
}

#[track_caller]
fn check(rules: fn(&Request, &mut Wire) -> io::Result<After>, expected: &[&str]) {
    let server = site(rules);
    let seen = Trial::new(vec![server.url("/")]).run();
    let mut pages = seen.pages();
    pages.retain(|path| !path.contains("robots"));
    assert_eq!(pages, expected, "{:?}", seen.others);
    assert_eq!(server.paths().first().map(String::as_str), Some("/robots.txt"), "the rules come first");
    let asked = server.paths();
    assert!(expected.len() == 4 || !asked.iter().any(|path| path.contains("/private/")), "{asked:?}");
}

const ALL: &[&str] = &["/", "/private/x", "/private/y", "/public"];
const ALLOWED: &[&str] = &["/", "/public"];
const RULES: &[u8] = b"User-agent: *\nDisallow: /private/\n";

#[test]
fn where_there_are_no_rules_all_is_allowed() {
    check(|_, wire| wire.missing(), ALL);
    check(|_, wire| wire.answer("403 Forbidden", "", b"no"), ALL);
    check(|_, wire| wire.answer("410 Gone", "", b"no"), ALL);
    check(|_, wire| wire.answer("200 OK", "", b""), ALL);
    check(|_, wire| wire.answer("200 OK", "", &(0..=255).cycle().take(9000).collect::<Vec<u8>>()), ALL);
    check(|_, wire| wire.page("<html><p>What robots?</html>"), ALL);
}

#[test]
fn rules_are_obeyed_however_they_come() {
    check(|_, wire| wire.answer("200 OK", "", RULES), ALLOWED);
    check(|_, wire| wire.answer("200 OK", "", &[b"\xEF\xBB\xBF", RULES].concat()), ALLOWED);
    check(|_, wire| wire.answer("200 OK", "Content-Type: text/html\r\n", RULES), ALLOWED);
    check(|_, wire| wire.answer("200 OK", "", b"User-agent: *\rDisallow: /private/\r"), ALLOWED);
    check(|_, wire| wire.answer("200 OK", "", b"user-AGENT:*\r\nALLOW:/public\r\ndisallow:/private/*#x"), ALLOWED);
    check(
        |_, wire| wire.answer("200 OK", "", b"User-agent: Lode/0.1\nDisallow: /private/\n\nUser-agent: *\n"),
        ALLOWED,
    );
    check(|_, wire| wire.raw(b"HTTP/1.0 200 OK\r\n\r\nUser-agent: *\nDisallow: /private/"), ALLOWED);
    check(|_, wire| wire.answer("200 OK", "Content-Encoding: gzip\r\n", &crate::codings::gzip(RULES)), ALLOWED);
}

/// Sends the visitor on so often before the rules come.
fn through(request: &Request, wire: &mut Wire, hops: usize) -> io::Result<After> {
    let at = request.path.trim_start_matches("/robots").trim_end_matches(".txt").parse().unwrap_or(0);
    if at < hops { wire.redirect(&format!("/robots{}.txt", at + 1)) } else { wire.answer("200 OK", "", RULES) }
}

#[test]
fn rules_are_followed_through_five_redirects() {
    check(|request, wire| through(request, wire, 1), ALLOWED);
    check(|request, wire| through(request, wire, 5), ALLOWED);
    // Behind a sixth redirect the standard lets us take it that there are none.
    check(|request, wire| through(request, wire, 6), ALL);
    check(|_, wire| wire.redirect("/robots.txt"), ALL);
}

#[test]
fn all_but_the_first_half_megabyte_of_rules_may_be_passed_over() {
    let long = |_: &Request, wire: &mut Wire| {
        let filling = "# nothing\n".repeat(60_000);
        wire.answer("200 OK", "", [RULES, filling.as_bytes(), b"\nUser-agent: *\nDisallow: /"].concat().as_slice())
    };
    check(long, ALLOWED);
}

#[test]
fn a_server_whose_rules_cannot_be_had_is_left_alone() {
    for status in ["500 Oh", "503 Busy", "429 Too Many"] {
        let server = Server::start(move |request, wire| match request.path.as_str() {
            "/robots.txt" => wire.answer(status, "", b""),
            _ => wire.page("<p>x"),
        });
        let seen = Trial::new(vec![server.url("/")]).run();
        assert_eq!(seen.report.end, Some(End::HostsAway), "{status}");
        assert_eq!(seen.report.given_up.len(), 1, "{status}");
        assert_eq!(server.paths(), ["/robots.txt"; 3], "{status}");
    }
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/robots.txt" => wire.raw(b"SSH-2.0-x\r\n"),
        _ => wire.page("<p>x"),
    });
    assert_eq!(Trial::new(vec![server.url("/")]).run().pages(), [""; 0]);
}

#[test]
fn a_site_that_wants_no_robots_sees_none() {
    let server = site(|_, wire| wire.answer("200 OK", "", b"User-agent: *\nDisallow: /"));
    let seen = Trial::new(vec![server.url("/"), server.url("/public")]).run();
    assert_eq!(server.paths(), ["/robots.txt"]);
    assert_eq!(seen.report.counts.refused, 2);
    assert_eq!(seen.report.end, Some(End::Complete));
}

#[test]
fn rules_hold_for_parts_of_pages_and_for_what_redirects_lead_to() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/robots.txt" => {
            let host = &request.headers["host"];
            let rules = format!("User-agent: *\nDisallow: /private\nSitemap: http://{host}/private.xml\n");
            wire.answer("200 OK", "", rules.as_bytes())
        }
        "/" => wire.page(
            "<link rel=stylesheet href='/private.css'><link rel=stylesheet href='/a.css'><a href='/away'>x</a>\
             <link rel=canonical href='/private-canonical'><meta http-equiv=refresh content='0; url=/private-refresh'>",
        ),
        "/a.css" => wire.answer("200 OK", "Content-Type: text/css\r\n", b"@import '/private-import.css';"),
        "/away" => wire.redirect("/private-target"),
        _ => wire.page("<p>x"),
    });
    let seen = Trial::new(vec![server.url("/")]).run();
    let asked = server.paths();
    assert!(!asked.iter().any(|path| path.starts_with("/private")), "{asked:?}");
    assert_eq!(seen.report.counts.refused, 6, "{:?}", seen.report.reasons);
}
