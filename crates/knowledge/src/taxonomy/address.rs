//! What addresses say: which are the same page, and which part of a site a page belongs to.

use icu_normalizer::DecomposingNormalizerBorrowed;
use percent_encoding::percent_decode_str;
use url::Url;

/// An address as it is compared: without scheme, `www`, the name of an index page, a slash at its end and marks of
/// campaigns.
pub(super) fn key(url: &Url) -> String {
    let mut key = host(url).to_owned();
    for segment in segments(url.path()) {
        key.push('/');
        key.push_str(segment);
    }
    let query: Vec<&str> = url.query().unwrap_or_default().split('&').filter(|part| !is_campaign(part)).collect();
    if !query.is_empty() {
        key.push('?');
        key.push_str(&query.join("&"));
    }
    key
}

/// The host without `www`; empty if there is none.
pub(super) fn host(url: &Url) -> &str {
    let host = url.host_str().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

/// Whether a host is that of a site or below it.
pub(super) fn is_within(host: &str, site: &str) -> bool {
    host == site || host.strip_suffix(site).is_some_and(|rest| rest.ends_with('.') && !site.is_empty())
}

fn is_campaign(part: &str) -> bool {
    part.is_empty() || part.starts_with("utm_")
}

/// The parts of a path, without an index page at its end.
fn segments(path: &str) -> Vec<&str> {
    let mut segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let is_index = |segment: &str| segment.split('.').next() == Some("index") && !segment.contains('?');
    if segments.last().is_some_and(|last| is_index(last)) {
        segments.pop();
    }
    segments
}

/// A word as slugs and labels are compared: without marks, and with the two ways to write an umlaut made one.
pub(super) fn plain(text: &str) -> String {
    let parts = DecomposingNormalizerBorrowed::new_nfkd().normalize(text).to_lowercase();
    let bare: String = parts.chars().filter(|character| !matches!(character, '\u{300}'..='\u{36f}')).collect();
    bare.replace('ß', "ss").replace("ae", "a").replace("oe", "o").replace("ue", "u")
}

/// The words of a text as slugs and labels are compared, joined by spaces.
pub(super) fn words_of(text: &str) -> String {
    let plain = plain(text);
    plain
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The words of a part of an address, joined by spaces.
pub(super) fn slug(segment: &str) -> String {
    let text = percent_decode_str(segment).decode_utf8_lossy();
    let text = text.split('.').next().unwrap_or_default();
    let words: Vec<&str> =
        text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// How many words the last part of an address has; headlines have many.
pub(super) fn words(key: &str) -> usize {
    let last = key.split('?').next().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
    slug(last).split(' ').filter(|word| word.chars().all(char::is_alphabetic)).count()
}

/// The part of a site that an address stands for: its key cut behind the part that says the label, or before a part
/// that says the same once more.
pub(super) fn section(key: &str, label: &str) -> String {
    let path = key.split('?').next().unwrap_or_default();
    let mut parts = path.split('/');
    let mut section = parts.next().unwrap_or_default().to_owned();
    let wanted = plain(&slug(label));
    let parts: Vec<&str> = parts.collect();
    for (index, part) in parts.iter().enumerate() {
        if parts[..index].contains(part) {
            break;
        }
        section.push('/');
        section.push_str(part);
        if plain(&slug(part)) == wanted {
            break;
        }
    }
    without_ending(&section).to_owned()
}

/// The sections above a section, nearest first; the host alone is none. What a name begins with may be above it too:
/// `a/hotels-spa.html` stands below `a/hotels.html`.
pub(super) fn above(section: &str) -> Vec<&str> {
    let stem = without_ending(section);
    let mut above = Vec::new();
    let start = stem.rfind('/').unwrap_or_default();
    let mut rest = stem;
    while let Some(at) = rest.rfind(['-', '_']).filter(|&at| at > start + 1) {
        rest = &rest[..at];
        above.push(rest);
    }
    rest = stem;
    while let Some(at) = rest.rfind('/').filter(|&at| rest[..at].contains('/')) {
        rest = &rest[..at];
        above.push(rest);
    }
    above
}

/// A section without the ending of a file's name.
pub(super) fn without_ending(section: &str) -> &str {
    let start = section.rfind('/').unwrap_or(section.len());
    section[start..].find('.').map_or(section, |dot| &section[..start + dot])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key_of(url: &str) -> String {
        key(&Url::parse(url).unwrap())
    }

    #[test]
    fn one_page_has_one_key() {
        for same in ["https://www.a.example/b/", "http://a.example/b", "https://a.example/b/index.html?utm_x=1#c"] {
            assert_eq!(key_of(same), "a.example/b");
        }
        assert_eq!(key_of("https://a.example/?cat=2"), "a.example?cat=2");
        assert!(is_within("shop.a.example", "a.example") && !is_within("ba.example", "a.example"));
    }

    #[test]
    fn sections_end_where_their_label_stands() {
        assert_eq!(section("a.example/fussball/start/sport/x", "Fußball"), "a.example/fussball");
        assert_eq!(section("a.example/shows/leute/leute/home-15684852.html", "Stars"), "a.example/shows/leute");
        assert_eq!(section("a.example/thema/St%C3%A4dtereise", "Städtereise"), "a.example/thema/St%C3%A4dtereise");
        assert_eq!(section("a.example/sport.html", "Sport"), "a.example/sport");
        assert_eq!(above("a.example/x/y/z"), ["a.example/x/y", "a.example/x"]);
        assert_eq!(above("a.example/x/y-z.html"), ["a.example/x/y", "a.example/x"]);
    }
}
