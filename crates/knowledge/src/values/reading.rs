//! What a text says by itself, where no range tells what to look for: a number with what it counts, a day, yes or no.

use super::amounts::{Amount, Points, amounts};
use super::literal::truth;
use super::moments::{DayFound, day};
use super::{Fit, fit};
use crate::names::folded;
use crate::ontology::Range;

/// What a text may say. All of it has to: `Room 12` is no number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// A number, with separators, a multiplier and a unit as people print them.
    pub amount: Option<Amount>,
    /// A day, a month or a year, as XML Schema writes it.
    pub day: Option<String>,
    /// Yes or no.
    pub truth: Option<bool>,
}

impl Reading {
    /// Of a text.
    pub fn of(text: &str) -> Reading {
        let is = |range: &Range| fit(range, text) == Fit::Whole;
        let amount = || amounts(&folded(text), Points::Usual).into_iter().next();
        let written = || match day(&folded(text), None) {
            DayFound::Day(day) => day.written().map(|(_, written)| written),
            DayFound::Ambiguous | DayFound::None => None,
        };
        Reading {
            amount: is(&Range::Decimal).then(amount).flatten(),
            day: is(&Range::Date).then(written).flatten(),
            truth: truth(text).filter(|_| is(&Range::Boolean)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_a_whole() {
        let amount = |text: &str| Reading::of(text).amount.map(|amount| (amount.number, amount.unit));
        let some = |number: &str, unit: Option<&str>| Some((number.to_owned(), unit.map(str::to_owned)));
        assert_eq!(amount("1,101.50"), some("1101.5", None));
        assert_eq!(amount("48 m"), some("48", Some("m")));
        assert_eq!(amount("-3"), some("-3", None));
        assert_eq!(amount("£1,200"), some("1200", Some("£")));
        assert_eq!(amount("Room 12"), None);
        assert_eq!(amount("abc"), None);
        let day = |text: &str| Reading::of(text).day;
        assert_eq!(day("14 May 1920").as_deref(), Some("1920-05-14"));
        assert_eq!(day("1920").as_deref(), Some("1920"));
        assert_eq!(day("abc"), None);
        assert_eq!(["yes", "0", "perhaps"].map(|text| Reading::of(text).truth), [Some(true), Some(false), None]);
    }
}
