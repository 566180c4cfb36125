//! A harvest: pages stream in, and what they tell lands in a knowledge base in one commit.
//!
//! What is done with each page is in `harvest.rs`.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use fetch::archive::ArchiveError;
use page::Page;
use store::{Counts, KnowledgeBase, LoadError, Snapshot, StoreError};

use super::harvest::Harvest;
use super::{Known, Plan, PlannedWrapper, Populator};
use crate::engine::StartedEngine;
use crate::kb;
use crate::pages::{PageError, Pages};
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

impl fmt::Display for PopulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PopulateError::Store(error) => error.fmt(f),
            PopulateError::Ontology(error) => error.fmt(f),
            PopulateError::Archive(error) => error.fmt(f),
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
        let before = self.base.read()?;
        let mut commit = writer.begin("populate")?;
        commit.put_ontologies(&self.known.ontologies).map_err(PopulateError::Ontology)?;
        commit.put_documents("names", &self.known.names)?;
        // 2. Pages of the web are kept as they come.
        let archive = match pages.has_addresses() {
            true => Some(kb::open_archive(self.base, before.archive_length()?).map_err(PopulateError::Archive)?),
            false => None,
        };
        let pages = match &archive {
            Some(archive) => pages.kept_by(Arc::clone(archive)),
            None => pages,
        };
        // 3. Pages are read by what is known, or wait.
        let populator = Populator::new(self.vocabulary, Some(self.engine));
        let plan = self.plan(&populator, &before)?;
        let mut harvest = Harvest::new(populator, plan, commit, before, self.is_anew);
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
        // 4. What still waits is learnt from, and everything lands together.
        harvest.settle()?;
        harvest.finish(archive.as_deref())
    }

    /// What is known of layouts before the first page: wrappers that are given, and what earlier harvests learnt.
    fn plan(&self, populator: &Populator<'_>, before: &Snapshot) -> Result<Plan, PopulateError> {
        let mut plan = populator.clone().with_wrappers(self.wrappers.clone()).begin();
        if self.is_anew {
            return Ok(plan);
        }
        let kept = before.documents("wrapper")?;
        let mut kept: Vec<PlannedWrapper> = kept.iter().filter_map(|(_, text)| PlannedWrapper::of_json(text)).collect();
        // A wrapper that is given again takes the place of the one that was given.
        let is_given = |kept: &PlannedWrapper| {
            let mut given = self.wrappers.iter().map(|given| &given.template.signature);
            kept.is_given && given.any(|signature| *signature == kept.file.template.signature)
        };
        kept.retain(|kept| !is_given(kept));
        plan.extend(Plan::of_wrappers(self.vocabulary.clone(), kept));
        Ok(plan)
    }
}
