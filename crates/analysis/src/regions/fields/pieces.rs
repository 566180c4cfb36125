//! What a record says, piece by piece: a text, a link, an image.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use page::{NodeId, NodeKind, Tree, is_inline_element};
use rustc_hash::{FxHashMap, FxHasher};

use super::super::looks::Looks;
use super::labels::{ends_in_colon, label};
use super::texts::{Texts, is_formatting, is_mark};
use crate::content::Content;
use crate::kinds::{Family, ValueKind};

/// At most this many steps up from a piece, and this many siblings beside each step, tell its place.
const MAX_STEPS: usize = 12;
const MAX_SIBLINGS: usize = 64;
/// A day, with the time and a word or two.
const MAX_DATED: usize = 40;
/// A text that is longer runs on as paragraphs do.
const PARAGRAPH: usize = 60;
/// A box with so many paragraphs or breaks of lines holds running text.
const MIN_PARAGRAPHS: usize = 2;

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

/// How a piece is bound to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Introduces {
    /// Not at all.
    Nothing,
    /// They are alone in a box, so it may say what the other is.
    Perhaps,
    /// It is the term or the header, the other the description or the cell.
    Surely,
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
    /// Whether the markup, or a box around the two alone, says that it introduces the next one.
    pub(super) introduces: Introduces,
    /// The running text that it is a paragraph of.
    running: Option<NodeId>,
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
            if let Some(before) = pieces.last_mut() {
                before.introduces = maker.introduces(before, &next);
                next.label = next.label.or(before.label.filter(|_| ends_in_colon(&before.text)));
            }
            pieces.push(next);
        }
        without_dividers(pieces)
    };
    let mut records: Vec<Vec<Piece>> = records.iter().map(of_record).collect();
    label_by_terms(&mut records);
    records
}

/// A term that several records have is the label of what it introduces; one that only one has is what that is about.
fn label_by_terms(records: &mut [Vec<Piece>]) {
    let is_term = |piece: &Piece| piece.introduces == Introduces::Surely;
    let mut times: FxHashMap<u64, usize> = FxHashMap::default();
    for piece in records.iter().flatten().filter(|piece| is_term(piece)) {
        *times.entry(hash(&piece.text)).or_default() += 1;
    }
    for pieces in records {
        for next in 1..pieces.len() {
            let term = hash(&pieces[next - 1].text);
            if is_term(&pieces[next - 1]) && times[&term] > 1 {
                pieces[next - 1].label = Some(term);
                pieces[next].label.get_or_insert(term);
            }
        }
    }
}

/// Drops what merely divides other pieces of its line.
fn without_dividers(pieces: Vec<Piece>) -> Vec<Piece> {
    let count = pieces.len();
    let is_kept = |&(number, ref piece): &(usize, Piece)| {
        let is_inner = number > 0 && number + 1 < count && !piece.begins_line;
        !(is_inner && piece.is_divider() || piece.is_mark())
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
    /// The boxes that hold running text.
    running: Vec<NodeId>,
}

/// What the elements around a leaf say.
#[derive(Default)]
struct Around<'a> {
    in_heading: bool,
    is_time: bool,
    is_struck: bool,
    /// The name of the nearest box.
    block: Option<&'a str>,
    /// The outermost box of running text.
    running: Option<NodeId>,
}

/// The boxes below a node that hold running text: paragraphs, or lines that their author broke.
fn running(tree: &Tree, top: NodeId) -> Vec<NodeId> {
    let mut counts: FxHashMap<NodeId, [usize; 2]> = FxHashMap::default();
    for node in tree.descendants(top) {
        let sort = match tree.name(node) {
            "p" => 0,
            "br" => 1,
            _ => continue,
        };
        let Some(parent) = tree.parent(node).filter(|&parent| parent != top) else { continue };
        counts.entry(parent).or_default()[sort] += 1;
    }
    let holds_text = |(_, count): &(NodeId, [usize; 2])| count.iter().any(|&count| count >= MIN_PARAGRAPHS);
    counts.into_iter().filter(holds_text).map(|(parent, _)| parent).collect()
}

impl<'a> Maker<'a> {
    fn new(content: &'a Content<'a>, looks: &'a Looks, texts: &'a Texts<'a>, record: &'a Range<usize>) -> Maker<'a> {
        let rects = record.clone().filter_map(|leaf| content.rect(content.leaves()[leaf]));
        let left = rects.map(|rect| rect.x).reduce(f32::min).unwrap_or(0.0);
        let top = content.common_node(record);
        Maker { content, looks, texts, record, top, left, running: running(content.tree(), top) }
    }

    fn piece(&self, leaves: Range<usize>) -> Piece {
        let (content, tree) = (self.content, self.content.tree());
        let begins_line = self.texts.begins_line(self.record, leaves.start);
        let main = leaves.start + self.texts.introduction(&leaves);
        let node = content.leaves()[main];
        let sort = self.sort(main);
        let text = content.texts(leaves.clone());
        let lead = if main == leaves.start { 0 } else { text.len() - content.texts(main..leaves.end).len() };
        // What a search engine marks at the beginning of a text does not make it another field.
        let base = tree.ancestors(node).find(|&element| !is_formatting(tree, element)).unwrap_or(node);
        let (place, tags) = place(tree, self.top, if sort == Sort::Image { node } else { base });
        let x = content.rect(node).map_or(0.0, |rect| rect.x - self.left);
        let around = self.around(node);
        Piece {
            sort,
            in_heading: around.in_heading,
            is_struck: around.is_struck,
            in_item: around.block.is_some_and(|name| matches!(name, "li" | "dd") || is_inline_element(name)),
            introduces: Introduces::Nothing,
            running: around.running,
            kind: if around.is_time { ValueKind::Date } else { ValueKind::of(&text[lead..]) },
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

    /// What the elements around a leaf say, up to the record.
    fn around(&self, leaf: NodeId) -> Around<'a> {
        let tree = self.content.tree();
        let mut around = Around::default();
        for element in tree.ancestors(leaf).take_while(|&element| element != self.top).take(MAX_STEPS) {
            let name = tree.name(element);
            around.in_heading |= matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
            around.is_time |= name == "time";
            around.is_struck |= is_striking(tree, element);
            if around.block.is_none() && !self.content.is_inline(element) {
                around.block = Some(name);
            }
            if self.running.contains(&element) {
                around.running = Some(element);
            }
        }
        around
    }

    /// Whether the first of two pieces says what the second one is.
    fn introduces(&self, first: &Piece, second: &Piece) -> Introduces {
        let (content, tree) = (self.content, self.content.tree());
        let is_in = |piece: &Piece, names: &[&str]| {
            let around = tree.ancestors(content.leaves()[piece.main]).take_while(|&element| element != self.top);
            around.take(MAX_STEPS).any(|element| names.contains(&tree.name(element)))
        };
        let is_pair =
            |one: &str, other: &str| is_in(first, &[one]) && !is_in(second, &[one]) && is_in(second, &[other]);
        if is_pair("dt", "dd") || is_pair("th", "td") {
            return Introduces::Surely;
        }
        let both = first.leaves.start..second.leaves.end;
        let is_short = first.text.chars().count() < PARAGRAPH;
        let is_apart = is_short && both != *self.record && content.below(content.common_node(&both)) == both;
        if is_apart { Introduces::Perhaps } else { Introduces::Nothing }
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
        self.is_paragraph_behind(before) || self.is_alike_behind(before)
    }

    /// Whether both are paragraphs of one running text.
    fn is_paragraph_behind(&self, before: &Piece) -> bool {
        let is_long = |piece: &Piece| piece.text.chars().count() >= PARAGRAPH;
        self.running.is_some()
            && self.running == before.running
            && (is_long(self) || is_long(before))
            && [self, before].iter().all(|piece| piece.sort == Sort::Text && piece.introduces == Introduces::Nothing)
            && self.letters == before.letters
            && self.class == before.class
    }

    fn is_alike_behind(&self, before: &Piece) -> bool {
        (!self.begins_line || self.in_item && before.in_item)
            && matches!(self.sort, Sort::Text | Sort::Link)
            && self.sort == before.sort
            && self.tags == before.tags
            && self.class == before.class
            && self.letters == before.letters
    }

    /// Whether it begins with a day and has hardly anything else: `Jul 5, 2024 at 5:39 PM`.
    pub(super) fn is_dated(&self) -> bool {
        let end = self.text.match_indices(' ').nth(2).map_or(self.text.len(), |(end, _)| end);
        self.text.len() <= MAX_DATED && ValueKind::of(self.text[..end].trim_end_matches(',')) == ValueKind::Date
    }

    /// Whether it is nothing but a mark that stands between texts.
    fn is_mark(&self) -> bool {
        matches!(self.sort, Sort::Text | Sort::Link) && !self.text.is_empty() && self.text.chars().all(is_mark)
    }

    /// Whether it merely divides what stands beside it in the line.
    pub(super) fn is_divider(&self) -> bool {
        self.sort == Sort::Text && self.text.chars().count() <= 2 && !self.text.contains(char::is_alphanumeric)
    }
}
