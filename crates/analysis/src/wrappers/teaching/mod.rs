//! Teaching: from a value that a person pointed at to the ways that find it on other pages.
//!
//! 1. every way that leads to the value on the taught page is a locator
//! 2. it counts by its sort, and the less the more texts are found in the same way
//! 3. the other pages tell which of them keep together: what finds nothing there, or something else than most, counts
//!    less

mod facts;

use rustc_hash::{FxHashMap, FxHashSet};

use super::locator::Locator;
use super::portrait::{before, behind};
use super::reading::{Label, Reading};
use super::slots::{Way, each_way};
use super::votes::{Vote, poll};
use crate::evidence::Evidence;
pub use facts::Facts;

/// A value that a person pointed at: on which page, and which of its texts it may be, the likeliest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The page, or the record.
    pub reading: usize,
    /// Its texts that say it.
    pub texts: Vec<usize>,
}

/// What was taught of a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taught {
    /// Where it may stand. The weights are 1 together.
    pub locators: Vec<(Locator, f64)>,
    /// What is found on each page.
    pub found: Vec<Option<usize>>,
}

/// Learns a field from examples on some pages of a template. `values` are those of other fields, which are no labels.
pub fn teach(readings: &[Reading<'_>], examples: &[Example], values: &FxHashSet<Label>) -> Taught {
    let mut candidates = Candidates::of(readings, examples, values);
    let found = candidates.keep_together(readings, examples);
    Taught { locators: candidates.locators(readings), found }
}

/// A way that leads to an example.
struct Candidate {
    way: Way,
    facts: Facts,
    /// Where it was seen.
    example: (usize, usize),
    /// What it finds on each page.
    found: Vec<Option<usize>>,
}

impl Candidate {
    /// How much it counts.
    fn weight(&self) -> f64 {
        self.facts.weight().exp()
    }
}

struct Candidates(Vec<Candidate>);

impl Candidates {
    fn of(readings: &[Reading<'_>], examples: &[Example], values: &FxHashSet<Label>) -> Candidates {
        let labels: Vec<FxHashSet<Label>> = readings.iter().map(labels).collect();
        let mut candidates: Vec<Candidate> = Vec::new();
        for example in examples {
            let reading = &readings[example.reading];
            let mut counts: FxHashMap<Way, u32> = FxHashMap::default();
            let mut ways: Vec<(Way, usize)> = Vec::new();
            each_way(reading, |way, text| {
                *counts.entry(way.uncounted()).or_default() += 1;
                if let Some(place) = example.texts.iter().position(|&other| other == text) {
                    ways.push((way, place));
                }
            });
            for (way, place) in ways {
                let is_known = candidates.iter().any(|candidate| candidate.way == way);
                let crowd = f64::from(counts[&way.uncounted()]).ln();
                let facts = Facts { crowd, further: place as f64, ..Facts::of(way, reading.around.is_some()) };
                if !is_known && is_lasting(way, reading, example, &labels, values) {
                    let example = (example.reading, example.texts[place]);
                    candidates.push(Candidate { way, facts, example, found: vec![None; readings.len()] });
                }
            }
        }
        let never = examples.first().map(|example| labels_around(readings, example)).unwrap_or_default();
        let places: FxHashMap<Way, usize> = candidates.iter().enumerate().map(|(n, c)| (c.way, n)).collect();
        for (page, reading) in readings.iter().enumerate() {
            each_way(reading, |way, text| {
                if let Some(&number) = places.get(&way)
                    && !never.contains(&reading.texts[text].label)
                {
                    candidates[number].found[page] = Some(text);
                }
            });
        }
        Candidates(candidates)
    }

    /// Lets the pages without an example tell which ways keep together, and says what most of them find on each page.
    fn keep_together(&mut self, readings: &[Reading<'_>], examples: &[Example]) -> Vec<Option<usize>> {
        let mut told: Vec<Option<usize>> = vec![None; readings.len()];
        examples.iter().for_each(|example| told[example.reading] = example.texts.first().copied());
        let known = told.clone();
        let example = examples.first().and_then(|example| Some((example.reading, *example.texts.first()?)));
        let Some((page, text)) = example else { return told };
        let said = readings[page].texts[text].text.as_str();
        let others = readings.len() - 1;
        if others == 0 {
            return told;
        }
        let before: Vec<f64> = self.0.iter().map(Candidate::weight).collect();
        let share = others.min(2) as f64 / others as f64;
        for (page, reading) in readings.iter().enumerate() {
            let Some(most) = known[page].or_else(|| self.most(page, reading, &before, said)) else { continue };
            told[page] = Some(most);
            for candidate in &mut self.0 {
                if candidate.example.0 == page {
                    continue;
                }
                match candidate.found[page] {
                    None if reading.around.is_some() => candidate.facts.missing_in_record += share,
                    None => candidate.facts.missing += share,
                    Some(text) if reading.texts[text].text == reading.texts[most].text => {}
                    Some(_) => candidate.facts.other += share,
                }
            }
        }
        told
    }

    /// The text of a page that has most weight.
    fn most(&self, page: usize, reading: &Reading<'_>, weights: &[f64], example: &str) -> Option<usize> {
        let vote = |(candidate, &weight): (&Candidate, &f64)| {
            Some(Vote { text: candidate.found[page]?, weight, by_label: candidate.way.is_by_label() })
        };
        let votes: Vec<Vote> = self.0.iter().zip(weights).filter_map(vote).collect();
        poll(&votes, reading, Some(example)).map(|poll| poll.winner.text)
    }

    /// The ways in their written form.
    fn locators(self, readings: &[Reading<'_>]) -> Vec<(Locator, f64)> {
        let mut locators: Vec<(Locator, f64)> = Vec::new();
        for candidate in &self.0 {
            let (page, text) = candidate.example;
            let Some(locator) = Locator::of(candidate.way, &readings[page], text) else { continue };
            // Without an id around it the path from the nearest id is the path from the root.
            match locators.iter_mut().find(|(known, _)| *known == locator) {
                Some((_, weight)) => *weight += candidate.weight(),
                None => locators.push((locator, candidate.weight())),
            }
        }
        let total: f64 = locators.iter().map(|(_, weight)| weight).sum();
        locators.iter_mut().for_each(|(_, weight)| *weight /= total.max(f64::MIN_POSITIVE));
        /// What counts less than this is not worth a line in a file.
        const LEAST: f64 = 0.001;
        locators.retain(|(_, weight)| *weight >= LEAST);
        locators
    }
}

/// Whether a way can lead anywhere on other pages: its label is a label there too, and not a value before this one.
fn is_lasting(
    way: Way,
    reading: &Reading<'_>,
    example: &Example,
    labels: &[FxHashSet<Label>],
    values: &FxHashSet<Label>,
) -> bool {
    let label = match way {
        Way::After(label, _) | Way::AfterIn(label, _, _) | Way::Within(label, _) => label,
        _ => return true,
    };
    if values.contains(&label) {
        return false;
    }
    let mut others = labels.iter().enumerate().filter(|(page, _)| *page != example.reading).peekable();
    if others.peek().is_some() {
        return others.any(|(_, labels)| labels.contains(&label));
    }
    // Of one page nobody knows what the others have in common; what looks like a value is no label.
    let is_value = |text: &super::reading::Text| text.label == label && crate::ValueKind::of(&text.text).is_value();
    !reading.texts.iter().any(is_value)
}

/// Texts near an example that all pages have once: labels of something else. Where a value is empty they stand in its
/// place.
fn labels_around(readings: &[Reading<'_>], example: &Example) -> FxHashSet<Label> {
    // Of several texts that say the same, one may stand in a menu, among what are values elsewhere.
    let (&[text], 2..) = (&example.texts[..], readings.len()) else { return FxHashSet::default() };
    let reading = &readings[example.reading];
    let near = before(reading, text).into_iter().chain(behind(reading, text));
    let counts = |label: Label, reading: &Reading<'_>| reading.texts.iter().filter(|text| text.label == label).count();
    let is_once = |label: &Label| readings.iter().all(|reading| counts(*label, reading) == 1);
    near.map(|index| reading.texts[index].label).filter(is_once).collect()
}

/// What could be a label on a page.
fn labels(reading: &Reading<'_>) -> FxHashSet<Label> {
    reading.texts.iter().flat_map(|text| [Some(text.label), text.own_label]).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};

    /// Teaches the text that says `value` on the first page, and tells what is found and what counts most.
    #[track_caller]
    fn check(pages: &[&str], value: &str, found: &[Option<&str>], most: &str) {
        let pages: Vec<Page> = pages.iter().map(|html| Page::new(Capture::new("p", *html))).collect();
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        let texts = (0..readings[0].texts.len()).filter(|&index| readings[0].texts[index].text == value).collect();
        let taught = teach(&readings, &[Example { reading: 0, texts }], &FxHashSet::default());
        let said: Vec<Option<&str>> = readings
            .iter()
            .zip(&taught.found)
            .map(|(reading, &text)| Some(reading.texts[text?].text.as_str()))
            .collect();
        assert_eq!(said, found);
        let total: f64 = taught.locators.iter().map(|(_, weight)| weight).sum();
        assert!((total - 1.0).abs() < 0.01, "{total}");
        let best = taught.locators.iter().reduce(|best, next| if next.1 > best.1 { next } else { best }).unwrap();
        assert!(format!("{:?}", best.0).contains(most), "{best:?}");
    }

    #[test]
    fn one_page_is_enough() {
        check(&["<p>A</p><p><b>Price:</b> 1</p>"], "1", &[Some("1")], "Price");
        check(&["<p>1990</p><p class=name>A</p>"], "A", &[Some("A")], "p.name");
    }

    #[test]
    fn other_pages_tell_what_keeps() {
        // The second paragraph is not always the price, but what stands behind its label is.
        let pages = ["<p>A</p><p><b>Price</b> 1</p>", "<p>B</p><p>Sale</p><p><b>Price</b> 2</p>"];
        check(&pages, "1", &[Some("1"), Some("2")], "Price");
        // What stands before the name differs on each page, so it is no label.
        let pages = ["<p>Monday</p><h1>A</h1>", "<p>Tuesday</p><h1>B</h1>"];
        check(&pages, "A", &[Some("A"), Some("B")], "html body h1");
    }

    #[test]
    fn of_several_texts_that_say_it_those_that_vary_count() {
        let page = |team: &str| format!("<ul><li>Hawks<li>Nets<li>Bulls</ul><p class=team>{team}</p>");
        let pages = [page("Nets"), page("Bulls"), page("Hawks")];
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        check(&pages, "Nets", &[Some("Nets"), Some("Bulls"), Some("Hawks")], "p.team");
    }
}
