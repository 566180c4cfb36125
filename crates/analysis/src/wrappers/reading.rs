//! A page, or a record of one, as wrappers read it: its texts in order, each with the places by which it can be found
//! again on another page of the template. No layout is needed, so that reading costs little beside parsing.

use page::{NodeId, NodeKind, Page, Tree, fold};
use rustc_hash::FxHashMap;

use super::places::{Places, Step};
use crate::ValueKind;

/// A page, or a part of one, whose texts can be looked up.
#[derive(Debug)]
pub struct Reading<'page> {
    /// The page.
    pub page: &'page Page,
    /// The element around the record, if only a record is read.
    pub around: Option<NodeId>,
    /// The element that is the record, if it is one. Its classes are not read: records of one list differ in them.
    pub head: Option<NodeId>,
    /// Its texts in document order.
    pub texts: Vec<Text>,
}

/// One text of a page.
#[derive(Debug)]
pub struct Text {
    /// Where it stands.
    pub node: NodeId,
    /// What it says, folded.
    pub text: String,
    /// How it is found by its place alone.
    pub places: Places,
    /// How it reads as a label.
    pub label: Label,
    /// The label it begins with itself, as in `Price: 12`, if any.
    pub own_label: Option<Label>,
}

/// A text without regard to case and to punctuation around its words; equal for labels that are the same to a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(u64);

impl Label {
    /// A text without a letter or a digit: a colon, a bar, a dot between others.
    pub const SEPARATOR: Label = Label(0);
    /// A dash that stands for a value that is not there.
    const STAND_IN: Label = Label(1);

    /// Of a text.
    pub fn of(text: &str) -> Label {
        // The offset and the prime of FNV-1a: labels go to files by their text, so any good mixing will do.
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut mix = |value: u32| hash = (hash ^ u64::from(value)).wrapping_mul(0x0000_0100_0000_01b3);
        let mut is_behind_gap = false;
        let mut is_empty = true;
        for c in text.chars() {
            if !c.is_alphanumeric() {
                is_behind_gap = true;
                continue;
            }
            if is_behind_gap && !is_empty {
                mix(0);
            }
            is_behind_gap = false;
            is_empty = false;
            match c.is_ascii() {
                true => mix(u32::from(c.to_ascii_lowercase())),
                false => c.to_lowercase().for_each(|lower| mix(u32::from(lower))),
            }
        }
        if is_empty { Label::SEPARATOR } else { Label(hash | 1) }
    }
}

impl<'page> Reading<'page> {
    /// Reads a page.
    pub fn of(page: &'page Page) -> Reading<'page> {
        Reading::of_leaves(page, &page.leaves(), None, None)
    }

    /// Reads a page but for some of its leaves, which are sorted. What is left out is not there for what stands beside
    /// it either: the text before is the one before what was left out.
    pub fn without(page: &'page Page, leaves: &[NodeId]) -> Reading<'page> {
        let kept = page.leaves().into_iter().filter(|leaf| leaves.binary_search(leaf).is_err());
        Reading::of_leaves(page, &kept.collect::<Vec<NodeId>>(), None, None)
    }

    /// Reads a record that is one element: the leaves of a page that stand in it. Its places are counted from the
    /// element around it.
    pub fn of_record(page: &'page Page, leaves: &[NodeId], around: NodeId, head: NodeId) -> Reading<'page> {
        Reading::of_leaves(page, leaves, Some(around), Some(head))
    }

    /// Reads a record that has no element of its own.
    pub fn of_open_record(page: &'page Page, leaves: &[NodeId], around: NodeId) -> Reading<'page> {
        Reading::of_leaves(page, leaves, Some(around), None)
    }

    fn of_leaves(page: &'page Page, leaves: &[NodeId], around: Option<NodeId>, head: Option<NodeId>) -> Reading<'page> {
        let tree = &page.tree;
        let mut walk = Walk { tree, around, head, open: Vec::new() };
        let mut texts = Vec::new();
        for &node in leaves {
            if tree.kind(node) != NodeKind::Text {
                continue;
            }
            let text = fold(tree.text(node));
            let places = walk.places(node);
            let label = match Label::of(&text) {
                Label::SEPARATOR if stands_in(&text, texts.last()) => Label::STAND_IN,
                label => label,
            };
            let own_label = own_label(&text).map(|(label, _)| Label::of(label));
            texts.push(Text { node, text, places, label, own_label });
        }
        Reading { page, around, head, texts }
    }

    /// The tree of the page.
    pub fn tree(&self) -> &'page Tree {
        &self.page.tree
    }

    /// The text before another in reading order, a separator passed over.
    pub fn before(&self, text: usize) -> Option<usize> {
        (text.saturating_sub(2)..text).rev().find(|&index| self.texts[index].label != Label::SEPARATOR)
    }

    /// The text behind another in reading order, a separator passed over.
    pub fn behind(&self, text: usize) -> Option<usize> {
        (text + 1..(text + 3).min(self.texts.len())).find(|&index| self.texts[index].label != Label::SEPARATOR)
    }

    /// The text that is all of the main heading: the first heading of the highest rank there is.
    pub fn main_heading(&self) -> Option<usize> {
        let heading = |index: usize| heading_around(self.tree(), self.texts[index].node);
        let ranked = (0..self.texts.len()).filter_map(|index| Some((heading(index)?, index)));
        let ((_, element), first) = ranked.min_by_key(|&((rank, _), index)| (rank, index))?;
        let end = self.tree().end(element);
        self.texts.get(first + 1).is_none_or(|next| next.node >= end).then_some(first)
    }
}

/// The heading that a text stands in, with its rank.
fn heading_around(tree: &Tree, text: NodeId) -> Option<(usize, NodeId)> {
    const RANKS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];
    /// Elements between a heading and its text, such as a link in bold; more would cost time on deep pages.
    const DEEPEST: usize = 5;
    let rank = |element: NodeId| RANKS.iter().position(|rank| *rank == tree.name(element));
    tree.ancestors(text).take(DEEPEST).find_map(|element| Some((rank(element)?, element)))
}

/// Whether a text without letters is said instead of a value: a dash behind a label.
fn stands_in(text: &str, before: Option<&Text>) -> bool {
    ValueKind::of(text) == ValueKind::Dash && before.is_some_and(|before| before.text.ends_with([':', '：']))
}

/// The label a text begins with, and what follows it: `Price: 12` is `Price` and `12`.
pub fn own_label(text: &str) -> Option<(&str, &str)> {
    /// Characters a label has at most.
    const LONGEST: usize = 40;
    let (at, colon) = text.char_indices().take(LONGEST).find(|&(_, c)| matches!(c, ':' | '：'))?;
    let (label, value) = (text[..at].trim_end(), text[at + colon.len_utf8()..].trim_start());
    // The colon of an address or of a time of day ends no label.
    let is_label = label.chars().any(char::is_alphabetic) && !value.is_empty() && !value.starts_with('/');
    let is_time = label.ends_with(|c: char| c.is_ascii_digit()) && value.starts_with(|c: char| c.is_ascii_digit());
    (is_label && !is_time).then_some((label, value))
}

/// The elements that are open at a text, each with its places.
struct Walk<'tree> {
    tree: &'tree Tree,
    /// Where the record begins, if only a record is read.
    around: Option<NodeId>,
    /// The element that is the record.
    head: Option<NodeId>,
    open: Vec<Open<'tree>>,
}

struct Open<'tree> {
    element: NodeId,
    places: Places,
    /// How many children of each name there are, up to the one that was counted last.
    counts: FxHashMap<&'tree str, u32>,
    counted: Option<NodeId>,
}

impl<'tree> Walk<'tree> {
    fn places(&mut self, text: NodeId) -> Places {
        let tree = self.tree;
        while self.open.last().is_some_and(|open| tree.end(open.element) <= text) {
            self.open.pop();
        }
        let known = self.open.last().map(|open| open.element).or(self.around);
        let mut chain: Vec<NodeId> = tree.ancestors(text).take_while(|&node| Some(node) != known).collect();
        chain.reverse();
        for element in chain {
            let places = self.step(element);
            self.open.push(Open { element, places, counts: FxHashMap::default(), counted: None });
        }
        self.step(text)
    }

    /// The places of a child of the innermost open element.
    fn step(&mut self, node: NodeId) -> Places {
        let tree = self.tree;
        let Some(outer) = self.open.last_mut() else {
            // The document itself; and in a record the elements it consists of, which are not counted: what stands
            // before the record is none of its business.
            return match self.around {
                None => Places::ROOT,
                Some(_) if self.head == Some(node) => Places::ROOT.below(&Step::of(tree, node, 0).without_classes()),
                Some(_) => Places::ROOT.below(&Step::of(tree, node, 0)),
            };
        };
        let mut sibling = match outer.counted {
            Some(counted) => tree.next_sibling(counted),
            None => tree.first_child(outer.element),
        };
        while let Some(next) = sibling.filter(|&next| next <= node) {
            *outer.counts.entry(Step::name(tree, next)).or_default() += 1;
            outer.counted = Some(next);
            sibling = tree.next_sibling(next);
        }
        let index = outer.counts.get(Step::name(tree, node)).copied().unwrap_or_default();
        outer.places.below(&Step::of(tree, node, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    #[test]
    fn labels_are_equal_whatever_their_case_and_punctuation() {
        assert_eq!(Label::of("ISBN-13:"), Label::of("isbn 13"));
        assert_eq!(Label::of("Größe :"), Label::of("größe"));
        assert_ne!(Label::of("ab c"), Label::of("a bc"));
        assert_eq!(Label::of(" | "), Label::SEPARATOR);
    }

    #[test]
    fn a_text_may_begin_with_its_label() {
        assert_eq!(own_label("Price: 12"), Some(("Price", "12")));
        assert_eq!(own_label("价格：12元"), Some(("价格", "12元")));
        for text in ["http://x.example/", "at 12:30", "Price:", ": 12", "no label"] {
            assert_eq!(own_label(text), None, "{text}");
        }
    }

    #[test]
    fn equal_places_have_equal_numbers() {
        let read = |html: &str| Page::new(Capture::new("p", html));
        let (a, b) = (
            read("<div class='x y'><p>1</p><p id=i><b>2</b></p></div>"),
            read("<div class='y x t9'><p>1</p><em>-</em><p id=i><b>3</b></p></div>"),
        );
        let (a, b) = (Reading::of(&a), Reading::of(&b));
        assert_eq!(a.texts[0].places, b.texts[0].places, "classes in another order, and one with a digit");
        assert_eq!(a.texts[1].places, b.texts[2].places);
        assert_ne!(a.texts[0].places.path, a.texts[1].places.path);
    }
}
