//! What the archive beside the database holds: how much of it counts, and which records pages were read from. Both are
//! written in the commit that brings what the pages tell, so that statements and archive agree whatever happens.

use rusqlite::params;

use crate::about;
use crate::error::StoreError;
use crate::snapshot::Snapshot;
use crate::writer::Commit;

/// The fact that tells how much of the archive counts.
const LENGTH: &str = "archive";

/// A record of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    /// The address that was asked.
    pub url: String,
    /// When, as the archive has it.
    pub date: String,
    /// Where the record begins.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
}

impl Commit<'_> {
    /// Notes records that the archive has got, and how long it is with them.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn put_captures(&mut self, length: u64, records: &[Captured]) -> Result<(), StoreError> {
        let commit = self.number();
        for record in records {
            self.db()
                .prepare_cached(
                    "INSERT INTO captures (place, length, url, date, commit_id) VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![record.offset as i64, record.length as i64, record.url, record.date, commit])?;
        }
        about::put(self.db(), LENGTH, length as i64)
    }
}

impl Snapshot {
    /// How many bytes of the archive count.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn archive_length(&self) -> Result<u64, StoreError> {
        Ok(about::get::<i64>(self.db(), LENGTH)?.unwrap_or_default() as u64)
    }

    /// The records of the archive, in its order.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn captures(&self) -> Result<Vec<Captured>, StoreError> {
        self.captures_after(0)
    }

    /// The records that were brought by commits behind this one, in the order of the archive.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn captures_after(&self, commit: i64) -> Result<Vec<Captured>, StoreError> {
        if self.archive_length()? == 0 {
            return Ok(Vec::new());
        }
        let mut rows =
            self.db().prepare("SELECT url, date, place, length FROM captures WHERE commit_id > ?1 ORDER BY place")?;
        let read = |row: &rusqlite::Row<'_>| {
            let (offset, length): (i64, i64) = (row.get(2)?, row.get(3)?);
            Ok(Captured { url: row.get(0)?, date: row.get(1)?, offset: offset as u64, length: length as u64 })
        };
        Ok(rows.query_map([commit], read)?.collect::<Result<_, _>>()?)
    }
}
