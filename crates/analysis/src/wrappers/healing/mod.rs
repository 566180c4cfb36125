//! Healing: the fields of a wrapper found again on pages of a new template that have no item in common with the old.
//!
//! 1. what the new pages have in common are slots
//! 2. each slot is held beside the portrait of each field: do the old places still lead there, is the label the same,
//!    do the values look alike, is it near the same texts, in the title as before …
//! 3. the surest field chooses first

mod evidence;
mod facts;
mod weights;

use rustc_hash::FxHashSet;

use super::choice::choose;
use super::portrait::Portrait;
use super::reading::Reading;
use super::slots::{Slot, Way, slots};
use super::views::Views;
use crate::evidence::Evidence;
use evidence::Sought;
pub use facts::Facts;

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

/// What is less sure than this was not found: better a field that is missing, which pages say, than a wrong one.
const LEAST: f64 = 0.2;

/// What new pages have in common, and what can be said of each slot for each field.
#[derive(Debug)]
pub struct Candidates {
    /// The slots.
    pub slots: Vec<Slot>,
    /// For each field the facts of each slot.
    pub facts: Vec<Vec<Facts>>,
}

impl Candidates {
    /// Of some fields on some pages.
    pub fn of(readings: &[Reading<'_>], missing: &[Missing]) -> Candidates {
        // A field may be absent from some pages, but not from most.
        let slots = slots(readings, (readings.len() / 2).max(1));
        let views = Views::of(readings, &slots);
        let facts = missing.iter().map(|missing| {
            let sought = Sought::of(missing, readings);
            let seen = slots.iter().zip(&views.slots);
            seen.map(|(slot, view)| sought.facts(slot, view, readings)).collect()
        });
        Candidates { facts: facts.collect(), slots }
    }
}

/// Finds fields again. Those that are not found are `None`.
pub fn recover(readings: &[Reading<'_>], missing: &[Missing]) -> Vec<Option<Recovered>> {
    let Candidates { slots, facts } = Candidates::of(readings, missing);
    let weights: Vec<Vec<f64>> = facts.iter().map(|facts| facts.iter().map(Facts::weight).collect()).collect();
    let gone = Facts { gone: 1.0, ..Facts::default() }.weight();
    let chosen = choose(weights.clone(), f64::NEG_INFINITY, &slots);
    let recovered = chosen.into_iter().zip(&weights).map(|(likely, weights)| {
        let &(slot, _) = likely.first()?;
        let found = slots[slot].found.iter().map(|&(page, text)| (page as usize, text as usize)).collect();
        let confidence = 1.0 / (1.0 + (gone - weights[slot]).exp());
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
