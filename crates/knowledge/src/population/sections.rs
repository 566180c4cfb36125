//! Which of several links leads to what stands in a part of a page: the one that the nearest heading above names.

use page::{NodeId, Page, visible_text};

use super::roles::Link;
use crate::names::{Dictionary, Term};

/// Bytes of a heading that may be a name.
const LONGEST: usize = 120;

/// The headings of a page that name links.
#[derive(Clone, Debug)]
pub struct Sections {
    /// In document order; the property by its place in the ontology.
    headings: Vec<(NodeId, usize)>,
}

impl Sections {
    /// Of the links that may be told on a page.
    pub fn of(page: &Page, links: &[Link], dictionary: &Dictionary) -> Sections {
        let tree = &page.tree;
        let is_heading = |&element: &NodeId| {
            matches!(tree.name(element), "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "caption" | "legend" | "summary")
        };
        let link = |text: &str| {
            let names = [text, without_count(text)];
            let found = names.iter().filter(|name| name.len() <= LONGEST).flat_map(|name| dictionary.lookup(name));
            let found = found.filter_map(|found| match found.term {
                Term::Property(number) => Some(number),
                Term::Class(_) => None,
            });
            found.into_iter().find(|number| links.iter().any(|link| link.property == *number))
        };
        let headings = tree.elements().filter(is_heading);
        let named = headings.filter_map(|heading| Some((heading, link(&visible_text(tree, heading))?)));
        Sections { headings: named.collect() }
    }

    /// The property among some that the nearest heading above a node names.
    pub fn link(&self, node: NodeId, among: &[usize]) -> Option<usize> {
        let before = self.headings.partition_point(|(heading, _)| *heading < node);
        self.headings[..before].iter().rev().map(|(_, property)| *property).find(|property| among.contains(property))
    }
}

/// A heading without the number of what stands below it: `Directors (12)`.
fn without_count(text: &str) -> &str {
    text.split(['(', '（', '[', ':', '：']).next().unwrap_or(text).trim()
}
