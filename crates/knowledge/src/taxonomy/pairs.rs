//! Which concept stands above which: by addresses, by menus that unfold, by the menus of a section's own page and by
//! the ways to pages. Each site speaks once for each pair.
//!
//! This is weighted voting with the reliability of each source: a site's word on what is below a concept counts by how
//! often the others bear it out ([`Gatherer::trust`]). All numbers are set by hand, since the few dozen places that are
//! known are too few to fit them to. What they come to together was checked by leaving out sites in turn.

use std::collections::{BTreeMap, BTreeSet};

use analysis::menus::Area;
use rustc_hash::FxHashMap;

use super::address;
use super::graph::Graph;
use super::miner::Path;
use super::survey::{Row, Survey};
use super::uses::Uses;

/// What one site says for a pair at most.
const MOST_OF_A_SITE: f64 = 1.5;
/// What a menu on a section's own page says.
const OWN_PAGE: f64 = 0.5;
/// A row that stands on a larger share of a site's pages belongs to none of them.
const OWN_SHARE: f64 = 0.25;

/// A row that stands on so large a share of a site's pages is a menu of the site.
const TOP_SHARE: f64 = 0.5;
/// A menu of a site has at least so many concepts.
const TOP_LENGTH: usize = 4;

/// A page above concepts that otherwise have so many different places is a list of everything.
const HUB_KINDS: usize = 4;
/// And so large a share of them.
const HUB_SHARE: f64 = 0.6;
/// What is left of what such a page says.
const HUB_TRUST: f64 = 0.25;
/// So much less counts what a site says whose every word on what is below a concept has a better one elsewhere.
const MOVED: f64 = 0.3;

/// What all sites say.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// How much speaks for the first being right above the second.
    pub(super) weights: BTreeMap<(usize, usize), f64>,
    /// How much speaks for a concept having nothing above it.
    pub(super) roots: BTreeMap<usize, f64>,
    /// The paths that the pairs are from.
    pub(super) paths: Vec<Path>,
}

/// Gathers what the sites say about concepts, which are groups of labels.
pub(super) fn gather(survey: &Survey, uses: &Uses, graph: &Graph, concepts: &[Vec<usize>]) -> Pairs {
    let mut concept_of = FxHashMap::default();
    for (number, labels) in concepts.iter().enumerate() {
        concept_of.extend(labels.iter().map(|&label| (label, number)));
    }
    let mut gatherer = Gatherer::new(survey, uses, graph, concept_of);
    gatherer.addresses();
    gatherer.rows();
    gatherer.finish()
}

struct Gatherer<'survey> {
    survey: &'survey Survey,
    uses: &'survey Uses,
    graph: &'survey Graph,
    /// Whether the addresses of a site have parts, so that short ones tell something.
    has_deep_addresses: Vec<bool>,
    /// The concept of a label.
    concept_of: FxHashMap<usize, usize>,
    /// The concept whose section this is.
    sections: FxHashMap<(usize, String), usize>,
    /// The concept whose page this is.
    pages: FxHashMap<usize, usize>,
    /// By pair and site.
    said: BTreeMap<(usize, usize, usize), f64>,
    roots: BTreeMap<(usize, usize), f64>,
    /// The concepts of a site that addresses put below others.
    placed: BTreeSet<(usize, usize)>,
    /// What menus and ways to pages show above a concept of a site.
    shown: BTreeMap<(usize, usize), BTreeSet<usize>>,
    paths: Vec<Path>,
}

impl<'survey> Gatherer<'survey> {
    fn new(
        survey: &'survey Survey,
        uses: &'survey Uses,
        graph: &'survey Graph,
        concept_of: FxHashMap<usize, usize>,
    ) -> Self {
        let mut sections = FxHashMap::default();
        let mut pages = FxHashMap::default();
        for own in &uses.all {
            let Some(&concept) = concept_of.get(&own.label) else { continue };
            for &target in &own.targets {
                let section = address::section(&survey.targets[target].key, &survey.labels[own.label].normal);
                sections.entry((own.site, section)).or_insert(concept);
                pages.entry(target).or_insert(concept);
            }
        }
        let mut depths = vec![(0, 0); survey.sites];
        for target in &survey.targets {
            let (deep, all) = &mut depths[target.site];
            *deep += usize::from(uses.relative(survey, target.site, &target.key).contains('/'));
            *all += 1;
        }
        Gatherer {
            survey,
            has_deep_addresses: depths.iter().map(|(deep, all)| deep * 2 > *all).collect(),
            uses,
            graph,
            concept_of,
            sections,
            pages,
            said: BTreeMap::new(),
            roots: BTreeMap::new(),
            placed: BTreeSet::new(),
            shown: BTreeMap::new(),
            paths: Vec::new(),
        }
    }

    /// What the addresses behind labels say.
    fn addresses(&mut self) {
        for own in &self.uses.all {
            let Some(&concept) = self.concept_of.get(&own.label) else { continue };
            let share = 1.0 / own.targets.len() as f64;
            for &target in &own.targets {
                let section = address::section(&self.survey.targets[target].key, &self.survey.labels[own.label].normal);
                let above = address::above(&section)
                    .into_iter()
                    .filter_map(|above| self.sections.get(&(own.site, above.to_owned())));
                let mut concepts: Vec<usize> = above.copied().filter(|&above| above != concept).collect();
                if let Some(&parent) = concepts.first() {
                    self.placed.insert((concept, own.site));
                    self.say(parent, concept, own.site, share);
                } else if !self.uses.relative(self.survey, own.site, &section).contains('/')
                    && self.has_deep_addresses[own.site]
                {
                    *self.roots.entry((concept, own.site)).or_default() += share;
                }
                concepts.reverse();
                concepts.push(concept);
                self.note_path(own.site, concepts);
            }
        }
    }

    /// What menus say.
    fn rows(&mut self) {
        for (row, &is_trail) in self.survey.rows.iter().zip(&self.graph.trails) {
            if is_trail {
                self.trail(row);
                continue;
            }
            if let Some(above) = self.above(row) {
                self.row_below(row, above, 1.0);
                continue;
            }
            self.top_row(row);
            let most = (self.graph.pages[row.site] as f64 * OWN_SHARE).max(1.0) as usize;
            if row.area == Area::Footer || row.pages.len() > most {
                continue;
            }
            for &page in &row.pages {
                let target = self.survey.pages[page as usize].target;
                if self.uses.homes[row.site] == Some(target) {
                    continue;
                }
                if let Some(&above) = self.pages.get(&target) {
                    self.row_below(row, above, OWN_PAGE / row.pages.len() as f64);
                }
            }
        }
    }

    /// A menu that stands at the head of most pages, below nothing, is the top of the site.
    fn top_row(&mut self, row: &Row) {
        let is_everywhere = row.pages.len() as f64 >= self.graph.pages[row.site] as f64 * TOP_SHARE;
        if row.above.is_some() || !matches!(row.area, Area::Header | Area::Menu) || !is_everywhere {
            return;
        }
        let concepts: BTreeSet<usize> =
            row.cells.iter().filter_map(|cell| self.concept_of.get(&cell.label).copied()).collect();
        if concepts.len() < TOP_LENGTH {
            return;
        }
        for concept in concepts {
            // Where addresses tell what is above, a menu that does not is merely flat.
            if self.placed.contains(&(concept, row.site)) {
                continue;
            }
            self.roots.entry((concept, row.site)).and_modify(|weight| *weight = weight.max(1.0)).or_insert(1.0);
        }
    }

    /// A way to pages is a path, and each page is its end.
    fn trail(&mut self, row: &Row) {
        let steps: Vec<usize> = row.cells.iter().filter_map(|cell| self.concept_of.get(&cell.label).copied()).collect();
        let ends = row.pages.iter().map(|&page| self.pages.get(&self.survey.pages[page as usize].target).copied());
        let paths: BTreeSet<Vec<usize>> = ends
            .map(|end| {
                let mut path: Vec<usize> = steps.iter().copied().chain(end).collect();
                path.dedup();
                path
            })
            .collect();
        for path in paths {
            for pair in path.windows(2).filter(|pair| pair[0] != pair[1]) {
                self.say(pair[0], pair[1], row.site, 1.0);
                self.shown.entry((pair[1], row.site)).or_default().insert(pair[0]);
            }
            self.note_path(row.site, path);
        }
    }

    fn above(&self, row: &Row) -> Option<usize> {
        let (label, target) = row.above?;
        let by_page = target.and_then(|target| self.pages.get(&target));
        self.concept_of.get(&label).or(by_page).copied()
    }

    fn row_below(&mut self, row: &Row, above: usize, weight: f64) {
        for cell in &row.cells {
            let Some(&concept) = self.concept_of.get(&cell.label).filter(|&&concept| concept != above) else {
                continue;
            };
            self.say(above, concept, row.site, weight);
            if weight >= 1.0 {
                self.shown.entry((concept, row.site)).or_default().insert(above);
            }
            self.note_path(row.site, vec![above, concept]);
        }
    }

    fn say(&mut self, above: usize, below: usize, site: usize, weight: f64) {
        let said = self.said.entry((above, below, site)).or_default();
        *said = (*said + weight).min(MOST_OF_A_SITE);
    }

    fn note_path(&mut self, site: usize, concepts: Vec<usize>) {
        if concepts.len() > 1 {
            self.paths.push(Path { site, concepts });
        }
    }

    /// Each site has one vote for where a concept stands, or less if it says little.
    fn finish(mut self) -> Pairs {
        let trust = self.trust();
        for ((above, _, site), weight) in &mut self.said {
            *weight *= trust[&(*above, *site)];
        }
        // Addresses may be flat where menus are not: only where those say nothing they speak for the top.
        let shown = &self.shown;
        self.roots.retain(|place, _| {
            let is_told = |above: &usize| trust.get(&(*above, place.1)).is_some_and(|&trust| trust > HUB_TRUST);
            !shown.get(place).is_some_and(|parents| parents.iter().any(is_told))
        });
        let mut totals: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for ((_, below, site), weight) in &self.said {
            *totals.entry((*below, *site)).or_default() += weight;
        }
        for (&place, weight) in &self.roots {
            *totals.entry(place).or_default() += weight;
        }
        let mut pairs = Pairs::default();
        for ((above, below, site), weight) in self.said {
            *pairs.weights.entry((above, below)).or_default() += weight / totals[&(below, site)].max(1.0);
        }
        for ((concept, site), weight) in self.roots {
            *pairs.roots.entry(concept).or_default() += weight / totals[&(concept, site)].max(1.0);
        }
        self.paths.sort_unstable();
        self.paths.dedup();
        pairs.paths = self.paths;
        pairs
    }

    /// How much a site's word counts for what stands below a concept: little if the site lists everything there, so
    /// that what stands below it has better places elsewhere, of many kinds.
    fn trust(&self) -> BTreeMap<(usize, usize), f64> {
        let mut weights: BTreeMap<usize, BTreeMap<usize, f64>> = BTreeMap::new();
        for (&(above, below, _), weight) in &self.said {
            *weights.entry(below).or_default().entry(above).or_default() += weight;
        }
        let mut roots: BTreeMap<usize, f64> = BTreeMap::new();
        for (&(concept, _), weight) in &self.roots {
            *roots.entry(concept).or_default() += weight;
        }
        let better = |above: usize, below: usize| {
            let parents = &weights[&below];
            let weight = parents[&above];
            let best = parents.iter().max_by(|one, other| one.1.total_cmp(other.1)).filter(|best| *best.1 > weight);
            if roots.get(&below).is_some_and(|&root| root > weight) { Some(below) } else { best.map(|best| *best.0) }
        };
        let mut kinds: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut lists: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
        for &(above, below, site) in self.said.keys() {
            let place = better(above, below);
            let (children, moved) = lists.entry((above, site)).or_default();
            *children += 1;
            *moved += usize::from(place.is_some());
            kinds.entry(above).or_default().extend(place);
        }
        let trust = |above: usize, (children, moved): (usize, usize)| {
            let share = moved as f64 / children as f64;
            if kinds[&above].len() >= HUB_KINDS && share >= HUB_SHARE { HUB_TRUST } else { 1.0 - MOVED * share }
        };
        lists.into_iter().map(|(place, counts)| (place, trust(place.0, counts))).collect()
    }
}
