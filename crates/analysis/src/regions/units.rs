//! Nodes that hold one head each, and what stands beside them.

use std::ops::Range;

use page::NodeId;

use super::places::Places;

/// At most this many siblings before its head can belong to a record.
const MAX_LEAD: usize = 6;
/// At most this many siblings behind its head can.
const MAX_TAIL: usize = 40;
/// At most this many siblings are looked at on each side: some have thousands that show nothing.
const MAX_SIBLINGS: usize = 200;

/// The highest node that holds a head and no other.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) leaves: Range<usize>,
    /// Its siblings with leaves, back to the unit before it, nearest first.
    pub(super) lead: Vec<Item>,
    /// Its siblings with leaves, up to the unit behind it, nearest first.
    pub(super) tail: Vec<Item>,
    /// Whether its siblings end with the next unit or what holds it, not with the parent.
    pub(super) is_followed: bool,
}

/// A sibling beside a unit.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) node: NodeId,
    pub(super) leaves: Range<usize>,
}

/// The lowest nodes that hold each head and the next.
pub(super) fn joints(places: &Places<'_>, heads: &[NodeId]) -> Vec<NodeId> {
    let tree = places.content.tree();
    heads.windows(2).map(|pair| tree.lca(pair[0], pair[1])).collect()
}

/// The highest node for each head that holds no other: just below the joint with the nearer one.
pub(super) fn unit_nodes(places: &Places<'_>, heads: &[NodeId], joints: &[NodeId]) -> Vec<NodeId> {
    let tree = places.content.tree();
    let highest = |(number, &head): (usize, &NodeId)| {
        let before = number.checked_sub(1).map(|before| joints[before]);
        let joint = before.into_iter().chain(joints.get(number).copied()).max_by_key(|&joint| tree.depth(joint));
        let mut node = head;
        while let Some(parent) = tree.parent(node).filter(|&parent| Some(parent) != joint && Some(node) != joint) {
            node = parent;
        }
        node
    };
    heads.iter().enumerate().map(highest).collect()
}

/// The units of these nodes, with what stands beside them.
pub(super) fn units(places: &Places<'_>, nodes: &[NodeId]) -> Vec<Unit> {
    let tree = places.content.tree();
    let leaves: Vec<Range<usize>> = nodes.iter().map(|&node| places.leaves(node)).collect();
    let unit = |(number, &node): (usize, &NodeId)| {
        let floor = if number == 0 { 0 } else { leaves[number - 1].end };
        let ceiling = leaves.get(number + 1).map_or(usize::MAX, |next| next.start);
        let item = |node: NodeId| Item { node, leaves: places.leaves(node) };
        let before = std::iter::successors(tree.previous_sibling(node), |&sibling| tree.previous_sibling(sibling));
        let behind = std::iter::successors(tree.next_sibling(node), |&sibling| tree.next_sibling(sibling));
        let lead = before.take(MAX_SIBLINGS).map(item).take_while(|item| item.leaves.start >= floor);
        let mut is_followed = false;
        let tail = behind.take(MAX_SIBLINGS).map(item).take_while(|item| {
            is_followed = item.leaves.end > ceiling;
            !is_followed
        });
        Unit {
            leaves: leaves[number].clone(),
            lead: lead.filter(|item| !item.leaves.is_empty()).take(MAX_LEAD).collect(),
            tail: tail.filter(|item| !item.leaves.is_empty()).take(MAX_TAIL).collect(),
            is_followed,
        }
    };
    nodes.iter().enumerate().map(unit).collect()
}
