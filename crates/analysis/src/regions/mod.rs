//! Data regions: the lists of a page, their records, and what each record says (eMine, and past it).
//!
//! There are three ways. [`Method::Emine`] is the published one: the largest rectangle, the container within it, and
//! its children that are not lower than the average ([`emine`]). [`Method::Mdr`] is the rival that the paper compares
//! itself with: neighbours whose tags are alike ([`mdr`]). [`Method::Best`], the default, is our own:
//!
//! 1. nodes that look alike may be the heads of records, one in each ([`heads`]);
//! 2. for each such set the page is cut into records, in all ways that make sense ([`cuts`]);
//! 3. what is seen of each cut is put into numbers and weighed ([`evidence`]);
//! 4. what does not belong to a cut at its ends goes, what was missed comes ([`ends`]); the best cuts that do not cut
//!    through each other are the regions, the page's main one first ([`choice`]);
//! 5. the fields of their records are aligned and named ([`fields`]).

mod choice;
mod cuts;
mod edits;
pub mod emine;
mod ends;
mod evidence;
mod facts;
mod fields;
mod heads;
mod looks;
pub mod mdr;
mod places;
mod published;
mod units;
mod weights;

#[cfg(test)]
mod tests;

use std::ops::Range;

use page::{NodeId, Rect};

pub use self::choice::{Candidate, Chosen, candidates, choose, conflict};
pub use self::facts::{Facts, ListFacts};
use self::looks::Looks;
use crate::content::Content;
use crate::tables::Table;

/// No page is wider or higher.
const MAX_EDGE: f32 = 1e7;

/// How regions are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By all that is seen: looks, repetition, gaps, places.
    #[default]
    Best,
    /// By rectangles alone, as published.
    Emine,
    /// By tags that repeat, as the paper's rival does.
    Mdr,
}

/// The lists of a page with these tables, the main one first. A list may stand within a record of another one; otherwise
/// their leaves do not overlap.
pub fn regions(content: &Content<'_>, tables: &[Table], method: Method) -> Vec<Region> {
    let looks = Looks::of(content);
    let mut regions = match method {
        Method::Best => choice::best(content, tables, &looks),
        Method::Emine => emine::regions(content),
        Method::Mdr => mdr::regions(content),
    };
    let base = content.page.link_base();
    for region in &mut regions {
        region.columns = fields::read_fields(content, &looks, tables, base.as_ref(), &mut region.records);
    }
    regions
}

/// A list of the page.
#[derive(Clone, Debug)]
pub struct Region {
    /// The lowest node that holds all records.
    pub node: NodeId,
    /// How sure it is that this is a list that a reader would want, 0 to 1.
    pub score: f64,
    /// What is listed, in order.
    pub records: Vec<Record>,
    /// What the fields of its records are, each name once.
    pub columns: Vec<Column>,
}

/// What a field means, the same in every record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it is called.
    pub name: String,
    /// Whether it says the same in every record and merely introduces the field behind it.
    pub is_label: bool,
}

/// One thing of a list.
#[derive(Clone, Debug)]
pub struct Record {
    /// The nodes it consists of, in order: one, or several siblings.
    pub nodes: Vec<NodeId>,
    /// Its leaves.
    pub leaves: Range<usize>,
    /// What it says, in order.
    pub fields: Vec<Field>,
}

/// A value of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// The number of its column in [`Region::columns`].
    pub column: usize,
    /// The node it stands in.
    pub node: NodeId,
    /// What it says, with the label that introduces it.
    pub text: String,
    /// What it says, without the label.
    pub value: String,
    /// Where it leads; absolute, if the page's address is known.
    pub href: Option<String>,
    /// Where the image is, if it is one; absolute as well.
    pub src: Option<String>,
}

impl Region {
    /// The rectangle around all that is seen of it.
    pub fn rect(&self, content: &Content<'_>) -> Option<Rect> {
        self.records.iter().filter_map(|record| record.rect(content)).reduce(|all, rect| all.union(&rect))
    }
}

impl Record {
    /// The rectangle around all that is seen of it.
    pub fn rect(&self, content: &Content<'_>) -> Option<Rect> {
        let leaves = content.leaves()[self.leaves.clone()].iter();
        leaves.filter_map(|&leaf| content.rect(leaf)).filter(is_on_page).reduce(|all, rect| all.union(&rect))
    }
}

/// Whether a rectangle can be seen by scrolling: what stands to the left of the page or above it cannot, and what is
/// millions of pixels away is an author's way to hide it.
pub(crate) fn is_on_page(rect: &Rect) -> bool {
    rect.right() > 0.0 && rect.bottom() > 0.0 && rect.right() < MAX_EDGE && rect.bottom() < MAX_EDGE
}
