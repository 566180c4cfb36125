//! What is one thing to a reader is read as one leaf: a paragraph with links and emphasis in it ("our system detects
//! free-text leaf nodes and does not process them any further"), and a data table, whose labels are known already.

use std::ops::Range;

use page::{NodeId, NodeKind};

use super::ranks::marked_level;
use crate::content::Content;
use crate::tables::Table;

/// This share of a paragraph's text stands outside of links and emphasis.
const PLAIN_SHARE: f64 = 0.5;

/// Only so many elements around a leaf are looked at. In lines made by people there are three or four.
const MAX_LEVELS: usize = 8;

/// What is done beside reading paragraphs and tables as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) drops_marks: bool,
    pub(super) joins_headings: bool,
}

/// The same content with each paragraph and each of these tables as one leaf, and the segments counted in these leaves.
/// What goes over the end of a segment stays as it is. Signs between the parts of a line, and pictures without words,
/// head nothing and say nothing: they may be dropped. A marked heading may be one leaf too, with all that is in it.
pub(super) fn read_as_one<'page>(
    content: &Content<'page>,
    segments: &[Range<usize>],
    tables: &[&Table],
    Reading { drops_marks, joins_headings }: Reading,
) -> (Content<'page>, Vec<Range<usize>>) {
    let tables: Vec<NodeId> = tables.iter().map(|table| table.node).collect();
    let starts = content.line_starts();
    let mut leaves: Vec<NodeId> = Vec::with_capacity(content.leaves().len());
    let mut counted = Vec::with_capacity(segments.len());
    for segment in segments {
        let start = leaves.len();
        let mut leaf = segment.start;
        while leaf < segment.end {
            let fits = |(_, range): &(NodeId, Range<usize>)| range.end <= segment.end;
            let whole = table_from(content, &tables, leaf)
                .filter(fits)
                .or_else(|| heading_from(content, leaf).filter(|_| joins_headings).filter(fits))
                .or_else(|| paragraph_from(content, &starts, leaf).filter(fits));
            let next = whole.as_ref().map_or(leaf + 1, |(_, range)| range.end);
            if whole.is_some() || !drops_marks || !is_decoration(content, &starts, leaf) {
                leaves.push(whole.map_or(content.leaves()[leaf], |(node, _)| node));
            }
            leaf = next;
        }
        if start < leaves.len() {
            counted.push(start..leaves.len());
        }
    }
    (Content::with_leaves(content.page, leaves), counted)
}

/// Whether a leaf only sets others apart: a picture without words, or signs beside others in a line.
fn is_decoration(content: &Content<'_>, starts: &[bool], leaf: usize) -> bool {
    let tree = content.tree();
    let node = content.leaves()[leaf];
    if tree.kind(node) != NodeKind::Text {
        return tree.name(node) == "img" && content.text(leaf).is_empty();
    }
    let is_alone = starts[leaf] && starts.get(leaf + 1).is_none_or(|&starts| starts);
    !is_alone && !tree.text(node).contains(char::is_alphanumeric)
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

/// The marked heading that begins with this leaf, if it has several and nothing but words.
fn heading_from(content: &Content<'_>, leaf: usize) -> Option<(NodeId, Range<usize>)> {
    let tree = content.tree();
    let begun = tree.ancestors(content.leaves()[leaf]).take(MAX_LEVELS);
    let mut begun = begun.take_while(|&element| content.below(element).start == leaf);
    let heading = begun.find(|&element| marked_level(tree, element).is_some())?;
    let leaves = content.below(heading);
    let is_words = |leaf: usize| tree.kind(content.leaves()[leaf]) == NodeKind::Text;
    (leaves.len() > 1 && leaves.clone().all(is_words)).then_some((heading, leaves))
}

/// The largest element that begins with this leaf and is a paragraph of several leaves.
fn paragraph_from(content: &Content<'_>, starts: &[bool], leaf: usize) -> Option<(NodeId, Range<usize>)> {
    let tree = content.tree();
    let mut largest = None;
    for element in tree.ancestors(content.leaves()[leaf]).take(MAX_LEVELS) {
        let range = content.below(element);
        if range.start != leaf {
            break;
        }
        if range.len() > 1 && is_paragraph(content, starts, element, range.clone()) {
            largest = Some((element, range));
        }
        if !content.is_inline(element) {
            break;
        }
    }
    largest
}

/// Whether the leaves of an element are one line of words, most of them its own, and none a label with a colon.
fn is_paragraph(content: &Content<'_>, starts: &[bool], element: NodeId, range: Range<usize>) -> bool {
    let tree = content.tree();
    let (mut length, mut plain, mut has_plain_word) = (0, 0, false);
    for leaf in range.clone() {
        let node = content.leaves()[leaf];
        let text = tree.text(node).trim();
        let is_label = text.ends_with([':', '：']) && leaf + 1 < range.end;
        if tree.kind(node) != NodeKind::Text || is_label || (leaf > range.start && starts[leaf]) {
            return false;
        }
        length += text.len();
        if tree.parent(node) == Some(element) {
            plain += text.len();
            has_plain_word |= text.contains(char::is_alphanumeric);
        }
    }
    has_plain_word && plain as f64 >= PLAIN_SHARE * length as f64
}
