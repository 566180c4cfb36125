//! How many edits make one string of tags into another, 64 at a time (Myers 1999, in Hyyrö's form for whole strings).
//!
//! Each column of the table of distances is kept as two rows of bits: where it rises by one and where it falls by one.
//! One step of some machine words replaces 64 cells, which keeps long strings of tags cheap.

/// No string is longer than this. Whoever compares cuts before, and says how.
pub(super) const LONGEST: usize = 512;
const WORDS: usize = LONGEST / 64;

/// Compares strings of symbols.
#[derive(Debug)]
pub(super) struct Edits {
    /// For each symbol the places where the left string has it, one bit each. All zero between comparisons.
    places: Vec<[u64; WORDS]>,
    /// How many words were computed so far, by which the tests see how the effort grows.
    #[cfg(test)]
    pub(super) effort: usize,
}

impl Edits {
    /// For strings of symbols below `symbols`.
    pub(super) fn new(symbols: usize) -> Self {
        Edits {
            places: vec![[0; WORDS]; symbols],
            #[cfg(test)]
            effort: 0,
        }
    }

    /// Whether one string becomes the other by no more than `limit` symbols that are inserted, removed or replaced.
    pub(super) fn are_within(&mut self, left: &[u16], right: &[u16], limit: usize) -> bool {
        debug_assert!(left.len() <= LONGEST);
        // What both begin or end with costs nothing, and mostly that is all.
        let begin = left.iter().zip(right).take_while(|(left, right)| left == right).count();
        let (left, right) = (&left[begin..], &right[begin..]);
        let end = left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count();
        let (left, right) = (&left[..left.len() - end], &right[..right.len() - end]);
        if left.len().abs_diff(right.len()) > limit {
            return false;
        }
        if left.len().max(right.len()) <= limit {
            return true;
        }
        if left.is_empty() || right.is_empty() {
            // One length is the distance, and it exceeds the limit.
            return false;
        }
        for (place, &symbol) in left.iter().enumerate() {
            self.places[usize::from(symbol)][place / 64] |= 1 << (place % 64);
        }
        let is_within = self.columns(left.len(), right, limit);
        for &symbol in left {
            self.places[usize::from(symbol)] = [0; WORDS];
        }
        is_within
    }

    /// The table of distances, column by column; `length` is that of the left string.
    fn columns(&mut self, length: usize, right: &[u16], limit: usize) -> bool {
        let words = length.div_ceil(64);
        let last = (length - 1) % 64;
        let (mut rises, mut falls) = ([u64::MAX; WORDS], [0; WORDS]);
        let mut distance = length;
        for (column, &symbol) in right.iter().enumerate() {
            let places = &self.places[usize::from(symbol)];
            // The table's top row rises by one in each column.
            let (mut carry_rise, mut carry_fall) = (1u64, 0u64);
            for word in 0..words {
                let (rise, fall) = (rises[word], falls[word]);
                let vertical = places[word] | fall;
                let equal = places[word] | carry_fall;
                let diagonal = ((equal & rise).wrapping_add(rise) ^ rise) | equal;
                let (across_rise, across_fall) = (fall | !(diagonal | rise), rise & diagonal);
                if word + 1 == words {
                    distance += (across_rise >> last & 1) as usize;
                    distance -= (across_fall >> last & 1) as usize;
                }
                let (in_rise, in_fall) = (across_rise << 1 | carry_rise, across_fall << 1 | carry_fall);
                (carry_rise, carry_fall) = (across_rise >> 63, across_fall >> 63);
                rises[word] = in_fall | !(vertical | in_rise);
                falls[word] = in_rise & vertical;
            }
            #[cfg(test)]
            (self.effort += words);
            // Each column that is left can take one off, no more.
            if distance > limit + (right.len() - column - 1) {
                return false;
            }
        }
        distance <= limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, cell by cell.
    fn distance(left: &[u16], right: &[u16]) -> usize {
        let mut row: Vec<usize> = (0..=right.len()).collect();
        for (at, symbol) in left.iter().enumerate() {
            let mut before = row[0];
            row[0] = at + 1;
            for (place, other) in right.iter().enumerate() {
                let replaced = before + usize::from(symbol != other);
                before = row[place + 1];
                row[place + 1] = replaced.min(before + 1).min(row[place] + 1);
            }
        }
        row[right.len()]
    }

    #[test]
    fn edits_are_counted() {
        let mut edits = Edits::new(4);
        assert!(edits.are_within(&[1, 2, 3], &[1, 3], 1));
        assert!(!edits.are_within(&[1, 2, 3], &[2, 1, 0], 2));
        assert!(edits.are_within(&[], &[], 0));
        assert!(!edits.are_within(&[], &[1, 1], 1));
    }

    proptest! {
        #[test]
        fn words_count_as_cells_do(
            left in prop::collection::vec(0u16..3, 0..200),
            changes in prop::collection::vec((0usize..200, 0u16..4), 0..40),
        ) {
            // Strings that differ here and there, so that the distance is near enough to every limit.
            let mut right = left.clone();
            for (place, symbol) in changes {
                match place.min(right.len()) {
                    place if symbol == 3 && place < right.len() => drop(right.remove(place)),
                    place if place % 2 == 0 || place == right.len() => right.insert(place, symbol % 3),
                    place => right[place] = symbol % 3,
                }
            }
            let distance = distance(&left, &right);
            let mut edits = Edits::new(3);
            prop_assert!(edits.are_within(&left, &right, distance));
            prop_assert!(distance == 0 || !edits.are_within(&left, &right, distance - 1));
        }
    }
}
