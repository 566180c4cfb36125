//! A mining from the first page to the last statement.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use knowledge::population::facts::{Evidence, Statement, Value};
use knowledge::taxonomy::{self, Survey, Taxonomy};
use page::NodeId;
use store::{Commit, Counts, KnowledgeBase, Source, StoreError};

use super::facts::{MinedPage, facts};
use super::look::SiteLook;
use super::plan::SitePlan;
use super::site::{Site, SitePage};
use super::terms::{Observed, Terms, graph_of, text_literal};
use crate::pages::PageError;

const LABEL: &str = "http://www.w3.org/2000/01/rdf-schema#label";

/// What is mined, and how.
#[derive(Debug)]
pub struct Mining<'a> {
    /// Where it goes to.
    pub base: &'a KnowledgeBase,
    /// The sites of the domain.
    pub sites: Vec<Site>,
    /// How concepts are found.
    pub taxonomy: taxonomy::Config,
}

/// Something that happens on the way.
#[derive(Debug)]
pub enum Step<'a> {
    /// A page was looked at for the first time, or could not be.
    Looked(&'a str, Result<(), PageError>),
    /// So many concepts were found.
    Concepts(usize),
    /// The layouts of a site are known.
    Learnt(&'a str),
    /// A page was read.
    Read(&'a str),
}

/// What a mining came to.
#[derive(Clone, Debug, Default)]
pub struct Mined {
    /// Pages that were read.
    pub pages: usize,
    /// Of these, pages that told of something.
    pub telling: usize,
    /// Concepts that the sites share.
    pub concepts: usize,
    /// Instances, each as often as it has a page of its own.
    pub instances: usize,
    /// Values of their attributes.
    pub values: usize,
    /// What was seen to stand above what, and does not fit into the tree: labels from above to below.
    pub cut: Vec<(String, String)>,
    /// Statements that are new, and that are gone.
    pub counts: Counts,
}

/// Why nothing was mined.
#[derive(Debug)]
pub enum MineError {
    /// The knowledge base cannot be written.
    Store(StoreError),
    /// Somebody said to stop.
    Stopped,
}

impl From<StoreError> for MineError {
    fn from(error: StoreError) -> MineError {
        MineError::Store(error)
    }
}

impl fmt::Display for MineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MineError::Store(error) => error.fmt(f),
            MineError::Stopped => f.write_str("stopped before everything was read; nothing has changed"),
        }
    }
}

impl std::error::Error for MineError {}

impl Mining<'_> {
    /// Mines all sites. `seen` hears of each step, and may end the run.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be written, or somebody says to stop. What was committed before stays.
    pub fn run(&self, mut seen: impl FnMut(Step<'_>) -> ControlFlow<()>) -> Result<Mined, MineError> {
        // 1. Who may write is known before anything is read.
        let mut writer = self.base.write()?;
        // 2. A look at all pages: menus, links, templates.
        let mut survey = Survey::default();
        let mut looks: Vec<SiteLook> = Vec::new();
        let mut goes_on = ControlFlow::Continue(());
        for (number, site) in self.sites.iter().enumerate() {
            looks.push(SiteLook::of(site, number, &mut survey, |name, result| {
                goes_on = seen(Step::Looked(name, result));
                goes_on
            }));
            stop_if(goes_on)?;
        }
        // 3. The concepts that the sites share.
        let taxonomy = Taxonomy::mine(&survey, &self.taxonomy);
        stop_if(seen(Step::Concepts(taxonomy.concepts.len())))?;
        let graph = |site: usize, page: &url::Url| page_graph(looks.get(site)?, page);
        let terms = Terms::new(&taxonomy, graph);
        // 4. What the pages of each site are, and how they are read.
        let mut plans: Vec<SitePlan> = Vec::new();
        for (number, (site, look)) in self.sites.iter().zip(looks).enumerate() {
            let plan = SitePlan::learn(site, number, look, &taxonomy);
            stop_if(seen(Step::Learnt(&site.name)))?;
            plans.push(plan);
        }
        // 5. All pages are read by that.
        let mut mined = Mined { concepts: taxonomy.concepts.len(), cut: cut(&taxonomy), ..Mined::default() };
        let mut commit = writer.begin("mine")?;
        let mut observed = Observed::default();
        for (number, (site, plan)) in self.sites.iter().zip(&plans).enumerate() {
            let reader = SiteReader { number, plan, taxonomy: &taxonomy, terms: &terms };
            reader.run(site, &mut commit, &mut observed, &mut mined, &mut seen)?;
        }
        // 6. The terms, with what was observed of them.
        commit.put_mined(&terms.ontology(&observed))?;
        commit.index_words()?;
        mined.counts = commit.finish()?;
        Ok(mined)
    }
}

/// Reads a site.
struct SiteReader<'a> {
    number: usize,
    plan: &'a SitePlan,
    taxonomy: &'a Taxonomy,
    terms: &'a Terms,
}

impl SiteReader<'_> {
    fn run(
        &self,
        site: &Site,
        commit: &mut Commit<'_>,
        observed: &mut Observed,
        mined: &mut Mined,
        seen: &mut impl FnMut(Step<'_>) -> ControlFlow<()>,
    ) -> Result<(), MineError> {
        let sightings = self.sightings();
        let mut outcome = Ok(());
        let view = |placed: SitePage| {
            let number = self.plan.number(&placed.page.name)?;
            Some((number, facts(self.plan, number, &placed, self.terms), placed.page.time))
        };
        site.for_each(None, false, view, |name, result| {
            if let Ok(Some((number, mut page, time))) = result {
                page.count(observed, mined);
                mined.instances += usize::from(self.plan.is_instance(number));
                page.facts.statements.extend_from_slice(sightings.get(&number).map_or(&[], Vec::as_slice));
                let look = &self.plan.look.pages[number];
                let source = Source { name: &look.name, address: Some(look.address.as_str()), time };
                outcome = commit.put_page(source, &page.facts).map_err(MineError::from);
            }
            let goes_on = seen(Step::Read(name));
            if outcome.is_ok() && goes_on.is_break() {
                outcome = Err(MineError::Stopped);
            }
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        outcome
    }

    /// By page, what it calls which concept, and where.
    fn sightings(&self) -> BTreeMap<usize, Vec<Statement>> {
        let mut sightings: BTreeMap<usize, Vec<Statement>> = BTreeMap::new();
        for (number, concept) in self.taxonomy.concepts.iter().enumerate() {
            let Some(iri) = self.terms.concept(number) else { continue };
            for place in concept.places.iter().filter(|place| place.site == self.number) {
                let Some(page) = self.plan.look.graph.page(&place.page) else { continue };
                let label = text_literal(&place.text);
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
                    value: Value::Literal(label),
                    evidence,
                });
            }
        }
        sightings
    }
}

impl MinedPage {
    /// Counts what the page tells.
    fn count(&self, observed: &mut Observed, mined: &mut Mined) {
        for (statement, concepts) in self.facts.statements.iter().zip(&self.concepts) {
            if let Value::Literal(literal) = &statement.value {
                observed.note(&statement.property, &statement.evidence.field, literal, concepts);
            }
        }
        mined.pages += 1;
        mined.telling += usize::from(!self.facts.individuals.is_empty());
        mined.values += self.facts.statements.len();
    }
}

/// The graph of the page of a site with an address.
fn page_graph(look: &SiteLook, address: &url::Url) -> Option<String> {
    let page = &look.pages[look.graph.page(address)?];
    Some(graph_of(&page.name, &page.address))
}

fn stop_if(goes_on: ControlFlow<()>) -> Result<(), MineError> {
    if goes_on.is_break() { Err(MineError::Stopped) } else { Ok(()) }
}

/// The pairs that do not fit into the tree, in words.
fn cut(taxonomy: &Taxonomy) -> Vec<(String, String)> {
    let label = |concept: usize| taxonomy.concepts.get(concept)?.labels.first().map(|label| label.text.clone());
    taxonomy.cut.iter().filter_map(|pair| Some((label(pair.above)?, label(pair.below)?))).collect()
}
