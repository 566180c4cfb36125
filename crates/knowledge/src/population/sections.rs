//! Which of several links leads to what stands in a part of a page: the one that the nearest heading names.

use page::{NodeId, Page, visible_text};

use crate::names::{Dictionary, Term};

/// Nodes before an individual among which its heading is looked for.
const FARTHEST: usize = 20_000;
/// Bytes of a heading that may be a name.
const LONGEST: usize = 120;

/// The property among some that the nearest heading above a node names.
pub fn nearest_link(page: &Page, node: NodeId, links: &[usize], dictionary: &Dictionary) -> Option<usize> {
    let tree = &page.tree;
    let before = (node.index().saturating_sub(FARTHEST)..node.index()).rev().map(NodeId::from_index);
    let headings = before.filter(|&element| {
        matches!(tree.name(element), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "caption" | "legend" | "summary" | "th")
    });
    headings.into_iter().find_map(|heading| {
        let text = visible_text(tree, heading);
        let names = [text.as_str(), without_count(&text)];
        let found = names.iter().filter(|name| name.len() <= LONGEST).flat_map(|name| dictionary.lookup(name));
        let found = found.filter_map(|found| match found.term {
            Term::Property(number) => links.contains(&number).then_some(number),
            Term::Class(_) => None,
        });
        found.into_iter().next()
    })
}

/// A heading without the number of what stands below it: `Directors (12)`.
fn without_count(text: &str) -> &str {
    text.split(['(', '（', '[', ':', '：']).next().unwrap_or(text).trim()
}
