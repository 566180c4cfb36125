//! The HTML5 tree of a page, in one compact arena whose node ids are in document order.
//!
//! Because ids are in document order, a subtree is a range of ids, "is an ancestor of" is two comparisons, and a walk
//! over everything below a node is a loop over numbers. The tree is built once by [`Tree::parse`] and never changes.

mod build;
mod drafts;
pub(crate) mod floods;
mod guard;
mod lca;
mod path;
mod serialise;
mod source_tags;

use std::ops::Range;
use std::sync::OnceLock;

pub use html5ever::{LocalName, local_name};

pub use build::Parsed;
pub use path::PathError;
pub use serialise::xml_escaped;
pub use source_tags::{SourceTag, TagKind};
#[cfg(test)]
pub(crate) use {
    floods::{PIECE, drive},
    guard::{Scripting, parse_document, parse_fragment},
};

/// No element stands deeper than this; the document itself has depth 0. Browsers have the same limit.
pub const MAX_DEPTH: usize = 512;
/// No tree has more nodes than this.
pub const MAX_NODES: usize = 2_000_000;
/// No element keeps more attributes than this.
pub const MAX_ATTRIBUTES: usize = 512;

/// A node of one [`Tree`]. Ids are in document order: a smaller id stands earlier in the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The document node of any tree.
    pub const ROOT: NodeId = NodeId(0);

    /// The id as an index into a vector with one entry per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The node with this index. It must be below [`Tree::len`] of the tree it is used with.
    pub fn from_index(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    /// The id that follows in document order; [`Tree::end`] of the root for the last one.
    pub fn next(self) -> NodeId {
        NodeId(self.0 + 1)
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The document, the root of everything.
    Document,
    /// The document type declaration.
    Doctype,
    /// An element.
    Element,
    /// A run of text.
    Text,
    /// A comment.
    Comment,
    /// The inert content of a `template` element; its only child.
    TemplateContent,
}

/// The language an element belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespace {
    /// HTML.
    Html,
    /// SVG drawings.
    Svg,
    /// MathML formulas.
    MathMl,
}

/// Whether browsers lay the page out by the standards or as they did in the nineties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quirks {
    /// By the standards.
    None,
    /// By the standards, but for images in table cells.
    Limited,
    /// As in the nineties.
    Full,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    /// All text, comments and attribute values, one behind the other.
    text: String,
    quirks: Quirks,
    /// The tags of the source, in its order.
    tags: Vec<source_tags::SourceTag>,
    /// For node paths: each node's position among its same-named siblings. Made when first asked for.
    ordinals: OnceLock<Vec<u32>>,
    /// For node paths: the nodes by parent, name and position. Made when first needed.
    steps: OnceLock<Vec<u32>>,
    /// For lowest common ancestors. Made when first asked for.
    lca: OnceLock<lca::LcaTable>,
}

/// Thirty-two bytes per node, so that a page's tree is about as large as its source.
#[derive(Clone, Debug)]
struct Node {
    /// Elements: the name. Others: empty.
    name: LocalName,
    parent: u32,
    /// One behind the last node of the subtree.
    end: u32,
    previous_sibling: u32,
    /// Elements and doctypes: the first attribute. Text and comments: where the text starts.
    start: u32,
    /// How many attributes, or bytes of text.
    len: u32,
    depth: u16,
    kind: NodeKind,
    namespace: Namespace,
}

/// Stands for "no such node" in links.
const NONE: u32 = u32::MAX;

/// One attribute; its value is a range of [`Tree::text`].
#[derive(Clone, Debug)]
struct Attribute {
    name: LocalName,
    prefix: AttributePrefix,
    start: u32,
    len: u32,
}

/// The namespace prefixes that an HTML parser gives attributes of foreign elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttributePrefix {
    None,
    Xlink,
    Xml,
    Xmlns,
}

impl Tree {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: even an empty page has a document node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The document node.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// The `html` element.
    pub fn html(&self) -> NodeId {
        self.children(self.root()).find(|&id| self.kind(id) == NodeKind::Element).unwrap_or(self.root())
    }

    /// The `body` element, or the `frameset` that stands in its place, or else the `html` element.
    pub fn body(&self) -> NodeId {
        let html = self.html();
        self.children(html).find(|&id| matches!(self.name(id), "body" | "frameset")).unwrap_or(html)
    }

    /// How browsers lay this page out.
    pub fn quirks(&self) -> Quirks {
        self.quirks
    }

    /// All nodes, in document order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        ids(0..self.nodes.len() as u32)
    }

    /// All elements, in document order.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.nodes().filter(|&id| self.kind(id) == NodeKind::Element)
    }

    /// What the node is.
    pub fn kind(&self, id: NodeId) -> NodeKind {
        self.node(id).kind
    }

    /// An element's name, in lower case but for SVG's camel-case names; empty for other nodes.
    pub fn name(&self, id: NodeId) -> &str {
        &self.node(id).name
    }

    /// An element's name as an atom, which compares as fast as a number.
    pub fn local_name(&self, id: NodeId) -> &LocalName {
        &self.node(id).name
    }

    /// The language the element belongs to.
    pub fn namespace(&self, id: NodeId) -> Namespace {
        self.node(id).namespace
    }

    /// The node's own text: of a text node or a comment; empty for others.
    pub fn text(&self, id: NodeId) -> &str {
        let node = self.node(id);
        match node.kind {
            NodeKind::Text | NodeKind::Comment => self.slice(node.start, node.len),
            _ => "",
        }
    }

    /// All text below the node, as it stands in the source.
    pub fn text_content(&self, id: NodeId) -> String {
        ids(id.0..self.end(id).0).filter(|&id| self.kind(id) == NodeKind::Text).map(|id| self.text(id)).collect()
    }

    /// The value of an attribute, by its name without prefix.
    pub fn attr(&self, id: NodeId, name: &str) -> Option<&str> {
        self.own_attributes(id)
            .iter()
            .find(|attribute| attribute.prefix == AttributePrefix::None && *attribute.name == *name)
            .map(|attribute| self.slice(attribute.start, attribute.len))
    }

    /// The attributes of an element in source order: name (with prefix, as in `xlink:href`) and value.
    pub fn attrs(&self, id: NodeId) -> impl Iterator<Item = (String, &str)> {
        self.own_attributes(id).iter().map(|attribute| {
            let name = match attribute.prefix {
                AttributePrefix::None => attribute.name.to_string(),
                AttributePrefix::Xlink => format!("xlink:{}", attribute.name),
                AttributePrefix::Xml => format!("xml:{}", attribute.name),
                AttributePrefix::Xmlns if attribute.name == local_name!("xmlns") => "xmlns".to_owned(),
                AttributePrefix::Xmlns => format!("xmlns:{}", attribute.name),
            };
            (name, self.slice(attribute.start, attribute.len))
        })
    }

    /// The classes of an element.
    pub fn classes(&self, id: NodeId) -> impl Iterator<Item = &str> {
        self.attr(id, "class").unwrap_or_default().split_ascii_whitespace()
    }

    /// The parent; `None` for the document.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).parent)
    }

    /// The first child.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        Some(id.next()).filter(|&child| child < self.end(id))
    }

    /// The last child.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        let last = NodeId(self.end(id).0 - 1);
        if last == id {
            return None;
        }
        std::iter::successors(Some(last), |&node| self.parent(node)).find(|&node| self.parent(node) == Some(id))
    }

    /// The sibling that follows.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.parent(id)?;
        Some(self.end(id)).filter(|&sibling| sibling < self.end(parent))
    }

    /// The sibling before.
    pub fn previous_sibling(&self, id: NodeId) -> Option<NodeId> {
        link(self.node(id).previous_sibling)
    }

    /// The children, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The parent, its parent, and so on up to the document.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.parent(id), |&node| self.parent(node))
    }

    /// Everything below the node, in document order, without the node itself.
    pub fn descendants(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        ids(id.0 + 1..self.end(id).0)
    }

    /// One behind the last node of the subtree: the next node in document order that is not below `id`.
    pub fn end(&self, id: NodeId) -> NodeId {
        NodeId(self.node(id).end)
    }

    /// The subtree as a range of indices, the node itself first.
    pub fn subtree(&self, id: NodeId) -> Range<usize> {
        id.index()..self.end(id).index()
    }

    /// How many steps the node is below the document.
    pub fn depth(&self, id: NodeId) -> usize {
        usize::from(self.node(id).depth)
    }

    /// Whether `node` is `ancestor` or stands below it.
    pub fn contains(&self, ancestor: NodeId, node: NodeId) -> bool {
        ancestor <= node && node < self.end(ancestor)
    }

    /// The lowest node that contains both.
    pub fn lca(&self, a: NodeId, b: NodeId) -> NodeId {
        let (first, last) = if a <= b { (a, b) } else { (b, a) };
        if self.contains(first, last) {
            return first;
        }
        self.lca.get_or_init(|| lca::LcaTable::new(&self.nodes)).lca(&self.nodes, first, last)
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn own_attributes(&self, id: NodeId) -> &[Attribute] {
        let node = self.node(id);
        match node.kind {
            NodeKind::Element | NodeKind::Doctype => {
                &self.attributes[node.start as usize..(node.start + node.len) as usize]
            }
            _ => &[],
        }
    }

    fn slice(&self, start: u32, len: u32) -> &str {
        &self.text[start as usize..(start + len) as usize]
    }
}

fn ids(range: Range<u32>) -> impl DoubleEndedIterator<Item = NodeId> {
    range.map(NodeId)
}

fn link(id: u32) -> Option<NodeId> {
    (id != NONE).then_some(NodeId(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree(html: &str) -> Tree {
        Tree::parse(html).tree
    }

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn walks_agree_with_the_page() {
        let tree = tree("<ul><li>a<li>b<b>c</b><li></ul>");
        let ul = tree.elements().find(|&id| tree.name(id) == "ul").unwrap();
        let items: Vec<NodeId> = tree.children(ul).collect();
        assert_eq!(items.len(), 3);
        assert_eq!(tree.last_child(ul), Some(items[2]));
        assert_eq!(tree.previous_sibling(items[1]), Some(items[0]));
        assert_eq!(tree.next_sibling(items[2]), None);
        assert_eq!(tree.text_content(ul), "abc");
        assert_eq!(tree.first_child(items[2]), None);
    }

    proptest! {
        /// Every link is checked against the definition by parents alone, on trees of random tag soup.
        #[test]
        fn links_ranges_and_lca_agree(soup in proptest::collection::vec(
            prop_oneof!["<div>", "</div>", "<b>", "</b>", "<p>", "<table>", "<td>", "</table>", "<li>", "x", "<a>", "</p>"],
            0..60
        )) {
            let tree = tree(&soup.concat());
            let is_below = |node: NodeId, above: NodeId| node == above || tree.ancestors(node).any(|id| id == above);
            for a in tree.nodes() {
                let children: Vec<NodeId> = tree.nodes().filter(|&id| tree.parent(id) == Some(a)).collect();
                prop_assert_eq!(&tree.children(a).collect::<Vec<_>>(), &children);
                prop_assert_eq!(tree.last_child(a), children.last().copied());
                prop_assert_eq!(tree.depth(a), tree.ancestors(a).count());
                for pair in children.windows(2) {
                    prop_assert_eq!(tree.previous_sibling(pair[1]), Some(pair[0]));
                }
                for b in tree.nodes() {
                    prop_assert_eq!(tree.contains(a, b), is_below(b, a));
                    let lowest = std::iter::once(a).chain(tree.ancestors(a)).find(|&id| is_below(b, id)).unwrap();
                    prop_assert_eq!(tree.lca(a, b), lowest);
                }
            }
        }
    }
}
