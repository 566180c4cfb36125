//! The words in the addresses behind labels, and what stands above each label: in menus and in addresses.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::address;
use super::survey::Survey;
use super::uses::{Use, Uses};
use crate::labels::Stems;

/// A word in addresses says less if it stands below different sections.
const ELSEWHERE: f64 = 0.6;

/// The stems of some words.
pub(super) type Words = Vec<String>;

/// What speaks for two labels being one, by their numbers in ascending order.
pub(super) type Evidence = BTreeMap<(usize, usize), f64>;

/// What addresses and menus say about the labels of some uses.
pub(super) struct AddressWords {
    /// For each label, the words of what stands above it; none at all stand for the top of a site.
    above: FxHashMap<usize, BTreeSet<Words>>,
    /// The same for a label of one site.
    above_on: FxHashMap<(usize, usize), BTreeSet<Words>>,
    /// For each word of addresses, the labels of sites that lead there, and how much that says.
    labels: BTreeMap<Words, BTreeMap<(usize, usize), f64>>,
    /// For each page of a site, whatever the ending of its file's name, the labels that lead there.
    pages: BTreeMap<(usize, String), BTreeMap<usize, f64>>,
}

impl AddressWords {
    /// Reads the addresses behind the labels that `counts` names.
    pub(super) fn of(survey: &Survey, uses: &Uses, stems: &mut Stems, counts: impl Fn(usize) -> bool) -> AddressWords {
        let mut found = AddressWords {
            above: FxHashMap::default(),
            above_on: FxHashMap::default(),
            labels: BTreeMap::new(),
            pages: BTreeMap::new(),
        };
        let sections = sections(survey, uses);
        for own in uses.all.iter().filter(|own| counts(own.label)) {
            found.add(survey, uses, stems, own, &sections);
        }
        found
    }

    fn add(
        &mut self,
        survey: &Survey,
        uses: &Uses,
        stems: &mut Stems,
        own: &Use,
        sections: &FxHashSet<(usize, String)>,
    ) {
        let label = &survey.labels[own.label];
        let language = &survey.languages[label.written[0].language];
        let share = 1.0 / own.targets.len() as f64;
        let above = own.rows.iter().filter_map(|&row| survey.rows[row].above);
        let mut texts: BTreeSet<String> = above.map(|(label, _)| survey.labels[label].normal.clone()).collect();
        for &target in &own.targets {
            let key = &*survey.targets[target].key;
            let section = address::section(key, &label.normal);
            let own_part = own_part(&section, own.site, sections);
            let words = stems.of(&address::plain(&address::slug(own_part)), language);
            self.labels.entry(words).or_default().insert((own.site, own.label), share);
            let page = if key.contains('?') { key } else { address::without_ending(key) };
            *self.pages.entry((own.site, page.to_owned())).or_default().entry(own.label).or_default() += share;
            let path = uses.relative(survey, own.site, &section);
            let rest = path.strip_suffix(own_part).unwrap_or_default().trim_end_matches(['/', '-', '_']);
            texts.insert(address::slug(rest.rsplit('/').next().unwrap_or_default()));
        }
        for text in &texts {
            let words = stems.of(&address::plain(text), language);
            self.above.entry(own.label).or_default().insert(words.clone());
            self.above_on.entry((own.site, own.label)).or_default().insert(words);
        }
    }

    /// Whether a label stands below something with these words.
    pub(super) fn stands_below(&self, label: usize, words: &Words) -> bool {
        self.above.get(&label).is_some_and(|above| above.contains(words))
    }

    /// What speaks for two labels being one: a page that both lead to, and a word in the addresses of both or one that
    /// is the other. It adds up over sites.
    pub(super) fn evidence(&self, stems: &BTreeMap<usize, Words>) -> Evidence {
        let mut evidence = Evidence::new();
        let mut say = |one: usize, other: usize, weight: f64| {
            if one != other {
                *evidence.entry((one.min(other), one.max(other))).or_default() += weight;
            }
        };
        for sharing in self.pages.values() {
            for (&one, weight) in sharing {
                sharing.range(one + 1..).for_each(|(&other, share)| say(one, other, weight * share));
            }
        }
        for (&label, words) in stems {
            for (other, share) in self.labels.get(words).into_iter().flatten() {
                let likeness = likeness(self.above.get(&label), self.above_on.get(other));
                say(label, other.1, share * likeness);
            }
        }
        for sharing in self.labels.values() {
            let of_site = |site| sharing.range((site, 0)..(site + 1, 0)).count();
            let single: Vec<_> = sharing.iter().filter(|((site, _), _)| of_site(*site) == 1).collect();
            for (index, (one, weight)) in single.iter().enumerate() {
                for (other, share) in single[index + 1..].iter().filter(|(other, _)| other.0 != one.0) {
                    let likeness = likeness(self.above_on.get(one), self.above_on.get(other));
                    say(one.1, other.1, *weight * *share * likeness);
                }
            }
        }
        evidence
    }
}

/// How much a word counts that stands below some sections and below others.
fn likeness(ours: Option<&BTreeSet<Words>>, theirs: Option<&BTreeSet<Words>>) -> f64 {
    let is_same = ours.zip(theirs).is_some_and(|(ours, theirs)| !ours.is_disjoint(theirs));
    if is_same { 1.0 } else { ELSEWHERE }
}

/// All sections that labels of a site lead to.
fn sections(survey: &Survey, uses: &Uses) -> FxHashSet<(usize, String)> {
    let mut sections = FxHashSet::default();
    for own in &uses.all {
        let label = &survey.labels[own.label].normal;
        let section = |&target: &usize| (own.site, address::section(&survey.targets[target].key, label));
        sections.extend(own.targets.iter().map(section));
    }
    sections
}

/// The last part of a section's address, without what stands before it in the name of the section above.
fn own_part<'section>(section: &'section str, site: usize, known: &FxHashSet<(usize, String)>) -> &'section str {
    let last = section.rfind('/').map_or(0, |at| at + 1);
    let mut above = address::above(section).into_iter().filter(|above| above.len() > last);
    let above = above.find(|above| known.contains(&(site, (*above).to_owned())));
    above.map_or(&section[last..], |above| &section[above.len()..])
}
