//! Facts about the whole knowledge base, each under its name.

use rusqlite::{Connection, OptionalExtension};

use crate::error::StoreError;

/// A fact, if it is known.
pub(crate) fn get<T: rusqlite::types::FromSql>(db: &Connection, name: &str) -> Result<Option<T>, StoreError> {
    let mut statement = db.prepare_cached("SELECT value FROM about WHERE name = ?1")?;
    Ok(statement.query_row([name], |row| row.get(0)).optional()?)
}

/// Notes a fact.
pub(crate) fn put(db: &Connection, name: &str, value: impl rusqlite::ToSql) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached("INSERT OR REPLACE INTO about (name, value) VALUES (?1, ?2)")?;
    statement.execute(rusqlite::params![name, value])?;
    Ok(())
}
