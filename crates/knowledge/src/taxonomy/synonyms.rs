//! Which labels name one concept: by the stems of their words, by the page they lead to, and by the words in its
//! address. Labels that one menu has side by side are two concepts.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::Config;
use super::address;
use super::survey::Survey;
use super::uses::Uses;
use crate::labels::{Stems, jaccard};

/// Groups labels into concepts; each group is sorted, and the groups by their first label.
pub(super) fn group(survey: &Survey, uses: &Uses, labels: &[usize], config: &Config) -> Vec<Vec<usize>> {
    let mut groups = Groups::new(survey, uses, labels);
    groups.join_by_stems(config.least_jaccard);
    groups.join_below_heads();
    groups.join_by_evidence(config.least_synonym);
    groups.finish()
}

/// A word in addresses says less if it stands below different sections.
const ELSEWHERE: f64 = 0.6;

/// The last part of a section's address, without what stands before it in the name of the section above.
fn own_part<'section>(section: &'section str, site: usize, known: &FxHashSet<(usize, String)>) -> &'section str {
    let last = section.rfind('/').map_or(0, |at| at + 1);
    let above = address::above(section).into_iter().filter(|above| above.len() > last);
    let above = above.into_iter().find(|above| known.contains(&(site, (*above).to_owned())));
    above.map_or(&section[last..], |above| &section[above.len()..])
}

/// How much a word counts that stands below some sections and below others.
fn likeness(ours: &BTreeSet<Vec<String>>, theirs: &BTreeSet<Vec<String>>) -> f64 {
    if !ours.is_disjoint(theirs) { 1.0 } else { ELSEWHERE }
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
            if !self.are_apart(one, other, &apart) {
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
        let sections = self.sections();
        let parents = self.parents(&sections);
        let mut by_target: BTreeMap<usize, BTreeMap<usize, f64>> = BTreeMap::new();
        let mut by_slug: BTreeMap<Vec<String>, BTreeMap<(usize, usize), f64>> = BTreeMap::new();
        for own in self.uses.all.iter().filter(|own| self.group.contains_key(&own.label)) {
            let label = &self.survey.labels[own.label];
            let language = &self.survey.languages[label.written[0].language];
            let share = 1.0 / own.targets.len() as f64;
            for &target in &own.targets {
                by_target.entry(target).or_default().insert(own.label, share);
                let section = address::section(&self.survey.targets[target].key, &label.normal);
                let own_part = own_part(&section, own.site, &sections);
                let stems = self.maker.of(&address::plain(&address::slug(own_part)), language);
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
            let of_label = |(own, _): &(&(usize, usize), _)| own.1 == label;
            let ours = parents.iter().filter(of_label).flat_map(|(_, parents)| parents).cloned().collect();
            for (other, share) in by_slug.get(stems).into_iter().flatten() {
                say(label, other.1, *share * likeness(&ours, &parents[other]));
            }
        }
        for sharing in by_slug.values() {
            let of_site = |site| sharing.range((site, 0)..(site + 1, 0)).count();
            let single: Vec<_> = sharing.iter().filter(|((site, _), _)| of_site(*site) == 1).collect();
            for (index, (one, weight)) in single.iter().enumerate() {
                for (other, share) in single[index + 1..].iter().filter(|(other, _)| other.0 != one.0) {
                    say(one.1, other.1, *weight * *share * likeness(&parents[*one], &parents[*other]));
                }
            }
        }
        evidence
    }

    /// For each use of a label, the words of what stands above it in menus and addresses.
    fn parents(&mut self, sections: &FxHashSet<(usize, String)>) -> BTreeMap<(usize, usize), BTreeSet<Vec<String>>> {
        let mut parents: BTreeMap<(usize, usize), BTreeSet<Vec<String>>> = BTreeMap::new();
        for own in self.uses.all.iter().filter(|own| self.group.contains_key(&own.label)) {
            let label = &self.survey.labels[own.label];
            let language = &self.survey.languages[label.written[0].language];
            let above = own.rows.iter().filter_map(|&row| self.survey.rows[row].above);
            let mut texts: BTreeSet<String> =
                above.map(|(label, _)| self.survey.labels[label].normal.clone()).collect();
            for &target in &own.targets {
                let section = address::section(&self.survey.targets[target].key, &label.normal);
                let path = self.uses.relative(self.survey, own.site, &section);
                let rest = path.strip_suffix(own_part(&section, own.site, sections)).unwrap_or_default();
                texts.insert(address::slug(
                    rest.trim_end_matches(['/', '-', '_']).rsplit('/').next().unwrap_or_default(),
                ));
            }
            // No words at all stand for the top of the site.
            let stems = texts.iter().map(|text| self.maker.of(&address::plain(text), language));
            parents.insert((own.site, own.label), stems.collect());
        }
        parents
    }

    /// All sections that labels of a site lead to.
    fn sections(&self) -> FxHashSet<(usize, String)> {
        let section = |label: usize, target: usize| {
            address::section(&self.survey.targets[target].key, &self.survey.labels[label].normal)
        };
        let of_use = |own: &super::uses::Use| {
            let (site, label) = (own.site, own.label);
            own.targets.iter().map(|&target| (site, section(label, target))).collect::<Vec<_>>()
        };
        self.uses.all.iter().flat_map(of_use).collect()
    }

    /// What the words of a label are without those of the label above its row: `Budget` of `Budget hotels`.
    fn join_below_heads(&mut self) {
        let mut shorter = BTreeSet::new();
        let sections = self.sections();
        let parents = self.parents(&sections);
        let stands_below = |label: usize, head: &Vec<String>| {
            parents.iter().any(|(own, parents)| own.1 == label && parents.contains(head))
        };
        let by_stems: BTreeMap<&Vec<String>, usize> = self.stems.iter().map(|(&label, stems)| (stems, label)).collect();
        for row in &self.survey.rows {
            let Some(head) = row.above.map(|(label, _)| &self.survey.labels[label]) else { continue };
            let head = self.maker.of(&address::plain(&head.normal), &self.survey.languages[head.written[0].language]);
            for cell in &row.cells {
                let Some(stems) = self.stems.get(&cell.label) else { continue };
                let rest: Vec<String> = stems.iter().filter(|stem| !head.contains(stem)).cloned().collect();
                if rest.len() < stems.len() && !rest.is_empty() {
                    let other = by_stems.get(&rest).filter(|other| stands_below(**other, &head));
                    shorter.extend(other.map(|&other| (cell.label, other)));
                }
            }
        }
        let apart = self.apart();
        for (one, other) in shorter {
            if !self.are_apart(one, other, &apart) {
                self.join(one, other);
            }
        }
    }

    fn are_apart(&self, one: usize, other: usize, apart: &BTreeSet<(usize, usize)>) -> bool {
        let theirs = self.members(other);
        let is_apart = |&a: &usize| theirs.iter().any(|&b| apart.contains(&(a.min(b), a.max(b))));
        self.members(one).iter().any(is_apart)
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
