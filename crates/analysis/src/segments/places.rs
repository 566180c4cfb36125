//! The places between the leaves of a page, with the facts about each.
//!
//! Between a leaf and the next one, some elements end and others begin. The largest that begins, just below what the
//! two leaves have in common, is what a person would see as the new block. Blocks of one kind beside each other are
//! judged together, so that of ten alike boxes all or none begin a segment.

use std::collections::HashMap;

use page::{Display, NodeId, Tree};

use super::Level;
use super::facts::Facts;
use super::settling::Settling;
use crate::content::Content;
use crate::evidence::Evidence;
use crate::tables::Table;

/// The places between the leaves of a page, in order: the first is before the second leaf.
#[derive(Clone, Debug)]
pub struct Places {
    facts: Vec<Facts>,
    /// For each place the number of its kind.
    kinds: Vec<usize>,
    settling: Settling,
}

impl Places {
    /// The places of a page with these tables.
    pub fn of(content: &Content<'_>, tables: &[Table]) -> Places {
        let places: Vec<Place> = (1..content.leaves().len()).map(|leaf| Place::before(content, leaf)).collect();
        let page = PageFacts::of(content, &places);
        let blocks: Vec<NodeId> = places.iter().map(|place| place.begins).collect();
        Places {
            facts: places.iter().map(|place| place.facts(content, &page)).collect(),
            kinds: kinds(content.tree(), &places),
            settling: Settling::of(content, tables, &blocks),
        }
    }

    /// What can be said about each.
    pub fn facts(&self) -> &[Facts] {
        &self.facts
    }

    /// What the facts about each weigh together: the logarithm of the odds that a person draws a segment that begins
    /// there.
    pub fn odds(&self) -> Vec<f64> {
        self.facts.iter().map(Facts::weight).collect()
    }

    /// The leaves that begin a segment at this level, beside the first, if these are the odds of the places.
    pub fn cuts(&self, odds: &[f64], level: Level) -> Vec<usize> {
        let settled = self.settling.settle(&self.shared(odds));
        (1..settled.len()).filter(|&leaf| settled[leaf] > level.least_odds()).collect()
    }

    /// For each place the mean of its kind.
    fn shared(&self, odds: &[f64]) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); self.kinds.iter().max().map_or(0, |last| last + 1)];
        for (&kind, odds) in self.kinds.iter().zip(odds) {
            sums[kind].0 += odds;
            sums[kind].1 += 1.0;
        }
        self.kinds.iter().map(|&kind| sums[kind].0 / sums[kind].1).collect()
    }
}

/// Numbers the kinds of places: below the same node the same element with the same class begins.
fn kinds(tree: &Tree, places: &[Place]) -> Vec<usize> {
    let mut known: HashMap<(NodeId, &str, &str), usize> = HashMap::new();
    let mut number = |place: &Place| {
        let next = known.len();
        *known.entry((place.common, tree.name(place.begins), class(tree, place.begins))).or_insert(next)
    };
    places.iter().map(&mut number).collect()
}

fn class(tree: &Tree, node: NodeId) -> &str {
    tree.attr(node, "class").unwrap_or_default()
}

/// What holds for the whole page.
struct PageFacts {
    leaves: usize,
    /// By element: how many of its children hold three leaves or more.
    weighty_children: HashMap<NodeId, usize>,
    /// By node that holds the leaves on both sides of a place: at how many nodes the page forks on the way down to
    /// it, itself among them.
    forks: HashMap<NodeId, usize>,
    /// The most forks on the way down to any place.
    most_forks: usize,
}

/// A block is of weight if it holds this many leaves.
const WEIGHTY: usize = 3;

/// The page forks where so many blocks of weight are beside each other.
const FORK: usize = 2;

/// A page of more leaves is like one of as many: the longest pages of the fit have some six hundred.
const MOST_LEAVES: usize = 1000;

impl PageFacts {
    fn of(content: &Content<'_>, places: &[Place]) -> PageFacts {
        let tree = content.tree();
        let mut weighty_children: HashMap<NodeId, usize> = HashMap::new();
        for element in tree.elements().filter(|&element| content.below(element).len() >= WEIGHTY) {
            if let Some(parent) = tree.parent(element) {
                *weighty_children.entry(parent).or_default() += 1;
            }
        }
        let forks = forks(tree, places, &weighty_children);
        let most_forks = forks.values().copied().max().unwrap_or_default();
        PageFacts { leaves: content.leaves().len(), weighty_children, forks, most_forks }
    }
}

/// What several leaves have in common has more than one child, but it is a fork only if two of them are of weight: a
/// row of words is none, and neither is a heading over a box.
fn forks(tree: &Tree, places: &[Place], weighty_children: &HashMap<NodeId, usize>) -> HashMap<NodeId, usize> {
    let mut nodes: Vec<NodeId> = places.iter().map(|place| place.common).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let mut found: HashMap<NodeId, usize> = HashMap::with_capacity(nodes.len());
    // A node has a higher number than those that it is in, and every fork is what the leaves of some place have in
    // common.
    for node in nodes {
        let above = tree.ancestors(node).find_map(|outer| found.get(&outer)).copied().unwrap_or_default();
        let is_fork = weighty_children.get(&node).is_some_and(|&count| count >= FORK);
        found.insert(node, above + usize::from(is_fork));
    }
    found
}

/// The place between two leaves.
struct Place {
    /// The leaf after it.
    leaf: usize,
    /// The lowest node that holds the leaves on both sides.
    common: NodeId,
    /// The child of `common` that ends here: an element, or the leaf before.
    ends: NodeId,
    /// The child of `common` that begins here: an element, or the leaf after.
    begins: NodeId,
}

impl Place {
    fn before(content: &Content<'_>, leaf: usize) -> Place {
        let tree = content.tree();
        let (previous, next) = (content.leaves()[leaf - 1], content.leaves()[leaf]);
        let common = tree.lca(previous, next);
        let below_common = |leaf| up_to(tree, leaf, common).last().unwrap_or(leaf);
        Place { leaf, common, ends: below_common(previous), begins: below_common(next) }
    }

    fn facts(&self, content: &Content<'_>, page: &PageFacts) -> Facts {
        let tree = content.tree();
        let height = content.rect(self.begins).map_or(0.0, |rect| f64::from(rect.height.clamp(0.0, 600.0)));
        let weighty_siblings = page.weighty_children.get(&self.common).copied().unwrap_or_default();
        let forks = page.forks.get(&self.common).copied().unwrap_or_default();
        let opening = || up_to(tree, content.leaves()[self.leaf], self.common);
        let is_alike =
            tree.name(self.begins) == tree.name(self.ends) && class(tree, self.begins) == class(tree, self.ends);
        Facts {
            anywhere: 1.0,
            ln_page_leaves: (page.leaves.min(MOST_LEAVES) as f64).ln(),
            ln_share: (content.below(self.begins).len() as f64 / page.leaves as f64).ln(),
            forks: forks as f64,
            forks_of_page: forks as f64 / page.most_forks.max(1) as f64,
            weighty_siblings: yes(weighty_siblings >= FORK),
            ln_height: (height / 20.0).ln_1p(),
            boxes: opening().filter(|&node| is_box(content, node)).take(5).count() as f64,
            gap: self.gap(content),
            heading: yes(opening().any(|node| matches!(tree.name(node), "h1" | "h2" | "h3"))),
            inline: yes(content.is_inline(self.begins)),
            list_item: yes(tree.name(self.begins) == "li"),
            alike: yes(is_alike),
        }
    }

    /// The empty space between the two leaves, 0 to 1.
    fn gap(&self, content: &Content<'_>) -> f64 {
        let rect = |leaf: usize| content.rect(content.leaves()[leaf]);
        let space = rect(self.leaf).zip(rect(self.leaf - 1)).map_or(0.0, |(next, previous)| next.y - previous.bottom());
        f64::from((space / 60.0).clamp(0.0, 1.0))
    }
}

/// A leaf and what it is in, below a node.
fn up_to(tree: &Tree, leaf: NodeId, end: NodeId) -> impl Iterator<Item = NodeId> {
    std::iter::once(leaf).chain(tree.ancestors(leaf)).take_while(move |&node| node != end)
}

fn is_box(content: &Content<'_>, node: NodeId) -> bool {
    let style = content.layout().and_then(|layout| layout.style(node));
    style.is_some_and(|style| !matches!(style.display, Display::Inline | Display::Contents | Display::None))
}

/// A fact that holds or does not.
fn yes(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}
