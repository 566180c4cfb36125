//! Where pages are found: links, sitemaps, canonical addresses, refreshes, frames; and where robots are asked not to
//! look.

use fetch::crawl::{End, Parts, Reach};

use crate::codings::gzip;
use crate::crawling::Trial;
use crate::server::Server;

#[test]
fn the_pages_of_sitemaps_are_found() {
    let server = Server::start(|request, wire| {
        let host = &request.headers["host"];
        let urls = |paths: &[&str]| -> String {
            let urls = paths.iter().map(|path| format!("<url><loc>http://{host}{path}</loc></url>\n"));
            format!("<?xml version='1.0'?>\n<urlset>{}</urlset>", urls.collect::<String>())
        };
        match request.path.as_str() {
            "/robots.txt" => {
                let named = ["index.xml", "list.txt"].map(|name| format!("Sitemap: http://{host}/{name}\n")).concat();
                wire.answer("200 OK", "", named.as_bytes())
            }
            "/index.xml" => {
                let named = ["a.xml", "b.xml.gz", "c.xml", "index.xml"]
                    .map(|name| format!("<sitemap><loc>http://{host}/{name}</loc></sitemap>"))
                    .concat();
                wire.answer("200 OK", "", format!("<sitemapindex>{named}</sitemapindex>").as_bytes())
            }
            "/a.xml" => wire.answer("200 OK", "Content-Type: text/xml\r\n", urls(&["/a/1", "/a/2"]).as_bytes()),
            "/b.xml.gz" => {
                wire.answer("200 OK", "Content-Type: application/gzip\r\n", &gzip(urls(&["/b/1"]).as_bytes()))
            }
            "/c.xml" => {
                wire.answer("200 OK", "Content-Encoding: gzip\r\n", &gzip(urls(&["/c?x=1&amp;y=2"]).as_bytes()))
            }
            "/list.txt" => {
                let list = format!("http://{host}/d/1\r\nhttp://{host}/d/2\nhttp://elsewhere.example/\nnonsense");
                wire.answer("200 OK", "Content-Type: text/plain\r\n", list.as_bytes())
            }
            _ => wire.page("<p>x"),
        }
    });
    let trial = Trial::new(vec![server.url("/")]);
    let seen = trial.run();
    let mut pages = seen.pages();
    pages.retain(|path| !path.contains(".xml") && !path.contains(".txt"));
    assert_eq!(pages, ["/", "/a/1", "/a/2", "/b/1", "/c?x=1&y=2", "/d/1", "/d/2"]);
    assert_eq!(seen.report.counts.pages, 7, "sitemaps are no pages");
    assert_eq!(server.count("/index.xml"), 1);
    let mut without = Trial::new(vec![server.url("/")]);
    without.crawl.parts = Parts::PagesOnly;
    assert_eq!(without.run().pages(), ["/"]);
}

#[test]
fn every_way_in_which_a_page_names_another_is_known() {
    let server = Server::start(|request, wire| {
        match request.path.as_str() {
        "/" => wire.page(
            "<base href='/base/'><link rel=canonical href='/canonical'><meta http-equiv=refresh content='3;URL=/refresh'>\
             <a href='relative'>x</a><map><area href='/area'></map><iframe src='/frame'></iframe><a href='?q=1'>x</a>\
             <link rel=next href='/next'><a href='/nofollow' rel='external nofollow'>x</a><a href='mailto:a@b'>x</a>\
             <a href='/a b|c^d\u{fc}?e f|g^h\u{fc}{}'>x</a><a href='/same#part'>x</a><a href='/same'>x</a>\
             <!-- <a href='/comment'>x</a> --><script>'<a href=\"/script\">'</script><a href='javascript:x()'>x</a>",
        ),
        "/same" => wire.answer(
            "200 OK",
            "Content-Type: text/html\r\nX-Robots-Tag: noindex, nofollow\r\n",
            b"<a href='/header-nofollow'>x</a>",
        ),
        "/next" => wire.page("<meta name=robots content='noindex,NOFOLLOW'><a href='/meta-nofollow'>x</a>"),
        "/robots.txt" => wire.missing(),
        _ => wire.page("<p>x"),
    }
    });
    let seen = Trial::new(vec![server.url("/")]).run();
    let expected = [
        "/",
        "/a%20b|c%5Ed%C3%BC?e%20f|g^h%C3%BC{}",
        "/area",
        "/base/?q=1",
        "/base/relative",
        "/canonical",
        "/frame",
        "/next",
        "/refresh",
        "/same",
    ];
    let pages: Vec<String> = seen.pages().into_iter().map(|path| path.replace('^', "%5E")).collect();
    assert_eq!(pages, expected.map(|path| path.replace('^', "%5E")), "{:?}", seen.others);
}

#[test]
fn a_crawl_stays_on_its_hosts() {
    let answer = |request: &crate::server::Request, wire: &mut crate::server::Wire| {
        let port = request.headers["host"].split(':').nth(1).unwrap_or_default().to_owned();
        match (request.host.as_str(), request.path.as_str()) {
            (_, "/robots.txt") => wire.missing(),
            ("start.example", "/") => wire.redirect(&format!("http://www.start.example:{port}/")),
            ("www.start.example", "/") => wire.page(&format!(
                "<a href='http://shop.start.example:{port}/'>x</a><a href='http://other.example:{port}/'>x</a>\
                 <a href='/here'>x</a><a href='/leave'>x</a><a href='http://start.example:{port}/back'>x</a>"
            )),
            (_, "/leave") => wire.redirect(&format!("http://other.example:{port}/left")),
            _ => wire.page("<p>x"),
        }
    };
    let run = |reach: Reach| {
        let server = Server::start(answer);
        let mut trial = Trial::new(vec![server.url_at("start.example", "/")]);
        trial.crawl.reach = reach;
        let seen = trial.run();
        let log = server.log();
        let asked = log.iter().filter(|entry| entry.request.path != "/robots.txt");
        let mut asked: Vec<String> = asked.map(|entry| entry.request.host.clone() + &entry.request.path).collect();
        asked.sort();
        (asked, seen.report.elsewhere)
    };
    let near = ["start.example/", "start.example/back", "www.start.example/", "www.start.example/here"];
    let (asked, elsewhere) = run(Reach::Hosts);
    let mut expected = [&near[..], &["www.start.example/leave"]].concat();
    expected.sort();
    assert_eq!(asked, expected);
    assert_eq!(elsewhere, 3, "the shop, the other, and what the redirect leads to");
    let (asked, _) = run(Reach::Domains);
    assert!(asked.contains(&"shop.start.example/".to_owned()) && !asked.iter().any(|url| url.starts_with("other")));
    let (asked, elsewhere) = run(Reach::Anywhere);
    assert!(asked.contains(&"other.example/".to_owned()) && asked.contains(&"other.example/left".to_owned()));
    assert_eq!(elsewhere, 0);
}

#[test]
fn a_page_is_a_page_even_if_it_was_first_named_as_something_else() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/robots.txt" => {
            let host = &request.headers["host"];
            wire.answer("200 OK", "", format!("Sitemap: http://{host}/sitemap.html").as_bytes())
        }
        "/" => wire.page("<link rel=stylesheet href='/style.html'><a href='/list'>x</a>"),
        "/list" => wire.page("<a href='/style.html'>x</a><a href='/sitemap.html'>x</a>"),
        "/style.html" => wire.page("<a href='/from-style'>x</a>"),
        "/sitemap.html" => wire.page("<a href='/from-sitemap'>x</a>"),
        _ => wire.page("<p>x"),
    });
    let seen = Trial::new(vec![server.url("/")]).run();
    let pages = seen.pages();
    for path in ["/from-style", "/from-sitemap"] {
        assert!(pages.iter().any(|page| page == path), "{path}: {pages:?}");
    }
    assert_eq!(seen.report.counts.pages, 6);
}

#[test]
fn numbers_of_pages_are_not_taken_for_visits_or_years() {
    let server = Server::start(|request, wire| match request.path.as_str() {
        "/robots.txt" => wire.missing(),
        "/" => {
            let links = |n: u32| {
                format!(
                    "<a href='/story?sid={n}'>x</a><a href='/thread/512{n}/2'>x</a><a href='/t?id=512{n}&amp;p=2'>x</a>"
                )
            };
            wire.page(&(0..10).map(links).collect::<String>())
        }
        path => wire.page(&format!("<p>{path}")),
    });
    let seen = Trial::new(vec![server.url("/")]).run();
    assert_eq!(seen.pages().len(), 31, "{:?}", seen.report);
}

#[test]
fn a_page_behind_too_many_redirects_is_found_on_a_shorter_way() {
    let server = Server::start(|request, wire| {
        let path = request.path.as_str();
        match path.strip_prefix("/hop/").and_then(|hop| hop.parse::<u32>().ok()) {
            Some(11) => wire.page("<p>the end"),
            Some(hop) => wire.redirect(&format!("/hop/{}", hop + 1)),
            None => match path {
                "/" => wire.page("<a href='/hop/0'>x</a><a href='/1'>x</a>"),
                "/robots.txt" => wire.missing(),
                path if path.starts_with("/only-") => wire.page("<p>x"),
                // Far enough away that the redirects have been followed by then.
                "/20" => wire.page("<a href='/hop/11'>x</a>"),
                _ => {
                    let number: u32 = path[1..].parse().unwrap_or(20);
                    wire.page(&format!("<p>{number}<a href='/{}'>x</a><a href='/only-{number}'>x</a>", number + 1))
                }
            },
        }
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.connections_per_host = 1;
    trial.crawl.pages = 60;
    let seen = trial.run();
    assert_eq!((server.count("/hop/10"), server.count("/hop/11")), (1, 1), "{:?}", seen.others);
    assert!(seen.others.iter().any(|(url, _)| url.ends_with("/hop/11")), "it was refused first: {:?}", seen.others);
    assert_ne!(seen.report.end, Some(End::HostsAway));
}
