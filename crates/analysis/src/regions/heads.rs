//! Candidates for what a record is recognised by: sets of nodes that look alike, one of which may stand in each record.

use page::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::cuts::number_of;
use super::looks::Looks;
use super::places::Places;

/// What the nodes of a set have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Alike {
    /// Leaves with the same tags above them.
    LeafPath(u32),
    /// Leaves that are shown the same, in the same boxes.
    LeafSeen(u32),
    /// Leaves in elements of the same class.
    LeafClass(u32),
    /// Leaves that are shown the same, at the same left edge.
    LeafPlace(u32),
    /// Elements with the same tags above them.
    Path(u32),
    /// Elements of the same class.
    Class(u32),
    /// Children of one element with the same tag.
    Siblings(u32, u32),
    /// Children of one element with the same tag and class.
    ClassedSiblings(u32, u32),
}

/// The sets of nodes that look alike, each in document order and of two at least, no node in another of its set.
pub(super) fn heads(places: &Places<'_>, looks: &Looks) -> Vec<Vec<NodeId>> {
    let tree = places.content.tree();
    let mut sets = Sets::default();
    for (leaf, &node) in places.content.leaves().iter().enumerate() {
        sets.add(Alike::LeafPath(looks.path[leaf]), node);
        sets.add(Alike::LeafSeen(looks.seen[leaf]), node);
        sets.add(Alike::LeafClass(looks.class[leaf]), node);
        sets.add(Alike::LeafPlace(looks.place[leaf]), node);
    }
    let shows_something = |&element: &NodeId| !places.leaves(element).is_empty();
    for element in tree.elements().filter(shows_something) {
        let parent = tree.parent(element).map_or(0, |parent| parent.index() as u32);
        let (path, class) = (looks.element_path[element.index()], looks.element_class[element.index()]);
        sets.add(Alike::Path(path), element);
        sets.add(Alike::Siblings(parent, path), element);
        if tree.attr(element, "class").is_some() {
            sets.add(Alike::Class(class), element);
            sets.add(Alike::ClassedSiblings(parent, class), element);
        }
    }
    let mut known = FxHashSet::default();
    let outermost = |mut set: Vec<NodeId>| {
        let mut last = None;
        set.retain(|&node| {
            let is_outermost = last.is_none_or(|last| tree.end(last) <= node);
            last = if is_outermost { Some(node) } else { last };
            is_outermost
        });
        set
    };
    let sets = sets.in_order.into_iter().map(outermost);
    sets.filter(|set| set.len() >= 2 && known.insert(number_of(set))).collect()
}

/// Sets of nodes in the order of their first ones.
#[derive(Default)]
struct Sets {
    in_order: Vec<Vec<NodeId>>,
    numbers: FxHashMap<Alike, usize>,
}

impl Sets {
    fn add(&mut self, alike: Alike, node: NodeId) {
        let number = *self.numbers.entry(alike).or_insert(self.in_order.len());
        match self.in_order.get_mut(number) {
            Some(set) => set.push(node),
            None => self.in_order.push(vec![node]),
        }
    }
}
