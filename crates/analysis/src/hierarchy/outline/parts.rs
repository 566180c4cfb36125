//! What an element holds, as a reader sees it: lines and blocks, lists and their items, rows of boxes that are alike,
//! what is indented below a line.

use std::ops::Range;

use page::{Display, NodeId, NodeKind, Style, TextAlign};

use super::{Outliner, Scope};
use crate::content::Content;
use crate::hierarchy::ranks::{Rank, TERM, marked_level};

/// What stands so many widths of a letter further right is indented: what browsers set descriptions in by is two and a
/// half.
const INDENT: f32 = 1.5;

/// Only so many elements around an item's first words are looked at for the mark of a heading.
const MARK_LEVELS: usize = 4;

/// What an element holds: lines, and blocks of more than a line.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) node: NodeId,
    pub(super) leaves: Range<usize>,
    pub(super) is_line: bool,
}

/// For each leaf whether it begins a line: since the leaf before it, a box or a line break came.
pub(super) fn line_starts(content: &Content<'_>) -> Vec<bool> {
    let (tree, leaves) = (content.tree(), content.leaves());
    let divides = |&id: &NodeId| {
        tree.kind(id) == NodeKind::Element
            && (matches!(tree.name(id), "br" | "hr") || !content.is_inline(id) && !content.is_removed(id))
    };
    let begins = |leaf: usize| {
        let Some(before) = leaf.checked_sub(1).map(|before| leaves[before]) else { return true };
        let node = leaves[leaf];
        let begun = tree.end(before).index()..node.index();
        let mut ended = tree.ancestors(before).take_while(|&above| !tree.contains(above, node));
        divides(&before)
            || divides(&node)
            || ended.any(|id| divides(&id))
            || begun.map(NodeId::from_index).any(|id| divides(&id))
    };
    (0..leaves.len()).map(begins).collect()
}

impl Outliner<'_> {
    /// The lines and blocks of an element.
    pub(super) fn parts(&self, element: NodeId, leaves: &Range<usize>) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut next = leaves.start;
        for child in self.tree().children(element) {
            if next >= leaves.end {
                break;
            }
            let own = self.content.below(child);
            if own.is_empty() {
                continue;
            }
            next = own.end;
            let is_line = !self.starts[own.start + 1..own.end].contains(&true);
            match parts.last_mut() {
                Some(line) if is_line && line.is_line && !self.starts[own.start] => line.leaves.end = own.end,
                _ => parts.push(Part { node: child, leaves: own, is_line }),
            }
        }
        parts
    }

    /// Whether what an element holds heads nothing outside of it.
    pub(super) fn is_bounded(&self, element: NodeId) -> bool {
        self.is_item(element) || self.is_area(element) || is_frame(self.tree().name(element))
    }

    /// Whether an element is an item of a list, by markup or by its marker.
    pub(super) fn is_item(&self, element: NodeId) -> bool {
        let tree = self.tree();
        let layout = self.content.layout();
        let has_marker =
            || layout.and_then(|layout| layout.style(element)).is_some_and(|style| style.display == Display::ListItem);
        tree.name(element) == "li" || tree.attr(element, "role") == Some("listitem") || has_marker()
    }

    /// Whether an element is a list: most of what it holds are items.
    pub(super) fn is_list(&self, element: NodeId, parts: &[Part]) -> bool {
        let items = parts.iter().filter(|part| self.is_item(part.node)).count();
        let is_marked = matches!(self.tree().name(element), "ul" | "ol" | "menu") && items > 0;
        // An item that is nothing but a heading heads the items behind it, unless all are so.
        let is_head = |part: &&Part| part.is_line && self.has_marked_heading(&part.leaves);
        let heads = parts.iter().filter(is_head).count();
        (is_marked || 2 * items > parts.len()) && (heads == 0 || heads == items)
    }

    fn has_marked_heading(&self, leaves: &Range<usize>) -> bool {
        let first = self.content.leaves()[leaves.start];
        let mut around = std::iter::once(first).chain(self.tree().ancestors(first)).take(MARK_LEVELS);
        self.ranks[leaves.start].is_some() && around.any(|node| marked_level(self.tree(), node).is_some())
    }

    /// How many of the next parts look alike, and whether they are things of one kind: items of one list, or boxes that
    /// have a heading each, all of the same rank, or none.
    pub(super) fn alike(&self, parts: &[Part], is_list: bool) -> (usize, bool) {
        let first = &parts[0];
        if is_list && self.is_item(first.node) {
            return (parts.iter().take_while(|part| self.is_item(part.node)).count(), true);
        }
        if first.is_line || self.is_bounded(first.node) {
            return (1, false);
        }
        let look = |part: &Part| (self.tree().name(part.node), self.tree().attr(part.node, "class"));
        let run = parts.iter().take_while(|part| !part.is_line && look(part) == look(first)).count();
        let rank = self.top_of(&first.leaves);
        (run, run > 1 && parts[1..run].iter().all(|part| self.top_of(&part.leaves) == rank))
    }

    /// The rank of the first line of a block of lines, if it is set as a heading but not marked as one: it heads these
    /// lines.
    pub(super) fn run_in(&self, part: &Part) -> Option<Rank> {
        let rank = self.ranks[part.leaves.start].filter(|_| !self.has_marked_heading(&part.leaves))?;
        let lines = self.parts(part.node, &part.leaves);
        (lines.len() > 1 && lines.iter().all(|line| line.is_line && self.content.is_inline(line.node))).then_some(rank)
    }

    /// Whether a box has a colour of its own and only headings that stand below the open one: a note in the text. What
    /// comes behind it is no part of it.
    pub(super) fn is_set_apart(&self, part: &Part, scope: &Scope) -> bool {
        let color = |node| self.content.layout()?.style(node).map(|style| style.background);
        let own = color(part.node).filter(|color| !color.is_transparent());
        let mut around = self.tree().ancestors(part.node).filter_map(color);
        let is_below = |&(open, _): &(Rank, usize)| self.top_of(&part.leaves).is_some_and(|top| top > open);
        own.is_some() && scope.open.last().is_some_and(is_below) && around.find(|color| !color.is_transparent()) != own
    }

    /// The highest rank among some leaves, but for that of terms.
    pub(super) fn top_of(&self, leaves: &Range<usize>) -> Option<Rank> {
        self.ranks[leaves.clone()].iter().flatten().filter(|&&rank| rank > TERM).min().copied()
    }

    /// Whether a part stands below a line and is plainly indented against it, as descriptions are below their terms.
    pub(super) fn is_indented(&self, part: &Part, line: &Part) -> bool {
        let content = self.content;
        let place = |leaf: usize| content.rect(content.leaves()[leaf]).zip(Some(content.style(leaf)));
        let is_box = matches!(self.tree().name(part.node), "div" | "p" | "dd" | "section");
        let Some(((upper, head), (lower, body))) = place(line.leaves.start).zip(place(part.leaves.start)) else {
            return false;
        };
        let is_left = |style: &Style| !matches!(style.text_align, TextAlign::Center | TextAlign::Right);
        // Lists are indented too, but belong to no line in particular.
        let first = content.leaves()[part.leaves.start];
        let mut around = self.tree().ancestors(first).take_while(|&above| self.tree().contains(part.node, above));
        is_box
            && !around.any(|element| self.is_item(element))
            && self.ranks[part.leaves.start].is_none()
            && is_left(&head)
            && is_left(&body)
            && lower.y + 1.0 >= upper.bottom()
            && lower.x >= upper.x + INDENT * head.font_size
    }
}

/// Elements whose content is by itself.
fn is_frame(name: &str) -> bool {
    matches!(name, "details" | "fieldset" | "figure" | "dl" | "blockquote")
}
