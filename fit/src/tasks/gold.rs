//! Which records of a page are which of those that people marked. The rules are those of the corpora's scorers.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use analysis::Content;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::decision::Counts;
use crate::truth::{GoldList, Rule};

/// A record is one that was marked if it holds this share of its leaves, and no more than that of any other's.
const MOST: f64 = 0.8;
const FEW: f64 = 0.2;
/// Rows are the same if their words agree this much (Jaccard).
const SAME_ROW: f64 = 0.5;
/// Texts are the same if their words agree this much (F1).
const SAME_TEXT: f64 = 0.9;

/// A list that people marked, beside the leaves of its page.
pub(crate) struct Gold<'a> {
    content: &'a Content<'a>,
    readings: Vec<Reading>,
    /// What was found out about records before: many cuts have the same.
    known: RefCell<FxHashMap<(usize, usize), Matches>>,
}

/// The number of a marked record, and how alike it is.
type Match = (usize, f64);
/// By reading.
type Matches = Vec<Vec<Match>>;

enum Reading {
    Nodes(Vec<Range<usize>>),
    Rows(Vec<FxHashSet<String>>),
    Items(Vec<(String, HashMap<String, usize>)>),
    Names(Vec<String>),
}

impl<'a> Gold<'a> {
    pub(crate) fn of(content: &'a Content<'a>, list: &GoldList) -> Gold<'a> {
        let paths: HashMap<String, page::NodeId> = match list.rule {
            Rule::Nodes => nodes(content).map(|node| (content.tree().path(node), node)).collect(),
            _ => HashMap::new(),
        };
        let reading = |records: &Vec<String>| match list.rule {
            Rule::Nodes => {
                let leaves = |path: &str| paths.get(path).map(|&node| content.below(node));
                let record = |ends: &String| {
                    let held: Vec<Range<usize>> = ends.split(' ').filter_map(leaves).collect();
                    held.first().zip(held.last()).map(|(first, last)| first.start..last.end)
                };
                Reading::Nodes(records.iter().filter_map(record).filter(|leaves| !leaves.is_empty()).collect())
            }
            Rule::Rows => Reading::Rows(records.iter().map(|row| words(row).into_iter().collect()).collect()),
            Rule::Items => Reading::Items(records.iter().map(|item| (letters(item), counted(item))).collect()),
            Rule::Names => Reading::Names(records.iter().map(|name| letters(name)).collect()),
        };
        Gold { content, readings: list.readings.iter().map(reading).collect(), known: RefCell::default() }
    }

    /// What telling these records would be worth, in the reading that suits them best.
    pub(crate) fn counts(&self, records: &[Range<usize>]) -> Counts {
        let of_reading = |(number, reading): (usize, &Reading)| {
            let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
            for (record, leaves) in records.iter().enumerate() {
                let found = self.matches(leaves, number);
                pairs.extend(found.into_iter().map(|(marked, alike)| (alike, record, marked)));
            }
            pairs.sort_by(|one, other| {
                other.0.total_cmp(&one.0).then(one.1.abs_diff(one.2).cmp(&other.1.abs_diff(other.2)))
            });
            let (mut used, mut found) = (FxHashSet::default(), FxHashSet::default());
            for (_, record, marked) in pairs {
                if !used.contains(&record) && !found.contains(&marked) {
                    used.insert(record);
                    found.insert(marked);
                }
            }
            Counts { correct: found.len(), told: records.len(), gold: reading.len() }
        };
        let all = self.readings.iter().enumerate().map(of_reading);
        all.reduce(|best, next| if next.f1() > best.f1() { next } else { best }).unwrap_or_default()
    }

    /// How many records were marked.
    pub(crate) fn len(&self) -> usize {
        self.readings.iter().map(Reading::len).max().unwrap_or_default()
    }

    /// The marked records that a record may be, in a reading.
    fn matches(&self, leaves: &Range<usize>, reading: usize) -> Vec<Match> {
        let key = (leaves.start, leaves.end);
        if let Some(known) = self.known.borrow().get(&key) {
            return known[reading].clone();
        }
        let text = match self.readings.first() {
            Some(Reading::Nodes(_)) | None => String::new(),
            _ => self.content.reading(leaves.clone()),
        };
        let found: Matches = self.readings.iter().map(|reading| reading.matches(leaves, &text)).collect();
        let own = found[reading].clone();
        self.known.borrow_mut().insert(key, found);
        own
    }
}

/// The elements of a page, and its leaves, of which some are texts.
fn nodes(content: &Content<'_>) -> impl Iterator<Item = page::NodeId> {
    content.tree().elements().chain(content.leaves().iter().copied())
}

impl Reading {
    fn len(&self) -> usize {
        match self {
            Reading::Nodes(nodes) => nodes.len(),
            Reading::Rows(rows) => rows.len(),
            Reading::Items(items) => items.len(),
            Reading::Names(names) => names.len(),
        }
    }

    fn matches(&self, leaves: &Range<usize>, text: &str) -> Vec<Match> {
        match self {
            Reading::Nodes(nodes) => {
                let shared = |own: &Range<usize>| own.end.min(leaves.end).saturating_sub(own.start.max(leaves.start));
                let shares = nodes.iter().map(|own| shared(own) as f64 / own.len() as f64).enumerate();
                let held: Vec<Match> = shares.filter(|&(_, share)| share > FEW).collect();
                if held.len() == 1 && held[0].1 >= MOST { held } else { Vec::new() }
            }
            Reading::Rows(rows) => {
                let own: FxHashSet<String> = words(text).into_iter().collect();
                let alike = |row: &FxHashSet<String>| {
                    let shared = row.intersection(&own).count();
                    shared as f64 / (row.len() + own.len() - shared).max(1) as f64
                };
                let rows = rows.iter().map(alike).enumerate();
                rows.filter(|&(_, alike)| alike >= SAME_ROW && !own.is_empty()).collect()
            }
            Reading::Items(items) => {
                let (key, own) = (letters(text), counted(text));
                let alike = |(item, words): &(String, HashMap<String, usize>)| {
                    if *item == key { 1.0 } else { agreement(words, &own) }
                };
                items.iter().map(alike).enumerate().filter(|&(_, alike)| alike >= SAME_TEXT).collect()
            }
            Reading::Names(names) => {
                let key = letters(text);
                let inside: Vec<&String> = names.iter().filter(|name| key.contains(name.as_str())).collect();
                let is_longest =
                    |name: &&&String| !inside.iter().any(|other| other != *name && other.contains(name.as_str()));
                let longest: Vec<&&String> = inside.iter().filter(is_longest).collect();
                match longest.as_slice() {
                    [one] => {
                        names.iter().position(|name| name == **one).map(|number| (number, 1.0)).into_iter().collect()
                    }
                    _ => Vec::new(),
                }
            }
        }
    }
}

/// The words of ASCII letters and digits; the corpus has lost the others.
fn words(text: &str) -> Vec<String> {
    let text: String = text.to_lowercase().chars().filter(|&letter| letter.is_ascii() && letter != '?').collect();
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Letters and digits alone.
fn letters(text: &str) -> String {
    text.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// How often each word is there.
fn counted(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for word in text.to_lowercase().split_whitespace() {
        *counts.entry(word.to_owned()).or_default() += 1;
    }
    counts
}

/// The F1 of the words of two texts.
fn agreement(one: &HashMap<String, usize>, other: &HashMap<String, usize>) -> f64 {
    let shared: usize = one.iter().map(|(word, count)| other.get(word).map_or(0, |own| *count.min(own))).sum();
    2.0 * shared as f64 / (one.values().sum::<usize>() + other.values().sum::<usize>()).max(1) as f64
}
