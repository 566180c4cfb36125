//! Labels: texts of the template that say what the text behind them is.

use analysis::wrappers::reading::{Reading, own_label};
use analysis::wrappers::texts::Texts;
use page::{NodeId, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

/// Characters of a label at most.
const LONGEST: usize = 48;

/// What is known of the labels of some pages.
pub(super) struct Labels<'a> {
    readings: &'a [Reading<'a>],
    texts: &'a Texts<'a>,
    /// For each kind of place the share of its texts that are different from each other. Labels are said again on page
    /// after page, values are not.
    variety: FxHashMap<u64, f64>,
}

/// A label and how sure it is that it is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Printed<'a> {
    /// As it is printed, without its colon.
    pub(super) text: &'a str,
    /// From 0 to 1.
    pub(super) strength: f64,
}

impl<'a> Labels<'a> {
    /// Of some pages.
    pub(super) fn of(readings: &'a [Reading<'a>], texts: &'a Texts<'a>) -> Labels<'a> {
        let mut seen: FxHashMap<u64, (u32, FxHashSet<u32>)> = FxHashMap::default();
        for (reading, numbers) in readings.iter().zip(&texts.numbers) {
            for (text, &number) in reading.texts.iter().zip(numbers) {
                let (count, different) = seen.entry(text.places.chain).or_default();
                *count += 1;
                different.insert(number);
            }
        }
        let share = |(count, different): (u32, FxHashSet<u32>)| different.len() as f64 / f64::from(count);
        let variety = seen.into_iter().map(|(chain, seen)| (chain, share(seen))).collect();
        Labels { readings, texts, variety }
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
        let is_said_again = self.readings.len() < 2 || look.pages >= 0.5 || variety < 0.3;
        let (label, value) = (reading.texts[before].node, reading.texts[text].node);
        let is_set_off = is_set_off(reading.tree(), label, value);
        let strength = match (has_colon, is_set_off, is_said_again) {
            (true, _, true) => 1.0,
            (true, _, false) => 0.7,
            (false, true, true) => 0.8,
            (false, false, true) if self.readings.len() > 1 => 0.4,
            _ => return None,
        };
        Some(Printed { text: name, strength })
    }
}

/// Whether a text may be a label: short, with words, and not beginning with a number.
fn is_label(text: &str) -> bool {
    let length = text.chars().count();
    (1..=LONGEST).contains(&length)
        && text.contains(char::is_alphabetic)
        && !text.starts_with(|c: char| c.is_numeric() || matches!(c, ',' | '.' | '$' | '€' | '£'))
}

/// Whether a text is set off from the one behind it as labels are: by an element for labels, by print, or by a cell of
/// its own in the same row.
fn is_set_off(tree: &Tree, label: NodeId, value: NodeId) -> bool {
    const MARKS: [&str; 12] = ["th", "dt", "label", "b", "strong", "em", "h1", "h2", "h3", "h4", "h5", "h6"];
    let own = tree.ancestors(label).take(3).take_while(|&element| !tree.contains(element, value));
    let is_marked = own.into_iter().any(|element| MARKS.contains(&tree.name(element)));
    is_marked || matches!(tree.name(tree.lca(label, value)), "tr" | "dl")
}
