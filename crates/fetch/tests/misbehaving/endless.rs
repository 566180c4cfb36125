//! Sites without an end: calendars, visits that are numbered in every link, paths that go ever deeper. The crawl ends,
//! and the pages that are pages are all there.

use std::io;

use crate::Case;
use crate::crawling::Seen;
use crate::server::{After, Request, Server, Wire};

/// How many real pages each of these sites has.
const PAGES: usize = 60;

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "a calendar in the path",
        links: &["/list", "/calendar/2024/05"],
        answer: calendar,
        check: all_are_there,
    },
    Case {
        name: "a calendar in the query",
        links: &["/list", "/calendar?year=2024&month=5"],
        answer: calendar,
        check: all_are_there,
    },
    Case {
        name: "a number for each visit",
        links: &["/list?v=c0ffee00"],
        answer: visits,
        check: all_pages_came_by_visits,
    },
    Case {
        name: "a number for each visit, in the path",
        links: &["/s/c0ffee00/list"],
        answer: visits,
        check: all_path_visits,
    },
    Case { name: "paths that go ever deeper", links: &["/list", "/deep/a"], answer: deep, check: all_are_there },
    Case { name: "paths that repeat themselves", links: &["/list", "/again/"], answer: deep, check: all_are_there },
    Case { name: "numbers without an end", links: &["/list", "/number?n=1"], answer: deep, check: all_are_there },
    Case {
        name: "filters that can be combined at will",
        links: &["/list", "/filter"],
        answer: filters,
        check: all_are_there,
    },
];

fn list(prefix: &str, suffix: &str) -> String {
    (0..PAGES).map(|number| format!("<a href='{prefix}/page/{number}{suffix}'>page</a>\n")).collect()
}

fn page(path: &str) -> String {
    format!("<title>{path}</title><p>This is one of the real pages. <a href='/'>back</a>")
}

fn all_are_there(seen: &Seen, server: &Server) {
    let pages = seen.pages();
    for number in 0..PAGES {
        let path = format!("/page/{number}");
        assert!(pages.contains(&path), "{path} of {}", pages.len());
        assert_eq!(server.count(&path), 1, "{path}");
    }
}

fn calendar(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let path = request.path.as_str();
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<i32>().ok());
    let month = match path.strip_prefix("/calendar/") {
        Some(rest) => number(rest.split('/').next()).zip(number(rest.split('/').nth(1))),
        None => {
            let value = |name: &str| number(path.split(['?', '&']).find_map(|pair| pair.strip_prefix(name)));
            value("year=").zip(value("month="))
        }
    };
    match (path, month) {
        ("/list", _) => wire.page(&list("", "")),
        (_, Some((year, month))) => {
            let link = |year: i32, month: i32| match path.contains('?') {
                true => format!("/calendar?year={year}&amp;month={month}"),
                false => format!("/calendar/{year}/{month:02}"),
            };
            let next = if month == 12 { link(year + 1, 1) } else { link(year, month + 1) };
            let last = if month == 1 { link(year - 1, 12) } else { link(year, month - 1) };
            wire.page(&format!("<h1>{year} {month}</h1><a href='{next}'>next</a> <a href='{last}'>last</a>"))
        }
        (path, _) if path.starts_with("/page/") => wire.page(&page(path)),
        _ => wire.missing(),
    }
}

/// Every link of every page carries a number that is new each time the page is asked for.
fn visits(request: &Request, wire: &mut Wire) -> io::Result<After> {
    use std::sync::atomic::{AtomicU32, Ordering};
    static VISITS: AtomicU32 = AtomicU32::new(1);
    let visit = format!("c0ffee{:04x}", VISITS.fetch_add(1, Ordering::Relaxed));
    let (prefix, suffix) = match request.path.starts_with("/s/") {
        true => (format!("/s/{visit}"), String::new()),
        false => (String::new(), format!("?v={visit}")),
    };
    let bare = request.path.split('?').next().unwrap_or_default();
    let bare = bare.strip_prefix("/s/").and_then(|rest| rest.find('/').map(|at| &rest[at..])).unwrap_or(bare);
    match bare {
        "/list" => wire.page(&list(&prefix, &suffix)),
        path if path.starts_with("/page/") => {
            let html = page(path);
            wire.page(&format!("{html} <a href='{prefix}/list{suffix}'>list</a>{}", list(&prefix, &suffix)))
        }
        _ => wire.missing(),
    }
}

fn all_pages_came_by_visits(seen: &Seen, server: &Server) {
    let asked = server.log().len();
    assert!(asked < 3 * PAGES, "{asked} requests for {PAGES} pages");
    all_path_visits(seen, server);
}

fn all_path_visits(seen: &Seen, _: &Server) {
    let pages = seen.pages();
    for number in 0..PAGES {
        let name = format!("/page/{number}");
        let is_it = |path: &String| path.split('?').next().is_some_and(|path| path.ends_with(&name));
        assert!(pages.iter().any(is_it), "{name} of {}", pages.len());
    }
}

fn deep(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let path = request.path.as_str();
    match path {
        "/list" => wire.page(&list("", "")),
        _ if path.starts_with("/page/") => wire.page(&page(path)),
        _ if path.starts_with("/deep/") => {
            let depth = path.matches('/').count();
            wire.page(&format!("<p>{depth}<a href='{path}/x{depth}'>deeper</a> <a href='{path}/y{depth}'>and</a>"))
        }
        _ if path.starts_with("/again/") => wire.page("<p>again <a href='again/'>a</a> <a href='other/again/'>b</a>"),
        _ => match path.strip_prefix("/number?n=").and_then(|number| number.parse::<u64>().ok()) {
            Some(number) => wire.page(&format!("<p>{number} <a href='/number?n={}'>next</a>", number + 1)),
            None => wire.missing(),
        },
    }
}

/// A list that can be narrowed by any of many words, in any order.
fn filters(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let path = request.path.as_str();
    match path {
        "/list" => wire.page(&list("", "")),
        _ if path.starts_with("/page/") => wire.page(&page(path)),
        _ if path.starts_with("/filter") => {
            let sign = if path.contains('?') { "&" } else { "?" };
            let link = |n: u32| format!("<a href='{path}{sign}f{n}=1'>{n}</a> ");
            let unused = (0..20).filter(|n| !path.contains(&format!("f{n}=1")));
            wire.page(&format!("<p>{path} {}", unused.map(link).collect::<String>()))
        }
        _ => wire.missing(),
    }
}
