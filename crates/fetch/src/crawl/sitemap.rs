//! Sitemaps (sitemaps.org): lists of a site's pages, and lists of such lists, in XML or one address to a line.

use std::io::{self, BufRead};

use quick_xml::escape::unescape;
use url::Url;

/// One file names no more addresses than this, by the protocol.
const MAX_ADDRESSES: usize = 50_000;
/// Nor are they longer than this altogether: many addresses are short, and the long ones few.
const MAX_BYTES: usize = 16 << 20;
/// No address is longer, by the protocol; nor is anything else that matters here.
const MAX_LENGTH: usize = 2048;

/// What a sitemap names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sitemap {
    pub(super) pages: Vec<Url>,
    /// Further sitemaps.
    pub(super) sitemaps: Vec<Url>,
    /// How long all these addresses are.
    bytes: usize,
}

impl Sitemap {
    fn is_full(&self) -> bool {
        self.pages.len() + self.sitemaps.len() >= MAX_ADDRESSES || self.bytes >= MAX_BYTES
    }

    fn add(&mut self, text: &str, is_sitemap: bool) {
        let url = Url::parse(text.trim()).ok().filter(|_| text.len() <= MAX_LENGTH);
        self.bytes += url.as_ref().map_or(0, |url| url.as_str().len());
        if is_sitemap { &mut self.sitemaps } else { &mut self.pages }.extend(url);
    }
}

/// Reads a sitemap. What cannot be read is passed over, and so is all behind damage.
pub(super) fn parse(body: impl BufRead) -> Sitemap {
    let mut found = Sitemap::default();
    let mut pieces = Pieces { body, piece: Vec::new(), last: [0; 2] };
    // What is found before the damage is kept.
    let _ = pieces.skip_space().and_then(|first| match first {
        Some(b'<') => parse_xml(&mut pieces, &mut found),
        _ => parse_lines(&mut pieces, &mut found),
    });
    found
}

fn parse_lines(pieces: &mut Pieces<impl BufRead>, found: &mut Sitemap) -> io::Result<()> {
    while !found.is_full() {
        let is_last = !pieces.next(b'\n')?;
        found.add(&pieces.text(), false);
        if is_last {
            break;
        }
    }
    Ok(())
}

/// Reads tags and what stands between them, no more of either than matters: a tag or a text may be as long as the
/// file. Entities are never expanded: an address needs only the predefined ones, which `unescape` knows.
fn parse_xml(pieces: &mut Pieces<impl BufRead>, found: &mut Sitemap) -> io::Result<()> {
    let (mut is_sitemap, mut location) = (false, None::<String>);
    while !found.is_full() && pieces.next(b'<')? {
        // What is too long, or names entities of its own, is no address.
        location = location.filter(|text| text.len() <= MAX_LENGTH);
        location = location.and_then(|text| Some(text + &unescape(&pieces.text()).ok()?));
        if !pieces.next(b'>')? {
            break;
        }
        if pieces.piece.starts_with(b"!--") {
            while pieces.last != *b"--" && pieces.next(b'>')? {}
        } else if pieces.piece.starts_with(b"![CDATA[") {
            let mut text = pieces.text()["![CDATA[".len()..].to_owned();
            while pieces.last != *b"]]" && pieces.next(b'>')? {
                text.push('>');
                text.push_str(&pieces.text());
                text.truncate(text.floor_char_boundary(MAX_LENGTH + 1));
            }
            location = location.map(|location| location + text.trim_end_matches(']'));
        } else {
            match pieces.tag() {
                b"sitemap" => is_sitemap = true,
                b"url" => is_sitemap = false,
                b"loc" => location = Some(String::new()),
                b"/loc" => {
                    found.add(&location.take().unwrap_or_default(), is_sitemap);
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// A file in pieces, of which only the beginnings are kept.
struct Pieces<R> {
    body: R,
    piece: Vec<u8>,
    /// The end of the piece.
    last: [u8; 2],
}

impl<R: BufRead> Pieces<R> {
    /// Passes over a byte order mark and white space. Gives the first byte behind them.
    fn skip_space(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.body.fill_buf()?.first().copied() {
                Some(byte) if byte.is_ascii_whitespace() || b"\xEF\xBB\xBF".contains(&byte) => self.body.consume(1),
                first => return Ok(first),
            }
        }
    }

    /// Takes the piece up to the next such byte. Says whether there is one.
    fn next(&mut self, end: u8) -> io::Result<bool> {
        (self.piece, self.last) = (Vec::new(), [0; 2]);
        loop {
            let buffer = self.body.fill_buf()?;
            let at = memchr::memchr(end, buffer);
            let part = &buffer[..at.unwrap_or(buffer.len())];
            let room = (MAX_LENGTH + 1).saturating_sub(self.piece.len());
            self.piece.extend_from_slice(&part[..part.len().min(room)]);
            for &byte in &part[part.len().saturating_sub(2)..] {
                self.last = [self.last[1], byte];
            }
            let (used, is_over) = (part.len() + usize::from(at.is_some()), buffer.is_empty());
            self.body.consume(used);
            if at.is_some() || is_over {
                return Ok(at.is_some());
            }
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.piece).into_owned()
    }

    /// The name of a tag without its namespace, with its slash if it has one.
    fn tag(&self) -> &[u8] {
        let name = self.piece.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
        match name.iter().position(|&byte| byte == b':') {
            Some(at) if name.starts_with(b"/") => {
                if name[at + 1..] == *b"loc" {
                    b"/loc"
                } else {
                    b""
                }
            }
            Some(at) => &name[at + 1..],
            None => name,
        }
    }
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
        let long = format!("<url><loc>http://a/{}</loc><loc>http://a/1</loc></url>", "x".repeat(100_000));
        check(&long, &["http://a/1"], &[]);
        check("<!-- > <loc>http://a/1</loc> --><s:url><s:loc >http://a/2</s:loc></s:url>", &["http://a/2"], &[]);
        check(
            "<loc><![CDATA[http://a/?x>y>z]]></loc><loc>http://a/2</loc>",
            &["http://a/?x%3Ey%3Ez", "http://a/2"],
            &[],
        );
    }
}
