//! Lowest common ancestors in nearly constant time and almost no memory.
//!
//! For two nodes in document order of which the first does not contain the second, the answer is the parent of the
//! shallowest node behind the first and up to the second. So it is a range-minimum query over depths: minima of
//! blocks of 64 nodes in a sparse table, and a short scan at both ends.

use super::{Node, NodeId};

const BLOCK: usize = 64;

/// Minima of depth over runs of blocks.
#[derive(Clone, Debug)]
pub(super) struct LcaTable {
    /// `levels[k][i]`: the shallowest node of the 2^k blocks from block i on.
    levels: Vec<Vec<u32>>,
}

impl LcaTable {
    pub(super) fn new(nodes: &[Node]) -> LcaTable {
        let block_minimum = |block: usize| {
            let range = block * BLOCK..((block + 1) * BLOCK).min(nodes.len());
            range.min_by_key(|&id| nodes[id].depth).unwrap_or_default() as u32
        };
        let mut levels: Vec<Vec<u32>> = vec![(0..nodes.len().div_ceil(BLOCK)).map(block_minimum).collect()];
        let mut span = 1;
        while span * 2 <= levels[0].len() {
            let below = &levels[levels.len() - 1];
            let level = (0..=levels[0].len() - span * 2)
                .map(|block| shallower(nodes, below[block], below[block + span]))
                .collect();
            levels.push(level);
            span *= 2;
        }
        LcaTable { levels }
    }

    /// The lowest common ancestor; `first` stands before `last` and does not contain it.
    pub(super) fn lca(&self, nodes: &[Node], first: NodeId, last: NodeId) -> NodeId {
        let shallowest = self.shallowest(nodes, first.index() + 1, last.index());
        NodeId(nodes[shallowest].parent)
    }

    /// The shallowest node with an index from `from` to `to`, both included.
    fn shallowest(&self, nodes: &[Node], from: usize, to: usize) -> usize {
        let scan = |range: std::ops::RangeInclusive<usize>| range.min_by_key(|&id| nodes[id].depth);
        let (first_block, last_block) = (from / BLOCK, to / BLOCK);
        if last_block - first_block < 2 {
            return scan(from..=to).unwrap_or(to);
        }
        let (inner_first, inner_len) = (first_block + 1, last_block - first_block - 1);
        let level = inner_len.ilog2() as usize;
        let row = &self.levels[level];
        let inner = shallower(nodes, row[inner_first], row[inner_first + inner_len - (1 << level)]) as usize;
        let head = scan(from..=inner_first * BLOCK - 1);
        let tail = scan(last_block * BLOCK..=to);
        [head, Some(inner), tail].into_iter().flatten().min_by_key(|&id| nodes[id].depth).unwrap_or(inner)
    }
}

fn shallower(nodes: &[Node], a: u32, b: u32) -> u32 {
    if nodes[b as usize].depth < nodes[a as usize].depth { b } else { a }
}
