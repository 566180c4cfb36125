//! How much of the gold was mined, and how much of what was mined is gold.
//!
//! The reading, in short; each part says its own in full:
//!
//! - **Taxonomy**: pairs of a concept and any concept above it. A mined concept is the gold one that most of its labels
//!   belong to, whatever their case; a pair with an end that is no gold concept is wrong.
//! - **Instances**: a mined instance is a gold one when its label is the gold name, whatever its case, and one of its
//!   values stands on a page of it. It counts when it is also a member of the concept that the site puts it under, or
//!   of one above. Instances of several sites may be one: its label may then be the name on any of them.
//! - **Values**: pairs of page and text under a consistent name of the attribute, see `values.rs`.

mod taxonomy;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::{Deserialize, Serialize};

use crate::{Gold, GoldInstance};
use taxonomy::Taxonomy;

/// Two shares, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rate {
    /// How much of what was mined is right.
    pub precision: f64,
    /// How much of the gold was mined.
    pub recall: f64,
}

/// What the mined files are worth.
#[derive(Debug, Clone, Serialize)]
pub struct Score {
    /// Pairs of a concept and one above it.
    pub taxonomy: Rate,
    /// Instances by name, page and concept.
    pub instances: Rate,
    /// Of the instances with the right name and page, those under the very concept that the site puts them under.
    pub membership: f64,
    /// Values by page, text and attribute.
    pub values: Rate,
    /// All that is wrong or missing, a line each.
    #[serde(skip)]
    pub mistakes: Vec<String>,
}

/// A line of the mined taxonomy.
#[derive(Deserialize)]
struct MinedConcept {
    concept: String,
    labels: Vec<String>,
    parent: Option<String>,
}

/// A line of the mined instances.
#[derive(Deserialize)]
struct MinedInstance {
    label: String,
    concepts: Vec<String>,
    attributes: BTreeMap<String, Vec<MinedValue>>,
    /// Pages that it was found on, where a miner says so besides its values.
    #[serde(default)]
    pages: Vec<String>,
}

#[derive(Deserialize)]
struct MinedValue {
    text: String,
    page: String,
}

/// Scores a mined taxonomy and mined instances, both as JSON lines.
///
/// # Errors
///
/// When a line is no JSON of the right shape.
pub fn score(gold: &Gold, taxonomy: &str, instances: &str) -> io::Result<Score> {
    let taxonomy = Taxonomy::new(gold, lines(taxonomy)?);
    let instances: Vec<MinedInstance> = lines(instances)?;
    let mut mistakes = Vec::new();
    let taxonomy_rate = taxonomy.rate(&mut mistakes);
    let matches = matches(gold, &instances, &mut mistakes);
    let (instances_rate, membership) = rate_instances(gold, &taxonomy, &instances, &matches, &mut mistakes);
    let values = values::rate(gold, &instances, &matches, &mut mistakes);
    Ok(Score { taxonomy: taxonomy_rate, instances: instances_rate, membership, values, mistakes })
}

fn lines<T: for<'a> Deserialize<'a>>(text: &str) -> io::Result<Vec<T>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// So many of so many; 0 of none is 0.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The text with single spaces.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn folded(text: &str) -> String {
    plain(text).to_lowercase()
}

/// Whether a page of the gold is meant, however the way to the folder was given.
fn is_page(mined: &str, gold: &str) -> bool {
    mined == gold || mined.replace('\\', "/").ends_with(&format!("/{gold}"))
}

/// For each mined instance the gold ones that it is. Where two mined ones are the same, the first has it.
fn matches(gold: &Gold, mined: &[MinedInstance], mistakes: &mut Vec<String>) -> Vec<Vec<usize>> {
    let mut names: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for instance in &gold.instances {
        names.entry(instance.thing).or_default().insert(folded(&instance.name));
    }
    let mut taken = BTreeSet::new();
    let mut matches = Vec::new();
    for instance in mined {
        let values = instance.attributes.values().flatten().map(|value| value.page.as_str());
        let pages: BTreeSet<&str> = values.chain(instance.pages.iter().map(String::as_str)).collect();
        let stands_on =
            |known: &GoldInstance| known.pages.iter().any(|page| pages.iter().any(|mined| is_page(mined, page)));
        let label = folded(&instance.label);
        let same: Vec<usize> = (0..gold.instances.len())
            .filter(|at| names[&gold.instances[*at].thing].contains(&label) && stands_on(&gold.instances[*at]))
            .collect();
        let own: Vec<usize> = same.iter().copied().filter(|at| taken.insert(*at)).collect();
        if own.is_empty() {
            let fault = if same.is_empty() { "no such instance" } else { "instance found twice" };
            mistakes.push(format!("{fault}: {} ({})", instance.label, pages.iter().next().unwrap_or(&"no page")));
        }
        matches.push(own);
    }
    matches
}

fn rate_instances(
    gold: &Gold,
    taxonomy: &Taxonomy<'_>,
    mined: &[MinedInstance],
    matches: &[Vec<usize>],
    mistakes: &mut Vec<String>,
) -> (Rate, f64) {
    let (mut right, mut found, mut named, mut exact) = (0, 0, 0, 0);
    for (instance, same) in mined.iter().zip(matches) {
        let concepts: Vec<&str> = instance.concepts.iter().filter_map(|iri| taxonomy.gold_of(iri)).collect();
        let mut is_right = false;
        for known in same.iter().map(|at| &gold.instances[*at]) {
            named += 1;
            exact += usize::from(known.concepts.iter().any(|own| concepts.contains(&own.as_str())));
            let mut above = known.concepts.iter().flat_map(|own| gold.upwards(own));
            if above.any(|own| concepts.contains(&own)) {
                is_right = true;
                found += 1;
            } else {
                let own = &known.concepts;
                mistakes
                    .push(format!("wrong concept: {} on {} is in {own:?}, not {concepts:?}", known.name, known.site));
            }
        }
        right += usize::from(is_right);
    }
    let reached: BTreeSet<usize> = matches.iter().flatten().copied().collect();
    for (at, known) in gold.instances.iter().enumerate().filter(|(at, _)| !reached.contains(at)) {
        let page = known.pages.first().map_or("", String::as_str);
        mistakes.push(format!("missing instance {at}: {} ({page})", known.name));
    }
    let rate = Rate { precision: share(right, mined.len()), recall: share(found, gold.instances.len()) };
    (rate, share(exact, named))
}
