//! Which cuts of a page are its regions: the best ones that do not share leaves, the main one first.

use std::ops::Range;

use page::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::cuts::{Cut, Cutter};
use super::evidence::{Setting, leading_number};
use super::heads::heads;
use super::looks::Looks;
use super::places::Places;
use super::{Record, Region};
use crate::content::Content;

/// At most this many regions of a page are told.
const MAX_REGIONS: usize = 12;
/// What is less likely to be a list that a reader would want is not told at all.
const MIN_SCORE: f64 = 0.005;
/// If no list is at least this likely, the page's main text is told as a list of one.
const DOUBTFUL: f64 = 0.1;
/// The same for lists of two.
const DOUBTFUL_TWO: f64 = 0.5;
/// A list of one holds at least this share of what the page says beside its links.
const MAIN_SHARE: f64 = 0.5;

/// What this share of the records has, the others are expected to have too.
const USUAL: f64 = 0.8;
/// Of so few looks nothing can be expected.
const MIN_USUAL: usize = 3;
/// So few records are all kept.
const MIN_KEPT: usize = 4;

/// The regions of a page, the main one first.
pub(super) fn best(content: &Content<'_>, looks: &Looks) -> Vec<Region> {
    let places = Places::of(content);
    let mut weighed = weighed(&places, looks);
    weighed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut chosen: Vec<(f64, Cut)> = Vec::new();
    for (score, cut) in weighed {
        if chosen.len() == MAX_REGIONS || likelihood(score) < MIN_SCORE {
            break;
        }
        let own = extent(&cut);
        if !chosen.iter().any(|(_, other)| overlap(&own, &extent(other))) {
            chosen.push((likelihood(score), without_odd_ends(content, looks, cut)));
        }
    }
    if chosen.first().is_none_or(is_doubtful) {
        if let Some(leaves) = main_text(&places, looks) {
            chosen.retain(|(_, cut)| !overlap(&extent(cut), &leaves));
            chosen.insert(0, (chosen.first().map_or(DOUBTFUL, |&(score, _)| score.max(DOUBTFUL)), vec![leaves]));
        }
    }
    chosen.into_iter().map(|(score, cut)| region(&places, score, cut)).collect()
}

/// All cuts of the page with what they weigh.
fn weighed(places: &Places<'_>, looks: &Looks) -> Vec<(f32, Cut)> {
    let mut cutter = Cutter::new(places, looks);
    for heads in heads(places, looks) {
        cutter.cut(&heads);
    }
    let mut setting = Setting::of(places, looks);
    cutter.finish().into_iter().map(|cut| (setting.facts(&cut).weight(), cut)).collect()
}

/// How likely a cut of this weight is the list that a reader would name, 0 to 1.
fn likelihood(weight: f32) -> f64 {
    1.0 / (1.0 + (-(f64::from(weight) - 15.0) / 1.25).exp())
}

/// A cut without records at its ends that lack most of what the others have, as a link to more of the same does, or the
/// number that the others have.
fn without_odd_ends(content: &Content<'_>, looks: &Looks, mut cut: Cut) -> Cut {
    let distinct = |record: &Range<usize>| looks.letters[record.clone()].iter().copied().collect::<FxHashSet<u32>>();
    let mut met: FxHashMap<u32, usize> = FxHashMap::default();
    for look in cut.iter().flat_map(distinct) {
        *met.entry(look).or_default() += 1;
    }
    let is_usual = |&(_, records): &(u32, usize)| records as f64 >= USUAL * cut.len() as f64;
    let usual: FxHashSet<u32> = met.into_iter().filter(is_usual).map(|(look, _)| look).collect();
    let number = |record: &Range<usize>| leading_number(content.tree().text(content.leaves()[record.start]));
    let continues = |pair: &&[Range<usize>]| number(&pair[1]).is_some_and(|own| number(&pair[0]) == own.checked_sub(1));
    let is_numbered = 2 * cut.windows(2).filter(continues).count() > cut.len();
    let is_odd = |record: &Range<usize>| {
        let has = distinct(record).intersection(&usual).count();
        usual.len() >= MIN_USUAL && 2 * has < usual.len() || is_numbered && number(record).is_none()
    };
    while cut.len() > MIN_KEPT && cut.last().is_some_and(is_odd) {
        cut.pop();
    }
    let odd = cut.iter().take(cut.len().saturating_sub(MIN_KEPT)).take_while(|record| is_odd(record)).count();
    cut.drain(..odd);
    cut
}

/// Whether a list is likely none. Two things that have something in common are found on any page.
fn is_doubtful((score, cut): &(f64, Cut)) -> bool {
    *score < if cut.len() == 2 { DOUBTFUL_TWO } else { DOUBTFUL }
}

/// From the first leaf of a cut to its last.
fn extent(cut: &Cut) -> Range<usize> {
    match (cut.first(), cut.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    }
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

fn region(places: &Places<'_>, score: f64, cut: Cut) -> Region {
    let content = places.content;
    let node = content.common_node(&extent(&cut));
    let records = cut.into_iter().map(|leaves| Record { nodes: cover(places, &leaves), leaves, fields: Vec::new() });
    Region { node, score, records: records.collect(), columns: Vec::new() }
}

/// The fewest nodes that hold these leaves and no others.
fn cover(places: &Places<'_>, leaves: &Range<usize>) -> Vec<NodeId> {
    let tree = places.content.tree();
    let mut nodes = Vec::new();
    let mut next = leaves.start;
    while next < leaves.end {
        let mut node = places.content.leaves()[next];
        while let Some(parent) = tree.parent(node).filter(|&parent| {
            let below = places.leaves(parent);
            parent != tree.body() && below.start >= leaves.start && below.end <= leaves.end
        }) {
            node = parent;
        }
        nodes.push(node);
        next = places.leaves(node).end;
    }
    nodes
}

/// The lowest element that holds most of what the page says beside its links.
fn main_text(places: &Places<'_>, looks: &Looks) -> Option<Range<usize>> {
    let content = places.content;
    let tree = content.tree();
    let mut before = vec![0u64];
    for (leaf, &node) in content.leaves().iter().enumerate() {
        let letters = if looks.is_link[leaf] { 0 } else { tree.text(node).trim().len() as u64 };
        before.push(before[leaf] + letters);
    }
    let all = *before.last()?;
    let holds = |leaves: &Range<usize>| before[leaves.end] - before[leaves.start];
    let is_main = |leaves: &Range<usize>| holds(leaves) as f64 >= MAIN_SHARE * all as f64;
    // The elements that hold most of the text hold each other; the last in document order is the lowest. If it says
    // all in one manner, it is but the longest part of a record.
    let lowest = tree.elements().filter(|&element| all > 0 && is_main(&places.leaves(element))).last()?;
    let looks_in = |element: NodeId| looks.letters[places.leaves(element)].iter().collect::<FxHashSet<_>>().len();
    let whole = std::iter::once(lowest).chain(tree.ancestors(lowest)).find(|&element| looks_in(element) >= MIN_USUAL);
    Some(places.leaves(whole.unwrap_or(lowest)))
}
