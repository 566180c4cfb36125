//! What a run has seen of addresses, in memory: which belong to it, which the frontier surely has, which lead
//! elsewhere, and which of their parameters do not matter. What has become of them is in the `ledger`.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use job::AddressKind;
use url::Url;

use super::frontier::Found;
use super::scope::Scope;
use super::traps::{Trap, VisitNumbers};

/// No more addresses are remembered in memory; the frontier knows the others.
const MAX_SEEN: usize = 1_000_000;

/// What a run has seen of addresses.
#[derive(Debug)]
pub(super) struct Sightings {
    pub(super) scope: Scope,
    pub(super) visit_numbers: VisitNumbers,
    /// Addresses that the frontier surely has, by hash, with how many links away they are.
    seen: HashMap<u64, u32>,
    /// Links that lead elsewhere, by hash.
    elsewhere: HashSet<u64>,
    /// Addresses that redirects led to and that set a cookie on the way, by hash.
    with_cookie: HashSet<u64>,
}

impl Sightings {
    pub(super) fn new(scope: Scope) -> Sightings {
        let (seen, elsewhere, with_cookie) = (HashMap::new(), HashSet::new(), HashSet::new());
        Sightings { scope, visit_numbers: VisitNumbers::default(), seen, elsewhere, with_cookie }
    }

    /// Takes note of an address that the frontier will have.
    pub(super) fn note(&mut self, found: &Found) {
        if self.seen.len() >= MAX_SEEN {
            self.seen.clear();
        }
        // What is refused only for the way that led there may be found on another.
        if found.refused != Some(Trap::Endless.name()) {
            self.seen.insert(hash((found.url.as_str(), found.kind == AddressKind::Page)), found.depth);
        }
    }

    /// Whether the frontier surely has an address, no farther away than this.
    pub(super) fn has(&self, url: &Url, kind: AddressKind, depth: u32) -> bool {
        self.seen.get(&hash((url.as_str(), kind == AddressKind::Page))).is_some_and(|known| *known <= depth)
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

    /// Notes that a link leads elsewhere.
    pub(super) fn note_elsewhere(&mut self, url: &Url) {
        if self.elsewhere.len() < MAX_SEEN {
            self.elsewhere.insert(hash(url.as_str()));
        }
    }

    /// How many links lead elsewhere.
    pub(super) fn elsewhere(&self) -> u64 {
        self.elsewhere.len() as u64
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
