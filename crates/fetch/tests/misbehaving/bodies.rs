//! Bodies that are too much: without an end, too slow, or packed so that little becomes a gibibyte; and bodies that do
//! not say truly what they are.

use std::io;
use std::time::Duration;

use crate::Case;
use crate::bombs;
use crate::crawling::Seen;
use crate::server::{After, Request, Server, Wire};

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "a page without an end",
        links: &["/endless", "/endless-chunks"],
        answer: endless,
        check: it_was_asked_once,
    },
    Case { name: "a page of a gigabyte", links: &["/gigabyte"], answer: endless, check: it_was_asked_once },
    Case { name: "pages that drip", links: &["/drip", "/stuck"], answer: slow, check: it_was_asked_once },
    Case { name: "headers that drip", links: &["/slow-header", "/silent"], answer: slow, check: nothing_else },
    Case { name: "a bomb: gzip, gzip", links: &["/gzip"], answer: bomb, check: it_was_asked_once },
    Case { name: "a bomb: deflate, deflate", links: &["/deflate"], answer: bomb, check: it_was_asked_once },
    Case { name: "a bomb: br", links: &["/br"], answer: bomb, check: it_was_asked_once },
    Case { name: "a bomb: zstd", links: &["/zstd/20"], answer: bomb, check: it_was_asked_once },
    Case { name: "a bomb: zstd, large window", links: &["/zstd/27"], answer: bomb, check: it_was_asked_once },
    Case { name: "a bomb: zstd, huge window", links: &["/zstd/31"], answer: bomb, check: it_was_asked_once },
    Case {
        name: "eight bombs at once",
        links: &["/gzip", "/gzip?2", "/br", "/br?2", "/zstd/20", "/zstd/20?2", "/deflate", "/deflate?2"],
        answer: bomb,
        check: nothing_else,
    },
    Case { name: "a sitemap that is a bomb", links: &[], answer: bomb_sitemap, check: the_sitemap_was_asked_for },
    Case { name: "a sitemap of many addresses", links: &[], answer: long_sitemap, check: the_sitemap_was_asked_for },
    Case { name: "a sitemap of many pages", links: &[], answer: full_sitemap, check: the_sitemap_was_asked_for },
    Case { name: "rules that are a bomb", links: &[], answer: bomb_rules, check: nothing_else },
    Case { name: "a stylesheet that is a bomb", links: &["/styled"], answer: bomb_stylesheet, check: nothing_else },
    Case {
        name: "codings without an end",
        links: &["/codings", "/unknown", "/damaged"],
        answer: codings,
        check: nothing_else,
    },
    Case {
        name: "wrong encodings",
        links: &["/nul", "/utf7", "/utf16", "/no-such"],
        answer: charsets,
        check: links_are_found,
    },
];

fn nothing_else(_: &Seen, _: &Server) {}

fn it_was_asked_once(seen: &Seen, server: &Server) {
    for entry in server.log().iter() {
        assert_eq!(entry.request.earlier, 0, "{} was asked for again", entry.request.path);
    }
    assert_eq!(seen.report.counts.failed, 0, "{:?}", seen.others);
}

const HEAD: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

fn endless(request: &Request, wire: &mut Wire) -> io::Result<After> {
    if request.path == "/robots.txt" {
        return wire.missing();
    }
    wire.raw(HEAD)?;
    let page = "<p>There is always more.\n".repeat(2600);
    match request.path.as_str() {
        "/gigabyte" => {
            wire.raw(b"Content-Length: 1000000000\r\n\r\n")?;
            for _ in 0..1_000_000_000 / page.len() {
                wire.raw(page.as_bytes())?;
            }
        }
        "/endless-chunks" => {
            wire.raw(b"Transfer-Encoding: chunked\r\n\r\n")?;
            loop {
                wire.raw(format!("{:x}\r\n{page}\r\n", page.len()).as_bytes())?;
            }
        }
        _ => {
            wire.raw(b"\r\n")?;
            loop {
                wire.raw(page.as_bytes())?;
            }
        }
    }
    Ok(After::Close)
}

fn slow(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let moment = Duration::from_millis(50);
    match request.path.as_str() {
        "/drip" => {
            wire.raw(HEAD)?;
            wire.raw(b"\r\n<p>")?;
            loop {
                wire.pause(moment)?;
                wire.raw(b"drop ")?;
            }
        }
        "/stuck" => {
            wire.raw(HEAD)?;
            wire.raw(b"Content-Length: 100\r\n\r\n<p>and then nothing")?;
            wire.pause(Duration::from_secs(60))?;
            Ok(After::Close)
        }
        "/slow-header" => {
            wire.raw(HEAD)?;
            for number in 0.. {
                wire.pause(moment)?;
                wire.raw(format!("X-{number}: x\r\n").as_bytes())?;
            }
            Ok(After::Close)
        }
        "/silent" => {
            wire.pause(Duration::from_secs(60))?;
            Ok(After::Close)
        }
        _ => wire.missing(),
    }
}

fn packed(wire: &mut Wire, coding: &str, body: &[u8]) -> io::Result<After> {
    wire.answer("200 OK", &format!("Content-Type: text/html\r\nContent-Encoding: {coding}\r\n"), body)
}

fn bomb(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let path = request.path.split('?').next().unwrap_or_default();
    match path {
        "/gzip" => packed(wire, "gzip, gzip", &bombs::GZIP_TWICE),
        "/deflate" => packed(wire, "deflate, deflate", &bombs::DEFLATE_TWICE),
        "/br" => packed(wire, "br", &bombs::brotli()),
        path => match path.strip_prefix("/zstd/").and_then(|window| window.parse().ok()) {
            Some(window) => packed(wire, "zstd", &bombs::zstd(window)),
            None => wire.missing(),
        },
    }
}

fn robots_with_sitemaps(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let host = &request.headers["host"];
    wire.answer("200 OK", "", format!("Sitemap: http://{host}/1.xml.gz\nSitemap: http://{host}/2.xml").as_bytes())
}

fn bomb_sitemap(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/robots.txt" => robots_with_sitemaps(request, wire),
        "/1.xml.gz" => wire.answer("200 OK", "", &bombs::GZIP_ONCE),
        "/2.xml" => wire.answer("200 OK", "Content-Encoding: gzip, gzip\r\n", &bombs::GZIP_TWICE),
        _ => wire.missing(),
    }
}

fn long_sitemap(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/robots.txt" => robots_with_sitemaps(request, wire),
        "/1.xml.gz" => wire.answer("200 OK", "", &bombs::LONG_SITEMAP),
        "/2.xml" => {
            let entry = |n| format!("<sitemap><loc>http://other.example/{n}</loc></sitemap>");
            let list: String = (0..60_000).map(entry).collect();
            wire.answer(
                "200 OK",
                "Content-Type: text/xml\r\n",
                format!("<sitemapindex>{list}</sitemapindex>").as_bytes(),
            )
        }
        _ => wire.missing(),
    }
}

fn full_sitemap(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let host = &request.headers["host"];
    match request.path.as_str() {
        "/robots.txt" => robots_with_sitemaps(request, wire),
        "/1.xml.gz" | "/2.xml" => {
            let own = &request.path[1..2];
            let entry = |n| format!("<url><loc>http://{host}/shop/category-{own}/product-{n}.html</loc></url>");
            // Piece by piece, so that the server itself needs no memory.
            wire.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n<urlset>")?;
            for thousand in 0..50 {
                let list: String = (thousand * 1000..(thousand + 1) * 1000).map(entry).collect();
                wire.raw(list.as_bytes())?;
            }
            wire.raw(b"</urlset>")
        }
        _ => wire.page("<p>x"),
    }
}

fn the_sitemap_was_asked_for(_: &Seen, server: &Server) {
    assert_eq!((server.count("/1.xml.gz"), server.count("/2.xml")), (1, 1));
}

fn bomb_rules(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/robots.txt" => wire.answer("200 OK", "Content-Encoding: gzip, gzip\r\n", &bombs::GZIP_TWICE),
        _ => wire.missing(),
    }
}

fn bomb_stylesheet(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/styled" => wire.page("<link rel=stylesheet href='/a.css'><p>x"),
        "/a.css" => wire.answer("200 OK", "Content-Type: text/css\r\nContent-Encoding: br\r\n", &bombs::brotli()),
        _ => wire.missing(),
    }
}

fn codings(request: &Request, wire: &mut Wire) -> io::Result<After> {
    match request.path.as_str() {
        "/codings" => packed(wire, &"gzip, ".repeat(500), &bombs::GZIP_TWICE),
        "/unknown" => packed(wire, "lzma", b"<p>x"),
        "/damaged" => packed(wire, "gzip", &bombs::gzip(b"<p>a page that is damaged")[..20]),
        _ => wire.missing(),
    }
}

fn charsets(request: &Request, wire: &mut Wire) -> io::Result<After> {
    let html = format!("<p>\u{fc}<a href='/from{}'>x</a>", request.path);
    let header = |name: &str| format!("Content-Type: text/html; charset={name}\r\n");
    match request.path.as_str() {
        "/nul" => wire.answer("200 OK", &header("utf-8"), format!("\0\0{html}\0\u{FFFF}\u{202E}").as_bytes()),
        "/utf7" => wire.answer("200 OK", &header("utf-7"), html.as_bytes()),
        "/utf16" => wire.answer("200 OK", &header("utf-16"), html.as_bytes()),
        "/no-such" => wire.answer("200 OK", &header("no-such-thing\""), html.as_bytes()),
        path if path.starts_with("/from/") => wire.page("<p>found"),
        _ => wire.missing(),
    }
}

fn links_are_found(seen: &Seen, _: &Server) {
    let pages = seen.pages();
    for path in ["/from/nul", "/from/utf7", "/from/utf16", "/from/no-such"] {
        assert!(pages.iter().any(|page| page == path), "{path}: {pages:?}");
    }
}
