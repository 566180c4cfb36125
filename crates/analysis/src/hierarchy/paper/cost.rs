//! The cost of grouping two neighbouring ranges of leaves: five factors, and three cases in which one range's node
//! holds the other's (OntoMiner, section 4.3.1).
//!
//! Costs are whole numbers of small parts, so that sums are exact and equal costs are equal on every machine.

use std::collections::HashMap;

use page::{NodeId, NodeKind, Tree};
use rustc_hash::FxHashMap;

use super::shapes::{Number, Shapes, shared};
use crate::content::Content;

/// A cost in parts of [`ONE`].
pub(super) type Cost = u32;

/// The most that a single factor can cost.
pub(super) const ONE: Cost = 1 << 16;

/// `ONE` minus a share.
pub(super) fn lacking(part: usize, whole: usize) -> Cost {
    if whole == 0 { 0 } else { ONE - ratio(part, whole) }
}

/// A share, in parts of `ONE`.
pub(super) fn ratio(part: usize, whole: usize) -> Cost {
    (part as u64 * u64::from(ONE) / whole.max(1) as u64) as Cost
}

/// What grouping two ranges costs, as far as their nodes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairCost {
    /// The first factor: how far the nodes are from what they have in common.
    pub(super) distance: Cost,
    /// The other four.
    pub(super) unlikeness: Unlikeness,
}

/// What two ranges lack in likeness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unlikeness {
    /// The nodes stand apart: they alone decide, whatever the ranges.
    Nodes(Cost),
    /// One node holds the other, or both are one: the paths in the two ranges decide. A clean cut, with no path on
    /// both sides, is as good as full likeness.
    Ranges,
    /// The same where one node is a leaf: only likeness counts.
    RangeAndLeaf,
}

/// Computes the cost of pairs of nodes, each pair once.
pub(super) struct Costs<'content, 'page> {
    content: &'content Content<'page>,
    tree: &'page Tree,
    shapes: Shapes<'content, 'page>,
    /// The depth of the page's tree.
    depth: usize,
    tags: Vec<Number>,
    known: FxHashMap<(NodeId, NodeId), PairCost>,
}

impl<'content, 'page> Costs<'content, 'page> {
    pub(super) fn new(content: &'content Content<'page>) -> Self {
        let tree = content.tree();
        let depth = content.leaves().iter().map(|&leaf| tags_above(tree, leaf)).max().unwrap_or(1).max(1);
        Costs {
            content,
            tree,
            shapes: Shapes::new(content),
            depth,
            tags: number_tags(tree),
            known: FxHashMap::default(),
        }
    }

    /// The cost of grouping a range whose lowest common node is `left` with the next range, whose is `right`.
    pub(super) fn pair(&mut self, left: NodeId, right: NodeId) -> PairCost {
        if let Some(&cost) = self.known.get(&(left, right)) {
            return cost;
        }
        let cost = self.compute(left, right);
        self.known.insert((left, right), cost);
        cost
    }

    fn compute(&mut self, left: NodeId, right: NodeId) -> PairCost {
        let tree = self.tree;
        if left == right {
            // Case 3: the same node.
            return PairCost { distance: 0, unlikeness: Unlikeness::Ranges };
        }
        let (outer, inner) = if tree.contains(left, right) { (left, right) } else { (right, left) };
        if tree.contains(outer, inner) {
            let distance = ratio(tags_between(tree, outer, inner), self.depth);
            // Cases 1 and 2: one node holds the other, which is an inner node or a leaf.
            let unlikeness = match self.is_leaf(inner) {
                true => Unlikeness::RangeAndLeaf,
                false => Unlikeness::Ranges,
            };
            return PairCost { distance, unlikeness };
        }
        self.five_factors(left, right)
    }

    fn five_factors(&mut self, left: NodeId, right: NodeId) -> PairCost {
        let common = self.tree.lca(left, right);
        let (left_tags, right_tags) = (self.tags_from(common, left), self.tags_from(common, right));
        let (left, right) = (self.shapes.of(left), self.shapes.of(right));
        let distance = ratio(left_tags.len() + right_tags.len(), 2 * self.depth);
        let path_similarity = ratio(levenshtein(&left_tags, &right_tags), left_tags.len().max(right_tags.len()));
        let most_paths = left.paths.len().max(right.paths.len());
        let subtree_similarity = lacking(shared(&left.paths, &right.paths), most_paths);
        let most_leaves = left.order.len().max(right.order.len());
        let order = lacking(longest_common_subsequence(&left.order, &right.order), most_leaves);
        let same_kinds = shared(&left.kinds, &right.kinds);
        let nodes = lacking(same_kinds, left.kinds.len() + right.kinds.len() - same_kinds);
        PairCost { distance, unlikeness: Unlikeness::Nodes(path_similarity + subtree_similarity + order + nodes) }
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        self.content.leaves().binary_search(&node).is_ok()
    }

    /// The tags on the way down from a node to one below it, which is included if it is an element.
    fn tags_from(&self, above: NodeId, node: NodeId) -> Vec<Number> {
        let own = (self.tree.kind(node) == NodeKind::Element).then_some(node);
        let way = own.into_iter().chain(self.tree.ancestors(node)).take_while(|&step| step != above);
        let mut tags: Vec<Number> = way.map(|step| self.tags[step.index()]).collect();
        tags.reverse();
        tags
    }
}

/// The number of tags from the root to a node, which counts if it is an element.
fn tags_above(tree: &Tree, node: NodeId) -> usize {
    tree.depth(node) - usize::from(tree.kind(node) == NodeKind::Text)
}

fn tags_between(tree: &Tree, outer: NodeId, inner: NodeId) -> usize {
    tags_above(tree, inner) - tags_above(tree, outer)
}

/// Numbers the names of elements.
fn number_tags(tree: &Tree) -> Vec<Number> {
    let mut known: HashMap<&str, Number> = HashMap::new();
    let mut tags = vec![0; tree.len()];
    for element in tree.elements() {
        let next = known.len() as Number + 1;
        tags[element.index()] = *known.entry(tree.name(element)).or_insert(next);
    }
    tags
}

/// How many tags must be put in, taken out or changed to turn one sequence into the other.
fn levenshtein(left: &[Number], right: &[Number]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, tag) in left.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, other) in right.iter().enumerate() {
            let changed = diagonal + usize::from(tag != other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

/// The length of the longest sequence that both hold in order. Sixty-four columns of the table are one word: a bit is
/// cleared where the length grows (Hyyrö's form of the bit-parallel algorithm).
fn longest_common_subsequence(left: &[Number], right: &[Number]) -> usize {
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let words = short.len().div_ceil(64);
    let mut places: HashMap<Number, Vec<u64>> = HashMap::new();
    for (at, &number) in short.iter().enumerate() {
        places.entry(number).or_insert_with(|| vec![0; words])[at / 64] |= 1 << (at % 64);
    }
    let mut row = vec![u64::MAX; words];
    for number in long {
        let Some(matches) = places.get(number) else { continue };
        let mut carry = false;
        for (word, &matching) in row.iter_mut().zip(matches) {
            let hits = *word & matching;
            let (sum, first) = word.overflowing_add(hits);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            *word = sum | (*word & !matching);
        }
    }
    let cleared: u32 = row.iter().map(|word| word.count_zeros()).sum();
    cleared as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lcs_by_table(left: &[Number], right: &[Number]) -> usize {
        let mut table = vec![vec![0; right.len() + 1]; left.len() + 1];
        for (row, a) in left.iter().enumerate() {
            for (column, b) in right.iter().enumerate() {
                table[row + 1][column + 1] = match a == b {
                    true => table[row][column] + 1,
                    false => table[row][column + 1].max(table[row + 1][column]),
                };
            }
        }
        table[left.len()][right.len()]
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!(levenshtein(&[1, 2, 3], &[1, 3]), 1);
        assert_eq!(levenshtein(&[], &[1, 3]), 2);
        assert_eq!(levenshtein(&[1, 2], &[3, 4, 1]), 3);
    }

    proptest! {
        #[test]
        fn bits_find_the_longest_common_subsequence(
            left in prop::collection::vec(0u32..5, 0..200),
            right in prop::collection::vec(0u32..5, 0..200),
        ) {
            prop_assert_eq!(longest_common_subsequence(&left, &right), lcs_by_table(&left, &right));
        }
    }
}
