//! A portrait of a field: what its values look like and what stands around them, whatever the markup. By it a field is
//! recognised when its template has changed.

use page::{NodeId, Tree};
use rustc_hash::FxHashSet;

use super::reading::{Label, Reading};
use super::slots::Slot;
use super::views::Views;

/// Texts that are remembered on either side of a value.
const NEIGHBOURS: usize = 4;
/// Elements around a value whose names are remembered.
const ELEMENTS: usize = 3;

/// What a field looks like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Portrait {
    /// Texts before it that its pages have in common, the nearest first.
    pub before: Vec<String>,
    /// Texts behind it that its pages have in common, the nearest first.
    pub behind: Vec<String>,
    /// Classes and ids of the elements around it, ids with a `#`.
    pub names: Vec<String>,
    /// The share of its values that are in the title of their page.
    pub in_title: f64,
    /// The share of its values that stand elsewhere on the page too.
    pub repeated: f64,
}

/// Portraits of fields, given where each is found on some pages: page and text, at most one for each page.
pub fn portraits(readings: &[Reading<'_>], fields: &[Vec<(u32, u32)>]) -> Vec<Portrait> {
    let slots: Vec<Slot> = fields.iter().map(|found| Slot { ways: Vec::new(), found: found.clone() }).collect();
    let filled: Vec<Slot> = slots.iter().filter(|slot| !slot.found.is_empty()).cloned().collect();
    let views = Views::of(readings, &filled);
    let mut views = views.slots.iter();
    let labels: Vec<FxHashSet<Label>> =
        readings.iter().map(|reading| reading.texts.iter().map(|text| text.label).collect()).collect();
    let values: FxHashSet<(u32, u32)> = fields.iter().flatten().copied().collect();
    let mut portrait = |slot: &Slot| {
        let Some(&(page, text)) = slot.found.first() else { return Portrait::default() };
        let view = views.next();
        let reading = &readings[page as usize];
        // What is a value of another field, or not on all pages, is no part of the template.
        let is_lasting = |&index: &usize| {
            let label = reading.texts[index].label;
            !values.contains(&(page, index as u32)) && labels.iter().all(|labels| labels.contains(&label))
        };
        let told = |indices: Vec<usize>| {
            let lasting = indices.into_iter().filter(is_lasting);
            lasting.map(|index| page::clipped(&reading.texts[index].text, 80)).collect()
        };
        Portrait {
            before: told(before(reading, text as usize)),
            behind: told(behind(reading, text as usize)),
            names: names(reading.tree(), reading.texts[text as usize].node),
            in_title: view.map_or(0.0, |view| view.in_title),
            repeated: view.map_or(0.0, |view| view.repeated),
        }
    };
    slots.iter().map(&mut portrait).collect()
}

/// Texts around a field that are never its value: those that stand near it on all pages, and once on each. Of one page
/// nobody knows what others have, but what is marked as a label is one.
pub fn never(readings: &[Reading<'_>], found: &[(u32, u32)]) -> Vec<String> {
    let Some(&(page, text)) = found.first() else { return Vec::new() };
    let near = |page: u32, text: u32| {
        let reading = &readings[page as usize];
        let indices = before(reading, text as usize).into_iter().chain(behind(reading, text as usize));
        indices.collect::<Vec<usize>>()
    };
    let is_near = |label: Label, &(page, text): &(u32, u32)| {
        let reading = &readings[page as usize];
        let is_once = reading.texts.iter().filter(|text| text.label == label).count() == 1;
        is_once && near(page, text).into_iter().any(|index| reading.texts[index].label == label)
    };
    let reading = &readings[page as usize];
    let is_template = |&index: &usize| {
        let label = reading.texts[index].label;
        let is_marked = found.len() > 1 || is_marked_label(reading, index);
        is_marked && found.iter().all(|place| is_near(label, place))
    };
    let texts = near(page, text).into_iter().filter(is_template);
    texts.map(|index| page::clipped(&reading.texts[index].text, 80)).collect()
}

/// Whether the markup or a colon says that a text is a label.
fn is_marked_label(reading: &Reading<'_>, index: usize) -> bool {
    let text = &reading.texts[index];
    let parent = reading.tree().parent(text.node).map(|parent| reading.tree().name(parent)).unwrap_or_default();
    text.text.ends_with([':', '：']) || matches!(parent, "dt" | "th" | "label")
}

/// The texts before a text, the nearest first.
pub(super) fn before(reading: &Reading<'_>, text: usize) -> Vec<usize> {
    std::iter::successors(reading.before(text), |&index| reading.before(index)).take(NEIGHBOURS).collect()
}

/// The texts behind a text, the nearest first.
pub(super) fn behind(reading: &Reading<'_>, text: usize) -> Vec<usize> {
    std::iter::successors(reading.behind(text), |&index| reading.behind(index)).take(NEIGHBOURS).collect()
}

/// The classes and ids of the elements around a node.
pub(super) fn names(tree: &Tree, node: NodeId) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for element in tree.ancestors(node).take(ELEMENTS) {
        let id = tree.attr(element, "id").map(|id| format!("#{}", id.trim()));
        for name in tree.classes(element).map(str::to_owned).chain(id) {
            if !names.contains(&name) && names.len() < 16 {
                names.push(name);
            }
        }
    }
    names
}
