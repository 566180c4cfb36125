//! The evidence for each slot and field: what is remembered of the field, held beside what is seen of the slot.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Missing;
use super::facts::Facts;
use crate::ValueKind;
use crate::wrappers::portrait::{before, behind, names};
use crate::wrappers::reading::{Label, Reading};
use crate::wrappers::slots::{Slot, Way, each_way};
use crate::wrappers::texts::{Shape, plain};
use crate::wrappers::views::View;

/// A field that is looked for on some pages.
pub(super) struct Sought {
    /// For each page the weight of the old places that lead to each text.
    votes: Vec<FxHashMap<usize, f64>>,
    /// The labels of the field, with their weights, which are 1 together.
    labels: Vec<(Label, f64)>,
    starts_with: Option<Label>,
    before: FxHashSet<Label>,
    behind: FxHashSet<Label>,
    names: Vec<String>,
    shapes: Vec<Shape>,
    kinds: Vec<ValueKind>,
    words: f64,
    in_title: f64,
    repeated: f64,
}

impl Sought {
    pub(super) fn of(missing: &Missing, readings: &[Reading<'_>]) -> Sought {
        let mut ways: FxHashMap<Way, f64> = FxHashMap::default();
        for &(way, weight) in &missing.ways {
            *ways.entry(way).or_default() += weight;
        }
        let of_texts = |texts: &[String]| texts.iter().map(|text| Label::of(text)).collect();
        let count = missing.examples.len().max(1) as f64;
        let words: f64 = missing.examples.iter().map(|example| words(example)).sum();
        Sought {
            votes: readings.iter().map(|reading| votes(&ways, reading)).collect(),
            labels: labels(&missing.ways),
            starts_with: missing.starts_with.as_deref().map(Label::of),
            before: of_texts(&missing.portrait.before),
            behind: of_texts(&missing.portrait.behind),
            names: missing.portrait.names.clone(),
            kinds: missing.examples.iter().map(|example| ValueKind::of(example)).collect(),
            shapes: missing.examples.iter().map(|example| Shape::of(example)).collect(),
            words: words / count,
            in_title: missing.portrait.in_title,
            repeated: missing.portrait.repeated,
        }
    }

    /// All that speaks for a slot being the field, and against it.
    pub(super) fn facts(&self, slot: &Slot, view: &View, readings: &[Reading<'_>]) -> Facts {
        let mut facts = Facts {
            coverage: view.coverage,
            other_in_title: (view.in_title - self.in_title).abs(),
            other_repeated: (view.repeated - self.repeated).abs(),
            other_length: ((view.words + 1.0) / (self.words + 1.0)).ln().abs(),
            constant: view.constant * (1.0 - view.distinct),
            ..Facts::default()
        };
        let share = 1.0 / slot.found.len() as f64;
        for &(page, text) in &slot.found {
            let (page, text) = (page as usize, text as usize);
            facts.old_places += share * self.votes[page].get(&text).copied().unwrap_or_default();
            self.add_labels(&mut facts, share, &readings[page], text);
            self.add_surroundings(&mut facts, share, &readings[page], text);
            self.add_value(&mut facts, share, &readings[page].texts[text].text);
        }
        facts
    }

    fn add_labels(&self, facts: &mut Facts, share: f64, reading: &Reading<'_>, index: usize) {
        if let Some(before) = reading.before(index) {
            let label = reading.texts[before].label;
            let known = self.labels.iter().filter(|(other, _)| *other == label);
            facts.label += share * known.map(|(_, weight)| weight).sum::<f64>();
        }
        match (self.starts_with, reading.texts[index].own_label) {
            (Some(label), Some(own)) if label == own => facts.own_label += share,
            (None, Some(_)) => facts.foreign_label += share,
            _ => {}
        }
    }

    fn add_surroundings(&self, facts: &mut Facts, share: f64, reading: &Reading<'_>, index: usize) {
        let shared = |known: &FxHashSet<Label>, indices: Vec<usize>| {
            let seen: FxHashSet<Label> = indices.into_iter().map(|index| reading.texts[index].label).collect();
            known.intersection(&seen).count() as f64 / known.len().max(1) as f64
        };
        facts.before += share * shared(&self.before, before(reading, index));
        facts.behind += share * shared(&self.behind, behind(reading, index));
        if !self.names.is_empty() {
            let own = names(reading.tree(), reading.texts[index].node);
            let kept = self.names.iter().filter(|name| own.contains(name)).count();
            facts.names += share * kept as f64 / self.names.len() as f64;
        }
    }

    fn add_value(&self, facts: &mut Facts, share: f64, text: &str) {
        let shape = Shape::of(text);
        facts.kind += share * f64::from(self.kinds.contains(&ValueKind::of(text)));
        facts.shape += share * self.shapes.iter().map(|known| known.likeness(&shape)).fold(0.0, f64::max);
    }
}

/// The weight of the ways that lead to each text of a page.
fn votes(ways: &FxHashMap<Way, f64>, reading: &Reading<'_>) -> FxHashMap<usize, f64> {
    let mut votes: FxHashMap<usize, f64> = FxHashMap::default();
    each_way(reading, |way, text| {
        if let Some(weight) = ways.get(&way) {
            *votes.entry(text).or_default() += weight;
        }
    });
    votes
}

/// The labels by which a field was found, with their weights, which are 1 together.
fn labels(ways: &[(Way, f64)]) -> Vec<(Label, f64)> {
    let mut labels: FxHashMap<Label, f64> = FxHashMap::default();
    for &(way, weight) in ways {
        if let Way::After(label, _) | Way::AfterIn(label, _, _) = way {
            *labels.entry(label).or_default() += weight;
        }
    }
    let total: f64 = labels.values().sum::<f64>().max(f64::MIN_POSITIVE);
    labels.into_iter().map(|(label, weight)| (label, weight / total)).collect()
}

/// How many words a text has.
fn words(text: &str) -> f64 {
    plain(text).split(' ').count() as f64
}
