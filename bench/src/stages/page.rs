//! Bytes to page: decoding and parsing together.

use page::{Capture, Page};

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "page", prepare };

fn prepare(page: &SamplePage) -> Run<'_> {
    let mut capture = Some(Capture::new(page.name.as_str(), page.bytes.as_slice()));
    Box::new(move || Box::new(Page::new(capture.take().unwrap_or_default())))
}
