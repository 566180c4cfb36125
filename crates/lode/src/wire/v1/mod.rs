//! The first version of the forms. The names of fields, their meaning and their order are promised, and each form has a
//! golden file among the tests; a field may be added, never renamed or taken away.

mod base;
mod boxes;
mod extraction;
mod labels;
mod overview;
mod problem;
mod progress;
mod records;
mod segments;
mod signature;
mod tables;
mod visit;
mod wrappers;

pub use base::{
    Answer, Commit, Concept, Hit, Instance, InstanceValue, RawText, Stats, Suggestion, UnknownName, ValuesOfWish,
};
pub use boxes::{Boxes, ElementBox, ElementStyle};
pub use extraction::{ExtractedValue, Extraction, FieldNote, NamedValues};
pub use labels::{LabelTree, LabelTreeNode};
pub use overview::{Overview, Xhtml};
pub use problem::{PageFailure, Problem, Remedy};
pub use progress::Progress;
pub use records::{DeclaredItem, DeclaredProperty, DeclaredValue, Field, Record, Records, Region};
pub use segments::{Segment, Segments};
pub use signature::{RegionSignature, Sides, Signature};
pub use tables::{Table, TableRow, Tables};
pub use visit::Visit;
pub use wrappers::{Check, Healing, MovedField};

use page::Page;

/// To a thousandth: what is beyond says nothing.
fn thousandths(number: f64) -> f64 {
    (1000.0 * number).round() / 1000.0 + 0.0
}

/// What is odd about a page, in words.
fn notes(page: &Page) -> Vec<String> {
    page.notes.iter().map(ToString::to_string).collect()
}
