//! Bytes to an answer: a page is parsed and held against a wrapper that was taught on it, as `lode check` does.

use lode::job::Job;
use lode::wrapping::{Checker, Lesson};
use page::{Capture, Page};

use super::{Run, Stage};
use crate::sample::SamplePage;
use analysis::wrappers::reading::Reading;

pub(super) const STAGE: Stage = Stage { name: "check", prepare };

fn prepare(sample: &SamplePage) -> Run<'_> {
    let checker = checker(sample);
    let mut capture = Some(Capture::new(sample.name.as_str(), sample.bytes.as_slice()));
    Box::new(move || {
        let page = Page::new(capture.take().unwrap_or_default());
        Box::new(checker.as_ref().map(|checker| checker.check(&page)))
    })
}

/// A wrapper for a few texts of the page, spread over it.
fn checker(sample: &SamplePage) -> Option<Checker> {
    const FIELDS: usize = 5;
    let page = Page::new(Capture::new(sample.name.as_str(), sample.bytes.as_slice()));
    let texts: Vec<String> = Reading::of(&page).texts.into_iter().map(|text| text.text).collect();
    let step = texts.len().div_ceil(FIELDS).max(1);
    let wants = texts.into_iter().step_by(step).enumerate().map(|(number, text)| (number.to_string(), text));
    let lesson = Lesson { wants: wants.collect(), ..Lesson::default() };
    Checker::new(&lesson.teach(&mut [page], &Job::unwatched()).ok()?.done()??.file).ok()
}
