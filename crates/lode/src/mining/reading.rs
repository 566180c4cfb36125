//! All pages are read by what was learnt, and what they tell lands in the knowledge base, some hundred pages at a time;
//! only then is it written to, so that others may write meanwhile. A run that was stopped is carried on if the same
//! pages are mined again.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::SystemTime;

use fetch::source::Choice;
use job::{Ended, Event, Job, Next, Remark};
use knowledge::population::facts::{Evidence, Statement, Value};
use knowledge::taxonomy::Taxonomy;
use page::NodeId;
use store::{Commit, KnowledgeBase, Source};

use super::facts::{MinedPage, facts};
use super::joining::Joined;
use super::journal::Journal;
use super::plan::SitePlan;
use super::run::{MineError, Mined};
use super::site::{Site, SitePage};
use super::terms::{Observed, Terms, text_literal};
use crate::kb;

const LABEL: &str = "http://www.w3.org/2000/01/rdf-schema#label";
/// Pages that are committed together: what a run loses that is ended at a bad moment.
const TOGETHER: usize = 500;

/// A reading of all pages.
pub(crate) struct Reading<'a> {
    /// Where it goes to.
    pub(crate) base: &'a KnowledgeBase,
    /// What the sites share.
    pub(crate) taxonomy: &'a Taxonomy,
    /// What it is called.
    pub(crate) terms: &'a Terms,
    /// Properties that are another.
    pub(crate) joined: &'a Joined,
    /// Stands for all that the result depends on.
    pub(crate) digest: u64,
}

/// How far a run has come.
struct Progress<'a> {
    reading: &'a Reading<'a>,
    job: &'a Job<'a>,
    journal: Journal,
    observed: Observed,
    mined: Mined,
    /// Whether the terms are still to be written down, by which what is read is described.
    begins: bool,
    /// Pages that were read since the last commit.
    pending: Vec<Pending>,
}

/// A page that was read.
struct Pending {
    name: String,
    address: String,
    time: Option<SystemTime>,
    page: MinedPage,
}

impl Reading<'_> {
    /// Reads the pages of all sites by their plans.
    pub(crate) fn run(&self, sites: &[(Site, SitePlan)], job: &Job<'_>) -> Result<Ended<Mined>, MineError> {
        // 1. Where an earlier run stopped.
        let kept = kb::now(self.base)?.and_then(|snapshot| Journal::of(&snapshot, self.digest));
        let mut progress = Progress::new(self, kept, job);
        if progress.mined.pages > 0 {
            let pages = progress.mined.pages as u64;
            job.tell(Event::Remark(Remark::GoingOn { pages }));
            job.advance(pages);
        }
        // 2. Page after page.
        for (number, (site, plan)) in sites.iter().enumerate().skip(progress.journal.site) {
            self.read_site(number, site, plan, &mut progress, job)?;
            if job.is_cancelled() {
                progress.save()?;
                return Ok(Ended::Stopped { so_far: progress.mined, next: Next::GoesOn });
            }
            progress.journal.next_site();
        }
        // 3. The terms again, with what was observed of them.
        Ok(Ended::Done(progress.finish()?))
    }

    fn read_site(
        &self,
        number: usize,
        site: &Site,
        plan: &SitePlan,
        progress: &mut Progress<'_>,
        job: &Job<'_>,
    ) -> Result<(), MineError> {
        let sightings = self.sightings(number, plan);
        let view = |placed: SitePage| {
            let page = plan.number(&placed.page.name)?;
            let mut told = facts(plan, page, &placed, self.terms);
            self.joined.rename(number, plan.is_instance(page), &mut told);
            Some((page, told, placed.page.time))
        };
        let done = plan.look.pages.iter().take(progress.journal.pages).map(|page| page.name.clone());
        let left = Choice::Except(Arc::new(done.collect()));
        let mut outcome = Ok(());
        site.for_each(left, view, |_, result| {
            if let Ok(Some((number, mut page, time))) = result {
                page.facts.statements.extend_from_slice(sightings.get(&number).map_or(&[], Vec::as_slice));
                let look = &plan.look.pages[number];
                let (name, address) = (look.name.clone(), look.address.to_string());
                progress.journal.pages = number + 1;
                outcome = progress.put(Pending { name, address, time, page }, plan.is_instance(number));
            }
            job.advance(1);
            if outcome.is_ok() { job.goes_on() } else { ControlFlow::Break(()) }
        });
        outcome
    }

    /// By page of a site, what it calls which concept, and where.
    fn sightings(&self, site: usize, plan: &SitePlan) -> BTreeMap<usize, Vec<Statement>> {
        let mut sightings: BTreeMap<usize, Vec<Statement>> = BTreeMap::new();
        for (number, concept) in self.taxonomy.concepts.iter().enumerate() {
            let Some(iri) = self.terms.concept(number) else { continue };
            for place in concept.places.iter().filter(|place| place.site == site) {
                let Some(page) = plan.look.graph.page(&place.page) else { continue };
                let evidence = Evidence {
                    node: NodeId::ROOT,
                    path: place.path.clone(),
                    text: place.text.clone(),
                    field: "link".to_owned(),
                    confidence: 1.0,
                };
                sightings.entry(page).or_default().push(Statement {
                    subject: iri.to_owned(),
                    property: LABEL.to_owned(),
                    value: Value::Literal(text_literal(&place.text)),
                    evidence,
                });
            }
        }
        sightings
    }
}

impl<'a> Progress<'a> {
    fn new(reading: &'a Reading<'a>, kept: Option<Journal>, job: &'a Job<'a>) -> Progress<'a> {
        let begins = kept.is_none();
        let mut journal = kept.unwrap_or_else(|| Journal::new(reading.digest));
        let (observed, mined) = journal.take();
        Progress { reading, job, journal, observed, mined, begins, pending: Vec::new() }
    }

    /// What a page tells.
    fn put(&mut self, read: Pending, is_instance: bool) -> Result<(), MineError> {
        self.count(&read.page);
        self.mined.instances += usize::from(is_instance);
        self.pending.push(read);
        if self.pending.len() >= TOGETHER { self.save() } else { Ok(()) }
    }

    fn count(&mut self, page: &MinedPage) {
        for (number, (statement, concepts)) in page.facts.statements.iter().zip(&page.concepts).enumerate() {
            let (property, label) = (&statement.property, &statement.evidence.field);
            match (&statement.value, page.related.get(&number)) {
                (Value::Literal(literal), _) => self.observed.note(property, label, literal, concepts),
                (Value::Individual(_), related) => {
                    self.observed.note_relation(property, label, concepts, related.map_or(&[], Vec::as_slice));
                }
            }
        }
        self.mined.pages += 1;
        self.mined.telling += usize::from(!page.facts.individuals.is_empty());
        self.mined.values += page.concepts.len();
    }

    /// Makes all of it last, with how far it is.
    fn save(&mut self) -> Result<(), MineError> {
        let mut writer = kb::write_when_free(self.reading.base, self.job)?;
        let mut commit = writer.begin("mine")?;
        self.put_pending(&mut commit)?;
        self.mined.counts += commit.counts()?;
        self.journal.keep(&mut commit, &self.observed, &self.mined)?;
        commit.finish()?;
        Ok(())
    }

    /// The terms first: what is read is described by them.
    fn put_pending(&mut self, commit: &mut Commit<'_>) -> Result<(), MineError> {
        if std::mem::take(&mut self.begins) {
            commit.put_mined(&self.reading.terms.ontology(&Observed::default()))?;
        }
        for Pending { name, address, time, page } in self.pending.drain(..) {
            commit.put_page(Source { name: &name, address: Some(&address), time }, &page.facts)?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Mined, MineError> {
        let mut writer = kb::write_when_free(self.reading.base, self.job)?;
        let mut commit = writer.begin("mine")?;
        self.put_pending(&mut commit)?;
        commit.put_mined(&self.reading.terms.ontology(&self.observed))?;
        commit.put_documents(Journal::KIND, &[])?;
        commit.index_words()?;
        self.mined.counts += commit.finish()?;
        Ok(self.mined)
    }
}
