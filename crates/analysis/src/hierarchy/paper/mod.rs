//! Hierarchical partitioning as published (OntoMiner, section 4.3).
//!
//! The leaves of each segment, and then the segments, are put together two by two, the most alike first
//! ([`partition`], by the costs in [`cost`]); neighbours that are alike become instances of groups ([`grouping`]);
//! leaves that head what follows become its labels ([`promotion`]).

mod cost;
mod emphasis;
mod grouping;
mod partition;
#[cfg(test)]
mod plain;
mod promotion;
mod shapes;

use std::ops::Range;

use super::{LabelNode, wholes};
use crate::content::Content;
use crate::tables::Table;

/// Where the published algorithm may be left, for pages that it was not made for. None of it is by default, but that a
/// page of thousands of leaves is not put together at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departures {
    /// So many units are put together at once; the time and the memory of more would be without end, so that they are
    /// put together in rounds, which end at headings. The paper has no rounds.
    pub together: usize,
    /// Larger letters emphasise, and so do terms, legends, captions and headers of tables.
    pub size_emphasises: bool,
    /// Capitals emphasise only where most texts on the same path have none.
    pub usual_capitals_are_plain: bool,
    /// Two neighbours without a common path are no instances of one group. In the paper what makes a good cut makes a
    /// group too.
    pub clean_cuts_part: bool,
    /// Signs between the parts of a line and pictures without words are left out.
    pub marks_are_dropped: bool,
}

impl Default for Departures {
    fn default() -> Self {
        Departures {
            together: 1000,
            size_emphasises: false,
            usual_capitals_are_plain: false,
            clean_cuts_part: false,
            marks_are_dropped: false,
        }
    }
}

/// The label tree of a page.
pub(super) fn labels(
    all: &Content<'_>,
    segments: &[Range<usize>],
    tables: &[&Table],
    departures: &Departures,
    is_frequent: &dyn Fn(&str) -> bool,
) -> LabelNode {
    let reading = wholes::Reading { drops_marks: departures.marks_are_dropped, joins_headings: false };
    let (content, segments) = wholes::read_as_one(all, segments, tables, reading);
    let mut emphasised = emphasis::emphasised(&content, departures);
    for (leaf, emphasised) in emphasised.iter_mut().enumerate() {
        *emphasised |= is_frequent(&content.text(leaf));
    }
    let mut partitioner = partition::Partitioner::new(&content, &emphasised, departures);
    let binary = partitioner.page(&segments);
    let groups = grouping::group(&mut partitioner, &binary);
    promotion::Promotion { all, content: &content, segments: &segments, tables, emphasised: &emphasised }.page(&groups)
}
