//! Which cuts of a page are its regions: the best ones that do not share leaves, the main one first.

use std::ops::Range;

use page::NodeId;
use rustc_hash::FxHashSet;

use super::cuts::{Cut, Cutter};
use super::ends::{with_missed_first, without_odd_ends};
use super::evidence::Setting;
use super::facts::Facts;
use super::heads::heads;
use super::looks::Looks;
use super::places::Places;
use super::{Record, Region};
use crate::content::Content;
use crate::evidence::Evidence;
use crate::tables::{Orientation, Table};

/// At most this many regions of a page are told.
const MAX_REGIONS: usize = 12;
/// What is less likely to be a list that a reader would want is not told at all.
const MIN_SCORE: f64 = 0.001;
/// The same for lists of two.
const MIN_SCORE_TWO: f64 = 0.02;
/// If no list is at least this likely, the page's main text is told as a list of one.
const DOUBTFUL: f64 = 0.1;
/// The same for lists of two.
const DOUBTFUL_TWO: f64 = 0.5;
/// A list of one holds at least this share of what the page says beside its links.
const MAIN_SHARE: f64 = 0.5;

/// What is shown in fewer ways is but a part of a record.
const MIN_LOOKS: usize = 2;

/// The regions of a page, the main one first.
pub(super) fn best(content: &Content<'_>, tables: &[Table], looks: &Looks) -> Vec<Region> {
    let places = Places::of(content);
    let measured = measured(&places, tables, looks);
    let mut weighed: Vec<(f64, Cut)> = measured.into_iter().map(|(facts, cut)| (facts.weight(), cut)).collect();
    weighed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut chosen: Vec<(f64, Cut)> = Vec::new();
    let mut taken = vec![false; content.leaves().len()];
    for (weight, cut) in weighed {
        let score = likelihood(weight);
        if chosen.len() == MAX_REGIONS || score < MIN_SCORE {
            break;
        }
        let is_chance = cut.len() == 2 && score < MIN_SCORE_TWO;
        if is_chance || cut.iter().any(|record| taken[record.clone()].contains(&true)) {
            continue;
        }
        let cut = with_missed_first(&places, looks, without_odd_ends(content, looks, cut));
        if cut.iter().all(|record| !taken[record.clone()].contains(&true)) {
            cut.iter().for_each(|record| taken[record.clone()].fill(true));
            chosen.push((score, cut));
        }
    }
    if chosen.first().is_none_or(is_doubtful)
        && let Some(leaves) = main_text(&places, looks)
        && chosen.iter().all(|list| list.1.len() == 2 || !overlap(&extent(&list.1), &leaves))
    {
        chosen.retain(|(_, cut)| !overlap(&extent(cut), &leaves));
        chosen.insert(0, (DOUBTFUL, vec![leaves]));
    }
    chosen.into_iter().map(|(score, cut)| region(&places, score, cut)).collect()
}

/// A way to cut the page into records, and what speaks for it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The records as they are weighed, each a range of leaves.
    pub records: Vec<Range<usize>>,
    /// The records as they would be told.
    pub told: Vec<Range<usize>>,
    /// What can be said about them.
    pub facts: Facts,
}

/// All ways to cut a page into records that are weighed against each other.
pub fn candidates(content: &Content<'_>, tables: &[Table]) -> Vec<Candidate> {
    let looks = Looks::of(content);
    let places = Places::of(content);
    let told = |cut: &Cut| with_missed_first(&places, &looks, without_odd_ends(content, &looks, cut.clone()));
    let measured = measured(&places, tables, &looks);
    measured.into_iter().map(|(facts, records)| Candidate { told: told(&records), records, facts }).collect()
}

/// All cuts of the page with what can be said about them.
fn measured(places: &Places<'_>, tables: &[Table], looks: &Looks) -> Vec<(Facts, Cut)> {
    let mut cutter = Cutter::new(places, looks);
    for heads in heads(places, looks) {
        cutter.cut(&heads);
    }
    let mut setting = Setting::of(places, looks);
    let rows = data_rows(places, tables);
    let cuts_a_row = |cut: &Cut| {
        let row = |record: &Range<usize>| rows.get(record.start).copied().flatten();
        cut.windows(2).any(|pair| row(&pair[0]).is_some() && row(&pair[0]) == row(&pair[1]))
    };
    let cuts = cutter.finish().into_iter().filter(|cut| rows.is_empty() || !cuts_a_row(cut));
    cuts.map(|cut| (setting.facts(&cut), cut)).collect()
}

/// For each leaf the row of a data table it stands in, if any. A row of data is never several records.
fn data_rows(places: &Places<'_>, tables: &[Table]) -> Vec<Option<NodeId>> {
    let mut rows = Vec::new();
    let is_rows = |table: &&Table| table.is_data && table.orientation != Orientation::Row;
    for cell in tables.iter().filter(is_rows).flat_map(|table| table.grid.cells()) {
        let tree = places.content.tree();
        let Some(row) = tree.parent(cell.node).filter(|&row| tree.name(row) == "tr") else { continue };
        rows.resize(places.content.leaves().len(), None);
        rows[places.leaves(cell.node)].fill(Some(row));
    }
    rows
}

/// How likely a cut of this weight is the list that a reader would name, 0 to 1.
fn likelihood(weight: f64) -> f64 {
    1.0 / (1.0 + (-(weight - 15.0) / 1.25).exp())
}

/// Whether a list is likely none. Two things that have something in common are found on any page.
fn is_doubtful((score, cut): &(f64, Cut)) -> bool {
    *score < if cut.len() == 2 { DOUBTFUL_TWO } else { DOUBTFUL }
}

/// From the first leaf of a cut to its last.
pub(super) fn extent(cut: &Cut) -> Range<usize> {
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

/// The lowest element that holds most of what the page says beside its links, if it is not all of the page.
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
    let lowest = tree.elements().rfind(|&element| all > 0 && is_main(&places.leaves(element)))?;
    if tree.contains(lowest, tree.body()) {
        return None;
    }
    let looks_in = |element: NodeId| looks.letters[places.leaves(element)].iter().collect::<FxHashSet<_>>().len();
    let below_body = tree.ancestors(lowest).take_while(|&element| element != tree.body());
    let whole = std::iter::once(lowest).chain(below_body).find(|&element| looks_in(element) >= MIN_LOOKS);
    Some(places.leaves(whole.unwrap_or(lowest)))
}
