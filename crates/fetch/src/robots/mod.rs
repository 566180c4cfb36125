//! What a site asks of robots: `robots.txt` as in RFC 9309, with `Crawl-delay` and `Sitemap`, which are not in it but
//! meant by those who write them. How rules are asked for is in `ask`; when, and what follows from them, is decided by
//! those who ask.

mod ask;

use std::borrow::Cow;
use std::time::Duration;

use robotxt::Robots;
use url::Url;

use crate::net::Agent;

pub(crate) use ask::{RulesAnswer, Says, ask, follow};

/// No more of a file is read; the standard asks for at least this much.
const MAX_BYTES: u64 = 512_000;
/// How often a redirect is followed to the file; the standard asks for at least this many.
pub(crate) const MAX_REDIRECTS: usize = 5;
/// How long rules are good for, in seconds; the standard's upper bound.
pub(crate) const LIFETIME: i64 = 24 * 3600;
/// Nobody is waited for longer than this between two requests; more is a mistake or a joke.
const MAX_DELAY: Duration = Duration::from_secs(24 * 3600);

/// The rules of one origin.
#[derive(Debug)]
pub(crate) struct Rules {
    robots: Robots,
}

impl Rules {
    /// Reads a file. Never fails: what is no rule is passed over.
    pub(crate) fn parse(body: &[u8]) -> Rules {
        let body = &body[..body.len().min(MAX_BYTES as usize)];
        Rules { robots: Robots::parse(&with_bare_agents(body), Agent::PRODUCT) }
    }

    /// There is no file, so there are no rules.
    pub(crate) fn none() -> Rules {
        Rules { robots: Robots::allow_all() }
    }

    /// Whether we may ask for this address.
    pub(crate) fn allow(&self, url: &Url) -> bool {
        self.robots.is_url_allowed(url)
    }

    /// How long to wait between two requests.
    pub(crate) fn delay(&self) -> Duration {
        self.robots.crawl_delay().unwrap_or_default().min(MAX_DELAY)
    }

    /// Where the site lists its pages.
    pub(crate) fn sitemaps(&self) -> &[Url] {
        self.robots.sitemaps()
    }
}

/// Where the rules for an address are.
pub(crate) fn location(url: &Url) -> Url {
    let mut location = url.clone();
    location.set_path("/robots.txt");
    location.set_query(None);
    location.set_fragment(None);
    location
}

/// Some write `User-agent: Lode/1.0`. The name is what counts (the standard allows only letters, `_` and `-`).
fn with_bare_agents(body: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'/', body).is_none() {
        return Cow::Borrowed(body);
    }
    let mut bare = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|&byte| byte == b'\n' || byte == b'\r') {
        let name = line.split(|&byte| byte == b':').next().unwrap_or_default().trim_ascii();
        let name = name.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(name);
        let is_agent =
            [&b"user-agent"[..], b"useragent", b"user agent"].iter().any(|own| name.eq_ignore_ascii_case(own));
        match line.iter().position(|&byte| byte == b'/') {
            Some(at) if is_agent => {
                bare.extend_from_slice(&line[..at]);
                bare.push(b'\n');
            }
            _ => bare.extend_from_slice(line),
        }
    }
    Cow::Owned(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, path: &str, expected: bool) {
        let url = Url::parse("http://a.example").unwrap().join(path).unwrap();
        assert_eq!(Rules::parse(text.as_bytes()).allow(&url), expected, "{text:?} {path}");
    }

    #[test]
    fn the_most_specific_rule_of_the_group_that_names_us_counts() {
        check("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true);
        check("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/c", false);
        check("User-agent: *\nDisallow: /a\nAllow: /a", "/a", true);
        check("User-agent: *\nDisallow: /a\n\nUser-agent: lode\nDisallow: /b", "/a", true);
        check("User-agent: *\nDisallow: /a\n\nUser-agent: lode\nDisallow: /b", "/b", false);
        check("User-agent: LODE\nDisallow: /b\n\nUser-agent: lode\nDisallow: /c", "/c", false);
        check("User-agent: other\nUser-agent: lode\nDisallow: /b", "/b", false);
        check("User-agent: Lode/1.0 (x)\nDisallow: /b", "/b", false);
        check("User-agent: lodestone\nDisallow: /b", "/b", true);
        check("User-agent: *\nDisallow: /", "/robots.txt", true);
    }

    #[test]
    fn patterns_escapes_and_odd_lines() {
        check("User-agent: *\nDisallow: /*.gif$", "/x/y.gif", false);
        check("User-agent: *\nDisallow: /*.gif$", "/x/y.gif?x", true);
        check("User-agent: *\nDisallow: /\nAllow: /$", "/", true);
        check("User-agent: *\nDisallow: /ü", "/%C3%BC", false);
        check("User-agent: *\nDisallow: /a%3cd", "/a%3Cd", false);
        check("User-agent: *\nDisallow:", "/x", true);
        check("\u{feff}user-agent : *\r\ndisallow : /x # why\r\n", "/x", false);
        check("User-agent: *\rDisallow: /x/y\r", "/x/y", false);
        check("User-agent: *\nSitemap: http://a/s.xml\nDisallow: /y", "/y", false);
        check("Disallow: /x\nnonsense\n\0\n", "/x", true);
        check("<html>not found</html>", "/x", true);
    }

    #[test]
    fn delays_and_sitemaps() {
        let rules = Rules::parse(b"User-agent: *\nCrawl-delay: 1.5\nSitemap: http://a/s.xml\nSitemap: /no");
        assert_eq!(rules.delay(), Duration::from_millis(1500));
        assert_eq!(rules.sitemaps().iter().map(Url::as_str).collect::<Vec<_>>(), ["http://a/s.xml"]);
        assert_eq!(Rules::none().delay(), Duration::ZERO);
        assert_eq!(Rules::parse(b"User-agent: *\nCrawl-delay: 99999999").delay(), MAX_DELAY);
        assert_eq!(location(&Url::parse("https://a:81/x?y#z").unwrap()).as_str(), "https://a:81/robots.txt");
    }
}
