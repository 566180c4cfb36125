//! From what records are recognised by to the records: where each begins and ends.
//!
//! A record is the highest node that holds one head and no other. If heads are siblings, or stand in nodes that are,
//! what lies between two of them belongs to the first one, or, if it stands before the first head too, to the second.
//! What is in no other record, such as an advertisement, belongs to none.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use page::{NodeId, NodeKind};
use rustc_hash::{FxHashSet, FxHasher};

use super::looks::Looks;
use super::places::Places;
use super::units::{Item, Unit, joints, unit_nodes, units};

/// A list that strangers cut into more pieces is not one list with advertisements between.
const MAX_PIECES: usize = 5;

/// So many leaves are put into records on one page, all cuts together; what would come after that is left out. Real
/// pages take a twentieth of it, those made to keep us busy would take any number.
const MAX_LEAVES: usize = 4_000_000;
/// So many steps up the tree count as one leaf.
const STEPS_PER_LEAF: usize = 32;

/// Records as ranges of leaves, in order.
pub(super) type Cut = Vec<Range<usize>>;

/// Finds the ways to cut a page into records.
pub(super) struct Cutter<'a> {
    places: &'a Places<'a>,
    looks: &'a Looks,
    found: Vec<Cut>,
    /// How many leaves may still be put into records.
    left: usize,
    /// What was found before, as numbers.
    known: FxHashSet<u64>,
    /// For each look in how many records of the run at hand it was met, and in which last; and the looks that were.
    met: Vec<(u32, u32)>,
    met_looks: Vec<u32>,
}

impl<'a> Cutter<'a> {
    pub(super) fn new(places: &'a Places<'a>, looks: &'a Looks) -> Cutter<'a> {
        let met = vec![(0, 0); looks.seen_count];
        Cutter {
            places,
            looks,
            found: Vec::new(),
            left: MAX_LEAVES,
            known: FxHashSet::default(),
            met,
            met_looks: Vec::new(),
        }
    }

    /// All cuts found.
    pub(super) fn finish(self) -> Vec<Cut> {
        self.found
    }

    /// Cuts records out of the page that have one of these heads each, in all ways that make sense.
    pub(super) fn cut(&mut self, heads: &[NodeId]) {
        let tree = self.places.content.tree();
        self.spend(heads.iter().map(|&head| 1 + tree.depth(head) / STEPS_PER_LEAF).sum());
        if self.left == 0 {
            return;
        }
        let joints = joints(self.places, heads);
        let nodes = unit_nodes(self.places, heads, &joints);
        // Different heads often stand in the same units.
        if !self.known.insert(number_of(&nodes)) || self.are_descriptions(&nodes) {
            return;
        }
        self.add(nodes.iter().map(|&node| self.places.leaves(node)).collect());
        let units = units(self.places, &nodes);
        self.runs(&units, &joints);
    }

    /// Whether these are the descriptions of a definition list: without the terms they describe they are no records.
    fn are_descriptions(&self, nodes: &[NodeId]) -> bool {
        let tree = self.places.content.tree();
        let elements_before = |node: NodeId| {
            let before = std::iter::successors(tree.previous_sibling(node), |&sibling| tree.previous_sibling(sibling));
            before.filter(|&sibling| tree.kind(sibling) == NodeKind::Element)
        };
        let is_described = |&&node: &&NodeId| elements_before(node).next().is_some_and(|term| tree.name(term) == "dt");
        nodes.iter().all(|&node| tree.name(node) == "dd")
            && 2 * nodes.iter().filter(is_described).count() >= nodes.len()
    }

    fn spend(&mut self, leaves: usize) {
        self.left = self.left.saturating_sub(leaves);
    }

    fn add(&mut self, cut: Cut) {
        self.spend(cut.iter().map(Range::len).sum());
        if cut.len() >= 2 && self.known.insert(number_of(&cut)) {
            self.found.push(cut);
        }
    }

    /// Cuts the units of a run, then those of each part of it that stands closer together.
    fn runs(&mut self, units: &[Unit], joints: &[NodeId]) {
        if units.len() < 2 || self.left == 0 {
            return;
        }
        self.run(units);
        let tree = self.places.content.tree();
        let depth = |joint: &NodeId| tree.depth(*joint);
        let (low, high) = (joints.iter().map(depth).min(), joints.iter().map(depth).max());
        if low == high {
            return;
        }
        let mut start = 0;
        let breaks = (0..joints.len()).filter(|&at| Some(depth(&joints[at])) == low).chain([joints.len()]);
        for at in breaks {
            self.runs(&units[start..=at], &joints[start..at]);
            start = at + 1;
        }
    }

    /// Cuts the units of a run: at the heads, or before what always stands before a head.
    fn run(&mut self, units: &[Unit]) {
        let shared = self.shared_lead(units);
        let widest = (0..=shared).max_by(|&one, &other| self.space(units, one).total_cmp(&self.space(units, other)));
        let mut leads = vec![0, shared, widest.unwrap_or(0)];
        leads.sort_unstable();
        leads.dedup();
        for lead in leads {
            let (cut, strangers) = self.with_lead(units, lead);
            self.add(cut);
            if strangers.is_empty() || strangers.len() >= MAX_PIECES {
                continue;
            }
            let mut start = 0;
            for at in strangers.into_iter().chain([units.len()]) {
                if at - start >= 2 {
                    let (piece, _) = self.with_lead(&units[start..at], lead);
                    self.add(piece);
                }
                start = at;
            }
        }
    }

    /// How many siblings of the same tags stand before each unit.
    fn shared_lead(&self, units: &[Unit]) -> usize {
        let tree = self.places.content.tree();
        let name = |unit: &'_ Unit, at: usize| unit.lead.get(at).map(|item| tree.name(item.node));
        let first = &units[0];
        let is_shared = |&at: &usize| units.iter().all(|unit| name(unit, at) == name(first, at));
        (0..first.lead.len()).take_while(is_shared).count()
    }

    /// The space above the records, all in all, if they began this many siblings before their heads.
    fn space(&self, units: &[Unit], lead: usize) -> f32 {
        let content = self.places.content;
        let above = |unit: &Unit| {
            let first = beginning(unit, lead);
            let above = content.rect(content.leaves()[first.checked_sub(1)?])?;
            Some((content.rect(content.leaves()[first])?.y - above.bottom()).max(0.0))
        };
        units[1..].iter().filter_map(above).sum()
    }

    /// The records that begin `lead` siblings before their heads, and the numbers of the units before which something
    /// stands that is in no other record.
    fn with_lead(&mut self, units: &[Unit], lead: usize) -> (Cut, Vec<usize>) {
        // What stands behind each unit up to the next record.
        let tail = |number: usize| {
            let limit = units.get(number + 1).map_or(usize::MAX, |next| beginning(next, lead));
            units[number].tail.iter().filter(move |item| item.leaves.end <= limit)
        };
        let own = |unit: &Unit| beginning(unit, lead)..unit.leaves.end;
        if units.iter().all(|unit| unit.tail.is_empty()) {
            return (units.iter().map(own).collect(), Vec::new());
        }
        self.forget();
        for (number, unit) in units.iter().enumerate() {
            self.meet(number, own(unit));
            tail(number).for_each(|item| self.meet(number, item.leaves.clone()));
        }
        let is_last = |number: usize| number + 1 == units.len() || !units[number].is_followed;
        let length = |number: usize| tail(number).count();
        let inner = (0..units.len()).filter(|&number| !is_last(number)).map(length).max();
        let longest = inner.or_else(|| (0..units.len()).map(length).max()).unwrap_or(0);
        let mut cut = Cut::with_capacity(units.len());
        let mut strangers = Vec::new();
        for (number, unit) in units.iter().enumerate() {
            let is_last = is_last(number);
            // Of what follows the last record that much is its own as others have, and only what they have.
            let is_strange = |at: usize, item: &Item| match is_last {
                true => at >= longest || !self.is_familiar(item),
                false => !self.places.content.is_inline(item.node) && !self.is_familiar(item),
            };
            let mut end = unit.leaves.end;
            for (at, item) in tail(number).enumerate() {
                if is_strange(at, item) {
                    strangers.extend((!is_last).then_some(number + 1));
                    break;
                }
                end = item.leaves.end;
            }
            cut.push(beginning(unit, lead)..end);
        }
        (cut, strangers)
    }

    fn forget(&mut self) {
        for look in self.met_looks.drain(..) {
            self.met[look as usize] = (0, 0);
        }
    }

    /// Notes the looks of a record's leaves.
    fn meet(&mut self, record: usize, leaves: Range<usize>) {
        for &look in &self.looks.seen[leaves] {
            let (records, last) = &mut self.met[look as usize];
            if *records == 0 {
                self.met_looks.push(look);
            }
            if *last != record as u32 + 1 {
                (*records, *last) = (*records + 1, record as u32 + 1);
            }
        }
    }

    /// Whether half of what an item shows looks like something in another record.
    fn is_familiar(&self, item: &Item) -> bool {
        let familiar = self.looks.seen[item.leaves.clone()].iter().filter(|&&look| self.met[look as usize].0 >= 2);
        2 * familiar.count() >= item.leaves.len()
    }
}

/// The first leaf of a record that begins this many siblings before its head.
fn beginning(unit: &Unit, lead: usize) -> usize {
    lead.checked_sub(1).map_or(unit.leaves.start, |at| unit.lead[at].leaves.start)
}

/// The same number for the same things, and hardly ever for others.
pub(super) fn number_of(things: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    things.hash(&mut hasher);
    hasher.finish()
}
