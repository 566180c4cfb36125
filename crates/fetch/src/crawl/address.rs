//! Addresses as a crawler compares them: two that lead to the same page should be the same text.
//!
//! What is changed here changes nothing for the server: fragments, letter case where it does not count, needless
//! escapes, and parameters that only say where a visitor came from or which visit this is.

use url::Url;

/// Parameters that say where a visitor came from. Those that begin with `utm_` do too.
const TRACKING: [&str; 10] =
    ["gclid", "fbclid", "msclkid", "dclid", "yclid", "mc_cid", "mc_eid", "igshid", "_ga", "wt_mc"];
/// Parameters that say which visit this is.
const SESSION: [&str; 8] =
    ["jsessionid", "phpsessid", "aspsessionid", "asp.net_sessionid", "sessid", "cfid", "cftoken", "zenid"];

/// Parameters that say so if their value looks like it: they may number the stories of a paper or the talks of a
/// conference as well.
const PERHAPS_SESSION: [&str; 3] = ["sessionid", "session_id", "sid"];

/// The address that stands for all that mean the same.
pub(super) fn normalised(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    let path = without_path_session(&tidy_escapes(url.path()));
    if path != url.path() {
        url.set_path(&path);
    }
    let query = url.query().map(|query| {
        let kept: Vec<&str> = query.split('&').filter(|pair| !is_needless(pair)).collect();
        tidy_escapes(&kept.join("&"))
    });
    match query.as_deref() {
        None => {}
        Some("") => url.set_query(None),
        Some(tidy) if Some(tidy) == url.query() => {}
        Some(tidy) => url.set_query(Some(tidy)),
    }
    url
}

/// The same address without one parameter.
pub(super) fn without_parameter(url: &Url, name: &str) -> Url {
    let mut url = url.clone();
    let kept = url.query().map(|query| {
        let others: Vec<&str> = query.split('&').filter(|pair| parameter_name(pair) != name).collect();
        others.join("&")
    });
    url.set_query(kept.as_deref().filter(|query| !query.is_empty()));
    url
}

/// The parameters of an address, names and values as written.
pub(super) fn parameters(url: &Url) -> impl Iterator<Item = (&str, &str)> {
    url.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (name, value)
    })
}

fn parameter_name(pair: &str) -> &str {
    pair.split('=').next().unwrap_or_default()
}

/// Whom a request to this address burdens: the host, and its port if that is unusual.
pub(super) fn host_key(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// What addresses made by one piece of software have in common: the path with its numbers left out, and the names of
/// the parameters.
pub(super) fn pattern(url: &Url) -> String {
    let mut pattern = host_key(url);
    let mut in_number = false;
    for character in url.path().chars() {
        let is_digit = character.is_ascii_digit();
        if !is_digit {
            pattern.push(character);
        } else if !in_number {
            pattern.push('0');
        }
        in_number = is_digit;
    }
    let mut names: Vec<&str> = parameters(url).map(|(name, _)| name).collect();
    names.sort_unstable();
    for name in names {
        pattern.push('&');
        pattern.push_str(name);
    }
    pattern
}

fn is_needless(pair: &str) -> bool {
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    let name = name.to_ascii_lowercase();
    let name = name.as_str();
    name.starts_with("utm_")
        || TRACKING.contains(&name)
        || SESSION.contains(&name)
        || PERHAPS_SESSION.contains(&name) && is_token(value)
}

/// Whether a value looks made up by a machine, as the numbers of visits do; the number of a page does not.
pub(super) fn is_token(value: &str) -> bool {
    let is_word = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    is_word && ((value.len() >= 8 && digits >= 2 && letters >= 2) || (value.len() >= 16 && digits >= 4))
}

/// A path without `;jsessionid=…` and the like.
fn without_path_session(path: &str) -> String {
    let segments = path.split('/').map(|segment| match segment.split_once(';') {
        Some((name, parameters)) => {
            let kept: Vec<&str> = parameters.split(';').filter(|pair| !is_needless(pair)).collect();
            if kept.is_empty() { name.to_owned() } else { format!("{name};{}", kept.join(";")) }
        }
        None => segment.to_owned(),
    });
    segments.collect::<Vec<_>>().join("/")
}

/// Escapes in upper case, and only where they are needed (RFC 3986, section 6.2.2).
fn tidy_escapes(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut tidy = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        tidy.push_str(&rest[..at]);
        let start = bytes.len() - rest.len() + at;
        let value = bytes.get(start + 1..start + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        let value = value.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match value.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => tidy.push(char::from(byte)),
            Some(byte) => tidy.push_str(&format!("%{byte:02X}")),
            None => {
                tidy.push('%');
                rest = &rest[at + 1..];
                continue;
            }
        }
        rest = &rest[at + 3..];
    }
    tidy.push_str(rest);
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, expected: &str) {
        let tidy = normalised(&Url::parse(given).unwrap());
        assert_eq!(tidy.as_str(), expected, "{given}");
        assert_eq!(normalised(&tidy), tidy, "once is enough: {given}");
    }

    #[test]
    fn addresses_that_mean_the_same_become_the_same() {
        check("HTTP://A.Example:80/x/../y#z", "http://a.example/y");
        check("http://a.example", "http://a.example/");
        check("http://a.example/%7euser/%e4%41%2f", "http://a.example/~user/%E4A%2F");
        check("http://a.example/?", "http://a.example/");
        check("http://a.example/?b=1&a=2&utm_source=x&gclid=y", "http://a.example/?b=1&a=2");
        check("http://a.example/?PHPSESSID=0123", "http://a.example/");
        check("http://a.example/p;jsessionid=1A?x=1", "http://a.example/p?x=1");
        check("http://a.example/p;v=2;jsessionid=1A/q", "http://a.example/p;v=2/q");
        check("http://a.example/%zz%4", "http://a.example/%zz%4");
        check("http://a.example/?q=%20+&q=%c3", "http://a.example/?q=%20+&q=%C3");
        check("http://a.example/side?sidebar=1", "http://a.example/side?sidebar=1");
        check("http://a.example/story?sid=123", "http://a.example/story?sid=123");
        check("http://a.example/talk?session_id=7", "http://a.example/talk?session_id=7");
        check("http://a.example/story?sid=f00ba40123456789&n=1", "http://a.example/story?n=1");
    }

    #[test]
    fn hosts_and_patterns() {
        let url = |text: &str| Url::parse(text).unwrap();
        assert_eq!(host_key(&url("https://a.example/")), host_key(&url("http://a.example./")));
        assert_eq!(host_key(&url("http://a.example:8080/")), "a.example:8080");
        assert_eq!(pattern(&url("http://a/x/12/y3?m=1&a=b")), pattern(&url("http://a/x/7/y99?a=c&m=2")));
        assert_ne!(pattern(&url("http://a/x/1")), pattern(&url("http://a/y/1")));
        assert_eq!(without_parameter(&url("http://a/?x=1&y=2"), "x").as_str(), "http://a/?y=2");
        assert_eq!(without_parameter(&url("http://a/?x=1"), "x").as_str(), "http://a/");
    }
}
