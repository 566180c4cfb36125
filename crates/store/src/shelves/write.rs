//! Changing rows: all changes of a shelf at once and in order, so that each block that changes is written once.

use rusqlite::{Connection, params};

use super::Shelf;
use super::block::encode;
use super::read::{Fence, block, fences};
use super::row::Row;
use crate::error::StoreError;

/// What becomes of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// They are not there afterwards.
    Remove,
    /// They are there afterwards.
    Add,
}

/// Rows of a block that is written anew.
const FILLED: usize = 1024;
/// Rows of the largest block. What grows beyond is cut into filled ones.
const FULL: usize = 2 * FILLED;

/// Adds or removes rows that are sorted and all different. Returns how many of them were not there, or were there,
/// before: by so many the shelf has grown or shrunk.
pub(crate) fn apply(db: &Connection, shelf: Shelf, rows: &[Row], change: Change) -> Result<u64, StoreError> {
    let fences = fences(db, shelf)?;
    let mut difference = 0;
    let mut rest = rows;
    let mut at = 0;
    while let Some(row) = rest.first() {
        // The block that the next row belongs to, and all rows before the block after it.
        while at + 1 < fences.len() && fences[at + 1].first <= *row {
            at += 1;
        }
        let end = fences.get(at + 1).map_or(rest.len(), |next| rest.partition_point(|row| *row < next.first));
        let (here, later) = rest.split_at(end);
        rest = later;
        let fence = fences.get(at);
        let before = fence.map_or_else(|| Ok(Vec::new()), |fence| block(db, fence))?;
        let after = match change {
            Change::Add => with(&before, here),
            Change::Remove => without(&before, here),
        };
        if after.len() != before.len() {
            difference += after.len().abs_diff(before.len()) as u64;
            replace(db, shelf, fence, &after)?;
        }
    }
    Ok(difference)
}

/// All rows of both, in order.
fn with(before: &[Row], new: &[Row]) -> Vec<Row> {
    let mut after = Vec::with_capacity(before.len() + new.len());
    let mut rest = before;
    for &row in new {
        let smaller = rest.partition_point(|other| *other < row);
        after.extend_from_slice(&rest[..smaller]);
        after.push(row);
        rest = &rest[smaller..];
        rest = rest.strip_prefix(&[row]).unwrap_or(rest);
    }
    after.extend_from_slice(rest);
    after
}

/// The rows of the first that are not in the second, in order.
fn without(before: &[Row], old: &[Row]) -> Vec<Row> {
    before.iter().copied().filter(|row| old.binary_search(row).is_err()).collect()
}

/// Writes rows in the place of a block.
fn replace(db: &Connection, shelf: Shelf, fence: Option<&Fence>, rows: &[Row]) -> Result<(), StoreError> {
    let blocks = if rows.len() <= FULL { 1 } else { rows.len().div_ceil(FILLED) };
    let mut old = fence.map(|fence| fence.id);
    for number in 0..blocks {
        let part = &rows[rows.len() * number / blocks..rows.len() * (number + 1) / blocks];
        let Some(first) = part.first().map(|row| row.to_bytes()) else { continue };
        let (count, data) = (part.len() as i64, encode(part));
        match old.take() {
            Some(id) => db
                .prepare_cached("UPDATE blocks SET first = ?2, count = ?3, data = ?4 WHERE id = ?1")?
                .execute(params![id, first, count, data])?,
            None => db
                .prepare_cached("INSERT INTO blocks (shelf, first, count, data) VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![shelf.number(), first, count, data])?,
        };
    }
    if let Some(id) = old {
        db.prepare_cached("DELETE FROM blocks WHERE id = ?1")?.execute([id])?;
    }
    Ok(())
}
