//! Which labels name one concept: by the stems of their words, by the page they lead to, and by the words in its
//! address. Labels that one menu has side by side are two concepts.

use std::collections::{BTreeMap, BTreeSet};

use super::Config;
use super::address;
use super::survey::Survey;
use super::uses::Uses;
use crate::labels::{Stems, jaccard};

/// Groups labels into concepts; each group is sorted, and the groups by their first label.
pub(super) fn group(survey: &Survey, uses: &Uses, labels: &[usize], config: &Config) -> Vec<Vec<usize>> {
    let mut groups = Groups::new(survey, uses, labels);
    groups.join_by_stems(config.least_jaccard);
    groups.join_by_evidence(config.least_synonym);
    groups.finish()
}

struct Groups<'survey> {
    survey: &'survey Survey,
    uses: &'survey Uses,
    labels: &'survey [usize],
    /// For each label, its group's number.
    group: BTreeMap<usize, usize>,
    stems: BTreeMap<usize, Vec<String>>,
    maker: Stems,
}

impl<'survey> Groups<'survey> {
    fn new(survey: &'survey Survey, uses: &'survey Uses, labels: &'survey [usize]) -> Groups<'survey> {
        let mut maker = Stems::default();
        let mut stems = BTreeMap::new();
        for &label in labels {
            let own = &survey.labels[label];
            let language = &survey.languages[own.written[0].language];
            stems.insert(label, maker.of(&address::plain(&own.normal), language));
        }
        let group = labels.iter().enumerate().map(|(number, &label)| (label, number)).collect();
        Groups { survey, uses, labels, group, stems, maker }
    }

    fn join_by_stems(&mut self, least: f64) {
        let mut by_stem: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (&label, stems) in &self.stems {
            for stem in stems {
                by_stem.entry(stem).or_default().push(label);
            }
        }
        let mut pairs = BTreeSet::new();
        for sharing in by_stem.values() {
            for (index, &one) in sharing.iter().enumerate() {
                let alike = |other: &&usize| jaccard(&self.stems[&one], &self.stems[other]) >= least;
                pairs.extend(sharing[index + 1..].iter().filter(alike).map(|&other| (one, other)));
            }
        }
        for (one, other) in pairs {
            self.join(one, other);
        }
    }

    /// Evidence adds up over sites; the best supported pairs come first.
    fn join_by_evidence(&mut self, least: f64) {
        let mut evidence = self.evidence().into_iter().filter(|(_, weight)| *weight >= least).collect::<Vec<_>>();
        evidence.sort_by(|(one, weight), (other, than)| than.total_cmp(weight).then(one.cmp(other)));
        let apart = self.apart();
        for ((one, other), _) in evidence {
            let (ours, theirs) = (self.members(one), self.members(other));
            let is_apart = |&a: &usize| theirs.iter().any(|&b| apart.contains(&(a.min(b), a.max(b))));
            if !ours.iter().any(is_apart) {
                self.join(one, other);
            }
        }
    }

    fn evidence(&mut self) -> BTreeMap<(usize, usize), f64> {
        let mut evidence: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        let mut say = |one: usize, other: usize, weight: f64| {
            if one != other {
                *evidence.entry((one.min(other), one.max(other))).or_default() += weight;
            }
        };
        let mut by_target: BTreeMap<usize, BTreeMap<usize, f64>> = BTreeMap::new();
        let mut by_slug: BTreeMap<Vec<String>, BTreeMap<(usize, usize), f64>> = BTreeMap::new();
        for own in self.uses.all.iter().filter(|own| self.group.contains_key(&own.label)) {
            let label = &self.survey.labels[own.label];
            let language = &self.survey.languages[label.written[0].language];
            let share = 1.0 / own.targets.len() as f64;
            for &target in &own.targets {
                by_target.entry(target).or_default().insert(own.label, share);
                let section = address::section(&self.survey.targets[target].key, &label.normal);
                let last = section.rsplit('/').next().unwrap_or_default();
                let stems = self.maker.of(&address::plain(&address::slug(last)), language);
                by_slug.entry(stems).or_default().insert((own.site, own.label), share);
            }
        }
        for sharing in by_target.values() {
            for (&one, weight) in sharing {
                sharing.range(one + 1..).for_each(|(&other, share)| say(one, other, weight * share));
            }
        }
        // A word in addresses speaks for the label that says it, and for the other sites' labels that have it.
        for (&label, stems) in &self.stems {
            for (&(_, other), share) in by_slug.get(stems).into_iter().flatten() {
                say(label, other, *share);
            }
        }
        for sharing in by_slug.values() {
            let of_site = |site| sharing.range((site, 0)..(site + 1, 0)).count();
            let single: Vec<_> = sharing.iter().filter(|((site, _), _)| of_site(*site) == 1).collect();
            for (index, ((site, one), weight)) in single.iter().enumerate() {
                let others = single[index + 1..].iter().filter(|((other, _), _)| other != site);
                others.for_each(|((_, other), share)| say(*one, *other, *weight * *share));
            }
        }
        evidence
    }

    /// Pairs of labels that stand in one row and lead to different pages.
    fn apart(&self) -> BTreeSet<(usize, usize)> {
        let mut apart = BTreeSet::new();
        for row in &self.survey.rows {
            let cells: Vec<_> = row.cells.iter().filter(|cell| self.group.contains_key(&cell.label)).collect();
            for (index, one) in cells.iter().enumerate() {
                for other in &cells[index + 1..] {
                    if one.target != other.target && one.label != other.label {
                        apart.insert((one.label.min(other.label), one.label.max(other.label)));
                    }
                }
            }
        }
        apart
    }

    fn members(&self, label: usize) -> Vec<usize> {
        let group = self.group[&label];
        self.labels.iter().copied().filter(|label| self.group[label] == group).collect()
    }

    fn join(&mut self, one: usize, other: usize) {
        let (keep, drop) = (self.group[&one], self.group[&other]);
        for group in self.group.values_mut().filter(|group| **group == drop) {
            *group = keep;
        }
    }

    fn finish(self) -> Vec<Vec<usize>> {
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (&label, &group) in &self.group {
            members.entry(group).or_default().push(label);
        }
        let mut groups: Vec<Vec<usize>> = members.into_values().collect();
        groups.sort_unstable();
        groups
    }
}
