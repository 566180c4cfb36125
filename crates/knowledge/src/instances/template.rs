//! A template of pages about one thing each: what is read from them, and how it is found.

use analysis::wrappers::locator::Locator;
use analysis::wrappers::reading::{Label, Reading, own_label};
use analysis::wrappers::slots::{Slot, Way, each_way, slots};
use analysis::wrappers::views::Views;
use page::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::candidates::{Candidate, candidates};
use super::labels::Labels;
use super::naming::marked;
use crate::names::normalised;

/// Pages that are learnt from; more teach nothing new.
const MOST_PAGES: usize = 60;
/// Attributes that a page has on average at most.
const MOST_NAMES: f64 = 36.0;
/// How much a slot must look like the heading to be the name.
const LEAST_HEADING: f64 = 0.3;

/// What is read from the pages of a template.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstanceTemplate {
    /// Where the name of the thing stands.
    pub name: Option<LearntAttribute>,
    /// What is told of it, in the order of the pages.
    pub attributes: Vec<LearntAttribute>,
    /// Texts that most pages have: they are no values.
    pub fixed: Vec<String>,
}

/// Something that is read from each page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearntAttribute {
    /// What it is called, the same for labels that are the same to a reader.
    pub name: String,
    /// Its label as it is printed, if it has one.
    pub label: Option<String>,
    /// The ways to it. They agree on the pages it was learnt from.
    pub locators: Vec<Locator>,
    /// Whether there can be several values, one after the other.
    pub is_many: bool,
    /// How much it looks like a property of what the page is about.
    pub quality: f64,
}

/// What a page tells of its subject.
#[derive(Clone, Debug, PartialEq)]
pub struct InstancePage {
    /// The name of the thing.
    pub name: Option<FoundText>,
    /// Its attributes that the page has.
    pub attributes: Vec<Attribute>,
}

/// A text and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundText {
    /// What it says.
    pub text: String,
    /// Where; a page may have no text but its title.
    pub node: Option<NodeId>,
}

/// Some values under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// What it is called.
    pub name: String,
    /// Its label as it is printed, if it has one.
    pub label: Option<String>,
    /// Its values in the order of the page.
    pub values: Vec<Value>,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The text as it stands there.
    pub text: String,
    /// The same without the label it begins with, if it does.
    pub value: String,
    /// Where it stands.
    pub node: NodeId,
}

impl InstanceTemplate {
    /// Learns from some pages of one template.
    pub fn learn(readings: &[Reading<'_>]) -> Option<InstanceTemplate> {
        let readings = &readings[..readings.len().min(MOST_PAGES)];
        let least = if readings.len() < 2 { 1 } else { (readings.len() / 12).max(2) };
        let slots = slots(readings, least);
        let seen = Views::of(readings, &slots);
        let labels = Labels::of(readings, &seen.texts);
        let mut candidates = candidates(readings, &slots, &seen, &labels);
        candidates.sort_by(|a, b| b.quality.total_cmp(&a.quality).then(a.slot.cmp(&b.slot)));
        let mut chosen = Chosen { slots: &slots, readings, texts: FxHashSet::default(), names: FxHashSet::default() };
        let is_heading = seen.slots.get(seen.heading).is_some_and(|view| view.as_heading() >= LEAST_HEADING);
        let name = is_heading.then(|| chosen.attribute(seen.heading, "name".to_owned(), None, 1.0)).flatten();
        let mut attributes: Vec<(f64, LearntAttribute)> = Vec::new();
        let mut names = 0.0;
        for candidate in &candidates {
            let coverage = seen.slots[candidate.slot].coverage;
            if names + coverage > MOST_NAMES || !chosen.is_free(candidate.slot) {
                continue;
            }
            if let Some(attribute) = chosen.candidate(candidate) {
                names += coverage;
                attributes.push((seen.slots[candidate.slot].position, attribute));
            }
        }
        attributes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let attributes: Vec<LearntAttribute> = attributes.into_iter().map(|(_, attribute)| attribute).collect();
        let fixed = seen.texts.looks.iter().filter(|look| readings.len() > 1 && look.pages > 0.5);
        let fixed = fixed.map(|look| look.text.to_owned()).collect();
        (name.is_some() || !attributes.is_empty()).then_some(InstanceTemplate { name, attributes, fixed })
    }

    /// Reads a page.
    pub fn read(&self, reading: &Reading<'_>) -> InstancePage {
        let fields: Vec<&LearntAttribute> = self.name.iter().chain(&self.attributes).collect();
        let mut ways: FxHashMap<Way, Vec<usize>> = FxHashMap::default();
        for (field, attribute) in fields.iter().enumerate() {
            for way in attribute.locators.iter().filter_map(|locator| locator.way().ok()) {
                ways.entry(way).or_default().push(field);
            }
        }
        let mut votes: Vec<Vec<(usize, u32)>> = vec![Vec::new(); fields.len()];
        each_way(reading, |way, text| {
            for &field in ways.get(&way).into_iter().flatten() {
                let votes = &mut votes[field];
                match votes.iter_mut().find(|(other, _)| *other == text) {
                    Some((_, count)) => *count += 1,
                    None => votes.push((text, 1)),
                }
            }
        });
        let fixed: FxHashSet<&str> = self.fixed.iter().map(String::as_str).collect();
        let mut page = InstancePage { name: None, attributes: Vec::new() };
        for (field, (attribute, votes)) in fields.iter().zip(&votes).enumerate() {
            let winner = votes.iter().max_by_key(|&&(text, count)| (count, std::cmp::Reverse(text)));
            let Some(&(text, _)) = winner else { continue };
            let is_name = field == 0 && self.name.is_some();
            if !is_name && fixed.contains(reading.texts[text].text.as_str()) {
                continue;
            }
            let values = attribute.values(reading, text, &fixed);
            if is_name {
                let first = values.into_iter().next();
                page.name = first.map(|value| FoundText { text: value.text, node: Some(value.node) });
            } else {
                let (name, label) = (attribute.name.clone(), attribute.label.clone());
                page.attributes.push(Attribute { name, label, values });
            }
        }
        page
    }
}

impl LearntAttribute {
    /// The values that begin with a text.
    fn values(&self, reading: &Reading<'_>, text: usize, fixed: &FxHashSet<&str>) -> Vec<Value> {
        let value = |index: usize| {
            let text = &reading.texts[index];
            let bare = own_label(&text.text).filter(|(label, _)| self.label.as_deref() == Some(*label));
            let bare = bare.map_or(text.text.as_str(), |(_, value)| value);
            Value { text: text.text.clone(), value: bare.to_owned(), node: text.node }
        };
        let further = if self.is_many { followers(reading, text, fixed) } else { Vec::new() };
        std::iter::once(text).chain(further).map(value).collect()
    }
}

/// The texts that follow another in places of the same kind, with nothing but separators between.
fn followers(reading: &Reading<'_>, first: usize, fixed: &FxHashSet<&str>) -> Vec<usize> {
    const MOST: usize = 100;
    let chain = reading.texts[first].places.chain;
    let mut found = Vec::new();
    for (index, text) in reading.texts.iter().enumerate().skip(first + 1).take(MOST) {
        let joins = text.text.chars().filter(|c| c.is_alphanumeric()).count() == 0;
        if text.label == Label::SEPARATOR || joins {
            continue;
        }
        let ends_list = text.places.chain != chain || text.own_label.is_some() || text.text.ends_with(':');
        if ends_list || fixed.contains(text.text.as_str()) {
            break;
        }
        found.push(index);
    }
    found
}

/// What has been chosen already.
struct Chosen<'a> {
    slots: &'a [Slot],
    readings: &'a [Reading<'a>],
    texts: FxHashSet<(u32, u32)>,
    names: FxHashSet<String>,
}

impl Chosen<'_> {
    /// Whether most of a slot's texts belong to nothing else.
    fn is_free(&self, slot: usize) -> bool {
        let found = &self.slots[slot].found;
        let told = found.iter().filter(|text| self.texts.contains(text)).count();
        told * 3 <= found.len()
    }

    fn candidate(&mut self, candidate: &Candidate<'_>) -> Option<LearntAttribute> {
        let &(page, text) = self.slots[candidate.slot].found.first()?;
        let label = candidate.label.map(|label| label.text.to_owned());
        let name = match &label {
            Some(label) => normalised(label),
            None => marked(&self.readings[page as usize], text as usize).unwrap_or_else(|| "text".to_owned()),
        };
        self.attribute(candidate.slot, name, label, candidate.quality)
    }

    /// Makes an attribute of a slot.
    fn attribute(&mut self, slot: usize, name: String, label: Option<String>, quality: f64) -> Option<LearntAttribute> {
        let slot = &self.slots[slot];
        let &(page, text) = slot.found.first()?;
        let reading = &self.readings[page as usize];
        let locators = slot.ways_by_sort();
        let locators = locators.into_iter().filter_map(|way| Locator::of(way, reading, text as usize)).collect();
        self.texts.extend(&slot.found);
        let numbered = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name} {number}") });
        let name = numbered.into_iter().find(|name| !self.names.contains(name))?;
        self.names.insert(name.clone());
        Some(LearntAttribute { name, label, locators, is_many: false, quality })
    }
}
