//! Text to tree.

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "parse", prepare };

fn prepare(page: &SamplePage) -> Run<'_> {
    let decoded = page::decode(&page.bytes, None);
    Box::new(move || Box::new(page::Tree::parse(&decoded.text)))
}
