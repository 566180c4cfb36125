//! Healing: the fields of a wrapper found again on pages of a new template that have no item in common with the old.
//!
//! 1. what the new pages have in common are slots
//! 2. each slot is held beside the portrait of each field: do the old places still lead there, is the label the same,
//!    do the values look alike, is it near the same texts, in the title as before …
//! 3. the surest field chooses first
//!
//! The weights were fitted to 40 sites with seven redesigns each, so that the slot with the right values weighs most,
//! also where nothing around it is as it was; with whole sites left out of the fitting they find as much on them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::choice::choose;
use super::portrait::{Portrait, before, behind, names};
use super::reading::{Label, Reading};
use super::slots::{Slot, Way, each_way, slots};
use super::texts::{Shape, plain};
use super::views::{View, Views};
use crate::ValueKind;

/// A field that is looked for.
#[derive(Clone, Debug, Default)]
pub struct Missing {
    /// What it looks like.
    pub portrait: Portrait,
    /// Its old places, with their weights.
    pub ways: Vec<(Way, f64)>,
    /// Some of its values.
    pub examples: Vec<String>,
    /// A label that its values begin with.
    pub starts_with: Option<String>,
}

/// A field that was found again.
#[derive(Clone, Debug, PartialEq)]
pub struct Recovered {
    /// Its text on each page that has one.
    pub found: Vec<(usize, usize)>,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
}

/// The weight at which a slot is as likely to be the field as not: fitted to pages of other sites, which have none.
const EVEN: f64 = 15.5;

/// What is less sure than this was not found: better a field that is missing, which pages say, than a wrong one.
const LEAST: f64 = 0.2;

/// Finds fields again. Those that are not found are `None`.
pub fn recover(readings: &[Reading<'_>], missing: &[Missing]) -> Vec<Option<Recovered>> {
    // A field may be absent from some pages, but not from most.
    let slots = slots(readings, (readings.len() / 2).max(1));
    let views = Views::of(readings, &slots);
    let weights: Vec<Vec<f64>> = missing
        .iter()
        .map(|missing| {
            let sought = Sought::of(missing, readings);
            (0..slots.len()).map(|slot| sought.weight(&slots[slot], &views.slots[slot], readings)).collect()
        })
        .collect();
    let chosen = choose(weights.clone(), f64::NEG_INFINITY, &slots);
    let recovered = chosen.into_iter().zip(&weights).map(|(likely, weights)| {
        let &(slot, _) = likely.first()?;
        let found = slots[slot].found.iter().map(|&(page, text)| (page as usize, text as usize)).collect();
        let confidence = 1.0 / (1.0 + (EVEN - weights[slot]).exp());
        Some(Recovered { found, confidence }).filter(|recovered| recovered.confidence >= LEAST)
    });
    without_shared(recovered.collect())
}

/// Two fields are never one: of those that have most texts in common only the surest stays.
fn without_shared(mut recovered: Vec<Option<Recovered>>) -> Vec<Option<Recovered>> {
    let mut order: Vec<usize> = (0..recovered.len()).filter(|&field| recovered[field].is_some()).collect();
    let sure = |field: usize, of: &[Option<Recovered>]| of[field].as_ref().map_or(0.0, |one| one.confidence);
    order.sort_by(|&a, &b| sure(b, &recovered).total_cmp(&sure(a, &recovered)).then(a.cmp(&b)));
    let mut taken: FxHashSet<(usize, usize)> = FxHashSet::default();
    for field in order {
        let Some(found) = recovered[field].as_ref().map(|one| one.found.clone()) else { continue };
        let shared = found.iter().filter(|text| taken.contains(text)).count();
        match 2 * shared > found.len() {
            true => recovered[field] = None,
            false => taken.extend(found),
        }
    }
    recovered
}

/// A field that is looked for on some pages.
struct Sought {
    /// For each page the weight of the old places that lead to each text.
    votes: Vec<FxHashMap<usize, f64>>,
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
    fn of(missing: &Missing, readings: &[Reading<'_>]) -> Sought {
        let mut ways: FxHashMap<Way, f64> = FxHashMap::default();
        let mut labels: FxHashMap<Label, f64> = FxHashMap::default();
        for &(way, weight) in &missing.ways {
            *ways.entry(way).or_default() += weight;
            if let Way::After(label, _) | Way::AfterIn(label, _, _) = way {
                *labels.entry(label).or_default() += weight;
            }
        }
        let votes = readings.iter().map(|reading| {
            let mut votes: FxHashMap<usize, f64> = FxHashMap::default();
            each_way(reading, |way, text| {
                if let Some(weight) = ways.get(&way) {
                    *votes.entry(text).or_default() += weight;
                }
            });
            votes
        });
        let labelled: f64 = labels.values().sum::<f64>().max(f64::MIN_POSITIVE);
        let of_texts = |texts: &[String]| texts.iter().map(|text| Label::of(text)).collect();
        let count = missing.examples.len().max(1) as f64;
        let words: f64 = missing.examples.iter().map(|example| words(example)).sum();
        Sought {
            votes: votes.collect(),
            labels: labels.into_iter().map(|(label, weight)| (label, weight / labelled)).collect(),
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
    fn weight(&self, slot: &Slot, view: &View, readings: &[Reading<'_>]) -> f64 {
        let mut weight = 11.9 * view.coverage
            - 3.5 * (view.in_title - self.in_title).abs()
            - 2.7 * (view.repeated - self.repeated).abs()
            - 3.4 * ((view.words + 1.0) / (self.words + 1.0)).ln().abs()
            - 4.6 * view.constant * (1.0 - view.distinct);
        let share = 1.0 / slot.found.len() as f64;
        for &(page, text) in &slot.found {
            weight += share * self.weight_on_page(&readings[page as usize], page as usize, text as usize);
        }
        weight
    }

    fn weight_on_page(&self, reading: &Reading<'_>, page: usize, index: usize) -> f64 {
        let text = &reading.texts[index];
        let mut weight = 2.8 * self.votes[page].get(&index).copied().unwrap_or_default();
        if let Some(before) = reading.before(index) {
            let label = reading.texts[before].label;
            let known = self.labels.iter().filter(|(other, _)| *other == label).map(|(_, weight)| weight);
            weight += 4.5 * known.sum::<f64>();
        }
        weight += match (self.starts_with, text.own_label) {
            (Some(label), Some(own)) if label == own => 1.9,
            (None, Some(_)) => -0.55,
            _ => 0.0,
        };
        let shared = |known: &FxHashSet<Label>, indices: Vec<usize>| {
            let seen: FxHashSet<Label> = indices.into_iter().map(|index| reading.texts[index].label).collect();
            known.intersection(&seen).count() as f64 / known.len().max(1) as f64
        };
        weight += 1.4 * shared(&self.before, before(reading, index));
        weight += 2.3 * shared(&self.behind, behind(reading, index));
        if !self.names.is_empty() {
            let own = names(reading.tree(), text.node);
            let kept = self.names.iter().filter(|name| own.contains(name)).count();
            weight += 2.6 * kept as f64 / self.names.len() as f64;
        }
        weight += 1.35 * f64::from(self.kinds.contains(&ValueKind::of(&text.text)));
        let shape = Shape::of(&text.text);
        weight + 4.3 * self.shapes.iter().map(|known| known.likeness(&shape)).fold(0.0, f64::max)
    }
}

/// How many words a text has.
fn words(text: &str) -> f64 {
    plain(text).split(' ').count() as f64
}

#[cfg(test)]
mod tests {
    use super::super::portrait::portraits;
    use super::*;
    use page::{Capture, Page};

    fn pages(form: impl Fn(usize) -> String) -> Vec<Page> {
        (0..4).map(|number| Page::new(Capture::new("p", form(number)))).collect()
    }

    #[test]
    fn fields_are_found_again_in_another_layout() {
        let names = ["Old Harbour", "Field Guide", "Night Ferry", "Salt Road"];
        let old = pages(|n| {
            format!(
                "<title>{0} - Shop</title><h1>{0}</h1><table><tr><td>Our price<td>${n}.90<tr><td>Pages<td>{n}12</table>",
                names[n]
            )
        });
        let new = pages(|n| {
            let name = ["Cold Coast", "Blue Hour", "Red Kite", "High Tide"][n];
            format!(
                "<title>{name} - Shop</title><div><p>News</p><h2>{name}</h2><dl><dt>Pages<dd>{n}34<dt>Our price<dd>${n}.50</dl></div>"
            )
        });
        let old: Vec<Reading<'_>> = old.iter().map(Reading::of).collect();
        let new: Vec<Reading<'_>> = new.iter().map(Reading::of).collect();
        let fields: Vec<Vec<(u32, u32)>> = [0, 2].map(|text| (0..4).map(|page| (page, text)).collect()).into();
        let missing: Vec<Missing> = portraits(&old, &fields)
            .into_iter()
            .zip(&fields)
            .map(|(portrait, found)| {
                let texts = found.iter().map(|&(page, text)| old[page as usize].texts[text as usize].text.clone());
                Missing { portrait, examples: texts.collect(), ..Missing::default() }
            })
            .collect();
        let recovered = recover(&new, &missing);
        let texts = |number: usize| -> Vec<&str> {
            let found = recovered[number].as_ref().unwrap().found.iter();
            found.map(|&(page, text)| new[page].texts[text].text.as_str()).collect()
        };
        assert_eq!(texts(0), ["Cold Coast", "Blue Hour", "Red Kite", "High Tide"]);
        assert_eq!(texts(1), ["$0.50", "$1.50", "$2.50", "$3.50"]);
        let strange = pages(|n| format!("<title>Login</title><p>Please log in, visitor {n}</p><p>Terms</p>"));
        let strange: Vec<Reading<'_>> = strange.iter().map(Reading::of).collect();
        assert!(recover(&strange, &missing).iter().all(Option::is_none));
    }
}
