//! The partition by the plainest program there is, straight from the definitions: the cube of the number of leaves,
//! paths as strings, sets as sets. The fast one must find trees of the same cost.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use page::{Capture, NodeId, NodeKind, Page, Tree};
use proptest::prelude::*;

use super::Departures;
use super::partition::{BinaryTree, Partitioner};
use crate::content::Content;

const ONE: u64 = 1 << 16;

struct Plain<'a> {
    tree: &'a Tree,
    leaves: Vec<NodeId>,
}

impl Plain<'_> {
    fn ancestors_and_self(&self, node: NodeId) -> Vec<NodeId> {
        let mut chain: Vec<NodeId> = std::iter::once(node).chain(self.tree.ancestors(node)).collect();
        chain.reverse();
        chain
    }

    fn lca(&self, range: Range<usize>) -> NodeId {
        let chains: Vec<Vec<NodeId>> = range.map(|leaf| self.ancestors_and_self(self.leaves[leaf])).collect();
        let shared = (0..chains[0].len())
            .take_while(|&at| chains.iter().all(|chain| chain.get(at) == Some(&chains[0][at])))
            .count();
        chains[0][shared - 1]
    }

    /// The tags below `above` on the way to `node`, with the tag of `node` itself if it has one.
    fn tags(&self, above: NodeId, node: NodeId) -> Vec<String> {
        let chain = self.ancestors_and_self(node);
        let below = chain.into_iter().skip_while(|&step| step != above).skip(1);
        below
            .filter(|&step| self.tree.kind(step) == NodeKind::Element)
            .map(|step| self.tree.name(step).to_owned())
            .collect()
    }

    fn leaves_below(&self, node: NodeId) -> Vec<NodeId> {
        self.leaves.iter().copied().filter(|&leaf| self.ancestors_and_self(leaf).contains(&node)).collect()
    }

    fn depth(&self) -> usize {
        self.leaves.iter().map(|&leaf| self.tags(self.tree.root(), leaf).len()).max().unwrap_or(1).max(1)
    }

    fn kinds(&self, node: NodeId) -> BTreeSet<(String, String)> {
        let kinds = |element: NodeId| {
            let name = self.tree.name(element).to_owned();
            let mut kinds = vec![(name.clone(), String::new())];
            kinds.extend(self.tree.classes(element).map(|class| (name.clone(), class.to_owned())));
            kinds
        };
        match self.tree.kind(node) {
            NodeKind::Text => kinds(self.tree.parent(node).unwrap()).into_iter().collect(),
            _ => std::iter::once(node)
                .chain(self.tree.descendants(node))
                .filter(|&id| self.tree.kind(id) == NodeKind::Element && !self.leaves_below(id).is_empty())
                .flat_map(kinds)
                .collect(),
        }
    }

    fn group(&self, left: Range<usize>, right: Range<usize>) -> u64 {
        let (a, b) = (self.lca(left.clone()), self.lca(right.clone()));
        let depth = self.depth();
        let is_inside = |outer: NodeId, inner: NodeId| self.ancestors_and_self(inner).contains(&outer);
        if is_inside(a, b) || is_inside(b, a) {
            let (outer, inner) = if is_inside(a, b) { (a, b) } else { (b, a) };
            let path = |leaf: usize| self.tags(self.tree.root(), self.leaves[leaf]).join("/");
            let (s1, s2): (BTreeSet<_>, BTreeSet<_>) = (left.map(path).collect(), right.map(path).collect());
            let overlap = share(s1.intersection(&s2).count(), s1.union(&s2).count());
            let is_clean = s1.is_disjoint(&s2) && !(a != b && self.is_leaf(inner));
            let unlike = if is_clean { 0 } else { ONE - overlap };
            return share(self.tags(outer, inner).len(), depth) + unlike;
        }
        let common = self.lca(left.start..right.end);
        let (t1, t2) = (self.tags(common, a), self.tags(common, b));
        let order = |node: NodeId| -> Vec<String> {
            self.leaves_below(node).into_iter().map(|leaf| self.tags(node, leaf).join("/")).collect()
        };
        let (o1, o2) = (order(a), order(b));
        let (s1, s2) = (BTreeSet::from_iter(&o1), BTreeSet::from_iter(&o2));
        let (k1, k2) = (self.kinds(a), self.kinds(b));
        share(t1.len() + t2.len(), 2 * depth)
            + share(edits(&t1, &t2), t1.len().max(t2.len()))
            + (ONE - share(s1.intersection(&s2).count(), s1.len().max(s2.len())))
            + (ONE - share(longest_common(&o1, &o2), o1.len().max(o2.len())))
            + (ONE - share(k1.intersection(&k2).count(), k1.union(&k2).count()))
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        self.leaves.contains(&node)
    }

    fn least_cost(&self) -> u64 {
        let size = self.leaves.len();
        let mut cost = BTreeMap::new();
        for length in 1..=size {
            for first in 0..=size - length {
                let range = first..first + length;
                let parts =
                    |cut: usize| cost[&(first, cut)] + cost[&(cut, range.end)] + self.group(first..cut, cut..range.end);
                let least = (first + 1..range.end).map(parts).min().unwrap_or(0);
                cost.insert((range.start, range.end), least);
            }
        }
        cost[&(0, size)]
    }

    fn cost_of(&self, tree: &BinaryTree) -> u64 {
        let leaves = |node: usize| tree.nodes[node].leaves.clone();
        let pairs = tree.nodes.iter().filter_map(|node| node.parts);
        pairs.map(|(left, right)| self.group(leaves(left), leaves(right))).sum()
    }
}

fn share(part: usize, whole: usize) -> u64 {
    part as u64 * ONE / whole.max(1) as u64
}

fn edits(left: &[String], right: &[String]) -> usize {
    match (left, right) {
        ([], rest) | (rest, []) => rest.len(),
        ([a, left @ ..], [b, right @ ..]) if a == b => edits(left, right),
        ([_, shorter_left @ ..], [_, shorter_right @ ..]) => {
            1 + edits(shorter_left, right).min(edits(left, shorter_right)).min(edits(shorter_left, shorter_right))
        }
    }
}

fn longest_common(left: &[String], right: &[String]) -> usize {
    match (left, right) {
        ([], _) | (_, []) => 0,
        ([a, left @ ..], [b, right @ ..]) if a == b => 1 + longest_common(left, right),
        ([_, shorter_left @ ..], [_, shorter_right @ ..]) => {
            longest_common(shorter_left, right).max(longest_common(left, shorter_right))
        }
    }
}

/// A random piece of HTML: texts in nested elements of a few kinds.
fn markup() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![Just("x".to_owned()), Just("<img alt=i>".to_owned()), Just("<b>T</b>".to_owned())];
    leaf.prop_recursive(4, 12, 4, |inner| {
        let tag = prop_oneof![Just("div"), Just("section"), Just("div class=c"), Just("div class='c d'"), Just("span")];
        (tag, prop::collection::vec(inner, 1..4)).prop_map(|(tag, children)| {
            let name = tag.split(' ').next().unwrap_or(tag);
            // Comments keep texts that follow each other apart.
            format!("<{tag}>{}</{name}>", children.join("<!-- -->"))
        })
    })
}

fn check(html: &str) -> Result<(), TestCaseError> {
    let page = Page::new(Capture::new("random", html));
    let content = Content::of(&page);
    prop_assume!((1..=10).contains(&content.leaves().len()));
    let headings = vec![false; content.leaves().len()];
    let plain = Plain { tree: &page.tree, leaves: content.leaves().to_vec() };
    let mut partitioner = Partitioner::new(&content, &headings, &Departures::default());
    let whole = 0..content.leaves().len();
    let tree = partitioner.page(&[whole]);
    prop_assert_eq!(plain.cost_of(&tree), plain.least_cost());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_fast_partition_costs_what_the_plain_one_costs(html in prop::collection::vec(markup(), 1..5)) {
        check(&html.concat())?;
    }
}
