//! What a page is made of, all in one.

use std::ops::Range;

use analysis::Content;
use analysis::hierarchy::{self, LabelNode, hierarchy};
use analysis::segments::{self, segments};
use analysis::tables::{self, Table, tables};
use page::Page;

/// What a page is made of.
#[derive(Debug)]
pub struct Parts<'page> {
    /// Its leaves, in which the segments count.
    pub content: Content<'page>,
    /// Its segments, in order; they cover all leaves.
    pub segments: Vec<Range<usize>>,
    /// Its tables, layout tables too, in order.
    pub tables: Vec<Table>,
    /// Which of its texts is the label of which.
    pub labels: LabelNode,
}

impl Parts<'_> {
    /// Takes a page apart with the default methods.
    pub fn of(page: &Page) -> Parts<'_> {
        let content = Content::of(page);
        let tables = tables(page, &tables::Config::default());
        let segments = segments(&content, &tables, &segments::Config::default());
        let labels = hierarchy(&content, &segments, &tables, &hierarchy::Config::default());
        Parts { content, segments, tables, labels }
    }
}
