//! What speaks for a new segment between two leaves: what kind of block begins there.
//!
//! Between a leaf and the next one, some elements end and others begin. The largest that begins, just below what the
//! two leaves have in common, is what a person would see as the new block. Its evidence is a weighted sum, and blocks
//! of one kind beside each other are judged together, so that of ten alike boxes all or none begin a segment.

use std::collections::HashMap;

use page::{Display, NodeId, Tree};

use crate::content::Content;
use crate::emphasis::standing_out;
use crate::tables::Table;

/// How much each kind of evidence counts for a new segment. The weights were fitted by logistic regression to blocks
/// that people marked on 71 home pages, then rounded; each was kept because boundaries found on pages left out of the
/// fit were worse without it. Links between leaves of the same path, changes of colour and link density, and the
/// sizes of the block that ends were tried too and did not help.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Per unit of ln(1 + height / 20 px) of the block that begins, up to 600 px.
    pub height: f64,
    /// For each block box that opens between the two leaves, up to five.
    pub opened: f64,
    /// Times the share of the page's leaves below what the two leaves have in common.
    pub reach: f64,
    /// Times the depth of what they have in common, as a share of the page's depth.
    pub depth: f64,
    /// If at least two of the siblings there hold three leaves or more.
    pub weighty_siblings: f64,
    /// Times the size of the first letters, as a multiple of the page's usual size, from 0.8 to 2.
    pub font_size: f64,
    /// Times the empty space above the next leaf, up to 60 px, in units of 60 px.
    pub gap: f64,
    /// If the block is an item of a list.
    pub list_item: f64,
    /// The sum above which a segment begins.
    pub threshold: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            height: 0.57,
            opened: 0.24,
            reach: 0.6,
            depth: -2.2,
            weighty_siblings: 0.7,
            font_size: 0.6,
            gap: 0.3,
            list_item: -1.7,
            threshold: 1.6,
        }
    }
}

/// Where segments begin, beside the first.
pub(super) fn cuts(content: &Content<'_>, tables: &[Table], weights: &Weights) -> Vec<usize> {
    let facts = PageFacts::of(content);
    let places: Vec<Place> = (1..content.leaves().len()).map(|leaf| Place::before(content, leaf)).collect();
    let mut judged: HashMap<Kind<'_>, (f64, usize)> = HashMap::new();
    for place in &places {
        let (sum, count) = judged.entry(place.kind(content.tree())).or_default();
        *sum += place.evidence(content, &facts, weights);
        *count += 1;
    }
    let is_cut = |place: &&Place| {
        judged.get(&place.kind(content.tree())).is_some_and(|(sum, count)| sum / *count as f64 > weights.threshold)
    };
    let cuts = places.iter().filter(is_cut).map(|place| place.leaf).collect();
    let stands_out = standing_out(content);
    let cuts = before_headings(content, &stands_out, outside_tables(content, tables, cuts));
    with_headings(content, &stands_out, &cuts)
}

/// Takes out the cuts inside tables of data.
fn outside_tables(content: &Content<'_>, tables: &[Table], mut cuts: Vec<usize>) -> Vec<usize> {
    let data = tables.iter().filter(|table| table.is_data);
    let mut ranges = data.map(|table| content.below(table.node)).peekable();
    // Tables are in order, and so are cuts; of nested tables the outer one comes first and ends last.
    let mut inside = 0..0;
    cuts.retain(|&cut| {
        while let Some(next) = ranges.next_if(|next| next.start < cut) {
            if next.end > inside.end {
                inside = next;
            }
        }
        !(inside.start < cut && cut < inside.end)
    });
    cuts
}

/// Moves each cut before the heading that stands just before it: alone on its line, after text that does not stand out,
/// it heads what follows.
fn before_headings(content: &Content<'_>, stands_out: &[bool], mut cuts: Vec<usize>) -> Vec<usize> {
    let starts = content.line_starts();
    let is_alone = |leaf: usize| starts[leaf] && starts.get(leaf + 1).is_none_or(|&starts| starts);
    let mut start = 0;
    for cut in &mut cuts {
        if *cut > start + 1 && stands_out[*cut - 1] && !stands_out[*cut - 2] && is_alone(*cut - 1) {
            *cut -= 1;
        }
        start = *cut;
    }
    cuts
}

/// Takes out the cuts between a heading and what it heads, unless that is cut further: a heading over ten boxes does
/// not belong to the first.
fn with_headings(content: &Content<'_>, stands_out: &[bool], cuts: &[usize]) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::with_capacity(cuts.len());
    for (at, &cut) in cuts.iter().enumerate() {
        let begins_at = kept.last().copied().unwrap_or(0);
        let is_after_heading = begins_at + 1 == cut && stands_out[begins_at];
        let end = cuts.get(at + 1).copied().unwrap_or(content.leaves().len());
        let headed = content.below(Place::before(content, cut).begins);
        if !is_after_heading || headed.end > end {
            kept.push(cut);
        }
    }
    kept
}

/// What holds for the whole page.
struct PageFacts {
    leaves: usize,
    depth: usize,
    font_size: f32,
    /// By element: how many of its children hold three leaves or more. Filled as needed.
    weighty_children: HashMap<NodeId, usize>,
}

/// A block is of weight if it holds this many leaves.
const WEIGHTY: usize = 3;

impl PageFacts {
    fn of(content: &Content<'_>) -> PageFacts {
        let tree = content.tree();
        let mut facts = PageFacts {
            leaves: content.leaves().len(),
            depth: content.leaves().iter().map(|&leaf| tree.depth(leaf)).max().unwrap_or(1).max(1),
            font_size: content.usual_font_size(),
            weighty_children: HashMap::new(),
        };
        for element in tree.elements().filter(|&element| content.below(element).len() >= WEIGHTY) {
            if let Some(parent) = tree.parent(element) {
                *facts.weighty_children.entry(parent).or_default() += 1;
            }
        }
        facts
    }
}

/// The place between two leaves.
struct Place {
    /// The leaf after it.
    leaf: usize,
    /// The lowest node that holds the leaves on both sides.
    common: NodeId,
    /// The child of `common` that begins here: an element, or the leaf itself.
    begins: NodeId,
}

/// Places of one kind are judged together: below the same node the same element with the same class begins.
type Kind<'page> = (NodeId, &'page str, &'page str);

impl Place {
    fn before(content: &Content<'_>, leaf: usize) -> Place {
        let tree = content.tree();
        let (previous, next) = (content.leaves()[leaf - 1], content.leaves()[leaf]);
        let common = tree.lca(previous, next);
        let begins = std::iter::once(next).chain(tree.ancestors(next)).take_while(|&node| node != common).last();
        Place { leaf, common, begins: begins.unwrap_or(next) }
    }

    fn kind<'page>(&self, tree: &'page Tree) -> Kind<'page> {
        (self.common, tree.name(self.begins), tree.attr(self.begins, "class").unwrap_or_default())
    }

    fn evidence(&self, content: &Content<'_>, facts: &PageFacts, weights: &Weights) -> f64 {
        let tree = content.tree();
        let height = content.rect(self.begins).map_or(0.0, |rect| f64::from(rect.height.clamp(0.0, 600.0)));
        let reach = content.below(self.common).len() as f64 / facts.leaves as f64;
        let depth = (tree.depth(self.common) + 1) as f64 / facts.depth as f64;
        let has_weighty_siblings = facts.weighty_children.get(&self.common).is_some_and(|&count| count >= 2);
        let font_size = f64::from(content.style(self.leaf).font_size / facts.font_size).clamp(0.8, 2.0);
        weights.height * (height / 20.0).ln_1p()
            + weights.opened * self.opened_blocks(content).min(5) as f64
            + weights.reach * reach
            + weights.depth * depth
            + weights.weighty_siblings * f64::from(u8::from(has_weighty_siblings))
            + weights.font_size * font_size
            + weights.gap * self.gap(content)
            + weights.list_item * f64::from(u8::from(tree.name(self.begins) == "li"))
    }

    /// How many boxes of their own begin at this place.
    fn opened_blocks(&self, content: &Content<'_>) -> usize {
        let tree = content.tree();
        let leaf = content.leaves()[self.leaf];
        let is_box = |&element: &NodeId| {
            content
                .layout()
                .and_then(|layout| layout.style(element))
                .is_some_and(|style| !matches!(style.display, Display::Inline | Display::Contents | Display::None))
        };
        std::iter::once(leaf).chain(tree.ancestors(leaf)).take_while(|&node| node != self.common).filter(is_box).count()
    }

    /// The empty space between the two leaves, 0 to 1.
    fn gap(&self, content: &Content<'_>) -> f64 {
        let rect = |leaf: usize| content.rect(content.leaves()[leaf]);
        let space = rect(self.leaf).zip(rect(self.leaf - 1)).map_or(0.0, |(next, previous)| next.y - previous.bottom());
        f64::from((space / 60.0).clamp(0.0, 1.0))
    }
}
