//! How the rows of a block are written: each as what is new compared with the row before it, behind a checksum.
//!
//! A row is a number that says how many of its numbers it shares with the row before and by how much the next one is
//! larger, and then the differences of the rest. Rows that stand together are alike, so that most of these take a byte.

use super::row::{Row, WIDTH};
use crate::error::StoreError;

/// Why a block cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Damage {
    /// Its checksum is another.
    Checksum,
    /// It ends within a row, or goes on behind the last.
    Length,
    /// Its rows are not in order.
    Order,
}

impl From<Damage> for StoreError {
    fn from(damage: Damage) -> StoreError {
        StoreError::Damaged(match damage {
            Damage::Checksum => "a block has another checksum than when it was written".to_owned(),
            Damage::Length => "a block has another length than when it was written".to_owned(),
            Damage::Order => "a block is not in order".to_owned(),
        })
    }
}

const CHECKSUM: usize = 4;

/// Writes rows, which are sorted and all different.
pub(crate) fn encode(rows: &[Row]) -> Vec<u8> {
    let mut bytes = vec![0; CHECKSUM];
    let mut before = Row::FIRST;
    for (number, &row) in rows.iter().enumerate() {
        // The first row is told in full: it may be equal to the row that is before all others.
        let shared = if number == 0 { 0 } else { row.shared(before).min(WIDTH - 1) };
        let step = row.number(shared) - before.number(shared);
        write_number(&mut bytes, u64::from(step) << 2 | shared as u64);
        for at in shared + 1..WIDTH {
            let difference = i64::from(row.number(at)) - i64::from(before.number(at));
            write_number(&mut bytes, (difference << 1 ^ difference >> 63) as u64);
        }
        before = row;
    }
    let checksum = crc32fast::hash(&bytes[CHECKSUM..]);
    bytes[..CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Reads so many rows.
pub(crate) fn decode(bytes: &[u8], count: usize) -> Result<Vec<Row>, Damage> {
    let (checksum, mut rest) = bytes.split_first_chunk::<CHECKSUM>().ok_or(Damage::Length)?;
    if crc32fast::hash(rest) != u32::from_le_bytes(*checksum) {
        return Err(Damage::Checksum);
    }
    // A row takes four bytes or more only if it shares nothing; a count that the bytes cannot hold is damage.
    if count > rest.len() {
        return Err(Damage::Length);
    }
    let mut rows = Vec::with_capacity(count);
    let mut before = Row::FIRST;
    for number in 0..count {
        let first = read_number(&mut rest)?;
        let shared = (first & 3) as usize;
        let mut numbers = before.numbers();
        numbers[shared] = u32::try_from(u64::from(numbers[shared]) + (first >> 2)).map_err(|_| Damage::Order)?;
        for earlier in &mut numbers[shared + 1..] {
            let written = read_number(&mut rest)?;
            let difference = (written >> 1) as i64 ^ -((written & 1) as i64);
            let value = i64::from(*earlier).checked_add(difference).ok_or(Damage::Order)?;
            *earlier = u32::try_from(value).map_err(|_| Damage::Order)?;
        }
        let row = Row::new(numbers);
        if number > 0 && row <= before {
            return Err(Damage::Order);
        }
        rows.push(row);
        before = row;
    }
    if rest.is_empty() { Ok(rows) } else { Err(Damage::Length) }
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Result<u64, Damage> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(Damage::Length)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(Damage::Length)
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_set;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(
            near in btree_set((0u32..3, 0u32..3, 0u32..9, 0u32..9), 0..200),
            far in btree_set(any::<[u32; 4]>(), 0..50),
        ) {
            let mut rows: Vec<Row> = near.into_iter().map(|(a, b, c, d)| Row::new([a, b, c, d])).collect();
            rows.extend(far.into_iter().map(Row::new));
            rows.sort();
            rows.dedup();
            prop_assert_eq!(decode(&encode(&rows), rows.len()), Ok(rows));
        }

        #[test]
        fn a_changed_byte_is_noticed(rows in btree_set(any::<[u32; 4]>(), 1..40), at in any::<prop::sample::Index>(), by in 1u8..) {
            let rows: Vec<Row> = rows.into_iter().map(Row::new).collect();
            let mut bytes = encode(&rows);
            let at = at.index(bytes.len());
            bytes[at] ^= by;
            prop_assert!(decode(&bytes, rows.len()).is_err());
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..100), count in 0usize..40) {
            let mut whole = crc32fast::hash(&bytes).to_le_bytes().to_vec();
            whole.extend(bytes);
            let _ = decode(&whole, count);
        }
    }

    #[test]
    fn a_wrong_count_is_noticed() {
        let rows: Vec<Row> = (1..5).map(|n| Row::new([n, 0, 0, 0])).collect();
        let bytes = encode(&rows);
        assert_eq!(decode(&bytes, 3), Err(Damage::Length));
        assert_eq!(decode(&bytes, 5), Err(Damage::Length));
        assert_eq!(decode(&[1, 2], 0), Err(Damage::Length));
    }
}
