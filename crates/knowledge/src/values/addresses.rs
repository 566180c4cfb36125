//! Addresses on the web as they are printed: with `http://`, with `www.`, or bare.

use super::Fit;

/// Endings of bare addresses beside those of countries, which have two letters. With `www.` any ending does.
const ENDINGS: [&str; 36] = [
    "academy", "aero", "app", "art", "asia", "biz", "blog", "cat", "cloud", "club", "com", "coop", "dev", "edu",
    "example", "gov", "info", "int", "jobs", "life", "mil", "mobi", "museum", "name", "net", "news", "online", "org",
    "pro", "shop", "site", "store", "tel", "travel", "xxx", "xyz",
];

/// Two letters behind a point that are more often something else.
const NO_ENDINGS: [&str; 4] = ["js", "vs", "ok", "eg"];

pub(super) fn fit(text: &str) -> Fit {
    let trimmed = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
        is_address(word)
    };
    Fit::of(trimmed(text), || text.split([' ', '\t', '\n', '|', '：', '，']).any(trimmed))
}

/// The first address in a text, as it is printed.
pub(super) fn first(text: &str) -> Option<&str> {
    let words = text.split([' ', '\t', '\n', '|', '：', '，', '；', ';', ',', '、']);
    let trimmed = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/'));
    trimmed.into_iter().find(|word| is_address(word))
}

fn is_address(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    if lower.contains(|c: char| c.is_whitespace() || c == '@') {
        return false;
    }
    let bare = ["http://", "https://", "ftp://"].iter().find_map(|scheme| lower.strip_prefix(scheme));
    let rest = bare.unwrap_or(&lower);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-') && !label.starts_with('-')
    };
    let Some((ending, names)) = labels.split_last().filter(|(_, names)| !names.is_empty()) else { return false };
    if !labels.iter().all(is_label) || ending.chars().count() < 2 || !ending.chars().all(char::is_alphabetic) {
        return false;
    }
    let is_country = ending.len() == 2 && ending.is_ascii() && !NO_ENDINGS.contains(ending);
    let is_named = names.iter().any(|name| name.chars().count() > 1);
    bare.is_some() || (names[0] == "www" && names.len() > 1) || (is_named && (is_country || ENDINGS.contains(ending)))
}
