//! Sitemaps (sitemaps.org): lists of a site's pages, and lists of such lists, in XML or one address to a line.

use quick_xml::Reader;
use quick_xml::events::Event;
use url::Url;

/// One file names no more addresses than this, by the protocol.
const MAX_ADDRESSES: usize = 50_000;

/// What a sitemap names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sitemap {
    pub(super) pages: Vec<Url>,
    /// Further sitemaps.
    pub(super) sitemaps: Vec<Url>,
}

/// Reads a sitemap. What cannot be read is passed over.
pub(super) fn parse(body: &[u8]) -> Sitemap {
    let start = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body).trim_ascii_start();
    if start.starts_with(b"<") { parse_xml(start) } else { parse_lines(start) }
}

fn parse_lines(body: &[u8]) -> Sitemap {
    let text = String::from_utf8_lossy(body);
    let pages = text.lines().filter_map(|line| Url::parse(line.trim()).ok()).take(MAX_ADDRESSES).collect();
    Sitemap { pages, sitemaps: Vec::new() }
}

fn parse_xml(body: &[u8]) -> Sitemap {
    let mut reader = Reader::from_reader(body);
    reader.config_mut().check_end_names = false;
    let mut found = Sitemap::default();
    let (mut is_sitemap, mut address) = (false, None::<String>);
    // Entities are never expanded: an address needs only the predefined ones, which `unescape` knows.
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Start(tag) => match tag.local_name().as_ref() {
                b"sitemap" => is_sitemap = true,
                b"url" => is_sitemap = false,
                b"loc" => address = Some(String::new()),
                _ => {}
            },
            Event::Text(text) => {
                if let (Some(address), Ok(text)) = (&mut address, text.unescape()) {
                    address.push_str(&text);
                }
            }
            Event::CData(text) => {
                if let Some(address) = &mut address {
                    address.push_str(&String::from_utf8_lossy(&text));
                }
            }
            Event::End(tag) if tag.local_name().as_ref() == b"loc" => {
                let url = address.take().and_then(|address| Url::parse(address.trim()).ok());
                let into = if is_sitemap { &mut found.sitemaps } else { &mut found.pages };
                into.extend(url);
            }
            Event::Eof => break,
            _ => {}
        }
        if found.pages.len() + found.sitemaps.len() >= MAX_ADDRESSES {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, pages: &[&str], sitemaps: &[&str]) {
        let found = parse(body.as_bytes());
        assert_eq!(found.pages.iter().map(Url::as_str).collect::<Vec<_>>(), pages, "{body}");
        assert_eq!(found.sitemaps.iter().map(Url::as_str).collect::<Vec<_>>(), sitemaps, "{body}");
    }

    #[test]
    fn pages_and_further_sitemaps_are_found() {
        check(
            "\u{feff}<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\
             <url><loc> http://a/x?b=1&amp;c=2 </loc><lastmod>2024</lastmod></url>\
             <url><loc><![CDATA[http://a/y]]></loc></url><url><loc>not an address</loc></url></urlset>",
            &["http://a/x?b=1&c=2", "http://a/y"],
            &[],
        );
        check(
            "<sitemapindex><sitemap><loc>http://a/s.xml.gz</loc></sitemap></sitemapindex>",
            &[],
            &["http://a/s.xml.gz"],
        );
        check("http://a/1\r\nhttp://a/2\nno\n", &["http://a/1", "http://a/2"], &[]);
    }

    #[test]
    fn what_is_broken_or_hostile_gives_what_it_can() {
        check("<urlset><url><loc>http://a/1</loc></url><url><loc>http://a/2", &["http://a/1"], &[]);
        let bomb =
            "<!DOCTYPE a [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><urlset><url><loc>http://a/&b;</loc></url></urlset>";
        check(bomb, &[], &[]);
        check("", &[], &[]);
        let many = format!("<urlset>{}</urlset>", "<url><loc>http://a/1</loc></url>".repeat(60_000));
        assert_eq!(parse(many.as_bytes()).pages.len(), MAX_ADDRESSES);
    }
}
