//! Segments and tables to the label tree.

use analysis::hierarchy::{Method, hierarchy};
use analysis::{Content, segments, tables};

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "hierarchy", prepare };

fn prepare(sample: &SamplePage) -> Run<'_> {
    let content = Content::of(sample.laid_out());
    let tables = tables::tables(sample.laid_out(), &tables::Config::default());
    let segments = segments::segments(&content, &tables, &segments::Config::default());
    Box::new(move || Box::new(hierarchy(&content, &segments, &tables, &Method::default())))
}
