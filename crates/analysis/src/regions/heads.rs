//! Candidates for what a record is recognised by: sets of nodes that look alike, one of which may stand in each record.

use page::{NodeId, NodeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::looks::Looks;
use crate::content::Content;

/// The sets of nodes that look alike, each in document order and of two at least, no node in another of its set.
pub(super) fn heads(content: &Content<'_>, looks: &Looks) -> Vec<Vec<NodeId>> {
    let tree = content.tree();
    let mut sets: FxHashMap<(u8, u32, u32), Vec<NodeId>> = FxHashMap::default();
    let mut order = Vec::new();
    let mut add = |key: (u8, u32, u32), node: NodeId| {
        sets.entry(key)
            .or_insert_with(|| {
                order.push(key);
                Vec::new()
            })
            .push(node);
    };
    for (leaf, &node) in content.leaves().iter().enumerate() {
        add((0, looks.path[leaf], 0), node);
        add((1, looks.seen[leaf], 0), node);
        add((2, looks.class[leaf], 0), node);
        add((3, looks.place[leaf], 0), node);
    }
    let mut first = 0;
    for element in tree.elements() {
        let leaves = content.leaves();
        while first < leaves.len() && leaves[first] < element {
            first += 1;
        }
        if first >= leaves.len() || leaves[first] >= tree.end(element) || leaves[first] == element {
            continue;
        }
        let parent = tree.parent(element).map_or(0, |parent| parent.index() as u32);
        add((4, looks.element_path[element.index()], 0), element);
        add((5, parent, looks.element_path[element.index()]), element);
        if tree.attr(element, "class").is_some() {
            add((6, parent, looks.element_class[element.index()]), element);
            add((7, looks.element_class[element.index()], 0), element);
        }
    }
    debug_assert!(content.leaves().iter().all(|&leaf| tree.kind(leaf) != NodeKind::Comment));
    let mut known = FxHashSet::default();
    let mut found = Vec::new();
    for key in order {
        let Some(set) = sets.remove(&key) else { continue };
        let mut outermost: Vec<NodeId> = Vec::with_capacity(set.len());
        for node in set {
            if outermost.last().is_none_or(|&last| tree.end(last) <= node) {
                outermost.push(node);
            }
        }
        if outermost.len() >= 2 && known.insert(outermost.clone()) {
            found.push(outermost);
        }
    }
    found
}
