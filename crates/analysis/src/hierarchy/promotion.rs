//! Promotion: a leaf that heads its neighbours becomes their label (OntoMiner, section 4.3.3).

use std::ops::Range;

use page::NodeId;

use super::grouping::{GroupKind, GroupNode};
use super::table_labels::label_tree;
use super::{Config, Kind, LabelNode};
use crate::content::Content;
use crate::emphasis::LARGE;
use crate::tables::Table;

/// A label tree is no deeper than this. What is deeper, which no page made for readers is, becomes one level.
const MAX_DEPTH: usize = 100;

/// Turns the tree of groups into labels: the nodes are promoted from the leaves up, so that a label that was promoted
/// is promoted again while a rule applies. Unlabelled partitions that stand directly in another are dissolved, unless
/// they are whole segments.
pub(super) struct Promotion<'a> {
    /// The page with all its leaves, and with those that are read as one.
    all: &'a Content<'a>,
    content: &'a Content<'a>,
    segments: &'a [Range<usize>],
    tables: &'a [&'a Table],
    emphasised: &'a [bool],
    usual_font_size: f32,
    line_starts: Vec<bool>,
    paths: Vec<u32>,
    unguarded_promotion: bool,
}

impl<'a> Promotion<'a> {
    pub(super) fn new(
        all: &'a Content<'a>,
        content: &'a Content<'a>,
        segments: &'a [Range<usize>],
        tables: &'a [&'a Table],
        emphasised: &'a [bool],
        config: &Config,
    ) -> Promotion<'a> {
        let usual_font_size = content.usual_font_size();
        let unguarded_promotion = config.unguarded_promotion;
        let (line_starts, paths) = (content.line_starts(), content.paths());
        Promotion {
            all,
            content,
            segments,
            tables,
            emphasised,
            usual_font_size,
            line_starts,
            paths,
            unguarded_promotion,
        }
    }

    /// The label tree of the whole page.
    pub(super) fn page(&self, groups: &[GroupNode]) -> LabelNode {
        let title = self.content.page.title().unwrap_or_default();
        let node = self.content.tree().body();
        let leaves = 0..self.content.leaves().len();
        let root = groups.len().checked_sub(1).filter(|_| !leaves.is_empty());
        let children = match root.map(|root| self.promote(groups, root, 0)) {
            Some(top) if top.kind == Kind::Partition => top.children,
            Some(top) => vec![top],
            None => Vec::new(),
        };
        LabelNode { label: title, node, kind: Kind::Page, children, leaf: None }
    }

    /// The label tree below a node.
    fn promote(&self, groups: &[GroupNode], node: usize, depth: usize) -> LabelNode {
        let group = &groups[node];
        if group.children.is_empty() {
            return self.leaf(group.leaves.start);
        }
        if depth >= MAX_DEPTH {
            let children = group.leaves.clone().map(|leaf| self.leaf(leaf)).collect();
            return self.inner(Kind::Partition, group, children);
        }
        let children: Vec<LabelNode> =
            group.children.iter().map(|&child| self.promote(groups, child, depth + 1)).collect();
        if group.kind == GroupKind::Group {
            return self.inner(Kind::Group, group, children);
        }
        self.promote_first(group, children)
    }

    /// Promotes the first child of a partition over the others if a rule says so.
    fn promote_first(&self, group: &GroupNode, mut children: Vec<LabelNode>) -> LabelNode {
        // The label of a segment stays with it: only a segment that is nothing but a heading heads others.
        let is_word = |node: &LabelNode| node.kind != Kind::Segment && !node.label.is_empty();
        let head = children[0].leaf.filter(|_| is_word(&children[0]));
        let is_insider = head.is_some_and(|leaf| self.is_above(leaf, group, &children[1..]));
        let is_outsider = head.is_some() && matches!(&children[1..], [only] if self.may_head(&children[0], only));
        if !is_insider && !is_outsider {
            return self.inner(Kind::Partition, group, self.sections(self.dissolved(children)));
        }
        let first = children.remove(0);
        let below = first.children.into_iter().chain(children).collect();
        LabelNode {
            kind: if self.is_segment(&group.leaves) { Kind::Segment } else { Kind::Label },
            children: self.sections(self.dissolved(below)),
            ..first
        }
    }

    /// Lets each emphasised leaf that begins a line head what follows it, up to its equal, and each label with a colon
    /// what follows in its line, or else the next thing. Where several headings follow each other in one element, their
    /// sections are not parts of the binary tree.
    fn sections(&self, children: Vec<LabelNode>) -> Vec<LabelNode> {
        if self.unguarded_promotion {
            return children;
        }
        let mut kept: Vec<LabelNode> = Vec::with_capacity(children.len());
        // The heading that takes what comes, by its place in `kept`.
        let mut open: Option<usize> = None;
        for child in children {
            match open {
                Some(head) if !self.is_headed_as(&kept[head], &child) && self.may_take(&kept[head], &child) => {
                    kept[head].kind = Kind::Label;
                    kept[head].children.push(child);
                }
                _ => {
                    let is_head = child.kind == Kind::Leaf && (self.opens_section(&child) || is_colon_label(&child));
                    open = is_head.then_some(kept.len());
                    kept.push(child);
                }
            }
        }
        kept
    }

    fn opens_section(&self, node: &LabelNode) -> bool {
        let begins = |leaf: usize| self.emphasised[leaf] && self.line_starts[leaf];
        matches!(node.kind, Kind::Leaf | Kind::Label) && node.leaf.is_some_and(begins)
    }

    /// Above whole segments stands only what is larger than usual text or marked as a heading.
    fn may_take(&self, head: &LabelNode, node: &LabelNode) -> bool {
        if !self.opens_section(head) && is_colon_label(head) {
            return node.leaf.is_some_and(|leaf| head.children.is_empty() || !self.line_starts[leaf]);
        }
        let is_segment = |node: &LabelNode| node.kind == Kind::Segment;
        let holds_segments = is_segment(node) || node.children.iter().any(is_segment);
        !holds_segments || head.leaf.is_some_and(|leaf| self.is_heading(leaf))
    }

    /// Whether a node is headed by a leaf as emphatic as the head, or more.
    fn is_headed_as(&self, head: &LabelNode, node: &LabelNode) -> bool {
        let is_as_large = |leaf: usize| {
            let head = head.leaf.map_or(0.0, |head| self.content.style(head).font_size);
            self.emphasised[leaf] && self.line_starts[leaf] && self.content.style(leaf).font_size >= head
        };
        match node.leaf {
            Some(leaf) => is_as_large(leaf),
            None => node.children.iter().any(|child| child.leaf.is_some_and(is_as_large)),
        }
    }

    /// Whether an emphasised leaf stands above the nodes that follow it. An equal in element and size stands beside it;
    /// and above whole segments stands only what is larger than usual text or marked as a heading.
    fn is_above(&self, head: usize, group: &GroupNode, others: &[LabelNode]) -> bool {
        let rank = |leaf: usize| {
            let element = self.content.element(leaf);
            (self.content.tree().name(element), self.content.style(leaf).font_size.to_bits())
        };
        let is_equal = |leaf: usize| self.emphasised[leaf] && rank(leaf) == rank(head);
        let is_headed_by_equal = |node: &LabelNode| match node.leaf {
            Some(leaf) => is_equal(leaf),
            None => node.children.iter().any(|child| child.leaf.is_some_and(is_equal)),
        };
        let segment = self.segments.partition_point(|segment| segment.end <= group.leaves.start);
        let goes_over_segments = self.segments.get(segment).is_some_and(|segment| segment.end < group.leaves.end);
        self.emphasised[head]
            && (self.unguarded_promotion
                || !others.iter().any(is_headed_by_equal) && (!goes_over_segments || self.is_heading(head)))
    }

    /// Whether a leaf is in a heading element, or larger than the page's usual text.
    fn is_heading(&self, leaf: usize) -> bool {
        let tree = self.content.tree();
        let is_heading_tag = |element: NodeId| matches!(tree.name(element), "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        self.content.style(leaf).font_size >= LARGE * self.usual_font_size
            || tree.ancestors(self.content.leaves()[leaf]).any(is_heading_tag)
    }

    /// Whether a first child that is not emphasised may be promoted over its only sibling.
    fn may_head(&self, head: &LabelNode, sibling: &LabelNode) -> bool {
        match sibling.kind {
            Kind::Table => true,
            // The first of a row of links is one of them, even if it looks different.
            Kind::Group => self.unguarded_promotion || !self.is_on_path_of(head, &sibling.children),
            Kind::Leaf => self.unguarded_promotion || is_colon_label(head),
            _ => false,
        }
    }

    /// Whether a leaf has the path of one of these nodes.
    fn is_on_path_of(&self, head: &LabelNode, nodes: &[LabelNode]) -> bool {
        let path = |node: &LabelNode| node.leaf.map(|leaf| self.paths[leaf]);
        nodes.iter().any(|node| path(node) == path(head))
    }

    /// Puts the children of unlabelled partitions in their place.
    fn dissolved(&self, children: Vec<LabelNode>) -> Vec<LabelNode> {
        let mut kept = Vec::with_capacity(children.len());
        for child in children {
            match child.kind {
                Kind::Partition => kept.extend(child.children),
                _ => kept.push(child),
            }
        }
        if self.unguarded_promotion { kept } else { self.regrouped(kept) }
    }

    /// Lets a leaf join the group beside it if it is on the path of the instances: the binary tree may have put it with
    /// what stands on its other side.
    fn regrouped(&self, children: Vec<LabelNode>) -> Vec<LabelNode> {
        let mut kept: Vec<LabelNode> = Vec::with_capacity(children.len());
        for mut child in children {
            let joins = |group: &LabelNode, leaf: &LabelNode, near: Option<&LabelNode>| {
                let is_leaf = |node: &LabelNode| node.kind == Kind::Leaf && node.leaf.is_some();
                group.kind == Kind::Group
                    && is_leaf(leaf)
                    && near.is_some_and(|near| is_leaf(near) && self.is_on_path_of(leaf, std::slice::from_ref(near)))
            };
            match kept.last_mut() {
                Some(group) if joins(group, &child, group.children.last()) => group.children.push(child),
                Some(leaf) if joins(&child, leaf, child.children.first()) => {
                    child.children.splice(0..0, kept.pop());
                    kept.push(child);
                }
                _ => kept.push(child),
            }
        }
        kept
    }

    fn is_segment(&self, leaves: &Range<usize>) -> bool {
        let at = self.segments.binary_search_by_key(&leaves.start, |segment| segment.start);
        at.is_ok_and(|at| self.segments[at].end == leaves.end)
    }

    fn inner(&self, kind: Kind, group: &GroupNode, children: Vec<LabelNode>) -> LabelNode {
        let is_segment = kind == Kind::Partition && self.is_segment(&group.leaves);
        LabelNode {
            label: String::new(),
            leaf: None,
            node: self.content.common_node(&group.leaves),
            kind: if is_segment { Kind::Segment } else { kind },
            children,
        }
    }

    fn leaf(&self, leaf: usize) -> LabelNode {
        let node = self.content.leaves()[leaf];
        if let Ok(table) = self.tables.binary_search_by_key(&node, |table| table.node) {
            return label_tree(self.all, self.tables[table]);
        }
        LabelNode { label: self.content.text(leaf), leaf: Some(leaf), node, kind: Kind::Leaf, children: Vec::new() }
    }
}

/// Whether a leaf says that its value follows.
fn is_colon_label(node: &LabelNode) -> bool {
    node.leaf.is_some() && node.label.ends_with([':', '：'])
}
