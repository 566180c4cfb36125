//! Which pages share a template: those that have the same kinds of places, whatever stands in them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::reading::Reading;

/// The kinds of places on a page: the names of the elements around its texts. Classes are left out, since some sites
/// make them up anew for each page.
pub type Kinds = FxHashSet<u64>;

/// The kinds of places on a page.
pub fn kinds(reading: &Reading<'_>) -> Kinds {
    reading.texts.iter().map(|text| text.places.names).collect()
}

/// How much of two pages' kinds must be the same for one template. Pages of a template that leave much out still share
/// two thirds; pages that share only what all pages of a site have around them share a third.
const LEAST_SHARED: f64 = 0.5;

/// How much of the smaller core of two groups must be in the larger one for one template.
const LEAST_OVERLAP: f64 = 0.7;

/// The pages by template, as indices: the largest template first, of equal ones that of the first page.
pub fn templates(pages: &[Kinds]) -> Vec<Vec<usize>> {
    let common = common_kinds(pages);
    let mut groups: Vec<Group> = Vec::new();
    for (page, kinds) in pages.iter().enumerate() {
        let kinds: Vec<u64> = kinds.iter().copied().filter(|kind| common.contains(kind)).collect();
        let (mut best, mut likeness) = (None, LEAST_SHARED);
        for (number, group) in groups.iter().enumerate() {
            let shared = group.likeness(&kinds);
            if shared >= likeness && (best.is_none() || shared > likeness) {
                (best, likeness) = (Some(number), shared);
            }
        }
        let number = best.unwrap_or_else(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        groups[number].add(page, &kinds);
    }
    let mut templates: Vec<Vec<usize>> = merged(groups).into_iter().map(|group| group.pages).collect();
    templates.sort_by_key(|pages| (std::cmp::Reverse(pages.len()), pages.first().copied()));
    templates
}

/// The kinds that more than a page or two have. What is on one page alone says nothing about templates.
fn common_kinds(pages: &[Kinds]) -> FxHashSet<u64> {
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    for &kind in pages.iter().flatten() {
        *counts.entry(kind).or_default() += 1;
    }
    // Of two pages all kinds count: else what they share would be all there is.
    let least = if pages.len() <= 2 { 1 } else { (pages.len() / 30).max(2) };
    counts.into_iter().filter(|&(_, count)| count >= least).map(|(kind, _)| kind).collect()
}

/// Some pages, and how many of them have each kind.
#[derive(Default)]
struct Group {
    pages: Vec<usize>,
    counts: FxHashMap<u64, usize>,
}

impl Group {
    fn add(&mut self, page: usize, kinds: &[u64]) {
        self.pages.push(page);
        for &kind in kinds {
            *self.counts.entry(kind).or_default() += 1;
        }
    }

    /// What most of its pages have.
    fn core(&self) -> Vec<u64> {
        let most = |&(_, count): &(&u64, &usize)| count * 2 >= self.pages.len();
        self.counts.iter().filter(most).map(|(&kind, _)| kind).collect()
    }

    /// Dice's coefficient of a page's kinds and the group's core.
    fn likeness(&self, kinds: &[u64]) -> f64 {
        let is_core = |kind: &&u64| self.counts.get(*kind).is_some_and(|&count| count * 2 >= self.pages.len());
        let shared = kinds.iter().filter(is_core).count();
        let core = self.counts.values().filter(|&&count| count * 2 >= self.pages.len()).count();
        if core + kinds.len() == 0 { 1.0 } else { 2.0 * shared as f64 / (core + kinds.len()) as f64 }
    }
}

impl Group {
    /// How much of the smaller of two cores is in both.
    fn overlap(&self, core: &[u64]) -> f64 {
        let own: FxHashSet<u64> = self.core().into_iter().collect();
        let shared = core.iter().filter(|kind| own.contains(kind)).count();
        shared as f64 / own.len().min(core.len()).max(1) as f64
    }
}

/// Groups are one if nearly all that the pages of one have in common is on the pages of the other: pages differ in what
/// they add, such as what was tried out on a part of them.
fn merged(mut groups: Vec<Group>) -> Vec<Group> {
    groups.sort_by_key(|group| std::cmp::Reverse(group.pages.len()));
    let mut merged: Vec<Group> = Vec::new();
    for group in groups {
        let core = group.core();
        match merged
            .iter_mut()
            .find(|other| other.likeness(&core) >= LEAST_SHARED || other.overlap(&core) >= LEAST_OVERLAP)
        {
            Some(other) => {
                other.pages.extend(group.pages);
                other.pages.sort_unstable();
                for (kind, count) in group.counts {
                    *other.counts.entry(kind).or_default() += count;
                }
            }
            None => merged.push(group),
        }
    }
    merged
}
