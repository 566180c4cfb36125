//! The concepts that the sites of a domain share, in a tree: OntoMiner's frequent labels, abridgement and TaxMiner,
//! with evidence from addresses and menus besides.
//!
//! Pages are forgotten when their [`PageMenu`] is in the [`Survey`]; [`Taxonomy::mine`] reads the survey, and
//! [`Survey::wanted`] says which pages it would have next.

mod address;
mod build;
mod candidates;
mod company;
mod graph;
mod menu;
mod miner;
mod pairs;
mod repair;
mod runs;
mod shared;
mod siblings;
mod survey;
mod synonyms;
mod thesaurus;
mod uses;
mod words;

use std::collections::BTreeSet;

use url::Url;

use crate::labels::Language;
use company::Company;
use graph::Graph;
use uses::Uses;

pub use menu::{ListLink, MenuList, MenuRow, PageMenu, RowLink};
pub use survey::Survey;
pub use thesaurus::Thesaurus;

/// How much evidence is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The sites that a label must be on.
    pub support: usize,
    /// How much a label must be a section rather than a service, from -1 to 1.
    pub least_company: f64,
    /// The same for a label on one site.
    pub least_use: f64,
    /// The same for a label on too few sites that stands below a concept.
    pub least_sibling: f64,
    /// How much the pages of a concept that neither holds nor is held by others must look like those of a section.
    pub least_alone: f64,
    /// How much of their stems two labels of one concept have in common.
    pub least_jaccard: f64,
    /// What must speak for two labels that share no stems being one concept: about one for each site.
    pub least_synonym: f64,
    /// What must speak for a pair of concepts: about one for each site.
    pub least_is_a: f64,
    /// Its share of all that is said about the lower one's place.
    pub least_share: f64,
    /// A label that leads to more pages of one site is no name of any.
    pub most_targets: usize,
    /// So many places of a concept are kept.
    pub places: usize,
    /// Labels that are one concept because the user says so.
    pub thesaurus: Thesaurus,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            support: 2,
            least_company: 0.02,
            least_use: -0.02,
            least_sibling: 0.3,
            least_alone: 0.2,
            least_jaccard: 0.8,
            least_synonym: 1.0,
            least_is_a: 0.5,
            least_share: 0.3,
            most_targets: 6,
            places: 20,
            thesaurus: Thesaurus::default(),
        }
    }
}

/// What sites share.
#[derive(Clone, Debug, Default)]
pub struct Taxonomy {
    /// The concepts, each behind the one above it.
    pub concepts: Vec<Concept>,
    /// The pairs that were frequent, but do not fit into the tree.
    pub cut: Vec<CutPair>,
}

/// A concept, which is a set of labels.
#[derive(Clone, Debug)]
pub struct Concept {
    /// Its labels, the most used first.
    pub labels: Vec<LabelUse>,
    /// The concept above it.
    pub parent: Option<usize>,
    /// The number of sites that it is on.
    pub support: usize,
    /// Where its labels stand.
    pub places: Vec<Place>,
    /// The pages behind it: the site's number, and the address.
    pub targets: Vec<(usize, Url)>,
}

/// How a label is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelUse {
    /// The label.
    pub text: String,
    /// The language of its pages.
    pub language: Language,
    /// The number of sites that use it.
    pub sites: usize,
}

/// Where a label stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The site's number.
    pub site: usize,
    /// The address of the page.
    pub page: Url,
    /// The path of the link.
    pub path: String,
    /// The label.
    pub text: String,
}

/// A pair of concepts that is not in the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct CutPair {
    /// The upper concept's number.
    pub above: usize,
    /// The lower concept's number.
    pub below: usize,
    /// How much spoke for it.
    pub weight: f64,
}

impl Taxonomy {
    /// Mines what a survey holds. What the first pass finds repairs the rows for a second, if it can.
    pub fn mine(survey: &Survey, config: &Config) -> Taxonomy {
        let first = Taxonomy::mine_once(survey, config);
        let repaired = survey.repaired(&first);
        repaired.map_or(first, |repaired| Taxonomy::mine_once(&repaired, config))
    }

    fn mine_once(survey: &Survey, config: &Config) -> Taxonomy {
        let sections = Sections::of(survey, config);
        let Sections { uses, graph, company } = &sections;
        let labels = candidates::candidates(survey, uses, config);
        let groups = synonyms::group(survey, uses, &labels, config);
        let groups = candidates::supported(survey, uses, graph, company, groups, config);
        let pairs = pairs::gather(survey, uses, graph, &groups);
        let (parents, cut) = repair::tree(&pairs, groups.len(), config);
        let kept = candidates::placed(uses, company, &groups, &pairs, config);
        let tree = build::Tree { groups: &groups, parents: &parents, cut: &cut, kept: &kept };
        build::build(survey, uses, &tree, config)
    }

    /// All labels of concepts, as they are written: what a second look at the pages may take for labels.
    pub fn known_labels(&self) -> impl Iterator<Item = (&str, &Language)> {
        self.concepts.iter().flat_map(|concept| &concept.labels).map(|label| (label.text.as_str(), &label.language))
    }
}

impl Survey {
    /// The pages behind what may be concepts that were not read so far: for each site, the most promising first. Rows
    /// are repaired as they are for mining.
    pub fn wanted(&self, config: &Config) -> Vec<Vec<Url>> {
        let repaired = self.repaired(&Taxonomy::mine_once(self, config));
        repaired.as_ref().unwrap_or(self).wanted_by_rows(config)
    }

    fn wanted_by_rows(&self, config: &Config) -> Vec<Vec<Url>> {
        let Sections { uses, company, .. } = Sections::of(self, config);
        let labels = candidates::candidates(self, &uses, config);
        let mut wanted: Vec<Vec<(f64, usize)>> = vec![Vec::new(); self.sites];
        for own in uses.all.iter().filter(|own| labels.binary_search(&own.label).is_ok()) {
            let sites = uses.sites_of(&[own.label]).len().min(config.support) as f64;
            let score = company.labels.get(&own.label).copied().unwrap_or_default();
            let unread = own.targets.iter().filter(|&&target| self.targets[target].page.is_none());
            wanted[own.site].extend(unread.map(|&target| (sites + score, target)));
        }
        let in_order = |mut targets: Vec<(f64, usize)>| {
            targets.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
            let mut seen = BTreeSet::new();
            let new = targets.into_iter().filter(|(_, target)| seen.insert(*target));
            new.filter_map(|(_, target)| self.targets[target].url.as_deref().cloned()).collect()
        };
        wanted.into_iter().map(in_order).collect()
    }
}

/// What sites use labels for, as far as that is sections.
struct Sections {
    uses: Uses,
    graph: Graph,
    company: Company,
}

impl Sections {
    fn of(survey: &Survey, config: &Config) -> Sections {
        let mut uses = Uses::of(survey);
        let graph = Graph::of(survey, &uses);
        let mut company = Company::of(survey, &uses, &graph);
        candidates::abridge(survey, &mut uses, &graph, &mut company, config);
        Sections { uses, graph, company }
    }
}

#[cfg(test)]
mod tests;
