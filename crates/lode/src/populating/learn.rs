//! Learning where the pages of each template tell what.

use std::collections::BTreeSet;
use std::path::Path;

use analysis::tables::{self, grids};
use analysis::wrappers::reading::Reading;
use analysis::wrappers::records::RecordPlace;
use analysis::wrappers::templates::{Kinds, kinds, templates};
use job::Job;
use knowledge::mapping::Subject;
use knowledge::names::Term;
use knowledge::population::headed::headed_records;
use knowledge::population::hints::Hinter;
use knowledge::population::lists::lists;
use knowledge::population::roles::{Link, complete, is_linked, known_mark, links, own_properties, subjects};
use page::Page;

use super::plan::{Plan, PlanPart, Role, TemplatePlan, subject_reading};
use crate::engine::StartedEngine;
use crate::wrapping::{
    Kind, LearnError, Learner, Learnt, Outcome, Records, Template, Vocabulary, WrapperFile, healed, list_place,
    signature, spread, spread_all,
};

/// Pages of a template that are learnt from.
const MOST_PAGES: usize = 120;
/// Of these, pages on which lists are looked for.
const LIST_PAGES: usize = 24;
/// Of these, pages whose tables are looked at for headers.
const HEADED_PAGES: usize = 8;
/// Individuals that a page lists at least, on average, if it is a list.
const LEAST_LISTED: usize = 3;
/// Records of a list that are learnt from.
const MOST_RECORDS: usize = 300;
/// Templates that are learnt; what few pages have is learnt last.
const MOST_TEMPLATES: usize = 40;
/// Sites of a template that are remembered.
const MOST_SITES: usize = 100;
/// Classes that a template's pages are tried to be about.
const MOST_CLASSES: usize = 6;

/// What is known before any page is seen.
#[derive(Clone, Debug)]
pub struct Populator<'a> {
    vocabulary: Vocabulary,
    engine: Option<&'a StartedEngine>,
    wrappers: Vec<WrapperFile>,
}

impl<'a> Populator<'a> {
    /// Pages that are worth learning from at once; more take memory and teach nothing new.
    pub const PAGES: usize = 400;

    /// For an ontology and its names. With an engine, a few pages are laid out to see whether they are lists.
    pub fn new(vocabulary: &Vocabulary, engine: Option<&'a StartedEngine>) -> Populator<'a> {
        let mut vocabulary = vocabulary.clone();
        complete(&mut vocabulary.ontology);
        Populator { vocabulary, engine, wrappers: Vec::new() }
    }

    /// With wrappers that somebody made: pages of their templates are read by them, and not learnt from.
    pub fn with_wrappers(self, wrappers: Vec<WrapperFile>) -> Populator<'a> {
        Populator { wrappers, ..self }
    }

    /// A plan that knows nothing but the wrappers.
    pub(super) fn begin(&self) -> Plan {
        let mut plan = Plan::new(self.vocabulary.clone());
        self.wrappers.iter().for_each(|wrapper| plan.add_wrapper(wrapper.clone()));
        plan
    }

    /// Learns from some pages: all there are, or [`Populator::PAGES`] of them.
    ///
    /// # Errors
    ///
    /// If there is neither a page nor a wrapper, or if a wrapper cannot be used.
    pub fn learn(&self, pages: &mut [Page]) -> Result<Plan, LearnError> {
        let mut plan = self.begin();
        if pages.is_empty() && self.wrappers.is_empty() {
            return Err(LearnError::NoPages);
        }
        let unknown: Vec<usize> = (0..pages.len()).filter(|&page| plan.template_of(&pages[page]).is_none()).collect();
        for group in groups(unknown.iter().map(|&page| &pages[page])) {
            let group: Vec<usize> = group.into_iter().map(|number| unknown[number]).collect();
            self.layout(pages, &group).into_iter().for_each(|template| plan.add_template(template));
        }
        Ok(plan)
    }

    /// The plan for pages that share a layout.
    pub(super) fn layout(&self, pages: &mut [Page], group: &[usize]) -> Option<TemplatePlan> {
        let sample: Vec<usize> = spread(group, MOST_PAGES).collect();
        let list = self.engine.and_then(|engine| list_place(pages, &sample, engine));
        let learnt = self.template(pages, &sample, list)?;
        Some(TemplatePlan { sites: sites(group.iter().map(|&page| &pages[page])), ..learnt })
    }

    /// The plan for pages whose layout has changed, with how sure it is, if its fields are found again for sure.
    pub(super) fn healed(&self, before: &TemplatePlan, pages: &mut [Page]) -> Option<(TemplatePlan, f64)> {
        let healing = healed(&before.main.file, pages, self.engine, &Job::unwatched()).ok()?;
        if healing.outcome != Outcome::Healed {
            return None;
        }
        // Lists are learnt from what is told in them, so that they are found wherever they are.
        let all: Vec<usize> = (0..pages.len()).collect();
        let parts = match before.parts.is_empty() {
            true => Vec::new(),
            false => self.parts(pages, &all, before.main.class).1,
        };
        let main = PlanPart::new(before.main.role, before.main.class, healing.file, &self.vocabulary)?;
        let healed = TemplatePlan { parts, sites: sites(pages.iter()), checker: None, main, ..before.clone() };
        (healed.parts.is_empty() == before.parts.is_empty()).then_some((healed, healing.confidence))
    }

    /// The plan for a template: of the classes that its pages may be about, the one of which they tell most.
    fn template(&self, pages: &[Page], sample: &[usize], list: Option<RecordPlace>) -> Option<TemplatePlan> {
        /// The share of its properties from which on pages are plainly about a class.
        const PLAINLY: f64 = 0.5;
        /// How many properties at least are told for sure of what pages are about.
        const ABOUT: f64 = 1.0;
        let mut best: Option<(f64, TemplatePlan)> = None;
        let mut plainly: Option<(f64, usize)> = None;
        for class in self.likely_subjects(pages, sample) {
            let is_plain = |told: f64, class: usize| {
                told >= PLAINLY * own_properties(&self.vocabulary.ontology, class).len() as f64
            };
            // Classes that links lead to come last, and are not looked at if the pages are plainly about another.
            let is_settled = plainly.is_some_and(|(told, class)| is_plain(told, class));
            if is_settled && is_linked(&self.vocabulary.ontology, class) {
                continue;
            }
            let (listed, parts) = self.parts(pages, sample, class);
            let (own, main) = self.main(pages, sample, class, &parts, list.as_ref());
            let Some(main) = main else { continue };
            // Pages that tell of a thing and list others tell more than the list alone.
            let told = if main.role == Role::Subject && own >= ABOUT { own + listed } else { own };
            if best.as_ref().is_none_or(|(most, _)| told > *most) {
                plainly = Some((own, class));
                let known = known_mark(&self.vocabulary.ontology, &self.vocabulary.dictionary, class);
                best = Some((told, TemplatePlan { known, ..TemplatePlan::new(main, parts) }));
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// Classes that pages may be about. Of many, those with most names on the pages.
    fn likely_subjects(&self, pages: &[Page], sample: &[usize]) -> Vec<usize> {
        let known = &self.vocabulary;
        let mut classes = subjects(&known.ontology);
        if classes.len() > MOST_CLASSES {
            let seen: Vec<Reading<'_>> = spread(sample, 3).map(|page| Reading::of(&pages[page])).collect();
            let names = |class: usize| {
                let own = own_properties(&known.ontology, class);
                let hinter = Hinter::new(&known.ontology, &known.dictionary, &own);
                let hints = seen.iter().flat_map(|reading| hinter.hints(reading)).filter(|hint| hint.is_name);
                let mut named: Vec<usize> = hints.map(|hint| hint.property).collect();
                named.sort_unstable();
                named.dedup();
                named.len()
            };
            classes.sort_by_cached_key(|&class| std::cmp::Reverse(names(class)));
            classes.truncate(MOST_CLASSES);
        }
        classes
    }

    /// The lists of other individuals on the pages, each with a wrapper for its records, and how many properties are
    /// told in all of them.
    fn parts(&self, pages: &[Page], sample: &[usize], class: usize) -> (f64, Vec<PlanPart>) {
        let known = &self.vocabulary;
        let seen: Vec<&Page> = spread(sample, LIST_PAGES).map(|page| &pages[page]).collect();
        let (mut told, mut parts) = (0.0, Vec::new());
        for end in ends(&links(&known.ontology, class)) {
            let own = own_properties(&known.ontology, end);
            let hinter = Hinter::new(&known.ontology, &known.dictionary, &own);
            for place in lists(&seen, &hinter) {
                let Some(learnt) = self.records(pages, sample, &own, &place) else { continue };
                told += learnt.confidence();
                parts.extend(PlanPart::new(Role::Linked, end, learnt.file, known));
            }
        }
        (told, parts)
    }

    /// Properties that lead to other individuals, and what is told of those, for what the pages list nowhere. Names
    /// that are also those of the subject's own properties say nothing.
    fn linked(&self, pages: &[Page], sample: &[usize], class: usize, parts: &[PlanPart]) -> Vec<usize> {
        let known = &self.vocabulary;
        let own = own_properties(&known.ontology, class);
        let subject = Hinter::new(&known.ontology, &known.dictionary, &own);
        let is_own_name = |number: usize| {
            known.dictionary.names(Term::Property(number)).any(|(name, _)| subject.named(name).is_some())
        };
        let mut linked = Vec::new();
        for link in links(&known.ontology, class) {
            let told = own_properties(&known.ontology, link.class);
            let is_listed =
                parts.iter().any(|part| part.class == link.class) || self.heads(pages, sample, link.class).is_some();
            if is_listed {
                continue;
            }
            linked.push(link.property);
            linked.extend(told.into_iter().filter(|&number| !own.contains(&number) && !is_own_name(number)));
        }
        linked.sort_unstable();
        linked.dedup();
        linked
    }

    /// How many properties of a class the headers of tables name, if most pages have tables with individuals of it.
    fn heads(&self, pages: &[Page], sample: &[usize], class: usize) -> Option<usize> {
        let known = &self.vocabulary;
        let own = own_properties(&known.ontology, class);
        let hinter = Hinter::new(&known.ontology, &known.dictionary, &own);
        let seen: Vec<usize> = spread(sample, HEADED_PAGES).collect();
        let (mut records, mut properties) = (0, Vec::new());
        for &page in &seen {
            let grids = grids(&pages[page], &tables::Config::default());
            for record in headed_records(&pages[page], &grids, &hinter) {
                records += 1;
                properties.extend(record.cells.iter().map(|cell| cell.property));
                properties.sort_unstable();
                properties.dedup();
            }
        }
        (records >= LEAST_LISTED * seen.len()).then_some(properties.len())
    }

    /// A wrapper for records that tell of individuals with some properties.
    fn records(&self, pages: &[Page], sample: &[usize], own: &[usize], place: &RecordPlace) -> Option<Learnt> {
        let finder = place.finder().ok()?;
        let records: Vec<Reading<'_>> = sample.iter().flat_map(|&page| finder.records_anywhere(&pages[page])).collect();
        let records = spread_all(records, MOST_RECORDS);
        if records.is_empty() {
            return None;
        }
        let place = Records { chain: place.chain.clone(), until_next: place.is_open };
        let template = Template { kind: Kind::List, records: Some(place), ..Template::default() };
        let learner = Learner { vocabulary: Some(&self.vocabulary), engine: None };
        let learnt = learner.template(Subject::Record(own), &records, sample.len(), template);
        learnt.found.iter().any(|&found| found > 0).then_some(learnt)
    }

    /// What the pages themselves are: about one thing, or a list of things, with how much they tell.
    fn main(
        &self,
        pages: &[Page],
        sample: &[usize],
        class: usize,
        parts: &[PlanPart],
        list: Option<&RecordPlace>,
    ) -> (f64, Option<PlanPart>) {
        let own = own_properties(&self.vocabulary.ontology, class);
        let linked = self.linked(pages, sample, class, parts);
        let masked = |&page: &usize| {
            let grids = grids(&pages[page], &tables::Config::default());
            subject_reading(&pages[page], &grids, class, parts, &self.vocabulary)
        };
        let readings: Vec<Reading<'_>> = sample.iter().map(masked).collect();
        let whole: Vec<Reading<'_>> = sample.iter().map(|&page| Reading::of(&pages[page])).collect();
        let template = Template { signature: signature(&whole), ..Template::default() };
        let learner = Learner { vocabulary: Some(&self.vocabulary), engine: None };
        let subject = Subject::Page { own: &own, linked: &linked };
        let mut detail = learner.template(subject, &readings, sample.len(), template.clone());
        let (told, headed) = (detail.confidence(), self.heads(pages, sample, class).unwrap_or_default() as f64);
        let listed = self.list(pages, sample, class, list);
        let (told, mut file, role) = match listed {
            Some(list) if list.confidence() > told.max(headed) => (list.confidence(), list.file, Role::Listed),
            // A table with headers is read by them, and needs no wrapper.
            _ if headed > told => {
                detail.file.fields.clear();
                detail.file.review.clear();
                (headed, detail.file, Role::Listed)
            }
            _ => (told, detail.file, Role::Subject),
        };
        file.template.signature = template.signature;
        (told, PlanPart::new(role, class, file, &self.vocabulary).filter(|_| told > 0.0))
    }

    /// A wrapper for list pages: their main list as it is seen, or else the one in which the properties of the class
    /// are told.
    fn list(&self, pages: &[Page], sample: &[usize], class: usize, seen: Option<&RecordPlace>) -> Option<Learnt> {
        let known = &self.vocabulary;
        let own = own_properties(&known.ontology, class);
        let hinter = Hinter::new(&known.ontology, &known.dictionary, &own);
        let looked: Vec<&Page> = spread(sample, LIST_PAGES).map(|page| &pages[page]).collect();
        let is_long = |place: &RecordPlace| {
            let count = |page: &&Page| place.finder().map_or(0, |finder| finder.records_anywhere(page).len());
            looked.iter().map(count).sum::<usize>() >= LEAST_LISTED * looked.len()
        };
        let told = lists(&looked, &hinter).into_iter().find(is_long);
        let places = seen.cloned().into_iter().chain(told);
        let learnt = places.filter_map(|place| self.records(pages, sample, &own, &place));
        learnt.reduce(|best, next| if next.confidence() > best.confidence() { next } else { best })
    }
}

/// Pages by layout. What few pages have comes last, or not at all.
pub(super) fn groups<'p>(pages: impl Iterator<Item = &'p Page>) -> Vec<Vec<usize>> {
    let kinds: Vec<Kinds> = pages.map(|page| kinds(&Reading::of(page))).collect();
    templates(&kinds).into_iter().take(MOST_TEMPLATES).collect()
}

/// The sites of some pages, in order.
fn sites<'p>(pages: impl Iterator<Item = &'p Page>) -> Vec<String> {
    let sites: BTreeSet<String> = pages.map(site).collect();
    sites.into_iter().take(MOST_SITES).collect()
}

/// Where a page is from: its host or, if it was saved, its folder.
pub(super) fn site(page: &Page) -> String {
    let host = page.url.as_ref().and_then(|url| Some(url.host_str()?.to_owned()));
    let folder = || Path::new(&page.name).parent().map(|folder| folder.display().to_string());
    host.or_else(folder).unwrap_or_default()
}

/// The classes at the end of some links, each once.
pub(super) fn ends(links: &[Link]) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    for link in links {
        if !ends.contains(&link.class) {
            ends.push(link.class);
        }
    }
    ends
}
