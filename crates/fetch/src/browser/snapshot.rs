//! A snapshot of a laid-out document, and how its boxes are brought back to the nodes of our tree.
//!
//! Elements carry their number in an attribute. Text nodes do not, and the browser may have joined what a comment
//! separates in ours; they are matched by the elements around them, and only where that leaves no doubt.

use page::{Display, Layout, LayoutBuilder, NodeId, NodeKind, Rect, Style, Tree};
use serde::Deserialize;

use super::style::{Computed, PROPERTIES};

const ELEMENT: u8 = 1;
const TEXT: u8 = 3;

/// What the browser gives. Strings are given once and referred to by their position.
#[derive(Debug, Deserialize)]
pub(super) struct Snapshot {
    documents: Vec<Document>,
    strings: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Document {
    nodes: Nodes,
    layout: Boxes,
}

/// The nodes, as parallel lists. A parent stands before its children.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Nodes {
    parent_index: Vec<i64>,
    node_type: Vec<u8>,
    attributes: Vec<Vec<i64>>,
}

/// The boxes, as parallel lists.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Boxes {
    node_index: Vec<usize>,
    styles: Vec<Vec<i64>>,
    bounds: Vec<Vec<f32>>,
}

/// What is known of a node of the snapshot.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Our element of the same number.
    id: Option<NodeId>,
    /// Of a text node: our element that it stands in, and our element that comes before it in there.
    stands: Option<(NodeId, Option<NodeId>)>,
    /// The last of our elements among its children so far.
    last_child: Option<NodeId>,
}

/// The layout of our tree.
pub(super) fn to_layout(snapshot: &Snapshot, tree: &Tree) -> Layout {
    let mut builder = LayoutBuilder::new("chromium", tree.len());
    let mut styles: Vec<Option<Style>> = vec![None; tree.len()];
    let mut is_present = vec![false; tree.len()];
    if let Some(document) = snapshot.documents.first() {
        let known = know_nodes(&document.nodes, &snapshot.strings, tree);
        known.iter().filter_map(|known| known.id).for_each(|id| is_present[id.index()] = true);
        read_boxes(document, &snapshot.strings, &known, tree, &mut builder, &mut styles);
    }
    complete_styles(tree, &is_present, &mut styles);
    for (id, style) in tree.nodes().zip(styles) {
        if let Some(style) = style {
            builder.set_style(id, style);
        }
    }
    builder.finish()
}

/// Brings the snapshot's nodes together with ours.
fn know_nodes(nodes: &Nodes, strings: &[String], tree: &Tree) -> Vec<Known> {
    let mut all = vec![Known::default(); nodes.node_type.len()];
    for (index, &kind) in nodes.node_type.iter().enumerate() {
        let parent = nodes.parent_index.get(index).and_then(|&parent| usize::try_from(parent).ok());
        let parent = parent.filter(|&parent| parent < index);
        if kind == ELEMENT {
            let attributes = nodes.attributes.get(index).map_or(&[][..], Vec::as_slice);
            all[index].id = attributes
                .chunks_exact(2)
                .find_map(|pair| tree.id_from_attribute(string(strings, pair[0]), string(strings, pair[1])));
            if let (Some(parent), Some(id)) = (parent, all[index].id) {
                all[parent].last_child = Some(id);
            }
        } else if let (TEXT, Some(parent)) = (kind, parent) {
            all[index].stands = all[parent].id.map(|id| (id, all[parent].last_child));
        }
    }
    all
}

/// Reads the rectangles, and the styles of elements.
fn read_boxes(
    document: &Document,
    strings: &[String],
    known: &[Known],
    tree: &Tree,
    builder: &mut LayoutBuilder,
    styles: &mut [Option<Style>],
) {
    let mut is_transparent = vec![false; known.len()];
    let boxes = &document.layout;
    for ((&node, bounds), values) in boxes.node_index.iter().zip(&boxes.bounds).zip(&boxes.styles) {
        let (Some(known), &[x, y, width, height]) = (known.get(node), bounds.as_slice()) else { continue };
        let rect = Rect { x, y, width, height };
        if let Some(id) = known.id {
            add_rect(builder, id, rect);
            if styles[id.index()].is_none() && values.len() == PROPERTIES.len() {
                let computed = Computed(std::array::from_fn(|at| string(strings, values[at])));
                is_transparent[node] = computed.is_transparent();
                styles[id.index()] = Some(computed.style());
            }
        } else if let Some((parent, before)) = known.stands
            && let Some(id) = only_text(tree, parent, before)
        {
            add_rect(builder, id, rect);
        }
    }
    hide_below_transparent(&document.nodes, known, &mut is_transparent, styles);
}

/// Opacity is not inherited, but what stands in something transparent is not seen either.
fn hide_below_transparent(nodes: &Nodes, known: &[Known], is_transparent: &mut [bool], styles: &mut [Option<Style>]) {
    for (index, &parent) in nodes.parent_index.iter().enumerate() {
        let parent = usize::try_from(parent).ok().filter(|&parent| parent < index);
        if parent.is_some_and(|parent| is_transparent[parent]) {
            is_transparent[index] = true;
            if let Some(style) = known[index].id.and_then(|id| styles[id.index()].as_mut()) {
                style.visible = false;
            }
        }
    }
}

/// The one text node with something to read between `before` and the next element in `parent`, if there is but one.
fn only_text(tree: &Tree, parent: NodeId, before: Option<NodeId>) -> Option<NodeId> {
    let first = match before {
        None => tree.first_child(parent),
        Some(before) if tree.parent(before) == Some(parent) => tree.next_sibling(before),
        Some(_) => None,
    };
    let mut texts = std::iter::successors(first, |&id| tree.next_sibling(id))
        .take_while(|&id| tree.kind(id) != NodeKind::Element)
        .filter(|&id| tree.kind(id) == NodeKind::Text && !page::is_blank(tree.text(id)));
    let only = texts.next()?;
    texts.next().is_none().then_some(only)
}

/// A node has several boxes if the browser's parser made several nodes of it.
fn add_rect(builder: &mut LayoutBuilder, id: NodeId, rect: Rect) {
    let rect = builder.rect(id).map_or(rect, |have| have.union(&rect));
    builder.set_rect(id, rect);
}

/// Gives styles to the elements that have no box: those that only hold others, and those that are not displayed.
fn complete_styles(tree: &Tree, is_present: &[bool], styles: &mut [Option<Style>]) {
    // How many nodes before each have a box.
    let mut boxes = Vec::with_capacity(tree.len() + 1);
    boxes.push(0);
    for style in styles.iter() {
        boxes.push(boxes[boxes.len() - 1] + usize::from(style.is_some()));
    }
    let mut id = tree.root();
    let end = tree.end(id);
    while id < end {
        let mut next = id.next();
        if tree.kind(id) == NodeKind::Element && styles[id.index()].is_none() {
            let outer = tree.parent(id).and_then(|parent| styles[parent.index()]).unwrap_or_default();
            let holds_boxes = boxes[tree.end(id).index()] > boxes[id.index()];
            let display = if holds_boxes {
                Display::Contents
            } else if is_present[id.index()] {
                next = tree.end(id);
                Display::None
            } else {
                // The browser's parser dropped the tag, but shows what is in it as part of what is around it.
                Display::Inline
            };
            styles[id.index()] = Some(Style { display, background: Default::default(), ..outer });
        } else if tree.kind(id) == NodeKind::TemplateContent {
            next = tree.end(id);
        }
        id = next;
    }
}

fn string(strings: &[String], index: i64) -> &str {
    usize::try_from(index).ok().and_then(|index| strings.get(index)).map_or("", String::as_str)
}
