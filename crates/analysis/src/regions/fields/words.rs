//! Names that the author of a page gave to the parts of its records: `itemprop`, `property` and classes.
//!
//! A name is taken only if all pieces of one column have it, and no piece of another.

use page::NodeId;
use rustc_hash::FxHashMap;

use super::pieces::Piece;
use super::table::FieldTable;
use super::vocabulary::{is_former, meaning};
use crate::content::Content;

/// At most so many elements up from a piece are asked.
const MAX_STEPS: usize = 3;

/// What the markup around the pieces of each column says.
pub(super) struct Words<'a> {
    /// For each column what all its pieces stand in, the nearest first.
    shared: Vec<Vec<&'a str>>,
    /// The first column that each word is met in, and whether there are others.
    met: FxHashMap<&'a str, (usize, bool)>,
}

impl<'a> Words<'a> {
    /// Reads the markup around some pieces of each column.
    pub(super) fn new(content: &'a Content<'a>, table: &FieldTable) -> Words<'a> {
        let mut words = Words { shared: Vec::new(), met: FxHashMap::default() };
        for column in 0..table.columns.len() {
            let mut shared: Option<Vec<&'a str>> = None;
            for piece in table.asked(column) {
                let own = around(content, piece);
                for &word in &own {
                    let (first, in_several) = words.met.entry(word).or_insert((column, false));
                    *in_several |= *first != column;
                }
                shared = Some(match shared {
                    None => own,
                    Some(words) => words.into_iter().filter(|word| own.contains(word)).collect(),
                });
            }
            words.shared.push(shared.unwrap_or_default());
        }
        words
    }

    /// What the author of the page calls a column, the nearest first.
    pub(super) fn names(&self, column: usize) -> impl Iterator<Item = String> {
        self.own(column).filter_map(meaning)
    }

    /// What all pieces of a column are called, be others called so too, the nearest first.
    pub(super) fn shared_names(&self, column: usize) -> impl Iterator<Item = String> {
        self.shared[column].iter().copied().filter_map(meaning)
    }

    /// Whether the author of the page calls a column a price that holds no longer.
    pub(super) fn is_former(&self, column: usize) -> bool {
        self.own(column).any(is_former)
    }

    /// The words that are this column's alone.
    fn own(&self, column: usize) -> impl Iterator<Item = &'a str> {
        self.shared[column].iter().copied().filter(move |word| self.met[word] == (column, false))
    }
}

/// The words in the markup around a piece, the nearest first: of the elements that hold hardly anything else.
fn around<'a>(content: &'a Content<'a>, piece: &Piece) -> Vec<&'a str> {
    let tree = content.tree();
    let element = content.element(piece.main);
    let is_own = |&element: &NodeId| content.below(element).len() <= piece.leaves.len() + 2;
    let steps = std::iter::once(element).chain(tree.ancestors(element)).take_while(is_own).take(MAX_STEPS);
    let mut words = Vec::new();
    for step in steps {
        words.extend(tree.attr(step, "itemprop").or_else(|| tree.attr(step, "property")));
        words.extend(tree.classes(step));
    }
    words
}
