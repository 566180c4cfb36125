//! The cookies of one run. Kept in memory, few, and never across the borders that browsers keep.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cookie_store::CookieStore;
use hyper::HeaderMap;
use hyper::header::{HeaderValue, SET_COOKIE};
use url::Url;

/// No more cookies than this are kept: enough for many hosts, too few to be a burden.
const MAX_COOKIES: usize = 4000;
/// No larger cookie is kept, and no longer header sent; as in browsers.
const MAX_BYTES: usize = 4096;

/// The cookies that servers have set.
#[derive(Debug, Default)]
pub(super) struct Cookies(Mutex<CookieStore>);

impl Cookies {
    fn store(&self) -> MutexGuard<'_, CookieStore> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The header to send with a request.
    pub(super) fn header(&self, url: &Url) -> Option<HeaderValue> {
        let mut header = String::new();
        for (name, value) in self.store().get_request_values(url) {
            if header.len() + name.len() + value.len() + 3 > MAX_BYTES {
                break;
            }
            if !header.is_empty() {
                header.push_str("; ");
            }
            header.push_str(name);
            header.push('=');
            header.push_str(value);
        }
        (!header.is_empty()).then(|| HeaderValue::from_str(&header).ok()).flatten()
    }

    /// Keeps what an answer sets. Says whether that was anything.
    pub(super) fn keep(&self, url: &Url, headers: &HeaderMap) -> bool {
        let mut has_any = false;
        for value in headers.get_all(SET_COOKIE) {
            let Ok(text) = value.to_str() else { continue };
            let mut store = self.store();
            if text.len() > MAX_BYTES || is_for_everyone(text) || store.iter_any().count() >= MAX_COOKIES {
                continue;
            }
            has_any |= store.parse(text, url).is_ok();
        }
        has_any
    }
}

/// Whether a cookie is meant for all sites below a public suffix such as `co.uk`.
fn is_for_everyone(cookie: &str) -> bool {
    let domain = cookie.split(';').skip(1).find_map(|attribute| {
        let (name, value) = attribute.split_once('=')?;
        name.trim().eq_ignore_ascii_case("domain").then(|| value.trim().trim_start_matches('.').to_ascii_lowercase())
    });
    domain.is_some_and(|domain| psl::suffix_str(&domain) == Some(domain.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(url: &str, set: &[&str], asked: &str) -> Option<String> {
        let cookies = Cookies::default();
        let mut headers = HeaderMap::new();
        for cookie in set {
            headers.append(SET_COOKIE, HeaderValue::from_str(cookie).unwrap());
        }
        cookies.keep(&Url::parse(url).unwrap(), &headers);
        cookies.header(&Url::parse(asked).unwrap()).map(|header| header.to_str().unwrap().to_owned())
    }

    #[test]
    fn cookies_come_back_to_those_who_set_them() {
        let site = "http://www.shop.co.uk/a";
        assert_eq!(kept(site, &["k=v; Path=/"], "http://www.shop.co.uk/b").as_deref(), Some("k=v"));
        assert_eq!(kept(site, &["k=v; Path=/; Domain=shop.co.uk"], "http://shop.co.uk/").as_deref(), Some("k=v"));
        assert_eq!(kept(site, &["k=v"], "http://other.example/"), None);
        assert_eq!(kept(site, &["k=v; Path=/; Domain=co.uk"], "http://www.shop.co.uk/"), None);
        assert_eq!(kept(site, &["k=v; Path=/; Secure"], "http://www.shop.co.uk/"), None);
    }

    #[test]
    fn a_flood_is_not_kept() {
        let flood: Vec<String> = (0..MAX_COOKIES + 500).map(|n| format!("k{n}={n}; Path=/")).collect();
        let flood: Vec<&str> = flood.iter().map(String::as_str).collect();
        assert!(kept("http://a.example/", &flood, "http://a.example/").unwrap().len() <= MAX_BYTES);
        let large = format!("k={}", "v".repeat(MAX_BYTES));
        assert_eq!(kept("http://a.example/", &[&large], "http://a.example/"), None);
    }
}
