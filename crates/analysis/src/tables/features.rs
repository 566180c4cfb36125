//! What is known of each cell (§4.2.2, "Extracting features"): how it looks, what part of speech and what kind of value
//! it is, how long, with which special characters.

use page::{Color, Layout, NodeId, NodeKind, Page, TextAlign, Tree, is_blank};

use super::grid::{Cell, Grid};
use super::words::{Speech, speech};
use crate::kinds::{ValueKind, is_ideograph};

/// The features of one cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Features {
    // Syntactic.
    /// The share of its text that is bold.
    pub(super) bold: f32,
    /// The share of its text that slants.
    pub(super) italic: f32,
    /// The share of its text that is in links.
    pub(super) linked: f32,
    /// Whether each word, or the first, begins with a capital.
    pub(super) capitalised: bool,
    /// Whether it is a `th`.
    pub(super) is_th: bool,
    /// Its background or its row's, transparent if it has none.
    pub(super) background: Color,
    /// Where its lines stand.
    pub(super) align: TextAlign,
    // Grammatical.
    /// Its part of speech.
    pub(super) speech: Speech,
    // Semantic.
    /// The kind of its value.
    pub(super) kind: ValueKind,
    // Statistical.
    /// How many words; an ideograph counts as half of one.
    pub(super) words: f32,
    /// Characters for each word.
    pub(super) word_length: f32,
    // Special characters.
    /// The share of characters that are neither letters nor digits nor spaces.
    pub(super) special: f32,
}

/// The features of all cells of a grid, in its order.
pub(super) fn features(page: &Page, grid: &Grid) -> Vec<Features> {
    grid.cells().iter().map(|cell| of_cell(page, cell)).collect()
}

fn of_cell(page: &Page, cell: &Cell) -> Features {
    let (tree, layout) = (&page.tree, page.layout.as_ref());
    let ink = Ink::below(tree, layout, cell.node);
    let kind = ValueKind::of(&cell.text);
    let ideographs = cell.text.chars().filter(|&c| is_ideograph(c)).count();
    let letters = cell.text.chars().filter(|c| !c.is_whitespace()).count();
    let special = cell.text.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).count();
    let spaced = cell.text.split_whitespace().filter(|word| word.chars().any(|c| !is_ideograph(c))).count();
    let words = spaced as f32 + ideographs as f32 / 2.0;
    Features {
        bold: ink.share(ink.bold),
        italic: ink.share(ink.italic),
        linked: ink.share(ink.linked),
        capitalised: cell.text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase),
        is_th: tree.name(cell.node) == "th",
        background: background(tree, layout, cell.node),
        align: align(tree, layout, cell.node),
        speech: speech(&cell.text, kind),
        kind,
        words,
        word_length: letters as f32 / words.max(1.0),
        special: special as f32 / letters.max(1) as f32,
    }
}

/// How many bytes of text below a cell have which look.
#[derive(Default)]
struct Ink {
    all: usize,
    bold: usize,
    italic: usize,
    linked: usize,
}

impl Ink {
    fn below(tree: &Tree, layout: Option<&Layout>, cell: NodeId) -> Ink {
        let mut ink = Ink::default();
        for id in tree.descendants(cell).filter(|&id| tree.kind(id) == NodeKind::Text && !is_blank(tree.text(id))) {
            let length = tree.text(id).trim().len();
            let parent = tree.parent(id).unwrap_or(cell);
            ink.all += length;
            ink.bold += if is_bold(tree, layout, parent, cell) { length } else { 0 };
            ink.italic += if is_italic(tree, layout, parent, cell) { length } else { 0 };
            ink.linked += if has_ancestor(tree, parent, cell, &["a"]) { length } else { 0 };
        }
        ink
    }

    fn share(&self, part: usize) -> f32 {
        part as f32 / self.all.max(1) as f32
    }
}

fn is_bold(tree: &Tree, layout: Option<&Layout>, element: NodeId, cell: NodeId) -> bool {
    match layout.and_then(|layout| layout.style(element)) {
        Some(style) => style.is_bold(),
        None => has_ancestor(tree, element, cell, &["b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6", "dt"]),
    }
}

fn is_italic(tree: &Tree, layout: Option<&Layout>, element: NodeId, cell: NodeId) -> bool {
    match layout.and_then(|layout| layout.style(element)) {
        Some(style) => style.italic,
        None => has_ancestor(tree, element, cell, &["i", "em", "cite", "dfn", "var"]),
    }
}

/// Whether the element or one around it, up to the cell, has one of these names.
fn has_ancestor(tree: &Tree, element: NodeId, cell: NodeId, names: &[&str]) -> bool {
    let above = std::iter::once(element).chain(tree.ancestors(element));
    above.take_while(|&id| id >= cell).any(|id| names.contains(&tree.name(id)))
}

/// The background of a cell, or else of its row.
fn background(tree: &Tree, layout: Option<&Layout>, cell: NodeId) -> Color {
    let own = |id: NodeId| layout.and_then(|layout| layout.style(id)).map(|style| style.background);
    let row = tree.parent(cell).filter(|&row| tree.name(row) == "tr");
    let painted = |color: &Color| !color.is_transparent();
    own(cell).filter(painted).or_else(|| row.and_then(own).filter(painted)).unwrap_or_default()
}

fn align(tree: &Tree, layout: Option<&Layout>, cell: NodeId) -> TextAlign {
    if let Some(style) = layout.and_then(|layout| layout.style(cell)) {
        return style.text_align;
    }
    match tree.attr(cell, "align").unwrap_or_default().to_ascii_lowercase().as_str() {
        "center" | "middle" => TextAlign::Center,
        "right" => TextAlign::Right,
        _ if tree.name(cell) == "th" => TextAlign::Center,
        _ => TextAlign::Left,
    }
}

/// How many numbers a cell's vector has.
pub(super) const DIMENSIONS: usize = 20;

/// How much each family of features counts in the distance between two cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Bold, italic, link, capitals, `th`, background, alignment.
    pub syntactic: f32,
    /// Part of speech.
    pub grammatical: f32,
    /// Kind of value.
    pub semantic: f32,
    /// Words and their length.
    pub statistical: f32,
    /// Signs such as `$`, `+`, `{`.
    pub special: f32,
}

impl Default for Weights {
    /// The paper says that the weights differ and not what they are. Looks are what authors use to set headers apart;
    /// length and signs vary within a column as well.
    fn default() -> Self {
        Weights { syntactic: 1.0, grammatical: 0.5, semantic: 1.0, statistical: 0.5, special: 0.3 }
    }
}

impl Features {
    /// The features as a point, so that cells can be compared by distance. Each number is in 0..1 before its weight.
    pub(super) fn point(&self, weights: &Weights) -> [f32; DIMENSIONS] {
        let is = |holds: bool| if holds { 1.0 } else { 0.0 };
        let kind = |kinds: &[ValueKind]| is(kinds.contains(&self.kind));
        let [red, green, blue, alpha] = self.background.0.map(|part| f32::from(part) / 255.0);
        let align = match self.align {
            TextAlign::Left | TextAlign::Justify => 0.0,
            TextAlign::Center => 0.5,
            TextAlign::Right => 1.0,
        };
        use ValueKind::*;
        let parts = [
            (weights.syntactic, vec![self.bold, self.italic, self.linked, is(self.capitalised) * 0.5, is(self.is_th)]),
            (weights.syntactic, vec![red * alpha, green * alpha, blue * alpha, align]),
            (
                weights.grammatical,
                [Speech::NounPhrase, Speech::Verb, Speech::Number].map(|s| is(self.speech == s)).into(),
            ),
            (weights.semantic, vec![kind(&[Number, Percent]), kind(&[Date, Time]), kind(&[Money])]),
            (weights.semantic, vec![kind(&[Quantity, Code]), kind(&[Url, Email])]),
            (weights.statistical, vec![(self.words / 12.0).min(1.0), (self.word_length / 12.0).min(1.0)]),
            (weights.special, vec![self.special.min(1.0)]),
        ];
        let mut point = [0.0; DIMENSIONS];
        let numbers = parts.iter().flat_map(|(weight, values)| values.iter().map(move |value| weight * value));
        for (slot, number) in point.iter_mut().zip(numbers) {
            *slot = number;
        }
        point
    }
}

/// The distance between two cells' points.
pub(super) fn distance(a: &[f32; DIMENSIONS], b: &[f32; DIMENSIONS]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
}
