//! Promotion: a leaf that heads its neighbours becomes their label (OntoMiner, section 4.3.3).

use std::ops::Range;

use super::grouping::{GroupKind, GroupNode};
use crate::content::Content;
use crate::hierarchy::table_labels::label_tree;
use crate::hierarchy::{Kind, LabelNode};
use crate::tables::Table;

/// A label tree is no deeper than this. What is deeper, which no page made for readers is, becomes one level.
const MAX_DEPTH: usize = 100;

/// Turns the tree of groups into labels: the nodes are promoted from the leaves up, so that a label that was promoted
/// is promoted again while a rule applies. Unlabelled partitions that stand directly in another are dissolved, unless
/// they are whole segments.
pub(super) struct Promotion<'a> {
    /// The page with all its leaves, and with those that are read as one.
    pub(super) all: &'a Content<'a>,
    pub(super) content: &'a Content<'a>,
    pub(super) segments: &'a [Range<usize>],
    pub(super) tables: &'a [&'a Table],
    pub(super) emphasised: &'a [bool],
}

/// A node of the label tree, with the leaf that stands for it.
struct Promoted {
    node: LabelNode,
    leaf: Option<usize>,
}

impl Promotion<'_> {
    /// The label tree of the whole page.
    pub(super) fn page(&self, groups: &[GroupNode]) -> LabelNode {
        let label = self.content.page.title().unwrap_or_default();
        let node = self.content.tree().body();
        let is_empty = self.content.leaves().is_empty();
        let root = groups.len().checked_sub(1).filter(|_| !is_empty);
        let children = match root.map(|root| self.promote(groups, root, 0).node) {
            Some(top) if top.kind == Kind::Partition => top.children,
            Some(top) => vec![top],
            None => Vec::new(),
        };
        LabelNode { label, node, kind: Kind::Page, children }
    }

    /// The label tree below a node.
    fn promote(&self, groups: &[GroupNode], node: usize, depth: usize) -> Promoted {
        let group = &groups[node];
        if group.children.is_empty() {
            return self.leaf(group.leaves.start);
        }
        if depth >= MAX_DEPTH {
            let children = group.leaves.clone().map(|leaf| self.leaf(leaf).node).collect();
            return self.inner(Kind::Partition, group, children);
        }
        let mut children: Vec<Promoted> =
            group.children.iter().map(|&child| self.promote(groups, child, depth + 1)).collect();
        if group.kind == GroupKind::Group {
            return self.inner(Kind::Group, group, nodes(children));
        }
        // Insiders are emphasised; an outsider has but one sibling, which is a group or single.
        let is_insider = children[0].leaf.is_some_and(|leaf| self.emphasised[leaf]);
        let is_headed = |only: &Promoted| matches!(only.node.kind, Kind::Table | Kind::Group | Kind::Leaf);
        let is_outsider = children[0].leaf.is_some() && matches!(&children[1..], [only] if is_headed(only));
        if !is_insider && !is_outsider {
            return self.inner(Kind::Partition, group, dissolved(nodes(children)));
        }
        let Promoted { node: first, leaf } = children.remove(0);
        let below = first.children.into_iter().chain(nodes(children)).collect();
        let kind = if self.is_segment(&group.leaves) { Kind::Segment } else { Kind::Label };
        Promoted { node: LabelNode { kind, children: dissolved(below), ..first }, leaf }
    }

    fn is_segment(&self, leaves: &Range<usize>) -> bool {
        let at = self.segments.binary_search_by_key(&leaves.start, |segment| segment.start);
        at.is_ok_and(|at| self.segments[at].end == leaves.end)
    }

    fn inner(&self, kind: Kind, group: &GroupNode, children: Vec<LabelNode>) -> Promoted {
        let is_segment = kind == Kind::Partition && self.is_segment(&group.leaves);
        let kind = if is_segment { Kind::Segment } else { kind };
        let node = self.content.common_node(&group.leaves);
        Promoted { node: LabelNode { label: String::new(), node, kind, children }, leaf: None }
    }

    fn leaf(&self, leaf: usize) -> Promoted {
        let node = self.content.leaves()[leaf];
        if let Ok(table) = self.tables.binary_search_by_key(&node, |table| table.node) {
            return Promoted { node: label_tree(self.all, self.tables[table]), leaf: None };
        }
        let label = self.content.text(leaf);
        let is_word = !label.is_empty();
        let node = LabelNode { label, node, kind: Kind::Leaf, children: Vec::new() };
        Promoted { node, leaf: is_word.then_some(leaf) }
    }
}

fn nodes(promoted: Vec<Promoted>) -> Vec<LabelNode> {
    promoted.into_iter().map(|promoted| promoted.node).collect()
}

/// Puts the children of unlabelled partitions in their place.
fn dissolved(children: Vec<LabelNode>) -> Vec<LabelNode> {
    let mut kept = Vec::with_capacity(children.len());
    for child in children {
        match child.kind {
            Kind::Partition => kept.extend(child.children),
            _ => kept.push(child),
        }
    }
    kept
}
