//! Which slot of a template holds the values of which property of the ontology: by names, by what the values look like,
//! and by where they stand. There is no labelled page and no model of a domain; the redundancy of many pages with one
//! template does what neither could.
//!
//! 1. each slot is looked at beside each property (`evidence.rs`), which gives facts
//! 2. the facts are weighed (`facts.rs`, and `weights.rs` beside it)
//! 3. the surest property chooses first ([`choose`])
//! 4. what was chosen is written down as locators that vote (`fields.rs`)
//! 5. of a class that is known to be told, properties that share a text are found by the form of its parts
//!    (`shared.rs`)

mod evidence;
mod facts;
mod fields;
mod shared;
mod wanted;
mod weights;

#[cfg(test)]
mod tests;

use analysis::evidence::Evidence as _;
use analysis::wrappers::choice::{Likely, choose};
use analysis::wrappers::locator::Locator;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::Slot;
use analysis::wrappers::views::Views;

use crate::names::Dictionary;
use crate::ontology::{Ontology, Property, Range};
use evidence::{Evidence, Heading};
pub use facts::Facts;
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

impl Subject<'_> {
    /// The properties that are looked for.
    fn properties(&self, ontology: &Ontology) -> Vec<usize> {
        match self {
            Subject::Any => wanted::of_subject(ontology),
            Subject::Page { own, linked } => own.iter().chain(*linked).copied().collect(),
            Subject::Record(own) => own.to_vec(),
        }
    }
}

/// Pages of a template, or records of a list, with what they have in common.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The pages, or the records.
    pub readings: &'a [Reading<'a>],
    /// What they have in common.
    pub slots: &'a [Slot],
    /// What is seen of that.
    pub views: &'a Views<'a>,
}

/// A property that is looked for, and what can be said of each slot as the place of its values.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its place in the ontology.
    pub property: usize,
    /// The facts of each slot; nothing for one that is a part of the template.
    pub slots: Vec<Option<Facts>>,
}

/// Holds every slot of a sample beside every property of the ontology that is looked for.
pub fn judge(subject: Subject<'_>, sample: Sample<'_>, ontology: &Ontology, dictionary: &Dictionary) -> Vec<Judged> {
    let own = subject.properties(ontology);
    let wanted = Wanted::all(ontology, &own, dictionary, sample.readings);
    let heading = match subject {
        Subject::Record(_) => Heading { slot: record_heading(sample.views), is_of_record: true },
        _ => Heading { slot: sample.views.heading, is_of_record: false },
    };
    let evidence = Evidence::of(sample, &wanted, dictionary, heading);
    wanted.iter().map(|wanted| Judged { property: wanted.property, slots: evidence.facts(wanted) }).collect()
}

/// Finds the properties of an ontology on pages of a template. Those that are not found are left out.
pub fn map(subject: Subject<'_>, sample: Sample<'_>, ontology: &Ontology, dictionary: &Dictionary) -> Vec<Mapped> {
    let Sample { readings, slots, views } = sample;
    if slots.is_empty() {
        return Vec::new();
    }
    let judged = judge(subject, sample, ontology, dictionary);
    let source = Source { readings, slots };
    let mut mapped = chosen(&judged, &source);
    match subject {
        Subject::Any => {}
        Subject::Page { own, linked } => {
            mapped.retain(|mapped| mapped.is_named || !linked.contains(&mapped.property));
            shared::map_parts(&mut mapped, own, ontology, &source, 2);
            map_heading(&mut mapped, own, ontology, &source, views);
        }
        Subject::Record(own) => shared::map_parts(&mut mapped, own, ontology, &source, 1),
    }
    mapped
}

/// The likely slots of each property, if each slot weighs this much for it and `nothing` is the weight of there being
/// none. Those of a property that is hardly on the pages are left out.
pub fn likely(weights: Vec<Vec<f64>>, nothing: f64, slots: &[Slot]) -> Vec<Likely> {
    let mut likely = choose(weights, nothing, slots);
    for slots in likely.iter_mut().filter(|slots| likelihood(slots) < LEAST_LIKELY) {
        slots.clear();
    }
    likely
}

/// How likely it is that one of some slots is right.
fn likelihood(likely: &Likely) -> f64 {
    likely.iter().map(|&(_, likelihood)| likelihood).sum()
}

/// The likely slots of each property, as locators.
fn chosen(judged: &[Judged], source: &Source<'_>) -> Vec<Mapped> {
    let weight = |facts: &Option<Facts>| facts.map_or(f64::NEG_INFINITY, |facts| facts.weight());
    let weights = judged.iter().map(|judged| judged.slots.iter().map(weight).collect()).collect();
    let nothing = Facts { nothing: 1.0, ..Facts::default() }.weight();
    let mapped = likely(weights, nothing, source.slots).into_iter().zip(judged).filter_map(|(likely, judged)| {
        let &(slot, _) = likely.first()?;
        let facts = judged.slots[slot].unwrap_or_default();
        Some(Mapped {
            property: judged.property,
            slot,
            likelihood: likelihood(&likely),
            locators: source.locators(&likely),
            fits: facts.fits + facts.fits_in_part,
            is_named: facts.label > 0.5,
        })
    });
    mapped.collect()
}

/// The slot that looks most like the heading of a record: set off, near the beginning, in nearly all records, and
/// different in each.
///
/// The numbers are set by hand: there is no truth about which text heads a record.
fn record_heading(views: &Views<'_>) -> usize {
    /// Beside a heading, what is bold counts half, and a link a quarter.
    const BOLD: f64 = 0.5;
    const LINK: f64 = 0.25;
    /// Names of so many words are half as likely as one of none.
    const LONG: f64 = 12.0;
    /// What is left of texts that are all the same: a list may be of one thing.
    const UNVARIED: f64 = 0.2;
    /// What the end of a record loses, where headings seldom are.
    const AT_END: f64 = 0.6;
    let weight = |number: usize| {
        let view = &views.slots[number];
        let set_off = 1.0 + view.first_heading.max(view.heading) + BOLD * view.bold + LINK * view.link;
        let varies = (UNVARIED + view.distinct) * (1.0 - view.constant);
        view.coverage * varies * set_off / (1.0 + view.words / LONG) * (1.0 - AT_END * view.depth)
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
