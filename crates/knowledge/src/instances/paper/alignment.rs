//! Two pages side by side: their segments are aligned, and what stands in the same place and is different is told of
//! what each page is about (OntoMiner, section 6.1).

use std::collections::BTreeSet;

/// A leaf of a page: what it says, and the tags around it from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Its text.
    pub text: String,
    /// The names of the elements around it, outermost first.
    pub path: String,
}

/// A segment of a page: its leaves in order.
pub type Segment = Vec<Leaf>;

/// How alike two aligned segments are from which they are decoration. The paper names the measure and no number.
pub const ALIKE: f64 = 0.5;

/// Pairs of segments of two pages that stand in the same place: the alignment with the least edits, where it costs as
/// much to change a segment into another as their contents differ, and one edit to leave a segment out.
pub fn aligned(one: &[Segment], other: &[Segment]) -> Vec<(usize, usize)> {
    let words = |segments: &[Segment]| segments.iter().map(words).collect::<Vec<_>>();
    let (one, other) = (words(one), words(other));
    let change = |i: usize, j: usize| 1.0 - jaccard(&one[i], &other[j]);
    let width = other.len() + 1;
    let mut costs = vec![0.0; (one.len() + 1) * width];
    for i in 0..=one.len() {
        for j in 0..width {
            costs[i * width + j] = match (i, j) {
                (0, j) => j as f64,
                (i, 0) => i as f64,
                (i, j) => {
                    let left_out = costs[(i - 1) * width + j].min(costs[i * width + j - 1]) + 1.0;
                    left_out.min(costs[(i - 1) * width + j - 1] + change(i - 1, j - 1))
                }
            };
        }
    }
    let (mut i, mut j, mut pairs) = (one.len(), other.len(), Vec::new());
    while i > 0 && j > 0 {
        let here = costs[i * width + j];
        // The sum is made as above, so that it is equal to the last bit.
        if here == costs[(i - 1) * width + j - 1] + change(i - 1, j - 1) {
            (i, j) = (i - 1, j - 1);
            pairs.push((i, j));
        } else if here == costs[(i - 1) * width + j] + 1.0 {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    pairs.reverse();
    pairs
}

/// The paths of all leaves in segments that are aligned and different: what characterises the instances of a group.
pub fn different_paths(one: &[Segment], other: &[Segment]) -> BTreeSet<String> {
    let pairs = aligned(one, other).into_iter().map(|(i, j)| (&one[i], &other[j]));
    let different = pairs.filter(|(one, other)| jaccard(&words(one), &words(other)) < ALIKE);
    different.flat_map(|(one, other)| one.iter().chain(other)).map(|leaf| leaf.path.clone()).collect()
}

/// The words of a segment, whatever their case.
fn words(segment: &Segment) -> BTreeSet<String> {
    let words = segment.iter().flat_map(|leaf| leaf.text.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The share of things that two sets have in common. Two that are empty are alike.
fn jaccard(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let both = one.intersection(other).count();
    let any = one.len() + other.len() - both;
    if any == 0 { 1.0 } else { both as f64 / any as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(path: &str, texts: &[&str]) -> Segment {
        texts.iter().map(|text| Leaf { text: (*text).to_owned(), path: path.to_owned() }).collect()
    }

    /// The situation of the paper's figure 1: headers, panels and footers around what is told.
    fn page(told: &[&str], advertised: &str) -> Vec<Segment> {
        vec![
            segment("html/body/table/tr/td", &["Guide", "Search the guide", advertised]),
            segment("html/body/div/a", &["Home", "Hotels", "Restaurants", "Shopping"]),
            segment("html/body/div/table/tr/td", told),
            segment("html/body/div/p", &["Copyright", "Terms of use", "Contact us"]),
        ]
    }

    #[test]
    fn what_is_aligned_and_different_is_told() {
        let a = page(&["Mill Inn", "12 Mill Lane", "555 1234"], "Subscribe");
        let c = page(&["Ritz", "3 High Street", "555 9876"], "Subscribe today");
        assert_eq!(aligned(&a, &c), [(0, 0), (1, 1), (2, 2), (3, 3)]);
        assert_eq!(different_paths(&a, &c), BTreeSet::from(["html/body/div/table/tr/td".to_owned()]));
    }

    #[test]
    fn what_one_page_alone_has_is_aligned_with_nothing() {
        let a = page(&["Mill Inn", "12 Mill Lane", "555 1234"], "Subscribe");
        let mut c = page(&["Ritz", "3 High Street", "555 9876"], "Subscribe");
        c.insert(2, segment("html/body/b", &["New: book a table from home, with our Restaurants"]));
        let pairs = aligned(&a, &c);
        assert!(pairs.contains(&(0, 0)) && pairs.contains(&(1, 1)) && pairs.contains(&(3, 4)), "{pairs:?}");
        assert_eq!(aligned(&a, &[]), []);
    }
}
