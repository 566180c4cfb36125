//! Logistic regression with a ridge penalty, over candidates by themselves or in competition (conditional logit, which
//! is a softmax over the candidates of a decision).
//!
//! A choice is fitted in two steps. Cross-entropy with the best candidates is convex and has one answer; from there,
//! the logarithm of the expected worth of the choice is followed to its top, so that a cut that is nearly right counts
//! nearly as much as the right one, and it is enough to choose one of several that are right. Both are found by L-BFGS
//! from zero: no chance, no order of threads, no starting point is in it.

use crate::decision::{Candidate, Decision};

/// How candidates are decided about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One candidate of a decision is chosen: softmax.
    Choice,
    /// The same, but the best candidates deserve the choice alike, and the first step is all there is: where they are
    /// much the same thing, to be content with one of them is to learn what marks that one.
    ChoiceAlike,
    /// Each candidate is accepted or not: logistic.
    Judgement,
}

/// What is fitted, and how.
#[derive(Clone, Debug)]
pub struct Model {
    /// How candidates are decided about.
    pub kind: Kind,
    /// The strength of the penalty on squared weights of standardised facts.
    pub ridge: f64,
    /// For each fact its weight, if it is set by hand; those are left as they are.
    pub by_hand: Vec<Option<f64>>,
}

/// What a choice is led by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// The candidates that are most right.
    Best,
    /// How right the choice is to be expected.
    Worth,
}

/// A candidate that is this much less right than the best one is not among the best.
const SLACK: f64 = 0.02;
/// So many steps are enough for all that is fitted here; the last ones change nothing that is printed.
const MAX_STEPS: usize = 400;
/// Steps are over when the gradient is this short.
const FLAT: f64 = 1e-7;
/// So many past steps tell the curvature.
const MEMORY: usize = 12;

impl Model {
    /// The weights that fit some decisions best, one for each fact.
    pub fn fit(&self, decisions: &[&Decision]) -> Vec<f64> {
        let scales = self.scales(decisions);
        let fixed: Vec<f64> = self.by_hand.iter().map(|weight| weight.unwrap_or_default()).collect();
        let unscaled = |scaled: &[f64]| -> Vec<f64> {
            scaled.iter().zip(&scales).zip(&fixed).map(|((weight, scale), fixed)| fixed + weight * scale).collect()
        };
        let count: f64 = decisions.iter().map(|decision| self.mass(decision)).sum::<f64>().max(1.0);
        let loss = |scaled: &[f64], aim: Aim| {
            let weights = unscaled(scaled);
            let mut gradient = vec![0.0; weights.len()];
            let total: f64 = decisions.iter().map(|decision| self.loss(decision, aim, &weights, &mut gradient)).sum();
            let penalty: f64 = scaled.iter().map(|weight| weight * weight).sum();
            for ((slope, scale), weight) in gradient.iter_mut().zip(&scales).zip(scaled) {
                *slope = *slope * scale / count + self.ridge * weight;
            }
            (total / count + self.ridge * penalty / 2.0, gradient)
        };
        let best = minimise(|scaled| loss(scaled, Aim::Best), vec![0.0; fixed.len()]);
        unscaled(&match self.kind {
            Kind::Judgement | Kind::ChoiceAlike => best,
            Kind::Choice => minimise(|scaled| loss(scaled, Aim::Worth), best),
        })
    }

    /// For each fact what one standard deviation of it is worth; nothing for those that are set by hand.
    fn scales(&self, decisions: &[&Decision]) -> Vec<f64> {
        let rows = || decisions.iter().flat_map(|decision| &decision.candidates);
        let count = rows().count().max(1) as f64;
        let of = |(fact, by_hand): (usize, &Option<f64>)| {
            if by_hand.is_some() {
                return 0.0;
            }
            let mean = rows().map(|row| row.facts[fact]).sum::<f64>() / count;
            let variance = rows().map(|row| (row.facts[fact] - mean).powi(2)).sum::<f64>() / count;
            // A fact that is the same everywhere is the intercept.
            if variance > 1e-12 { 1.0 / variance.sqrt() } else { 1.0 }
        };
        self.by_hand.iter().enumerate().map(of).collect()
    }

    /// How much a decision counts.
    fn mass(&self, decision: &Decision) -> f64 {
        match self.kind {
            Kind::Choice | Kind::ChoiceAlike => 1.0,
            Kind::Judgement => decision.candidates.len() as f64,
        }
    }

    /// The negative log likelihood of a decision; its slope is added to the gradient.
    fn loss(&self, decision: &Decision, aim: Aim, weights: &[f64], gradient: &mut [f64]) -> f64 {
        let odds = odds(decision, weights);
        let mut add = |row: &[f64], error: f64| {
            if error.abs() > 1e-12 {
                gradient.iter_mut().zip(row).for_each(|(slope, fact)| *slope += error * fact);
            }
        };
        match self.kind {
            Kind::Judgement => {
                let mut loss = 0.0;
                for (candidate, odds) in decision.candidates.iter().zip(odds) {
                    let probability = 1.0 / (1.0 + (-odds).exp());
                    loss += odds.max(0.0) - odds * candidate.right + (-odds.abs()).exp().ln_1p();
                    add(&candidate.facts, probability - candidate.right);
                }
                loss
            }
            Kind::Choice | Kind::ChoiceAlike => {
                let most_right = decision.candidates.iter().map(|candidate| candidate.right).fold(0.0, f64::max);
                if most_right <= 0.0 {
                    return 0.0;
                }
                let probabilities = softmax(&odds);
                let aimed = |candidate: &Candidate, probability: f64| match aim {
                    Aim::Best => f64::from(candidate.right >= most_right - SLACK),
                    Aim::Worth => probability * candidate.right,
                };
                let shares: Vec<f64> =
                    decision.candidates.iter().zip(&probabilities).map(|(own, &likely)| aimed(own, likely)).collect();
                let all: f64 = shares.iter().sum::<f64>().max(f64::MIN_POSITIVE);
                for ((candidate, probability), share) in decision.candidates.iter().zip(&probabilities).zip(&shares) {
                    add(&candidate.facts, probability - share / all);
                }
                let surprise = |probability: f64| -probability.max(f64::MIN_POSITIVE).ln();
                match aim {
                    Aim::Worth => surprise(all),
                    Aim::Best => {
                        let best = probabilities.iter().zip(&shares);
                        best.map(|(&probability, share)| share / all * surprise(probability)).sum()
                    }
                }
            }
        }
    }
}

/// Odds as shares of certainty.
fn softmax(odds: &[f64]) -> Vec<f64> {
    let most = odds.iter().copied().fold(f64::MIN, f64::max);
    let total: f64 = odds.iter().map(|odds| (odds - most).exp()).sum();
    odds.iter().map(|odds| (odds - most).exp() / total).collect()
}

/// What each candidate of a decision weighs.
pub fn odds(decision: &Decision, weights: &[f64]) -> Vec<f64> {
    let weigh = |row: &[f64]| row.iter().zip(weights).map(|(fact, weight)| fact * weight).sum();
    decision.candidates.iter().map(|candidate| weigh(&candidate.facts)).collect()
}

/// The lowest point of a smooth convex function, which gives its value and gradient (L-BFGS, with steps halved until
/// they go down).
fn minimise(function: impl Fn(&[f64]) -> (f64, Vec<f64>), start: Vec<f64>) -> Vec<f64> {
    let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let mut at = start;
    let (mut value, mut gradient) = function(&at);
    let mut past: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for _ in 0..MAX_STEPS {
        if dot(&gradient, &gradient).sqrt() < FLAT {
            break;
        }
        let direction = downhill(&gradient, &past);
        let slope = dot(&direction, &gradient);
        let mut length = 1.0;
        let step = loop {
            let next: Vec<f64> = at.iter().zip(&direction).map(|(at, towards)| at + length * towards).collect();
            let (next_value, next_gradient) = function(&next);
            if next_value <= value + 1e-4 * length * slope {
                break Some((next, next_value, next_gradient));
            }
            length /= 2.0;
            if length < 1e-12 {
                break None;
            }
        };
        let Some((next, next_value, next_gradient)) = step else { break };
        let moved: Vec<f64> = next.iter().zip(&at).map(|(next, at)| next - at).collect();
        let turned: Vec<f64> = next_gradient.iter().zip(&gradient).map(|(next, at)| next - at).collect();
        if dot(&moved, &turned) > 1e-18 {
            past.push((moved, turned));
            if past.len() > MEMORY {
                past.remove(0);
            }
        }
        (at, value, gradient) = (next, next_value, next_gradient);
    }
    at
}

/// The direction of the next step: the gradient, bent by what the past steps tell of the curvature (the two-loop
/// recursion).
fn downhill(gradient: &[f64], past: &[(Vec<f64>, Vec<f64>)]) -> Vec<f64> {
    let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let mut direction: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(past.len());
    for (moved, turned) in past.iter().rev() {
        let share = dot(moved, &direction) / dot(moved, turned);
        direction.iter_mut().zip(turned).for_each(|(towards, turned)| *towards -= share * turned);
        shares.push(share);
    }
    if let Some((moved, turned)) = past.last() {
        let scale = dot(moved, turned) / dot(turned, turned);
        direction.iter_mut().for_each(|towards| *towards *= scale);
    }
    for ((moved, turned), share) in past.iter().zip(shares.into_iter().rev()) {
        let back = share - dot(turned, &direction) / dot(moved, turned);
        direction.iter_mut().zip(moved).for_each(|(towards, moved)| *towards += back * moved);
    }
    direction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(rows: &[(&[f64], f64)]) -> Decision {
        let candidates = rows.iter().map(|(facts, right)| Candidate {
            facts: facts.to_vec(),
            right: *right,
            ..Candidate::default()
        });
        Decision { candidates: candidates.collect(), ..Decision::default() }
    }

    #[test]
    fn the_odds_of_a_coin_are_those_of_its_throws() {
        let throws = decision(&[(&[1.0], 1.0), (&[1.0], 1.0), (&[1.0], 1.0), (&[1.0], 0.0)]);
        let model = Model { kind: Kind::Judgement, ridge: 0.0, by_hand: vec![None] };
        let weights = model.fit(&[&throws]);
        assert!((weights[0] - 3f64.ln()).abs() < 1e-6, "{weights:?}");
    }

    #[test]
    fn a_choice_learns_what_the_chosen_have() {
        let one = decision(&[(&[1.0, 0.3], 1.0), (&[0.0, 0.3], 0.0), (&[0.0, 0.9], 0.0)]);
        let other = decision(&[(&[0.0, 0.8], 0.0), (&[1.0, 0.1], 1.0)]);
        let model = Model { kind: Kind::Choice, ridge: 0.01, by_hand: vec![None, None] };
        let weights = model.fit(&[&one, &other]);
        assert!(weights[0] > 1.0 && weights[1] < 0.0, "{weights:?}");
        let by_hand = Model { by_hand: vec![Some(-2.0), None], ..model };
        assert_eq!(by_hand.fit(&[&one, &other])[0], -2.0);
    }
}
