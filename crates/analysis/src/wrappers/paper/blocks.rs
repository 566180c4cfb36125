//! Step 1, insignificant block elimination: a page as its tags and texts in document order, without scripts, styles,
//! comments and whatever else the markup itself hides. Nothing is judged by content here.

use page::tree::Namespace;
use page::{NodeId, NodeKind, Tree, fold, is_blank, is_muted_element};

/// A tag, or the text between two tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// The start tag of an element.
    Open(NodeId),
    /// The end tag of an element that may have content.
    Close(NodeId),
    /// The text from the first to before the second node. It may be in several nodes, with comments between.
    Text(NodeId, NodeId),
}

impl Piece {
    /// The element, or the first node of the text.
    pub(super) fn node(self) -> NodeId {
        match self {
            Piece::Open(node) | Piece::Close(node) | Piece::Text(node, _) => node,
        }
    }
}

/// What is left of the page.
pub(super) fn significant_pieces(tree: &Tree) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(2 * tree.len());
    let mut open: Vec<NodeId> = Vec::new();
    let mut next = tree.root();
    let end = tree.end(tree.root());
    while next < end {
        while let Some(&element) = open.last().filter(|&&element| tree.end(element) <= next) {
            pieces.push(Piece::Close(element));
            open.pop();
        }
        let node = next;
        next = node.next();
        match tree.kind(node) {
            NodeKind::Element if is_muted_element(tree, node) => next = tree.end(node),
            NodeKind::Element => {
                pieces.push(Piece::Open(node));
                if !is_void(tree, node) {
                    open.push(node);
                }
            }
            NodeKind::Text if !is_blank(tree.text(node)) => match pieces.last_mut() {
                Some(Piece::Text(_, end)) => *end = next,
                _ => pieces.push(Piece::Text(node, next)),
            },
            _ => {}
        }
    }
    pieces.extend(open.into_iter().rev().map(Piece::Close));
    pieces
}

/// The text of a piece, folded.
pub(super) fn text_of(tree: &Tree, first: NodeId, end: NodeId) -> String {
    let mut text = String::new();
    let mut next = first;
    while next < end {
        match tree.kind(next) {
            NodeKind::Element => {
                // Between two parts of one text only hidden elements stand.
                next = tree.end(next);
                continue;
            }
            NodeKind::Text => text.push_str(tree.text(next)),
            _ => {}
        }
        next = next.next();
    }
    fold(&text)
}

/// Whether the element never has an end tag: the paper's "single tag".
fn is_void(tree: &Tree, node: NodeId) -> bool {
    tree.namespace(node) == Namespace::Html && is_void_name(tree.name(node))
}

/// Whether elements of this name are tags without an end.
pub(super) fn is_void_name(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(html: &str, expected: Expect) {
        let tree = Tree::parse(html).tree;
        let print = |piece: &Piece| match *piece {
            Piece::Open(node) => format!("<{}>", tree.name(node)),
            Piece::Close(node) => format!("</{}>", tree.name(node)),
            Piece::Text(first, end) => format!("{:?}", text_of(&tree, first, end)),
        };
        let printed: Vec<String> = significant_pieces(&tree).iter().map(print).collect();
        expected.assert_eq(&printed.join(" "));
    }

    #[test]
    fn scripts_styles_and_comments_go() {
        check(
            "<title>t</title><p>a <!-- no --> b<script>no</script>c <style>no</style><br> </p><p hidden>no</p>\
             <p style='display:none'>no<p>d<img src=x>",
            expect![[r#"<html> <body> <p> "a bc" <br> </p> <p> "d" <img> </p> </body> </html>"#]],
        );
    }

    #[test]
    fn an_empty_page_has_its_frame_only() {
        check("", expect!["<html> <body> </body> </html>"]);
    }
}
