//! What is one thing to a reader is read as one leaf: a paragraph with links and emphasis in it ("our system detects
//! free-text leaf nodes and does not process them any further"), and a data table, whose labels are known already.

use std::ops::Range;

use page::{NodeId, NodeKind, Tree};

use crate::content::Content;

/// A paragraph has this many letters at least, and this share of them outside of links and emphasis.
const LETTERS: usize = 80;
const PLAIN_SHARE: f64 = 0.5;

/// The same content with each paragraph and each of these tables as one leaf, and the segments counted in these leaves.
/// What goes over the end of a segment stays as it is.
pub(super) fn read_as_one<'page>(
    content: &Content<'page>,
    segments: &[Range<usize>],
    tables: &[NodeId],
) -> (Content<'page>, Vec<Range<usize>>) {
    let mut leaves: Vec<NodeId> = Vec::with_capacity(content.leaves().len());
    let mut counted = Vec::with_capacity(segments.len());
    for segment in segments {
        let start = leaves.len();
        let mut leaf = segment.start;
        while leaf < segment.end {
            let fits = |(_, range): &(NodeId, Range<usize>)| range.end <= segment.end;
            let whole =
                table_from(content, tables, leaf).filter(fits).or_else(|| paragraph_from(content, leaf).filter(fits));
            let (node, next) = whole.map_or((content.leaves()[leaf], leaf + 1), |(node, range)| (node, range.end));
            leaves.push(node);
            leaf = next;
        }
        counted.push(start..leaves.len());
    }
    (Content::with_leaves(content.page, leaves), counted)
}

/// The outermost table that begins with this leaf.
fn table_from(content: &Content<'_>, tables: &[NodeId], leaf: usize) -> Option<(NodeId, Range<usize>)> {
    let node = content.leaves()[leaf];
    let previous = leaf.checked_sub(1).map(|previous| content.leaves()[previous]);
    let from = tables.partition_point(|&table| previous.is_some_and(|previous| table <= previous));
    let mut near = tables[from..].iter().take_while(|&&table| table <= node);
    let table = near.find(|&&table| content.tree().contains(table, node))?;
    Some((*table, content.below(*table)))
}

/// The block that begins with this leaf, if it is a paragraph of several leaves.
fn paragraph_from(content: &Content<'_>, leaf: usize) -> Option<(NodeId, Range<usize>)> {
    let tree = content.tree();
    let block = tree.ancestors(content.leaves()[leaf]).find(|&element| !content.is_inline(element))?;
    let range = content.below(block);
    (range.start == leaf && range.len() > 1 && is_paragraph(content, block, range.clone())).then_some((block, range))
}

fn is_paragraph(content: &Content<'_>, block: NodeId, range: Range<usize>) -> bool {
    let tree = content.tree();
    let (mut letters, mut plain) = (0, 0);
    for leaf in range {
        let node = content.leaves()[leaf];
        if tree.kind(node) != NodeKind::Text {
            return false;
        }
        let length = tree.text(node).trim().chars().count();
        letters += length;
        plain += if tree.parent(node) == Some(block) { length } else { 0 };
    }
    letters >= LETTERS && plain as f64 >= PLAIN_SHARE * letters as f64 && is_one_line(content, tree, block)
}

/// Whether nothing below a block starts a new line.
fn is_one_line(content: &Content<'_>, tree: &Tree, block: NodeId) -> bool {
    let mut below = tree.descendants(block).filter(|&node| tree.kind(node) == NodeKind::Element);
    below.all(|element| tree.name(element) != "br" && content.is_inline(element))
}
