//! What the links of a page become: addresses that wait, addresses that are refused and why, or nothing, since they are
//! known or lead elsewhere.

use std::hash::{DefaultHasher, Hash, Hasher};

use page::{LinkKind, Links};
use time::OffsetDateTime;
use url::Url;

use super::address::{normalised, pattern};
use super::frontier::{Found, Job, Kind, State};
use super::run::Run;
use super::sitemap::Sitemap;
use super::traps::{Chain, Trap, trap};
use super::{Event, Observer, Outcome, Parts};
use crate::net::Forbidden;

/// No more addresses are remembered in memory; the frontier knows the others.
const MAX_SEEN: usize = 1_000_000;
/// Sitemaps that lead to sitemaps, and stylesheets that import stylesheets: so deep.
const MAX_NESTING: u32 = 3;
/// So many sitemaps are read, whatever they lead to.
const MAX_SITEMAPS: u64 = 500;
/// So many stylesheets are fetched, and so many more for each page: sites share theirs among pages.
const MAX_STYLESHEETS: u64 = 200;
const STYLESHEETS_PER_PAGE: u64 = 4;

impl Run {
    /// An address to begin with.
    pub(super) fn add_seed(&mut self, seed: &Url, observer: &mut dyn Observer) {
        let url = normalised(seed);
        let refused = self.options.guard.check(&url).err();
        if let Some(forbidden) = &refused {
            let words = format!("{forbidden}; {}", forbidden.hint());
            observer.event(&Event { url: seed, kind: Kind::Page, depth: 0, outcome: Outcome::Refused(&words) });
        }
        let refused = refused.as_ref().map(name_of);
        self.add(Found { refused, ..Found::at_start(url, Kind::Page) });
    }

    /// The links of a page, or what a stylesheet imports.
    pub(super) fn discover(&mut self, job: &Job, links: &Links) {
        let mut pages = Vec::new();
        if let Some(canonical) = links.links.iter().find(|link| link.kind == LinkKind::Canonical) {
            self.visit_numbers.learn_canonical(&job.url, &normalised(&canonical.url));
        }
        let own_pattern = pattern(&job.url);
        for link in &links.links {
            let url = normalised(&link.url);
            let depth = match link.kind {
                LinkKind::Nofollow => continue,
                LinkKind::Page if links.is_nofollow => continue,
                LinkKind::Stylesheet => {
                    self.add_stylesheet(url, job);
                    continue;
                }
                LinkKind::Page => job.depth.saturating_add(1),
                LinkKind::Canonical | LinkKind::Refresh => job.depth,
            };
            if link.kind == LinkKind::Refresh && job.depth == 0 {
                self.scope.follow(&job.url, &url);
            }
            if !self.scope.contains(&url) {
                self.note_elsewhere(&url);
            } else if !self.is_seen(&url, Kind::Page, depth) {
                pages.push((url, depth));
            }
        }
        let is_fertile = pages.iter().any(|(url, _)| pattern(url) != own_pattern);
        for (url, depth) in pages {
            let chain = job.chain.next(&job.url, &url, is_fertile);
            let refused = self.objection(&url, chain);
            self.add(Found { depth, chain, refused, ..Found::at_start(url, Kind::Page) });
        }
    }

    /// Where a site lists its pages.
    pub(super) fn discover_sitemaps(&mut self, sitemaps: &[Url]) {
        for sitemap in sitemaps {
            self.add_sitemap(sitemap, 0);
        }
    }

    /// What a sitemap lists: pages that are one link away from the start, and further sitemaps.
    pub(super) fn discover_listed(&mut self, job: &Job, sitemap: Sitemap) {
        for page in sitemap.pages {
            let url = normalised(&page);
            if !self.scope.contains(&url) {
                self.note_elsewhere(&url);
            } else if !self.is_seen(&url, Kind::Page, 1) {
                let refused = self.objection(&url, Chain(0));
                self.add(Found { depth: 1, refused, ..Found::at_start(url, Kind::Page) });
            }
        }
        // How deep sitemaps are nested is counted where pages count their chain.
        if job.chain.0 < MAX_NESTING {
            for further in &sitemap.sitemaps {
                self.add_sitemap(further, job.chain.0 + 1);
            }
        }
    }

    fn add_sitemap(&mut self, sitemap: &Url, nesting: u32) {
        let url = normalised(sitemap);
        if self.sitemaps >= MAX_SITEMAPS || self.is_seen(&url, Kind::Sitemap, 0) {
            return;
        }
        self.sitemaps += 1;
        let refused = self.objection(&url, Chain(0));
        self.add(Found { chain: Chain(nesting), refused, ..Found::at_start(url, Kind::Sitemap) });
    }

    fn add_stylesheet(&mut self, url: Url, from: &Job) {
        // How deep imports are nested is counted where pages count their chain.
        let nesting = if from.kind == Kind::Stylesheet { from.chain.0 + 1 } else { 0 };
        let most = MAX_STYLESHEETS + STYLESHEETS_PER_PAGE * self.pages;
        let has_room = nesting <= MAX_NESTING && self.stylesheets < most;
        if self.options.parts == Parts::All && has_room && !self.is_seen(&url, Kind::Stylesheet, from.depth) {
            self.stylesheets += 1;
            let refused = self.objection(&url, Chain(0));
            let (depth, chain) = (from.depth, Chain(nesting));
            self.add(Found { depth, chain, refused, ..Found::at_start(url, Kind::Stylesheet) });
        }
    }

    /// Why an address should not be asked for.
    pub(super) fn objection(&self, url: &Url, chain: Chain) -> Option<&'static str> {
        if let Err(forbidden) = self.options.guard.check(url) {
            return Some(name_of(&forbidden));
        }
        trap(url, chain, OffsetDateTime::now_utc()).map(|trap| trap.name())
    }

    /// Puts an address into the batch.
    pub(super) fn add(&mut self, found: Found) {
        if self.seen.len() >= MAX_SEEN {
            self.seen.clear();
        }
        // What is refused only for the way that led there may be found on another.
        if found.refused != Some(Trap::Endless.name()) {
            self.seen.insert(hash((found.url.as_str(), found.kind == Kind::Page)), found.depth);
        }
        self.batch.found.push(found);
    }

    /// Whether the frontier surely has an address, no farther away than this.
    fn is_seen(&self, url: &Url, kind: Kind, depth: u32) -> bool {
        self.seen.get(&hash((url.as_str(), kind == Kind::Page))).is_some_and(|known| *known <= depth)
    }

    /// Notes that a redirect leads to an address, with a cookie or without. Says whether a cookie was set anywhere on
    /// the way there.
    pub(super) fn note_way(&mut self, from: &Url, to: &Url, has_set_cookie: bool) -> bool {
        let has_cookie = has_set_cookie || self.with_cookie.contains(&hash(from.as_str()));
        if has_cookie && self.with_cookie.len() < MAX_SEEN {
            self.with_cookie.insert(hash(to.as_str()));
        }
        has_cookie
    }

    pub(super) fn note_elsewhere(&mut self, url: &Url) {
        if self.elsewhere.len() < MAX_SEEN {
            self.elsewhere.insert(hash(url.as_str()));
        }
    }

    /// If an address has parameters that do not matter, the one without them takes its place.
    pub(super) fn replace_by_stripped(&mut self, number: usize, job: &Job, observer: &mut dyn Observer) -> bool {
        let Some(url) = self.visit_numbers.stripped(&job.url) else { return false };
        self.settle(number, job, State::Refused, Some("a parameter that only numbers visits".to_owned()));
        let outcome = Outcome::Refused("a parameter that only numbers visits");
        observer.event(&Event { url: &job.url, kind: job.kind, depth: job.depth, outcome });
        self.add(Found { depth: job.depth, chain: job.chain, ..Found::at_start(url, job.kind) });
        true
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// What a refusal by the guard is called in the summary.
fn name_of(forbidden: &Forbidden) -> &'static str {
    match forbidden {
        Forbidden::Scheme(_) | Forbidden::NoHost => "no web address",
        Forbidden::Credentials => "a user name in the address",
        Forbidden::Port(_) => "a port of another service",
        Forbidden::Address { .. } => "not on the public web",
    }
}
