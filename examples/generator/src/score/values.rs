//! The values of the instances that were found.
//!
//! Nobody tells which mined name is which attribute, and a site may call the same attribute differently in different
//! branches. Therefore, within a branch of a site, each mined name is of the attribute that most of its values are
//! values of; and of the names of one attribute the one with most such values is its name. The cells of a table by row
//! and column are attributes of one family: a miner may call them by row, by column or by both.
//!
//! - A mined value is right when its text stands on its page as a value of the attribute, under the attribute's name.
//! - It is left aside when it is true but not asked for: under a further name of the attribute, or on the list of other
//!   true texts (descriptions, the labels of concepts).
//! - All else is wrong, as are all values of names that are of no attribute.
//! - A gold value is found when it is right on one of the pages that show it. It is missing otherwise, also when its
//!   instance was not found.

use std::collections::{BTreeMap, BTreeSet};

use super::{MinedInstance, Rate, is_page, plain, share};
use crate::{Gold, GoldInstance};

/// A mined value of an instance.
struct Value<'a> {
    known: usize,
    branch: (&'a str, &'a str),
    name: &'a str,
    text: String,
    page: &'a str,
    /// The attributes that have this text on this page.
    attributes: Vec<&'a str>,
}

/// A name within a branch of a site.
type Place<'a> = ((&'a str, &'a str), &'a str);

pub(super) fn rate(gold: &Gold, mined: &[MinedInstance], matches: &[Vec<usize>], mistakes: &mut Vec<String>) -> Rate {
    let (values, mut wrong) = collect(gold, mined, matches, mistakes);
    let families = families(&values);
    let names = names(&values, &families);
    let mut right = 0;
    let mut found: BTreeSet<(usize, &str, &str)> = BTreeSet::new();
    for value in &values {
        let family = families.get(&(value.branch, value.name));
        let own = value.attributes.iter().filter(|attribute| Some(&family_of(attribute)) == family);
        let mut is_in_family = false;
        let mut is_right = false;
        for attribute in own {
            is_in_family = true;
            if names.get(&(value.branch, *attribute)) == Some(&value.name) {
                is_right = true;
                found.insert((value.known, attribute, &value.text));
            }
        }
        let known = &gold.instances[value.known];
        if is_right {
            right += 1;
        } else if !is_in_family && !is_also_true(known, &value.text) {
            wrong += 1;
            let Value { name, text, page, .. } = value;
            mistakes.push(format!("no such value: {name} = {text} of {} ({page})", known.name));
        }
    }
    let mut wanted = 0;
    for (at, known) in gold.instances.iter().enumerate() {
        for (attribute, texts) in &known.attributes {
            let texts: BTreeSet<String> = texts.iter().map(|value| plain(&value.text)).collect();
            wanted += texts.len();
            for text in texts.iter().filter(|text| !found.contains(&(at, attribute.as_str(), text.as_str()))) {
                mistakes.push(format!("missing value: {attribute} = {text} of {} on {}", known.name, known.site));
            }
        }
    }
    Rate { precision: share(right, right + wrong), recall: share(found.len(), wanted) }
}

/// The mined values of all instances that were found, each once, and how many stand on no page of their instance.
fn collect<'a>(
    gold: &'a Gold,
    mined: &'a [MinedInstance],
    matches: &[Vec<usize>],
    mistakes: &mut Vec<String>,
) -> (Vec<Value<'a>>, usize) {
    let mut seen = BTreeSet::new();
    let mut values = Vec::new();
    let mut astray = 0;
    for (at, (instance, same)) in mined.iter().zip(matches).enumerate().filter(|(_, (_, same))| !same.is_empty()) {
        for (name, texts) in &instance.attributes {
            for value in texts {
                let text = plain(&value.text);
                if !seen.insert((at, name, value.page.as_str(), text.clone())) {
                    continue;
                }
                let on_page = |known: &GoldInstance| known.pages.iter().any(|page| is_page(&value.page, page));
                let Some(known) = same.iter().copied().find(|known| on_page(&gold.instances[*known])) else {
                    if !same.iter().any(|known| is_also_true(&gold.instances[*known], &text)) {
                        astray += 1;
                        mistakes.push(format!("value from elsewhere: {name} = {text} ({})", value.page));
                    }
                    continue;
                };
                let instance = &gold.instances[known];
                let attributes = attributes(instance, &value.page, &text);
                values.push(Value { known, branch: branch(instance), name, text, page: &value.page, attributes });
            }
        }
    }
    (values, astray)
}

/// The attributes of which this text is a value on this page.
fn attributes<'a>(instance: &'a GoldInstance, page: &str, text: &str) -> Vec<&'a str> {
    let has = |values: &Vec<crate::GoldValue>| {
        values.iter().any(|value| is_page(page, &value.page) && plain(&value.text) == text)
    };
    instance.attributes.iter().filter(|(_, values)| has(values)).map(|(attribute, _)| attribute.as_str()).collect()
}

fn branch(instance: &GoldInstance) -> (&str, &str) {
    let concept = instance.concepts.first().map_or("", String::as_str);
    (&instance.site, concept.split('/').next().unwrap_or(concept))
}

/// All cells of a table are one family; every other attribute is alone.
fn family_of(attribute: &str) -> &str {
    attribute.split('/').next().unwrap_or(attribute)
}

fn is_also_true(known: &GoldInstance, text: &str) -> bool {
    known.also.iter().any(|also| plain(also) == text)
}

/// The family that most values of each name are of.
fn families<'a>(values: &[Value<'a>]) -> BTreeMap<Place<'a>, &'a str> {
    let mut counts: BTreeMap<Place<'a>, BTreeMap<&'a str, usize>> = BTreeMap::new();
    for value in values {
        let families: BTreeSet<&str> = value.attributes.iter().map(|attribute| family_of(attribute)).collect();
        for family in families {
            *counts.entry((value.branch, value.name)).or_default().entry(family).or_default() += 1;
        }
    }
    counts.into_iter().filter_map(|(place, counts)| Some((place, most(counts)?))).collect()
}

/// The name of each attribute: of those of its family, the one that most of its values have.
fn names<'a>(values: &[Value<'a>], families: &BTreeMap<Place<'a>, &'a str>) -> BTreeMap<Place<'a>, &'a str> {
    let mut counts: BTreeMap<Place<'a>, BTreeMap<&'a str, usize>> = BTreeMap::new();
    for value in values {
        let family = families.get(&(value.branch, value.name));
        for attribute in value.attributes.iter().filter(|attribute| Some(&family_of(attribute)) == family) {
            *counts.entry((value.branch, *attribute)).or_default().entry(value.name).or_default() += 1;
        }
    }
    counts.into_iter().filter_map(|(place, counts)| Some((place, most(counts)?))).collect()
}

/// The key with the highest count, the first of equals.
fn most(counts: BTreeMap<&str, usize>) -> Option<&str> {
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(key, _)| key)
}
