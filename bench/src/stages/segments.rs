//! A page with its layout to segments, the search for leaves included.

use analysis::segments::{Config, segments};
use analysis::{Content, tables};

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "segments", prepare };

fn prepare(sample: &SamplePage) -> Run<'_> {
    let page = sample.laid_out();
    let tables = tables::tables(page, &tables::Config::default());
    Box::new(move || Box::new(segments(&Content::of(page), &tables, &Config::default())))
}
