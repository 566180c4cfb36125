//! What the cost of grouping two nodes is made of: for each node the paths of the leaves below it, in order, and the
//! kinds of nodes below it. Everything is numbered, so that sets are sorted lists of small numbers.

use std::collections::HashMap;
use std::rc::Rc;

use page::{NodeId, NodeKind};

use crate::content::Content;

/// A number for a path or a kind of node; equal things have equal numbers.
pub(super) type Number = u32;

/// No more of an element's classes count.
const MAX_CLASSES: usize = 8;

/// What stands below a node.
#[derive(Debug)]
pub(super) struct Shape {
    /// The paths from the node to its leaves, in document order.
    pub(super) order: Vec<Number>,
    /// The same as a set, sorted.
    pub(super) paths: Vec<Number>,
    /// The kinds of the elements at and below the node that hold leaves, sorted.
    pub(super) kinds: Vec<Number>,
}

/// The shapes of a page's nodes, made as they are asked for.
pub(super) struct Shapes<'content, 'page> {
    content: &'content Content<'page>,
    /// For each leaf, the numbers of the paths that lead to it from its ancestors: first from the innermost.
    upward: Vec<Rc<[Number]>>,
    /// For each element the numbers of its kinds.
    kinds: Vec<Vec<Number>>,
    known: HashMap<NodeId, Rc<Shape>>,
}

impl<'content, 'page> Shapes<'content, 'page> {
    pub(super) fn new(content: &'content Content<'page>) -> Self {
        let (upward, kinds) = (upward_paths(content), node_kinds(content));
        Shapes { content, upward, kinds, known: HashMap::new() }
    }

    /// The shape of an element or leaf.
    pub(super) fn of(&mut self, node: NodeId) -> Rc<Shape> {
        if let Some(shape) = self.known.get(&node) {
            return Rc::clone(shape);
        }
        let shape = Rc::new(self.make(node));
        self.known.insert(node, Rc::clone(&shape));
        shape
    }

    fn make(&self, node: NodeId) -> Shape {
        let tree = self.content.tree();
        let depth = tree.depth(node);
        let path = |leaf: usize| {
            let steps = tree.depth(self.content.leaves()[leaf]) - depth;
            self.upward[leaf][steps]
        };
        let order: Vec<Number> = self.content.below(node).map(path).collect();
        let first = if tree.kind(node) == NodeKind::Text { tree.parent(node).unwrap_or(node) } else { node };
        let end = if first == node { tree.end(node).index() } else { first.index() + 1 };
        let kinds = self.kinds[first.index()..end].iter().flatten().copied().collect();
        Shape { paths: sorted_set(order.clone()), kinds: sorted_set(kinds), order }
    }
}

pub(super) fn sorted_set(mut numbers: Vec<Number>) -> Vec<Number> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Numbers the paths to each leaf. A path is told by its tags from the leaf upwards: each tag leads from the number of
/// the path below it to its own. Leaves of one parent with one tag share their paths.
fn upward_paths(content: &Content<'_>) -> Vec<Rc<[Number]>> {
    let tree = content.tree();
    let mut known: HashMap<(Number, &str), Number> = HashMap::new();
    let mut shared: HashMap<(Option<NodeId>, &str), Rc<[Number]>> = HashMap::new();
    let mut make = |leaf: NodeId, own_tag| {
        // The path from a leaf to itself is empty; a text adds no tag to the path from its parent, an image does.
        let mut paths = vec![0];
        let (mut tag, mut path) = (own_tag, 0);
        for ancestor in tree.ancestors(leaf) {
            let next = known.len() as Number + 1;
            path = match tag {
                "" => path,
                tag => *known.entry((path, tag)).or_insert(next),
            };
            paths.push(path);
            tag = if tree.kind(ancestor) == NodeKind::Element { tree.name(ancestor) } else { "" };
        }
        Rc::from(paths)
    };
    let paths = |&leaf: &NodeId| {
        let own_tag = if tree.kind(leaf) == NodeKind::Element { tree.name(leaf) } else { "" };
        Rc::clone(shared.entry((tree.parent(leaf), own_tag)).or_insert_with(|| make(leaf, own_tag)))
    };
    content.leaves().iter().map(paths).collect()
}

/// Numbers the kinds of the elements that hold leaves: the tag with whether its text is bold, and the tag with each of
/// its classes, so that an element with one class more is not another thing.
fn node_kinds(content: &Content<'_>) -> Vec<Vec<Number>> {
    let tree = content.tree();
    let mut known: HashMap<(&str, &str, bool), Number> = HashMap::new();
    let mut number = |kind| {
        let next = known.len() as Number;
        *known.entry(kind).or_insert(next)
    };
    let mut kinds = vec![Vec::new(); tree.len()];
    for element in tree.elements().filter(|&element| !content.below(element).is_empty()) {
        let style = content.layout().and_then(|layout| layout.style(element));
        let is_bold = style.is_some_and(page::Style::is_bold);
        let name = tree.name(element);
        let own = number((name, "", is_bold));
        let classes = tree.classes(element).take(MAX_CLASSES).map(|class| number((name, class, false)));
        kinds[element.index()] = std::iter::once(own).chain(classes).collect();
    }
    kinds
}

/// How many numbers two sorted sets share.
pub(super) fn shared(left: &[Number], right: &[Number]) -> usize {
    let (mut at_left, mut at_right, mut count) = (0, 0, 0);
    while at_left < left.len() && at_right < right.len() {
        match left[at_left].cmp(&right[at_right]) {
            std::cmp::Ordering::Less => at_left += 1,
            std::cmp::Ordering::Greater => at_right += 1,
            std::cmp::Ordering::Equal => {
                count += 1;
                at_left += 1;
                at_right += 1;
            }
        }
    }
    count
}
