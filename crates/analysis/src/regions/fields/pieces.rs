//! What a record says, piece by piece: a text, a link, an image. Words that are merely highlighted belong to the text
//! around them.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use page::{NodeId, NodeKind, Tree, is_inline_element};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::super::looks::Looks;
use super::labels::{ends_in_colon, label};
use crate::content::Content;
use crate::kinds::{Family, ValueKind};

/// At most this many steps up from a piece, and this many siblings beside each step, tell its place.
const MAX_STEPS: usize = 12;
const MAX_SIBLINGS: usize = 64;

/// What a piece is, seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sort {
    /// Words.
    Text,
    /// Words that lead elsewhere.
    Link,
    /// A picture.
    Image,
    /// A button, a box to fill in.
    Control,
}

/// A piece of a record.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its leaves.
    pub(super) leaves: Range<usize>,
    /// What it is.
    pub(super) sort: Sort,
    /// What it says.
    pub(super) text: String,
    /// What kind of value that is.
    pub(super) kind: ValueKind,
    /// Whether nothing stands before it in its line.
    pub(super) begins_line: bool,
    /// Whether it is part of a heading.
    pub(super) in_heading: bool,
    /// Whether it stands in an item of a list, in one of several descriptions, or in a box within a line.
    in_item: bool,
    /// The label that it is, begins with or stands behind, as a number.
    label: Option<u64>,
    /// The tags and their numbers from the record down.
    place: u64,
    /// The tags from the record down.
    tags: u64,
    /// The class it stands in, and the tags below.
    class: u32,
    /// How its letters are shown.
    letters: u64,
    /// Its left edge, measured from the record's.
    left: i32,
}

/// The pieces of each record, in order.
pub(super) fn pieces(content: &Content<'_>, looks: &Looks, records: &[Range<usize>]) -> Vec<Vec<Piece>> {
    let starts: Vec<Vec<bool>> = records.iter().map(|record| line_starts(content, record)).collect();
    let highlights = highlights(content, looks, records, &starts);
    let of_record = |(record, starts): (&Range<usize>, &Vec<bool>)| {
        let top = content.common_node(record);
        let rects = record.clone().filter_map(|leaf| content.rect(content.leaves()[leaf]));
        let left = rects.map(|rect| rect.x).reduce(f32::min).unwrap_or(0.0);
        let mut pieces = Vec::new();
        let mut start = record.start;
        for end in record.start + 1..=record.end {
            let goes_on =
                end < record.end && !starts[end - record.start] && is_one_text(content, looks, &highlights, end);
            if !goes_on {
                let mut next = piece(content, looks, top, left, start..end, starts[start - record.start]);
                let before = pieces.last().filter(|before: &&Piece| ends_in_colon(&before.text));
                next.label = next.label.or(before.and_then(|before| before.label));
                pieces.push(next);
                start = end;
            }
        }
        pieces
    };
    records.iter().zip(&starts).map(of_record).collect()
}

fn line_starts(content: &Content<'_>, record: &Range<usize>) -> Vec<bool> {
    record.clone().map(|leaf| leaf == record.start || content.begins_line(content.leaves()[leaf])).collect()
}

fn piece(
    content: &Content<'_>,
    looks: &Looks,
    top: NodeId,
    left: f32,
    leaves: Range<usize>,
    begins_line: bool,
) -> Piece {
    let tree = content.tree();
    let node = content.leaves()[leaves.start];
    let sort = match (tree.kind(node), tree.name(node)) {
        (NodeKind::Text, _) if looks.is_link[leaves.start] => Sort::Link,
        (NodeKind::Text, _) => Sort::Text,
        (_, "img") => Sort::Image,
        _ => Sort::Control,
    };
    let text = content.texts(leaves.clone());
    // What a search engine marks at the beginning of a text does not make it another field.
    let base = tree.ancestors(node).find(|&element| !is_formatting(tree, element)).unwrap_or(node);
    let own_label = label(&text).map(|label| {
        let mut hasher = FxHasher::default();
        label.hash(&mut hasher);
        hasher.finish()
    });
    let (place, tags) = place(tree, top, if sort == Sort::Image { node } else { base });
    let x = content.rect(node).map_or(0.0, |rect| rect.x - left);
    let around = || tree.ancestors(node).take_while(|&element| element != top).take(MAX_STEPS);
    let block = around().find(|&element| !content.is_inline(element)).map(|element| tree.name(element));
    let is_time = around().any(|element| tree.name(element) == "time");
    Piece {
        sort,
        in_heading: around().any(|element| matches!(tree.name(element), "h1" | "h2" | "h3" | "h4" | "h5" | "h6")),
        in_item: block.is_some_and(|name| matches!(name, "li" | "dd") || is_inline_element(name)),
        kind: if is_time { ValueKind::Date } else { ValueKind::of(&text) },
        text,
        begins_line,
        label: own_label,
        place,
        tags,
        class: looks.element_class[base.index()],
        letters: letters(content, base),
        left: x.round() as i32,
        leaves,
    }
}

/// Whether a leaf goes on with the text of the leaf before it: only formatting lies between them, or nothing at all.
fn is_one_text(content: &Content<'_>, looks: &Looks, highlights: &FxHashSet<u32>, leaf: usize) -> bool {
    let tree = content.tree();
    let (before, node) = (content.leaves()[leaf - 1], content.leaves()[leaf]);
    if tree.kind(before) != NodeKind::Text || tree.kind(node) != NodeKind::Text {
        return false;
    }
    let common = tree.lca(before, node);
    let is_within = |leaf: usize, node: NodeId| {
        highlights.contains(&looks.class[leaf])
            || tree.ancestors(node).take_while(|&element| element != common).all(|element| is_formatting(tree, element))
    };
    if is_within(leaf - 1, before) && is_within(leaf, node) {
        return true;
    }
    // Parts of one word, as the currency and the amount of a price.
    let is_word = |node: NodeId| !tree.text(node).trim().contains(char::is_whitespace);
    looks.is_link[leaf] == looks.is_link[leaf - 1]
        && is_word(before)
        && is_word(node)
        && content.is_joined(before, node)
}

/// Elements that only change how words look.
fn is_formatting(tree: &Tree, element: NodeId) -> bool {
    match tree.name(element) {
        "b" | "strong" | "em" | "i" | "u" | "mark" | "sup" | "sub" | "wbr" | "nobr" | "q" | "bdi" | "bdo" => true,
        "span" | "font" | "small" | "big" => tree.attr(element, "class").is_none(),
        _ => false,
    }
}

/// The classes of words that are marked within running text, as search engines mark what was searched for: often enough
/// there are words of the same text on both sides.
fn highlights(content: &Content<'_>, looks: &Looks, records: &[Range<usize>], starts: &[Vec<bool>]) -> FxHashSet<u32> {
    let tree = content.tree();
    let mut met: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    for (record, starts) in records.iter().zip(starts) {
        for leaf in record.clone() {
            let node = content.leaves()[leaf];
            let Some(inline) = tree.parent(node).filter(|&parent| content.is_inline(parent)) else { continue };
            let is_beside = |other: usize| {
                let beside = content.leaves()[other];
                tree.parent(beside) == tree.parent(inline)
                    && tree.kind(beside) == NodeKind::Text
                    && tree.text(beside).split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count()
                        > 1
            };
            let follows = leaf > record.start && !starts[leaf - record.start] && is_beside(leaf - 1);
            let is_followed = leaf + 1 < record.end && !starts[leaf + 1 - record.start] && is_beside(leaf + 1);
            let (all, between) = met.entry(looks.class[leaf]).or_default();
            *all += 1;
            *between += u32::from(follows && is_followed && !looks.is_link[leaf]);
        }
    }
    met.into_iter()
        .filter(|&(_, (all, between))| between > 0 && 10 * between >= 3 * all)
        .map(|(class, _)| class)
        .collect()
}

/// How the letters of an element are shown, as a number.
fn letters(content: &Content<'_>, element: NodeId) -> u64 {
    let mut hasher = FxHasher::default();
    if let Some(style) = content.layout().and_then(|layout| layout.style(element)) {
        (style.font_size.to_bits(), style.is_bold(), style.italic, style.color).hash(&mut hasher);
    }
    hasher.finish()
}

fn place(tree: &Tree, top: NodeId, node: NodeId) -> (u64, u64) {
    let (mut place, mut tags) = (FxHasher::default(), FxHasher::default());
    let steps = std::iter::once(node).chain(tree.ancestors(node)).take_while(|&step| step != top).take(MAX_STEPS);
    for step in steps {
        let name = tree.name(step);
        let mut number = 0;
        let before = std::iter::successors(tree.previous_sibling(step), |&sibling| tree.previous_sibling(sibling));
        for other in before.take(MAX_SIBLINGS) {
            number += u32::from(tree.kind(other) == tree.kind(step) && tree.name(other) == name);
        }
        name.hash(&mut tags);
        (name, number).hash(&mut place);
    }
    (place.finish(), tags.finish())
}

impl Piece {
    /// What kind of value it is, coarsely.
    pub(super) fn family(&self) -> Family {
        self.kind.family()
    }

    /// How much speaks for two pieces being the same field.
    pub(super) fn similarity(&self, other: &Piece) -> f32 {
        let is_seen = |sort: Sort| matches!(sort, Sort::Image | Sort::Control);
        if self.sort != other.sort && (is_seen(self.sort) || is_seen(other.sort)) {
            return 0.0;
        }
        let labels = match (self.label, other.label) {
            (Some(one), Some(other)) if one == other => 2.0,
            (Some(_), Some(_)) => -3.0,
            _ => 0.0,
        };
        let when = |holds: bool, score: f32| if holds { score } else { 0.0 };
        when(self.place == other.place, 2.0)
            + when(self.tags == other.tags, 1.5)
            + when(self.class == other.class, 2.0)
            + when(self.letters == other.letters, 1.0)
            + when(self.sort == other.sort, 0.5)
            + when(self.family() == other.family(), 1.0)
            + when((self.left - other.left).abs() <= 3, 0.5)
            + when(self.text == other.text && !self.text.is_empty(), 1.0)
            + labels
    }

    /// The same number for pieces that are the same field beyond doubt, if all around them agree too.
    pub(super) fn shape(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (self.place, self.sort, self.class, self.letters, self.label).hash(&mut hasher);
        hasher.finish()
    }

    /// What [`Piece::similarity`] says at the least of two pieces in the same place.
    pub(super) fn same_place(&self, other: &Piece) -> f32 {
        if self.shape() == other.shape() { 5.0 } else { 0.0 }
    }

    /// Whether it may be one more of what the piece before it is: both are shown alike, in boxes of the same tags and
    /// class, in one line or as items of a list.
    pub(super) fn repeats(&self, before: &Piece) -> bool {
        (!self.begins_line || self.in_item && before.in_item)
            && matches!(self.sort, Sort::Text | Sort::Link)
            && self.sort == before.sort
            && self.tags == before.tags
            && self.class == before.class
            && self.letters == before.letters
    }

    /// Whether it merely divides what stands beside it in the line.
    pub(super) fn is_divider(&self) -> bool {
        self.sort == Sort::Text && self.text.chars().count() <= 2 && !self.text.contains(char::is_alphanumeric)
    }
}
