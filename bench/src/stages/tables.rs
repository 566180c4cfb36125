//! A page with its layout to tables.

use analysis::tables::{Config, tables};

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "tables", prepare };

fn prepare(sample: &SamplePage) -> Run<'_> {
    let page = sample.laid_out();
    Box::new(|| Box::new(tables(page, &Config::default())))
}
