//! The parts of a page.

use std::ops::Range;

use analysis::segments::Method;
use page::Page;
use serde::Serialize;

use crate::parts::Parts;

/// A page cut into parts.
#[derive(Debug, Serialize)]
pub struct Segments<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// How fine it is cut: `coarse`, `normal` or `fine`; the published way has no levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// Its parts, in order; they cover all leaves.
    pub segments: Vec<Segment>,
}

/// A part of a page.
#[derive(Debug, Serialize)]
pub struct Segment {
    /// The path of its first leaf.
    pub first: String,
    /// The path of its last leaf.
    pub last: String,
    /// How many leaves it has.
    pub leaves: usize,
    /// Their texts.
    pub text: String,
}

impl<'a> Segments<'a> {
    /// The parts of a page.
    pub fn of(page: &'a Page, parts: &Parts<'_>) -> Segments<'a> {
        let content = &parts.content;
        let path = |leaf: usize| page.tree.path(content.leaves()[leaf]);
        let segment = |range: &Range<usize>| Segment {
            first: path(range.start),
            last: path(range.end - 1),
            leaves: range.len(),
            text: content.texts(range.clone()),
        };
        let config = &parts.methods().segments;
        let level = (config.method == Method::Visual).then(|| config.level.as_str());
        Segments { page: &page.name, level, segments: parts.segments.iter().map(segment).collect() }
    }
}
