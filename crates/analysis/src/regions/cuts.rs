//! From what records are recognised by to the records: where each begins and ends.

use std::ops::Range;

use page::NodeId;
use rustc_hash::FxHashSet;

use super::looks::Looks;
use crate::content::Content;

/// At most this many siblings before its head can belong to a record.
const MAX_LEAD: usize = 6;
/// At most this many siblings behind its head are looked at.
const MAX_TAIL: usize = 40;
/// A list that strangers cut into more pieces is not one list with advertisements between.
const MAX_PIECES: usize = 5;

/// Where the leaves of each node are.
pub(super) struct Places<'a> {
    pub(super) content: &'a Content<'a>,
    before: Vec<u32>,
}

impl<'a> Places<'a> {
    pub fn of(content: &'a Content<'a>) -> Places<'a> {
        let nodes = content.tree().len();
        let mut before = Vec::with_capacity(nodes + 1);
        let mut count = 0;
        let leaves = content.leaves();
        for index in 0..=nodes {
            before.push(count as u32);
            if leaves.get(count).is_some_and(|leaf| leaf.index() == index) {
                count += 1;
            }
        }
        Places { content, before }
    }

    /// The numbers of the leaves at or below a node.
    pub fn leaves(&self, node: NodeId) -> Range<usize> {
        self.before[node.index()] as usize..self.before[self.content.tree().end(node).index()] as usize
    }
}

/// A node that holds one head and no other.
#[derive(Clone, Debug)]
struct Unit {
    node: NodeId,
    leaves: Range<usize>,
    /// Its siblings with leaves, back to the unit before it, nearest first.
    lead: Vec<Item>,
    /// Its siblings with leaves, up to the unit behind it, nearest first.
    tail: Vec<Item>,
    /// Whether the siblings behind it end with the next unit or what holds it, not with the parent.
    is_followed: bool,
}

/// A sibling beside a unit.
#[derive(Clone, Debug)]
struct Item {
    node: NodeId,
    leaves: Range<usize>,
}

/// Records as ranges of leaves, in order.
pub(super) type Cut = Vec<Range<usize>>;

/// All ways to cut records out of the page that have one of these heads each.
pub(super) fn cuts(
    places: &Places<'_>,
    looks: &Looks,
    heads: &[NodeId],
    known: &mut FxHashSet<Cut>,
    found: &mut Vec<Cut>,
) {
    let tree = places.content.tree();
    let joints: Vec<NodeId> = heads.windows(2).map(|pair| tree.lca(pair[0], pair[1])).collect();
    let units = units(places, heads, &joints);
    // Different heads often stand in the same units.
    let nodes: Cut = units.iter().map(|unit| unit.leaves.clone()).collect();
    let mut cutter = Cutter { places, looks, units: &units, joints: &joints, known, found, seen_in: Vec::new() };
    cutter.emit(nodes);
    cutter.runs(0, units.len());
}

fn units(places: &Places<'_>, heads: &[NodeId], joints: &[NodeId]) -> Vec<Unit> {
    let tree = places.content.tree();
    let mut units: Vec<Unit> = Vec::with_capacity(heads.len());
    for (number, &head) in heads.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| joints[before]);
        let after = joints.get(number).copied();
        let joint = match (before, after) {
            (Some(before), Some(after)) if tree.depth(before) > tree.depth(after) => before,
            (_, Some(after)) => after,
            (Some(before), None) => before,
            (None, None) => head,
        };
        let mut node = head;
        while let Some(parent) = tree.parent(node).filter(|&parent| parent != joint && node != joint) {
            node = parent;
        }
        units.push(Unit { node, leaves: places.leaves(node), lead: Vec::new(), tail: Vec::new(), is_followed: false });
    }
    for number in 0..units.len() {
        let (node, leaves) = (units[number].node, units[number].leaves.clone());
        let floor = if number == 0 { 0 } else { units[number - 1].leaves.end };
        let ceiling = units.get(number + 1).map_or(usize::MAX, |next| next.leaves.start);
        let mut lead = Vec::new();
        let mut at = tree.previous_sibling(node);
        while let Some(sibling) = at.filter(|_| lead.len() < MAX_LEAD) {
            let leaves = places.leaves(sibling);
            if leaves.start < floor {
                break;
            }
            if !leaves.is_empty() {
                lead.push(Item { node: sibling, leaves });
            }
            at = tree.previous_sibling(sibling);
        }
        let mut tail = Vec::new();
        let mut at = tree.next_sibling(node);
        let mut is_followed = false;
        while let Some(sibling) = at.filter(|_| tail.len() < MAX_TAIL) {
            let leaves = places.leaves(sibling);
            if leaves.end > ceiling {
                is_followed = true;
                break;
            }
            if !leaves.is_empty() {
                tail.push(Item { node: sibling, leaves });
            }
            at = tree.next_sibling(sibling);
        }
        let _ = leaves;
        let unit = &mut units[number];
        (unit.lead, unit.tail, unit.is_followed) = (lead, tail, is_followed);
    }
    units
}

struct Cutter<'a> {
    places: &'a Places<'a>,
    looks: &'a Looks,
    units: &'a [Unit],
    joints: &'a [NodeId],
    known: &'a mut FxHashSet<Cut>,
    found: &'a mut Vec<Cut>,
    /// For each look in how many records of the run at hand it was met, and in which last.
    seen_in: Vec<(u32, u32)>,
}

impl Cutter<'_> {
    fn emit(&mut self, cut: Cut) {
        if cut.len() >= 2 && self.known.insert(cut.clone()) {
            self.found.push(cut);
        }
    }

    /// Cuts the units of a run, then those of each part of it that stands closer together.
    fn runs(&mut self, start: usize, end: usize) {
        if end - start < 2 {
            return;
        }
        self.run(start, end);
        let tree = self.places.content.tree();
        let depth = |joint: &NodeId| tree.depth(*joint);
        let joints = &self.joints[start..end - 1];
        let (Some(low), Some(high)) = (joints.iter().map(depth).min(), joints.iter().map(depth).max()) else { return };
        if low == high {
            return;
        }
        let breaks: Vec<usize> = (start..end - 1).filter(|&at| depth(&self.joints[at]) == low).collect();
        let mut from = start;
        for at in breaks.into_iter().chain([end - 1]) {
            self.runs(from, at + 1);
            from = at + 1;
        }
    }

    /// Cuts the units of a run: at the heads, or before what always stands before a head.
    fn run(&mut self, start: usize, end: usize) {
        let shared = self.shared_lead(start, end);
        let mut leads = vec![0];
        if shared > 0 {
            leads.push(shared);
            let widest = (0..=shared).max_by(|&a, &b| self.space(start, end, a).total_cmp(&self.space(start, end, b)));
            leads.extend(widest.filter(|&lead| lead != 0 && lead != shared));
        }
        for lead in leads {
            let (cut, strangers) = self.with_lead(start, end, lead);
            self.emit(cut);
            if !strangers.is_empty() && strangers.len() < MAX_PIECES {
                let mut from = start;
                for at in strangers.into_iter().chain([end]) {
                    if at - from >= 2 {
                        let (piece, _) = self.with_lead(from, at, lead);
                        self.emit(piece);
                    }
                    from = at;
                }
            }
        }
    }

    /// How many siblings of the same tags stand before each unit.
    fn shared_lead(&self, start: usize, end: usize) -> usize {
        let tree = self.places.content.tree();
        let names = |unit: &Unit, at: usize| unit.lead.get(at).map(|item| tree.name(item.node).to_owned());
        let first = &self.units[start];
        (0..first.lead.len())
            .take_while(|&at| {
                let name = names(first, at);
                self.units[start + 1..end].iter().all(|unit| names(unit, at) == name)
            })
            .count()
    }

    /// The mean space above the records if they began this many siblings before their heads.
    fn space(&self, start: usize, end: usize, lead: usize) -> f32 {
        let content = self.places.content;
        let mut total = 0.0;
        for unit in &self.units[start + 1..end] {
            let first = lead.checked_sub(1).map_or(unit.leaves.start, |at| unit.lead[at].leaves.start);
            let above = first.checked_sub(1).and_then(|above| content.rect(content.leaves()[above]));
            let below = content.rect(content.leaves()[first]);
            if let Some((above, below)) = above.zip(below) {
                total += (below.y - above.bottom()).max(0.0);
            }
        }
        total
    }

    /// The records that begin `lead` siblings before their heads, and the numbers of the units before which something
    /// stands that is in no other record.
    fn with_lead(&mut self, start: usize, end: usize, lead: usize) -> (Cut, Vec<usize>) {
        let units = &self.units[start..end];
        let begin = |unit: &Unit| lead.checked_sub(1).map_or(unit.leaves.start, |at| unit.lead[at].leaves.start);
        // What stands behind each unit up to the next record.
        let tail = |number: usize| {
            let unit = &units[number];
            let limit = units.get(number + 1).map_or(usize::MAX, begin);
            unit.tail.iter().filter(move |item| item.leaves.end <= limit)
        };
        self.seen_in.clear();
        self.seen_in.resize(self.looks.seen_count, (0, u32::MAX));
        for (number, unit) in units.iter().enumerate() {
            let mut meet = |leaves: Range<usize>| {
                for leaf in leaves {
                    let (count, last) = &mut self.seen_in[self.looks.seen[leaf] as usize];
                    if *last != number as u32 {
                        (*count, *last) = (*count + 1, number as u32);
                    }
                }
            };
            meet(begin(unit)..unit.leaves.end);
            for item in tail(number) {
                meet(item.leaves.clone());
            }
        }
        let is_familiar = |item: &Item| {
            let familiar = item.leaves.clone().filter(|&leaf| self.seen_in[self.looks.seen[leaf] as usize].0 >= 2);
            2 * familiar.count() >= item.leaves.len()
        };
        let followed: Vec<usize> =
            (0..units.len()).filter(|&number| number + 1 < units.len() && units[number].is_followed).collect();
        let longest = followed.iter().map(|&number| tail(number).count()).max();
        let longest = longest.unwrap_or_else(|| (0..units.len()).map(|number| tail(number).count()).max().unwrap_or(0));
        let mut cut = Cut::with_capacity(units.len());
        let mut strangers = Vec::new();
        for (number, unit) in units.iter().enumerate() {
            let mut end = unit.leaves.end;
            let is_last = !unit.is_followed || number + 1 == units.len();
            for (at, item) in tail(number).enumerate() {
                if is_last && at >= longest
                    || (is_last || !self.places.content.is_inline(item.node)) && !is_familiar(item)
                {
                    if !is_last {
                        strangers.push(start + number + 1);
                    }
                    break;
                }
                end = item.leaves.end;
            }
            cut.push(begin(unit)..end);
        }
        (cut, strangers)
    }
}
