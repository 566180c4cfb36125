//! Which leaves of a record are one text: words that are only highlighted, a label and what it introduces, the currency
//! and the amount of a price.
//!
//! What stands directly in a box runs on over the elements beside it (`by <a>Ann</a>`), while elements that stand
//! beside each other, each with a class of its own, are fields of their own (`<span>by</span> <a>Ann</a>`).

use std::ops::Range;

use page::{NodeId, NodeKind, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::looks::Looks;
use super::labels::ends_in_colon;
use crate::content::Content;
use crate::kinds::ValueKind;

/// Marks that divide what stands on their sides.
const DIVIDERS: [char; 14] = ['|', '·', '•', '-', '–', '—', '>', '»', '/', '~', '→', '‹', '›', '∙'];

/// Whether a letter is a mark that divides or introduces, and says nothing by itself.
pub(super) fn is_mark(letter: char) -> bool {
    matches!(letter, ':' | '：' | ',' | ';' | '|' | '·' | '•' | '/' | '»' | '›')
}

/// A line of so many words is a sentence, and what it says is not over with the line.
const LONG_LINE: usize = 8;

/// What lies between a leaf and the lowest element that it shares with its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Nothing.
    Bare,
    /// Only what changes how words look.
    Formatted,
    /// A link.
    Link,
    /// Other elements that are shown in a line.
    Inline,
    /// A box.
    Box,
}

/// What is known of the leaves of some records.
pub(super) struct Texts<'a> {
    content: &'a Content<'a>,
    looks: &'a Looks,
    /// The classes of words that are marked within running text, as search engines mark what was searched for.
    highlights: FxHashSet<u32>,
    /// The leaves that more than half of the records say too, at the same class.
    constants: FxHashSet<usize>,
}

impl<'a> Texts<'a> {
    pub(super) fn new(content: &'a Content<'a>, looks: &'a Looks, records: &[Range<usize>]) -> Texts<'a> {
        let constants = constants(content, looks, records);
        let mut texts = Texts { content, looks, highlights: FxHashSet::default(), constants };
        texts.highlights = texts.marked_classes(records);
        texts
    }

    /// The texts of a record, each as the range of its leaves.
    pub(super) fn of_record(&self, record: &Range<usize>) -> Vec<Range<usize>> {
        let mut texts: Vec<Range<usize>> = Vec::new();
        for leaf in record.clone() {
            match texts.last_mut() {
                Some(text) if self.goes_on(text, leaf) => text.end = leaf + 1,
                _ => texts.push(leaf..leaf + 1),
            }
        }
        texts
    }

    /// Whether nothing stands before a leaf in its line.
    pub(super) fn begins_line(&self, record: &Range<usize>, leaf: usize) -> bool {
        leaf == record.start || self.content.begins_line(self.content.leaves()[leaf])
    }

    /// How many leaves of a text merely introduce the others: `by` before a name that is a link, `3.` before a title.
    pub(super) fn introduction(&self, text: &Range<usize>) -> usize {
        let first = self.content.text(text.start);
        let introduces = text.len() > 1
            && (self.is_constant(text.start) || ends_in_colon(&first) || ValueKind::of(&first) == ValueKind::Number)
            && (self.looks.is_link[text.start] != self.looks.is_link[text.start + 1] || ends_in_colon(&first))
            && self.has_words(text.start);
        usize::from(introduces)
    }

    fn is_constant(&self, leaf: usize) -> bool {
        self.constants.contains(&leaf)
    }

    fn has_words(&self, leaf: usize) -> bool {
        self.content.tree().text(self.content.leaves()[leaf]).contains(char::is_alphanumeric)
    }

    /// Whether a leaf goes on with the text before it.
    fn goes_on(&self, text: &Range<usize>, leaf: usize) -> bool {
        let tree = self.content.tree();
        let (before, node) = (self.content.leaves()[leaf - 1], self.content.leaves()[leaf]);
        if tree.kind(before) != NodeKind::Text || tree.kind(node) != NodeKind::Text {
            return false;
        }
        let sides = (self.side(leaf - 1, leaf), self.side(leaf, leaf - 1));
        if self.content.begins_line(node)
            && !self.is_one_line(before, node, sides)
            && !self.is_wrapped(text, leaf, sides)
        {
            return false;
        }
        match sides {
            (Side::Bare | Side::Formatted, Side::Bare | Side::Formatted) => true,
            (Side::Bare, Side::Inline) => self.has_words(leaf - 1) && !self.is_divided(before, node),
            (Side::Inline, Side::Bare) => {
                self.has_words(leaf)
                    && !self.is_divided(before, node)
                    && !self.introduces_link(leaf)
                    && !self.is_price_behind_words(leaf)
            }
            (Side::Bare, Side::Link) => self.leads_to(leaf - 1, leaf),
            (Side::Link, Side::Bare) => self.runs_on(text, leaf) && !self.begins_anew(leaf),
            // Marked words that follow each other, within a text.
            (Side::Inline, Side::Inline) if self.looks.class[leaf] == self.looks.class[leaf - 1] => {
                self.runs_on(text, leaf) || self.is_one_value(leaf)
            }
            _ => self.is_one_value(leaf),
        }
    }

    fn side(&self, leaf: usize, other: usize) -> Side {
        let (tree, node) = (self.content.tree(), self.content.leaves()[leaf]);
        let common = tree.lca(node, self.content.leaves()[other]);
        let between = || tree.ancestors(node).take_while(|&element| element != common);
        if between().next().is_none() {
            Side::Bare
        } else if self.highlights.contains(&self.looks.class[leaf])
            || between().all(|element| is_formatting(tree, element))
        {
            Side::Formatted
        } else if between().any(|element| tree.name(element) == "a") {
            Side::Link
        } else if between().all(|element| self.content.is_inline(element)) {
            Side::Inline
        } else {
            Side::Box
        }
    }

    /// Whether a text began before the element that ends it, in the box that a leaf stands in.
    fn runs_on(&self, text: &Range<usize>, leaf: usize) -> bool {
        text.start + 1 < leaf && self.side(text.start, leaf) == Side::Bare
    }

    /// Whether two texts are seen in one line although something that nobody sees stands between them.
    fn is_one_line(&self, before: NodeId, node: NodeId, sides: (Side, Side)) -> bool {
        let runs_on = matches!(sides, (Side::Bare | Side::Inline, Side::Bare));
        let rects = self.content.rect(before).zip(self.content.rect(node));
        runs_on
            && rects.is_some_and(|(rect, next)| {
                next.y < rect.y + 0.7 * rect.height
                    && rect.y < next.y + 0.7 * next.height
                    && next.x + 3.0 > rect.right()
            })
    }

    /// Whether a sentence goes on in the next line although a line break is written there.
    fn is_wrapped(&self, text: &Range<usize>, leaf: usize, sides: (Side, Side)) -> bool {
        let runs_on = matches!(sides, (Side::Bare | Side::Formatted, Side::Bare | Side::Formatted));
        if !runs_on {
            return false;
        }
        let next = self.content.text(leaf);
        let first = next.split(' ').next().unwrap_or_default();
        let goes_on = first.starts_with(char::is_lowercase) && first.chars().all(char::is_alphabetic);
        // A paragraph is one text.
        let tree = self.content.tree();
        let common = tree.lca(self.content.leaves()[leaf - 1], self.content.leaves()[leaf]);
        (goes_on || tree.name(common) == "p") && self.content.texts(text.clone()).split(' ').count() >= LONG_LINE
    }

    /// Whether a mark divides two texts.
    fn is_divided(&self, before: NodeId, node: NodeId) -> bool {
        let tree = self.content.tree();
        tree.text(before).trim_end().ends_with(DIVIDERS) || tree.text(node).trim_start().starts_with(DIVIDERS)
    }

    /// Whether words run on into the link behind them. A sentence that has ended does not, nor does one that is
    /// followed by what each record has, as `read more`.
    fn leads_to(&self, before: usize, link: usize) -> bool {
        let text = self.content.text(before);
        let is_sentence = ValueKind::of(&text) == ValueKind::Prose;
        let has_ended = is_sentence && text.ends_with(['.', '!', '?', '…']);
        self.has_words(before) && !has_ended && !(is_sentence && self.is_constant(link) && !self.is_constant(before))
    }

    /// Whether a price stands alone behind words that only some records have before it: `from £20`.
    fn is_price_behind_words(&self, leaf: usize) -> bool {
        let before = self.content.text(leaf - 1);
        ValueKind::of(&self.content.text(leaf)) == ValueKind::Money
            && ValueKind::of(&before) == ValueKind::Words
            && !ends_in_colon(&before)
    }

    /// Whether most records say this before a link: `by`.
    fn introduces_link(&self, leaf: usize) -> bool {
        self.is_constant(leaf)
            && self.looks.is_link.get(leaf + 1).is_some_and(|&is_link| is_link != self.looks.is_link[leaf])
    }

    /// Whether words behind a link introduce something else: what most records say there.
    fn begins_anew(&self, leaf: usize) -> bool {
        self.is_constant(leaf) && self.has_words(leaf)
    }

    /// Whether two leaves are parts of one word that is a value, as the currency and the amount of a price.
    fn is_one_value(&self, leaf: usize) -> bool {
        let tree = self.content.tree();
        let (before, node) = (self.content.leaves()[leaf - 1], self.content.leaves()[leaf]);
        let (first, second) = (tree.text(before).trim(), tree.text(node).trim());
        let is_word = |text: &str| !text.contains(char::is_whitespace);
        let is_name = |text: &str| text.chars().all(char::is_alphabetic);
        self.looks.is_link[leaf] == self.looks.is_link[leaf - 1]
            && is_word(first)
            && is_word(second)
            && !(is_name(first) && is_name(second))
            && self.content.is_joined(before, node)
    }

    /// The classes of marked words: often enough there are words of the same text on both sides.
    fn marked_classes(&self, records: &[Range<usize>]) -> FxHashSet<u32> {
        let mut met: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        for record in records {
            for leaf in record.clone() {
                let Some(is_marked) = self.is_marked(record, leaf) else { continue };
                let (all, marked) = met.entry(self.looks.class[leaf]).or_default();
                *all += 1;
                *marked += u32::from(is_marked);
            }
        }
        met.into_iter()
            .filter(|&(_, (all, marked))| marked > 0 && 10 * marked >= 3 * all)
            .map(|(class, _)| class)
            .collect()
    }

    /// Whether a leaf stands within running text; nothing, if it has no element of its own.
    fn is_marked(&self, record: &Range<usize>, leaf: usize) -> Option<bool> {
        let (content, tree) = (self.content, self.content.tree());
        let inline = tree.parent(content.leaves()[leaf]).filter(|&parent| content.is_inline(parent))?;
        let is_beside = |other: usize| {
            let beside = content.leaves()[other];
            tree.parent(beside) == tree.parent(inline)
                && tree.kind(beside) == NodeKind::Text
                && tree.text(beside).split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count() > 1
        };
        let follows = leaf > record.start && !self.begins_line(record, leaf) && is_beside(leaf - 1);
        let is_followed = leaf + 1 < record.end && !self.begins_line(record, leaf + 1) && is_beside(leaf + 1);
        Some(follows && is_followed && !self.looks.is_link[leaf])
    }
}

/// Elements that only change how words look.
pub(super) fn is_formatting(tree: &Tree, element: NodeId) -> bool {
    match tree.name(element) {
        "b" | "strong" | "em" | "i" | "u" | "mark" | "sup" | "sub" | "wbr" | "nobr" | "q" | "bdi" | "bdo" => true,
        "span" | "font" | "small" | "big" => tree.attr(element, "class").is_none(),
        _ => false,
    }
}

/// The leaves that more than half of the records say too, at the same class.
fn constants(content: &Content<'_>, looks: &Looks, records: &[Range<usize>]) -> FxHashSet<usize> {
    if records.len() < 2 {
        return FxHashSet::default();
    }
    // What is said, by its number: in how many records, and in which last.
    let mut numbers: FxHashMap<(u32, String), usize> = FxHashMap::default();
    let mut counts: Vec<(usize, usize)> = Vec::new();
    let mut said = Vec::new();
    for (number, record) in (1..).zip(records) {
        for leaf in record.clone() {
            let next = counts.len();
            let words = *numbers.entry((looks.class[leaf], content.text(leaf))).or_insert(next);
            if words == next {
                counts.push((0, 0));
            }
            let (count, last) = &mut counts[words];
            if *last != number {
                (*count, *last) = (*count + 1, number);
            }
            said.push((leaf, words));
        }
    }
    let is_constant = |&(_, words): &(usize, usize)| 2 * counts[words].0 > records.len();
    said.into_iter().filter(is_constant).map(|(leaf, _)| leaf).collect()
}
