//! A wrapper: for each field some locators that vote on where its value stands.
//!
//! Each locator has a weight. On a page the text with most behind it wins, and the more of all weight it has, the surer
//! it is: if locators disagree, or some find nothing, it is less sure.

use rustc_hash::{FxHashMap, FxHashSet};

use super::locator::Locator;
use super::places::{BadPlace, read_chain};
use super::reading::{Label, Reading};
use super::slots::{Way, each_way};

/// How the values of a template's pages are found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wrapper {
    /// Kinds of places that nearly all pages of the template have, as chains without classes.
    pub signature: Vec<String>,
    /// What is looked for, in order.
    pub fields: Vec<Field>,
}

/// Something that is looked for on each page.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// What it is called.
    pub name: String,
    /// Where it may stand, each with its weight.
    pub locators: Vec<(Locator, f64)>,
    /// Whether there can be several values, one after the other.
    pub is_many: bool,
}

/// What is wrong with a wrapper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadWrapper {
    /// The field, or nothing if it is the signature.
    pub field: Option<String>,
    /// What cannot be read.
    pub place: BadPlace,
}

/// A wrapper, ready to read pages.
#[derive(Clone, Debug)]
pub struct Reader {
    signature: FxHashSet<u64>,
    ways: FxHashMap<Way, Vec<(usize, f64)>>,
    is_many: Vec<bool>,
}

/// A value that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The text, by its number on the page.
    pub text: usize,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
}

/// How sure a value is that has this much of all weight behind it. Measured on sites that were left out of all fitting:
/// even with little weight most values are right, since there is seldom anything else that could be meant.
pub fn confidence(weight: f64) -> f64 {
    /// Nothing is certain.
    const MOST: f64 = 0.99;
    (0.35 + 0.65 * weight.max(0.0).powf(0.3)).min(MOST)
}

impl Reader {
    /// Makes a wrapper ready.
    ///
    /// # Errors
    ///
    /// If a path or a chain cannot be read.
    pub fn new(wrapper: &Wrapper) -> Result<Reader, BadWrapper> {
        let mut ways: FxHashMap<Way, Vec<(usize, f64)>> = FxHashMap::default();
        for (number, field) in wrapper.fields.iter().enumerate() {
            for (locator, weight) in &field.locators {
                let bad = |place| BadWrapper { field: Some(field.name.clone()), place };
                ways.entry(locator.way().map_err(bad)?).or_default().push((number, *weight));
            }
        }
        let bad = |place| BadWrapper { field: None, place };
        let signature =
            wrapper.signature.iter().map(|chain| read_chain(chain)).collect::<Result<_, _>>().map_err(bad)?;
        Ok(Reader { signature, ways, is_many: wrapper.fields.iter().map(|field| field.is_many).collect() })
    }

    /// The values of each field on a page.
    pub fn read(&self, reading: &Reading<'_>) -> Vec<Vec<Found>> {
        let mut votes: Vec<Vec<Found>> = vec![Vec::new(); self.is_many.len()];
        each_way(reading, |way, text| {
            for &(field, weight) in self.ways.get(&way).into_iter().flatten() {
                match votes[field].iter_mut().find(|vote| vote.text == text) {
                    Some(vote) => vote.confidence += weight,
                    None => votes[field].push(Found { text, confidence: weight }),
                }
            }
        });
        let mut winners: Vec<Option<Found>> = votes.iter().map(|votes| winner(votes, reading)).collect();
        give_up_what_others_have(&mut winners);
        let values = winners.into_iter().zip(&self.is_many).map(|(winner, &is_many)| {
            let Some(winner) = winner else { return Vec::new() };
            let winner = Found { confidence: confidence(winner.confidence), ..winner };
            if is_many { followers(winner, reading) } else { vec![winner] }
        });
        values.collect()
    }

    /// The share of the signature that a page has.
    pub fn likeness(&self, reading: &Reading<'_>) -> f64 {
        if self.signature.is_empty() {
            return 1.0;
        }
        let seen: FxHashSet<u64> = reading.texts.iter().map(|text| text.places.names).collect();
        let shared = self.signature.iter().filter(|kind| seen.contains(kind)).count();
        shared as f64 / self.signature.len() as f64
    }
}

/// The text with most behind it. Texts that say the same stand by each other; of equal ones the first wins.
fn winner(votes: &[Found], reading: &Reading<'_>) -> Option<Found> {
    let said = |vote: &Found| reading.texts[vote.text].text.as_str();
    let mut sums: Vec<Found> = Vec::new();
    for vote in votes {
        match sums.iter_mut().find(|sum| said(sum) == said(vote)) {
            Some(sum) => {
                sum.confidence += vote.confidence;
                sum.text = sum.text.min(vote.text);
            }
            None => sums.push(*vote),
        }
    }
    sums.into_iter().reduce(|best, vote| {
        let is_better =
            vote.confidence > best.confidence || (vote.confidence == best.confidence && vote.text < best.text);
        if is_better { vote } else { best }
    })
}

/// A text that another field has with much more weight is that field's value: this one is missing on the page, and what
/// stands in its place was found there.
fn give_up_what_others_have(winners: &mut [Option<Found>]) {
    /// How much more weight is much more.
    const MUCH: f64 = 2.5;
    let weights: Vec<(usize, f64)> = winners.iter().flatten().map(|found| (found.text, found.confidence)).collect();
    for winner in winners.iter_mut() {
        if let Some(found) = winner
            && weights.iter().any(|&(text, weight)| text == found.text && weight > MUCH * found.confidence)
        {
            *winner = None;
        }
    }
}

/// Whether a text may stand between two values of a field: a separator, or a word such as `and` or `和`. A label is
/// longer, or has a colon.
fn joins(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    let longest = if text.is_ascii() { 3 } else { 1 };
    letters <= longest && !text.ends_with([':', '：']) && !text.contains(|c: char| c.is_numeric())
}

/// A value and those that follow it in places of the same kind, with nothing but separators and little words between.
fn followers(first: Found, reading: &Reading<'_>) -> Vec<Found> {
    const MOST: usize = 100;
    /// Each further value is a little less sure.
    const FURTHER: f64 = 0.97;
    let chain = reading.texts[first.text].places.chain;
    let mut values = vec![first];
    let mut between = 0;
    for (index, text) in reading.texts.iter().enumerate().skip(first.text + 1).take(3 * MOST) {
        if text.places.chain == chain && text.label != Label::SEPARATOR {
            let last = values[values.len() - 1];
            values.push(Found { text: index, confidence: last.confidence * FURTHER });
            between = 0;
        } else if between == 0 && joins(&text.text) {
            between = 1;
        } else {
            break;
        }
        if values.len() == MOST {
            break;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};

    fn after(label: &str, weight: f64) -> (Locator, f64) {
        (Locator::After { label: label.to_owned(), chain: None, nth: 1 }, weight)
    }

    #[track_caller]
    fn check(locators: Vec<(Locator, f64)>, is_many: bool, html: &str, expected: &[(&str, f64)]) {
        let field = Field { name: "x".to_owned(), locators, is_many };
        let reader = Reader::new(&Wrapper { signature: Vec::new(), fields: vec![field] }).unwrap();
        let page = Page::new(Capture::new("p", html));
        let reading = Reading::of(&page);
        let found: Vec<(&str, f64)> = reader.read(&reading)[0]
            .iter()
            .map(|found| (reading.texts[found.text].text.as_str(), (100.0 * found.confidence).round() / 100.0))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn locators_vote() {
        let path = |path: &str, weight| (Locator::Path(path.to_owned()), weight);
        let three = || vec![after("Price", 0.5), after("Cost", 0.2), path("/html[1]/body[1]/p[2]/text()[1]", 0.3)];
        check(three(), false, "<p><b>Price:</b> 1</p><p>2</p>", &[("1", 0.88)]);
        check(three(), false, "<p><b>Price:</b> 1</p><p>1</p>", &[("1", 0.96)]);
        check(three(), false, "<p><b>Cost:</b> 1</p><p>2</p>", &[("2", 0.8)]);
        check(three(), false, "<p>none</p>", &[]);
    }

    #[test]
    fn what_another_field_has_is_given_up() {
        let path = |weight| (Locator::Path("/html[1]/body[1]/p[1]/text()[1]".to_owned()), weight);
        let field = |name: &str, locators| Field { name: name.to_owned(), locators, is_many: false };
        let keeper = field("keeper", vec![after("Keeper", 0.7), path(0.2)]);
        let phone = field("phone", vec![after("Phone", 0.9)]);
        let reader = Reader::new(&Wrapper { signature: Vec::new(), fields: vec![keeper, phone] }).unwrap();
        let page = Page::new(Capture::new("p", "<p><b>Phone:</b> 1</p>"));
        let found = reader.read(&Reading::of(&page));
        assert!(found[0].is_empty(), "there is no keeper on this page");
        assert_eq!(found[1].len(), 1);
    }

    #[test]
    fn several_values_follow_each_other() {
        let html = "<b>By</b> <a>A</a>, <a>B</a> and <a>C</a><b>From</b><a>D</a>";
        check(vec![after("by", 0.8)], true, html, &[("A", 0.96), ("B", 0.93), ("C", 0.9)]);
        check(vec![after("by", 0.8)], false, html, &[("A", 0.96)]);
    }
}
