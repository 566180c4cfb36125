//! Puts the result together: concepts in the order of the tree, each with its labels, places and pages.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::repair::Cut;
use super::survey::Survey;
use super::uses::Uses;
use super::{Concept, Config, CutPair, LabelUse, Place, Taxonomy};

/// Groups of labels in a tree.
pub(super) struct Tree<'groups> {
    pub(super) groups: &'groups [Vec<usize>],
    pub(super) parents: &'groups [Option<usize>],
    pub(super) cut: &'groups [Cut],
    /// Which of them become concepts; those that do not stand alone.
    pub(super) kept: &'groups [bool],
}

/// Makes concepts of groups of labels, each behind its parent.
pub(super) fn build(survey: &Survey, uses: &Uses, tree: &Tree<'_>, config: &Config) -> Taxonomy {
    let Tree { groups, parents, cut, kept } = *tree;
    let concepts: Vec<Concept> = groups.iter().map(|group| concept(survey, uses, group, config)).collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    let mut roots = Vec::new();
    for (number, parent) in parents.iter().enumerate().filter(|(number, _)| kept[*number]) {
        parent.map_or(&mut roots, |parent| &mut children[parent]).push(number);
    }
    let rank = |&number: &usize| {
        let concept = &concepts[number];
        let text = concept.labels.first().map(|label| label.text.clone()).unwrap_or_default();
        (Reverse(concept.support), text, number)
    };
    roots.sort_by_key(rank);
    children.iter_mut().for_each(|children| children.sort_by_key(rank));
    let mut order = Vec::new();
    let mut waiting: Vec<usize> = roots.into_iter().rev().collect();
    while let Some(number) = waiting.pop() {
        order.push(number);
        waiting.extend(children[number].iter().rev());
    }
    let mut place = vec![usize::MAX; groups.len()];
    order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
    let mut sorted: Vec<(usize, Concept)> = concepts.into_iter().enumerate().collect();
    sorted.retain(|(old, _)| kept[*old]);
    sorted.sort_by_key(|(old, _)| place[*old]);
    let with_parent =
        |(old, concept): (usize, Concept)| Concept { parent: parents[old].map(|parent| place[parent]), ..concept };
    let cut = cut.iter().filter(|cut| kept[cut.above] && kept[cut.below]);
    let cut = cut.map(|cut| CutPair { above: place[cut.above], below: place[cut.below], weight: cut.weight });
    Taxonomy { concepts: sorted.into_iter().map(with_parent).collect(), cut: cut.collect() }
}

/// A concept without its place in the tree.
fn concept(survey: &Survey, uses: &Uses, group: &[usize], config: &Config) -> Concept {
    let mut places = Vec::new();
    let mut targets = Vec::new();
    for own in uses.of_labels(group) {
        let urls = own.targets.iter().filter_map(|&target| survey.targets[target].url.as_deref());
        targets.extend(urls.map(|url| (own.site, url.clone())));
        for row in own.rows.iter().map(|&row| &survey.rows[row]) {
            let page = survey.targets[survey.pages[row.pages[0] as usize].target].url.as_deref();
            let Some(page) = page else { continue };
            for cell in row.cells.iter().filter(|cell| cell.label == own.label) {
                if places.len() < config.places {
                    let text = cell.text.clone();
                    places.push(Place { site: own.site, page: page.clone(), path: cell.path.clone(), text });
                }
            }
        }
    }
    let mut seen = BTreeSet::new();
    targets.retain(|target| seen.insert(target.clone()));
    let support = uses.sites_of(group).len();
    Concept { labels: labels(survey, group), parent: None, support, places, targets }
}

/// How the labels of a group are written, the most used first.
fn labels(survey: &Survey, group: &[usize]) -> Vec<LabelUse> {
    let mut ways: BTreeMap<(&str, usize), (BTreeSet<usize>, usize)> = BTreeMap::new();
    for way in group.iter().flat_map(|&label| &survey.labels[label].written) {
        let (sites, times) = ways.entry((&way.text, way.language)).or_default();
        sites.insert(way.site);
        *times += way.times;
    }
    // Pages of one site may be taken for pages of different languages; how usual a label is does not depend on that.
    let mut usual: BTreeMap<&str, (BTreeSet<usize>, usize)> = BTreeMap::new();
    for ((text, _), (sites, times)) in &ways {
        let all = usual.entry(*text).or_default();
        all.0.extend(sites);
        all.1 += times;
    }
    let mut ways: Vec<_> = ways.into_iter().collect();
    ways.sort_by_key(|((text, _), (sites, times))| {
        let (all_sites, all_times) = &usual[text];
        (Reverse((all_sites.len(), *all_times)), text.len(), *text, Reverse((sites.len(), *times)))
    });
    let label = |((text, language), (sites, _)): ((&str, usize), (BTreeSet<usize>, usize))| LabelUse {
        text: text.to_owned(),
        language: survey.languages[language].clone(),
        sites: sites.len(),
    };
    ways.into_iter().map(label).collect()
}
