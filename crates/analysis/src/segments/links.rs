//! The published flat partitioner: similarity links between leaves of the same path.

use std::collections::HashMap;

/// Where segments begin, beside the first: the places where the links that cross, for each link within the segment so
/// far, are fewer than `ratio`. One pass; both counts are updated leaf by leaf.
pub(super) fn cuts(paths: &[u32], ratio: f64) -> Vec<usize> {
    let (previous, next) = links(paths);
    let mut cuts = Vec::new();
    let (mut start, mut within, mut crossing) = (0, 0usize, 0usize);
    for leaf in 0..paths.len() {
        // A link that ends here and began in this segment was crossing and is now within.
        if previous[leaf].is_some_and(|previous| previous >= start) {
            within += 1;
            crossing -= 1;
        }
        if next[leaf].is_some() {
            crossing += 1;
        }
        // Without a link within there is no evidence, and the segment goes on.
        if within > 0 && (crossing as f64 / within as f64) < ratio && leaf + 1 < paths.len() {
            cuts.push(leaf + 1);
            (start, within, crossing) = (leaf + 1, 0, 0);
        }
    }
    cuts
}

/// For each leaf the leaf before and the leaf after it with the same path.
fn links(paths: &[u32]) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let (mut previous, mut next) = (vec![None; paths.len()], vec![None; paths.len()]);
    let mut last: HashMap<u32, usize> = HashMap::new();
    for (leaf, &path) in paths.iter().enumerate() {
        if let Some(before) = last.insert(path, leaf) {
            previous[leaf] = Some(before);
            next[before] = Some(leaf);
        }
    }
    (previous, next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, counted anew for every leaf.
    fn cuts_by_counting(paths: &[u32], ratio: f64) -> Vec<usize> {
        let link = |from: usize| (from + 1..paths.len()).find(|&to| paths[to] == paths[from]).map(|to| (from, to));
        let all: Vec<(usize, usize)> = (0..paths.len()).filter_map(link).collect();
        let (mut start, mut cuts) = (0, Vec::new());
        for leaf in 0..paths.len().saturating_sub(1) {
            let inside = |at: usize| (start..=leaf).contains(&at);
            let within = all.iter().filter(|(from, to)| inside(*from) && inside(*to)).count();
            let crossing = all.iter().filter(|(from, to)| inside(*from) && *to > leaf).count();
            if within > 0 && (crossing as f64) / (within as f64) < ratio {
                cuts.push(leaf + 1);
                start = leaf + 1;
            }
        }
        cuts
    }

    #[test]
    fn a_list_and_a_text_are_two_segments() {
        // Four links of a menu, then a heading and paragraphs.
        assert_eq!(cuts(&[1, 1, 1, 1, 2, 3, 3, 3], 0.34), [4]);
    }

    #[test]
    fn the_longer_a_segment_the_easier_it_ends() {
        // One link crosses at the end of each pair: one of one, one of three, and after seven leaves one of five.
        assert_eq!(cuts(&[1, 2, 1, 2, 1, 2, 1, 2, 3, 3, 3], 0.34), [7]);
    }

    proptest! {
        #[test]
        fn one_pass_finds_what_counting_finds(paths in prop::collection::vec(0u32..6, 0..60), percent in 1u32..120) {
            let ratio = f64::from(percent) / 100.0;
            prop_assert_eq!(cuts(&paths, ratio), cuts_by_counting(&paths, ratio));
        }
    }
}
