//! Labels that stand in the same place among the same siblings on different sites: `World` and `International`, each
//! between `Politics` and `Business` in menus that are the same otherwise.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::survey::{Row, Survey};
use super::words::Evidence;

/// Two rows with fewer concepts in common are alike by chance.
const LEAST_COMMON: usize = 3;
/// So large a share of the shorter row must stand in the other.
const LEAST_SHARE: f64 = 0.5;
/// With so large a share, nothing but the two labels differs.
const FULL_SHARE: f64 = 0.8;
/// What rows say that differ in more.
const PART: f64 = 0.5;
/// So many rows of a site tell where a label stands.
const MOST_ROWS: usize = 4;

/// Where a label stands: its site, itself and its row.
type Standing<'row> = (usize, usize, &'row BTreeSet<usize>);

/// What speaks for labels being one by where they stand; each pair of sites speaks once.
pub(super) fn evidence(survey: &Survey, group_of: &FxHashMap<usize, usize>) -> Evidence {
    let concepts = |row: &Row| row.cells.iter().filter_map(|cell| group_of.get(&cell.label).copied()).collect();
    let rows: Vec<BTreeSet<usize>> = survey.rows.iter().map(concepts).collect();
    let mut places: BTreeMap<(usize, usize), Vec<Standing<'_>>> = BTreeMap::new();
    for (row, concepts) in survey.rows.iter().zip(&rows).filter(|(_, concepts)| concepts.len() > LEAST_COMMON) {
        let known = row.cells.iter().filter_map(|cell| Some((cell.label, *group_of.get(&cell.label)?)));
        let known: Vec<(usize, usize)> = known.collect();
        for three in known.windows(3) {
            let standing = places.entry((three[0].1, three[2].1)).or_default();
            let label = three[1].0;
            if standing.iter().filter(|other| (other.0, other.1) == (row.site, label)).count() < MOST_ROWS {
                standing.push((row.site, label, concepts));
            }
        }
    }
    let mut said: BTreeMap<(usize, usize, usize, usize), f64> = BTreeMap::new();
    for standing in places.values() {
        for (index, one) in standing.iter().enumerate() {
            for other in standing[index + 1..].iter().filter(|other| other.0 != one.0) {
                let weight = likeness(one, other, group_of);
                if weight > 0.0 {
                    let pair = (one.1.min(other.1), one.1.max(other.1), one.0.min(other.0), one.0.max(other.0));
                    let most: &mut f64 = said.entry(pair).or_default();
                    *most = most.max(weight);
                }
            }
        }
    }
    let mut evidence = Evidence::new();
    for ((one, other, _, _), weight) in said {
        *evidence.entry((one, other)).or_default() += weight;
    }
    evidence
}

/// How much two labels between the same neighbours are one, by the rest of their rows.
fn likeness(one: &Standing<'_>, other: &Standing<'_>, group_of: &FxHashMap<usize, usize>) -> f64 {
    let (ours, theirs) = (group_of[&one.1], group_of[&other.1]);
    // What has both side by side knows them for two.
    if ours == theirs || one.2.contains(&theirs) || other.2.contains(&ours) {
        return 0.0;
    }
    let common = one.2.intersection(other.2).count();
    let share = common as f64 / (one.2.len().min(other.2.len()) - 1) as f64;
    match common >= LEAST_COMMON && share >= LEAST_SHARE {
        true if share >= FULL_SHARE => 1.0,
        true => PART,
        false => 0.0,
    }
}
