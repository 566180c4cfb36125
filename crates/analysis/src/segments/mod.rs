//! Flat partitioning: a page cut into the segments a person would draw on it (OntoMiner, section 4.1).
//!
//! There are two ways. [`Method::Paper`] is the published one: leaves with the same path are linked, and a segment
//! ends where few links go on ([`links`]). [`Method::Visual`], the default, looks at what begins at each place: a
//! block that is tall, high in the page's structure and of weight beside its siblings begins a segment
//! ([`evidence`]).

mod evidence;
mod links;

use std::ops::Range;

pub use evidence::Weights;

use crate::content::Content;
use crate::tables::Table;

/// How a page is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By what is seen: boxes, headings, gaps, structure.
    #[default]
    Visual,
    /// By the links between leaves of the same path, as published.
    Paper,
}

/// The constants of the partitioner.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// How the page is cut.
    pub method: Method,
    /// The paper's δ: a segment ends where fewer links cross, for each link within it.
    pub crossing_ratio: f64,
    /// What speaks for a cut, and how much.
    pub weights: Weights,
}

impl Default for Config {
    fn default() -> Self {
        Config { method: Method::default(), crossing_ratio: 0.34, weights: Weights::default() }
    }
}

/// Cuts a page with these tables into segments: ranges of leaf numbers, in order, that cover all leaves. What is seen
/// never cuts a table of data; the published way knows nothing of tables.
pub fn segments(content: &Content<'_>, tables: &[Table], config: &Config) -> Vec<Range<usize>> {
    let cuts = match config.method {
        Method::Visual => evidence::cuts(content, tables, &config.weights),
        Method::Paper => links::cuts(&content.paths(), config.crossing_ratio),
    };
    between(&cuts, content.leaves().len())
}

/// The ranges between cuts. A cut is the number of the leaf that begins a segment.
fn between(cuts: &[usize], leaves: usize) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain(std::iter::once(leaves));
    starts.zip(ends).map(|(start, end)| start..end).filter(|range| !range.is_empty()).collect()
}
