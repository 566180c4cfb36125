//! Where the leaves of each node are.

use std::ops::Range;

use page::NodeId;

use crate::content::Content;

/// The leaves of all nodes of a page.
pub(super) struct Places<'a> {
    pub(super) content: &'a Content<'a>,
    /// For each node how many leaves come before it.
    before: Vec<u32>,
}

impl<'a> Places<'a> {
    pub(super) fn of(content: &'a Content<'a>) -> Places<'a> {
        let nodes = content.tree().len();
        let mut before = Vec::with_capacity(nodes + 1);
        let mut count = 0;
        for index in 0..=nodes {
            before.push(count as u32);
            count += usize::from(content.leaves().get(count).is_some_and(|leaf| leaf.index() == index));
        }
        Places { content, before }
    }

    /// The numbers of the leaves at or below a node.
    pub(super) fn leaves(&self, node: NodeId) -> Range<usize> {
        self.before[node.index()] as usize..self.before[self.content.tree().end(node).index()] as usize
    }
}
