//! Bytes to values: a page is parsed and read by a wrapper that was learnt from it, as `lode extract` does.

use analysis::wrappers::findings::findings;
use analysis::wrappers::locator::Locator;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::slots;
use analysis::wrappers::views::Views;
use analysis::wrappers::wrapper::{Field, Reader, Wrapper};
use page::{Capture, Page};

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "extract", prepare };

fn prepare(sample: &SamplePage) -> Run<'_> {
    let reader = Reader::new(&wrapper(sample));
    let mut capture = Some(Capture::new(sample.name.as_str(), sample.bytes.as_slice()));
    Box::new(move || {
        let page = Page::new(capture.take().unwrap_or_default());
        let reading = Reading::of(&page);
        Box::new(reader.as_ref().map(|reader| (reader.likeness(&reading), reader.read(&reading))).ok())
    })
}

/// A wrapper for whatever the page tells.
fn wrapper(sample: &SamplePage) -> Wrapper {
    let page = Page::new(Capture::new(sample.name.as_str(), sample.bytes.as_slice()));
    let readings = [Reading::of(&page)];
    let slots = slots(&readings, 1);
    let field = |(number, slot): (usize, usize)| {
        let text = slots[slot].found[0].1 as usize;
        let written = slots[slot].ways_by_sort().into_iter().filter_map(|way| Locator::of(way, &readings[0], text));
        let locators = written.map(|locator| (locator, 0.2)).collect();
        let (examples, never) = Default::default();
        Field { name: number.to_string(), locators, is_many: false, is_asked: true, examples, doubt: 0.0, never }
    };
    let told = findings(&readings, &slots, &Views::of(&readings, &slots)).into_iter().map(|finding| finding.slot);
    Wrapper { signature: Vec::new(), fields: told.enumerate().map(field).collect() }
}
