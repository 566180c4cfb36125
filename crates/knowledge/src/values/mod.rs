//! Whether a text, as a page prints it, may be a value of a range: `June 2010` is a date, `48岁` a whole number.
//!
//! A [`Judge`] goes by looks alone and converts nothing. A page prints a value with its label, its unit, its reason;
//! therefore it has two grades of yes. A [`Converter`] makes a value of it, or says why it cannot.

mod addresses;
mod amounts;
mod dates;
mod literal;
mod moments;
mod numbers;
mod reading;

pub use amounts::Amount;
pub use literal::{Converter, Literal, Misfit, Setting};
pub use moments::DayOrder;
pub use reading::Reading;

use crate::names::{folded, is_ideograph, normalised};
use crate::ontology::Range;
use analysis::ValueKind;

/// How well a text fits a range. The last is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fit {
    /// It does not.
    No,
    /// A part of it does: it has a value and something beside.
    Part,
    /// All of it does.
    Whole,
}

impl Fit {
    /// The grade of a thing that is there as a whole, or in part.
    fn of(is_whole: bool, is_part: impl FnOnce() -> bool) -> Fit {
        match is_whole {
            true => Fit::Whole,
            false if is_part() => Fit::Part,
            false => Fit::No,
        }
    }
}

/// Bytes of a text that are looked at. A value that is not plain text is short.
const MAX_TEXT: usize = 400;

/// A range, ready to judge many texts.
#[derive(Clone, Debug)]
pub struct Judge {
    range: Range,
    /// The texts of a choice as they are compared, the longest first.
    choices: Vec<String>,
}

impl Judge {
    /// Of a range.
    pub fn new(range: &Range) -> Judge {
        let mut choices = match range {
            Range::OneOf(texts) => texts.iter().map(|text| normalised(text)).filter(|text| !text.is_empty()).collect(),
            _ => Vec::new(),
        };
        choices.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
        Judge { range: range.clone(), choices }
    }

    /// How well a text fits.
    pub fn fit(&self, text: &str) -> Fit {
        let text = text.trim();
        match &self.range {
            _ if text.is_empty() => Fit::No,
            Range::OneOf(_) => self.choice(text),
            Range::Pattern(_) if text.len() > MAX_TEXT => Fit::No,
            Range::Pattern(pattern) => Fit::of(pattern.is_match(text), || pattern.find(text).is_some()),
            _ if !ValueKind::of(text).is_filled() => Fit::No,
            Range::Any | Range::Text => Fit::Whole,
            // An individual is printed by its name.
            Range::Individual(_) => Fit::of(text.chars().any(char::is_alphabetic), || true),
            _ if text.len() > MAX_TEXT => Fit::No,
            Range::Integer => numbers::fit(&folded(text), numbers::Wanted::Integer),
            Range::Decimal => numbers::fit(&folded(text), numbers::Wanted::Decimal),
            Range::Between(bounds) => numbers::fit(&folded(text), numbers::Wanted::Between(*bounds)),
            Range::Boolean => boolean(text),
            Range::Date => dates::fit(&folded(text), dates::Wanted::Date),
            Range::DateTime => dates::fit(&folded(text), dates::Wanted::DateTime),
            Range::Time => dates::fit(&folded(text), dates::Wanted::Time),
            Range::Year => dates::fit(&folded(text), dates::Wanted::Year),
            Range::Address => addresses::fit(text),
        }
    }

    /// A choice is the whole text, or begins it: `PG-13 for violence`. A single letter that begins a text is none.
    fn choice(&self, text: &str) -> Fit {
        if text.len() > MAX_TEXT {
            return Fit::No;
        }
        let text = normalised(text);
        let begins = |choice: &String| {
            text.strip_prefix(choice.as_str()).is_some_and(|rest| {
                let is_word = rest.starts_with(' ') || choice.ends_with(is_ideograph);
                is_word && (choice.chars().count() > 1 || rest.starts_with(" for ") || choice.ends_with(is_ideograph))
            })
        };
        Fit::of(self.choices.contains(&text), || self.choices.iter().any(begins))
    }
}

/// How well a text fits a range. For many texts, [`Judge`] is faster.
pub fn fit(range: &Range, text: &str) -> Fit {
    Judge::new(range).fit(text)
}

fn boolean(text: &str) -> Fit {
    const WORDS: [&str; 25] = [
        "yes", "no", "true", "false", "y", "n", "1", "0", "on", "off", "ja", "nein", "oui", "non", "si", "sí", "no",
        "是", "否", "有", "无", "✓", "✔", "✗", "✘",
    ];
    let text = normalised(text);
    let begins = |word: &&str| word.len() > 1 && text.strip_prefix(*word).is_some_and(|rest| rest.starts_with(' '));
    Fit::of(WORDS.contains(&text.as_str()), || WORDS.iter().any(begins))
}

#[cfg(test)]
mod tests;
