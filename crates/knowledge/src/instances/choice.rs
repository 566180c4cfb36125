//! Which candidates become attributes: the best first, none that says what another says already, and no more than
//! anybody wants to read.

use analysis::wrappers::locator::Locator;
use analysis::wrappers::reading::{Label, Reading};
use analysis::wrappers::slots::Slot;
use analysis::wrappers::views::Views;
use rustc_hash::{FxHashMap, FxHashSet};

use super::candidates::Candidate;
use super::naming::name_of_place;
use super::reader::{FixedTexts, followers};
use super::template::{Fixed, LearntAttribute};
use crate::names::normalised;

/// Attributes that a page has on average at most.
const MOST_NAMES: f64 = 34.0;
/// Attributes with the same label at most. What stands there more often is told of other things, such as offers.
const MOST_ALIKE: usize = 3;
/// Attributes without a label in places of one kind at most: such are rows of a table or items of a list.
const MOST_OF_A_KIND: usize = 4;
/// The share of pages on which several values must follow each other for an attribute to have many.
const MANY: f64 = 0.1;

/// What has been chosen already.
pub(super) struct Choice<'a> {
    readings: &'a [Reading<'a>],
    slots: &'a [Slot],
    fixed: FixedTexts<'a>,
    /// Texts that belong to an attribute, by page and number.
    texts: FxHashSet<(u32, u32)>,
    /// Texts that are the labels of attributes.
    labelling: FxHashSet<(u32, u32)>,
    /// What was said, by page.
    said: FxHashSet<(u32, Label)>,
    labels: FxHashMap<String, usize>,
    chains: FxHashMap<u64, usize>,
}

impl<'a> Choice<'a> {
    /// Nothing yet.
    pub(super) fn new(readings: &'a [Reading<'a>], slots: &'a [Slot], fixed: &'a Fixed) -> Choice<'a> {
        let (texts, labelling, said) = Default::default();
        let (labels, chains) = (FxHashMap::default(), FxHashMap::default());
        Choice { readings, slots, fixed: FixedTexts::of(fixed), texts, labelling, said, labels, chains }
    }

    /// The attributes among some candidates, in the order of the pages.
    pub(super) fn attributes(&mut self, candidates: &[Candidate<'_>], seen: &Views<'_>) -> Vec<LearntAttribute> {
        let mut chosen: Vec<(f64, LearntAttribute)> = Vec::new();
        let mut names = 0.0;
        for candidate in candidates {
            let view = &seen.slots[candidate.slot];
            if names + view.coverage > MOST_NAMES || !self.is_new(candidate.slot) {
                continue;
            }
            if let Some(attribute) = self.attribute(candidate) {
                names += view.coverage;
                chosen.push((view.position, attribute));
            }
        }
        chosen.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut attributes: Vec<LearntAttribute> = chosen.into_iter().map(|(_, attribute)| attribute).collect();
        number(&mut attributes);
        attributes
    }

    /// Keeps the texts of a slot from becoming anything else, and those that follow them if there are many.
    pub(super) fn take(&mut self, slot: usize, is_many: bool) {
        for &(page, text) in &self.slots[slot].found {
            let reading = &self.readings[page as usize];
            let further = if is_many { followers(reading, text as usize, &self.fixed) } else { Vec::new() };
            for text in std::iter::once(text as usize).chain(further) {
                self.texts.insert((page, text as u32));
                self.said.insert((page, reading.texts[text].label));
            }
        }
    }

    /// The ways to a slot, as they are kept.
    pub(super) fn locators(&self, slot: usize) -> Vec<Locator> {
        let slot = &self.slots[slot];
        let Some(&(page, text)) = slot.found.first() else { return Vec::new() };
        let reading = &self.readings[page as usize];
        slot.ways_by_sort().into_iter().filter_map(|way| Locator::of(way, reading, text as usize)).collect()
    }

    /// Whether most of a slot's texts belong to nothing else, and nothing says the same on nearly all its pages.
    fn is_new(&self, slot: usize) -> bool {
        let found = &self.slots[slot].found;
        let told = found.iter().filter(|text| self.texts.contains(text)).count();
        let label = |&(page, text): &(u32, u32)| (page, self.readings[page as usize].texts[text as usize].label);
        let said = found.iter().filter(|text| self.said.contains(&label(text))).count();
        let labels = found.iter().filter(|text| self.labelling.contains(text)).count();
        3 * (told + labels) <= found.len() && 10 * said < 9 * found.len()
    }

    /// The texts before those of a slot.
    fn before(&self, slot: usize) -> Vec<(u32, u32)> {
        let before = |&(page, text): &(u32, u32)| {
            let before = self.readings[page as usize].before(text as usize)?;
            Some((page, before as u32))
        };
        self.slots[slot].found.iter().filter_map(before).collect()
    }

    fn attribute(&mut self, candidate: &Candidate<'_>) -> Option<LearntAttribute> {
        let &(page, text) = self.slots[candidate.slot].found.first()?;
        let reading = &self.readings[page as usize];
        let is_within = reading.texts[text as usize].own_label.is_some();
        let before = if candidate.label.is_some() && !is_within { self.before(candidate.slot) } else { Vec::new() };
        // What is a value of something is no label.
        if 2 * before.iter().filter(|text| self.texts.contains(text)).count() > before.len() {
            return None;
        }
        let label = candidate.label.map(|label| label.text.to_owned());
        let name = match &label {
            Some(label) => normalised(label),
            None => normalised(&name_of_place(reading, text as usize, &self.fixed)),
        };
        let (count, most) = match &label {
            Some(_) => (self.labels.entry(name.clone()).or_default(), MOST_ALIKE),
            None => (self.chains.entry(reading.texts[text as usize].places.chain).or_default(), MOST_OF_A_KIND),
        };
        *count += 1;
        if *count > most {
            return None;
        }
        let is_many = label.is_some() && self.is_many(candidate.slot);
        self.take(candidate.slot, is_many);
        self.labelling.extend(before);
        let locators = self.locators(candidate.slot);
        Some(LearntAttribute { name, label, locators, is_many, quality: candidate.quality })
    }

    /// Whether several values follow each other on some of the pages.
    fn is_many(&self, slot: usize) -> bool {
        let found = &self.slots[slot].found;
        let has_more = |&&(page, text): &&(u32, u32)| {
            !followers(&self.readings[page as usize], text as usize, &self.fixed).is_empty()
        };
        found.iter().filter(has_more).count() as f64 >= (MANY * found.len() as f64).max(1.0)
    }
}

/// Numbers attributes of one name by their order on the pages, so that a number stays with its place whichever of them
/// looks best. The name of the thing is called `name`.
fn number(attributes: &mut [LearntAttribute]) {
    let mut taken: FxHashSet<String> = std::iter::once("name".to_owned()).collect();
    for attribute in attributes {
        let name = &attribute.name;
        let numbered = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name} {number}") });
        if let Some(free) = numbered.into_iter().find(|name| !taken.contains(name)) {
            attribute.name = free;
        }
        taken.insert(attribute.name.clone());
    }
}
