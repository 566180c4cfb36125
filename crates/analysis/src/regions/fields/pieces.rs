//! What a record says, piece by piece: a text, a link, an image.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use page::{NodeId, NodeKind, Tree, is_inline_element};
use rustc_hash::FxHasher;

use super::super::looks::Looks;
use super::labels::{ends_in_colon, label};
use super::texts::{Texts, is_formatting};
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
    /// So many bytes of that merely introduce the rest.
    pub(super) lead: usize,
    /// The first leaf that is no introduction.
    pub(super) main: usize,
    /// What kind of value that is.
    pub(super) kind: ValueKind,
    /// Whether nothing stands before it in its line.
    pub(super) begins_line: bool,
    /// Whether it is part of a heading.
    pub(super) in_heading: bool,
    /// Whether its words are struck through.
    pub(super) is_struck: bool,
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

/// The pieces of each record, in order, without marks that merely divide them.
pub(super) fn pieces(content: &Content<'_>, looks: &Looks, records: &[Range<usize>]) -> Vec<Vec<Piece>> {
    let texts = Texts::new(content, looks, records);
    let of_record = |record: &Range<usize>| {
        let maker = Maker::new(content, looks, &texts, record);
        let mut pieces: Vec<Piece> = Vec::new();
        for text in texts.of_record(record) {
            let mut next = maker.piece(text);
            let before = pieces.last().filter(|before| ends_in_colon(&before.text));
            next.label = next.label.or(before.and_then(|before| before.label));
            pieces.push(next);
        }
        without_dividers(pieces)
    };
    records.iter().map(of_record).collect()
}

/// Drops what merely divides other pieces of its line.
fn without_dividers(pieces: Vec<Piece>) -> Vec<Piece> {
    let count = pieces.len();
    let is_kept = |&(number, ref piece): &(usize, Piece)| {
        let is_inner = number > 0 && number + 1 < count && !piece.begins_line;
        !(is_inner && piece.is_divider())
    };
    pieces.into_iter().enumerate().filter(is_kept).map(|(_, piece)| piece).collect()
}

/// What the pieces of a record are made from.
struct Maker<'a> {
    content: &'a Content<'a>,
    looks: &'a Looks,
    texts: &'a Texts<'a>,
    record: &'a Range<usize>,
    /// The lowest node that holds the record.
    top: NodeId,
    /// The left edge of the record.
    left: f32,
}

impl<'a> Maker<'a> {
    fn new(content: &'a Content<'a>, looks: &'a Looks, texts: &'a Texts<'a>, record: &'a Range<usize>) -> Maker<'a> {
        let rects = record.clone().filter_map(|leaf| content.rect(content.leaves()[leaf]));
        let left = rects.map(|rect| rect.x).reduce(f32::min).unwrap_or(0.0);
        Maker { content, looks, texts, record, top: content.common_node(record), left }
    }

    fn piece(&self, leaves: Range<usize>) -> Piece {
        let (content, tree) = (self.content, self.content.tree());
        let begins_line = self.texts.begins_line(self.record, leaves.start);
        let main = leaves.start + self.texts.introduction(&leaves);
        let node = content.leaves()[main];
        let sort = self.sort(main);
        let text = content.texts(leaves.clone());
        let lead = text.len() - content.texts(main..leaves.end).len();
        // What a search engine marks at the beginning of a text does not make it another field.
        let base = tree.ancestors(node).find(|&element| !is_formatting(tree, element)).unwrap_or(node);
        let (place, tags) = place(tree, self.top, if sort == Sort::Image { node } else { base });
        let x = content.rect(node).map_or(0.0, |rect| rect.x - self.left);
        let around = || tree.ancestors(node).take_while(|&element| element != self.top).take(MAX_STEPS);
        let block = around().find(|&element| !content.is_inline(element)).map(|element| tree.name(element));
        let is_time = around().any(|element| tree.name(element) == "time");
        Piece {
            sort,
            in_heading: around().any(|element| matches!(tree.name(element), "h1" | "h2" | "h3" | "h4" | "h5" | "h6")),
            is_struck: around().any(|element| is_striking(tree, element)),
            in_item: block.is_some_and(|name| matches!(name, "li" | "dd") || is_inline_element(name)),
            kind: if is_time { ValueKind::Date } else { ValueKind::of(&text[lead..]) },
            label: label(&text).map(hash),
            text,
            lead,
            begins_line,
            place,
            tags,
            class: self.looks.element_class[base.index()],
            letters: letters(content, base),
            left: x.round() as i32,
            main,
            leaves,
        }
    }

    fn sort(&self, leaf: usize) -> Sort {
        let (tree, node) = (self.content.tree(), self.content.leaves()[leaf]);
        match (tree.kind(node), tree.name(node)) {
            (NodeKind::Text, _) if self.looks.is_link[leaf] => Sort::Link,
            (NodeKind::Text, _) => Sort::Text,
            (_, "img") => Sort::Image,
            _ => Sort::Control,
        }
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Whether an element shows its words struck through, as prices are that hold no longer.
fn is_striking(tree: &Tree, element: NodeId) -> bool {
    matches!(tree.name(element), "del" | "s" | "strike")
        || tree.attr(element, "style").is_some_and(|style| style.contains("line-through"))
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
