//! Addresses as people write them: `site.example` is one as well as `https://site.example/`.

use std::net::IpAddr;

use url::Url;

use super::error::InputError;

/// Names that are reserved for examples, tests and one's own machine, which no list of the web's names has.
const RESERVED: [&str; 4] = ["example", "localhost", "test", "internal"];

/// Endings of files that are also the ends of the names of hosts. Who names such a thing without more means a file.
const FILES: [&str; 8] = ["md", "mov", "pl", "ps", "py", "rs", "sh", "zip"];

/// Reads an address: without a scheme it is that of a host.
pub(super) fn address(given: &str) -> Result<Url, InputError> {
    let parsed = match Url::parse(given) {
        Err(_) if !given.contains("://") => Url::parse(&format!("https://{given}")),
        // What looks like a scheme may be a host with a port.
        Ok(url) if !url.has_host() && given.contains(':') && !given.contains("//") => {
            Url::parse(&format!("https://{given}")).or(Ok(url))
        }
        parsed => parsed,
    };
    parsed.map_err(|cause| InputError::BadAddress { url: given.to_owned(), cause })
}

/// The address that is meant by something that is neither a file nor has a scheme, if it looks like one.
pub(super) fn meant(given: &str) -> Option<Url> {
    let (host, path) = given.split_once('/').unwrap_or((given, ""));
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_name =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let last = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_known = psl::suffix(last.as_bytes()).is_some_and(|suffix| suffix.is_known());
    let is_host = name.contains('.') && name.split('.').all(is_name) && (is_known || RESERVED.contains(&last.as_str()));
    let is_file = path.is_empty() && !given.contains('/') && FILES.contains(&last.as_str());
    let is_number = name.parse::<IpAddr>().is_ok();
    (is_number || is_host && !is_file).then(|| address(given).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_host_is_meant_as_an_address() {
        let meant = |given: &str| meant(given).map(|url| url.to_string());
        let some = |url: &str| Some(url.to_owned());
        assert_eq!(meant("site.example"), some("https://site.example/"));
        assert_eq!(meant("www.uni-bremen.de/en/news"), some("https://www.uni-bremen.de/en/news"));
        assert_eq!(meant("127.0.0.1:8080/x"), some("https://127.0.0.1:8080/x"));
        for file in ["page.html", "pages/page.html", "pages", "a b.de", "notes.md", "../site.de", "./site.de", "x.warc"]
        {
            assert_eq!(meant(file), None, "{file}");
        }
    }

    #[test]
    fn a_scheme_may_be_left_out() {
        let read = |given: &str| address(given).map(|url| url.to_string()).ok();
        assert_eq!(read("site.example:8080"), Some("https://site.example:8080/".to_owned()));
        assert_eq!(read("http://site.example"), Some("http://site.example/".to_owned()));
        assert_eq!(read("https://"), None);
    }
}
