//! A row of four numbers, packed so that rows compare like numbers.

/// Four numbers; the first one counts most when rows are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) struct Row(pub(crate) u128);

/// The numbers of a row.
pub(crate) const WIDTH: usize = 4;

impl Row {
    /// The row that is before all others.
    pub(crate) const FIRST: Row = Row(0);

    pub(crate) fn new(numbers: [u32; WIDTH]) -> Row {
        Row(numbers.iter().fold(0, |row, number| row << 32 | u128::from(*number)))
    }

    pub(crate) fn number(self, at: usize) -> u32 {
        (self.0 >> (32 * (WIDTH - 1 - at))) as u32
    }

    pub(crate) fn numbers(self) -> [u32; WIDTH] {
        std::array::from_fn(|at| self.number(at))
    }

    /// The first and the last row that can begin with some numbers.
    pub(crate) fn bounds(prefix: &[u32]) -> (Row, Row) {
        let filled = |rest| Row::new(std::array::from_fn(|at| prefix.get(at).copied().unwrap_or(rest)));
        (filled(0), filled(u32::MAX))
    }

    /// How many numbers it has in common with another at the beginning.
    pub(crate) fn shared(self, other: Row) -> usize {
        ((self.0 ^ other.0).leading_zeros() / 32) as usize
    }

    pub(crate) fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    pub(crate) fn from_bytes(bytes: [u8; 16]) -> Row {
        Row(u128::from_be_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_compare_number_by_number() {
        assert!(Row::new([1, 9, 9, 9]) < Row::new([2, 0, 0, 0]));
        assert!(Row::new([1, 2, 3, 4]) < Row::new([1, 2, 3, 5]));
        assert_eq!(Row::new([7, u32::MAX, 0, 3]).numbers(), [7, u32::MAX, 0, 3]);
    }

    #[test]
    fn bounds_hold_all_rows_with_the_prefix_and_no_others() {
        let (low, high) = Row::bounds(&[5, 6]);
        assert!(low <= Row::new([5, 6, 0, 0]) && Row::new([5, 6, u32::MAX, u32::MAX]) <= high);
        assert!(Row::new([5, 5, u32::MAX, u32::MAX]) < low && high < Row::new([5, 7, 0, 0]));
    }

    #[test]
    fn shared_numbers_are_whole_numbers() {
        assert_eq!(Row::new([1, 2, 3, 4]).shared(Row::new([1, 2, 4, 4])), 2);
        assert_eq!(Row::new([1, 2, 3, 4]).shared(Row::new([1, 2, 3, 4])), 4);
        assert_eq!(Row::new([1, 2, 3, 4]).shared(Row::new([0, 2, 3, 4])), 0);
    }
}
