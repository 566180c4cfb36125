//! Which cuts of a page are its regions: the page's main list first, then the best cuts that are told beside it.
//!
//! Two questions are asked of each cut, with weights of their own. Which list is the page about? One cut is chosen for
//! that, from all of them. And which of several cuts of the same place is right? By that the others are chosen, best
//! first. Lists may stand within a record of another list, or around it, but no list cuts through another's records.

use std::ops::Range;

use page::NodeId;
use rustc_hash::FxHashSet;

use super::cuts::{Cut, Cutter};
use super::ends::{with_missed_first, without_odd_ends};
use super::evidence::Setting;
use super::facts::{Facts, ListFacts};
use super::heads::heads;
use super::looks::Looks;
use super::places::Places;
use super::weights;
use super::{Record, Region};
use crate::content::Content;
use crate::evidence::Evidence;
use crate::tables::{Orientation, Table};

/// At most this many regions of a page are told.
const MAX_REGIONS: usize = 12;
/// What is less likely to be a list that a reader would want is not told at all.
const MIN_SCORE: f64 = 0.001;
/// The same for lists of two, and for lists within a record, which are mostly what the record says.
const MIN_SCORE_SMALL: f64 = 0.02;
/// If no list is at least this likely, the page's main text is told as a list of one.
const DOUBTFUL: f64 = 0.1;
/// The same for lists of two: two things that have something in common are found on any page.
const DOUBTFUL_TWO: f64 = 0.5;
/// A list of one holds at least this share of what the page says beside its links.
const MAIN_SHARE: f64 = 0.5;
/// Cuts that have this share of their records in common are the same list.
const SAME: f64 = 0.8;

/// What is shown in fewer ways is but a part of a record.
const MIN_LOOKS: usize = 2;

/// A way to cut the page into records, and what speaks for it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The records as they are weighed, each a range of leaves.
    pub records: Vec<Range<usize>>,
    /// The records as they are told: what does not belong to them at their ends is gone, what was missed is there.
    pub told: Vec<Range<usize>>,
    /// What can be said about them.
    pub facts: Facts,
}

impl Candidate {
    /// How much speaks for it being what the page is about.
    pub fn as_main(&self) -> f64 {
        const WEIGHTS: [f64; Facts::COUNT] = Facts::aligned(weights::main::WEIGHTS);
        self.facts.weight_by(&WEIGHTS)
    }

    /// How much speaks for it being cut rightly.
    pub fn as_cut(&self) -> f64 {
        const WEIGHTS: [f64; Facts::COUNT] = Facts::aligned(weights::cuts::WEIGHTS);
        self.facts.weight_by(&WEIGHTS)
    }
}

/// A candidate that is one of the page's lists.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// Its number.
    pub candidate: usize,
    /// What can be said about it beside the others.
    pub facts: ListFacts,
}

/// The regions of a page, the main one first.
pub(super) fn best(content: &Content<'_>, tables: &[Table], looks: &Looks) -> Vec<Region> {
    let places = Places::of(content);
    let mut candidates = measured(&places, tables, looks);
    let as_main: Vec<f64> = candidates.iter().map(Candidate::as_main).collect();
    let as_cut: Vec<f64> = candidates.iter().map(Candidate::as_cut).collect();
    let mut lists: Vec<(f64, Cut)> = Vec::new();
    for chosen in choose(&candidates, &as_main, &as_cut) {
        let score = likelihood(chosen.facts.weight());
        let told = std::mem::take(&mut candidates[chosen.candidate].told);
        let is_small = told.len() == 2 || lists.iter().any(|(_, around)| is_within(&extent(&told), around));
        if score >= if is_small { MIN_SCORE_SMALL } else { MIN_SCORE } {
            lists.push((score, told));
        }
    }
    if lists.first().is_none_or(is_doubtful)
        && let Some(leaves) = main_text(&places, looks)
    {
        let text = vec![leaves];
        lists.retain(|(_, cut)| !conflict(cut, &text));
        lists.insert(0, (DOUBTFUL, text));
    }
    lists.into_iter().map(|(score, cut)| region(&places, score, cut)).collect()
}

/// All ways to cut a page into records that are weighed against each other.
pub fn candidates(content: &Content<'_>, tables: &[Table]) -> Vec<Candidate> {
    measured(&Places::of(content), tables, &Looks::of(content))
}

/// The lists of a page among its candidates, the main one first, by what speaks for each being the main list, and for
/// being cut rightly.
pub fn choose(candidates: &[Candidate], as_main: &[f64], as_cut: &[f64]) -> Vec<Chosen> {
    let better = |best: usize, next: usize| if as_main[next] > as_main[best] { next } else { best };
    let Some(main) = (0..candidates.len()).reduce(better) else { return Vec::new() };
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&one, &other| as_cut[other].total_cmp(&as_cut[one]));
    let mut chosen = vec![main];
    for next in order {
        if chosen.len() == MAX_REGIONS {
            break;
        }
        let is_barred = |&other: &usize| {
            conflict(&candidates[next].records, &candidates[other].records)
                || conflict(&candidates[next].told, &candidates[other].told)
        };
        if !chosen.iter().any(is_barred) {
            chosen.push(next);
        }
    }
    let describe = |candidate: usize| Chosen {
        candidate,
        facts: ListFacts {
            always: 1.0,
            as_cut: as_cut[candidate],
            lead: lead(candidates, as_main, candidate),
            few_records: 1.0 / candidates[candidate].told.len() as f64,
            menu: candidates[candidate].facts.menu,
            in_landmark: candidates[candidate].facts.in_landmark,
        },
    };
    chosen.into_iter().map(describe).collect()
}

/// How much more speaks for a candidate than for any other list: one with other records.
fn lead(candidates: &[Candidate], as_main: &[f64], own: usize) -> f64 {
    let known: FxHashSet<(usize, usize)> =
        candidates[own].told.iter().map(|record| (record.start, record.end)).collect();
    let is_other = |number: &usize| {
        let told = &candidates[*number].told;
        let shared = told.iter().filter(|record| known.contains(&(record.start, record.end))).count();
        (shared as f64) < SAME * told.len().max(known.len()) as f64
    };
    let others = (0..candidates.len()).filter(|&number| number != own && as_main[number] > as_main[own] - MAX_LEAD);
    let rival = others.filter(is_other).map(|number| as_main[number]).fold(as_main[own] - MAX_LEAD, f64::max);
    as_main[own] - rival
}

/// More of a lead says nothing more.
const MAX_LEAD: f64 = 6.0;

/// Whether two lists cut through each other: they share leaves, and neither stands within one record of the other.
pub fn conflict(one: &[Range<usize>], other: &[Range<usize>]) -> bool {
    let (around_one, around_other) = (extent(one), extent(other));
    if around_one.end <= around_other.start || around_other.end <= around_one.start {
        return false;
    }
    !is_within(&around_one, other) && !is_within(&around_other, one) && share_leaves(one, other)
}

/// Whether one of these records holds all of some leaves.
fn is_within(inner: &Range<usize>, records: &[Range<usize>]) -> bool {
    let at = records.partition_point(|record| record.start <= inner.start);
    at > 0 && inner.end <= records[at - 1].end
}

fn share_leaves(one: &[Range<usize>], other: &[Range<usize>]) -> bool {
    let (mut at, mut beside) = (0, 0);
    while let (Some(own), Some(next)) = (one.get(at), other.get(beside)) {
        if own.end <= next.start {
            at += 1;
        } else if next.end <= own.start {
            beside += 1;
        } else {
            return true;
        }
    }
    false
}

/// All cuts of the page with what can be said about them.
fn measured(places: &Places<'_>, tables: &[Table], looks: &Looks) -> Vec<Candidate> {
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
    let measure = |cut: Cut| {
        let facts = setting.facts(&cut);
        let told = with_missed_first(places, looks, without_odd_ends(&setting, looks, cut.clone()));
        Candidate { facts, told, records: cut }
    };
    cuts.map(measure).collect()
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

/// Odds as a likelihood, 0 to 1.
fn likelihood(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Whether a list is likely none.
fn is_doubtful((score, cut): &(f64, Cut)) -> bool {
    *score < if cut.len() == 2 { DOUBTFUL_TWO } else { DOUBTFUL }
}

/// From the first leaf of a cut to its last.
pub(super) fn extent(cut: &[Range<usize>]) -> Range<usize> {
    match (cut.first(), cut.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    }
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
