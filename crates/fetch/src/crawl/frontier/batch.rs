//! What one transaction writes: what became of addresses, what was found, and where it is in the archive.

use job::AddressKind;
use rusqlite::{Transaction, params};
use url::Url;

use super::{Address, Sql, State, kind_number, now};
use crate::archive::Place;
use crate::crawl::address::host_key;
use crate::crawl::traps::Chain;

/// An address that was found.
#[derive(Clone, Debug)]
pub(in crate::crawl) struct Found {
    pub(in crate::crawl) url: Url,
    pub(in crate::crawl) kind: AddressKind,
    pub(in crate::crawl) depth: u32,
    pub(in crate::crawl) redirects: u32,
    pub(in crate::crawl) chain: Chain,
    /// Why it will not be asked for, if that is clear already.
    pub(in crate::crawl) refused: Option<&'static str>,
    /// Whether it may answer otherwise than before: it has sent us away, and we come back with a cookie.
    pub(in crate::crawl) is_return: bool,
}

impl Found {
    /// Found without a link.
    pub(in crate::crawl) fn at_start(url: Url, kind: AddressKind) -> Found {
        Found { url, kind, depth: 0, redirects: 0, chain: Chain(0), refused: None, is_return: false }
    }
}

/// A record in the archive, and what it holds.
#[derive(Clone, Debug)]
pub(in crate::crawl) struct Captured {
    pub(in crate::crawl) kind: &'static str,
    pub(in crate::crawl) record: String,
    pub(in crate::crawl) date: String,
    pub(in crate::crawl) status: u16,
    pub(in crate::crawl) mime: String,
    pub(in crate::crawl) digest: String,
    pub(in crate::crawl) tag: Option<String>,
    pub(in crate::crawl) modified: Option<String>,
    pub(in crate::crawl) place: Place,
}

/// What becomes of an address in a batch.
#[derive(Clone, Debug)]
pub(in crate::crawl) struct Update {
    pub(in crate::crawl) id: i64,
    /// What it was asked for. If it is wanted for something else by now, it still waits.
    pub(in crate::crawl) kind: AddressKind,
    pub(in crate::crawl) state: State,
    pub(in crate::crawl) tries: u32,
    pub(in crate::crawl) due: i64,
    pub(in crate::crawl) reason: Option<String>,
    pub(in crate::crawl) captured: Vec<Captured>,
}

impl Update {
    /// One that leaves an address waiting.
    pub(in crate::crawl) fn of(address: &Address) -> Update {
        let Address { id, kind, tries, .. } = *address;
        Update { id, kind, state: State::Waiting, tries, due: 0, reason: None, captured: Vec::new() }
    }
}

/// The rules for robots of an origin.
#[derive(Debug)]
pub(in crate::crawl) struct RobotsFile {
    pub(in crate::crawl) origin: String,
    /// `None` if there is no such file.
    pub(in crate::crawl) body: Option<Vec<u8>>,
}

/// All that one transaction writes.
#[derive(Debug, Default)]
pub(in crate::crawl) struct Batch {
    pub(in crate::crawl) updates: Vec<Update>,
    pub(in crate::crawl) found: Vec<Found>,
    pub(in crate::crawl) robots: Vec<RobotsFile>,
    /// What was fetched on the way, without ever having waited.
    pub(in crate::crawl) aside: Vec<(Url, AddressKind, Captured)>,
}

impl Batch {
    pub(in crate::crawl) fn is_empty(&self) -> bool {
        self.updates.is_empty() && self.found.is_empty() && self.robots.is_empty() && self.aside.is_empty()
    }
}

/// Writes a batch, and says which of the addresses that were found are new.
pub(super) fn write_batch(transaction: &Transaction<'_>, batch: &Batch, archive_length: u64) -> Sql<Vec<bool>> {
    let mut update = transaction.prepare_cached(
        "UPDATE addresses SET state = ?2, tries = ?3, due = ?4, reason = ?5, again = again AND ?2 = 0
         WHERE id = ?1 AND kind = ?6",
    )?;
    for changed in &batch.updates {
        let Update { id, kind, state, tries, due, reason, .. } = changed;
        update.execute(params![id, *state as i64, tries, due, reason, kind_number(*kind)])?;
        for captured in &changed.captured {
            insert_capture(transaction, changed.id, captured)?;
        }
    }
    for file in &batch.robots {
        transaction
            .prepare_cached("INSERT OR REPLACE INTO robots (origin, time, body) VALUES (?1, ?2, ?3)")?
            .execute(params![file.origin, now(), file.body])?;
    }
    for (url, kind, captured) in &batch.aside {
        insert(transaction, &Found::at_start(url.clone(), *kind))?;
        let id: i64 =
            transaction.query_row("SELECT id FROM addresses WHERE url = ?1", [url.as_str()], |row| row.get(0))?;
        // Who waits for it as a page still does.
        transaction.execute("UPDATE addresses SET state = 1 WHERE id = ?1 AND kind <> 0", [id])?;
        insert_capture(transaction, id, captured)?;
    }
    let news = batch.found.iter().map(|found| insert(transaction, found)).collect::<Sql<Vec<bool>>>()?;
    transaction
        .prepare_cached("INSERT OR REPLACE INTO about (key, value) VALUES ('archive', ?1)")?
        .execute([archive_length.cast_signed()])?;
    Ok(news)
}

/// Adds an address unless it is known. Says whether it waits now and did not before.
fn insert(transaction: &Transaction<'_>, found: &Found) -> Sql<bool> {
    let state = if found.refused.is_some() { State::Refused } else { State::Waiting };
    let added = transaction
        .prepare_cached(
            // What is found again nearer to the start is nearer, and what was only a part of a page may be one.
            "INSERT INTO addresses (url, host, kind, state, is_late, depth, redirects, chain, reason)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT (url) DO UPDATE SET state = 0, reason = NULL, kind = min(kind, excluded.kind),
                 depth = iif(kind > excluded.kind, excluded.depth, min(depth, excluded.depth)),
                 redirects = excluded.redirects, chain = excluded.chain, is_late = excluded.is_late
             WHERE excluded.state = 0 AND (state = 0 AND excluded.depth < depth OR kind > 0 AND excluded.kind = 0
                 OR state = 2 AND excluded.redirects > redirects AND ?10 OR state = 4 AND excluded.chain < chain)",
        )?
        .execute(params![
            found.url.as_str(),
            host_key(&found.url),
            kind_number(found.kind),
            state as i64,
            found.chain.is_late(),
            found.depth,
            found.redirects,
            found.chain.0,
            found.refused,
            found.is_return,
        ])?;
    Ok(added > 0 && found.refused.is_none())
}

fn insert_capture(transaction: &Transaction<'_>, address: i64, captured: &Captured) -> Sql<()> {
    transaction
        .prepare_cached(
            "INSERT INTO captures (address, kind, record, date, status, mime, digest, tag, modified, offset, length)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            address,
            captured.kind,
            captured.record,
            captured.date,
            captured.status,
            captured.mime,
            captured.digest,
            captured.tag,
            captured.modified,
            captured.place.offset.cast_signed(),
            captured.place.length.cast_signed(),
        ])?;
    Ok(())
}
