//! Where to draw the line, without being told: estimates of the threshold that know nothing of each other.

use super::pairs::Pairs;

/// Parts that a range of values is cut into.
const PARTS: usize = 100;

/// How far values are smeared, in parts.
const SMEAR: f64 = 3.0;

/// How much higher both sides of a valley must be.
const DEEP: f64 = 1.6;

/// Values that must lie beyond a valley.
const BEYOND: f64 = 5.0;

/// Estimates below this expected quality are not worth having.
const WORTH: f64 = 0.6;

/// Several estimates, of which the middle one counts.
#[derive(Default)]
pub(super) struct Estimates(Vec<f32>);

impl Estimates {
    pub(super) fn add(&mut self, estimate: Option<f32>) {
        self.0.extend(estimate.filter(|estimate| estimate.is_finite()));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The one in the middle, or between the two in the middle; 0 if there is none.
    pub(super) fn middle(mut self) -> f32 {
        self.0.sort_by(f32::total_cmp);
        let (low, high) = (self.0.get(self.0.len().saturating_sub(1) / 2), self.0.get(self.0.len() / 2));
        low.zip(high).map_or(0.0, |(low, high)| f32::midpoint(*low, *high))
    }
}

/// The deepest valley of a distribution: different things on one side, the same on the other.
pub(super) fn valley(values: impl Iterator<Item = f32> + Clone) -> Option<f32> {
    let (low, high) = values.clone().fold((f32::MAX, f32::MIN), |(low, high), value| (low.min(value), high.max(value)));
    if high <= low {
        return None;
    }
    let mut counts = [0.0_f64; PARTS];
    for value in values {
        let part = (value - low) / (high - low) * PARTS as f32;
        counts[(part as usize).min(PARTS - 1)] += 1.0;
    }
    let smooth = smeared(&counts);
    let mut deepest: Option<(f64, usize)> = None;
    for at in 1..PARTS - 1 {
        let highest = |side: &[f64]| side.iter().copied().fold(0.0, f64::max);
        let banks = highest(&smooth[..at]).min(highest(&smooth[at + 1..]));
        let beyond: f64 = counts[at..].iter().sum();
        let is_valley = banks > DEEP * (smooth[at] + 0.3) && beyond >= BEYOND;
        if is_valley && deepest.is_none_or(|(depth, _)| smooth[at] < depth) {
            deepest = Some((smooth[at], at));
        }
    }
    deepest.map(|(_, at)| low + (high - low) * (at as f32 + 0.5) / PARTS as f32)
}

/// Counts, each spread over its neighbours. At the upper end, where most values may be, they are thrown back.
fn smeared(counts: &[f64; PARTS]) -> [f64; PARTS] {
    let bell = |distance: f64| (-(distance / SMEAR).powi(2) / 2.0).exp();
    std::array::from_fn(|at| {
        let spread = counts.iter().enumerate().map(|(from, count)| {
            let thrown_back = (2 * PARTS - 1 - from) as f64 - at as f64;
            count * (bell(at as f64 - from as f64) + bell(thrown_back))
        });
        spread.sum()
    })
}

/// The best pairs of those that may be, such that each individual is in one.
pub(super) fn exclusive(pairs: &Pairs, totals: &[f32], may_be: impl Fn(usize) -> bool, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pairs.len()).filter(|&at| may_be(at)).collect();
    order.sort_by(|&a, &b| totals[b].total_cmp(&totals[a]).then(a.cmp(&b)));
    let mut is_taken = vec![false; count];
    order.retain(|&at| {
        let (left, right) = pairs.ids(at);
        let is_free = !is_taken[left] && !is_taken[right];
        if is_free {
            (is_taken[left], is_taken[right]) = (true, true);
        }
        is_free
    });
    order
}

/// The threshold at which most is right, if sources list each thing once: then a pair within a source is a decoy, and
/// as many pairs across sources are wrong as decoys are chosen.
pub(super) fn with_decoys(pairs: &Pairs, totals: &[f32], sources: &[u32]) -> Option<f32> {
    let links = exclusive(pairs, totals, |_| true, sources.len());
    let mut sizes = vec![0.0_f64; sources.iter().max().map_or(0, |last| *last as usize + 1)];
    sources.iter().for_each(|&source| sizes[source as usize] += 1.0);
    let (all, within) = (sizes.iter().sum::<f64>().powi(2), sizes.iter().map(|size| size * size).sum::<f64>());
    // How many more pairs there are across than within.
    let scale = (all - within) / within.max(1.0);
    let (mut across, mut decoys) = (0.0, 0.0);
    let mut curve: Vec<(f32, f64, f64)> = Vec::with_capacity(links.len());
    for at in links {
        let (left, right) = pairs.ids(at);
        if sources[left] == sources[right] {
            decoys += 1.0
        } else {
            across += 1.0
        }
        curve.push((totals[at], across, f64::max(across - decoys * scale, 0.0)));
    }
    let most = curve.iter().map(|(_, _, right)| *right).fold(0.0, f64::max);
    let quality = |(_, chosen, right): &(f32, f64, f64)| 2.0 * right / (chosen + most).max(1.0);
    let best = curve.iter().max_by(|a, b| quality(a).total_cmp(&quality(b)))?;
    (quality(best) >= WORTH).then_some(best.0)
}
