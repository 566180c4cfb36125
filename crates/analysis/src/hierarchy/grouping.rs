//! Grouping: neighbours that are alike become instances of a group (OntoMiner, section 4.3.2).

use std::ops::Range;

use super::cost::{Cost, Unlikeness, lacking};
use super::partition::{BinaryTree, Partitioner, parts_of_one};
use super::shapes::{shared, sorted_set};

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
    let threshold = parts_of_one(partitioner.config.group_threshold);
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
        nodes.push(if cost < threshold {
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

/// The cost of grouping two ranges, as in partitioning but for one thing: two ranges without a common path may be a
/// clean cut, but they are not alike.
fn unlikeness(partitioner: &mut Partitioner<'_, '_>, left: &Range<usize>, right: &Range<usize>) -> Cost {
    let (left_node, right_node) = (partitioner.content.common_node(left), partitioner.content.common_node(right));
    let pair = partitioner.costs.pair(left_node, right_node);
    let unlikeness = match pair.unlikeness {
        Unlikeness::Nodes(cost) => cost,
        Unlikeness::Ranges | Unlikeness::RangeAndLeaf => {
            let paths = |range: &Range<usize>| sorted_set(partitioner.paths[range.clone()].to_vec());
            let (left, right) = (paths(left), paths(right));
            let both = shared(&left, &right);
            partitioner.config.range_weight * lacking(both, left.len() + right.len() - both)
        }
    };
    if partitioner.config.distance_parts { unlikeness + pair.distance } else { unlikeness }
}
