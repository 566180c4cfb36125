//! How much of a page is the value: a text, a part of it, several texts, or all of an element.

use analysis::wrappers::pasted::Spot;
use analysis::wrappers::reading::Reading;
use page::{NodeId, is_inline_element, visible_text};

/// What belongs to a value, seen from the text that its places lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    /// All of the nearest element with this name.
    pub(super) whole: Option<String>,
    /// So many texts.
    pub(super) texts: Option<usize>,
    /// What stands between the first and the second of these.
    pub(super) between: Option<(String, String)>,
}

impl Extent {
    /// Of a spot that begins at a text. `found` are texts that stand in its place on other pages.
    pub(super) fn of(reading: &Reading<'_>, first: usize, spot: &Spot, found: &[(&Reading<'_>, usize)]) -> Extent {
        let count = spot.last - spot.first + 1;
        let last = (first + count).min(reading.texts.len()) - 1;
        let whole = (last > first).then(|| whole_element(reading, first, last)).flatten();
        let texts = (last > first && whole.is_none()).then_some(count);
        let mut extent = Extent { whole, texts, between: None };
        if let Some((front, back)) = &spot.cut {
            let own = extent.text(reading, first).unwrap_or_default();
            let others = found.iter().filter_map(|(reading, text)| extent.text(reading, *text));
            let others: Vec<String> = others.filter(|text| *text != own).collect();
            let wanted =
                own.get(front.len()..own.len().saturating_sub(back.len())).unwrap_or_default().trim().to_owned();
            extent.between = Some((end_of(front, &others), start_of(back, &others)));
            // What a person pasted is what must come out; if few words around it do not tell, all of them do.
            if extent.text(reading, first).as_ref() != Some(&wanted) {
                extent.between = Some((front.clone(), back.clone()));
            }
        }
        extent
    }

    /// The value that begins at a text. `None` if what stands there has another form.
    pub(super) fn text(&self, reading: &Reading<'_>, first: usize) -> Option<String> {
        let node = reading.texts[first].node;
        let tree = reading.tree();
        let text = match (&self.whole, self.texts) {
            (Some(name), _) => {
                let element = tree.ancestors(node).find(|&element| tree.name(element) == name)?;
                visible_text(tree, element)
            }
            (None, Some(count)) => joined(reading, first, count),
            (None, None) => reading.texts[first].text.clone(),
        };
        // Nobody sees them, and nobody could compare values that have them.
        let text = text.replace(['\u{ad}', '\u{200b}', '\u{feff}'], "");
        let Some((front, back)) = &self.between else { return Some(text) };
        let part = &text[text.find(front.as_str())? + front.len()..];
        let part = if back.is_empty() { part } else { &part[..part.find(back.as_str())?] };
        Some(part.trim().to_owned()).filter(|part| !part.is_empty())
    }
}

/// The smallest element that holds two texts, if it holds nothing else.
fn whole_element(reading: &Reading<'_>, first: usize, last: usize) -> Option<String> {
    let tree = reading.tree();
    let element = tree.lca(reading.texts[first].node, reading.texts[last].node);
    let is_in = |text: usize| {
        let node = reading.texts[text].node;
        node > element && node < tree.end(element)
    };
    let is_alone = (first == 0 || !is_in(first - 1)) && (last + 1 >= reading.texts.len() || !is_in(last + 1));
    // From the first text the nearest element of that name must be this one.
    let name = tree.name(element);
    let nearest = tree.ancestors(reading.texts[first].node).find(|&other| tree.name(other) == name);
    (is_alone && nearest == Some(element) && !matches!(name, "body" | "html" | "")).then(|| name.to_owned())
}

/// Texts that follow each other, as they are seen: a space where the source has one or a line ends.
fn joined(reading: &Reading<'_>, first: usize, count: usize) -> String {
    let tree = reading.tree();
    let mut text = String::new();
    let mut before: Option<NodeId> = None;
    for next in reading.texts.iter().skip(first).take(count) {
        if let Some(before) = before {
            let is_apart = tree.text(before).ends_with(char::is_whitespace)
                || tree.text(next.node).starts_with(char::is_whitespace)
                || !is_one_line(reading, before, next.node);
            if is_apart {
                text.push(' ');
            }
        }
        text.push_str(&next.text);
        before = Some(next.node);
    }
    text
}

/// Whether nothing but inline elements stands between two texts.
fn is_one_line(reading: &Reading<'_>, left: NodeId, right: NodeId) -> bool {
    let tree = reading.tree();
    let common = tree.lca(left, right);
    let is_inline = |node: NodeId| {
        tree.ancestors(node)
            .take_while(|&element| element != common)
            .all(|element| is_inline_element(tree.name(element)))
    };
    is_inline(left) && is_inline(right)
}

/// The end of what stands before a part: as much as most other texts have too, and at least its last word or sign. A
/// number in it is of this page alone.
fn end_of(front: &str, texts: &[String]) -> String {
    let ends = front.char_indices().map(|(at, _)| &front[at..]);
    let ends: Vec<&str> = ends.filter(|end| !end.contains(|c: char| c.is_ascii_digit())).collect();
    let least = ends.iter().rev().find(|end| !end.trim().is_empty());
    common(ends.iter().copied(), texts).or(least.copied()).unwrap_or_default().to_owned()
}

/// The beginning of what stands behind a part, likewise.
fn start_of(back: &str, texts: &[String]) -> String {
    let starts = back.char_indices().rev().map(|(at, c)| &back[..at + c.len_utf8()]);
    let starts: Vec<&str> = starts.filter(|start| !start.contains(|c: char| c.is_ascii_digit())).collect();
    let least = starts.iter().rev().find(|start| !start.trim().is_empty());
    common(starts.iter().copied(), texts).or(least.copied()).unwrap_or_default().to_owned()
}

/// The first of some words that at least half of the texts have, and that is more than a space.
fn common<'a>(mut words: impl Iterator<Item = &'a str>, texts: &[String]) -> Option<&'a str> {
    words.find(|word| {
        let having = texts.iter().filter(|text| text.contains(word)).count();
        2 * having >= texts.len() && !word.trim().is_empty()
    })
}
