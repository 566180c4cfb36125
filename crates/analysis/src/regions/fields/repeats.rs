//! Fields that a record may have several of, as the authors of a book: columns that stand beside each other, look
//! alike and are not filled in all records become one.

use super::align::Members;
use super::pieces::Piece;

/// Joins the columns that repeat the one before them.
pub(super) fn join_repeats(records: &[Vec<Piece>], columns: Vec<Members>) -> Vec<Members> {
    let mut joined: Vec<Members> = Vec::with_capacity(columns.len());
    // How many pieces the last column had before others were joined to it.
    let mut first_length = 0;
    for column in columns {
        match joined.last_mut() {
            Some(last) if repeats(records, last, first_length, &column) => {
                last.extend(column);
                last.sort_unstable();
            }
            _ => {
                first_length = column.len();
                joined.push(column);
            }
        }
    }
    joined
}

/// Whether the pieces of a column stand in the line behind pieces of another that look the same, and some are missing.
fn repeats(records: &[Vec<Piece>], column: &Members, first_length: usize, next: &Members) -> bool {
    next.len() < first_length
        && next.iter().all(|&(record, piece)| {
            let own = &records[record][piece];
            piece.checked_sub(1).is_some_and(|before| {
                column.binary_search(&(record, before)).is_ok()
                    && !own.begins_line
                    && records[record][before].looks_like(own)
            })
        })
}
