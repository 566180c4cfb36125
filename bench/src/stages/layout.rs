//! The embedded layout of a page that is there already.

use layout::Embedded;
use page::{Capture, LayoutEngine, Page};

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "layout", prepare };

fn prepare(sample: &SamplePage) -> Run<'_> {
    let page = Page::new(Capture::new("page", sample.bytes.clone()));
    let engine = Embedded::new();
    Box::new(move || Box::new(engine.lay_out(&page)))
}
