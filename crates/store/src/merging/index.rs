//! The keys under which individuals are found when others come. A row is a key, made for a class, and an individual.

use knowledge::merging::{Profile, Statistics, keys, word_keys};
use rusqlite::Connection;
use rustc_hash::FxHashMap;

use crate::error::StoreError;
use crate::shelves::{Change, Row, Shelf, apply};
use crate::terms::TermId;

/// Forgets all keys.
pub(super) fn clear(db: &Connection) -> Result<(), StoreError> {
    db.execute("DELETE FROM blocks WHERE shelf = ?1", [Shelf::Keys.number()])?;
    Ok(())
}

/// Enters all individuals of a class.
pub(super) fn add(
    db: &Connection,
    class: TermId,
    individuals: &[TermId],
    profiles: &mut [Profile],
) -> Result<(), StoreError> {
    /// Rows that are kept in memory before they are written down.
    const MOST: usize = 8 << 20;
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    let statistics = Statistics::new(profiles);
    for key in profiles.iter().flat_map(word_keys) {
        *counts.entry(key).or_default() += 1;
    }
    let mut rows: Vec<Row> = Vec::new();
    for (individual, profile) in individuals.iter().zip(profiles) {
        profile.weigh(|word| statistics.weight(counts.get(&word).copied().unwrap_or_default()));
        let keys = keys(profile, &statistics);
        rows.extend(keys.into_iter().map(|key| row(class, key, *individual)));
        if rows.len() >= MOST {
            add_rows(db, std::mem::take(&mut rows))?;
        }
    }
    add_rows(db, rows)
}

/// Enters rows.
pub(super) fn add_rows(db: &Connection, mut rows: Vec<Row>) -> Result<(), StoreError> {
    rows.sort_unstable();
    rows.dedup();
    apply(db, Shelf::Keys, &rows, Change::Add)?;
    Ok(())
}

pub(super) fn row(class: TermId, key: u64, individual: TermId) -> Row {
    let [high, low] = prefix(class, key);
    Row::new([high, low, individual, 0])
}

/// What the rows of a key begin with. Classes that use the same words do not meet.
pub(super) fn prefix(class: TermId, key: u64) -> [u32; 2] {
    let key = key ^ u64::from(class).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    [(key >> 32) as u32, key as u32]
}
