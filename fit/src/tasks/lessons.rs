//! Lessons: fields of a site that are taught from a few of its pages, as a person would.

use analysis::wrappers::healing::Missing;
use analysis::wrappers::locator::Locator;
use analysis::wrappers::portrait::portraits;
use analysis::wrappers::reading::{Label, Reading};
use analysis::wrappers::teaching::{Example, Taught, teach};
use rustc_hash::FxHashSet;

use super::sites::KnownPage;

/// A field as it was taught.
pub(super) struct Lesson {
    pub(super) attribute: String,
    taught: Taught,
    /// The values on the pages of the lesson.
    examples: Vec<String>,
}

/// The lessons of all attributes that the first page has a value of.
pub(super) fn lessons(pages: &[&KnownPage], readings: &[Reading<'_>]) -> Vec<Lesson> {
    let Some(first) = pages.first() else { return Vec::new() };
    let lesson = |attribute: &String| {
        let texts = readings[0].texts.iter().enumerate();
        let texts: Vec<usize> = texts
            .filter(|(_, text)| first.values[attribute].first() == Some(&text.text))
            .map(|(index, _)| index)
            .collect();
        // The values of other fields are no labels.
        let others = first.values.iter().filter(|(other, _)| *other != attribute).flat_map(|(_, values)| values);
        let others: FxHashSet<Label> = others.map(|value| Label::of(value)).collect();
        let example = Example { reading: 0, texts };
        if example.texts.is_empty() {
            return None;
        }
        let taught = teach(readings, &[example], &others);
        let mut examples: Vec<String> = Vec::new();
        for (reading, text) in readings.iter().zip(&taught.found) {
            let text = text.map(|text| reading.texts[text].text.clone());
            examples.extend(text.filter(|text| !examples.contains(text)));
        }
        Some(Lesson { attribute: attribute.clone(), taught, examples })
    };
    first.values.keys().filter_map(lesson).collect()
}

impl Lesson {
    /// The field as it is looked for after a redesign.
    pub(super) fn missing(&self, readings: &[Reading<'_>]) -> Missing {
        let way = |(locator, weight): &(Locator, f64)| Some((locator.way().ok()?, *weight));
        let label = |(locator, _): &(Locator, f64)| match locator {
            Locator::Within { label, .. } => Some(label.clone()),
            _ => None,
        };
        Missing {
            portrait: portraits(readings, &[self.found()]).into_iter().next().unwrap_or_default(),
            ways: self.taught.locators.iter().filter_map(way).collect(),
            examples: self.examples.clone(),
            starts_with: self.taught.locators.iter().find_map(label),
        }
    }

    fn found(&self) -> Vec<(u32, u32)> {
        let found = self.taught.found.iter().enumerate();
        found.filter_map(|(page, text)| Some((page as u32, (*text)? as u32))).collect()
    }
}
