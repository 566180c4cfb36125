//! Places where a crawler would go round for ever: paths that repeat themselves, calendars without an end, and
//! parameters that are new on every visit.
//!
//! Nobody can tell a very large site from an endless one, so what is refused outright is only what no site has; what
//! merely looks endless comes last (see [`Chain::is_late`]) and ends at the budget.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use time::OffsetDateTime;
use url::Url;

use super::address::{host_key, is_token, parameters, pattern, without_parameter};

/// No real address is longer, goes deeper or has more parameters.
const MAX_LENGTH: usize = 2000;
const MAX_SEGMENTS: usize = 32;
const MAX_PARAMETERS: usize = 24;
/// So often may one part of a path return.
const MAX_REPEATS: usize = 3;
/// A chain of pages that lead only to their likes: past this they come last, past that nobody follows them.
const LATE_CHAIN: u32 = 20;
const MAX_CHAIN: u32 = 2500;
/// The same for pages that are about days or months: as many months as anyone looks back.
const MAX_DATE_CHAIN: u32 = 48;
/// Calendars are followed this many years ahead.
const YEARS_AHEAD: i32 = 3;
/// What a number must be to be taken for a year. Others number threads and products, of which the second page is no
/// month; a calendar that is followed month by month comes to these first.
const YEARS: RangeInclusive<i32> = 1900..=2199;
/// So many pairs of pages that differ in nothing but a parameter prove that the parameter does not matter.
const PROOFS: u32 = 3;
/// No more pages are remembered for such proofs.
const MAX_REMEMBERED: usize = 100_000;

/// What an address was refused for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trap {
    TooLong,
    Repeating,
    Endless,
    FarFuture,
}

impl Trap {
    pub(super) fn name(self) -> &'static str {
        match self {
            Trap::TooLong => "an address without an end",
            Trap::Repeating => "a path that repeats itself",
            Trap::Endless => "a chain of pages without an end",
            Trap::FarFuture => "a calendar of the far future",
        }
    }
}

/// How many pages in a row led to nothing but pages like themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Chain(pub(super) u32);

impl Chain {
    /// The chain of a page that is found on another. `is_fertile` is whether that page led to anything new of another
    /// kind, as a list leads to what it lists.
    pub(super) fn next(self, from: &Url, to: &Url, is_fertile: bool) -> Chain {
        if is_fertile || pattern(from) != pattern(to) { Chain(0) } else { Chain(self.0 + 1) }
    }

    /// Whether everything else comes first.
    pub(super) fn is_late(self) -> bool {
        self.0 > LATE_CHAIN
    }
}

/// What is wrong with an address, if anything is.
pub(super) fn trap(url: &Url, chain: Chain, today: OffsetDateTime) -> Option<Trap> {
    let segments: Vec<&str> = url.path().split('/').filter(|segment| !segment.is_empty()).collect();
    if url.as_str().len() > MAX_LENGTH || segments.len() > MAX_SEGMENTS || parameters(url).count() > MAX_PARAMETERS {
        return Some(Trap::TooLong);
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for segment in &segments {
        *counts.entry(segment).or_default() += 1;
    }
    if counts.into_values().any(|count| count > MAX_REPEATS) {
        return Some(Trap::Repeating);
    }
    let year = year_of(url, &segments);
    if year.is_some_and(|year| year > today.year() + YEARS_AHEAD) {
        return Some(Trap::FarFuture);
    }
    let most = if year.is_some() { MAX_DATE_CHAIN } else { MAX_CHAIN };
    (chain.0 > most).then_some(Trap::Endless)
}

/// The year in an address that names a day or a month: `/2024/05`, `/2024-05-03`, `?year=2024&month=5`, `?d=2024-05`.
fn year_of(url: &Url, segments: &[&str]) -> Option<i32> {
    let is_month = |text: &str| text.len() <= 2 && text.parse().is_ok_and(|month: u8| (1..=12).contains(&month));
    let plain = |text: &str| {
        let is_year = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        is_year.then(|| text.parse().ok()).flatten().filter(|year| YEARS.contains(year))
    };
    let dashed = |text: &str| {
        let mut parts = text.split('-');
        let year = parts.next().and_then(plain)?;
        parts.next().is_some_and(is_month).then_some(year)
    };
    let in_path = segments.windows(2).find_map(|pair| plain(pair[0]).filter(|_| is_month(pair[1])));
    let in_query = || {
        let values: Vec<&str> = parameters(url).map(|(_, value)| value).collect();
        let month = values.iter().any(|value| is_month(value));
        values.iter().find_map(|value| plain(value)).filter(|_| month)
    };
    let whole = || segments.iter().copied().chain(parameters(url).map(|(_, value)| value)).find_map(dashed);
    in_path.or_else(whole).or_else(in_query)
}

/// Learns which parameters only number the visits of a host.
#[derive(Debug, Default)]
pub(super) struct VisitNumbers {
    /// The text of a page by its address without one parameter, and that parameter's value.
    seen: HashMap<(String, String), (u64, String)>,
    /// For each host and parameter: how often it did not matter, and how often it did.
    proofs: HashMap<(String, String), (u32, u32)>,
    needless: HashSet<(String, String)>,
}

impl VisitNumbers {
    /// Takes note of a page's text.
    pub(super) fn learn(&mut self, url: &Url, text_hash: u64) {
        for (name, value) in parameters(url).filter(|(_, value)| is_token(value)) {
            let key = (without_parameter(url, name).into(), name.to_owned());
            if self.seen.len() >= MAX_REMEMBERED {
                self.seen.clear();
            }
            let Some((text, other)) = self.seen.insert(key, (text_hash, value.to_owned())) else { continue };
            if other == value {
                continue;
            }
            self.prove((host_key(url), name.to_owned()), text == text_hash);
        }
    }

    /// Takes note of the address that a page says it belongs to: parameters that are missing in it do not matter.
    pub(super) fn learn_canonical(&mut self, url: &Url, canonical: &Url) {
        if host_key(url) != host_key(canonical) || url.path() != canonical.path() {
            return;
        }
        for (name, _) in parameters(url) {
            let is_kept = parameters(canonical).any(|(own, _)| own == name);
            let key = (host_key(url), name.to_owned());
            self.prove(key, !is_kept);
        }
    }

    /// One more proof that a parameter does not matter, or that it does.
    fn prove(&mut self, key: (String, String), is_needless: bool) {
        let (same, different) = self.proofs.entry(key.clone()).or_default();
        *if is_needless { &mut *same } else { &mut *different } += 1;
        if *same >= PROOFS && *different == 0 {
            self.needless.insert(key);
        } else if *different > 0 {
            self.needless.remove(&key);
        }
    }

    /// The address without the parameters that do not matter; `None` if it has none of them.
    pub(super) fn stripped(&self, url: &Url) -> Option<Url> {
        if self.needless.is_empty() || url.query().is_none() {
            return None;
        }
        let host = host_key(url);
        let needless: Vec<String> = parameters(url)
            .map(|(name, _)| name.to_owned())
            .filter(|name| self.needless.contains(&(host.clone(), name.clone())))
            .collect();
        (!needless.is_empty()).then(|| needless.iter().fold(url.clone(), |url, name| without_parameter(&url, name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn check(text: &str, chain: u32, expected: Option<Trap>) {
        let today = OffsetDateTime::UNIX_EPOCH.replace_year(2026).unwrap();
        assert_eq!(trap(&url(text), Chain(chain), today), expected, "{text}");
    }

    #[test]
    fn only_what_no_site_has_is_refused() {
        check("http://a/x/y/x/y", 0, None);
        check("http://a/x/y/x/y/x/y/x/y", 0, Some(Trap::Repeating));
        check(&format!("http://a/{}", "abcdefghi/".repeat(300)), 0, Some(Trap::TooLong));
        check("http://a/cal/2027/05", 0, None);
        check("http://a/cal/2031/05", 0, Some(Trap::FarFuture));
        check("http://a/cal?year=2031&month=5", 0, Some(Trap::FarFuture));
        check("http://a/cal?m=2031-05", 0, Some(Trap::FarFuture));
        check("http://a/cal/2001/05", 49, Some(Trap::Endless));
        check("http://a/item/2031", 100, None);
        check("http://a/thread/5123/2", 0, None);
        check("http://a/thread?id=5123&page=2", 0, None);
        check("http://a/item/2031-seater", 0, None);
        check("http://a/page/77", 2500, None);
        check("http://a/page/77", 2501, Some(Trap::Endless));
    }

    #[test]
    fn a_chain_grows_while_it_leads_to_its_likes_only() {
        let (first, second) = (url("http://a/cal?m=1"), url("http://a/cal?m=2"));
        assert_eq!(Chain(7).next(&first, &second, false), Chain(8));
        assert_eq!(Chain(7).next(&first, &second, true), Chain(0));
        assert_eq!(Chain(7).next(&first, &url("http://a/event/1"), false), Chain(0));
        assert!(Chain(21).is_late() && !Chain(20).is_late());
    }

    #[test]
    fn parameters_that_number_visits_are_found_out() {
        let mut visits = VisitNumbers::default();
        let page = |page: u32, visit: u32| url(&format!("http://a/p{page}?id=7&v=c0ffee{visit:04}"));
        for number in 0..3 {
            visits.learn(&page(number, 2 * number), u64::from(number));
            visits.learn(&page(number, 2 * number + 1), u64::from(number));
        }
        assert_eq!(visits.stripped(&page(9, 99)).unwrap().as_str(), "http://a/p9?id=7");
        assert_eq!(visits.stripped(&url("http://b/p9?v=c0ffee0001")), None);
        visits.learn(&page(1, 77), 12345);
        assert_eq!(visits.stripped(&page(9, 99)), None, "it matters after all");
        let mut variants = VisitNumbers::default();
        for number in 0..3 {
            variants.learn_canonical(&url(&format!("http://a/p?id=7&ref={number}")), &url("http://a/p?id=7"));
        }
        assert_eq!(variants.stripped(&url("http://a/q?ref=9&id=8")).unwrap().as_str(), "http://a/q?id=8");
        let mut pages = VisitNumbers::default();
        for number in 0..100 {
            pages.learn(&url(&format!("http://a/p?page={number}")), 1);
        }
        assert_eq!(pages.stripped(&url("http://a/p?page=5")), None, "plain numbers are pages");
    }
}
