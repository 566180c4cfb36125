//! Binary partitioning: the cheapest way to put neighbouring ranges of leaves together, two at a time, by dynamic
//! programming (OntoMiner, section 4.3.1).
//!
//! `cost(i, j) = min over k of cost(i, k) + cost(k + 1, j) + group(i..k, k+1..j)`. Plainly done, this is the cube of
//! the number of leaves with a comparison of subtrees at each step. Two things make it fast without changing the
//! result. As `k` moves, the lowest common nodes of both sides change only a few times, so that the cost of a pair of
//! nodes is looked up once for a whole run of `k`. Where it depends on the ranges, it does so by their numbers of
//! distinct paths, which are counted once for all ranges.
//!
//! What stays is a cube with a very small constant. More units than [`Departures::together`] are put together in
//! rounds, which does change the result: no tree over all of them was looked for.

use std::ops::Range;

use page::NodeId;

use super::Departures;
use super::cost::{Cost, Costs, PairCost, Unlikeness, lacking};
use crate::content::Content;

/// The binary tree over ranges of leaves. Children stand before their parents, the root is the last.
#[derive(Debug, Default)]
pub(super) struct BinaryTree {
    pub(super) nodes: Vec<BinaryNode>,
}

/// A range of leaves, and the two parts it was put together from unless it is a single leaf.
#[derive(Clone, Debug)]
pub(super) struct BinaryNode {
    pub(super) leaves: Range<usize>,
    pub(super) parts: Option<(usize, usize)>,
}

impl BinaryTree {
    fn push(&mut self, leaves: Range<usize>, parts: Option<(usize, usize)>) -> usize {
        self.nodes.push(BinaryNode { leaves, parts });
        self.nodes.len() - 1
    }

    fn leaves(&self, node: usize) -> Range<usize> {
        self.nodes[node].leaves.clone()
    }
}

/// Partitions pages.
pub(super) struct Partitioner<'content, 'page> {
    pub(super) content: &'content Content<'page>,
    pub(super) costs: Costs<'content, 'page>,
    pub(super) paths: Vec<u32>,
    /// For each leaf whether it looks like a heading of what follows.
    headings: &'content [bool],
    distinct: DistinctPaths,
    pub(super) departures: Departures,
}

impl<'content, 'page> Partitioner<'content, 'page> {
    pub(super) fn new(content: &'content Content<'page>, headings: &'content [bool], departures: &Departures) -> Self {
        let (costs, paths, distinct) = (Costs::new(content), content.paths(), DistinctPaths::default());
        Partitioner { content, costs, paths, headings, distinct, departures: *departures }
    }

    /// Partitions each segment by itself, then the page over its segments.
    pub(super) fn page(&mut self, segments: &[Range<usize>]) -> BinaryTree {
        let mut tree = BinaryTree::default();
        let segment = |leaves: &Range<usize>| {
            let units = leaves.clone().map(|leaf| tree.push(leaf..leaf + 1, None)).collect();
            self.put_together(units, &mut tree)
        };
        let roots: Vec<usize> = segments.iter().filter(|leaves| !leaves.is_empty()).map(segment).collect();
        self.put_together(roots, &mut tree);
        tree
    }

    /// Puts units together to one, whose node is returned: at once if they are not too many, else in rounds.
    fn put_together(&mut self, mut units: Vec<usize>, tree: &mut BinaryTree) -> usize {
        while units.len() > self.departures.together {
            let mut rest = &units[..];
            let mut together = Vec::new();
            while !rest.is_empty() {
                let (round, others) = rest.split_at(self.end_of_round(rest, tree));
                together.push(self.put_together(round.to_vec(), tree));
                rest = others;
            }
            units = together;
        }
        match units.len() {
            0 => tree.push(0..0, None),
            _ => Table::fill(self, tree, &units).cheapest_tree(self, tree, &units),
        }
    }

    /// How many units go into one round: up to the last heading that fits, else up to the last unit that begins like
    /// the first, so that nothing that comes again and again is torn.
    fn end_of_round(&self, units: &[usize], tree: &BinaryTree) -> usize {
        let most = self.departures.together;
        if units.len() <= most {
            return units.len();
        }
        let first_leaf = |at: usize| tree.leaves(units[at]).start;
        let begins_alike = |&at: &usize| self.paths[first_leaf(at)] == self.paths[first_leaf(0)];
        let mut ends = (most / 2..=most).rev();
        let heading = ends.clone().find(|&at| self.headings[first_leaf(at)]);
        heading.or_else(|| ends.find(begins_alike)).unwrap_or(most)
    }
}

/// Units at which the lowest common node changes, in order, and to what.
type Changes = Vec<(usize, NodeId)>;

/// The costs of all ranges of units, each with the number of its distinct paths. Both squares are symmetric, so that
/// the ranges that begin together and those that end together each stand in a row.
struct Table {
    size: usize,
    cost: Vec<Cost>,
    distinct: Vec<u32>,
    /// For each first unit, where along the last unit the lowest common node changes, and to what.
    nodes_from: Vec<Changes>,
    /// For each last unit, where along the first unit it changes.
    nodes_to: Vec<Changes>,
}

impl Table {
    fn fill(partitioner: &mut Partitioner<'_, '_>, tree: &BinaryTree, units: &[usize]) -> Table {
        let size = units.len();
        let ranges: Vec<Range<usize>> = units.iter().map(|&unit| tree.leaves(unit)).collect();
        let (nodes_from, nodes_to) = lowest_common_nodes(partitioner.content, &ranges);
        let distinct = partitioner.distinct.count(&partitioner.paths, &ranges);
        let mut table = Table { size, cost: vec![0; size * size], distinct, nodes_from, nodes_to };
        for length in 1..size {
            for first in 0..size - length {
                let last = first + length;
                let cost = table.cheapest(&mut partitioner.costs, first, last);
                table.cost[first * size + last] = cost;
                table.cost[last * size + first] = cost;
            }
        }
        table
    }

    /// The least cost of putting two parts of a range together, with the costs of the parts.
    fn cheapest(&self, costs: &mut Costs<'_, '_>, first: usize, last: usize) -> Cost {
        let mut least = Cost::MAX;
        self.runs(costs, first, last, |run, pair| {
            let left = &self.cost[first * self.size..][run.clone()];
            let right = &self.cost[last * self.size + 1..][run.clone()];
            let parts = left.iter().zip(right).map(|(left, right)| left + right);
            let cheapest = match pair.unlikeness {
                Unlikeness::Nodes(cost) => parts.min().map(|parts| parts + cost),
                Unlikeness::Ranges => self.cheapest_ranges(parts, first, run, last, true),
                Unlikeness::RangeAndLeaf => self.cheapest_ranges(parts, first, run, last, false),
            };
            least = least.min(cheapest.map_or(Cost::MAX, |cheapest| cheapest + pair.distance));
        });
        least
    }

    /// Calls `visit` on each run of cuts `k` of a range, between which the common nodes of both sides do not change.
    fn runs(
        &self,
        costs: &mut Costs<'_, '_>,
        first: usize,
        last: usize,
        mut visit: impl FnMut(Range<usize>, PairCost),
    ) {
        let (left, right) = (&self.nodes_from[first], &self.nodes_to[last]);
        let mut at_left = 0;
        // The run of right sides that begin just after the first unit.
        let mut at_right = right.partition_point(|&(start, _)| start <= first + 1) - 1;
        let mut k = first;
        while k < last {
            let left_end = left.get(at_left + 1).map_or(last, |&(start, _)| start);
            let right_end = right.get(at_right + 1).map_or(last, |&(start, _)| start - 1);
            let end = left_end.min(right_end).min(last);
            visit(k..end, costs.pair(left[at_left].1, right[at_right].1));
            at_left += usize::from(end == left_end);
            at_right += usize::from(end == right_end);
            k = end;
        }
    }

    /// The least of the costs of the parts with what their paths lack in likeness.
    fn cheapest_ranges(
        &self,
        parts: impl Iterator<Item = Cost>,
        first: usize,
        run: Range<usize>,
        last: usize,
        clean_cut_is_free: bool,
    ) -> Option<Cost> {
        let all = self.distinct[first * self.size + last];
        if all == 1 {
            // One path on both sides, as in the middle of a list: all cuts are alike.
            return parts.min();
        }
        let left = &self.distinct[first * self.size..][run.clone()];
        let right = &self.distinct[last * self.size + 1..][run];
        let costs = parts.zip(left).zip(right).map(|((parts, left), right)| {
            let shared = left + right - all;
            let is_free = clean_cut_is_free && shared == 0;
            parts + if is_free { 0 } else { lacking(shared as usize, all as usize) }
        });
        costs.min()
    }

    /// Goes back from the whole range and makes the nodes of the cheapest tree, children first.
    fn cheapest_tree(&self, partitioner: &mut Partitioner<'_, '_>, tree: &mut BinaryTree, units: &[usize]) -> usize {
        // Ranges are split from the top down and made from the bottom up, without recursion.
        let mut splits = vec![(0, self.size - 1)];
        let mut at = 0;
        let mut parts = Vec::new();
        while at < splits.len() {
            let (first, last) = splits[at];
            if first < last {
                let k = self.best_cut(partitioner, tree, units, first, last);
                parts.push((at, splits.len()));
                splits.push((first, k));
                splits.push((k + 1, last));
            }
            at += 1;
        }
        let mut made: Vec<usize> = splits.iter().map(|&(first, _)| units[first]).collect();
        for &(split, part) in parts.iter().rev() {
            let (left, right) = (made[part], made[part + 1]);
            let leaves = tree.leaves(left).start..tree.leaves(right).end;
            made[split] = tree.push(leaves, Some((left, right)));
        }
        made[0]
    }

    /// The cheapest cut. Of several, one before a heading; of these, the first.
    fn best_cut(
        &self,
        partitioner: &mut Partitioner<'_, '_>,
        tree: &BinaryTree,
        units: &[usize],
        first: usize,
        last: usize,
    ) -> usize {
        let least = self.cost[first * self.size + last];
        let mut cuts = Vec::new();
        self.runs(&mut partitioner.costs, first, last, |run, pair| {
            cuts.extend(run.filter(|&k| {
                let parts = self.cost[first * self.size + k] + self.cost[last * self.size + k + 1];
                let one = std::iter::once(parts);
                let cost = match pair.unlikeness {
                    Unlikeness::Nodes(cost) => Some(parts + cost),
                    Unlikeness::Ranges => self.cheapest_ranges(one, first, k..k + 1, last, true),
                    Unlikeness::RangeAndLeaf => self.cheapest_ranges(one, first, k..k + 1, last, false),
                };
                cost.is_some_and(|cost| cost + pair.distance == least)
            }));
        });
        let is_before_heading = |&&k: &&usize| partitioner.headings[tree.leaves(units[k + 1]).start];
        cuts.iter().find(is_before_heading).or(cuts.first()).copied().unwrap_or(first)
    }
}

/// Where the lowest common nodes of ranges of units change: from each first unit, and to each last unit.
fn lowest_common_nodes(content: &Content<'_>, ranges: &[Range<usize>]) -> (Vec<Changes>, Vec<Changes>) {
    let note = |changes: &mut Changes, unit: usize, node: NodeId| {
        if changes.last().is_none_or(|&(_, known)| known != node) {
            changes.push((unit, node));
        }
    };
    let mut from = vec![Changes::new(); ranges.len()];
    let mut to = vec![Changes::new(); ranges.len()];
    for (first, from) in from.iter_mut().enumerate() {
        for (last, to) in to.iter_mut().enumerate().skip(first) {
            let node = content.common_node(&(ranges[first].start..ranges[last].end));
            note(from, last, node);
            note(to, first, node);
        }
    }
    (from, to)
}

/// Counts distinct paths.
#[derive(Debug, Default)]
struct DistinctPaths {
    /// For each path, when it was seen last; times are counted up and never come again.
    seen: Vec<u32>,
    time: u32,
}

impl DistinctPaths {
    /// The number of distinct paths in every range of units, as a symmetric square.
    fn count(&mut self, paths: &[u32], ranges: &[Range<usize>]) -> Vec<u32> {
        let size = ranges.len();
        let mut distinct = vec![0; size * size];
        for first in 0..size {
            self.time += 1;
            let mut count = 0;
            for last in first..size {
                for &path in &paths[ranges[last].clone()] {
                    let path = path as usize;
                    if path >= self.seen.len() {
                        self.seen.resize(path + 1, 0);
                    }
                    count += u32::from(self.seen[path] != self.time);
                    self.seen[path] = self.time;
                }
                distinct[first * size + last] = count;
                distinct[last * size + first] = count;
            }
        }
        distinct
    }
}
