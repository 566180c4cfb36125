//! Attributes that sites call differently and that are one: where two sites tell of things of the same name, their
//! values agree. No list of words is used, so that it works in any language, and for names that nobody thought of.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher as _, BuildHasherDefault};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// Things whose values agree at least; and so many different values must be among them, since "yes" agrees with
/// anything.
const LEAST: usize = 3;
/// The share of the things compared whose values agree.
const MOST: f64 = 0.66;

/// What sites tell of things: of names and values only numbers are kept.
#[derive(Clone, Debug, Default)]
pub struct AttributeRows {
    /// By site and attribute, things with their values.
    sites: BTreeMap<usize, BTreeMap<String, Things>>,
}

/// Things with their values.
type Things = FxHashMap<u64, FxHashSet<u64>>;
/// Two attributes, the first of them first by its letters.
type Pair<'a> = (&'a str, &'a str);

/// What speaks for two attributes being one.
#[derive(Default)]
struct Agreement {
    things: FxHashSet<u64>,
    values: FxHashSet<u64>,
}

impl AttributeRows {
    /// A site tells a value of a thing.
    pub fn add(&mut self, site: usize, attribute: &str, thing: &str, value: &str) {
        let (Some(thing), Some(value)) = (number(thing), number(value)) else { return };
        let attributes = self.sites.entry(site).or_default();
        if !attributes.contains_key(attribute) {
            attributes.insert(attribute.to_owned(), Things::default());
        }
        if let Some(things) = attributes.get_mut(attribute) {
            things.entry(thing).or_default().insert(value);
        }
    }

    /// Attributes that are the same as another, each with the one that stands for both: the one that more sites have,
    /// or that more is told by. What one site tells apart is never one.
    pub fn joined(&self) -> BTreeMap<String, String> {
        let found = self.agreements();
        let count = |pair: &Pair<'_>| found.get(pair).map_or(0, |agreement| agreement.things.len());
        let mut best: BTreeMap<&str, usize> = BTreeMap::new();
        for pair in found.keys() {
            for name in [pair.0, pair.1] {
                let most = best.entry(name).or_default();
                *most = (*most).max(count(pair));
            }
        }
        // Each is joined with what agrees with it most, the surest first.
        let is_best = |pair: &&Pair<'_>| [pair.0, pair.1].iter().all(|name| best.get(name) == Some(&count(pair)));
        let mut pairs: Vec<&Pair<'_>> = found.keys().filter(is_best).collect();
        pairs.sort_by_key(|pair| (std::cmp::Reverse(count(pair)), **pair));
        let mut groups: Vec<BTreeSet<&str>> = Vec::new();
        for &(one, other) in pairs {
            let group = |name: &str| groups.iter().position(|group| group.contains(name));
            let (first, second) = (group(one), group(other));
            let members = |at: Option<usize>, name| at.map_or_else(|| BTreeSet::from([name]), |at| groups[at].clone());
            let all: BTreeSet<&str> = &members(first, one) | &members(second, other);
            if self.is_told_apart(&all) {
                continue;
            }
            groups.retain(|group| group.is_disjoint(&all));
            groups.push(all);
        }
        groups.iter().flat_map(|group| self.named(group)).collect()
    }

    /// For attributes of one site, those of another whose values agree with most of theirs: what has no name of its own
    /// is called like what is the same. It may hold different things in one place, such as what one sort of things has
    /// first, and then it is nothing.
    pub fn named_by(&self, nameless: usize, named: usize) -> BTreeMap<String, String> {
        let has = |site: usize, name: &str| self.sites.get(&site).is_some_and(|known| known.contains_key(name));
        let things = |name: &str| self.sites.get(&nameless).and_then(|known| known.get(name)).map_or(0, FxHashMap::len);
        let mut best: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        for ((one, other), agreement) in self.agreements() {
            for (from, to) in [(one, other), (other, one)] {
                let is_most = agreement.things.len() as f64 >= MOST * things(from) as f64;
                if is_most && has(nameless, from) && !has(named, from) && has(named, to) && !has(nameless, to) {
                    let known = best.entry(from).or_insert((0, to));
                    if agreement.things.len() > known.0 {
                        *known = (agreement.things.len(), to);
                    }
                }
            }
        }
        best.into_iter().map(|(from, (_, to))| (from.to_owned(), to.to_owned())).collect()
    }

    /// Pairs of attributes of different sites whose values agree for most things that both tell of.
    fn agreements(&self) -> BTreeMap<Pair<'_>, Agreement> {
        let mut told: FxHashMap<(u64, u64), Vec<(usize, &str)>> = FxHashMap::default();
        for (site, attribute, thing, values) in self.rows() {
            for value in values {
                told.entry((thing, *value)).or_default().push((site, attribute));
            }
        }
        let mut found: BTreeMap<Pair<'_>, Agreement> = BTreeMap::new();
        for ((thing, value), places) in told {
            for (at, (site, one)) in places.iter().enumerate() {
                for (other_site, other) in &places[at + 1..] {
                    if site != other_site && one != other {
                        let pair = if one < other { (*one, *other) } else { (*other, *one) };
                        let agreement = found.entry(pair).or_default();
                        agreement.things.insert(thing);
                        agreement.values.insert(value);
                    }
                }
            }
        }
        found.retain(|pair, agreement| {
            agreement.things.len() >= LEAST
                && agreement.values.len() >= LEAST
                && !self.is_told_apart(&BTreeSet::from([pair.0, pair.1]))
                && agreement.things.len() as f64 >= MOST * self.compared(*pair) as f64
        });
        found
    }

    /// Things of which one site tells the first and another the second of two attributes.
    fn compared(&self, pair: Pair<'_>) -> usize {
        let things = |name: &str| {
            let things = self.sites.values().filter_map(|attributes| attributes.get(name)).flat_map(FxHashMap::keys);
            things.copied().collect::<FxHashSet<u64>>()
        };
        things(pair.0).intersection(&things(pair.1)).count()
    }

    /// Whether a site tells several of some attributes of one thing, with different values.
    fn is_told_apart(&self, names: &BTreeSet<&str>) -> bool {
        let names: Vec<&str> = names.iter().copied().collect();
        let differ = |one: &Things, other: &Things| {
            one.iter().any(|(thing, values)| other.get(thing).is_some_and(|others| values.is_disjoint(others)))
        };
        self.sites.values().any(|attributes| {
            let told: Vec<&Things> = names.iter().filter_map(|name| attributes.get(*name)).collect();
            told.iter().enumerate().any(|(at, one)| told[at + 1..].iter().any(|other| differ(one, other)))
        })
    }

    fn rows(&self) -> impl Iterator<Item = (usize, &str, u64, &FxHashSet<u64>)> {
        let attributes =
            self.sites.iter().flat_map(|(site, attributes)| attributes.iter().map(move |told| (*site, told)));
        attributes.flat_map(|(site, (name, things))| {
            things.iter().map(move |(thing, values)| (site, name.as_str(), *thing, values))
        })
    }

    /// The members of a group, each with the one that stands for all.
    fn named(&self, group: &BTreeSet<&str>) -> Vec<(String, String)> {
        let weight = |name: &&&str| {
            let told = || self.sites.values().filter_map(|attributes| attributes.get(**name));
            (told().count(), told().map(FxHashMap::len).sum::<usize>())
        };
        let Some(usual) = group.iter().rev().max_by_key(weight) else { return Vec::new() };
        let others = group.iter().filter(|name| *name != usual);
        others.map(|name| ((*name).to_owned(), (*usual).to_owned())).collect()
    }
}

/// Stands for a text, whatever its case and punctuation; nothing if it says nothing.
fn number(text: &str) -> Option<u64> {
    let letters: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    (!letters.is_empty()).then(|| BuildHasherDefault::<FxHasher>::default().hash_one(letters))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INNS: [(&str, &str); 4] =
        [("Mill", "555 1234"), ("Ritz", "555 7777"), ("Grand", "555 90"), ("Anchor", "555 3")];

    /// Two sites with phone numbers, and what else they tell.
    #[track_caller]
    fn check(more: &[(usize, &str, &str, &str)], expected: &[(&str, &str)]) {
        let mut rows = AttributeRows::default();
        for (name, phone) in INNS {
            rows.add(0, "tel", name, phone);
            rows.add(1, "phone", &name.to_uppercase(), &phone.replace(' ', "-"));
            rows.add(2, "phone", name, "unknown");
            rows.add(0, "pets", name, "yes");
            rows.add(1, "garden", name, "yes");
        }
        more.iter().for_each(|(site, attribute, name, value)| rows.add(*site, attribute, name, value));
        let expected: BTreeMap<String, String> =
            expected.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
        assert_eq!(rows.joined(), expected);
    }

    #[test]
    fn values_that_agree_join_attributes() {
        check(&[], &[("tel", "phone")]);
    }

    #[test]
    fn what_has_no_name_is_called_like_what_is_the_same() {
        let mut rows = AttributeRows::default();
        for (name, phone) in INNS {
            rows.add(0, "tel", name, phone);
            rows.add(0, "owner", name, name);
            rows.add(1, "text 2", name, phone);
            rows.add(1, "text 3", name, "a quiet house");
            rows.add(1, "text 4", name, phone);
            rows.add(1, "text 4", &format!("Old {name}"), "1850");
            rows.add(1, "text 4", &format!("New {name}"), "2010");
        }
        let expected: BTreeMap<String, String> = [("text 2".to_owned(), "tel".to_owned())].into();
        assert_eq!(rows.named_by(1, 0), expected);
    }

    #[test]
    fn what_a_site_tells_apart_is_not_one() {
        check(&[(0, "phone", "Mill", "555 9")], &[]);
        check(&[(0, "phone", "Mill", "555 1234"), (0, "phone", "Rock", "555 8")], &[("tel", "phone")]);
    }

    #[test]
    fn values_that_often_differ_join_nothing() {
        let others: Vec<String> = (0..9).map(|number| format!("Inn {number}")).collect();
        let told = |(site, attribute): (usize, &'static str)| {
            others.iter().map(move |name| (site, attribute, name.as_str(), attribute)).collect::<Vec<_>>()
        };
        check(&[told((0, "tel")), told((1, "phone"))].concat(), &[]);
    }

    #[test]
    fn three_names_of_one_thing_become_one() {
        let more: Vec<(usize, &str, &str, &str)> =
            INNS.iter().map(|(name, phone)| (3, "telephone", *name, *phone)).collect();
        check(&more, &[("tel", "phone"), ("telephone", "phone")]);
    }
}
