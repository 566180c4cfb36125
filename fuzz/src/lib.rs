//! What must hold of every page, whatever it was made of. Shared by the fuzz targets and the tests of `page`; no
//! target itself.

use page::tree::{MAX_DEPTH, MAX_NODES};
use page::{Capture, NodeId, NodeKind, Page, Tree, decode, visible_text};

/// Checks everything that can be made of a page.
pub fn check_page(bytes: &[u8]) {
    let page = Page::new(Capture::new("fuzz", bytes));
    check_tree(&page.tree);
    for leaf in page.leaves() {
        assert!(leaf.index() < page.tree.len());
    }
    visible_text(&page.tree, page.tree.root());
    Tree::parse(&page.tree.to_xhtml());
    Tree::parse(&page.tree.to_html_with_ids());
}

/// Checks that any bytes become text, with and without a header.
pub fn check_decoding(bytes: &[u8]) {
    for header in [None, Some("text/html; charset=gbk"), Some("text/html; charset=utf-16"), Some("charset=\"")] {
        let decoded = decode(bytes, header);
        assert!(!decoded.encoding.is_empty());
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let marked = ["\u{FEFF}", text].concat();
        assert_eq!(decode(marked.as_bytes(), Some("charset=big5")).text, text);
    }
}

/// Checks ids, ranges, links and paths against each other.
fn check_tree(tree: &Tree) {
    assert!(tree.len() <= MAX_NODES);
    let mut open: Vec<NodeId> = Vec::new();
    for id in tree.nodes() {
        while open.last().is_some_and(|&above| tree.end(above) <= id) {
            open.pop();
        }
        // Ids are in document order, so the innermost range that is still open is the parent's.
        assert_eq!(tree.parent(id), open.last().copied());
        assert_eq!(tree.depth(id), open.len());
        assert!(tree.depth(id) <= MAX_DEPTH);
        assert!(tree.end(id) > id && open.last().is_none_or(|&above| tree.end(id) <= tree.end(above)));
        let mut previous = None;
        for child in tree.children(id) {
            assert_eq!(tree.parent(child), Some(id));
            assert_eq!(tree.previous_sibling(child), previous);
            previous = Some(child);
        }
        assert_eq!(tree.last_child(id), previous);
        if tree.kind(id) == NodeKind::Text {
            assert!(!tree.text(id).is_empty());
        }
        open.push(id);
    }
    // Paths take time by their length, so not every path of a large page is tried.
    for id in tree.nodes().step_by(tree.len() / 1000 + 1) {
        if tree.kind(id) != NodeKind::TemplateContent {
            assert_eq!(tree.find(&tree.path(id)), Ok(id));
        }
    }
}
