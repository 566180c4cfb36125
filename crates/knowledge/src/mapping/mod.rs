//! Which slot of a template holds the values of which property of the ontology: by names, by what the values look like,
//! and by where they stand. There is no labelled page and no model of a domain; the redundancy of many pages with one
//! template does what neither could.
//!
//! 1. each slot is looked at beside each property (`evidence.rs`), which gives facts
//! 2. the facts are weighed (`facts.rs`)
//! 3. the surest property chooses first ([`choice`])
//! 4. what was chosen is written down as locators that vote (`fields.rs`)
//! 5. of a class that is known to be told, properties that share a text are found by the form of its parts
//!    (`shared.rs`)

mod evidence;
mod facts;
mod fields;
mod shared;
mod wanted;

use analysis::wrappers::choice;
use analysis::wrappers::locator::Locator;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::Slot;
use analysis::wrappers::views::Views;

use crate::names::Dictionary;
use crate::ontology::{Ontology, Property, Range};
use evidence::{Evidence, Heading};
use facts::Facts;
use fields::Source;
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
    /// Whether most values stand behind a name of the property.
    pub is_named: bool,
}

/// A property that is less likely than this is taken not to be there. Who asks for a property has reason to expect it,
/// so the bar is low: what is found then is right more often than not.
const LEAST_LIKELY: f64 = 0.02;

/// What the readings are of, and so which properties are looked for.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// Pages, each about one thing: all properties that can be told of it.
    Any,
    /// Pages, each about one thing of a class.
    Page {
        /// The properties of the class.
        own: &'a [usize],
        /// Properties that lead to other things, and what is told of those. They are found by their names alone.
        linked: &'a [usize],
    },
    /// Records, each about one thing of a class, which has these properties. Its name is what heads the record,
    /// whatever the title of the page says.
    Record(&'a [usize]),
}

/// Finds the properties of an ontology on pages of a template. Those that are not found are left out.
pub fn map(
    readings: &[Reading<'_>],
    slots: &[Slot],
    views: &Views<'_>,
    ontology: &Ontology,
    dictionary: &Dictionary,
) -> Vec<Mapped> {
    map_subject(Subject::Any, readings, slots, views, ontology, dictionary)
}

/// The same for what is known to be told of a class.
pub fn map_subject(
    subject: Subject<'_>,
    readings: &[Reading<'_>],
    slots: &[Slot],
    views: &Views<'_>,
    ontology: &Ontology,
    dictionary: &Dictionary,
) -> Vec<Mapped> {
    if slots.is_empty() {
        return Vec::new();
    }
    let own: Vec<usize> = match subject {
        Subject::Any => wanted::of_subject(ontology),
        Subject::Page { own, linked } => own.iter().chain(linked).copied().collect(),
        Subject::Record(own) => own.to_vec(),
    };
    let wanted = Wanted::all(ontology, &own, dictionary, readings);
    let heading = match subject {
        Subject::Record(_) => Heading { slot: record_heading(views), is_of_record: true },
        _ => Heading { slot: views.heading, is_of_record: false },
    };
    let evidence = Evidence::of(readings, slots, views, &wanted, dictionary, heading);
    let facts: Vec<Vec<Facts>> = wanted.iter().map(|wanted| evidence.facts(wanted)).collect();
    let weights = facts.iter().map(|facts| facts.iter().map(|facts| evidence.weight(facts)).collect()).collect();
    let chosen = choice::choose(weights, facts::NOTHING, slots);
    let source = Source { readings, slots };
    let mapped = wanted.iter().zip(&facts).zip(chosen).filter_map(|((wanted, facts), likely)| {
        let &(slot, _) = likely.first()?;
        let likelihood: f64 = likely.iter().map(|&(_, likelihood)| likelihood).sum();
        if likelihood < LEAST_LIKELY {
            return None;
        }
        let locators = source.locators(&likely);
        let fits = facts[slot].fits + facts[slot].fits_in_part;
        let is_named = facts[slot].label > 0.5;
        Some(Mapped { property: wanted.property, slot, likelihood, locators, fits, is_named })
    });
    let mut mapped: Vec<Mapped> = mapped.collect();
    match subject {
        Subject::Any => {}
        Subject::Page { own, linked } => {
            mapped.retain(|mapped| mapped.is_named || !linked.contains(&mapped.property));
            shared::map_parts(&mut mapped, own, ontology, &source, 2);
            map_heading(&mut mapped, own, ontology, &source, views);
        }
        Subject::Record(_) => shared::map_parts(&mut mapped, &own, ontology, &source, 1),
    }
    mapped
}

/// The slot that looks most like the heading of a record: set off, near the beginning, in nearly all records, and
/// different in each.
fn record_heading(views: &Views<'_>) -> usize {
    let weight = |number: usize| {
        let view = &views.slots[number];
        let is_set_off = 1.0 + view.first_heading.max(view.heading) + 0.5 * view.bold + 0.25 * view.link;
        let is_short = 1.0 / (1.0 + view.words / 12.0);
        view.coverage * (0.2 + view.distinct) * (1.0 - view.constant) * is_set_off * is_short * (1.0 - 0.6 * view.depth)
    };
    let better = |best: usize, next: usize| if weight(next) > weight(best) { next } else { best };
    (0..views.slots.len()).reduce(better).unwrap_or_default()
}

/// If no property was found to be the heading, it is the value of the first that is called a name of some sort and that
/// the pages do not tell behind a label: a page with the full name of a firm in a table has the short one above it.
fn map_heading(mapped: &mut Vec<Mapped>, own: &[usize], ontology: &Ontology, source: &Source<'_>, views: &Views<'_>) {
    /// How much a slot must look like the heading, and how sure it then is.
    const LEAST_HEADING: f64 = 0.3;
    const SURE: f64 = 0.5;
    let slot = views.heading;
    let sure: Vec<&Mapped> = mapped.iter().filter(|mapped| mapped.likelihood >= SURE).collect();
    let is_taken = sure.iter().any(|mapped| mapped.slot == slot);
    // What is said to stand in the heading may stand beside another name there.
    let is_awaited = naming(ontology, own).iter().any(|name| sure.iter().all(|mapped| mapped.property != *name));
    if is_taken || is_awaited || views.slots[slot].as_heading() < LEAST_HEADING {
        return;
    }
    let is_open = |number: &&usize| {
        let known = mapped.iter().find(|mapped| mapped.property == **number);
        known.is_none_or(|known| known.likelihood < SURE && !known.is_named)
    };
    let mut names = own.iter().filter(|&&number| wanted::is_called_some_name(&ontology.properties[number]));
    let Some(&property) = names.find(is_open) else { return };
    let locators = source.locators(&vec![(slot, SURE)]);
    mapped.retain(|mapped| mapped.property != property);
    mapped.push(Mapped { property, slot, likelihood: SURE, locators, fits: 1.0, is_named: false });
    mapped.sort_by_key(|mapped| mapped.property);
}

/// Those of some properties that name the thing: whose comments say that they stand in the heading or, if none say so,
/// that are called so.
pub fn naming(ontology: &Ontology, properties: &[usize]) -> Vec<usize> {
    wanted::naming(ontology, properties)
}

/// Those of some properties by which a person would call the thing, the best first.
pub fn calling(ontology: &Ontology, properties: &[usize]) -> Vec<usize> {
    let is_text = |number: &usize| matches!(ontology.properties[*number].range, Range::Any | Range::Text);
    let (names, codes): (Vec<usize>, Vec<usize>) = naming(ontology, properties).into_iter().partition(is_text);
    let is_some_name = |number: &usize| wanted::is_called_some_name(&ontology.properties[*number]);
    let others = properties.iter().copied().filter(is_some_name).filter(|number| !names.contains(number));
    let others: Vec<usize> = others.collect();
    names.into_iter().chain(others).chain(codes).collect()
}

/// Whether a property is looked for at all: links between things, and what is said of what they lead to, are not.
pub fn is_looked_for(property: &Property, ontology: &Ontology) -> bool {
    wanted::is_of_subject(property, ontology)
}
