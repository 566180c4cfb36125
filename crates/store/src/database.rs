//! The one database of a knowledge base: its tables, and how it is opened.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior};

use crate::error::StoreError;
use crate::terms::{Key, TermWriter};
use crate::{captures, harvest, merging, search, shelves, sums, terms};

/// What a database of ours says of itself ("Lode").
const APPLICATION: i32 = 0x4C6F_6465;
/// The version of the tables. The first had no sums.
const VERSION: i64 = 2;

const SCHEMA: &str = "
    CREATE TABLE about (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE commits (
        id INTEGER PRIMARY KEY,
        time TEXT NOT NULL,
        what TEXT NOT NULL,
        added INTEGER NOT NULL,
        removed INTEGER NOT NULL,
        statements INTEGER NOT NULL
    );
";

/// Whether there is a database with something in it.
pub(crate) fn is_made(path: &Path) -> bool {
    let opened = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE);
    opened.is_ok_and(|db| has_tables(&db).unwrap_or(true))
}

fn has_tables(db: &Connection) -> rusqlite::Result<bool> {
    db.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
}

/// Opens a database for changes, and makes it if there is none.
pub(crate) fn open_to_write(path: &Path) -> Result<Connection, StoreError> {
    let mut db = Connection::open(path)?;
    db.busy_timeout(Duration::from_secs(10))?;
    let is_new = !has_tables(&db)?;
    if is_new {
        // Eight kilobytes: most blocks fit into a page.
        db.pragma_update(None, "page_size", 8192)?;
    } else {
        // Before anything is changed: it may be somebody else's.
        check(&db, path)?;
    }
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "cache_size", -64 * 1024)?;
    db.pragma_update(None, "foreign_keys", true)?;
    if is_new {
        create(db.transaction_with_behavior(TransactionBehavior::Immediate)?)?;
    }
    if check(&db, path)? < VERSION {
        bring_up_to_date(db.transaction_with_behavior(TransactionBehavior::Immediate)?)?;
    }
    Ok(db)
}

/// Opens a database to read what is in it now. What is written meanwhile is not seen.
pub(crate) fn open_to_read(path: &Path) -> Result<Connection, StoreError> {
    if !path.exists() {
        return Err(StoreError::Missing(path.parent().unwrap_or(path).to_owned()));
    }
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_WRITE);
    match opened.map_err(StoreError::from).and_then(|db| fixed(db, path)) {
        // Readers leave a mark beside the database. Where nobody may write, nobody does, and none is needed.
        Err(StoreError::Sqlite(error)) if is_for_lack_of_rights(error.as_ref()) => {
            let flags = flags | OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            fixed(Connection::open_with_flags(immutable(path), flags)?, path)
        }
        opened => opened,
    }
}

/// A connection that sees what is there now, and nothing that comes later.
fn fixed(db: Connection, path: &Path) -> Result<Connection, StoreError> {
    db.busy_timeout(Duration::from_secs(10))?;
    db.pragma_update(None, "query_only", true)?;
    check(&db, path)?;
    // The first reading fixes what is seen.
    db.execute_batch("BEGIN; SELECT count(*) FROM about;")?;
    Ok(db)
}

fn is_for_lack_of_rights(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
    let code = error.downcast_ref::<rusqlite::Error>().and_then(rusqlite::Error::sqlite_error_code);
    matches!(code, Some(CannotOpen | PermissionDenied | ReadOnly))
}

/// The address of a database that does not change.
fn immutable(path: &Path) -> String {
    let mut address = "file:".to_owned();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'%' | b'?' | b'#' | 0x80.. => address.push_str(&format!("%{byte:02X}")),
            byte => address.push(char::from(byte)),
        }
    }
    address + "?immutable=1"
}

fn create(db: Transaction<'_>) -> Result<(), StoreError> {
    db.execute_batch(SCHEMA)?;
    db.execute_batch(shelves::SCHEMA)?;
    db.execute_batch(terms::SCHEMA)?;
    db.execute_batch(harvest::SCHEMA)?;
    db.execute_batch(merging::SCHEMA)?;
    db.execute_batch(search::SCHEMA)?;
    // SQLite's own source of randomness, seeded by the system's.
    let key: [u8; 16] = db.query_row("SELECT randomblob(16)", [], |row| row.get(0))?;
    put(&db, "key", key)?;
    put(&db, "statements", 0)?;
    TermWriter::begin(&db, Key(key))?;
    db.pragma_update(None, "application_id", APPLICATION)?;
    bring_up_to_date(db)
}

/// Gives a database of the first version, or a new one, what came with the second.
fn bring_up_to_date(db: Transaction<'_>) -> Result<(), StoreError> {
    db.execute_batch(sums::SCHEMA)?;
    db.execute_batch(captures::SCHEMA)?;
    sums::begin(&db)?;
    db.pragma_update(None, "user_version", VERSION)?;
    db.commit()?;
    Ok(())
}

/// Whether a database is one of ours, and of which version.
fn check(db: &Connection, path: &Path) -> Result<i64, StoreError> {
    let application: i32 = db.pragma_query_value(None, "application_id", |row| row.get(0))?;
    if application != APPLICATION {
        let folder = path.parent().unwrap_or(path).to_owned();
        // Somebody began to make it, and was stopped.
        return Err(if has_tables(db)? { StoreError::NotOurs(folder) } else { StoreError::Missing(folder) });
    }
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > VERSION { Err(StoreError::TooNew { version }) } else { Ok(version) }
}

/// Whether its rows have sums. One that was not changed since there are sums has none.
pub(crate) fn has_sums(db: &Connection) -> Result<bool, StoreError> {
    Ok(db.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))? >= VERSION)
}

/// A fact about the whole knowledge base.
pub(crate) fn get<T: rusqlite::types::FromSql>(db: &Connection, name: &str) -> Result<Option<T>, StoreError> {
    let mut statement = db.prepare_cached("SELECT value FROM about WHERE name = ?1")?;
    Ok(statement.query_row([name], |row| row.get(0)).optional()?)
}

/// Notes a fact about the whole knowledge base.
pub(crate) fn put(db: &Connection, name: &str, value: impl rusqlite::ToSql) -> Result<(), StoreError> {
    let mut statement = db.prepare_cached("INSERT OR REPLACE INTO about (name, value) VALUES (?1, ?2)")?;
    statement.execute(rusqlite::params![name, value])?;
    Ok(())
}

/// The secret that terms are hashed with.
pub(crate) fn key(db: &Connection) -> Result<Key, StoreError> {
    get(db, "key")?.map(Key).ok_or_else(|| StoreError::Damaged("it has lost its key".to_owned()))
}
