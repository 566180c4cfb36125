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
            let others: Vec<String> = found.iter().map(|(reading, text)| extent.text(reading, *text).0).collect();
            extent.between = Some((end_of(front, &others), start_of(back, &others)));
        }
        extent
    }

    /// The value that begins at a text, and whether it is all there.
    pub(super) fn text(&self, reading: &Reading<'_>, first: usize) -> (String, bool) {
        let node = reading.texts[first].node;
        let tree = reading.tree();
        let text = match (&self.whole, self.texts) {
            (Some(name), _) => match tree.ancestors(node).find(|&element| tree.name(element) == name) {
                Some(element) => visible_text(tree, element),
                None => return (reading.texts[first].text.clone(), false),
            },
            (None, Some(count)) => joined(reading, first, count),
            (None, None) => reading.texts[first].text.clone(),
        };
        let Some((front, back)) = &self.between else { return (text, true) };
        let part = text.find(front.as_str()).map(|at| &text[at + front.len()..]);
        let part = part.and_then(|part| if back.is_empty() { Some(part) } else { part.split(back.as_str()).next() });
        let is_there = |part: &&str| back.is_empty() || text.contains(back.as_str()) && part.len() < text.len();
        match part.filter(is_there).map(str::trim).filter(|part| !part.is_empty()) {
            Some(part) => (part.to_owned(), true),
            None => (text, false),
        }
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

/// The end of what stands before a part, as far as it stands in all texts. A number in it is of this page alone.
fn end_of(front: &str, texts: &[String]) -> String {
    let is_common =
        |end: &str| !end.contains(|c: char| c.is_ascii_digit()) && texts.iter().all(|text| text.contains(end));
    let starts = front.char_indices().map(|(at, _)| at);
    starts.map(|at| &front[at..]).find(|end| is_common(end)).unwrap_or_default().to_owned()
}

/// The beginning of what stands behind a part, as far as it stands in all texts.
fn start_of(back: &str, texts: &[String]) -> String {
    let is_common =
        |start: &str| !start.contains(|c: char| c.is_ascii_digit()) && texts.iter().all(|text| text.contains(start));
    let ends = back.char_indices().rev().map(|(at, c)| at + c.len_utf8());
    ends.map(|end| &back[..end]).find(|start| is_common(start)).unwrap_or_default().to_owned()
}
