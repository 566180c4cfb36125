//! From pages to wrapper files, one for each template.

use std::fmt;

use analysis::wrappers::findings::{Finding, findings};
use analysis::wrappers::locator::Locator;
use analysis::wrappers::paper;
use analysis::wrappers::places::written_chain;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::{Slot, slots};
use analysis::wrappers::templates::{Kinds, kinds, templates};
use knowledge::mapping::{Mapped, map};
use knowledge::names::Term;
use knowledge::ontology::Property;
use page::Page;
use rustc_hash::FxHashMap;

use super::file::{FORMAT, Field, Made, Place, Review, Template, Values, WrapperFile};
use super::vocabulary::Vocabulary;

/// Pages of a template that are learnt from; more teach nothing new.
const MOST_PAGES: usize = 120;
/// Examples of each field in the file.
const EXAMPLES: usize = 3;
/// Chains in a signature.
const SIGNATURE: usize = 40;

/// What is to be learnt, and from what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Learner<'a> {
    /// What is looked for; without it, whatever the pages tell.
    pub vocabulary: Option<&'a Vocabulary>,
}

/// A wrapper for a template.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// The wrapper.
    pub file: WrapperFile,
    /// The pages of the template, as indices.
    pub pages: Vec<usize>,
    /// For each field on how many of the pages it was learnt from it was found.
    pub found: Vec<usize>,
    /// Properties of the ontology that were not found.
    pub missing: Vec<String>,
}

/// Why nothing was learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnError {
    /// There is no page.
    NoPages,
    /// There is one page, and the published method compares two.
    OnePage,
    /// Nothing on the pages varies or has a label.
    NothingFound,
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LearnError::NoPages => "there is no page to learn from",
            LearnError::OnePage => "the published method compares two pages; give one more, or leave out --method",
            LearnError::NothingFound => "nothing was found on these pages that varies or has a label",
        })
    }
}

impl std::error::Error for LearnError {}

impl Learner<'_> {
    /// Learns a wrapper for each template, that of most pages first. Templates of single pages among many others are
    /// left out.
    ///
    /// # Errors
    ///
    /// If nothing was learnt at all.
    pub fn learn(&self, pages: &[Page]) -> Result<Vec<Learnt>, LearnError> {
        if pages.is_empty() {
            return Err(LearnError::NoPages);
        }
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        let kinds: Vec<Kinds> = readings.iter().map(kinds).collect();
        let groups = templates(&kinds);
        let least = if pages.len() <= 2 { 1 } else { 2 };
        let worthy = groups.into_iter().enumerate().filter(|(number, group)| *number == 0 || group.len() >= least);
        let mut rest: Vec<Option<Reading<'_>>> = readings.into_iter().map(Some).collect();
        let learnt: Vec<Learnt> = worthy
            .map(|(_, group)| {
                let readings: Vec<Reading<'_>> =
                    spread(&group, MOST_PAGES).filter_map(|page| rest[page].take()).collect();
                let kinds: Vec<&Kinds> = group.iter().map(|&page| &kinds[page]).collect();
                self.template(&readings, &kinds, group)
            })
            .collect();
        match learnt.iter().all(|learnt| learnt.file.fields.is_empty() && learnt.file.review.is_empty()) {
            true => Err(LearnError::NothingFound),
            false => Ok(learnt),
        }
    }

    /// Learns a wrapper from the first two pages, as published. The others are only counted.
    ///
    /// # Errors
    ///
    /// If there are no two pages, or they have no pattern in common.
    pub fn learn_as_published(&self, pages: &[Page]) -> Result<Learnt, LearnError> {
        let [first, second, ..] = pages else { return Err(LearnError::OnePage) };
        let learnt = paper::learn(first, second, &paper::Config::default()).ok_or(LearnError::NothingFound)?;
        let pattern = learnt.best.pattern.to_string();
        let made = Made {
            by: concat!("lode ", env!("CARGO_PKG_VERSION"), ", learn --method paper").to_owned(),
            pages: 2,
            from: vec![first.name.clone(), second.name.clone()],
            vocabulary: Vec::new(),
        };
        let file = WrapperFile {
            lode_wrapper: FORMAT,
            template: Template::default(),
            fields: Vec::new(),
            review: Vec::new(),
            pattern: Some(pattern),
            made: Some(made),
        };
        Ok(Learnt { file, pages: (0..pages.len()).collect(), found: Vec::new(), missing: Vec::new() })
    }

    fn template(&self, readings: &[Reading<'_>], kinds: &[&Kinds], pages: Vec<usize>) -> Learnt {
        let least = (readings.len() / 5).max(2).min(readings.len());
        let slots = slots(readings, least);
        let told = findings(readings, &slots);
        let mapped = self.vocabulary.map(|known| map(readings, &slots, &known.ontology, &known.dictionary));
        let source = Source { readings, slots: &slots };
        let mut fields: Vec<Field> = Vec::new();
        let mut found = Vec::new();
        let mut review = Vec::new();
        let mut missing = Vec::new();
        match (self.vocabulary, mapped) {
            (Some(known), Some(mapped)) => {
                for mapped in &mapped {
                    let property = &known.ontology.properties[mapped.property];
                    fields.push(source.field(property, mapped, &known.ontology.properties));
                    found.push(slots[mapped.slot].found.len());
                }
                let is_missing = |&(number, property): &(usize, &Property)| {
                    !property.is_object && mapped.iter().all(|mapped| mapped.property != number)
                };
                let properties = known.ontology.properties.iter().enumerate();
                missing.extend(properties.filter(is_missing).map(|(_, property)| property.local_name().to_owned()));
                let taken: Vec<usize> = mapped.iter().map(|mapped| mapped.slot).collect();
                let free = told.iter().filter(|finding| !source.is_taken(finding.slot, &taken));
                review.extend(free.map(|finding| source.review(finding, known)));
            }
            _ => {
                for finding in &told {
                    fields.push(source.told_field(finding));
                    found.push(slots[finding.slot].found.len());
                }
            }
        }
        let made = Made {
            by: concat!("lode ", env!("CARGO_PKG_VERSION"), ", learn").to_owned(),
            pages: readings.len(),
            from: readings.iter().take(EXAMPLES).map(|reading| reading.page.name.clone()).collect(),
            vocabulary: self.vocabulary.map(|known| known.sources.clone()).unwrap_or_default(),
        };
        let template = Template { signature: signature(readings, kinds), ..Template::default() };
        let file = WrapperFile { lode_wrapper: FORMAT, template, fields, review, pattern: None, made: Some(made) };
        Learnt { file, pages, found, missing }
    }
}

/// At most so many of some things, evenly spread.
fn spread(things: &[usize], most: usize) -> impl Iterator<Item = usize> {
    let count = things.len().min(most);
    (0..count).map(move |number| things[number * things.len() / count])
}

/// What a wrapper is written from.
struct Source<'a> {
    readings: &'a [Reading<'a>],
    slots: &'a [Slot],
}

impl Source<'_> {
    fn field(&self, property: &Property, mapped: &Mapped, properties: &[Property]) -> Field {
        /// From which share of fitting values on one that does not fit is doubtful.
        const USUALLY: f64 = 0.9;
        let local = property.local_name();
        // Two terms of different vocabularies may end alike; then only the whole name tells them apart.
        let is_unique = properties.iter().filter(|other| other.local_name() == local).count() == 1;
        Field {
            name: if is_unique { local } else { &property.iri }.to_owned(),
            term: Some(property.iri.clone()),
            many: !property.is_functional,
            values: Values::of(&property.range).filter(|_| mapped.fits >= USUALLY),
            find: mapped.locators.iter().map(|(locator, weight)| Place::of(locator, *weight)).collect(),
            examples: self.examples(mapped.slot),
        }
    }

    fn told_field(&self, finding: &Finding) -> Field {
        Field {
            name: finding.name.clone(),
            term: None,
            many: false,
            values: None,
            find: self.places(finding.slot),
            examples: self.examples(finding.slot),
        }
    }

    fn review(&self, finding: &Finding, known: &Vocabulary) -> Review {
        /// Names that are less like this are not worth a thought.
        const WORTH_ASKING: f64 = 0.5;
        let suggestions = known.dictionary.suggestions(&finding.name, 3).into_iter();
        let suggestions = suggestions.filter(|suggestion| suggestion.likeness >= WORTH_ASKING);
        let term = |suggestion: knowledge::names::Suggestion| match suggestion.term {
            Term::Property(number) => Some(known.ontology.properties[number].local_name().to_owned()),
            Term::Class(_) => None,
        };
        Review {
            name: finding.name.clone(),
            suggestions: suggestions.filter_map(term).collect(),
            many: false,
            find: self.places(finding.slot),
            examples: self.examples(finding.slot),
        }
    }

    /// The ways to a slot as places, which share the confidence.
    fn places(&self, slot: usize) -> Vec<Place> {
        /// A slot that nobody asked for is what it is; doubt is only whether a page still has it.
        const SURE: f64 = 0.95;
        let slot = &self.slots[slot];
        let Some(&(page, text)) = slot.found.first() else { return Vec::new() };
        let write = |way| Locator::of(way, &self.readings[page as usize], text as usize);
        let written = slot.ways_by_sort().into_iter().filter_map(write);
        let written: Vec<Locator> = written.collect();
        let share = SURE / written.len().max(1) as f64;
        written.iter().map(|locator| Place::of(locator, share)).collect()
    }

    /// A few different values of a slot.
    fn examples(&self, slot: usize) -> Vec<String> {
        let mut examples: Vec<String> = Vec::new();
        for &(page, text) in &self.slots[slot].found {
            let text = page::clipped(&self.readings[page as usize].texts[text as usize].text, 120);
            if !examples.contains(&text) {
                examples.push(text);
            }
            if examples.len() == EXAMPLES {
                break;
            }
        }
        examples
    }

    /// Whether most texts of a slot are in one of those that are mapped.
    fn is_taken(&self, slot: usize, taken: &[usize]) -> bool {
        let found = &self.slots[slot].found;
        taken.iter().any(|&other| {
            let shared = found.iter().filter(|text| self.slots[other].found.contains(text)).count();
            2 * shared > found.len()
        })
    }
}

/// Kinds of places that nearly all pages have, evenly spread over the first of them.
fn signature(readings: &[Reading<'_>], kinds: &[&Kinds]) -> Vec<String> {
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    for &kind in kinds.iter().copied().flatten() {
        *counts.entry(kind).or_default() += 1;
    }
    let is_common = |kind: &u64| counts.get(kind).is_some_and(|&count| 10 * count >= 9 * kinds.len());
    let mut chains: Vec<String> = Vec::new();
    for reading in readings.iter().take(3) {
        for text in reading.texts.iter().filter(|text| is_common(&text.places.names)) {
            let chain = written_chain(reading.tree(), text.node, None);
            let plain: Vec<&str> = chain.split(' ').map(|link| link.split('.').next().unwrap_or(link)).collect();
            let plain = plain.join(" ");
            if !chains.contains(&plain) {
                chains.push(plain);
            }
        }
    }
    let all: Vec<usize> = (0..chains.len()).collect();
    spread(&all, SIGNATURE).map(|number| chains[number].clone()).collect()
}
