//! How sure a value is: how sure it is that its field was learnt right, times how far the locators agree on it.
//!
//! The agreement is a probability, that of a logistic regression over what the votes on a page say.
//!
//! Its weights are set by hand. Of 8,825 values on 40 sites 36 are wrong, which is too little to fit to: a regression
//! finds as good odds on the sites that it knows, worse ones on others, and puts five times as many right values in
//! doubt.

use super::votes::Poll;
use crate::evidence::{Evidence, Weight};
use crate::facts;

/// Nothing is fitted.
const FITTED: &[Weight] = &[];

facts! {
    /// What can be said about a value that locators voted for, in numbers.
    pub struct Facts weighed by FITTED {
        /// What all values have. By hand: most are right.
        always = 4.1,
        /// The logarithm of the share of the field's weight that is behind the value. By hand: what half of the
        /// locators do not find is right ten times less often.
        of_all = 3.4,
        /// The logarithm of its share of the weight that is behind it and behind the text that comes second. By
        /// hand: some other text is often found by what does not last.
        of_both = 1.5,
        /// Whether a label led to it, or the field is not found by labels. By hand: where the label of a
        /// field is missing, so is mostly its value.
        labelled = 1.8,
        /// Whether it is of a kind that the values of the field are of. By hand: what is of another kind is
        /// something else as often as not, if the locators disagree too.
        of_kind = 1.6,
    }
}

impl Facts {
    /// What the votes on a page say; `total` is the weight of all locators of the field.
    pub(super) fn of(poll: &Poll, total: f64) -> Facts {
        /// What has less is as good as nothing, and a logarithm needs something.
        const LEAST: f64 = 0.001;
        let weight = poll.winner.weight;
        let share = |of: f64| (weight / of.max(f64::MIN_POSITIVE)).clamp(LEAST, 1.0).ln();
        Facts { always: 1.0, of_all: share(total), of_both: share(weight + poll.rival), ..Facts::default() }
    }

    /// The share of such values that are right.
    pub(super) fn agreement(&self) -> f64 {
        1.0 / (1.0 + (-self.weight()).exp())
    }
}

/// How sure it is that a field was learnt right with nothing, and what all the weight there is adds. By hand, as the
/// next two: of fields that were learnt on sites that were left out of all fitting, even those with little weight
/// behind them are mostly right, since there is seldom anything else that could be meant.
const LEARNT_BY_CHANCE: f64 = 0.35;
/// How soon it is sure: the less, the less weight it takes.
const SURE_SOON: f64 = 0.3;
/// Nothing is certain.
const MOST: f64 = 0.99;

/// How sure it is that a field was learnt right, with so much weight behind its locators.
pub fn confidence(weight: f64) -> f64 {
    (LEARNT_BY_CHANCE + (1.0 - LEARNT_BY_CHANCE) * weight.max(0.0).powf(SURE_SOON)).min(MOST)
}
