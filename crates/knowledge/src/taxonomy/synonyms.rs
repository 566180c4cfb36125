//! Which labels name one concept: by a thesaurus, by the stems of their words, by the page they lead to, by the words
//! in its address, by their place among their siblings, and by what their pages list. Labels that one menu has side by
//! side are two concepts.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::survey::Survey;
use super::uses::Uses;
use super::words::{AddressWords, Evidence, Words};
use super::{Config, Thesaurus, address, shared, siblings};
use crate::labels::{Stems, jaccard};

/// Groups labels into concepts; each group is sorted, and the groups by their first label.
pub(super) fn group(survey: &Survey, uses: &Uses, labels: &[usize], config: &Config) -> Vec<Vec<usize>> {
    let mut groups = Groups::new(survey, uses, labels);
    groups.join_by_thesaurus(&config.thesaurus);
    groups.join_by_stems(config.least_jaccard);
    let words = AddressWords::of(survey, uses, &mut groups.maker, |label| labels.binary_search(&label).is_ok());
    groups.join_below_heads(&words);
    let evidence = words.evidence(&groups.stems);
    groups.join_by_evidence(evidence, config.least_synonym, Groups::are_apart);
    // By now most rows tell the same concepts by the same labels, and what is left over can be held side by side.
    let mut evidence = siblings::evidence(survey, &groups.group);
    for (pair, weight) in shared::evidence(survey, uses, &groups.group) {
        *evidence.entry(pair).or_default() += weight;
    }
    groups.join_by_evidence(evidence, config.least_synonym, Groups::are_used_apart);
    groups.finish()
}

struct Groups<'survey> {
    survey: &'survey Survey,
    uses: &'survey Uses,
    /// For each label, its group's number.
    group: FxHashMap<usize, usize>,
    members: Vec<Vec<usize>>,
    stems: BTreeMap<usize, Words>,
    /// For each label, the rows it stands in.
    rows: FxHashMap<usize, Vec<usize>>,
    maker: Stems,
}

impl<'survey> Groups<'survey> {
    fn new(survey: &'survey Survey, uses: &'survey Uses, labels: &[usize]) -> Groups<'survey> {
        let mut maker = Stems::default();
        let mut stems = BTreeMap::new();
        for &label in labels {
            let own = &survey.labels[label];
            let language = &survey.languages[own.written[0].language];
            stems.insert(label, maker.of(&address::plain(&own.normal), language));
        }
        let group = labels.iter().enumerate().map(|(number, &label)| (label, number)).collect();
        let members = labels.iter().map(|&label| vec![label]).collect();
        let mut rows: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for own in &uses.all {
            rows.entry(own.label).or_default().extend(&own.rows);
        }
        Groups { survey, uses, group, members, stems, rows, maker }
    }

    /// Labels with about the same stems are one. Pairs are looked for by their rarest stems alone: two sets that have
    /// enough in common share one of those.
    fn join_by_stems(&mut self, least: f64) {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for stem in self.stems.values().flatten() {
            *counts.entry(stem).or_default() += 1;
        }
        let mut by_stem: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (&label, stems) in &self.stems {
            let mut rarest: Vec<&str> = stems.iter().map(String::as_str).collect();
            rarest.sort_unstable_by_key(|stem| (counts[stem], *stem));
            let shared = (stems.len() as f64 * least).ceil() as usize;
            for stem in rarest.into_iter().take(stems.len() + 1 - shared.min(stems.len())) {
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

    /// Labels that are one without the words of what stands above them: `Budget` and `Budget hotels` below `Hotels`.
    fn join_below_heads(&mut self, words: &AddressWords) {
        let by_stems: FxHashMap<&Words, usize> = self.stems.iter().map(|(&label, stems)| (stems, label)).collect();
        let mut shorter = BTreeSet::new();
        for row in &self.survey.rows {
            let Some(head) = row.above.map(|(label, _)| &self.survey.labels[label]) else { continue };
            let head = self.maker.of(&address::plain(&head.normal), &self.survey.languages[head.written[0].language]);
            for cell in &row.cells {
                let Some(stems) = self.stems.get(&cell.label) else { continue };
                let rest: Words = stems.iter().filter(|stem| !head.contains(stem)).cloned().collect();
                if rest.len() < stems.len() && !rest.is_empty() {
                    let other = by_stems.get(&rest).filter(|other| words.stands_below(**other, &head));
                    shorter.extend(other.map(|&other| (cell.label, other)));
                }
            }
        }
        for (one, other) in shorter {
            if !self.are_apart(one, other) {
                self.join(one, other);
            }
        }
    }

    /// What the user says holds, whatever the sites say.
    fn join_by_thesaurus(&mut self, thesaurus: &Thesaurus) {
        let mut first: FxHashMap<usize, usize> = FxHashMap::default();
        let labels: Vec<usize> = self.stems.keys().copied().collect();
        for label in labels {
            if let Some(group) = thesaurus.group(&self.survey.labels[label].normal) {
                let one = *first.entry(group).or_insert(label);
                self.join(one, label);
            }
        }
    }

    /// The best supported pairs come first, unless something keeps them apart.
    fn join_by_evidence(&mut self, evidence: Evidence, least: f64, are_apart: impl Fn(&Self, usize, usize) -> bool) {
        let mut evidence: Vec<_> = evidence.into_iter().filter(|(_, weight)| *weight >= least).collect();
        evidence.sort_by(|(one, weight), (other, than)| than.total_cmp(weight).then(one.cmp(other)));
        for ((one, other), _) in evidence {
            if !are_apart(self, one, other) {
                self.join(one, other);
            }
        }
    }

    /// Whether labels of two groups stand in one row and lead to different pages.
    fn are_apart(&self, one: usize, other: usize) -> bool {
        let (ours, theirs) = (self.group[&one], self.group[&other]);
        let in_group = |label: usize, group: usize| self.group.get(&label) == Some(&group);
        let divides = |&row: &usize| {
            let cells = &self.survey.rows[row].cells;
            let (mut ours, theirs): (Vec<_>, Vec<_>) = cells
                .iter()
                .filter(|cell| in_group(cell.label, ours) || in_group(cell.label, theirs))
                .partition(|cell| in_group(cell.label, ours));
            ours.retain(|cell| theirs.iter().any(|other| other.target != cell.target));
            !ours.is_empty()
        };
        ours != theirs && self.members[ours].iter().flat_map(|label| &self.rows[label]).any(divides)
    }

    /// Whether a site uses labels of two groups, wherever they stand, for different pages.
    fn are_used_apart(&self, one: usize, other: usize) -> bool {
        let targets = |label: usize| {
            let mut targets: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
            for own in self.uses.of_labels(&self.members[self.group[&label]]) {
                targets.entry(own.site).or_default().extend(&own.targets);
            }
            targets
        };
        let (ours, theirs) = (targets(one), targets(other));
        let differ = |(site, ours): (&usize, &BTreeSet<usize>)| theirs.get(site).is_some_and(|theirs| ours != theirs);
        ours.iter().any(differ) || self.are_apart(one, other)
    }

    fn join(&mut self, one: usize, other: usize) {
        let (keep, drop) = (self.group[&one], self.group[&other]);
        if keep == drop {
            return;
        }
        let (keep, drop) =
            if self.members[keep].len() < self.members[drop].len() { (drop, keep) } else { (keep, drop) };
        for label in std::mem::take(&mut self.members[drop]) {
            self.group.insert(label, keep);
            self.members[keep].push(label);
        }
    }

    fn finish(mut self) -> Vec<Vec<usize>> {
        self.members.retain(|members| !members.is_empty());
        self.members.iter_mut().for_each(|members| members.sort_unstable());
        self.members.sort_unstable();
        self.members
    }
}
