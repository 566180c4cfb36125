//! Answers that are not what HTTP asks for: redirects without an end, lengths that lie, headers that break off,
//! floods of headers and cookies, and things that are no HTTP at all.

use crate::Case;
use crate::crawling::Seen;
use crate::server::{After, Request, Server, Wire};
use std::io;

pub(crate) const CASES: &[Case] = &[
    Case { name: "a redirect to itself", links: &["/loop"], answer: redirects, check: no_more_than_two_requests },
    Case { name: "redirects in a ring", links: &["/ring/0"], answer: redirects, check: the_ring_was_walked_once },
    Case { name: "redirects without an end", links: &["/chain/0"], answer: redirects, check: ten_were_followed },
    Case { name: "redirects to nowhere", links: &["/bad"], answer: redirects, check: nothing_else },
    Case { name: "a cookie check on the way", links: &["/shy"], answer: cookie_check, check: the_shy_page_is_there },
    Case {
        name: "a cookie that is never enough",
        links: &["/never"],
        answer: cookie_check,
        check: it_was_asked_in_vain,
    },
    Case {
        name: "a cookie check by way of another page",
        links: &["/guarded"],
        answer: cookie_check,
        check: the_guarded_page_is_there,
    },
    Case {
        name: "lengths that lie",
        links: &["/long", "/short", "/odd", "/two"],
        answer: lengths,
        check: what_came_is_kept,
    },
    Case { name: "chunks that are none", links: &["/word", "/huge", "/cut"], answer: chunks, check: nothing_else },
    Case { name: "an endless line of a chunk", links: &["/extension"], answer: chunks, check: nothing_else },
    Case {
        name: "a header that breaks off",
        links: &["/none", "/status", "/header"],
        answer: broken,
        check: nothing_else,
    },
    Case { name: "no HTTP at all", links: &["/ssh", "/binary", "/bare"], answer: garbage, check: nothing_else },
    Case {
        name: "odd HTTP",
        links: &["/old", "/feeds", "/folded", "/noreason"],
        answer: odd,
        check: odd_pages_are_there,
    },
    Case {
        name: "codes that nobody knows",
        links: &["/999", "/204", "/304", "/101"],
        answer: odd,
        check: nothing_else,
    },
    Case { name: "news of an answer without an end", links: &["/soon"], answer: floods, check: nothing_else },
    Case { name: "a huge header", links: &["/large", "/larger"], answer: floods, check: nothing_else },
    Case { name: "thousands of headers", links: &["/many"], answer: floods, check: nothing_else },
    Case { name: "thousands of cookies", links: &["/cookies/0"], answer: floods, check: all_cookie_pages_are_there },
];

fn nothing_else(_: &Seen, _: &Server) {}

fn has(seen: &Seen, path: &str) -> bool {
    seen.pages().iter().any(|page| page == path)
}

fn redirects(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/loop" => wire.redirect("/loop"),
        "/ring/0" => wire.redirect("/ring/1"),
        "/ring/1" => wire.redirect("/ring/2"),
        "/ring/2" => wire.redirect("/ring/0"),
        "/bad" => wire.redirect("http://[what"),
        path => match path.strip_prefix("/chain/").and_then(|number| number.parse::<u32>().ok()) {
            Some(number) => wire.redirect(&format!("/chain/{}", number + 1)),
            None => wire.missing(),
        },
    }
}

fn no_more_than_two_requests(_: &Seen, server: &Server) {
    assert!((1..=2).contains(&server.count("/loop")), "{}", server.count("/loop"));
}

fn the_ring_was_walked_once(_: &Seen, server: &Server) {
    assert_eq!(["/ring/0", "/ring/1", "/ring/2"].map(|path| server.count(path)), [1, 1, 1]);
}

fn ten_were_followed(seen: &Seen, server: &Server) {
    assert_eq!((server.count("/chain/10"), server.count("/chain/11")), (1, 0));
    assert!(seen.others.iter().any(|(url, _)| url.ends_with("/chain/11")), "it is told: {:?}", seen.others);
}

fn cookie_check(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let has_cookie = request.headers.get("cookie").is_some_and(|cookies| cookies.contains("seen=1"));
    let set = |wire: &mut Wire, target: &str| {
        wire.answer("302 Found", &format!("Set-Cookie: seen=1; Path=/\r\nLocation: {target}\r\n"), b"")
    };
    match request.path.as_str() {
        "/shy" | "/guarded" if has_cookie => wire.page("<p>You are welcome. <a href='/behind'>on</a>"),
        "/behind" => wire.page("<p>This is behind it."),
        "/shy" => set(wire, "/shy"),
        "/guarded" => wire.redirect("/check"),
        "/check" => set(wire, "/guarded"),
        "/never" => {
            let set = format!("Set-Cookie: n{}=1\r\nLocation: /never\r\n", request.earlier);
            wire.answer("302 Found", &set, b"")
        }
        _ => wire.missing(),
    }
}

fn the_shy_page_is_there(seen: &Seen, _: &Server) {
    assert!(has(seen, "/shy") && has(seen, "/behind"), "{seen:?}");
}

fn the_guarded_page_is_there(seen: &Seen, _: &Server) {
    assert!(has(seen, "/guarded") && has(seen, "/behind"), "{seen:?}");
}

fn it_was_asked_in_vain(_: &Seen, server: &Server) {
    assert!((2..=11).contains(&server.count("/never")), "{}", server.count("/never"));
}

fn lengths(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    match request.path.as_str() {
        "/long" => wire.raw(format!("{head}Content-Length: 5000\r\n\r\n<a href='/from-long'>x</a>").as_bytes()),
        "/short" => {
            wire.raw(format!("{head}Content-Length: 28\r\n\r\n<a href='/from-short'>x</a>\n and more").as_bytes())
        }
        "/odd" => wire.raw(format!("{head}Content-Length: -7\r\n\r\n<p>x").as_bytes()),
        "/two" => wire.raw(format!("{head}Content-Length: 4\r\nContent-Length: 9\r\n\r\n<p>xxxxxx").as_bytes()),
        "/from-long" | "/from-short" => wire.page("<p>found"),
        _ => wire.missing(),
    }
}

fn what_came_is_kept(seen: &Seen, server: &Server) {
    assert!(has(seen, "/from-long") && has(seen, "/from-short"), "{seen:?}");
    assert_eq!(server.count("/long"), 2, "what broke off is asked for again");
}

fn chunks(request: &Request, wire: &mut Wire) -> io::Result<After> {
    wire.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")?;
    match request.path.as_str() {
        "/word" => wire.raw(b"5\r\n<p>xx\r\nnine\r\nxxxxxxxxx\r\n0\r\n\r\n"),
        "/huge" => wire.raw(b"5\r\n<p>xx\r\nFFFFFFFFFFFFFFFF\r\nxxxxxxxxx"),
        "/cut" => wire.raw(b"5\r\n<p>xx\r\n50\r\nx"),
        "/extension" => {
            wire.raw(b"5;")?;
            loop {
                wire.raw(&[b'x'; 64 << 10])?;
            }
        }
        _ => wire.raw(b"0\r\n\r\n"),
    }
}

fn broken(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/none" => Ok(After::Close),
        "/status" => wire.raw(b"HTTP/1."),
        "/header" => wire.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Le"),
        _ => wire.missing(),
    }
}

fn garbage(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/ssh" => wire.raw(b"SSH-2.0-OpenSSH_9.6\r\n"),
        "/binary" => wire.raw(&(0..20_000_u32).map(|n| ((n * 7919) >> 3) as u8).collect::<Vec<_>>()),
        "/bare" => wire.raw(b"<html><p>no header at all</html>"),
        _ => wire.missing(),
    }
}

fn odd(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/old" => wire.raw(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<a href='/from-old'>x</a>"),
        "/feeds" => wire.raw(b"HTTP/1.1 200 OK\nContent-Type: text/html\nContent-Length: 5\n\n<p>xx"),
        "/folded" => wire.raw(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\nno colon here\r\nX-\xFF: \xFE\r\n\
              Content-Length: 4\r\n\r\n<p>x",
        ),
        "/noreason" => wire.raw(b"HTTP/1.1 200\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n<p>x"),
        "/999" => wire.answer("999 What", "Content-Type: text/html\r\n", b"<p>x"),
        "/204" => wire.raw(b"HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\n<p>x"),
        "/304" => wire.answer("304 Not Modified", "", b""),
        "/101" => wire.raw(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n\x00\x01"),
        "/from-old" => wire.page("<p>found"),
        _ => wire.missing(),
    }
}

fn odd_pages_are_there(seen: &Seen, _: &Server) {
    for path in ["/old", "/feeds", "/folded", "/noreason", "/from-old"] {
        assert!(has(seen, path), "{path}: {seen:?}");
    }
}

fn floods(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/soon" => {
            while let Ok(After::Close) = wire.raw(&b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".repeat(100)) {}
            Ok(After::Close)
        }
        "/large" => wire.answer("200 OK", &format!("X: {}\r\n", "x".repeat(1 << 20)), b"<p>x"),
        "/larger" => {
            wire.raw(b"HTTP/1.1 200 OK\r\nX: ")?;
            loop {
                wire.raw(&[b'x'; 64 << 10])?;
            }
        }
        "/many" => wire.answer("200 OK", &"X-Header: a value\r\n".repeat(5000), b"<p>x"),
        path => match path.strip_prefix("/cookies/").and_then(|number| number.parse::<u32>().ok()) {
            Some(page) if page < 30 => {
                let cookie = |n: u32| format!("Set-Cookie: c{}={}; Path=/\r\n", page * 300 + n, "v".repeat(60));
                let cookies: String = (0..300).map(cookie).collect();
                let headers = format!("Content-Type: text/html\r\n{cookies}");
                wire.answer("200 OK", &headers, format!("<a href='/cookies/{}'>next</a>", page + 1).as_bytes())
            }
            _ => wire.missing(),
        },
    }
}

fn all_cookie_pages_are_there(seen: &Seen, server: &Server) {
    assert!((0..30).all(|page| has(seen, &format!("/cookies/{page}"))), "{seen:?}");
    let longest = server.log().iter().filter_map(|entry| entry.request.headers.get("cookie").map(String::len)).max();
    assert!(longest.is_some_and(|longest| longest <= 4096), "{longest:?}");
}
