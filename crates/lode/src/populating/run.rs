//! A harvest: pages stream in, and what they tell lands in a knowledge base.
//!
//! What is done with each page is in `harvest.rs`.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use fetch::archive::{ArchiveError, Keeper};
use fetch::source::{Choice, DealtWith, ReadError, WebError};
use job::{Advice, Ended, Event, Failure, Job, Remark, Stage};
use page::Fingerprint;
use store::{Counts, DocumentKind, KnowledgeBase, LoadError, LongWork, Snapshot, StoreError};

use super::harvest::Harvest;
use super::journal::Journal;
use super::{Known, Plan, PlannedWrapper, Populator};
use crate::engine::StartedEngine;
use crate::kb;
use crate::page_error::PageError;
use crate::pages::Pages;
use crate::upshot::Upshot;
use crate::wrapping::{Vocabulary, WrapperFile};

/// A harvest with a known ontology.
#[derive(Debug)]
pub struct Population<'a> {
    /// Where it goes to.
    pub base: &'a KnowledgeBase,
    /// What is known beforehand; it is kept.
    pub known: &'a Known,
    /// The same, read.
    pub vocabulary: &'a Vocabulary,
    /// Lays out a few pages, to see whether they are lists.
    pub engine: &'a StartedEngine,
    /// Wrappers that somebody made.
    pub wrappers: Vec<WrapperFile>,
    /// Whether all is learnt anew, and each page replaces what it told before, whatever it tells now.
    pub is_anew: bool,
}

/// What a harvest came to.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Told {
    /// Pages that were read.
    pub pages: usize,
    /// Of these, pages that told something.
    pub telling: usize,
    /// Individuals on them.
    pub individuals: usize,
    /// Values of their properties.
    pub values: usize,
    /// What did not become a value.
    pub raw: usize,
    /// Layouts that are known.
    pub templates: usize,
    /// Pages whose layout has changed, and whose fields were found again.
    pub healed: usize,
    /// Pages that somebody should look at.
    pub troubles: Vec<Trouble>,
    /// Statements that are new, and that are gone.
    pub counts: Counts,
}

/// A page that somebody should look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The page.
    pub page: String,
    /// What is the matter.
    pub kind: TroubleKind,
}

/// What is the matter with a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TroubleKind {
    /// Its layout has changed, and its fields were not found again for sure. What it told before is kept.
    Changed,
    /// It tells nothing any more. What it told before is kept.
    Emptied,
    /// Its layout has changed, and values of these properties (by their local names) were not found again.
    Less(Vec<String>),
    /// It is new, of no layout that is known of its site, and there are too few such pages to learn from.
    Strange,
}

impl Trouble {
    /// Whether the page's layout is not what it was.
    pub fn is_drift(&self) -> bool {
        self.kind != TroubleKind::Strange
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TroubleKind::Changed => f.write_str(
                "its layout has changed, and its values cannot be found again for sure; what was known of it is kept",
            ),
            TroubleKind::Emptied => f.write_str("it tells nothing any more; what was known of it is kept"),
            TroubleKind::Less(names) => {
                write!(f, "its layout has changed, and it tells no more of: {}", names.join(", "))
            }
            TroubleKind::Strange => {
                f.write_str("it is of no known layout, and there are too few such pages to learn from")
            }
        }
    }
}

/// Why nothing was harvested.
#[derive(Debug)]
#[non_exhaustive]
pub enum PopulateError {
    /// The knowledge base cannot be written.
    Store(StoreError),
    /// The ontology cannot be loaded.
    Ontology(LoadError),
    /// Pages of the web cannot be kept.
    Archive(ArchiveError),
}

impl From<StoreError> for PopulateError {
    fn from(error: StoreError) -> PopulateError {
        PopulateError::Store(error)
    }
}

impl From<ArchiveError> for PopulateError {
    fn from(error: ArchiveError) -> PopulateError {
        PopulateError::Archive(error)
    }
}

impl fmt::Display for PopulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PopulateError::Store(error) => error.fmt(f),
            PopulateError::Ontology(error) => error.fmt(f),
            PopulateError::Archive(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PopulateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PopulateError::Store(error) => Some(error),
            PopulateError::Ontology(error) => Some(error),
            PopulateError::Archive(error) => Some(error),
        }
    }
}

impl Failure for PopulateError {
    fn code(&self) -> &'static str {
        match self {
            PopulateError::Store(error) => error.code(),
            PopulateError::Ontology(error) => error.code(),
            PopulateError::Archive(error) => error.code(),
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            PopulateError::Store(error) => error.advice(),
            PopulateError::Ontology(error) => error.advice(),
            PopulateError::Archive(error) => error.advice(),
        }
    }
}

impl Told {
    /// What it comes to.
    pub fn upshot(&self) -> Upshot {
        match () {
            () if self.troubles.iter().any(Trouble::is_drift) => Upshot::Drift,
            () if self.values == 0 => Upshot::Nothing,
            () => Upshot::Found,
        }
    }
}

impl Population<'_> {
    /// Reads all pages. What was read and fetched before the work is stopped is kept, and the same harvest goes on from
    /// there; pages that came from standard input cannot be had again, so that nothing of such a harvest is kept.
    ///
    /// # Errors
    ///
    /// If somebody else changes the knowledge base, or it cannot be written. What was committed before stays.
    pub fn run(&self, pages: Pages<'_>, job: &Job<'_>) -> Result<Ended<Told>, PopulateError> {
        // 1. One harvest is under way at a time; and whether it can be written is known before anything is read.
        let _claim = self.base.claim(LongWork::Harvest)?;
        kb::can_be_written(self.base)?;
        let before = kb::now(self.base)?;
        // 2. Where a harvest of the same was stopped.
        let digest = pages.fingerprint().map(|pages| self.digest(pages));
        let kept = match (&before, digest) {
            (Some(before), Some(digest)) => Journal::of(before, digest)?,
            _ => None,
        };
        let mut pages = pages;
        if let (Some(journal), Some(before)) = (&kept, &before) {
            let done = journal.done(before)?;
            job.tell(Event::Remark(Remark::GoingOn { pages: done.values().sum::<usize>() as u64 }));
            pages = pages.chosen(Choice::Left(Arc::new(DealtWith::new(done))));
        }
        // 3. Pages of the web are kept as they come; what an earlier harvest fetched is not asked for again.
        let archive = match pages.has_addresses() {
            true => Some(self.archive(before.as_ref(), kept.as_ref())?),
            false => None,
        };
        if let Some(archive) = &archive {
            pages = pages.kept_by(Arc::clone(archive));
        }
        // 4. Pages are read by what is known, or wait.
        let populator = Populator::new(self.vocabulary, Some(self.engine));
        let plan = self.plan(&populator, before.as_ref(), kept.as_ref())?;
        let journal = kept.or_else(|| digest.map(Journal::new));
        let mut harvest = Harvest::new(self, populator, plan, before, journal, archive, job);
        harvest.begin()?;
        job.stage(Stage::Read, pages.count_hint());
        let mut outcome = Ok(());
        pages.with_stylesheets().try_take_each(
            |page| page,
            |name, result| {
                match result {
                    Ok(page) => {
                        let notes = page.notes.iter().map(ToString::to_string).collect();
                        outcome = harvest.take(page);
                        job.tell(Event::Page { page: name.to_owned(), error: None, advice: None, notes });
                    }
                    Err(error) => outcome = told_or_fatal(name, error, job),
                }
                if outcome.is_ok() { job.goes_on() } else { ControlFlow::Break(()) }
            },
        );
        outcome?;
        if job.is_cancelled() {
            return harvest.stop();
        }
        // 5. What still waits is learnt from, and the rest lands together.
        harvest.settle()?;
        harvest.finish()
    }

    /// Stands for all that the result depends on, beside what is in the knowledge base.
    fn digest(&self, mut all: Fingerprint) -> u64 {
        self.known.mark(&mut all);
        for wrapper in &self.wrappers {
            all.text(&wrapper.to_json());
        }
        all.number(u64::from(self.is_anew)).text(&format!("{:?}", self.engine)).text(env!("CARGO_PKG_VERSION"));
        all.finish()
    }

    /// The archive, with what a harvest that is gone on with has fetched.
    fn archive(&self, before: Option<&Snapshot>, kept: Option<&Journal>) -> Result<Arc<Keeper>, PopulateError> {
        let Some(before) = before else { return Ok(kb::open_archive(self.base, 0, None)?) };
        let fetched = kept.map(|journal| journal.fetched(before)).transpose()?;
        Ok(kb::open_archive(self.base, before.archive_length()?, fetched)?)
    }

    /// What is known of layouts before the first page: wrappers that are given, and what earlier harvests learnt.
    fn plan(
        &self,
        populator: &Populator<'_>,
        before: Option<&Snapshot>,
        going_on: Option<&Journal>,
    ) -> Result<Plan, PopulateError> {
        let mut plan = populator.clone().with_wrappers(self.wrappers.clone()).begin();
        let fresh = going_on.and_then(|journal| journal.fresh.clone());
        let Some(before) = before.filter(|_| !self.is_anew || fresh.is_some()) else { return Ok(plan) };
        let kept = before.documents(DocumentKind::Wrapper)?;
        let mut kept: Vec<PlannedWrapper> = kept.iter().filter_map(|(_, text)| PlannedWrapper::of_json(text)).collect();
        // A wrapper that is given again takes the place of the one that was given.
        let is_given = |kept: &PlannedWrapper| {
            let mut given = self.wrappers.iter().map(|given| &given.template.signature);
            kept.is_given && given.any(|signature| *signature == kept.file.template.signature)
        };
        kept.retain(|kept| !is_given(kept));
        plan.extend(Plan::of_wrappers(self.vocabulary.clone(), kept, &fresh.unwrap_or_default()));
        Ok(plan)
    }
}

/// A page that could not be had costs only itself; one that could not be kept ends the harvest, since none that follows
/// could be kept either.
fn told_or_fatal(name: &str, error: PageError, job: &Job<'_>) -> Result<(), PopulateError> {
    match error {
        PageError::Unreadable(ReadError::Web(cause)) if matches!(*cause, WebError::Archive(_)) => match *cause {
            WebError::Archive(error) => Err(PopulateError::Archive(error)),
            _ => Ok(()),
        },
        error => {
            job.tell(Event::page(name, Some(error)));
            Ok(())
        }
    }
}
