//! Which concept stands above which: by addresses, by menus that unfold, by the menus of a section's own page and by
//! the ways to pages. Each site speaks once for each pair.

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

/// A page above concepts that otherwise have so many different places is a list of everything.
const HUB_KINDS: usize = 4;
/// And so large a share of them.
const HUB_SHARE: f64 = 0.6;
/// What is left of what such a page says.
const HUB_TRUST: f64 = 0.25;

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
        let hubs = self.hubs();
        for ((above, _, _), weight) in &mut self.said {
            *weight *= if hubs.contains(above) { HUB_TRUST } else { 1.0 };
        }
        // Addresses may be flat where menus are not: only where those say nothing they speak for the top.
        let said = &self.shown;
        self.roots.retain(|place, _| {
            !said.get(place).is_some_and(|parents| parents.iter().any(|above| !hubs.contains(above)))
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

    /// The concepts whose pages list everything: what stands below them has better places elsewhere, of many kinds.
    fn hubs(&self) -> BTreeSet<usize> {
        let mut weights: BTreeMap<usize, BTreeMap<usize, f64>> = BTreeMap::new();
        for (&(above, below, _), weight) in &self.said {
            *weights.entry(below).or_default().entry(above).or_default() += weight;
        }
        let mut roots: BTreeMap<usize, f64> = BTreeMap::new();
        for (&(concept, _), weight) in &self.roots {
            *roots.entry(concept).or_default() += weight;
        }
        let mut elsewhere: BTreeMap<usize, (usize, BTreeSet<usize>, usize)> = BTreeMap::new();
        for (&below, parents) in &weights {
            let root = roots.get(&below).copied().unwrap_or_default();
            let best = parents.iter().max_by(|one, other| one.1.total_cmp(other.1));
            for (&above, weight) in parents {
                let (children, kinds, moved) = elsewhere.entry(above).or_default();
                *children += 1;
                let place =
                    if root > *weight { Some(below) } else { best.filter(|best| best.1 > weight).map(|best| *best.0) };
                *moved += usize::from(place.is_some());
                kinds.extend(place);
            }
        }
        let is_hub = |(children, kinds, moved): &(usize, BTreeSet<usize>, usize)| {
            kinds.len() >= HUB_KINDS && *moved as f64 >= *children as f64 * HUB_SHARE
        };
        elsewhere.iter().filter(|(_, counts)| is_hub(counts)).map(|(&above, _)| above).collect()
    }
}
