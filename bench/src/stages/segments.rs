//! A page with its layout to segments, the search for leaves included.

use analysis::Content;
use analysis::segments::{Config, segments};

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "segments", prepare };

fn prepare(sample: &SamplePage) -> Run<'_> {
    let page = sample.laid_out();
    Box::new(|| Box::new(segments(&Content::of(page), &Config::default())))
}
