//! A harvest: pages stream in, and what they tell lands in a knowledge base in one commit.
//!
//! Pages of a template that is known are read at once. Those of none wait until there are enough of them to learn from,
//! so that memory does not grow with the number of pages, and no page has to come twice.

use std::fmt;
use std::ops::ControlFlow;

use page::Page;
use store::{Commit, Counts, KnowledgeBase, LoadError, StoreError};

use super::{PageFacts, Plan, Populator};
use crate::engine::StartedEngine;
use crate::pages::{PageError, Pages};
use crate::wrapping::{LearnError, Vocabulary, WrapperFile};

/// A harvest with a known ontology.
#[derive(Debug)]
pub struct Population<'a> {
    /// Where it goes to.
    pub base: &'a KnowledgeBase,
    /// What is looked for.
    pub vocabulary: &'a Vocabulary,
    /// The files that it was read from, which are kept.
    pub documents: Vec<(&'static str, String, Vec<u8>)>,
    /// Lays out a few pages, to see whether they are lists.
    pub engine: &'a StartedEngine,
    /// Wrappers that somebody made.
    pub wrappers: Vec<WrapperFile>,
}

/// What a harvest came to.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
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
    /// Layouts that were learnt.
    pub templates: usize,
    /// Statements that are new, and that are gone.
    pub counts: Counts,
}

/// Why nothing was harvested.
#[derive(Debug)]
pub enum PopulateError {
    /// The knowledge base cannot be written.
    Store(StoreError),
    /// The ontology cannot be loaded.
    Ontology(LoadError),
    /// A wrapper cannot be used.
    Learn(LearnError),
}

impl From<StoreError> for PopulateError {
    fn from(error: StoreError) -> PopulateError {
        PopulateError::Store(error)
    }
}

impl fmt::Display for PopulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PopulateError::Store(error) => error.fmt(f),
            PopulateError::Ontology(error) => error.fmt(f),
            PopulateError::Learn(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PopulateError {}

impl Population<'_> {
    /// Reads all pages. `seen` hears of each as it comes, and may end the harvest, which then is as if it had not been.
    ///
    /// # Errors
    ///
    /// If somebody else changes the knowledge base, or it cannot be written. Then nothing has changed.
    pub fn run(
        &self,
        pages: Pages<'_>,
        mut seen: impl FnMut(&str, Result<&Page, PageError>) -> ControlFlow<()>,
    ) -> Result<Told, PopulateError> {
        // 1. Who may write is known before anything is read.
        let mut writer = self.base.write()?;
        let mut commit = writer.begin("populate")?;
        for (kind, name, bytes) in &self.documents {
            match *kind {
                "ontology" => commit.put_ontology(name, bytes).map_err(PopulateError::Ontology)?,
                kind => commit.put_document(kind, name, bytes)?,
            }
        }
        // 2. Pages are read by what is known, or wait.
        let populator = Populator::new(self.vocabulary, Some(self.engine));
        let mut harvest = Harvest {
            plan: populator.clone().with_wrappers(self.wrappers.clone()).begin(),
            populator,
            commit,
            waiting: Vec::new(),
            told: Told::default(),
        };
        let mut outcome = Ok(ControlFlow::Continue(()));
        pages.with_stylesheets().try_take_each(
            |page| page,
            |name, result| {
                let goes_on = match result {
                    Ok(page) => {
                        let goes_on = seen(name, Ok(&page));
                        outcome = harvest.take(page).map(|()| goes_on);
                        goes_on
                    }
                    Err(error) => seen(name, Err(error)),
                };
                if outcome.is_ok() { goes_on } else { ControlFlow::Break(()) }
            },
        );
        if outcome?.is_break() {
            return Ok(Told::default());
        }
        // 3. What still waits is learnt from, and everything lands together.
        harvest.learn()?;
        let Harvest { plan, mut commit, mut told, .. } = harvest;
        for (number, wrapper) in plan.wrappers().iter().enumerate() {
            let name = format!("layout {}, {} {}", wrapper.template + 1, wrapper.role.as_str(), number + 1);
            commit.put_document("wrapper", &name, wrapper.file.to_json().as_bytes())?;
            told.templates = told.templates.max(wrapper.template + 1);
        }
        commit.index_words()?;
        told.counts = commit.finish()?;
        Ok(told)
    }
}

/// A harvest that is under way.
struct Harvest<'a> {
    populator: Populator<'a>,
    plan: Plan,
    commit: Commit<'a>,
    waiting: Vec<Page>,
    told: Told,
}

impl Harvest<'_> {
    fn take(&mut self, page: Page) -> Result<(), PopulateError> {
        if self.plan.template_of(&page).is_some() {
            return self.put(&page);
        }
        self.waiting.push(page);
        if self.waiting.len() >= Populator::PAGES { self.learn() } else { Ok(()) }
    }

    /// Learns from the pages that wait, and reads them.
    fn learn(&mut self) -> Result<(), PopulateError> {
        let mut waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        let learnt = self.populator.learn(&mut waiting).map_err(PopulateError::Learn)?;
        self.plan.extend(learnt);
        for page in waiting {
            self.put(&page)?;
        }
        Ok(())
    }

    fn put(&mut self, page: &Page) -> Result<(), PopulateError> {
        let facts: PageFacts = self.plan.read(page);
        let address = page.url.as_ref().map(url::Url::as_str);
        self.commit.put_page(store::Source { name: &page.name, address, time: None }, &facts)?;
        let told = &mut self.told;
        told.pages += 1;
        told.telling += usize::from(!facts.statements.is_empty());
        told.individuals += facts.individuals.len();
        told.values += facts.statements.len();
        told.raw += facts.raw.len();
        Ok(())
    }
}
