//! The choice: how likely each slot is to hold the values of each property. Two properties rarely share a slot, so the
//! surest property chooses first, and what it takes weighs less for the others.

use super::slots::Slot;
use rustc_hash::FxHashSet;

/// What a slot loses in weight if another property has most of its texts.
const TAKEN: f64 = 6.0;
/// The share of a slot's texts that makes it taken.
const MOSTLY: f64 = 0.6;
/// Slots that are less likely than this are not worth a look.
const LEAST_LIKELY: f64 = 0.002;

/// Slots that may hold the values of a property, the likeliest first.
pub type Likely = Vec<(usize, f64)>;

/// Chooses for all properties. `weights` has for each property the weight of each slot, and `nothing` is the weight of
/// there being none.
pub fn choose(mut weights: Vec<Vec<f64>>, nothing: f64, slots: &[Slot]) -> Vec<Likely> {
    let mut chosen: Vec<Option<Likely>> = vec![None; weights.len()];
    for _ in 0..weights.len() {
        let open = (0..weights.len()).filter(|&property| chosen[property].is_none());
        let likely = open.map(|property| (property, likelihoods(&weights[property], nothing)));
        let surest = likely.reduce(|best, next| if first(&next.1) > first(&best.1) { next } else { best });
        let Some((property, likely)) = surest else { break };
        if let Some(&(slot, _)) = likely.first() {
            let taken: FxHashSet<(u32, u32)> = slots[slot].found.iter().copied().collect();
            let is_taken = |slot: &Slot| {
                let shared = slot.found.iter().filter(|text| taken.contains(text)).count();
                shared as f64 > MOSTLY * slot.found.len() as f64
            };
            for (number, slot) in slots.iter().enumerate().filter(|(_, slot)| is_taken(slot)) {
                debug_assert!(!slot.found.is_empty(), "a slot is found somewhere");
                for (other, weights) in weights.iter_mut().enumerate() {
                    if chosen[other].is_none() && other != property {
                        weights[number] -= TAKEN;
                    }
                }
            }
        }
        chosen[property] = Some(likely);
    }
    chosen.into_iter().map(Option::unwrap_or_default).collect()
}

fn first(likely: &Likely) -> f64 {
    likely.first().map_or(0.0, |&(_, likelihood)| likelihood)
}

/// Weights as shares of certainty, the greatest first.
fn likelihoods(weights: &[f64], nothing: f64) -> Likely {
    let most = weights.iter().copied().fold(nothing, f64::max);
    let total: f64 = (nothing - most).exp() + weights.iter().map(|weight| (weight - most).exp()).sum::<f64>();
    let likely = weights.iter().map(|weight| (weight - most).exp() / total).enumerate();
    let mut likely: Likely = likely.filter(|&(_, likelihood)| likelihood >= LEAST_LIKELY).collect();
    likely.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    likely
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(found: &[(u32, u32)]) -> Slot {
        Slot { ways: Vec::new(), found: found.to_vec() }
    }

    #[test]
    fn the_surest_property_chooses_first() {
        let slots = [slot(&[(0, 1), (1, 1)]), slot(&[(0, 2), (1, 2)])];
        let likely = choose(vec![vec![3.0, 2.0], vec![9.0, 1.0]], 0.0, &slots);
        assert_eq!(likely[1][0].0, 0);
        assert_eq!(likely[0][0].0, 1, "the first slot is taken");
    }

    #[test]
    fn nothing_is_a_choice() {
        let likely = choose(vec![vec![-9.0]], 0.0, &[slot(&[(0, 1)])]);
        assert!(likely[0].is_empty());
    }
}
