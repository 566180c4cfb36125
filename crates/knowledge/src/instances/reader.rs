//! Reading pages by what was learnt of their template.

use analysis::ValueKind;
use analysis::wrappers::places::read_chain;
use analysis::wrappers::reading::{Label, Reading, own_label};
use analysis::wrappers::slots::{Way, each_way};
use page::{NodeId, NodeKind, fold};
use rustc_hash::{FxHashMap, FxHashSet};

use super::heading::without_affixes;
use super::label_places::LabelPlaces;
use super::template::{Fixed, InstanceTemplate, LearntAttribute};
use crate::names::normalised;

/// What a page tells of its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstancePage {
    /// The name of the thing. It may be the title of the page.
    pub name: Option<Value>,
    /// Its attributes that the page has.
    pub attributes: Vec<Attribute>,
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
    /// The same without a label, or without what the names of all pages have around them.
    pub value: String,
    /// Where it stands.
    pub node: NodeId,
}

/// A template, ready to read pages.
#[derive(Debug)]
pub struct InstanceReader<'a> {
    template: &'a InstanceTemplate,
    /// The fields that each way leads to: the places of the name first, then the attributes.
    ways: FxHashMap<Way, Vec<usize>>,
    fixed: FixedTexts<'a>,
    label_places: LabelPlaces,
}

impl<'a> InstanceReader<'a> {
    /// Makes a template ready.
    pub(super) fn new(template: &'a InstanceTemplate) -> InstanceReader<'a> {
        let attributes = template.attributes.iter().map(|attribute| &attribute.locators);
        let mut ways: FxHashMap<Way, Vec<usize>> = FxHashMap::default();
        for (field, locators) in template.name.places.iter().chain(attributes).enumerate() {
            for way in locators.iter().filter_map(|locator| locator.way().ok()) {
                ways.entry(way).or_default().push(field);
            }
        }
        let (fixed, label_places) = (FixedTexts::of(&template.fixed), LabelPlaces::of(&template.label_places));
        InstanceReader { template, ways, fixed, label_places }
    }

    /// Reads a page.
    pub fn read(&self, reading: &Reading<'_>) -> InstancePage {
        let names = self.template.name.places.len();
        let mut votes: Vec<Vec<(usize, u32)>> = vec![Vec::new(); names + self.template.attributes.len()];
        each_way(reading, |way, text| {
            for &field in self.ways.get(&way).into_iter().flatten() {
                match votes[field].iter_mut().find(|(other, _)| *other == text) {
                    Some((_, count)) => *count += 1,
                    None => votes[field].push((text, 1)),
                }
            }
        });
        let winner = |votes: &Vec<(usize, u32)>, may_be_fixed: bool| {
            let winner = votes.iter().max_by_key(|&&(text, count)| (count, std::cmp::Reverse(text)));
            winner.map(|&(text, _)| text).filter(|&text| may_be_fixed || !self.fixed.contains(reading, text))
        };
        let name = votes[..names].iter().find_map(|votes| winner(votes, false)).map(|text| self.name(reading, text));
        let found = self.template.attributes.iter().zip(&votes[names..]);
        let attributes = found.filter_map(|(attribute, votes)| {
            let values = self.values(attribute, reading, winner(votes, attribute.label.is_some())?);
            Some(Attribute { name: attribute.name.clone(), label: attribute.label.clone(), values })
        });
        let mut attributes: Vec<Attribute> = attributes.collect();
        self.add_labelled(reading, &mut attributes);
        InstancePage { attributes, name: name.or_else(|| self.title(reading)) }
    }

    /// What stands behind labels that few pages have.
    fn add_labelled(&self, reading: &Reading<'_>, attributes: &mut Vec<Attribute>) {
        for (label, value) in self.label_places.pairs(reading) {
            if self.fixed.contains(reading, value) {
                continue;
            }
            let (label, value) = (&reading.texts[label], &reading.texts[value]);
            let printed = label.text.trim_end_matches([':', '：', ' ']);
            let name = normalised(printed);
            let is_told = attributes
                .iter()
                .any(|known| known.name == name || known.values.iter().any(|known| known.node == value.node));
            if !is_told && !name.is_empty() {
                let values = vec![Value { text: value.text.clone(), value: value.text.clone(), node: value.node }];
                attributes.push(Attribute { name, label: Some(printed.to_owned()), values });
            }
        }
    }

    fn name(&self, reading: &Reading<'_>, text: usize) -> Value {
        let (before, behind) = &self.template.name.affixes;
        let text = &reading.texts[text];
        let value = without_affixes(&text.text, before, behind).to_owned();
        Value { text: text.text.clone(), value, node: text.node }
    }

    /// The title of the page, without what other titles have too.
    fn title(&self, reading: &Reading<'_>) -> Option<Value> {
        let tree = reading.tree();
        let title = tree.elements().find(|&element| tree.name(element) == "title")?;
        let node = tree.children(title).find(|&node| tree.kind(node) == NodeKind::Text)?;
        let text = fold(tree.text(node));
        let (before, behind) = &self.template.name.title_affixes;
        let value = without_affixes(&text, before, behind).to_owned();
        (!value.is_empty()).then_some(Value { text, value, node })
    }

    /// The values that begin with a text.
    fn values(&self, attribute: &LearntAttribute, reading: &Reading<'_>, first: usize) -> Vec<Value> {
        let value = |index: usize| {
            let text = &reading.texts[index];
            let own = own_label(&text.text).filter(|(label, _)| attribute.label.as_deref() == Some(*label));
            let bare = own.map_or(text.text.as_str(), |(_, value)| value);
            let bare = bare.trim_start_matches([':', '：', ' ']).to_owned();
            Value { text: text.text.clone(), value: bare, node: text.node }
        };
        let further = if attribute.is_many { followers(reading, first, &self.fixed) } else { Vec::new() };
        std::iter::once(first).chain(further).map(value).collect()
    }
}

/// Texts that are part of the template, ready to be looked up.
#[derive(Debug)]
pub(super) struct FixedTexts<'a>(FxHashSet<(u64, &'a str)>);

impl<'a> FixedTexts<'a> {
    pub(super) fn of(fixed: &'a Fixed) -> FixedTexts<'a> {
        let chains = fixed.iter().filter_map(|(chain, texts)| Some((read_chain(chain).ok()?, texts)));
        FixedTexts(chains.flat_map(|(chain, texts)| texts.iter().map(move |text| (chain, text.as_str()))).collect())
    }

    /// Whether nothing is known of them, as of a page or two.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn contains(&self, reading: &Reading<'_>, text: usize) -> bool {
        let text = &reading.texts[text];
        self.0.contains(&(text.places.chain, text.text.as_str()))
    }
}

/// The texts that follow a value behind the same label: in places of the same kind, with nothing but separators
/// between, and in the same cell, if the value has one.
pub(super) fn followers(reading: &Reading<'_>, first: usize, fixed: &FixedTexts<'_>) -> Vec<usize> {
    const MOST: usize = 100;
    const CELLS: [&str; 6] = ["td", "th", "tr", "li", "div", "p"];
    let (tree, start) = (reading.tree(), &reading.texts[first]);
    let Some(before) = reading.before(first) else { return Vec::new() };
    let around = tree.lca(reading.texts[before].node, start.node);
    let cell = tree.ancestors(start.node).take_while(|&element| element != around).last();
    let own = cell.filter(|&cell| CELLS.contains(&tree.name(cell)));
    // Without a cell of its own a list ends with what the label is in.
    let end = tree.end(own.unwrap_or(around));
    let mut found = Vec::new();
    for (index, text) in reading.texts.iter().enumerate().skip(first + 1).take(MOST) {
        if text.label == Label::SEPARATOR {
            continue;
        }
        // Lines without elements of their own may be anything: a street, a town, a telephone number.
        let is_line = tree.parent(text.node) == tree.parent(start.node);
        if is_line && ValueKind::of(&text.text) != ValueKind::of(&start.text) {
            return Vec::new();
        }
        let is_like = text.places.chain == start.places.chain && text.own_label.is_none();
        if text.node >= end || !is_like || text.text.ends_with([':', '：']) || fixed.contains(reading, index) {
            break;
        }
        found.push(index);
    }
    found
}
