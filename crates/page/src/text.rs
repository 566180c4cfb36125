//! Text as a reader sees it: whitespace folded, and the visible text of a subtree.

use crate::hidden::{holds_fallback, is_muted_element};
use crate::tree::{NodeId, NodeKind, Tree};

/// Whitespace folded to single spaces and trimmed, as all text values in Lode's output are.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// The first characters of a text, with an ellipsis if there are more.
pub fn clipped(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Text that may go to a terminal: what would control it, which pages do hold, is replaced.
pub fn printable(text: &str) -> String {
    let is_control = |character: char| character.is_control() && !matches!(character, '\n' | '\t');
    text.replace(is_control, "\u{FFFD}")
}

/// Whether there is nothing to read in this text.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// The text below `node` that a reader sees, folded. Text of neighbouring blocks is kept apart by a space.
///
/// Elements that are never shown (`script`, `style` …) or that say of themselves that they are hidden are left out, and
/// so is what stands in a film or a drawing for browsers that do not know such.
pub fn visible_text(tree: &Tree, node: NodeId) -> String {
    let mut text = String::new();
    let mut next = node;
    let end = tree.end(node);
    while next < end {
        match tree.kind(next) {
            NodeKind::Element if is_muted_element(tree, next) || holds_fallback(tree, next) => {
                next = tree.end(next);
                continue;
            }
            NodeKind::Element if !is_inline_element(tree.name(next)) => text.push(' '),
            NodeKind::Text => text.push_str(tree.text(next)),
            _ => {}
        }
        let after = next.next();
        // A block that ends here also separates what follows from what it held.
        if after < end && closes_block(tree, next, after) {
            text.push(' ');
        }
        next = after;
    }
    fold(&text)
}

/// Whether a block element ends between two nodes that follow each other in document order.
fn closes_block(tree: &Tree, node: NodeId, after: NodeId) -> bool {
    let outer = tree.parent(after);
    let mut inner = Some(node);
    while let Some(id) = inner.filter(|&id| Some(id) != outer) {
        if tree.kind(id) == NodeKind::Element && !is_inline_element(tree.name(id)) {
            return true;
        }
        inner = tree.parent(id);
    }
    false
}

/// Elements that stand inside a line of text by default, so that their text belongs to the word beside it.
pub fn is_inline_element(name: &str) -> bool {
    matches!(
        name,
        "a" | "abbr"
            | "acronym"
            | "b"
            | "bdi"
            | "bdo"
            | "big"
            | "cite"
            | "code"
            | "data"
            | "del"
            | "dfn"
            | "em"
            | "font"
            | "i"
            | "ins"
            | "kbd"
            | "label"
            | "mark"
            | "nobr"
            | "q"
            | "s"
            | "samp"
            | "small"
            | "span"
            | "strike"
            | "strong"
            | "sub"
            | "sup"
            | "time"
            | "tt"
            | "u"
            | "var"
            | "wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &str) {
        let tree = Tree::parse(html).tree;
        assert_eq!(visible_text(&tree, tree.root()), expected);
    }

    #[test]
    fn inline_markup_does_not_split_words_and_blocks_do() {
        check("<p>un<b>believ</b>able<p>story", "unbelievable story");
        check("<td>a</td>", "a");
        check("<table><tr><td>one<td>two</table>three", "one two three");
        check("<div><div>a</div></div>b", "a b");
        check("a<br>b", "a b");
    }

    #[test]
    fn what_is_never_shown_is_left_out() {
        check("<p>a<script>var b</script><!--c--><style>d</style><span hidden>e</span>f", "af");
        check("<p style='display: NONE'>a</p><noscript>b</noscript>c", "c");
    }

    #[test]
    fn whitespace_is_folded() {
        assert_eq!(fold(" a \n\t b\u{a0}c "), "a b c");
        assert!(is_blank(" \u{a0}\n"));
    }
}
