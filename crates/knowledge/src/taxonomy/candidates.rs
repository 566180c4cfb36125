//! Which labels may name concepts: those that enough sites use for sections, and their siblings.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::company::{Company, LEAST_CHILDREN};
use super::graph::Graph;
use super::pairs::Pairs;
use super::survey::{Row, Survey};
use super::uses::{Use, Uses};
use super::{Config, address};
use crate::labels::Stems;

/// A row on no more pages than this may be the menu of their section.
const OWN_PAGES: usize = 3;

/// Drops the uses of labels that lead to no section.
pub(super) fn abridge(survey: &Survey, uses: &mut Uses, graph: &Graph, company: &mut Company, config: &Config) {
    let leads_nowhere = |&target: &usize| survey.targets[target].page.is_some_and(|page| graph.children[page] == 0);
    let is_section = |number: usize| {
        let label = company.labels.get(&uses.all[number].label).copied().unwrap_or_default();
        let is_good = label >= config.least_company && company.uses[number] >= config.least_use;
        is_good && !uses.all[number].targets.iter().all(leads_nowhere)
    };
    let kept = (0..uses.all.len()).map(is_section).collect::<Vec<bool>>();
    uses.keep(&kept);
    company.keep(&kept);
}

/// The labels that may name concepts: those on enough sites, and all that stand in a row with such, below it or on its
/// page.
pub(super) fn candidates(survey: &Survey, uses: &Uses, config: &Config) -> Vec<usize> {
    let mut stems = Stems::default();
    let mut stems_of = |label: usize| {
        let label = &survey.labels[label];
        if let Some(group) = config.thesaurus.group(&label.normal) {
            return vec![format!("= {group}")];
        }
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
    let frequent = uses.all.iter().filter(|own| is_frequent(own.label));
    let pages: BTreeSet<usize> = frequent.flat_map(|own| own.targets.iter().copied()).collect();
    let has_frequent = |row: usize| {
        let row = &survey.rows[row];
        is_below(survey, row, is_frequent, &pages) || row.cells.iter().any(|cell| is_frequent(cell.label))
    };
    let is_candidate = |own: &&Use| {
        let is_named = !survey.labels[own.label].normal.is_empty() && own.targets.len() <= config.most_targets;
        is_named && (is_frequent(own.label) || own.rows.iter().any(|&row| has_frequent(row)))
    };
    uses.all.iter().filter(is_candidate).map(|own| own.label).collect::<BTreeSet<usize>>().into_iter().collect()
}

/// The groups of labels that enough sites use, and those below them that certainly are sections.
pub(super) fn supported(
    survey: &Survey,
    uses: &Uses,
    graph: &Graph,
    company: &Company,
    groups: Vec<Vec<usize>>,
    config: &Config,
) -> Vec<Vec<usize>> {
    let (mut kept, rare): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|group| uses.sites_of(group).len() >= config.support);
    let known: BTreeSet<usize> = kept.iter().flatten().copied().collect();
    let pages: BTreeSet<usize> =
        uses.all.iter().filter(|own| known.contains(&own.label)).flat_map(|own| own.targets.iter().copied()).collect();
    let leads_on = |page: usize| graph.children[page] >= LEAST_CHILDREN;
    let is_read = |own: &Use| own.targets.iter().any(|&target| survey.targets[target].page.is_some_and(leads_on));
    let is_sure = |label: usize| company.labels.get(&label).is_some_and(|score| *score >= config.least_sibling);
    let is_section = |own: &Use| {
        let is_row_below = |&row: &usize| is_below(survey, &survey.rows[row], |label| known.contains(&label), &pages);
        is_sure(own.label) && is_read(own) && own.rows.iter().any(is_row_below)
    };
    kept.extend(rare.into_iter().filter(|group| uses.of_labels(group).any(is_section)));
    kept.sort_unstable();
    kept
}

/// Whether a row stands below a known label, or on the page of one.
fn is_below(survey: &Survey, row: &Row, is_known: impl Fn(usize) -> bool, pages: &BTreeSet<usize>) -> bool {
    let is_own = row.pages.len() <= OWN_PAGES && pages.contains(&survey.pages[row.pages[0] as usize].target);
    is_own || row.above.is_some_and(|(label, _)| is_known(label))
}

/// Which concepts are left when those are gone that no site puts above or below others, and whose pages show nothing of
/// their own: links that sites put into their menus to be seen.
pub(super) fn placed(
    uses: &Uses,
    company: &Company,
    groups: &[Vec<usize>],
    pairs: &Pairs,
    config: &Config,
) -> Vec<bool> {
    let told = pairs.weights.iter().filter(|(_, weight)| **weight >= config.least_is_a);
    let placed: BTreeSet<usize> = told.flat_map(|((above, below), _)| [*above, *below]).collect();
    let is_section = |number: usize| {
        let seeds = uses.of_labels(&groups[number]).filter_map(|own| uses.number(own.site, own.label));
        let (sum, count) = seeds.fold((0.0, 0), |(sum, count), own| (sum + company.seeds[own], count + 1));
        sum >= config.least_alone * f64::from(count)
    };
    (0..groups.len()).map(|number| placed.contains(&number) || is_section(number)).collect()
}
