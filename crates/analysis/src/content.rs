//! What a reader finds on a page: its leaves, which of them stand below a node, and the path each is found on. All
//! stages of the analysis count in these leaves.

use std::collections::HashMap;
use std::ops::Range;

use page::{
    Display, Layout, NodeId, NodeKind, Note, Page, Rect, Style, Tree, fold, is_blank, is_inline_element, visible_text,
};

/// No more leaves of a page are looked at. The longest lists that people publish on one page have half as many; the
/// labels and records of a million would take gigabytes.
pub const MAX_LEAVES: usize = 1 << 16;

/// The leaves of a page, in document order.
#[derive(Debug)]
pub struct Content<'page> {
    /// The page they are on.
    pub page: &'page Page,
    leaves: Vec<NodeId>,
}

impl<'page> Content<'page> {
    /// Finds the leaves of a page, up to [`MAX_LEAVES`].
    pub fn of(page: &'page Page) -> Content<'page> {
        let mut leaves = page.leaves();
        leaves.truncate(MAX_LEAVES);
        Content { page, leaves }
    }

    /// What is to be said of a page that has more leaves than are looked at.
    pub fn cut(page: &Page) -> Option<Note> {
        // Counting them takes time, which nearly all pages need not spend.
        let count = if page.tree.len() > MAX_LEAVES { page.leaves().len() } else { 0 };
        (count > MAX_LEAVES).then_some(Note::LeavesCut { kept: MAX_LEAVES, of: count })
    }

    /// The same page with other leaves: subtrees that are read as one. They must be in document order, none in another.
    pub fn with_leaves(page: &'page Page, leaves: Vec<NodeId>) -> Content<'page> {
        Content { page, leaves }
    }

    /// The tree of the page.
    pub fn tree(&self) -> &'page Tree {
        &self.page.tree
    }

    /// The layout of the page, if it has one.
    pub fn layout(&self) -> Option<&'page Layout> {
        self.page.layout.as_ref()
    }

    /// The leaves.
    pub fn leaves(&self) -> &[NodeId] {
        &self.leaves
    }

    /// The numbers of the leaves at or below a node.
    pub fn below(&self, node: NodeId) -> Range<usize> {
        let tree = self.tree();
        let start = self.leaves.partition_point(|&leaf| leaf < node);
        let length = self.leaves[start..].partition_point(|&leaf| leaf < tree.end(node));
        start..start + length
    }

    /// The lowest node that holds all leaves of a range: of one leaf, the leaf itself.
    pub fn common_node(&self, leaves: &Range<usize>) -> NodeId {
        match (self.leaves[leaves.start], self.leaves[leaves.end - 1]) {
            (first, last) if first == last => first,
            (first, last) => self.tree().lca(first, last),
        }
    }

    /// What a leaf says: its text, or what stands for it if it is an image or a control.
    pub fn text(&self, leaf: usize) -> String {
        leaf_text(self.tree(), self.leaves[leaf])
    }

    /// What some leaves say, one after the other. Words that inline elements divide stay whole.
    pub fn texts(&self, leaves: impl IntoIterator<Item = usize>) -> String {
        let mut text = String::new();
        let mut last = None;
        for leaf in leaves {
            let node = self.leaves[leaf];
            if last.is_some_and(|last| !self.is_joined(last, node)) {
                text.push(' ');
            }
            last = Some(node);
            match self.tree().kind(node) {
                NodeKind::Text => text.push_str(self.tree().text(node)),
                _ => text.push_str(&leaf_text(self.tree(), node)),
            }
        }
        fold(&text)
    }

    /// What is read where some leaves are: what they say, without the words that stand for images, which nobody sees
    /// beside other text.
    pub fn reading(&self, leaves: Range<usize>) -> String {
        let is_image = |leaf: &usize| self.tree().name(self.leaves[*leaf]) == "img";
        let read = self.texts(leaves.clone().filter(|leaf| !is_image(leaf)));
        if read.is_empty() { self.texts(leaves) } else { read }
    }

    /// Whether two leaves that follow each other stand in one line with nothing between them, no space either, written
    /// or seen.
    pub(crate) fn is_joined(&self, node: NodeId, next: NodeId) -> bool {
        let tree = self.tree();
        if self.rect(node).zip(self.rect(next)).is_some_and(|(rect, next)| next.x > rect.right() + 1.5) {
            return false;
        }
        let is_text = |index: usize| tree.kind(NodeId::from_index(index)) == NodeKind::Text;
        let between = node.index() + 1..next.index();
        is_text(node.index()) && is_text(next.index()) && !self.begins_line(next) && !between.into_iter().any(is_text)
    }

    /// The element whose style a leaf is shown in: its parent, or the leaf itself if it is an element.
    pub fn element(&self, leaf: usize) -> NodeId {
        let node = self.leaves[leaf];
        match self.tree().kind(node) {
            NodeKind::Element => node,
            _ => self.tree().parent(node).unwrap_or(node),
        }
    }

    /// The style a leaf is shown in.
    pub fn style(&self, leaf: usize) -> Style {
        self.layout().and_then(|layout| layout.style(self.element(leaf))).copied().unwrap_or_default()
    }

    /// The size most letters of the page have.
    pub fn usual_font_size(&self) -> f32 {
        let mut letters: HashMap<u32, usize> = HashMap::new();
        for (leaf, &node) in self.leaves.iter().enumerate() {
            *letters.entry(self.style(leaf).font_size.to_bits()).or_default() += self.tree().text(node).len();
        }
        // Of sizes that are equally frequent the smaller one; positive floats order as their bits do.
        let usual = letters.into_iter().max_by_key(|&(size, count)| (count, std::cmp::Reverse(size)));
        usual.map_or(16.0, |(size, _)| f32::from_bits(size)).max(1.0)
    }

    /// The rectangle of a node, if it has one.
    pub fn rect(&self, node: NodeId) -> Option<Rect> {
        self.layout().and_then(|layout| layout.rect(node))
    }

    /// Whether a node is part of a line: a text, or an element shown inside a line of text.
    pub fn is_inline(&self, node: NodeId) -> bool {
        if self.tree().kind(node) != NodeKind::Element {
            return self.tree().kind(node) == NodeKind::Text;
        }
        match self.layout() {
            Some(layout) => {
                layout.style(node).is_some_and(|style| matches!(style.display, Display::Inline | Display::Contents))
            }
            None => {
                let name = self.tree().name(node);
                is_inline_element(name) || matches!(name, "img" | "input" | "select" | "button")
            }
        }
    }

    /// Whether an element takes no room at all: it is not displayed.
    pub(crate) fn is_removed(&self, element: NodeId) -> bool {
        self.layout().is_some_and(|layout| layout.is_removed(element))
    }

    /// For each leaf whether nothing stands before it in its line.
    pub fn line_starts(&self) -> Vec<bool> {
        self.leaves.iter().map(|&leaf| self.begins_line(leaf)).collect()
    }

    pub(crate) fn begins_line(&self, leaf: NodeId) -> bool {
        let tree = self.tree();
        let counts = |&id: &NodeId| match tree.kind(id) {
            NodeKind::Element => true,
            NodeKind::Text => !is_blank(tree.text(id)),
            _ => false,
        };
        let mut node = leaf;
        while self.is_inline(node) {
            let mut before = std::iter::successors(tree.previous_sibling(node), |&id| tree.previous_sibling(id));
            if let Some(before) = before.find(counts) {
                return tree.name(before) == "br" || !self.is_inline(before);
            }
            match tree.parent(node) {
                Some(parent) => node = parent,
                None => return true,
            }
        }
        true
    }

    /// For each leaf a number that it shares with all leaves of the same path: the tag names from the root to the
    /// leaf's parent, and the tag of a leaf that is an element itself.
    pub fn paths(&self) -> Vec<u32> {
        let tree = self.tree();
        let mut known: HashMap<(u32, &str), u32> = HashMap::new();
        // The path of each open element; paths are numbered in the order they are first met, from 1.
        let mut open: Vec<(NodeId, u32)> = Vec::new();
        let mut paths = Vec::with_capacity(self.leaves.len());
        let mut chain: Vec<NodeId> = Vec::new();
        for &leaf in &self.leaves {
            while open.last().is_some_and(|&(element, _)| tree.end(element) <= leaf) {
                open.pop();
            }
            let known_below = open.last().map(|&(element, _)| element);
            chain.clear();
            chain.extend(tree.ancestors(leaf).take_while(|&element| Some(element) != known_below));
            let is_element = tree.kind(leaf) == NodeKind::Element;
            for &element in chain.iter().rev().chain(is_element.then_some(&leaf)) {
                let outer = open.last().map_or(0, |&(_, path)| path);
                let next = known.len() as u32 + 1;
                let path = *known.entry((outer, tree.name(element))).or_insert(next);
                open.push((element, path));
            }
            paths.push(open.last().map_or(0, |&(_, path)| path));
        }
        paths
    }
}

/// What a leaf says to a reader.
fn leaf_text(tree: &Tree, leaf: NodeId) -> String {
    if tree.kind(leaf) == NodeKind::Text {
        return fold(tree.text(leaf));
    }
    let attribute = |name| tree.attr(leaf, name).map(fold).filter(|text| !text.is_empty());
    match tree.name(leaf) {
        "img" => attribute("alt").filter(|alt| !is_file_name(alt)),
        "select" => selected_option(tree, leaf),
        "input" => attribute("value").or_else(|| attribute("alt")).or_else(|| attribute("placeholder")),
        _ => Some(visible_text(tree, leaf)),
    }
    .unwrap_or_default()
}

/// Whether an alternative text is but the name of the file, as old editors filled it in: `dot.gif (43 bytes)`.
fn is_file_name(alt: &str) -> bool {
    let name = alt.split_once(" (").filter(|(_, rest)| rest.ends_with("bytes)")).map_or(alt, |(name, _)| name);
    let endings = [".gif", ".jpg", ".jpeg", ".png", ".bmp", ".svg", ".webp"];
    !name.contains(' ') && endings.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending))
}

/// The choice that a drop-down list shows.
fn selected_option(tree: &Tree, select: NodeId) -> Option<String> {
    let options = || tree.descendants(select).filter(|&id| tree.name(id) == "option");
    let shown = options().find(|&id| tree.attr(id, "selected").is_some()).or_else(|| options().next())?;
    Some(fold(&tree.text_content(shown)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    #[test]
    fn leaves_on_the_same_path_share_a_number() {
        let page = Page::new(Capture::new("p", "<ul><li><a>1</a> x<li><a>2</a><li>3<img alt=4></ul><p>5<p>6"));
        let content = Content::of(&page);
        let texts: Vec<String> = (0..content.leaves().len()).map(|leaf| content.text(leaf)).collect();
        assert_eq!(texts, ["1", "x", "2", "3", "4", "5", "6"]);
        let paths = content.paths();
        assert_eq!(paths[0], paths[2]);
        assert_eq!(paths[1], paths[3]);
        assert_eq!(paths[5], paths[6]);
        let distinct: std::collections::BTreeSet<_> = paths.iter().collect();
        assert_eq!(distinct.len(), 4);
    }

    #[test]
    fn words_in_parts_stay_whole() {
        let html = "<p>un<b>believ</b>able <i>but</i> <u>true</u><p>end<img alt=x>s";
        let page = Page::new(Capture::new("p", html));
        assert_eq!(Content::of(&page).texts(0..8), "unbelievable but true end x s");
    }

    #[test]
    fn lines_begin_at_blocks_and_breaks() {
        let html = "<p>a <b>b</b> c<br><i> <b>d</b></i> e<div>f</div>g <!-- --><u>h</u><img src=i>";
        let page = Page::new(Capture::new("p", html));
        let starts = Content::of(&page).line_starts();
        assert_eq!(starts, [true, false, false, true, false, true, true, false, false]);
    }

    #[test]
    fn controls_say_what_they_show() {
        let html = "<select><option>a<option selected>b</select><input value=' c  d '><input type=submit><img src=x>\
                    <img alt='dot.gif (43 bytes)'><img alt='A dot.'>";
        let page = Page::new(Capture::new("p", html));
        assert_eq!(Content::of(&page).texts(0..6), "b c d A dot.");
    }
}
