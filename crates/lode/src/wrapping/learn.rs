//! From pages to wrapper files, one for each template.

use std::fmt;
use std::ops::ControlFlow;

use analysis::wrappers::findings::{Finding, findings};
use analysis::wrappers::locator::Locator;
use analysis::wrappers::paper;
use analysis::wrappers::places::written_chain;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::records::RecordPlace;
use analysis::wrappers::slots::{Slot, slots};
use analysis::wrappers::templates::{Kinds, kinds, templates};
use analysis::wrappers::views::Views;
use job::{Advice, Ended, Failure, Job, Next, Stage};
use knowledge::mapping::{Mapped, Sample, Subject, is_looked_for, map};
use knowledge::names::Term;
use knowledge::ontology::Property;
use page::Page;
use rustc_hash::{FxHashMap, FxHashSet};

use super::file::{Field, Kind, Made, Place, Records, Review, Template, Values, WrapperFile};
use super::memory::{remember, remember_doubts};
use super::vocabulary::Vocabulary;
use crate::engine::StartedEngine;
use crate::parts::lists_of;

/// Pages of a template that are learnt from; more teach nothing new.
const MOST_PAGES: usize = 120;
/// Records that are learnt from.
const MOST_RECORDS: usize = 200;
/// Pages that are laid out to see whether they are lists.
const LIST_SAMPLE: usize = 3;
/// How sure a main list must be to be what the page is about. Lists of results are nearly always surer, what stands on
/// a page about one thing rarely is.
const PLAIN_LIST: f64 = 0.6;
/// Examples of each field in the file.
pub(super) const EXAMPLES: usize = 3;
/// Chains that a signature is chosen from.
const MOST_CHAINS: usize = 2000;
/// Chains in a signature.
const SIGNATURE: usize = 40;

/// What is to be learnt, and from what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Learner<'a> {
    /// What is looked for; without it, whatever the pages tell.
    pub vocabulary: Option<&'a Vocabulary>,
    /// What a few pages are laid out with, to see whether they are lists; without it, none are.
    pub engine: Option<&'a StartedEngine>,
}

/// A wrapper for a template.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// The wrapper.
    pub file: WrapperFile,
    /// The pages of the template, as indices.
    pub pages: Vec<usize>,
    /// How many pages, or records, it was learnt from.
    pub of: usize,
    /// For each field on how many of those it was found.
    pub found: Vec<usize>,
    /// Properties of the ontology that were not found.
    pub missing: Vec<String>,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// Why nothing was learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
            LearnError::OnePage => "the published method compares two pages",
            LearnError::NothingFound => "nothing was found on these pages that varies or has a label",
        })
    }
}

impl std::error::Error for LearnError {}

impl Failure for LearnError {
    fn code(&self) -> &'static str {
        match self {
            LearnError::NoPages => "learn-no-pages",
            LearnError::OnePage => "learn-one-page",
            LearnError::NothingFound => "learn-nothing-found",
        }
    }

    fn advice(&self) -> Option<Advice> {
        (*self == LearnError::OnePage).then_some(Advice::AnotherPage)
    }
}

impl Learner<'_> {
    /// Pages that are kept while learning. Each takes about as much memory as its file twice.
    pub const PAGES: usize = 1000;

    /// Learns a wrapper for each template, that of most pages first. Templates of single pages among many others are
    /// left out. If it is stopped, there are the wrappers that were learnt by then.
    ///
    /// # Errors
    ///
    /// If nothing was learnt at all.
    pub fn learn(&self, pages: &mut [Page], job: &Job<'_>) -> Result<Ended<Vec<Learnt>>, LearnError> {
        if pages.is_empty() {
            return Err(LearnError::NoPages);
        }
        job.stage(Stage::Learn, Some(pages.len() as u64));
        let kinds: Vec<Kinds> = pages.iter().map(|page| kinds(&Reading::of(page))).collect();
        let groups = templates(&kinds);
        let least = if pages.len() <= 2 { 1 } else { 2 };
        let worthy = groups.into_iter().enumerate().filter(|(number, group)| *number == 0 || group.len() >= least);
        let mut all = Vec::new();
        let stopped = |all| Ok(Ended::Stopped { so_far: all, next: Next::BeginsAnew });
        for (_, group) in worthy {
            if job.is_cancelled() {
                return stopped(all);
            }
            let sample: Vec<usize> = spread(&group, MOST_PAGES).collect();
            let list = self.engine.and_then(|engine| list_place(pages, &sample, engine));
            if job.is_cancelled() {
                return stopped(all);
            }
            let readings: Vec<Reading<'_>> = sample.iter().map(|&page| Reading::of(&pages[page])).collect();
            let signature = signature(&readings);
            let template = Template { signature, ..Template::default() };
            let detail = self.template(Subject::Any, &readings, sample.len(), template.clone());
            let listed = list.and_then(|place| self.list(pages, &sample, place, template));
            // Pages with a long list may still be about one thing: then the ontology finds more on the whole page.
            let mut learnt = match listed {
                Some(list) if self.vocabulary.is_none() || list.confidence() > detail.confidence() => list,
                _ => detail,
            };
            job.advance(group.len() as u64);
            learnt.pages = group;
            all.push(learnt);
        }
        if self.learn_from_each_other(&mut all, pages, job).is_break() {
            return stopped(all);
        }
        let is_empty = |learnt: &Learnt| learnt.found.iter().all(|&found| found == 0) && learnt.file.review.is_empty();
        match all.iter().all(is_empty) {
            true => Err(LearnError::NothingFound),
            false => Ok(Ended::Done(all)),
        }
    }

    /// Sites that tell of the same things have values in common: what is sure on some is an example for those where it
    /// is missing or unsure. What they find with more examples is kept if it is surer.
    fn learn_from_each_other(&self, all: &mut [Learnt], pages: &[Page], job: &Job<'_>) -> ControlFlow<()> {
        /// Weight from which a field is an example for others, and below which it needs some.
        const SURE: f64 = 0.9;
        const UNSURE: f64 = 0.5;
        let Some(known) = self.vocabulary.filter(|_| all.len() > 1) else { return job.goes_on() };
        let sure: Vec<Vec<(String, Vec<String>)>> = all.iter().map(|learnt| learnt.sure_examples(SURE)).collect();
        for (number, learnt) in all.iter_mut().enumerate() {
            job.goes_on()?;
            let is_unsure = learnt.file.fields.iter().any(|field| field.weight() < UNSURE);
            if !is_unsure || learnt.file.template.kind == Kind::List {
                continue;
            }
            let mut richer = known.clone();
            let others = sure.iter().enumerate().filter(|(other, _)| *other != number).flat_map(|(_, sure)| sure);
            for (term, examples) in others {
                let property = richer.ontology.properties.iter_mut().find(|property| property.iri == *term);
                if let Some(property) = property {
                    property.examples.extend(examples.iter().cloned());
                }
            }
            let sample: Vec<usize> = spread(&learnt.pages, MOST_PAGES).collect();
            let readings: Vec<Reading<'_>> = sample.iter().map(|&page| Reading::of(&pages[page])).collect();
            let learner = Learner { vocabulary: Some(&richer), ..*self };
            let again = learner.template(Subject::Any, &readings, sample.len(), learnt.file.template.clone());
            if again.confidence() > learnt.confidence() {
                *learnt = Learnt { pages: std::mem::take(&mut learnt.pages), ..again };
            }
        }
        job.goes_on()
    }

    /// A wrapper for the records of list pages.
    fn list(&self, pages: &[Page], sample: &[usize], place: RecordPlace, template: Template) -> Option<Learnt> {
        let finder = place.finder().ok()?;
        let records: Vec<Reading<'_>> = sample.iter().flat_map(|&page| finder.records(&pages[page])).collect();
        let records: Vec<Reading<'_>> = spread_all(records, MOST_RECORDS);
        if records.is_empty() {
            return None;
        }
        let place = Records { chain: place.chain, until_next: place.is_open };
        let template = Template { kind: Kind::List, records: Some(place), ..template };
        Some(self.template(Subject::Any, &records, sample.len(), template))
            .filter(|learnt| learnt.found.iter().any(|&found| found > 0))
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
            by: concat!("lode ", env!("CARGO_PKG_VERSION"), ", learn as published").to_owned(),
            pages: 2,
            from: vec![first.name.clone(), second.name.clone()],
            vocabulary: Vec::new(),
        };
        let readings = [Reading::of(first), Reading::of(second)];
        let template = Template { signature: signature(&readings), ..Template::default() };
        let mut file = WrapperFile::new(template, Vec::new(), Vec::new(), made);
        file.pattern = Some(pattern);
        Ok(Learnt {
            file,
            pages: (0..pages.len()).collect(),
            of: 2,
            found: Vec::new(),
            missing: Vec::new(),
            notes: Vec::new(),
        })
    }

    /// A wrapper for some readings: pages about one thing, or records.
    pub(crate) fn template(
        &self,
        subject: Subject<'_>,
        readings: &[Reading<'_>],
        pages: usize,
        template: Template,
    ) -> Learnt {
        let least = (readings.len() / 5).max(2).min(readings.len());
        let slots = slots(readings, least);
        let views = Views::of(readings, &slots);
        let told = findings(readings, &slots, &views);
        let sample = Sample { readings, slots: &slots, views: &views };
        let mapped = self.vocabulary.map(|known| map(subject, sample, &known.ontology, &known.dictionary));
        let source = Source { readings, slots: &slots };
        let mut fields: Vec<Field> = Vec::new();
        let mut found = Vec::new();
        let mut review = Vec::new();
        let mut missing = Vec::new();
        match (self.vocabulary, mapped) {
            (Some(known), Some(mapped)) => {
                for mapped in &mapped {
                    let property = &known.ontology.properties[mapped.property];
                    fields.push(source.field(property, Some(mapped), &known.ontology.properties));
                    found.push(slots[mapped.slot].found.len());
                }
                let is_missing = |&(number, property): &(usize, &Property)| {
                    let is_asked = match subject {
                        Subject::Any => is_looked_for(property, &known.ontology),
                        Subject::Page { own, .. } | Subject::Record(own) => own.contains(&number),
                    };
                    is_asked && mapped.iter().all(|mapped| mapped.property != number)
                };
                // What was not found stays in the file without a place: pages then say that it is missing, and a person
                // can tell where it is.
                for (_, property) in known.ontology.properties.iter().enumerate().filter(is_missing) {
                    let field = source.field(property, None, &known.ontology.properties);
                    missing.push(field.name.clone());
                    fields.push(field);
                    found.push(0);
                }
                let taken: Vec<usize> = mapped.iter().map(|mapped| mapped.slot).collect();
                let free = told.iter().filter(|finding| !source.is_taken(finding.slot, &taken));
                review.extend(free.map(|finding| source.review(finding, known)));
            }
            _ => {
                for finding in &told {
                    // What few pages have is for a person to decide.
                    if 2 * slots[finding.slot].found.len() >= readings.len() {
                        fields.push(source.told_field(finding));
                        found.push(slots[finding.slot].found.len());
                    } else {
                        review.push(source.told_review(finding));
                    }
                }
            }
        }
        let made = Made {
            by: concat!("lode ", env!("CARGO_PKG_VERSION"), ", learn").to_owned(),
            pages,
            from: readings.iter().take(EXAMPLES).map(|reading| reading.page.name.clone()).collect(),
            vocabulary: self.vocabulary.map(|known| known.sources.clone()).unwrap_or_default(),
        };
        let mut file = WrapperFile::new(template, fields, review, made);
        remember(&mut file, readings);
        remember_doubts(&mut file, readings);
        Learnt { file, pages: Vec::new(), of: readings.len(), found, missing, notes: Vec::new() }
    }
}

impl Learnt {
    /// How sure its fields are, all together.
    pub(crate) fn confidence(&self) -> f64 {
        self.file.fields.iter().map(Field::weight).sum()
    }

    /// The terms whose fields have at least so much weight, with some of their values.
    fn sure_examples(&self, least: f64) -> Vec<(String, Vec<String>)> {
        let sure = self.file.fields.iter().filter(|field| field.weight() >= least);
        sure.filter_map(|field| Some((field.term.clone()?, field.examples.clone()))).collect()
    }
}

/// Where the records of a template's pages stand, if they are lists: if the main list of most of a few pages is plain
/// to see and of one place.
pub(crate) fn list_place(pages: &mut [Page], sample: &[usize], engine: &StartedEngine) -> Option<RecordPlace> {
    let seen: Vec<usize> = spread(sample, LIST_SAMPLE).collect();
    let main = seen.iter().filter_map(|&page| lists_of(&mut pages[page], engine).into_iter().next());
    let plain: Vec<RecordPlace> =
        main.filter(|(_, score)| *score >= PLAIN_LIST).filter_map(|(place, _)| place).collect();
    let agreeing = plain.iter().map(|place| plain.iter().filter_map(|other| place.common(other)).collect::<Vec<_>>());
    let most = agreeing.reduce(|best, next| if next.len() > best.len() { next } else { best })?;
    // Of two pages one may be odd; of more, most are not.
    let is_enough = 2 * most.len() > seen.len() || seen.len() == 2;
    most.into_iter().reduce(|all, next| all.common(&next).unwrap_or(all)).filter(|_| is_enough)
}

/// At most so many of some readings, evenly spread.
pub(crate) fn spread_all(readings: Vec<Reading<'_>>, most: usize) -> Vec<Reading<'_>> {
    let numbers: Vec<usize> = (0..readings.len()).collect();
    let kept: Vec<usize> = spread(&numbers, most).collect();
    let mut next = kept.iter().peekable();
    let keep = |(number, reading): (usize, _)| next.next_if_eq(&&number).map(|_| reading);
    readings.into_iter().enumerate().filter_map(keep).collect()
}

/// At most so many of some things, evenly spread.
pub(crate) fn spread(things: &[usize], most: usize) -> impl Iterator<Item = usize> {
    let count = things.len().min(most);
    (0..count).map(move |number| things[number * things.len() / count])
}

/// What a wrapper is written from.
struct Source<'a> {
    readings: &'a [Reading<'a>],
    slots: &'a [Slot],
}

impl Source<'_> {
    fn field(&self, property: &Property, mapped: Option<&Mapped>, properties: &[Property]) -> Field {
        /// From which share of fitting values on one that does not fit is doubtful.
        const USUALLY: f64 = 0.9;
        let local = property.local_name();
        // Two terms of different vocabularies may end alike; then only the whole name tells them apart.
        let is_unique = properties.iter().filter(|other| other.local_name() == local).count() == 1;
        Field {
            name: if is_unique { local } else { &property.iri }.to_owned(),
            term: Some(property.iri.clone()),
            many: !property.is_functional,
            whole: None,
            texts: None,
            between: None,
            values: Values::of(&property.range).filter(|_| mapped.is_none_or(|mapped| mapped.fits >= USUALLY)),
            find: mapped.map_or_else(Vec::new, |mapped| {
                mapped.locators.iter().map(|(locator, weight)| Place::of(locator, *weight)).collect()
            }),
            examples: mapped.map_or_else(Vec::new, |mapped| self.examples(mapped.slot)),
            doubt: 0.0,
            bars: String::new(),
            never: Vec::new(),
            look: None,
        }
    }

    fn told_field(&self, finding: &Finding) -> Field {
        Field {
            name: finding.name.clone(),
            term: None,
            many: false,
            values: None,
            whole: None,
            texts: None,
            between: None,
            find: self.places(finding.slot),
            examples: self.examples(finding.slot),
            doubt: 0.0,
            bars: String::new(),
            never: Vec::new(),
            look: None,
        }
    }

    fn told_review(&self, finding: &Finding) -> Review {
        Review {
            name: finding.name.clone(),
            suggestions: Vec::new(),
            many: false,
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
        Review { suggestions: suggestions.filter_map(term).collect(), ..self.told_review(finding) }
    }

    /// The ways to a slot as places, which share the confidence.
    fn places(&self, slot: usize) -> Vec<Place> {
        let slot = &self.slots[slot];
        let Some(&(page, text)) = slot.found.first() else { return Vec::new() };
        let write = |way| Locator::of(way, &self.readings[page as usize], text as usize);
        let written = slot.ways_by_sort().into_iter().filter_map(write);
        let mut written: Vec<Locator> = written.collect();
        // Where there is no id, the path from the nearest id is the path from the root.
        written.dedup();
        // What more pages have is surer to be a property of them, and not of the few it was seen on.
        let coverage = slot.found.len() as f64 / self.readings.len() as f64;
        let share = 0.8 * coverage * coverage / written.len().max(1) as f64;
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
pub(crate) fn signature(readings: &[Reading<'_>]) -> Vec<String> {
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    for reading in readings {
        let chains: FxHashSet<u64> = reading.texts.iter().map(|text| text.places.chain).collect();
        chains.into_iter().for_each(|chain| *counts.entry(chain).or_default() += 1);
    }
    let is_common = |chain: &u64| counts.get(chain).is_some_and(|&count| 10 * count >= 9 * readings.len());
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    let mut chains: Vec<String> = Vec::new();
    for reading in readings.iter().take(3) {
        for text in reading.texts.iter().filter(|text| is_common(&text.places.chain)) {
            if seen.insert(text.places.chain) && chains.len() < MOST_CHAINS {
                chains.push(written_chain(reading.tree(), text.node, None, None));
            }
        }
    }
    let all: Vec<usize> = (0..chains.len()).collect();
    spread(&all, SIGNATURE).map(|number| chains[number].clone()).collect()
}
