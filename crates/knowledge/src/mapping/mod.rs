//! Which slot of a template holds the values of which property of the ontology: by names, by what the values look like,
//! and by where they stand. There is no labelled page and no model of a domain; the redundancy of many pages with one
//! template does what neither could.
//!
//! 1. each slot is looked at beside each property (`evidence.rs`), which gives facts
//! 2. the facts are weighed (`facts.rs`)
//! 3. the surest property chooses first ([`choice`])
//! 4. what was chosen is written down as locators that vote (`fields.rs`)

mod evidence;
mod facts;
mod fields;
mod wanted;

use analysis::wrappers::choice;
use analysis::wrappers::locator::Locator;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::Slot;
use analysis::wrappers::views::Views;

use crate::names::Dictionary;
use crate::ontology::{Ontology, Property};
use evidence::Evidence;
use facts::Facts;
use wanted::Wanted;

/// A property of the ontology that was found on the pages.
#[derive(Clone, Debug)]
pub struct Mapped {
    /// Its place in the ontology.
    pub property: usize,
    /// The slot it most likely is.
    pub slot: usize,
    /// How likely it is on the pages at all, as far as the evidence goes, from 0 to 1.
    pub likelihood: f64,
    /// Where its values stand.
    pub locators: Vec<(Locator, f64)>,
    /// Which share of the values is as the range says.
    pub fits: f64,
}

/// A property that is less likely than this is taken not to be there. Who asks for a property has reason to expect it,
/// so the bar is low: what is found then is right more often than not.
const LEAST_LIKELY: f64 = 0.02;

/// Finds the properties of an ontology on pages of a template. Those that are not found are left out.
pub fn map(
    readings: &[Reading<'_>],
    slots: &[Slot],
    views: &Views<'_>,
    ontology: &Ontology,
    dictionary: &Dictionary,
) -> Vec<Mapped> {
    let wanted = Wanted::all(ontology, dictionary, readings);
    let evidence = Evidence::of(readings, slots, views, &wanted, dictionary);
    let facts: Vec<Vec<Facts>> = wanted.iter().map(|wanted| evidence.facts(wanted)).collect();
    let weights = facts.iter().map(|facts| facts.iter().map(|facts| evidence.weight(facts)).collect()).collect();
    let chosen = choice::choose(weights, facts::NOTHING, slots);
    let mapped = wanted.iter().zip(&facts).zip(chosen).filter_map(|((wanted, facts), likely)| {
        let &(slot, _) = likely.first()?;
        let likelihood: f64 = likely.iter().map(|&(_, likelihood)| likelihood).sum();
        if likelihood < LEAST_LIKELY {
            return None;
        }
        let locators = fields::locators(&likely, slots, readings);
        let fits = facts[slot].fits + facts[slot].fits_in_part;
        Some(Mapped { property: wanted.property, slot, likelihood, locators, fits })
    });
    mapped.collect()
}

/// Whether a property is looked for at all: links between things, and what is said of what they lead to, are not.
pub fn is_looked_for(property: &Property, ontology: &Ontology) -> bool {
    wanted::is_of_subject(property, ontology)
}
