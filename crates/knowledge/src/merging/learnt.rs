//! What was learnt of all individuals, as it is kept: plain numbers, from which later individuals are judged.

use super::compare::{UNKNOWN, compare, respects};
use super::model::{LEVELS, Model};
use super::profile::{MAX_PROPERTIES, Profile};
use super::statistics::Statistics;

/// What was learnt of all individuals: enough to compare others with them later.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learnt {
    /// Counts and spreads.
    pub statistics: Statistics,
    pub(super) model: Model,
    /// What the evidence must add up to.
    pub threshold: f32,
    /// The sources that list each thing once, in order.
    pub exclusive_sources: Vec<u32>,
}

/// The sort of list of numbers that is written; others cannot be read.
const VERSION: f64 = 1.0;

impl Learnt {
    /// What the likenesses of two weighed profiles say together.
    pub(super) fn total(&self, left: &Profile, right: &Profile) -> f32 {
        let mut steps = [UNKNOWN; MAX_PROPERTIES + 2];
        let steps = &mut steps[..respects(self.model.tables.len().saturating_sub(2))];
        compare(left, right, &self.statistics).steps(steps);
        self.model.total(steps)
    }

    /// By how much two weighed profiles are above the threshold. Whoever says the same in every word is the same:
    /// nothing could tell them apart. So is who says the same where both say something, if that is rare.
    pub(super) fn margin(&self, left: &Profile, right: &Profile, total: f32) -> f32 {
        let margin = total - self.threshold;
        let is_same = || left.says_the_same(right) || left.agrees_with(right, self.statistics.count);
        if margin < 0.0 && is_same() { 0.0 } else { margin }
    }

    /// The source itself, if it lists each thing once.
    pub(super) fn exclusive(&self, source: u32) -> Option<u32> {
        self.exclusive_sources.binary_search(&source).is_ok().then_some(source)
    }

    /// All of it as numbers, to be kept.
    pub fn to_numbers(&self) -> Vec<f64> {
        let mut numbers = vec![VERSION, f64::from(self.statistics.count), f64::from(self.threshold)];
        numbers.push(self.exclusive_sources.len() as f64);
        numbers.extend(self.exclusive_sources.iter().map(|&source| f64::from(source)));
        numbers.extend([f64::from(self.model.before), self.model.tables.len() as f64]);
        numbers.extend(self.model.tables.iter().flatten().map(|&odds| f64::from(odds)));
        numbers.push(self.statistics.steps.len() as f64);
        for steps in &self.statistics.steps {
            numbers.push(steps.len() as f64);
            numbers.extend(steps);
        }
        numbers
    }

    /// Reads what [`to_numbers`](Learnt::to_numbers) wrote; nothing if it is something else.
    pub fn from_numbers(numbers: &[f64]) -> Option<Learnt> {
        let mut reading = Reading(numbers);
        if reading.one()? != VERSION {
            return None;
        }
        let (count, threshold) = (reading.one()? as u32, reading.one()? as f32);
        let exclusive_sources = reading.several()?.iter().map(|&source| source as u32).collect();
        let before = reading.one()? as f32;
        let respects = reading.one()? as usize;
        let rows = reading.take(respects.checked_mul(LEVELS)?)?.chunks(LEVELS);
        let tables = rows.map(|row| std::array::from_fn(|level| row[level] as f32)).collect();
        let properties = reading.one()? as usize;
        let steps = (0..properties).map(|_| reading.several().map(<[f64]>::to_vec)).collect::<Option<_>>()?;
        let (statistics, model) = (Statistics { count, steps }, Model { tables, before });
        reading.0.is_empty().then_some(Learnt { statistics, model, threshold, exclusive_sources })
    }
}

/// Numbers that are left to be read.
struct Reading<'a>(&'a [f64]);

impl<'a> Reading<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [f64]> {
        let (taken, left) = self.0.split_at_checked(count)?;
        self.0 = left;
        Some(taken)
    }

    fn one(&mut self) -> Option<f64> {
        self.take(1).map(|one| one[0])
    }

    /// A count and so many numbers.
    fn several(&mut self) -> Option<&'a [f64]> {
        let count = self.one()?;
        self.take(count as usize)
    }
}
