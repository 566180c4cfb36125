//! What the pages of a template have in common: decoration, which is no value, and labels, which say what the text
//! behind them is.

use analysis::wrappers::reading::{Reading, own_label};
use analysis::wrappers::texts::Texts;
use page::{NodeId, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::known_labels::KnownLabels;
use super::label_places::{LabelPlace, LabelPlaces};

/// Characters of a label at most.
const LONGEST: usize = 48;
/// Words of a label at most that nothing but its place before the value makes one, as in `by A. Author`.
const LONGEST_LEAD: usize = 4;
/// The share of pages from which a text is part of the template, in places of its kind.
const FIXED: f64 = 0.8;

/// What some pages have in common.
pub(super) struct Common<'a> {
    readings: &'a [Reading<'a>],
    texts: &'a Texts<'a>,
    /// For each kind of place the share of its texts that are different from each other. Labels are said again on page
    /// after page, values are not.
    variety: FxHashMap<u64, f64>,
    /// The share of pages on which a text stands in places of a kind. A value may well stand on all pages in a menu.
    shares: FxHashMap<(u64, u32), f64>,
    /// Where labels stand.
    label_places: LabelPlaces,
    /// Labels of other templates.
    known: &'a KnownLabels,
}

/// A label and how sure it is that it is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Printed<'a> {
    /// As it is printed, without its colon.
    pub(super) text: &'a str,
    /// From 0 to 1.
    pub(super) strength: f64,
}

impl<'a> Common<'a> {
    /// Of some pages.
    pub(super) fn of(
        readings: &'a [Reading<'a>],
        texts: &'a Texts<'a>,
        label_places: &[LabelPlace],
        known: &'a KnownLabels,
    ) -> Common<'a> {
        let mut seen: FxHashMap<u64, (u32, FxHashSet<u32>)> = FxHashMap::default();
        let mut shares: FxHashMap<(u64, u32), f64> = FxHashMap::default();
        let one = 1.0 / readings.len() as f64;
        for (reading, numbers) in readings.iter().zip(&texts.numbers) {
            let mut on_page: FxHashSet<(u64, u32)> = FxHashSet::default();
            for (text, &number) in reading.texts.iter().zip(numbers) {
                let (count, different) = seen.entry(text.places.chain).or_default();
                *count += 1;
                different.insert(number);
                if on_page.insert((text.places.chain, number)) {
                    *shares.entry((text.places.chain, number)).or_default() += one;
                }
            }
        }
        let share = |(count, different): (u32, FxHashSet<u32>)| different.len() as f64 / f64::from(count);
        let variety = seen.into_iter().map(|(chain, seen)| (chain, share(seen))).collect();
        Common { readings, texts, variety, shares, label_places: LabelPlaces::of(label_places), known }
    }

    /// Whether a text stands where labels stand, or as a label that other templates know: then it is no value.
    pub(super) fn is_label(&self, page: usize, text: usize) -> bool {
        let reading = &self.readings[page];
        self.label_places.contains(reading, text) || self.known.labels(reading, text)
    }

    /// Whether a text is part of the template. Of a page or two nobody can tell.
    pub(super) fn is_fixed(&self, page: usize, text: usize) -> bool {
        let place = (self.readings[page].texts[text].places.chain, self.texts.numbers[page][text]);
        self.readings.len() > 2 && self.shares.get(&place).is_some_and(|&share| share >= FIXED)
    }

    /// The label that a text begins with itself.
    pub(super) fn within(&self, page: usize, text: usize) -> Option<Printed<'a>> {
        let (label, _) = own_label(self.texts.look(page, text).text)?;
        is_label(label).then_some(Printed { text: label, strength: 1.0 })
    }

    /// The label that stands before a text.
    pub(super) fn before(&self, page: usize, text: usize) -> Option<Printed<'a>> {
        let reading = &self.readings[page];
        let before = reading.before(text)?;
        let look = self.texts.look(page, before);
        let name = look.text.trim_end_matches([':', '：', ' ']);
        if !is_label(name) {
            return None;
        }
        let has_colon = look.text.ends_with([':', '：']);
        let variety = self.variety.get(&reading.texts[before].places.chain).copied().unwrap_or(1.0);
        if self.is_label(page, before) {
            return Some(Printed { text: name, strength: 1.0 });
        }
        let is_said_again = self.readings.len() < 2 || look.pages >= 0.5 || variety < 0.15;
        let (label, value) = (reading.texts[before].node, reading.texts[text].node);
        let strength = match (has_colon, is_said_again) {
            (true, true) => 1.0,
            (true, false) => 0.7,
            (false, true) if is_set_off(reading.tree(), label, value) => 0.8,
            (false, true) if leads_to(reading.tree(), label, value, name) => 0.7,
            (false, true) if stands_over(reading.tree(), label, name) && self.readings.len() > 1 => 0.5,
            _ => return None,
        };
        Some(Printed { text: name, strength })
    }
}

/// Whether a text may be a label: short, with words, and not beginning with a number.
pub(super) fn is_label(text: &str) -> bool {
    let length = text.chars().count();
    (1..=LONGEST).contains(&length)
        && text.contains(char::is_alphabetic)
        && !text.starts_with(|c: char| c.is_numeric() || matches!(c, ',' | '.' | '$' | '€' | '£'))
}

/// Whether a text is set off from the one behind it as labels are: by an element for labels, by print, or by a cell of
/// its own in the same row. What leads to another page is printed like that too.
fn is_set_off(tree: &Tree, label: NodeId, value: NodeId) -> bool {
    const PRINT: [&str; 9] = ["b", "strong", "em", "h1", "h2", "h3", "h4", "h5", "h6"];
    let own = tree.ancestors(label).take(3).take_while(|&element| !tree.contains(element, value));
    let names: Vec<&str> = own.map(|element| tree.name(element)).collect();
    let is_link = names.contains(&"a");
    let is_printed = names.iter().any(|name| PRINT.contains(name));
    let is_row = || matches!(tree.name(tree.lca(label, value)), "tr" | "dl");
    names.iter().any(|name| matches!(*name, "th" | "dt" | "label")) || !is_link && (is_printed || is_row())
}

/// Whether a text leads to the one behind it in the same line, as `by` does.
fn leads_to(tree: &Tree, label: NodeId, value: NodeId, text: &str) -> bool {
    let is_line =
        tree.parent(label) == Some(tree.lca(label, value)) || tree.parent(value) == Some(tree.lca(label, value));
    is_line && text.split(' ').count() <= LONGEST_LEAD
}

/// Whether a text that is not set off may be a label all the same: a few words that lead nowhere else.
fn stands_over(tree: &Tree, label: NodeId, text: &str) -> bool {
    let is_link = tree.ancestors(label).take(3).any(|element| matches!(tree.name(element), "a" | "button"));
    !is_link && text.split(' ').count() <= LONGEST_LEAD
}
