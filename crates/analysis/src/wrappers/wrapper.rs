//! A wrapper: for each field some locators that vote on where its value stands.
//!
//! Each locator has a weight. On a page the text with most behind it wins, and the more of all weight it has, the surer
//! it is: if locators disagree, or some find nothing, it is less sure.

use std::error::Error;
use std::fmt;

use job::Failure;
use rustc_hash::{FxHashMap, FxHashSet};

use super::agreement::{self, confidence};
use super::locator::Locator;
use super::places::{BadPlace, read_chain, read_names};
use super::reading::{Label, Reading};
use super::slots::{Way, each_way};
use super::votes::{Poll, Vote, poll};
use crate::ValueKind;

/// How the values of a template's pages are found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wrapper {
    /// Chains that nearly all pages of the template have around some text.
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
    /// Whether somebody asked for it, rather than it being there for review.
    pub is_asked: bool,
    /// Values from the pages it was learnt from.
    pub examples: Vec<String>,
    /// How much its locators disagree on those pages, from 0 to 1.
    pub doubt: f64,
    /// Texts that are never its value.
    pub never: Vec<String>,
}

/// What is wrong with a wrapper.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadWrapper {
    /// The field, or nothing if it is the signature.
    pub field: Option<String>,
    /// What cannot be read.
    pub place: BadPlace,
}

impl fmt::Display for BadWrapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field.as_deref().unwrap_or("signature"), self.place)
    }
}

impl Error for BadWrapper {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.place)
    }
}

impl Failure for BadWrapper {
    fn code(&self) -> &'static str {
        self.place.code()
    }
}

/// A wrapper, ready to read pages.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The chains of the signature, and the same without classes.
    chains: FxHashSet<u64>,
    names: FxHashSet<u64>,
    ways: FxHashMap<Way, Vec<(usize, f64)>>,
    fields: Vec<ReadyField>,
}

/// What is known of a field.
#[derive(Clone, Debug)]
struct ReadyField {
    is_many: bool,
    is_asked: bool,
    /// The weight of all locators.
    total: f64,
    /// Whether some of it is that of labels.
    has_label: bool,
    /// What all pages say that it was learnt from, if they say one thing.
    always: Option<String>,
    /// The kinds of its values.
    kinds: Vec<ValueKind>,
    doubt: f64,
    never: Vec<Label>,
}

/// A value that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The text, by its number on the page.
    pub text: usize,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
    /// How far the locators agree on it, as the share of such values that are right.
    pub agreement: f64,
    /// Whether there is more doubt about it than about the values of the field on other pages. Most such values are
    /// right, but of those that are wrong most are among them.
    pub is_disputed: bool,
}

/// How many times the usual doubt makes a value disputed.
const DISPUTED: f64 = 1.2;

impl Reader {
    /// Makes a wrapper ready.
    ///
    /// # Errors
    ///
    /// If a path or a chain cannot be read.
    pub fn new(wrapper: &Wrapper) -> Result<Reader, BadWrapper> {
        let mut ways: FxHashMap<Way, Vec<(usize, f64)>> = FxHashMap::default();
        for (number, field) in wrapper.fields.iter().enumerate() {
            // A person may give each place all the weight there is; together they have no more.
            let total = field.locators.iter().map(|(_, weight)| weight).sum::<f64>().max(1.0);
            for (locator, weight) in &field.locators {
                let bad = |place| BadWrapper { field: Some(field.name.clone()), place };
                ways.entry(locator.way().map_err(bad)?).or_default().push((number, weight / total));
            }
        }
        let bad = |place| BadWrapper { field: None, place };
        let chains = wrapper.signature.iter().map(|chain| read_chain(chain)).collect::<Result<_, _>>();
        let names = wrapper.signature.iter().map(|chain| Ok(read_names(chain)?.0)).collect::<Result<_, _>>();
        let fields = wrapper.fields.iter().map(ReadyField::of).collect();
        Ok(Reader { chains: chains.map_err(bad)?, names: names.map_err(bad)?, ways, fields })
    }

    /// The values of each field on a page.
    pub fn read(&self, reading: &Reading<'_>) -> Vec<Vec<Found>> {
        let polls = self.polls(reading).into_iter().zip(&self.fields);
        let values = polls.map(|(poll, field)| {
            let Some(poll) = poll else { return Vec::new() };
            let agreement = field.facts(&poll, reading).agreement();
            let sureness = confidence(field.total);
            let is_disputed = 1.0 - agreement > DISPUTED * (1.0 - sureness + field.doubt);
            let found = Found { text: poll.winner.text, confidence: sureness * agreement, agreement, is_disputed };
            if field.is_many { followers(found, reading) } else { vec![found] }
        });
        values.collect()
    }

    /// How the locators of each field vote on a page.
    fn polls(&self, reading: &Reading<'_>) -> Vec<Option<Poll>> {
        let mut votes: Vec<Vec<Vote>> = vec![Vec::new(); self.fields.len()];
        each_way(reading, |way, text| {
            for &(field, weight) in self.ways.get(&way).into_iter().flatten() {
                if self.fields[field].never.contains(&reading.texts[text].label) {
                    continue;
                }
                votes[field].push(Vote { text, weight, by_label: way.is_by_label() });
            }
        });
        let fields = votes.iter().zip(&self.fields);
        let mut polls: Vec<Option<Poll>> =
            fields.map(|(votes, field)| poll(votes, reading, field.always.as_deref())).collect();
        self.give_up_what_others_have(&mut polls);
        polls
    }

    /// A text that another field has with much more weight, or by a label where this one goes by the place alone, is
    /// that field's value: this one is missing on the page, and what stands in its place was found there. What nobody
    /// asked for gives way to what somebody did.
    fn give_up_what_others_have(&self, polls: &mut [Option<Poll>]) {
        /// How much more weight is much more.
        const MUCH: f64 = 1.5;
        let asked = polls.iter().zip(&self.fields).filter(|(_, field)| field.is_asked);
        let asked: Vec<Vote> = asked.filter_map(|(poll, _)| Some(poll.as_ref()?.winner)).collect();
        for (poll, field) in polls.iter_mut().zip(&self.fields) {
            let is_others = |own: &Vote| {
                let is_stronger = |other: &Vote| {
                    let has_label = other.by_label && !own.by_label && other.weight >= own.weight;
                    !field.is_asked || has_label || other.weight > MUCH * own.weight
                };
                asked.iter().any(|other| other.text == own.text && is_stronger(other))
            };
            if poll.as_ref().is_some_and(|poll| is_others(&poll.winner)) {
                *poll = None;
            }
        }
    }

    /// How much the locators of each field disagree on some pages: the median over those where it is found.
    pub fn doubts(&self, readings: &[Reading<'_>]) -> Vec<f64> {
        let mut doubts: Vec<Vec<f64>> = vec![Vec::new(); self.fields.len()];
        for reading in readings {
            for (found, doubts) in self.read(reading).iter().zip(&mut doubts) {
                doubts.extend(found.first().map(|found| 1.0 - found.agreement));
            }
        }
        let median = |mut doubts: Vec<f64>| {
            doubts.sort_by(f64::total_cmp);
            doubts.get(doubts.len() / 2).copied().unwrap_or_default()
        };
        doubts.into_iter().map(median).collect()
    }

    /// The share of the signature that a page has, whatever its classes are.
    pub fn likeness(&self, reading: &Reading<'_>) -> f64 {
        share(&self.names, reading.texts.iter().map(|text| text.places.names))
    }

    /// The share of the signature that a page has.
    pub fn likeness_with_classes(&self, reading: &Reading<'_>) -> f64 {
        share(&self.chains, reading.texts.iter().map(|text| text.places.chain))
    }
}

/// Which share of some kinds is among others.
fn share(kinds: &FxHashSet<u64>, seen: impl Iterator<Item = u64>) -> f64 {
    if kinds.is_empty() {
        return 1.0;
    }
    let seen: FxHashSet<u64> = seen.collect();
    kinds.intersection(&seen).count() as f64 / kinds.len() as f64
}

impl ReadyField {
    fn of(field: &Field) -> ReadyField {
        /// The share of the weight from which labels are what a field is found by.
        const BY_LABEL: f64 = 0.1;
        let total: f64 = field.locators.iter().map(|(_, weight)| weight).sum();
        let is_label = |locator: &Locator| matches!(locator, Locator::After { .. } | Locator::Within { .. });
        let by_label: f64 =
            field.locators.iter().filter(|(locator, _)| is_label(locator)).map(|(_, weight)| weight).sum();
        let always = match &field.examples[..] {
            [only] => Some(only.clone()),
            _ => None,
        };
        ReadyField {
            is_many: field.is_many,
            is_asked: field.is_asked,
            total: total.min(1.0),
            has_label: by_label >= BY_LABEL * total,
            always,
            kinds: field.examples.iter().map(|example| ValueKind::of(example)).collect(),
            doubt: field.doubt,
            never: field.never.iter().map(|text| Label::of(text)).collect(),
        }
    }

    /// What can be said of the text that most locators vote for.
    fn facts(&self, poll: &Poll, reading: &Reading<'_>) -> agreement::Facts {
        let kind = ValueKind::of(&reading.texts[poll.winner.text].text);
        agreement::Facts {
            labelled: f64::from(poll.winner.by_label || !self.has_label),
            of_kind: f64::from(self.kinds.is_empty() || self.kinds.contains(&kind)),
            ..agreement::Facts::of(poll, self.total)
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
    let (chain, own_label) = (reading.texts[first.text].places.chain, reading.texts[first.text].own_label);
    let mut values = vec![first];
    let mut between = 0;
    for (index, text) in reading.texts.iter().enumerate().skip(first.text + 1).take(3 * MOST) {
        if text.own_label.is_some() && text.own_label != own_label {
            break;
        }
        if text.places.chain == chain && text.label != Label::SEPARATOR {
            let last = values[values.len() - 1];
            values.push(Found { text: index, confidence: last.confidence * FURTHER, ..last });
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
        let field = Field {
            name: "x".to_owned(),
            locators,
            is_many,
            is_asked: true,
            examples: Vec::new(),
            doubt: 0.0,
            never: Vec::new(),
        };
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
        check(three(), false, "<p><b>Price:</b> 1</p><p>2</p>", &[("1", 0.98)]);
        check(three(), false, "<p><b>Price:</b> 1</p><p>1</p>", &[("1", 0.99)]);
        check(three(), false, "<p><b>Cost:</b> 1</p><p>2</p>", &[("2", 0.69)]);
        check(three(), false, "<p>none</p>", &[]);
    }

    #[test]
    fn what_another_field_has_is_given_up() {
        let path = |weight| (Locator::Path("/html[1]/body[1]/p[1]/text()[1]".to_owned()), weight);
        let field = |name: &str, locators| Field {
            name: name.to_owned(),
            locators,
            is_many: false,
            is_asked: true,
            examples: Vec::new(),
            doubt: 0.0,
            never: Vec::new(),
        };
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
