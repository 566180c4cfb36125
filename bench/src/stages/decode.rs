//! Bytes to text.

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "decode", prepare };

fn prepare(page: &SamplePage) -> Run<'_> {
    Box::new(|| Box::new(page::decode(&page.bytes, None).text.len()))
}
