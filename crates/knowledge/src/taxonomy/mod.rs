//! The concepts that the sites of a domain share, in a tree: OntoMiner's frequent labels, abridgement and TaxMiner,
//! with evidence from addresses and menus besides.
//!
//! Pages are forgotten when their [`PageMenu`] is in the [`Survey`]; [`Taxonomy::mine`] reads the survey, and
//! [`Survey::wanted`] says which pages it would have next.

mod address;
mod company;
mod graph;
mod miner;
mod pairs;
mod repair;
mod survey;
mod synonyms;
mod uses;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use url::Url;

use crate::labels::{Language, Stems};
use company::Company;
use graph::Graph;
use uses::Uses;

pub use survey::{MenuRow, PageMenu, RowLink, Survey};

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
}

impl Default for Config {
    fn default() -> Config {
        Config {
            support: 2,
            least_company: 0.0,
            least_use: -0.1,
            least_sibling: 0.3,
            least_jaccard: 0.8,
            least_synonym: 1.0,
            least_is_a: 0.5,
            least_share: 0.3,
            most_targets: 6,
            places: 20,
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
    /// Mines what a survey holds.
    pub fn mine(survey: &Survey, config: &Config) -> Taxonomy {
        let mut uses = Uses::of(survey);
        let graph = Graph::of(survey, &uses);
        let company = Company::of(survey, &uses, &graph);
        abridge(survey, &mut uses, &graph, &company, config);
        let labels = candidates(survey, &uses, config);
        let groups = synonyms::group(survey, &uses, &labels, config);
        let groups = supported(survey, &uses, &graph, &company, groups, config);
        let pairs = pairs::gather(survey, &uses, &graph, &groups);
        let (parents, cut) = repair::tree(&pairs, groups.len(), config);
        build(survey, &uses, &groups, &parents, &cut, config)
    }

    /// All labels of concepts, as they are written: what a second look at the pages may take for labels.
    pub fn known_labels(&self) -> impl Iterator<Item = (&str, &Language)> {
        self.concepts.iter().flat_map(|concept| &concept.labels).map(|label| (label.text.as_str(), &label.language))
    }
}

/// Drops the uses of labels that lead to no section.
fn abridge(survey: &Survey, uses: &mut Uses, graph: &Graph, company: &Company, config: &Config) {
    let leads_nowhere = |&target: &usize| survey.targets[target].page.is_some_and(|page| graph.children[page] == 0);
    let is_section = |number: usize| {
        let label = company.labels.get(&uses.all[number].label).copied().unwrap_or_default();
        let is_good = label >= config.least_company && company.uses[number] >= config.least_use;
        is_good && !uses.all[number].targets.iter().all(leads_nowhere)
    };
    let kept = (0..uses.all.len()).map(is_section).collect::<Vec<bool>>();
    uses.keep(&kept);
}

/// A row on no more pages than this may be the menu of their section.
const OWN_PAGES: usize = 3;

/// The labels that may name concepts: those on enough sites, and all that stand in a row with such, below it or on
/// its page.
fn candidates(survey: &Survey, uses: &Uses, config: &Config) -> Vec<usize> {
    let mut stems = Stems::default();
    let mut stems_of = |label: usize| {
        let label = &survey.labels[label];
        stems.of(&address::plain(&label.normal), &survey.languages[label.written[0].language])
    };
    let keys: FxHashMap<usize, Vec<String>> = uses.all.iter().map(|own| (own.label, stems_of(own.label))).collect();
    let mut sites: FxHashMap<&Vec<String>, BTreeSet<usize>> = FxHashMap::default();
    for own in &uses.all {
        sites.entry(&keys[&own.label]).or_default().insert(own.site);
    }
    let is_frequent = |label: usize| {
        keys.get(&label).and_then(|key| sites.get(key)).is_some_and(|sites| sites.len() >= config.support)
    };
    let of_frequent: BTreeSet<usize> =
        uses.all.iter().filter(|own| is_frequent(own.label)).flat_map(|own| own.targets.iter().copied()).collect();
    let has_frequent = |row: usize| {
        let row = &survey.rows[row];
        if row.pages.len() <= OWN_PAGES && of_frequent.contains(&survey.pages[row.pages[0] as usize].target) {
            return true;
        }
        row.cells.iter().any(|cell| is_frequent(cell.label)) || row.above.is_some_and(|(label, _)| is_frequent(label))
    };
    let is_candidate = |own: &&uses::Use| {
        let is_named = !survey.labels[own.label].normal.is_empty() && own.targets.len() <= config.most_targets;
        is_named && (is_frequent(own.label) || own.rows.iter().any(|&row| has_frequent(row)))
    };
    uses.all.iter().filter(is_candidate).map(|own| own.label).collect::<BTreeSet<usize>>().into_iter().collect()
}

/// The groups of labels that enough sites use, and those below them that certainly are sections.
fn supported(
    survey: &Survey,
    uses: &Uses,
    graph: &Graph,
    company: &Company,
    groups: Vec<Vec<usize>>,
    config: &Config,
) -> Vec<Vec<usize>> {
    let (mut kept, rare): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|group| sites_of(uses, group).len() >= config.support);
    let known: BTreeSet<usize> = kept.iter().flatten().copied().collect();
    let of_known = uses.all.iter().filter(|own| known.contains(&own.label));
    let pages: BTreeSet<usize> = of_known.flat_map(|own| own.targets.iter().copied()).collect();
    let is_below = |own: &uses::Use| {
        own.rows.iter().map(|&row| &survey.rows[row]).any(|row| {
            let is_below = row.above.is_some_and(|(label, _)| known.contains(&label));
            let is_on = row.pages.len() <= OWN_PAGES && pages.contains(&survey.pages[row.pages[0] as usize].target);
            is_below || is_on
        })
    };
    let leads_on = |page: usize| graph.children[page] >= company::LEAST_CHILDREN;
    let is_read = |own: &uses::Use| own.targets.iter().any(|&target| survey.targets[target].page.is_some_and(leads_on));
    let is_sure = |label: usize| company.labels.get(&label).is_some_and(|score| *score >= config.least_sibling);
    let is_section = |own: &uses::Use| is_read(own) && is_below(own) && is_sure(own.label);
    kept.extend(
        rare.into_iter().filter(|group| uses.all.iter().filter(|own| group.contains(&own.label)).any(is_section)),
    );
    kept.sort_unstable();
    kept
}

/// The sites that use one of some labels.
fn sites_of(uses: &Uses, labels: &[usize]) -> BTreeSet<usize> {
    let sites = (0..uses.hosts.len()).filter(|&site| labels.iter().any(|&label| uses.number(site, label).is_some()));
    sites.collect()
}

/// Puts the result together, each concept behind its parent.
fn build(
    survey: &Survey,
    uses: &Uses,
    groups: &[Vec<usize>],
    parents: &[Option<usize>],
    cut: &[repair::Cut],
    config: &Config,
) -> Taxonomy {
    let mut concepts: Vec<Concept> = groups.iter().map(|group| concept(survey, uses, group, config)).collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    let mut roots = Vec::new();
    for (number, parent) in parents.iter().enumerate() {
        parent.map_or(&mut roots, |parent| &mut children[parent]).push(number);
    }
    let rank = |&number: &usize| {
        let concept = &concepts[number];
        let text = concept.labels.first().map(|label| label.text.clone()).unwrap_or_default();
        (std::cmp::Reverse(concept.support), text, number)
    };
    roots.sort_by_key(rank);
    children.iter_mut().for_each(|children| children.sort_by_key(rank));
    let mut order = Vec::new();
    let mut waiting: Vec<usize> = roots.into_iter().rev().collect();
    while let Some(number) = waiting.pop() {
        order.push(number);
        waiting.extend(children[number].iter().rev());
    }
    let mut place = vec![0; groups.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    let mut sorted = Vec::new();
    for &old in &order {
        let mut concept = std::mem::replace(&mut concepts[old], empty());
        concept.parent = parents[old].map(|parent| place[parent]);
        sorted.push(concept);
    }
    let cut = cut.iter().map(|cut| CutPair { above: place[cut.above], below: place[cut.below], weight: cut.weight });
    Taxonomy { concepts: sorted, cut: cut.collect() }
}

fn empty() -> Concept {
    Concept { labels: Vec::new(), parent: None, support: 0, places: Vec::new(), targets: Vec::new() }
}

/// A concept without its place in the tree.
fn concept(survey: &Survey, uses: &Uses, group: &[usize], config: &Config) -> Concept {
    let mut concept = empty();
    let mut ways: BTreeMap<(&str, usize), (BTreeSet<usize>, usize)> = BTreeMap::new();
    for &label in group {
        for way in &survey.labels[label].written {
            let counted = ways.entry((&way.text, way.language)).or_default();
            counted.0.insert(way.site);
            counted.1 += way.times;
        }
    }
    let mut ways: Vec<_> = ways.into_iter().collect();
    ways.sort_by_key(|((text, _), (sites, times))| (std::cmp::Reverse((sites.len(), *times)), text.len()));
    concept.labels = ways
        .into_iter()
        .map(|((text, language), (sites, _))| LabelUse {
            text: text.to_owned(),
            language: survey.languages[language].clone(),
            sites: sites.len(),
        })
        .collect();
    concept.support = sites_of(uses, group).len();
    let own_uses = || uses.all.iter().filter(|own| group.contains(&own.label));
    for own in own_uses() {
        concept.targets.extend(own.targets.iter().map(|&target| (own.site, survey.targets[target].url.clone())));
        for &row in &own.rows {
            let row = &survey.rows[row];
            let page = &survey.targets[survey.pages[row.pages[0] as usize].target].url;
            for cell in row.cells.iter().filter(|cell| cell.label == own.label) {
                if concept.places.len() < config.places {
                    let text = survey.labels[own.label].written[0].text.clone();
                    concept.places.push(Place { site: own.site, page: page.clone(), path: cell.path.clone(), text });
                }
            }
        }
    }
    concept
}
