//! What the links of a page become: addresses that wait, addresses that are refused and why, or nothing, since they are
//! known or lead elsewhere.

use job::{AddressKind, Failure, Visit, VisitOutcome};
use page::{LinkKind, Links};
use time::OffsetDateTime;
use url::Url;

use super::Parts;
use super::address::{normalised, pattern};
use super::frontier::{Address, Found};
use super::run::Run;
use super::sitemap::Sitemap;
use super::traps::{Chain, trap};
use crate::net::Forbidden;

/// Sitemaps that lead to sitemaps, and stylesheets that import stylesheets: so deep.
const MAX_NESTING: u32 = 3;
/// So many sitemaps are read, whatever they lead to.
const MAX_SITEMAPS: u64 = 500;
/// So many stylesheets are fetched, and so many more for each page: sites share theirs among pages.
const MAX_STYLESHEETS: u64 = 200;
const STYLESHEETS_PER_PAGE: u64 = 4;

impl Run<'_> {
    /// An address to begin with.
    pub(super) fn add_seed(&mut self, seed: &Url) {
        let url = normalised(seed);
        let refused = self.options.guard.check(&url).err();
        if let Some(forbidden) = &refused {
            let outcome = VisitOutcome::Refused { reason: forbidden.to_string(), advice: forbidden.advice() };
            self.tell_of(Visit { url: seed.to_string(), kind: AddressKind::Page, depth: 0, outcome });
        }
        let refused = refused.as_ref().map(name_of);
        self.add(Found { refused, ..Found::at_start(url, AddressKind::Page) });
    }

    /// The links of a page, or what a stylesheet imports.
    pub(super) fn discover(&mut self, address: &Address, links: &Links) {
        let mut pages = Vec::new();
        if let Some(canonical) = links.links.iter().find(|link| link.kind == LinkKind::Canonical) {
            self.sightings.visit_numbers.learn_canonical(&address.url, &normalised(&canonical.url));
        }
        let own_pattern = pattern(&address.url);
        for link in &links.links {
            let url = normalised(&link.url);
            let depth = match link.kind {
                LinkKind::Nofollow => continue,
                LinkKind::Page if links.is_nofollow => continue,
                LinkKind::Stylesheet => {
                    self.add_stylesheet(url, address);
                    continue;
                }
                LinkKind::Page => address.depth.saturating_add(1),
                LinkKind::Canonical | LinkKind::Refresh => address.depth,
            };
            if link.kind == LinkKind::Refresh && address.depth == 0 {
                self.sightings.scope.follow(&address.url, &url);
            }
            if !self.sightings.scope.contains(&url) {
                self.sightings.note_elsewhere(&url);
            } else if !self.sightings.has(&url, AddressKind::Page, depth) {
                pages.push((url, depth));
            }
        }
        let is_fertile = pages.iter().any(|(url, _)| pattern(url) != own_pattern);
        for (url, depth) in pages {
            let chain = address.chain.next(&address.url, &url, is_fertile);
            let refused = self.objection(&url, chain);
            self.add(Found { depth, chain, refused, ..Found::at_start(url, AddressKind::Page) });
        }
    }

    /// Where a site lists its pages.
    pub(super) fn discover_sitemaps(&mut self, sitemaps: &[Url]) {
        for sitemap in sitemaps {
            self.add_sitemap(sitemap, 0);
        }
    }

    /// What a sitemap lists: pages that are one link away from the start, and further sitemaps.
    pub(super) fn discover_listed(&mut self, address: &Address, sitemap: Sitemap) {
        for page in sitemap.pages {
            let url = normalised(&page);
            if !self.sightings.scope.contains(&url) {
                self.sightings.note_elsewhere(&url);
            } else if !self.sightings.has(&url, AddressKind::Page, 1) {
                let refused = self.objection(&url, Chain(0));
                self.add(Found { depth: 1, refused, ..Found::at_start(url, AddressKind::Page) });
            }
        }
        // How deep sitemaps are nested is counted where pages count their chain.
        if address.chain.0 < MAX_NESTING {
            for further in &sitemap.sitemaps {
                self.add_sitemap(further, address.chain.0 + 1);
            }
        }
    }

    fn add_sitemap(&mut self, sitemap: &Url, nesting: u32) {
        let url = normalised(sitemap);
        if self.ledger.sitemaps >= MAX_SITEMAPS || self.sightings.has(&url, AddressKind::Sitemap, 0) {
            return;
        }
        self.ledger.sitemaps += 1;
        let refused = self.objection(&url, Chain(0));
        self.add(Found { chain: Chain(nesting), refused, ..Found::at_start(url, AddressKind::Sitemap) });
    }

    fn add_stylesheet(&mut self, url: Url, from: &Address) {
        // How deep imports are nested is counted where pages count their chain.
        let nesting = if from.kind == AddressKind::Stylesheet { from.chain.0 + 1 } else { 0 };
        let most = MAX_STYLESHEETS + STYLESHEETS_PER_PAGE * self.ledger.pages;
        let has_room = nesting <= MAX_NESTING && self.ledger.stylesheets < most;
        if self.options.parts == Parts::All
            && has_room
            && !self.sightings.has(&url, AddressKind::Stylesheet, from.depth)
        {
            self.ledger.stylesheets += 1;
            let refused = self.objection(&url, Chain(0));
            let (depth, chain) = (from.depth, Chain(nesting));
            self.add(Found { depth, chain, refused, ..Found::at_start(url, AddressKind::Stylesheet) });
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
        self.sightings.note(&found);
        self.ledger.add(found);
    }

    /// If an address has parameters that do not matter, the one without them takes its place.
    pub(super) fn replace_by_stripped(&mut self, number: usize, address: &Address) -> bool {
        let Some(url) = self.sightings.visit_numbers.stripped(&address.url) else { return false };
        self.refuse(number, address, "a parameter that only numbers visits");
        self.add(Found { depth: address.depth, chain: address.chain, ..Found::at_start(url, address.kind) });
        true
    }
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
