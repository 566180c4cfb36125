//! TaxMiner as published: from paths of concepts in many trees, the pairs that stand above each other often enough,
//! at whatever distance.

use std::collections::{BTreeMap, BTreeSet};

/// A path from a tree's root downwards, and the site the tree is from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path {
    pub(super) site: usize,
    pub(super) concepts: Vec<usize>,
}

/// Mines pairs (above, below) that at least `support` sites have, with the distance at which they became frequent.
///
/// Pairs that are not frequent at one distance are counted together with those at the next.
pub(super) fn mine(paths: &[Path], support: usize) -> BTreeMap<(usize, usize), usize> {
    let depth = paths.iter().map(|path| path.concepts.len()).max().unwrap_or_default();
    let mut frequent = BTreeMap::new();
    let mut waiting: BTreeMap<(usize, usize), BTreeSet<usize>> = BTreeMap::new();
    for distance in 1..depth {
        for path in paths {
            for (above, below) in path.concepts.iter().zip(path.concepts.iter().skip(distance)) {
                waiting.entry((*above, *below)).or_default().insert(path.site);
            }
        }
        let found: Vec<(usize, usize)> =
            waiting.iter().filter(|(_, sites)| sites.len() >= support).map(|(pair, _)| *pair).collect();
        for pair in found {
            waiting.remove(&pair);
            frequent.entry(pair).or_insert(distance);
        }
    }
    frequent
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(site: usize, concepts: &[usize]) -> Path {
        Path { site, concepts: concepts.to_vec() }
    }

    /// The paper's example: a–b in one tree and a–c–b in another make a–b frequent in the second round.
    #[test]
    fn pairs_at_different_distances_add_up() {
        let (a, b, c) = (0, 1, 2);
        let frequent = mine(&[path(0, &[a, b]), path(1, &[a, c, b])], 2);
        assert_eq!(frequent.into_iter().collect::<Vec<_>>(), [((a, b), 2)]);
    }

    #[test]
    fn one_site_counts_once() {
        assert!(mine(&[path(0, &[0, 1]), path(0, &[2, 0, 1])], 2).is_empty());
    }
}
