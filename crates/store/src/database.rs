//! The one database of a knowledge base, and how it is opened.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::StoreError;
use crate::tables::{self, VERSION};

/// What a database of ours says of itself ("Lode").
const APPLICATION: i32 = 0x4C6F_6465;
/// Whether there is a database with something in it. What cannot be looked at is not taken for nothing.
pub(crate) fn is_made(path: &Path) -> Result<bool, StoreError> {
    match fs::symlink_metadata(path) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(false),
        Err(cause) => return Err(StoreError::Io { path: path.to_owned(), cause }),
        Ok(_) => {}
    }
    let look = || has_tables(&Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?);
    look().map_err(|error| refused(path, error))
}

fn has_tables(db: &Connection) -> rusqlite::Result<bool> {
    db.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
}

/// What keeps a database from being opened: SQLite says only that it is so, the system also why.
fn refused(path: &Path, error: rusqlite::Error) -> StoreError {
    match (error.sqlite_error_code(), File::open(path)) {
        (Some(rusqlite::ErrorCode::CannotOpen), Err(cause)) => StoreError::Io { path: path.to_owned(), cause },
        _ => error.into(),
    }
}

/// Opens a database for changes, and makes it if there is none.
pub(crate) fn open_to_write(path: &Path) -> Result<Connection, StoreError> {
    let mut db = Connection::open(path).map_err(|error| refused(path, error))?;
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
    let version = if is_new { 0 } else { check(&db, path)? };
    if version < VERSION {
        let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        tables::climb(&transaction, version)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.commit()?;
    }
    Ok(db)
}

/// Opens a database to read what is in it now. What is written meanwhile is not seen.
pub(crate) fn open_to_read(path: &Path) -> Result<Connection, StoreError> {
    match path.try_exists() {
        Ok(true) => {}
        Ok(false) => return Err(StoreError::Missing(path.parent().unwrap_or(path).to_owned())),
        Err(cause) => return Err(StoreError::Io { path: path.to_owned(), cause }),
    }
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_READ_WRITE);
    match opened.map_err(|error| refused(path, error)).and_then(|db| fixed(db, path)) {
        // Readers leave a mark beside the database. Where nobody may write, nobody does, and none is needed; but what
        // was written last may then stand beside the database, where it is not seen without that mark.
        Err(StoreError::Sqlite(error)) if is_for_lack_of_rights(error.as_ref()) => {
            if has_bytes(&beside(path, "-wal")) {
                return Err(StoreError::Unsettled(path.parent().unwrap_or(path).to_owned()));
            }
            let flags = flags | OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let opened = Connection::open_with_flags(immutable(path), flags);
            fixed(opened.map_err(|error| refused(path, error))?, path)
        }
        opened => opened,
    }
}

/// A file that SQLite keeps beside a database.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Whether there is a file with something in it, or one that cannot be looked at.
fn has_bytes(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(found) => found.len() > 0,
        Err(cause) => cause.kind() != ErrorKind::NotFound,
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
    Ok(db.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))? >= tables::SUMS)
}
