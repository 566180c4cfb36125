//! Merging as WebKER published it, beside our own way: two strings are as alike as the share of characters that they
//! have in common, two individuals as the mean over the properties that both have.
//!
//! Every individual is compared with every other, so that this is for thousands, not for millions. Rarity plays no
//! part: two companies that share a city and a legal form are half the same.

use super::profile::Individual;
use crate::names::folded;

/// Two strings are similar above this, as published; also our σ, for which no number was published.
pub const SIMILAR: f64 = 0.75;

/// Individuals that the published method is worth trying on. Twice as many take four times as long.
pub const MOST_INDIVIDUALS: usize = 20_000;

/// Characters of a value that count.
const MAX_CHARACTERS: usize = 1000;

/// A value: its characters in order, so that those in common are counted in one pass.
type Characters = Vec<char>;

/// `simSTR`: the characters that two strings have in common, by the length of the shorter.
pub fn string_similarity(left: &str, right: &str) -> f64 {
    of_characters(&characters(left), &characters(right))
}

fn characters(text: &str) -> Characters {
    let mut characters: Characters = folded(text).chars().filter(|c| !c.is_whitespace()).take(MAX_CHARACTERS).collect();
    characters.sort_unstable();
    characters
}

fn of_characters(left: &[char], right: &[char]) -> f64 {
    let (mut i, mut j, mut common) = (0, 0, 0_u32);
    while let (Some(a), Some(b)) = (left.get(i), right.get(j)) {
        common += u32::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    let shorter = left.len().min(right.len());
    if shorter == 0 { 0.0 } else { f64::from(common) / shorter as f64 }
}

/// The clusters of two or more that individuals of one class form if those are the same whose `simIND` is above
/// `sigma`: the mean of `simSTR` over the properties that both have.
///
/// Nothing is returned for more than [`MOST_INDIVIDUALS`].
pub fn merge_as_published(individuals: &[Individual<'_>], sigma: f64) -> Option<Vec<Vec<u32>>> {
    if individuals.len() > MOST_INDIVIDUALS {
        return None;
    }
    let values: Vec<Vec<(u16, Characters)>> = individuals.iter().map(by_property).collect();
    let mut cluster: Vec<u32> = (0..individuals.len() as u32).collect();
    for right in 0..values.len() {
        for left in 0..right {
            let (a, b) = (root(&mut cluster, left), root(&mut cluster, right));
            if a != b && similarity(&values[left], &values[right]) > sigma {
                cluster[a.max(b)] = a.min(b) as u32;
            }
        }
    }
    let mut clusters: Vec<Vec<u32>> = vec![Vec::new(); values.len()];
    for id in 0..values.len() {
        clusters[root(&mut cluster, id)].push(id as u32);
    }
    clusters.retain(|members| members.len() > 1);
    Some(clusters)
}

/// The values of each property, taken together, in the order of the properties.
fn by_property(individual: &Individual<'_>) -> Vec<(u16, Characters)> {
    let mut values: Vec<(u16, &str)> = individual.values.to_vec();
    values.sort_unstable();
    let parts = values.chunk_by(|a, b| a.0 == b.0);
    let joined = parts.map(|part| (part[0].0, part.iter().map(|value| value.1).collect::<Vec<_>>().join(" ")));
    joined.map(|(property, text)| (property, characters(&text))).collect()
}

/// `simIND`.
fn similarity(left: &[(u16, Characters)], right: &[(u16, Characters)]) -> f64 {
    let (mut sum, mut shared) = (0.0, 0_u32);
    for (property, value) in left {
        let Ok(at) = right.binary_search_by_key(property, |other| other.0) else { continue };
        sum += of_characters(value, &right[at].1);
        shared += 1;
    }
    if shared == 0 { 0.0 } else { sum / f64::from(shared) }
}

fn root(cluster: &mut [u32], mut id: usize) -> usize {
    while cluster[id] as usize != id {
        cluster[id] = cluster[cluster[id] as usize];
        id = cluster[id] as usize;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_as_alike_as_the_characters_they_share() {
        for (left, right, expected) in [
            ("中国石化", "中国石油化工", 1.0),
            ("abcd", "abce", 0.75),
            ("aab", "abb", 2.0 / 3.0),
            ("ABC", "cab", 1.0),
            ("", "abc", 0.0),
            ("xyz", "abc", 0.0),
        ] {
            assert!((string_similarity(left, right) - expected).abs() < 1e-9, "{left} {right}");
        }
    }

    #[test]
    fn individuals_are_the_same_by_the_mean_over_shared_properties() {
        let values: [&[(u16, &str)]; 4] = [
            &[(0, "Aurora"), (1, "Hamburg")],
            &[(0, "Aurora"), (2, "x")],
            &[(0, "Aurora"), (1, "Xyz")],
            &[(3, "Aurora")],
        ];
        let individuals: Vec<Individual<'_>> = values.iter().map(|values| Individual { source: 0, values }).collect();
        assert_eq!(merge_as_published(&individuals[..2], SIMILAR), Some(vec![vec![0, 1]]));
        assert_eq!(merge_as_published(&individuals[2..], SIMILAR), Some(vec![]));
        assert_eq!(merge_as_published(&[individuals[0], individuals[2]], SIMILAR), Some(vec![]));
    }
}
