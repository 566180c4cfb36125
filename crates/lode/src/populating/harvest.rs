//! A harvest that is under way: which pages are read at once, which wait, and what becomes of those that wait. What was
//! read lands in the knowledge base some hundred pages at a time, with how far it is; only then is it written to.
//!
//! 1. A page whose layout is known, and has not changed since it was learnt, is read at once.
//! 2. All others wait until there are enough of them to learn from, so that memory does not grow with the number of
//!    pages, and no page has to come twice.
//! 3. Of those that wait, pages of a site that is known have a changed layout: if there are enough of them, its fields
//!    are looked for again and, if they are not found for sure, learnt anew. From few pages nothing is learnt, and what
//!    they told before is kept.
//! 4. Layouts that were learnt from fewer pages, or when other things were known, such as fewer names, are learnt anew
//!    from enough pages.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::SystemTime;

use fetch::archive::Keeper;
use job::{Ended, Job, Next};
use knowledge::ontology::local_name;
use page::Page;
use store::{Commit, DocumentKind, Snapshot, Source, StoreError};

use super::journal::{COMMIT, Journal};
use super::learn::{groups, site};
use super::plan::{ENOUGH, Standing, TemplatePlan};
use super::run::{PopulateError, Population, Told, Trouble, TroubleKind};
use super::{PageFacts, Plan, Populator};
use crate::kb;

/// Pages that are committed together: what a harvest loses that is killed at a bad moment.
const TOGETHER: usize = 500;
/// Layouts that another may have been before.
const MOST_FOREBEARS: usize = 8;

/// What was found out about pages that share a layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// Where they tell what; nothing was known of their site, or it is known anew.
    First,
    /// Where they tell now what they told elsewhere before.
    Again,
    /// The same, without a regard to what was known before.
    Anew,
    /// Nothing that could be relied on.
    Nothing,
}

/// A harvest that is under way.
pub(super) struct Harvest<'a> {
    population: &'a Population<'a>,
    populator: Populator<'a>,
    plan: Plan,
    /// The knowledge base as it was when something was last committed; nothing if there was none.
    before: Option<Snapshot>,
    /// How far it is; what depends on standard input cannot be gone on with.
    journal: Option<Journal>,
    /// Where pages of the web are kept.
    archive: Option<Arc<Keeper>>,
    waiting: Vec<Page>,
    /// What was read and is not committed yet.
    read: Vec<ReadPage>,
    told: Told,
    job: &'a Job<'a>,
}

/// What a page told.
struct ReadPage {
    name: String,
    address: Option<String>,
    time: Option<SystemTime>,
    facts: PageFacts,
}

impl<'a> Harvest<'a> {
    pub(super) fn new(
        population: &'a Population<'a>,
        populator: Populator<'a>,
        plan: Plan,
        before: Option<Snapshot>,
        journal: Option<Journal>,
        archive: Option<Arc<Keeper>>,
        job: &'a Job<'a>,
    ) -> Harvest<'a> {
        let told = journal.as_ref().map(Journal::told).unwrap_or_default();
        let (waiting, read) = (Vec::new(), Vec::new());
        Harvest { population, populator, plan, before, journal, archive, waiting, read, told, job }
    }

    /// Before the first page is fetched it is noted that somebody fetches: so a harvest that is killed at any moment
    /// knows its own.
    pub(super) fn begin(&mut self) -> Result<(), PopulateError> {
        let Some(archive) = self.archive.clone() else { return Ok(()) };
        let Some(journal) = self.journal.as_mut().filter(|journal| !journal.is_begun()) else { return Ok(()) };
        let mut writer = kb::write_when_free(self.population.base, self.job)?;
        let mut commit = writer.begin(COMMIT)?;
        put_captures(&mut commit, &archive)?;
        journal.begin(&mut commit)?;
        commit.finish()?;
        Ok(())
    }

    /// One more page.
    pub(super) fn take(&mut self, page: Page) -> Result<(), PopulateError> {
        match self.standing(&page)? {
            Standing::Known => self.read(&page)?,
            _ => self.waiting.push(page),
        }
        if self.waiting.len() >= Populator::PAGES {
            self.settle()?;
        }
        // Never while it is being settled what becomes of pages: whoever goes on from here finds the same that wait.
        if self.read.len() >= TOGETHER { self.save(Part::Some) } else { Ok(()) }
    }

    /// How a page stands to what is known. One that tells exactly what it told before has not changed in any way that
    /// matters.
    fn standing(&self, page: &Page) -> Result<Standing, PopulateError> {
        let standing = self.plan.standing(page);
        let is_same = match &self.before {
            Some(before) if matches!(standing, Standing::Changed(_)) => {
                before.is_told_again(source(page), &self.plan.read(page))?
            }
            _ => false,
        };
        Ok(if is_same { Standing::Known } else { standing })
    }

    /// Decides what becomes of the pages that wait.
    pub(super) fn settle(&mut self) -> Result<(), PopulateError> {
        let (mut dated, mut strange): (BTreeMap<usize, Vec<Page>>, Vec<Page>) = Default::default();
        for page in std::mem::take(&mut self.waiting) {
            match self.standing(&page)? {
                Standing::Known => self.read(&page)?,
                Standing::Dated(template) => dated.entry(template).or_default().push(page),
                Standing::Changed(_) | Standing::Strange => strange.push(page),
            }
        }
        // All layouts are known before the first page is read by one of them.
        let mut settled: Vec<(Vec<Page>, Found)> = Vec::new();
        for (template, mut pages) in dated {
            if pages.len() >= ENOUGH {
                let groups = groups(pages.iter());
                let learnt = groups.iter().filter_map(|group| self.populator.layout(&mut pages, group)).collect();
                self.plan.renew(template, learnt);
            }
            settled.push((pages, Found::First));
        }
        let (layouts, rare) = by_layout(strange);
        for mut pages in layouts {
            let found = self.find(&mut pages);
            settled.push((pages, found));
        }
        settled.push((rare, Found::First));
        for (pages, found) in settled {
            pages.iter().try_for_each(|page| match found {
                Found::Nothing => self.leave(page),
                Found::First => self.read(page),
                Found::Again | Found::Anew => self.read_changed(page, found == Found::Again),
            })?;
        }
        Ok(())
    }

    /// Finds out where pages tell what that share a layout which is not known.
    fn find(&mut self, pages: &mut [Page]) -> Found {
        let before = self.forebears(pages);
        // On one page or two anything may look like what is missing.
        if !before.is_empty() && pages.len() < ENOUGH {
            return Found::Nothing;
        }
        let healed = before.iter().filter_map(|before| self.populator.healed(before, pages));
        let healed = healed.reduce(|best, next| if next.1 > best.1 { next } else { best });
        let found = match &healed {
            Some(_) => Found::Again,
            None if before.is_empty() => Found::First,
            None => Found::Anew,
        };
        let all: Vec<usize> = (0..pages.len()).collect();
        let template = healed.map(|(template, _)| template).or_else(|| self.populator.layout(pages, &all));
        template.into_iter().for_each(|template| self.plan.add_template(template));
        found
    }

    /// The properties of which a page told something when it was last read.
    fn told_before(&self, page: &Page) -> Result<BTreeSet<String>, StoreError> {
        self.before.as_ref().map_or_else(|| Ok(BTreeSet::new()), |before| before.told_before(source(page)))
    }

    /// The templates that pages may have had before: of those of earlier harvests the ones that they still resemble,
    /// and those of their sites.
    fn forebears(&self, pages: &[Page]) -> Vec<TemplatePlan> {
        let sites: BTreeSet<String> = pages.iter().map(site).collect();
        let resembled: BTreeSet<usize> = pages.iter().filter_map(|page| self.plan.template_of(page)).collect();
        let is_theirs = |number: usize, template: &TemplatePlan| {
            resembled.contains(&number) || template.sites.iter().any(|site| sites.contains(site))
        };
        let all = self.plan.templates.iter().enumerate();
        let old = all.filter(|(number, template)| template.checker.is_some() && is_theirs(*number, template));
        old.map(|(_, template)| template.clone()).take(MOST_FOREBEARS).collect()
    }

    fn read(&mut self, page: &Page) -> Result<(), PopulateError> {
        let facts = self.plan.read(page);
        self.put(page, facts)
    }

    /// Reads a page whose layout is not what it was, and notes what it told before and does not tell any more.
    fn read_changed(&mut self, page: &Page, is_healed: bool) -> Result<(), PopulateError> {
        let facts = self.plan.read(page);
        let mut missed = self.told_before(page)?;
        facts.statements.iter().for_each(|statement| {
            missed.remove(&statement.property);
        });
        if !missed.is_empty() && !facts.statements.is_empty() {
            let names = missed.iter().map(|iri| local_name(iri).to_owned()).collect();
            self.told.troubles.push(Trouble { page: page.name.clone(), kind: TroubleKind::Less(names) });
        }
        self.told.healed += usize::from(is_healed);
        self.put(page, facts)
    }

    /// A page that cannot be read.
    fn leave(&mut self, page: &Page) -> Result<(), PopulateError> {
        let is_changed = !self.told_before(page)?.is_empty() || self.plan.template_of(page).is_some();
        let kind = if is_changed { TroubleKind::Changed } else { TroubleKind::Strange };
        self.told.pages += 1;
        self.pass(page, kind);
        Ok(())
    }

    /// Notes what is the matter with a page of which nothing is kept.
    fn pass(&mut self, page: &Page, kind: TroubleKind) {
        self.told.troubles.push(Trouble { page: page.name.clone(), kind });
        if let Some(journal) = &mut self.journal {
            journal.passed.push(page.name.clone());
        }
    }

    fn put(&mut self, page: &Page, facts: PageFacts) -> Result<(), PopulateError> {
        self.told.pages += 1;
        if facts.statements.is_empty() && !self.population.is_anew && !self.told_before(page)?.is_empty() {
            self.pass(page, TroubleKind::Emptied);
            return Ok(());
        }
        let told = &mut self.told;
        told.telling += usize::from(!facts.statements.is_empty());
        told.individuals += facts.individuals.len();
        told.values += facts.statements.len();
        told.raw += facts.raw.len();
        let Source { name, address, time } = source(page);
        let (name, address) = (name.to_owned(), address.map(str::to_owned));
        self.read.push(ReadPage { name, address, time, facts });
        Ok(())
    }

    /// Somebody says to stop: what was read and fetched so far lasts, as far as the same harvest can go on from there.
    pub(super) fn stop(mut self) -> Result<Ended<Told>, PopulateError> {
        let next = match self.journal {
            Some(_) => Next::GoesOn,
            None => Next::BeginsAnew,
        };
        let has_something = !self.read.is_empty() || self.archive.is_some();
        if self.journal.is_some() && has_something {
            self.save(Part::Some)?;
        }
        Ok(Ended::Stopped { so_far: self.told, next })
    }

    /// Makes all of it last.
    pub(super) fn finish(mut self) -> Result<Ended<Told>, PopulateError> {
        if self.told.pages > 0 || self.journal.as_ref().is_some_and(Journal::is_begun) {
            self.save(Part::Last)?;
        }
        Ok(Ended::Done(self.told))
    }

    /// Makes what was read last, with what was learnt and how far it is. The right to write is held no longer than
    /// that.
    fn save(&mut self, part: Part) -> Result<(), PopulateError> {
        let mut writer = kb::write_when_free(self.population.base, self.job)?;
        let mut commit = writer.begin(COMMIT)?;
        if self.told.pages > 0 {
            self.put_read(&mut commit)?;
        }
        // The archive first: what is committed can be shown.
        if let Some(archive) = &self.archive {
            put_captures(&mut commit, archive)?;
        }
        self.told.counts += commit.counts()?;
        match (&mut self.journal, part) {
            (Some(journal), Part::Some) => {
                if self.told.pages > 0 {
                    journal.fresh = Some(self.plan.fresh());
                }
                journal.keep(&mut commit, &self.told)?;
            }
            (None, Part::Some) => {}
            (_, Part::Last) => {
                Journal::forget(&mut commit)?;
                commit.index_words()?;
            }
        }
        commit.finish()?;
        self.before = Some(self.population.base.read()?);
        Ok(())
    }

    /// What pages told, with what is known and was learnt.
    fn put_read(&mut self, commit: &mut Commit<'_>) -> Result<(), PopulateError> {
        let known = self.population.known;
        commit.put_ontologies(&known.ontologies).map_err(PopulateError::Ontology)?;
        commit.put_documents(DocumentKind::Names, &known.names)?;
        for ReadPage { name, address, time, facts } in self.read.drain(..) {
            let source = Source { name: &name, address: address.as_deref(), time };
            if let Some(journal) = &mut self.journal {
                journal.note(source, self.before.as_ref())?;
            }
            commit.put_page(source, &facts)?;
        }
        let wrappers = self.plan.wrappers();
        let name = |number: usize| format!("{:05} {}", number + 1, wrappers[number].role.as_str());
        let texts = wrappers.iter().enumerate().map(|(at, wrapper)| (name(at), wrapper.to_json().into_bytes()));
        commit.put_documents(DocumentKind::Wrapper, &texts.collect::<Vec<_>>())?;
        self.told.templates = wrappers.iter().map(|wrapper| wrapper.template + 1).max().unwrap_or_default();
        Ok(())
    }
}

/// Notes what the archive has got.
fn put_captures(commit: &mut Commit<'_>, archive: &Keeper) -> Result<(), PopulateError> {
    let (length, records) = archive.sync().map_err(PopulateError::Archive)?;
    Ok(commit.put_captures(length, &records.into_iter().map(kb::captured).collect::<Vec<_>>())?)
}

/// What of a harvest is made to last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// What was read so far.
    Some,
    /// The last of it.
    Last,
}

fn source(page: &Page) -> Source<'_> {
    Source { name: &page.name, address: page.url.as_ref().map(url::Url::as_str), time: page.time }
}

/// Pages by layout, and those of none that many have.
fn by_layout(pages: Vec<Page>) -> (Vec<Vec<Page>>, Vec<Page>) {
    let groups = groups(pages.iter());
    let mut places = vec![groups.len(); pages.len()];
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|&page| places[page] = number);
    }
    let mut sorted: Vec<Vec<Page>> = groups.iter().map(|_| Vec::new()).collect();
    let mut rare = Vec::new();
    for (page, place) in pages.into_iter().zip(places) {
        sorted.get_mut(place).unwrap_or(&mut rare).push(page);
    }
    (sorted, rare)
}
