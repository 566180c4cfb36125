//! What a likeness says: for each respect and level of likeness, how much more often it is found among the same than
//! among others. The tables are learnt (`learning.rs`); here they are made from counts, and read.
//!
//! These are the weights of Fellegi and Sunter's theory, over levels of likeness, without a table for each word: rarity
//! is in the likeness already.

use super::compare::{FULL, UNKNOWN};
use super::pairs::Pairs;

/// Levels of likeness. What lies between two counts for both in part.
pub(super) const LEVELS: usize = 12;

/// Where the levels are. Near one they are closer, since that is where most is decided.
const AT: [f32; LEVELS] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1.0];

/// Respects are not independent: what the whole says, its properties say again. Half of the sum is near what a fitted
/// weight for each would make of it.
const TEMPER: f32 = 0.5;

/// Pairs that are made up for each level, so that what was never seen is not impossible.
const MADE_UP: f64 = 2.0;

/// What likenesses say where nothing could be learnt, of everything together, of numbers and codes, and of a property:
/// about what they say in lists of people, papers, products and records. Within one source what differs says more than
/// what agrees, since all is written in one way, and different things agree in much.
const WITHIN: [Table; 3] = [
    [-8.0, -6.0, -4.0, -2.5, -1.0, 0.0, 1.5, 3.0, 4.5, 6.0, 7.5, 8.0],
    [-2.5, -2.2, -1.8, -1.4, -1.0, -0.5, -0.2, 0.3, 0.8, 1.2, 1.4, 1.5],
    [-2.5, -2.2, -1.8, -1.4, -1.0, -0.5, -0.2, 0.3, 0.6, 0.9, 1.1, 1.2],
];

/// The same across sources, of which each writes in its own way.
const ACROSS: [Table; 3] = [
    [-6.0, -3.0, -0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 7.5, 8.0],
    [-1.2, -1.0, -0.8, -0.4, 0.2, 0.6, 1.0, 1.5, 2.0, 2.4, 2.7, 3.0],
    [-1.0, -0.8, -0.5, -0.2, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.3],
];

/// The part of a source that it has twice, and the part that another source has as well, if nothing is known.
const SHARES: [f32; 2] = [0.05, 0.3];

/// Among more individuals than these, chance makes things as alike as it ever does.
const MANY: usize = 50;

/// A respect in which two individuals are compared, and what each level says, as a natural logarithm of odds.
pub(super) type Table = [f32; LEVELS];

/// What likenesses say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Model {
    /// By respect: the whole, the codes, the properties.
    pub(super) tables: Vec<Table>,
    /// What is to be said of any pair of candidates beforehand.
    pub(super) before: f32,
}

/// The level below a likeness, and how far it is to the next.
fn place(step: u8) -> (usize, f32) {
    let share = f32::from(step) / f32::from(FULL);
    let next = AT.partition_point(|&edge| edge <= share).clamp(1, LEVELS - 1);
    let (low, high) = (AT[next - 1], AT[next]);
    (next - 1, ((share - low) / (high - low)).clamp(0.0, 1.0))
}

impl Model {
    /// What a likeness in one respect says, in bits for or against.
    pub(super) fn says(&self, respect: usize, step: u8) -> f32 {
        let Some(table) = self.tables.get(respect).filter(|_| step != UNKNOWN) else { return 0.0 };
        let (at, part) = place(step);
        (table[at] * (1.0 - part) + table[at + 1] * part) * TEMPER
    }

    /// What all likenesses of a pair say together: above 0 for, below against.
    pub(super) fn total(&self, steps: &[u8]) -> f32 {
        let said: f32 = steps.iter().enumerate().map(|(respect, step)| self.says(respect, *step)).sum();
        said + self.beforehand()
    }

    /// The part of the total that does not depend on the pair.
    pub(super) fn beforehand(&self) -> f32 {
        self.before * TEMPER
    }

    /// What can be said without having learnt anything of so many individuals, of one source or of several.
    pub(super) fn usual(respects: usize, count: usize, is_across: bool) -> Model {
        let tables = if is_across { &ACROSS } else { &WITHIN };
        let before = (SHARES[usize::from(is_across)] / count.clamp(2, MANY) as f32).ln();
        Model { tables: (0..respects).map(|respect| tables[respect.min(2)]).collect(), before }
    }

    /// A model between two: so much of the other, from 0 to 1.
    pub(super) fn between(&self, other: &Model, part: f32) -> Model {
        let mix = |own: f32, other: f32| own * (1.0 - part) + other * part;
        let tables = self.tables.iter().zip(&other.tables);
        let tables = tables.map(|(own, other)| std::array::from_fn(|level| mix(own[level], other[level])));
        Model { tables: tables.collect(), before: mix(self.before, other.before) }
    }

    /// The tables that pairs show, given how likely each is to be the same.
    pub(super) fn from_pairs(pairs: &Pairs, likely: &[f32]) -> Model {
        let mut counts = vec![[[0.5 / LEVELS as f64; LEVELS]; 2]; pairs.width()];
        for (at, &likely) in likely.iter().enumerate() {
            for (count, &step) in counts.iter_mut().zip(pairs.steps(at)).filter(|(_, step)| **step != UNKNOWN) {
                let (level, part) = place(step);
                for (level, part) in [(level, 1.0 - part), (level + 1, part)] {
                    count[0][level] += f64::from(part * likely);
                    count[1][level] += f64::from(part * (1.0 - likely));
                }
            }
        }
        let same: f64 = likely.iter().map(|&likely| f64::from(likely)).sum();
        let rate = ((same + 0.5) / (likely.len() as f64 + 1.0)).min(0.9999);
        let tables = counts.iter().map(|[same, other]| table(same, other)).collect();
        Model { tables, before: (rate / (1.0 - rate)).ln() as f32 }
    }
}

/// Odds by level. More likeness never says less: levels that would are taken together with their neighbours.
fn table(same: &[f64; LEVELS], other: &[f64; LEVELS]) -> Table {
    let (all_same, all_other): (f64, f64) = (same.iter().sum(), other.iter().sum());
    let odds = |level: usize| {
        let usual = (same[level] / all_same + other[level] / all_other) / 2.0;
        let part = |count: f64, all: f64| (count + MADE_UP * usual) / (all + MADE_UP);
        (part(same[level], all_same) / part(other[level], all_other)).ln()
    };
    // Odds, weight and number of levels.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::with_capacity(LEVELS);
    for level in 0..LEVELS {
        let mut block = (odds(level), same[level] / all_same + other[level] / all_other + 1e-6, 1);
        while let Some(before) = blocks.pop_if(|before| before.0 > block.0) {
            let weight = before.1 + block.1;
            block = ((before.0 * before.1 + block.0 * block.1) / weight, weight, before.2 + block.2);
        }
        blocks.push(block);
    }
    let mut levels = blocks.iter().flat_map(|(odds, _, levels)| std::iter::repeat_n(*odds as f32, *levels));
    std::array::from_fn(|_| levels.next().unwrap_or(0.0))
}
