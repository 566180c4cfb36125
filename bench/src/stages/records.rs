//! Boxes and tables to lists with records and fields.

use analysis::regions::{Method, regions};
use analysis::{Content, tables};

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "records", prepare };

fn prepare(sample: &SamplePage) -> Run<'_> {
    let page = sample.laid_out();
    let tables = tables::tables(page, &tables::Config::default());
    Box::new(move || Box::new(regions(&Content::of(page), &tables, Method::Best)))
}
