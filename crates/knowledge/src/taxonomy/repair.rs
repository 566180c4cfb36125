//! A tree from pairs: every concept keeps the parent that most speaks for, unless that closes a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::pairs::Pairs;
use super::{Config, miner};

/// A pair that did not become part of the tree, by the concepts' numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut {
    pub(super) above: usize,
    pub(super) below: usize,
    pub(super) weight: f64,
}

/// The parent of each concept, and the frequent pairs that are not in the tree.
pub(super) fn tree(pairs: &Pairs, count: usize, config: &Config) -> (Vec<Option<usize>>, Vec<Cut>) {
    let frequent = miner::mine(&pairs.paths, config.support);
    let mut totals: BTreeMap<usize, f64> = BTreeMap::new();
    for (&(_, below), weight) in &pairs.weights {
        *totals.entry(below).or_default() += weight;
    }
    let known: BTreeSet<(usize, usize)> = pairs.weights.keys().chain(frequent.keys()).copied().collect();
    let weighed = known.into_iter().map(|pair| {
        let direct = pairs.weights.get(&pair).copied().unwrap_or_default();
        // What is frequent at a distance is known, but a nearer parent is better.
        let mined = frequent.get(&pair).map_or(0.0, |&distance| 0.5 / distance as f64);
        (pair, direct, direct + mined, direct / totals.get(&pair.1).copied().unwrap_or(1.0).max(f64::MIN_POSITIVE))
    });
    let mut ranked: Vec<_> = weighed.collect();
    ranked.sort_by(|one, other| other.2.total_cmp(&one.2).then(one.0.cmp(&other.0)));
    let mut parents: Vec<Option<usize>> = vec![None; count];
    let mut cut = Vec::new();
    for ((above, below), direct, weight, share) in ranked {
        let is_sure = weight >= config.least_is_a
            && share >= config.least_share
            && direct > pairs.roots.get(&below).copied().unwrap_or_default();
        if is_sure && parents[below].is_none() && !is_below(&parents, above, below) {
            parents[below] = Some(above);
        } else if is_sure || frequent.contains_key(&(above, below)) {
            cut.push(Cut { above, below, weight });
        }
    }
    // What the tree says in more than one step is not cut.
    cut.retain(|pair| !is_below(&parents, pair.below, pair.above));
    (parents, cut)
}

/// Whether a concept is another or stands below it.
fn is_below(parents: &[Option<usize>], concept: usize, above: usize) -> bool {
    std::iter::successors(Some(concept), |&concept| parents[concept]).any(|concept| concept == above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_cut_where_least_speaks_for_them() {
        let weights = BTreeMap::from([((0, 1), 3.0), ((1, 2), 2.0), ((2, 0), 1.0), ((0, 2), 1.5)]);
        let pairs = Pairs { weights, ..Pairs::default() };
        let (parents, cut) = tree(&pairs, 3, &Config::default());
        assert_eq!(parents, [None, Some(0), Some(1)]);
        assert_eq!(cut, [Cut { above: 2, below: 0, weight: 1.0 }]);
    }
}
