//! Step 2, information block extraction: two pages of one layout are compared, and long runs of what is the same in
//! both are dropped. What is left is where the pages say something of their own.
//!
//! The paper compares lines of the source "from top to bottom". Where a line ends is the accident of a template, so
//! that here each tag, with its attributes, and each text is a line. How they are aligned the paper leaves open; we
//! take items that occur once in both pages as anchors, the longest chain of them that keeps its order, then the same
//! again between anchors, and a shortest edit where no anchor is left. Known libraries for this are quadratic on pages
//! that are made to be so; here the rounds and the edits are bounded, and what lies past the bounds counts as
//! different.

use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;

use page::Tree;
use rustc_hash::{FxHashMap, FxHasher};

use super::blocks::{Piece, text_of};

/// Anchors are looked for between anchors so many times; on real pages three rounds find all.
const MOST_ROUNDS: usize = 8;
/// The most edits that are tried between two anchors.
const MOST_EDITS: usize = 128;

/// The pieces of the first page that are left after the comparison with the second, by index.
pub(super) fn information_blocks(marks: &[Mark], longest_same: usize) -> Vec<usize> {
    let mut kept = Vec::new();
    let mut start = 0;
    for group in marks.chunk_by(|a, b| a == b) {
        if group[0] == Mark::Different || group.len() <= longest_same {
            kept.extend(start..start + group.len());
        }
        start += group.len();
    }
    kept
}

/// The letter that a line gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// S: the line is in both pages.
    Same,
    /// D: it is not.
    Different,
}

/// The marks of the first page's lines.
pub(super) fn compare(a: &[u64], b: &[u64]) -> Vec<Mark> {
    let mut marks = vec![Mark::Different; a.len()];
    let mut gaps = vec![(0..a.len(), 0..b.len())];
    for round in 0..=MOST_ROUNDS {
        let mut smaller = Vec::new();
        for (own, other) in gaps {
            let (own, other) = strip(a, b, own, other, &mut marks);
            if own.is_empty() || other.is_empty() {
                continue;
            }
            let anchors = if round < MOST_ROUNDS { anchors(a, b, own.clone(), other.clone()) } else { Vec::new() };
            if anchors.is_empty() {
                mark_by_edits(a, b, own, other, &mut marks);
                continue;
            }
            let (mut own_from, mut other_from) = (own.start, other.start);
            for (at_own, at_other) in anchors {
                marks[at_own] = Mark::Same;
                smaller.push((own_from..at_own, other_from..at_other));
                (own_from, other_from) = (at_own + 1, at_other + 1);
            }
            smaller.push((own_from..own.end, other_from..other.end));
        }
        gaps = smaller;
    }
    marks
}

/// What is the same at both ends is marked; the rest is given back.
fn strip(
    a: &[u64],
    b: &[u64],
    mut own: Range<usize>,
    mut other: Range<usize>,
    marks: &mut [Mark],
) -> (Range<usize>, Range<usize>) {
    while !own.is_empty() && !other.is_empty() && a[own.start] == b[other.start] {
        marks[own.start] = Mark::Same;
        own.start += 1;
        other.start += 1;
    }
    while !own.is_empty() && !other.is_empty() && a[own.end - 1] == b[other.end - 1] {
        own.end -= 1;
        other.end -= 1;
        marks[own.end] = Mark::Same;
    }
    (own, other)
}

/// Items that occur once in either range, as pairs of places, the longest chain that rises in both.
fn anchors(a: &[u64], b: &[u64], own: Range<usize>, other: Range<usize>) -> Vec<(usize, usize)> {
    let once = |items: &[u64], range: Range<usize>| {
        let mut places: FxHashMap<u64, Option<usize>> = FxHashMap::default();
        for at in range {
            places.entry(items[at]).and_modify(|place| *place = None).or_insert(Some(at));
        }
        places
    };
    let (in_own, in_other) = (once(a, own.clone()), once(b, other));
    let pair = |at: usize| {
        in_own.get(&a[at]).copied().flatten()?;
        Some((at, in_other.get(&a[at]).copied().flatten()?))
    };
    let pairs: Vec<(usize, usize)> = own.filter_map(pair).collect();
    longest_rising(&pairs)
}

/// The longest chain of pairs whose second parts rise, by patience sorting. The first parts rise already.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut piles: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, &(_, second)) in pairs.iter().enumerate() {
        let pile = piles.partition_point(|&top| pairs[top].1 < second);
        before.push(pile.checked_sub(1).map(|left| piles[left]));
        if pile == piles.len() {
            piles.push(index);
        } else {
            piles[pile] = index;
        }
    }
    let mut chain = Vec::with_capacity(piles.len());
    let mut next = piles.last().copied();
    while let Some(index) = next {
        chain.push(pairs[index]);
        next = before[index];
    }
    chain.reverse();
    chain
}

/// Marks what a shortest edit from one range to the other keeps (Myers), if it needs few enough edits.
fn mark_by_edits(a: &[u64], b: &[u64], own: Range<usize>, other: Range<usize>, marks: &mut [Mark]) {
    let (a, b, marks) = (&a[own.clone()], &b[other], &mut marks[own]);
    // For each number of edits, how far one gets in `a` on each diagonal from -edits to +edits, in steps of two.
    let mut reached: Vec<Vec<usize>> = Vec::new();
    for edits in 0..=MOST_EDITS.min(a.len() + b.len()) {
        let mut row = Vec::with_capacity(edits + 1);
        for index in 0..=edits {
            let mut x = match reached.last() {
                None => 0,
                Some(last) => from_last(last, index, edits),
            };
            // The diagonal is 2 * index - edits; y = x - diagonal. Out of range means that there is no such path.
            let mut y = (x + edits).saturating_sub(2 * index);
            while x < a.len() && y < b.len() && a[x] == b[y] {
                x += 1;
                y += 1;
            }
            row.push(x);
            if x == a.len() && y == b.len() {
                reached.push(row);
                return walk_back(a, b, &reached, marks);
            }
        }
        reached.push(row);
    }
}

/// How far one gets in `a` on a diagonal by one edit more than `last` has: down from the diagonal above, or to the
/// right from the one below, whichever is farther.
fn from_last(last: &[usize], index: usize, edits: usize) -> usize {
    let right = index.checked_sub(1).map(|below| last[below] + 1);
    let down = (index < edits).then(|| last[index]);
    right.max(down).unwrap_or_default()
}

/// Marks the items on the path that `reached` ends with.
fn walk_back(a: &[u64], b: &[u64], reached: &[Vec<usize>], marks: &mut [Mark]) {
    let (mut x, mut y) = (a.len(), b.len());
    for edits in (0..reached.len()).rev() {
        let index = (x + edits - y) / 2;
        let start = if edits == 0 { 0 } else { from_last(&reached[edits - 1], index, edits) };
        while x > start {
            x -= 1;
            y -= 1;
            marks[x] = Mark::Same;
        }
        if edits == 0 {
            break;
        }
        // The edit itself: to the right if that led farther, as in `from_last`.
        let last = &reached[edits - 1];
        let right = index.checked_sub(1).map(|below| last[below] + 1);
        let down = (index < edits).then(|| last[index]);
        if right >= down { x -= 1 } else { y -= 1 }
    }
}

/// A number for each line: equal lines have equal numbers.
pub(super) fn lines(tree: &Tree, pieces: &[Piece]) -> Vec<u64> {
    pieces.iter().map(|&piece| line(tree, piece)).collect()
}

fn line(tree: &Tree, piece: Piece) -> u64 {
    let mut hasher = FxHasher::default();
    match piece {
        Piece::Open(node) => {
            (1u8, tree.name(node)).hash(&mut hasher);
            tree.attrs(node).for_each(|attribute| attribute.hash(&mut hasher));
        }
        Piece::Close(node) => (2u8, tree.name(node)).hash(&mut hasher),
        Piece::Text(first, end) => (3u8, text_of(tree, first, end)).hash(&mut hasher),
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::super::blocks::significant_pieces;
    use super::*;
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    fn letters(marks: &[Mark]) -> String {
        marks.iter().map(|mark| if *mark == Mark::Same { 'S' } else { 'D' }).collect()
    }

    fn check(a: &str, b: &str, expected: Expect) {
        let line_numbers = |html: &str| {
            let tree = Tree::parse(html).tree;
            lines(&tree, &significant_pieces(&tree))
        };
        expected.assert_eq(&letters(&compare(&line_numbers(a), &line_numbers(b))));
    }

    #[test]
    fn what_pages_share_is_same() {
        check("<p>a<p>b", "<p>a<p>b", expect!["SSSSSSSSSS"]);
        check("<p>a<p>b<p>c", "<p>a<p>x<p>c", expect!["SSSSSSDSSSSSS"]);
        check("<p class=a>a<p>b", "<p>a<p>b", expect!["SSDSSSSSSS"]);
    }

    #[test]
    fn rows_that_only_one_page_has_are_different() {
        check(
            "<table><tr><td>Name<td>Ada<tr><td>Born<td>1815<tr><td>Died<td>1852",
            "<table><tr><td>Name<td>Bob<tr><td>Died<td>1901",
            expect!["SSSSSSSSSDDDDDDDDDSSSSSSSDSSSSSS"],
        );
    }

    #[test]
    fn only_long_groups_of_the_same_go() {
        let marks: Vec<Mark> =
            "SSSSDSSSDDSSSS".chars().map(|letter| if letter == 'S' { Mark::Same } else { Mark::Different }).collect();
        assert_eq!(information_blocks(&marks, 3), [4, 5, 6, 7, 8, 9]);
        assert_eq!(information_blocks(&marks, 4).len(), marks.len());
    }

    /// The length of a longest common subsequence, by the plain quadratic program.
    fn longest_common(a: &[u64], b: &[u64]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (at, y) in b.iter().enumerate() {
                let above = row[at + 1];
                row[at + 1] = if x == y { diagonal + 1 } else { above.max(row[at]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    proptest! {
        #[test]
        fn edits_keep_as_much_as_can_be_kept(
            a in prop::collection::vec(0..4u64, 0..40),
            b in prop::collection::vec(0..4u64, 0..40),
        ) {
            let mut marks = vec![Mark::Different; a.len()];
            mark_by_edits(&a, &b, 0..a.len(), 0..b.len(), &mut marks);
            let kept = marks.iter().filter(|mark| **mark == Mark::Same).count();
            prop_assert_eq!(kept, longest_common(&a, &b));
        }

        #[test]
        fn what_is_same_is_a_common_subsequence(
            a in prop::collection::vec(0..30u64, 0..60),
            b in prop::collection::vec(0..30u64, 0..60),
        ) {
            let marks = compare(&a, &b);
            let same = a.iter().zip(&marks).filter(|(_, mark)| **mark == Mark::Same).map(|(item, _)| item);
            let mut rest = b.iter();
            prop_assert!(same.into_iter().all(|item| rest.any(|other| other == item)));
        }
    }

    #[test]
    fn long_rewrites_are_given_up_in_time() {
        let mut state = 88_172_645_463_325_252u64;
        let mut number = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % 60
        };
        let a: Vec<u64> = (0..100_000).map(|_| number()).collect();
        let b: Vec<u64> = (0..100_000).map(|_| number()).collect();
        let same = compare(&a, &b).iter().filter(|mark| **mark == Mark::Same).count();
        assert!(same < 10, "past the bounds everything is different: {same}");
    }
}
