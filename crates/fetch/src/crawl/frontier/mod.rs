//! The durable state of a crawl: which addresses are known, what became of each, and where in the archive it is.
//!
//! One SQLite file beside the archive. A batch of visits is one transaction that also says how long the archive is, so
//! that after any crash the state and the archive agree: what is not in the state is cut off the archive, and the
//! pages that were under way are asked for again.

mod batch;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use job::AddressKind;
use rusqlite::{Connection, OptionalExtension, Row, params};
use url::Url;

use super::Counts;
use super::error::StateError;
use super::traps::Chain;
use super::visit::Earlier;
use crate::archive::{Entry, Place, Revisit};

pub(super) use batch::{Batch, Captured, Found, RobotsFile, Update};

/// The version of the tables below.
const VERSION: i64 = 1;

const SCHEMA: &str = "
    CREATE TABLE about (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE addresses (
        id INTEGER PRIMARY KEY,
        url TEXT NOT NULL UNIQUE,
        host TEXT NOT NULL,
        kind INTEGER NOT NULL,
        state INTEGER NOT NULL DEFAULT 0,
        is_late INTEGER NOT NULL DEFAULT 0,
        depth INTEGER NOT NULL,
        redirects INTEGER NOT NULL DEFAULT 0,
        chain INTEGER NOT NULL DEFAULT 0,
        tries INTEGER NOT NULL DEFAULT 0,
        due INTEGER NOT NULL DEFAULT 0,
        again INTEGER NOT NULL DEFAULT 0,
        reason TEXT
    );
    CREATE INDEX waiting ON addresses (host, is_late, depth, id) WHERE state = 0;
    CREATE TABLE captures (
        id INTEGER PRIMARY KEY,
        address INTEGER NOT NULL REFERENCES addresses (id),
        kind TEXT NOT NULL,
        record TEXT NOT NULL,
        date TEXT NOT NULL,
        status INTEGER NOT NULL,
        mime TEXT NOT NULL,
        digest TEXT NOT NULL,
        tag TEXT,
        modified TEXT,
        offset INTEGER NOT NULL,
        length INTEGER NOT NULL
    );
    CREATE INDEX captures_by_address ON captures (address);
    CREATE TABLE robots (origin TEXT PRIMARY KEY, time INTEGER NOT NULL, body BLOB) WITHOUT ROWID;
";

/// The kinds of addresses by the numbers that they have in the tables.
const KINDS: [AddressKind; 5] =
    [AddressKind::Page, AddressKind::Stylesheet, AddressKind::Sitemap, AddressKind::Resource, AddressKind::Robots];

fn kind_number(kind: AddressKind) -> i64 {
    KINDS.iter().position(|known| *known == kind).unwrap_or_default() as i64
}

fn kind_of_number(number: i64) -> AddressKind {
    usize::try_from(number).ok().and_then(|at| KINDS.get(at).copied()).unwrap_or(AddressKind::Resource)
}

/// What has become of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Waiting = 0,
    /// It answered, and the answer is in the archive.
    Fetched = 1,
    /// It sent us elsewhere.
    Redirected = 2,
    /// It could not be had.
    Failed = 3,
    /// We do not ask for it.
    Refused = 4,
}

/// An address to be visited.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub(super) id: i64,
    pub(super) url: Url,
    pub(super) kind: AddressKind,
    pub(super) depth: u32,
    /// How many redirects led to it.
    pub(super) redirects: u32,
    pub(super) chain: Chain,
    pub(super) tries: u32,
    /// When it may be asked for, in seconds since 1970.
    pub(super) due: i64,
    /// Whether the archive has it, and it is asked for to see what has changed.
    pub(super) again: bool,
}

impl Address {
    /// Whether it would be one more page in the archive.
    pub(super) fn is_new_page(&self) -> bool {
        self.kind == AddressKind::Page && !self.again
    }
}

/// The state of one crawl.
#[derive(Debug)]
pub(super) struct Frontier {
    path: PathBuf,
    db: Connection,
}

type Sql<T> = rusqlite::Result<T>;

impl Frontier {
    /// Opens the state, or begins one.
    pub(super) fn open(path: &Path) -> Result<Frontier, StateError> {
        let failed = |cause| StateError { path: path.to_owned(), cause };
        let db = Connection::open(path).map_err(failed)?;
        let mut frontier = Frontier { path: path.to_owned(), db };
        frontier.prepare().map_err(failed)?;
        Ok(frontier)
    }

    fn prepare(&mut self) -> Sql<()> {
        self.db.busy_timeout(Duration::from_secs(10))?;
        self.db.pragma_update(None, "journal_mode", "WAL")?;
        // The archive is synced before each commit; the state may lose its last commits in a power failure, but is
        // never ahead of the archive.
        self.db.pragma_update(None, "synchronous", "NORMAL")?;
        self.db.set_prepared_statement_cache_capacity(64);
        let version: i64 = self.db.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version == 0 {
            let transaction = self.db.transaction()?;
            transaction.execute_batch(SCHEMA)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
            transaction.commit()?;
        } else if version != VERSION {
            return Err(rusqlite::Error::InvalidParameterName(format!("it is of version {version}")));
        }
        Ok(())
    }

    fn failed(&self) -> impl Fn(rusqlite::Error) -> StateError + '_ {
        |cause| StateError { path: self.path.clone(), cause }
    }

    /// How many bytes of the archive count.
    pub(super) fn committed(&self) -> Result<u64, StateError> {
        let length: Sql<Option<i64>> =
            self.db.query_row("SELECT value FROM about WHERE key = 'archive'", [], |row| row.get(0)).optional();
        Ok(length.map_err(self.failed())?.unwrap_or_default().unsigned_abs())
    }

    /// Writes a batch, and says which of the addresses that were found are new.
    pub(super) fn commit(&mut self, batch: &Batch, archive_length: u64) -> Result<Vec<bool>, StateError> {
        let failed = |cause| StateError { path: self.path.clone(), cause };
        let transaction = self.db.transaction().map_err(failed)?;
        let news = batch::write_batch(&transaction, batch, archive_length).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(news)
    }

    /// The hosts that have addresses waiting, and how many.
    pub(super) fn waiting_hosts(&self) -> Result<Vec<(String, u64)>, StateError> {
        let read = || -> Sql<Vec<(String, u64)>> {
            let mut query = self.db.prepare("SELECT host, count(*) FROM addresses WHERE state = 0 GROUP BY host")?;
            query.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?.collect()
        };
        read().map_err(self.failed())
    }

    /// The next addresses of a host, at most so many. New pages are left out if there are enough of them.
    pub(super) fn next(
        &self,
        host: &str,
        depth: u32,
        wants_pages: bool,
        most: usize,
    ) -> Result<Vec<Address>, StateError> {
        let read = || -> Sql<Vec<Address>> {
            let mut query = self.db.prepare_cached(
                "SELECT id, url, kind, depth, redirects, chain, tries, due, again FROM addresses
                 WHERE state = 0 AND host = ?1 AND depth <= ?2 AND (?3 OR kind <> 0 OR again)
                 ORDER BY is_late, depth, id LIMIT ?4",
            )?;
            let rows = query.query_map(params![host, depth, wants_pages, most as i64], address_of)?;
            Ok(rows.collect::<Sql<Vec<_>>>()?.into_iter().flatten().collect())
        };
        read().map_err(self.failed())
    }

    /// How many links away the nearest address of a host is that waits.
    pub(super) fn nearest(&self, host: &str, wants_pages: bool) -> Result<Option<u32>, StateError> {
        let read = || {
            let sql = "SELECT min(depth) FROM addresses WHERE state = 0 AND host = ?1 AND (?2 OR kind <> 0 OR again)";
            self.db.prepare_cached(sql)?.query_row(params![host, wants_pages], |row| row.get(0))
        };
        read().map_err(self.failed())
    }

    /// The rules of an origin that were read since then: `Some(None)` if it has none.
    pub(super) fn robots(&self, origin: &str, since: i64) -> Result<Option<Option<Vec<u8>>>, StateError> {
        let mut query = self
            .db
            .prepare_cached("SELECT body FROM robots WHERE origin = ?1 AND time >= ?2")
            .map_err(self.failed())?;
        query.query_row(params![origin, since], |row| row.get(0)).optional().map_err(self.failed())
    }

    /// The last record that holds the content of an address, with the marks that a server compares.
    pub(super) fn earlier(&self, id: i64) -> Result<Option<Earlier>, StateError> {
        let read = || {
            let mut query = self.db.prepare_cached(
                "SELECT record, date, digest, tag, modified FROM captures
                 WHERE address = ?1 AND kind = 'response' AND status BETWEEN 200 AND 299 ORDER BY id DESC LIMIT 1",
            )?;
            let earlier = |row: &Row<'_>| {
                let revisit = Revisit { id: row.get(0)?, date: row.get(1)?, digest: row.get(2)? };
                Ok(Earlier { revisit, tag: row.get(3)?, modified: row.get(4)? })
            };
            query.query_row([id], earlier).optional()
        };
        read().map_err(self.failed())
    }

    /// Where the content of an address is, if it was fetched.
    pub(super) fn place_of(&self, url: &Url) -> Result<Option<Place>, StateError> {
        let read = || {
            let mut query = self.db.prepare_cached(
                "SELECT offset, length FROM captures JOIN addresses ON addresses.id = address
                 WHERE url = ?1 AND captures.kind = 'response' AND status BETWEEN 200 AND 299
                 ORDER BY captures.id DESC LIMIT 1",
            )?;
            query.query_row([url.as_str()], |row| place_of(row, 0)).optional()
        };
        read().map_err(self.failed())
    }

    /// Everything that was fetched waits again, to see what has changed; unless it does already.
    pub(super) fn refresh(&mut self) -> Result<(), StateError> {
        let sql = "UPDATE addresses SET state = 0, again = 1, tries = 0, due = 0, reason = NULL
                   WHERE state IN (1, 2, 3) AND kind <> 4
                   AND NOT EXISTS (SELECT 1 FROM addresses WHERE state = 0 AND again)";
        self.db.execute(sql, []).map_err(self.failed())?;
        self.db.execute("DELETE FROM robots", []).map_err(self.failed())?;
        Ok(())
    }

    /// An address that failed or was refused waits again: the user may have mended it, or may allow more now.
    pub(super) fn reconsider(&mut self, url: &Url) -> Result<(), StateError> {
        let sql =
            "UPDATE addresses SET state = 0, tries = 0, due = 0, reason = NULL WHERE state IN (3, 4) AND url = ?1";
        self.db.execute(sql, [url.as_str()]).map(drop).map_err(self.failed())
    }

    /// How far the crawl has come.
    pub(super) fn counts(&self, depth: u32) -> Result<Counts, StateError> {
        let count = |sql: &str| -> Result<u64, StateError> {
            let count: Sql<i64> = self.db.query_row(sql, [], |row| row.get(0));
            Ok(count.map_err(self.failed())?.unsigned_abs())
        };
        Ok(Counts {
            pages: count(
                "SELECT count(DISTINCT address) FROM captures JOIN addresses ON addresses.id = address
                 WHERE addresses.kind = 0 AND captures.kind = 'response' AND status BETWEEN 200 AND 299",
            )?,
            waiting: count(&format!("SELECT count(*) FROM addresses WHERE state = 0 AND depth <= {depth}"))?,
            failed: count("SELECT count(*) FROM addresses WHERE state = 3")?,
            refused: count("SELECT count(*) FROM addresses WHERE state = 4")?,
        })
    }

    /// How many addresses of a kind are known.
    pub(super) fn count_of(&self, kind: AddressKind) -> Result<u64, StateError> {
        let sql = "SELECT count(*) FROM addresses WHERE kind = ?1";
        let count: Sql<i64> = self.db.query_row(sql, [kind_number(kind)], |row| row.get(0));
        Ok(count.map_err(self.failed())?.unsigned_abs())
    }

    /// Why addresses failed or were refused, with their numbers and an example, the most frequent first.
    pub(super) fn reasons(&self) -> Result<Vec<(String, u64, String)>, StateError> {
        let read = || -> Sql<Vec<(String, u64, String)>> {
            let mut query = self.db.prepare(
                "SELECT reason, count(*) AS number, min(url) FROM addresses WHERE state IN (3, 4) AND reason IS NOT NULL
                 GROUP BY reason ORDER BY number DESC, reason",
            )?;
            query.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs(), row.get(2)?)))?.collect()
        };
        read().map_err(self.failed())
    }

    /// Hands every record to `take`, for the index.
    pub(super) fn each_record(&self, mut take: impl FnMut(Entry)) -> Result<(), StateError> {
        let mut read = || -> Sql<()> {
            let mut query = self.db.prepare(
                "SELECT url, date, mime, status, digest, offset, length FROM captures
                 JOIN addresses ON addresses.id = address WHERE captures.kind IN ('response', 'revisit')",
            )?;
            let mut rows = query.query([])?;
            while let Some(row) = rows.next()? {
                take(Entry {
                    url: row.get(0)?,
                    date: row.get(1)?,
                    mime: row.get(2)?,
                    status: row.get(3)?,
                    digest: row.get(4)?,
                    place: place_of(row, 5)?,
                });
            }
            Ok(())
        };
        read().map_err(self.failed())
    }
}

/// Seconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_secs().cast_signed()
}

fn place_of(row: &Row<'_>, at: usize) -> Sql<Place> {
    let number = |at| row.get::<_, i64>(at).map(i64::unsigned_abs);
    Ok(Place { offset: number(at)?, length: number(at + 1)? })
}

/// A row as an address; `None` if it cannot be read, which we have not written then.
fn address_of(row: &Row<'_>) -> Sql<Option<Address>> {
    let Ok(url) = Url::parse(&row.get::<_, String>(1)?) else { return Ok(None) };
    Ok(Some(Address {
        id: row.get(0)?,
        url,
        kind: kind_of_number(row.get(2)?),
        depth: row.get(3)?,
        redirects: row.get(4)?,
        chain: Chain(row.get(5)?),
        tries: row.get(6)?,
        due: row.get(7)?,
        again: row.get(8)?,
    }))
}
