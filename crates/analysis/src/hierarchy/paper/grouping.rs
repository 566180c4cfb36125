//! Grouping: neighbours that are alike become instances of a group (OntoMiner, section 4.3.2).

use std::ops::Range;

use super::cost::{Cost, ONE, Unlikeness, lacking};
use super::partition::{BinaryTree, Partitioner};
use super::shapes::{shared, sorted_set};

/// Neighbours are alike if putting them together costs less than this, of at most five.
const THRESHOLD: Cost = ONE / 100 * 33;

/// The tree of groups. Children stand before their parents, the root is the last.
pub(super) type GroupTree = Vec<GroupNode>;

/// A node of the tree of groups.
#[derive(Clone, Debug)]
pub(super) struct GroupNode {
    pub(super) kind: GroupKind,
    pub(super) leaves: Range<usize>,
    pub(super) children: Vec<usize>,
}

/// What kind of node it is. Leaves and partitions are the paper's simple nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupKind {
    Leaf,
    Partition,
    /// Its children are its instances.
    Group,
}

/// Walks the binary tree from its leaves to the root: two simple neighbours that are alike become instances of a
/// group, two groups with alike instances become one, and a simple node joins the group beside it.
pub(super) fn group(partitioner: &mut Partitioner<'_, '_>, tree: &BinaryTree) -> GroupTree {
    let mut nodes: GroupTree = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        let leaves = node.leaves.clone();
        let Some((left, right)) = node.parts else {
            nodes.push(GroupNode { kind: GroupKind::Leaf, leaves, children: Vec::new() });
            continue;
        };
        // What stands on both sides of the seam: an instance, if the side is a group.
        let (near_left, near_right) = (last_member(&nodes, left), first_member(&nodes, right));
        let cost = unlikeness(partitioner, &nodes[near_left].leaves, &nodes[near_right].leaves);
        nodes.push(if cost < THRESHOLD {
            let children = [members(&nodes, left), members(&nodes, right)].concat();
            GroupNode { kind: GroupKind::Group, leaves, children }
        } else {
            GroupNode { kind: GroupKind::Partition, leaves, children: vec![left, right] }
        });
    }
    nodes
}

fn members(nodes: &[GroupNode], node: usize) -> Vec<usize> {
    match nodes[node].kind {
        GroupKind::Group => nodes[node].children.clone(),
        _ => vec![node],
    }
}

fn first_member(nodes: &[GroupNode], node: usize) -> usize {
    match nodes[node].kind {
        GroupKind::Group => nodes[node].children.first().copied().unwrap_or(node),
        _ => node,
    }
}

fn last_member(nodes: &[GroupNode], node: usize) -> usize {
    match nodes[node].kind {
        GroupKind::Group => nodes[node].children.last().copied().unwrap_or(node),
        _ => node,
    }
}

/// The cost of putting two ranges together, as in partitioning; with [`Departures::clean_cuts_part`] but for one thing:
/// two ranges without a common path may be a clean cut, but they are not alike.
///
/// [`Departures::clean_cuts_part`]: super::Departures::clean_cuts_part
fn unlikeness(partitioner: &mut Partitioner<'_, '_>, left: &Range<usize>, right: &Range<usize>) -> Cost {
    let (left_node, right_node) = (partitioner.content.common_node(left), partitioner.content.common_node(right));
    let pair = partitioner.costs.pair(left_node, right_node);
    let clean_cuts_part = partitioner.departures.clean_cuts_part;
    let of_paths = |is_free: bool| {
        let paths = |range: &Range<usize>| sorted_set(partitioner.paths[range.clone()].to_vec());
        let (left, right) = (paths(left), paths(right));
        let both = shared(&left, &right);
        if is_free && both == 0 { 0 } else { lacking(both, left.len() + right.len() - both) }
    };
    pair.distance
        + match pair.unlikeness {
            Unlikeness::Nodes(cost) => cost,
            Unlikeness::Ranges => of_paths(!clean_cuts_part),
            Unlikeness::RangeAndLeaf => of_paths(false),
        }
}
