//! What the markup alone hides from a reader: elements that are never shown, that hide themselves, or that stand in for
//! what a browser does not know. What style sheets hide is the matter of a layout.

use crate::tree::{NodeId, Tree};

/// Whether nothing below this element is for a reader: it is never shown, or its own attributes hide it.
pub fn is_muted_element(tree: &Tree, id: NodeId) -> bool {
    is_never_shown(tree.name(id))
        // A title may have slipped out of the head; browsers hide it by a style.
        || tree.name(id) == "title"
        || tree.attr(id, "hidden").is_some()
        || tree.attr(id, "style").is_some_and(hides_itself)
}

/// Elements whose content no style can show.
pub(crate) fn is_never_shown(name: &str) -> bool {
    matches!(
        name,
        "head" | "script" | "style" | "template" | "noscript" | "noframes" | "iframe" | "object" | "datalist"
    )
}

/// Whether what stands in this element is only for browsers that do not know it.
pub(crate) fn holds_fallback(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.name(id), "video" | "audio" | "canvas")
}

/// Whether an inline style takes the element out of the page.
fn hides_itself(style: &str) -> bool {
    // Nearly all inline styles are about other things; the cheap test comes first.
    style.as_bytes().windows(4).any(|word| word.eq_ignore_ascii_case(b"none"))
        && style.split(';').any(|declaration| {
            declaration.split_once(':').is_some_and(|(property, value)| {
                property.trim().eq_ignore_ascii_case("display")
                    && value.split('!').next().unwrap_or_default().trim().eq_ignore_ascii_case("none")
            })
        })
}
