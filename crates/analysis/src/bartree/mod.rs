//! The bar-tree of a region of interest and the reverse algorithm, as published: a template seen from what a person
//! wants of it, outward to both ends of the page.
//!
//! [`Bars`] are the levels around the region with the elements beside it on each; [`Signature`] is the published set of
//! numbers; [`Case`] says on which side of the region a template has changed; [`surroundings`] sees what they cannot.

mod bars;
mod picture;
mod reverse;
mod surroundings;

pub use bars::{Bar, Bars, Numbers};
pub use picture::picture;
pub use reverse::{Case, Reverse, Side};
pub use surroundings::{Beside, Level, differences, is_same, surroundings};

use page::{NodeId, Tree};

/// All numbers of a region.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// The levels around it.
    pub bars: Bars,
    /// The tags around it in the repaired tree.
    pub tree: Reverse,
    /// The tags around it in the source, misnested or not.
    pub source: Reverse,
}

impl Signature {
    /// Of the region from one text to another.
    pub fn of(tree: &Tree, first: NodeId, last: NodeId) -> Signature {
        Signature {
            bars: Bars::around(tree, region(tree, first, last)),
            tree: Reverse::of_tree(tree, first, last),
            source: Reverse::of_source(tree, first, last),
        }
    }

    /// How the tags around the region have changed since it had another signature.
    pub fn case(&self, before: &Signature) -> Case {
        match Case::of(&before.tree, &self.tree) {
            Case::Unchanged => Case::of(&before.source, &self.source),
            case => case,
        }
    }
}

/// The element around the texts of a region.
pub fn region(tree: &Tree, first: NodeId, last: NodeId) -> NodeId {
    let common = tree.lca(first, last);
    if common == first { tree.parent(first).unwrap_or(first) } else { common }
}
