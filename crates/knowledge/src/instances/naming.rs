//! What to call a slot that has no label: by its markup, or by the heading above it.

use analysis::wrappers::reading::Reading;
use page::NodeId;

/// A name from the elements around a text: a property of the markup, an id or a class that a person may have chosen,
/// or else the sort of element.
pub(super) fn marked(reading: &Reading<'_>, text: usize) -> Option<String> {
    /// Elements that may speak for a text.
    const NEAREST: usize = 4;
    let tree = reading.tree();
    let inside = tree.ancestors(reading.texts[text].node);
    let inside: Vec<NodeId> =
        inside.take_while(|&element| !matches!(tree.name(element), "body" | "html")).take(NEAREST).collect();
    let property = |&element: &NodeId| {
        ["itemprop", "property"].iter().find_map(|name| tree.attr(element, name)).filter(|name| is_word(name))
    };
    let named = |&element: &NodeId| {
        let class = tree.classes(element).find(|class| is_word(class));
        class.or_else(|| tree.attr(element, "id").filter(|id| is_word(id)))
    };
    let name = inside.iter().find_map(property).or_else(|| inside.iter().find_map(named))?;
    Some(name.to_owned())
}

/// A class that a person may have chosen to say what something is.
fn is_word(class: &str) -> bool {
    (3..=40).contains(&class.len())
        && class.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '_' | ':'))
        && class.chars().filter(|c| c.is_alphabetic()).count() >= 3
}
