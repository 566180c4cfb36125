//! Sums over the rows that are kept beside statements, so that a byte that changes by itself is noticed. Blocks and
//! terms have checksums of their own; each other table has a number of rows and a sum of what its rows hash to, which
//! are brought up to date in the transaction that changes the rows.
//!
//! Nobody who writes rows has to think of it: triggers of the connection hear of each row that comes or goes. A sum
//! does not depend on the order of rows, and two different sets of rows hardly ever have the same. Only the tables of
//! the index of words, which SQLite keeps and which cannot have triggers, are added up anew when words are entered.

use std::collections::BTreeMap;
use std::hash::Hasher as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension as _, params};
use siphasher::sip::SipHasher13;

use crate::error::StoreError;

/// How many rows, and the sum of what they hash to.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Sum {
    count: i64,
    sum: i64,
}

impl Sum {
    fn add(&mut self, other: Sum) {
        self.count = self.count.wrapping_add(other.count);
        self.sum = self.sum.wrapping_add(other.sum);
    }
}

/// What has come and gone since it was last written down, by table.
#[derive(Clone, Default, Debug)]
pub(crate) struct Sums(Arc<Mutex<BTreeMap<String, Sum>>>);

impl Sums {
    /// Listens to all that a connection does to rows.
    pub(crate) fn watch(db: &Connection) -> Result<Sums, StoreError> {
        let sums = Sums::default();
        let heard = sums.clone();
        db.create_scalar_function("lode_row", -1, FunctionFlags::SQLITE_UTF8, move |context| heard.hear(context))?;
        // Without it nobody hears of a row that another replaces.
        db.pragma_update(None, "recursive_triggers", true)?;
        for table in tables(db)?.into_iter().filter(|table| !is_of_words(table)) {
            let columns = columns(db, &table)?;
            let of = |row: &str| columns.iter().map(|name| format!(", {row}.\"{name}\"")).collect::<String>();
            let (old, new) = (of("OLD"), of("NEW"));
            db.execute_batch(&format!(
                "CREATE TEMP TRIGGER \"{table} comes\" AFTER INSERT ON main.\"{table}\" BEGIN
                     SELECT lode_row('{table}', 1{new}); END;
                 CREATE TEMP TRIGGER \"{table} goes\" AFTER DELETE ON main.\"{table}\" BEGIN
                     SELECT lode_row('{table}', -1{old}); END;
                 CREATE TEMP TRIGGER \"{table} changes\" AFTER UPDATE ON main.\"{table}\" BEGIN
                     SELECT lode_row('{table}', -1{old}); SELECT lode_row('{table}', 1{new}); END;"
            ))?;
        }
        Ok(sums)
    }

    /// Forgets what was heard: it has not been.
    pub(crate) fn forget(&self) {
        self.changes().clear();
    }

    fn changes(&self) -> MutexGuard<'_, BTreeMap<String, Sum>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A row comes or goes: the table, one or minus one, and the values.
    fn hear(&self, context: &Context<'_>) -> rusqlite::Result<bool> {
        let (table, sign): (String, i64) = (context.get(0)?, context.get(1)?);
        let hash = hash((2..context.len()).map(|at| context.get_raw(at)));
        self.changes().entry(table).or_default().add(Sum { count: sign, sum: sign.wrapping_mul(hash) });
        Ok(true)
    }

    /// Brings the sums up to date, within the transaction.
    pub(crate) fn write(&self, db: &Connection) -> Result<(), StoreError> {
        let changes = std::mem::take(&mut *self.changes());
        for (table, change) in changes {
            let mut sum = written(db, &table)?.unwrap_or_default();
            sum.add(change);
            put(db, &table, sum)?;
        }
        Ok(())
    }
}

/// Adds up what is there, for a knowledge base that has no sums yet.
pub(crate) fn begin(db: &Connection) -> Result<(), StoreError> {
    tables(db)?.iter().try_for_each(|table| put(db, table, found(db, table)?))
}

/// Adds up the index of words, after it has changed.
pub(crate) fn add_up_words(db: &Connection) -> Result<(), StoreError> {
    // SQLite keeps new words in memory until something like this makes it write them down.
    db.execute_batch("SAVEPOINT words_are_written; RELEASE words_are_written")?;
    tables(db)?.iter().filter(|table| is_of_words(table)).try_for_each(|table| put(db, table, found(db, table)?))
}

fn is_of_words(table: &str) -> bool {
    table.starts_with("words_")
}

/// What is not as it was written: a sentence for each table.
pub(crate) fn differences(db: &Connection) -> Result<Vec<String>, StoreError> {
    let mut different = Vec::new();
    for table in tables(db)? {
        let (written, found) = (written(db, &table)?.unwrap_or_default(), found(db, &table));
        match found {
            Ok(found) if found == written => {}
            Ok(Sum { count, .. }) if count != written.count => {
                different.push(format!("{table} has {count} rows, and {} were written", written.count));
            }
            Ok(_) => different.push(format!("a row of {table} is not as it was written")),
            Err(error) => different.push(format!("{table} cannot be read: {error}")),
        }
    }
    Ok(different)
}

/// The tables that have sums: all but those whose blocks have checksums of their own.
fn tables(db: &Connection) -> Result<Vec<String>, StoreError> {
    let mut statement = db.prepare(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite_%'
         AND name NOT IN ('blocks', 'terms', 'long_terms', 'sums') ORDER BY name",
    )?;
    Ok(statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

fn columns(db: &Connection, table: &str) -> Result<Vec<String>, StoreError> {
    let mut statement = db.prepare("SELECT name FROM pragma_table_info(?1)")?;
    Ok(statement.query_map([table], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

fn written(db: &Connection, table: &str) -> Result<Option<Sum>, StoreError> {
    let mut statement = db.prepare_cached("SELECT count, sum FROM sums WHERE name = ?1")?;
    let sum = |row: &rusqlite::Row<'_>| Ok(Sum { count: row.get(0)?, sum: row.get(1)? });
    Ok(statement.query_row([table], sum).optional()?)
}

fn put(db: &Connection, table: &str, sum: Sum) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached("INSERT OR REPLACE INTO sums (name, count, sum) VALUES (?1, ?2, ?3)")?;
    statement.execute(params![table, sum.count, sum.sum])?;
    Ok(())
}

/// What the rows of a table come to.
fn found(db: &Connection, table: &str) -> Result<Sum, StoreError> {
    let names: Vec<String> = columns(db, table)?.iter().map(|name| format!("\"{name}\"")).collect();
    let mut statement = db.prepare(&format!("SELECT {} FROM main.\"{table}\"", names.join(", ")))?;
    let mut rows = statement.query([])?;
    let mut sum = Sum::default();
    while let Some(row) = rows.next()? {
        let mut values = Vec::with_capacity(names.len());
        for at in 0..names.len() {
            values.push(row.get_ref(at)?);
        }
        sum.add(Sum { count: 1, sum: hash(values.into_iter()) });
    }
    Ok(sum)
}

/// What a row hashes to: its values, each with its sort and its length.
fn hash<'v>(values: impl Iterator<Item = ValueRef<'v>>) -> i64 {
    let mut hasher = SipHasher13::new();
    for value in values {
        let number;
        let (sort, bytes): (u8, &[u8]) = match value {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(integer) => {
                number = integer.to_le_bytes();
                (1, &number)
            }
            // SQLite may keep a whole number in a column of fractions as an integer; it is read as a fraction again.
            ValueRef::Real(real) => {
                number = real.to_bits().to_le_bytes();
                (2, &number)
            }
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(blob) => (4, blob),
        };
        hasher.write_u8(sort);
        hasher.write(&(bytes.len() as u64).to_le_bytes());
        hasher.write(bytes);
    }
    hasher.finish() as i64
}
