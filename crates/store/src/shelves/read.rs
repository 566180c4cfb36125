//! Finding rows: which block, then which rows of it. Blocks that were read are kept as long as there is room.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use rusqlite::Connection;

use super::Shelf;
use super::block::{Damage, decode};
use super::row::Row;
use crate::error::StoreError;

/// What is known of a block without reading it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fence {
    pub(crate) first: Row,
    pub(crate) id: i64,
    pub(crate) count: u32,
}

/// All blocks of a shelf, in order.
pub(crate) fn fences(db: &Connection, shelf: Shelf) -> Result<Vec<Fence>, StoreError> {
    let mut statement = db.prepare_cached("SELECT first, id, count FROM blocks WHERE shelf = ?1 ORDER BY first")?;
    let mut rows = statement.query([shelf.number()])?;
    let mut fences = Vec::new();
    while let Some(row) = rows.next()? {
        let first: [u8; 16] =
            row.get_ref(0)?.as_blob().ok().and_then(|first| first.try_into().ok()).ok_or(Damage::Length)?;
        fences.push(Fence { first: Row::from_bytes(first), id: row.get(1)?, count: row.get(2)? });
    }
    Ok(fences)
}

/// The rows of one block.
pub(super) fn block(db: &Connection, fence: &Fence) -> Result<Vec<Row>, StoreError> {
    let mut statement = db.prepare_cached("SELECT data FROM blocks WHERE id = ?1")?;
    let rows = statement.query_row([fence.id], |row| {
        Ok(decode(row.get_ref(0)?.as_blob().unwrap_or_default(), fence.count as usize))
    })??;
    Ok(rows)
}

/// Rows that are kept in memory, over all shelves of a reader: an eighth of a gigabyte.
const ROOM: usize = 8 << 20;

/// A shelf as it was when it was first looked at. Whoever makes one sees to it that the database does not change
/// meanwhile, by a transaction.
#[derive(Debug, Default)]
pub(crate) struct ShelfReader {
    fences: OnceCell<Vec<Fence>>,
    blocks: RefCell<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    blocks: Vec<Option<Arc<[Row]>>>,
    rows: usize,
}

impl ShelfReader {
    pub(crate) fn fences(&self, db: &Connection, shelf: Shelf) -> Result<&[Fence], StoreError> {
        if let Some(fences) = self.fences.get() {
            return Ok(fences);
        }
        let found = fences(db, shelf)?;
        Ok(self.fences.get_or_init(|| found))
    }

    /// How many rows were read and are kept.
    #[cfg(test)]
    pub(crate) fn rows_read(&self) -> usize {
        self.blocks.borrow().rows
    }

    /// The rows of the block with this place in the order.
    fn block(&self, db: &Connection, fences: &[Fence], at: usize) -> Result<Arc<[Row]>, StoreError> {
        let mut kept = self.blocks.borrow_mut();
        if kept.blocks.is_empty() {
            kept.blocks.resize(fences.len(), None);
        }
        if let Some(rows) = &kept.blocks[at] {
            return Ok(Arc::clone(rows));
        }
        let rows: Arc<[Row]> = block(db, &fences[at])?.into();
        if kept.rows + rows.len() > ROOM / Shelf::ALL.len() {
            // Whatever reads more than there is room for reads on; what is still in use stays with its user.
            kept.blocks.fill(None);
            kept.rows = 0;
        }
        kept.rows += rows.len();
        kept.blocks[at] = Some(Arc::clone(&rows));
        Ok(rows)
    }

    /// The place in the order of the block that a row is in, if it is anywhere.
    fn place(fences: &[Fence], row: Row) -> usize {
        fences.partition_point(|fence| fence.first <= row).saturating_sub(1)
    }

    /// About how many rows there are between two, both included. Exact to the rows of two blocks.
    pub(crate) fn estimate(&self, db: &Connection, shelf: Shelf, bounds: (Row, Row)) -> Result<usize, StoreError> {
        let fences = self.fences(db, shelf)?;
        if fences.is_empty() {
            return Ok(0);
        }
        let (first, last) = (Self::place(fences, bounds.0), Self::place(fences, bounds.1));
        if first == last {
            let rows = self.block(db, fences, first)?;
            return Ok(rows.partition_point(|row| *row <= bounds.1) - rows.partition_point(|row| *row < bounds.0));
        }
        Ok(fences[first..=last].iter().map(|fence| fence.count as usize).sum())
    }
}

/// The rows between two, both included, in order.
#[derive(Debug)]
pub(crate) struct Scan {
    rows: Arc<[Row]>,
    next: usize,
    end: usize,
    /// The next block to be read, in the order of the shelf.
    block: usize,
    last: Row,
}

impl Scan {
    /// Begins at the first row that is not before the first of the bounds.
    pub(crate) fn begin(
        db: &Connection,
        reader: &ShelfReader,
        shelf: Shelf,
        (first, last): (Row, Row),
    ) -> Result<Scan, StoreError> {
        let fences = reader.fences(db, shelf)?;
        let empty = Scan { rows: Arc::new([]), next: 0, end: 0, block: usize::MAX, last };
        if fences.is_empty() {
            return Ok(empty);
        }
        let block = ShelfReader::place(fences, first);
        let mut scan = Scan { block, ..empty };
        scan.turn(db, reader, fences)?;
        scan.next = scan.rows[..scan.end].partition_point(|row| *row < first);
        Ok(scan)
    }

    fn turn(&mut self, db: &Connection, reader: &ShelfReader, fences: &[Fence]) -> Result<(), StoreError> {
        self.rows = reader.block(db, fences, self.block)?;
        self.next = 0;
        self.end = self.rows.len();
        self.block += 1;
        if self.rows.last().is_some_and(|row| *row > self.last) {
            self.end = self.rows.partition_point(|row| *row <= self.last);
            self.block = usize::MAX;
        }
        Ok(())
    }

    /// The next row. Needs to be told each time what it reads from.
    pub(crate) fn next(
        &mut self,
        db: &Connection,
        reader: &ShelfReader,
        shelf: Shelf,
    ) -> Result<Option<Row>, StoreError> {
        if self.next >= self.end {
            let fences = reader.fences(db, shelf)?;
            if self.block >= fences.len() || fences[self.block].first > self.last {
                return Ok(None);
            }
            self.turn(db, reader, fences)?;
        }
        let row = self.rows[..self.end].get(self.next).copied();
        self.next += 1;
        Ok(row)
    }
}
