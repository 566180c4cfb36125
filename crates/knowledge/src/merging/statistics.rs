//! What is learnt once of all individuals: how many there are, and how the numbers of each property are spread.
//!
//! How many individuals have a word is not here: it is the length of its entry in the index, which is kept anyway.

use super::compare::Likeness;
use super::profile::Profile;

/// Steps of equal count that the numbers of a property are cut into.
const STEPS: usize = 256;

/// What is learnt of all individuals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// How many individuals there are.
    pub count: u32,
    /// By property, the numbers that cut its values into steps of equal count, in order.
    pub steps: Vec<Vec<f64>>,
}

impl Statistics {
    /// Learns from profiles.
    pub fn new(profiles: &[Profile]) -> Statistics {
        let mut values: Vec<Vec<f64>> = Vec::new();
        for amount in profiles.iter().flat_map(|profile| profile.amounts.iter()) {
            let field = usize::from(amount.field);
            values.resize_with(values.len().max(field + 1), Vec::new);
            values[field].push(amount.value);
        }
        let steps = values.into_iter().map(|mut values| {
            values.sort_by(f64::total_cmp);
            let count = values.len().min(STEPS);
            (0..count).map(|step| values[step * values.len() / count]).collect()
        });
        Statistics { count: profiles.len() as u32, steps: steps.collect() }
    }

    /// What a word weighs that so many individuals have: how surprising it is, in bits.
    pub fn weight(&self, having: u32) -> f32 {
        let rarity = f64::from(self.count.max(2)) / f64::from(having.max(1));
        (rarity.max(1.0).log2() as f32).max(0.3)
    }

    /// How alike two numbers are: by how many numbers of the property are as near.
    pub(super) fn of_amounts(&self, field: usize, a: f64, b: f64) -> Likeness {
        let steps = self.steps.get(field).map_or(&[][..], Vec::as_slice);
        let within = (a - b).abs();
        let near = |from: f64| {
            let low = steps.partition_point(|&step| step < from - within);
            let high = steps.partition_point(|&step| step <= from + within);
            (high - low + 1) as f64 / (steps.len() + 1) as f64
        };
        let chance = near(a).max(near(b)).min(1.0);
        let share = if a == b { 1.0 } else { 1.0 - chance.sqrt() };
        Likeness { share: share as f32, bits: -chance.log2() as f32 }
    }
}
