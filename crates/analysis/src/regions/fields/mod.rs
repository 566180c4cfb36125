//! The fields of records: which parts of different records mean the same, and what they are called.
//!
//! 1. a record is taken apart into pieces: texts, links, images ([`pieces`], [`texts`]);
//! 2. what a record may have several of is taken together, and the pieces of all records are aligned, so that each
//!    column means the same in every record ([`repeats`], [`align`]);
//! 3. labels and units are told from values ([`table`], [`labels`]);
//! 4. columns get their names ([`names`], [`titles`], [`words`], [`vocabulary`]).

mod align;
mod labels;
mod names;
mod pieces;
mod repeats;
mod table;
mod texts;
mod titles;
mod vocabulary;
mod words;

use url::Url;

use self::labels::Role;
use self::names::Naming;
use self::pieces::pieces;
use self::repeats::columns;
use self::table::FieldTable;
use super::looks::Looks;
use super::{Column, Record};
use crate::content::Content;
use crate::tables::Table;

/// Reads the fields of the records of a region and returns the names of its columns.
pub(super) fn read_fields(
    content: &Content<'_>,
    looks: &Looks,
    tables: &[Table],
    base: Option<&Url>,
    records: &mut [Record],
) -> Vec<Column> {
    let leaves: Vec<_> = records.iter().map(|record| record.leaves.clone()).collect();
    let pieces = pieces(content, looks, &leaves);
    let columns = columns(&pieces);
    let table = FieldTable::new(pieces, columns);
    let names = Naming::new(content, tables, &table).names();
    for (record, fields) in records.iter_mut().zip(table.fields(content, base)) {
        record.fields = fields;
    }
    let named = names.into_iter().zip(&table.columns);
    named.map(|(name, column)| Column { name, is_label: column.role != Role::Value }).collect()
}
