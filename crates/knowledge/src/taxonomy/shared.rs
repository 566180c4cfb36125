//! Labels whose pages list things of the same names on different sites.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::survey::Survey;
use super::uses::{Use, Uses};
use super::words::Evidence;

/// Two pages with fewer things in common have them by chance.
const LEAST_COMMON: usize = 3;
/// So large a share of what either lists is on both: a part of a section lists less than the section.
const LEAST_SHARE: f64 = 0.5;
/// What the pages of more labels list tells none of them.
const MOST_LABELS: usize = 12;

/// What speaks for labels being one by what their pages list; each pair of sites speaks once.
pub(super) fn evidence(survey: &Survey, uses: &Uses, group_of: &FxHashMap<usize, usize>) -> Evidence {
    let counted: Vec<&Use> = uses.all.iter().filter(|own| group_of.contains_key(&own.label)).collect();
    let names: Vec<BTreeSet<u32>> = counted.iter().map(|own| names(survey, own)).collect();
    let mut labels: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (number, names) in names.iter().enumerate() {
        names.iter().for_each(|&name| labels.entry(name).or_default().push(number));
    }
    let mut common: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for sharing in labels.values().filter(|sharing| sharing.len() <= MOST_LABELS) {
        for (index, &one) in sharing.iter().enumerate() {
            for &other in sharing[index + 1..].iter().filter(|&&other| counted[other].site != counted[one].site) {
                *common.entry((one, other)).or_default() += 1;
            }
        }
    }
    let share =
        |one: usize, other: usize, both: usize| both as f64 / (names[one].len() + names[other].len() - both) as f64;
    // What a use is most like on another site; if that is two things, it is neither.
    let mut best: BTreeMap<(usize, usize), (f64, usize, bool)> = BTreeMap::new();
    for (&(one, other), &both) in common.iter().filter(|(_, both)| **both >= LEAST_COMMON) {
        for (own, like) in [(one, other), (other, one)] {
            let share = share(one, other, both);
            let known = best.entry((own, counted[like].site)).or_insert((0.0, like, false));
            let is_same = group_of[&counted[known.1].label] == group_of[&counted[like].label];
            match share.total_cmp(&known.0) {
                std::cmp::Ordering::Greater => *known = (share, like, false),
                std::cmp::Ordering::Equal => known.2 |= !is_same,
                std::cmp::Ordering::Less => {}
            }
        }
    }
    let mut evidence = Evidence::new();
    for (&(own, _), &(share, like, is_unsure)) in &best {
        let back = best.get(&(like, counted[own].site));
        let is_mutual = back.is_some_and(|back| back.1 == own && !back.2);
        if own < like && share >= LEAST_SHARE && is_mutual && !is_unsure {
            let (one, other) = (counted[own].label, counted[like].label);
            if group_of[&one] != group_of[&other] {
                *evidence.entry((one.min(other), one.max(other))).or_default() += 1.0;
            }
        }
    }
    evidence
}

/// The numbers of the names of what the pages behind a label list.
fn names(survey: &Survey, own: &Use) -> BTreeSet<u32> {
    let pages = own.targets.iter().filter_map(|&target| survey.targets[target].page);
    let lists = pages.flat_map(|page| &survey.pages[page].lists);
    lists.flat_map(|&list| survey.lists[list as usize].names.iter().copied()).collect()
}
