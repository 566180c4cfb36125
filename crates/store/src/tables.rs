//! The tables of the database, version by version. A database of an earlier version climbs the ladder when it is next
//! opened for changes; one that is only read stays as it is, so that every reader must do without what came later.

use rusqlite::Transaction;

use crate::about;
use crate::error::StoreError;
use crate::sums;
use crate::terms::{Key, TermWriter};

/// What a version brings.
type Step = fn(&Transaction<'_>) -> Result<(), StoreError>;

/// What each version brings, the first to a database without anything in it. Whoever adds one adds it at the end, and
/// leaves those before as they are: there are databases of each.
const LADDER: [Step; 2] = [first, with_sums];

/// The newest version.
pub(crate) const VERSION: i64 = LADDER.len() as i64;

/// The version that brought sums, and captures.
pub(crate) const SUMS: i64 = 2;

/// Brings a database up to date that has come so far.
pub(crate) fn climb(db: &Transaction<'_>, from: i64) -> Result<(), StoreError> {
    for step in LADDER.iter().skip(usize::try_from(from).unwrap_or_default()) {
        step(db)?;
    }
    db.pragma_update(None, "user_version", VERSION)?;
    Ok(())
}

fn first(db: &Transaction<'_>) -> Result<(), StoreError> {
    for tables in [ABOUT, SHELVES, TERMS, HARVESTS, MERGING, WORDS] {
        db.execute_batch(tables)?;
    }
    // SQLite's own source of randomness, seeded by the system's.
    let key: [u8; 16] = db.query_row("SELECT randomblob(16)", [], |row| row.get(0))?;
    about::put(db, "key", key)?;
    about::put(db, "statements", 0)?;
    TermWriter::begin(db, Key(key))
}

fn with_sums(db: &Transaction<'_>) -> Result<(), StoreError> {
    db.execute_batch(SUMS_OF_ROWS)?;
    db.execute_batch(CAPTURES)?;
    sums::begin(db)
}

/// Facts about the whole, and the history.
const ABOUT: &str = "
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

/// The tables that shelves are in. The index makes a list of all blocks cheap: it is read without touching their data.
pub(crate) const SHELVES: &str = "
    CREATE TABLE blocks (
        id INTEGER PRIMARY KEY,
        shelf INTEGER NOT NULL,
        first BLOB NOT NULL,
        count INTEGER NOT NULL,
        data BLOB NOT NULL
    );
    CREATE UNIQUE INDEX blocks_in_order ON blocks (shelf, first, count);
";

/// The tables that terms are in.
const TERMS: &str = "
    CREATE TABLE terms (block INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE long_terms (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
";

/// The tables of what pages tell.
const HARVESTS: &str = "
    CREATE TABLE sources (
        graph INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        address TEXT,
        time TEXT NOT NULL,
        commit_id INTEGER NOT NULL,
        individuals INTEGER NOT NULL,
        statements INTEGER NOT NULL
    );
    CREATE TABLE evidence (
        subject INTEGER NOT NULL,
        predicate INTEGER NOT NULL,
        object INTEGER NOT NULL,
        graph INTEGER NOT NULL,
        path TEXT NOT NULL,
        text TEXT NOT NULL,
        field TEXT NOT NULL,
        confidence REAL NOT NULL,
        PRIMARY KEY (subject, predicate, object, graph)
    ) WITHOUT ROWID;
    CREATE INDEX evidence_by_graph ON evidence (graph);
    CREATE TABLE raw (
        id INTEGER PRIMARY KEY,
        graph INTEGER NOT NULL,
        subject INTEGER NOT NULL,
        property TEXT,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        reason TEXT NOT NULL,
        path TEXT NOT NULL
    );
    CREATE INDEX raw_by_graph ON raw (graph);
    CREATE INDEX raw_by_subject ON raw (subject);
    CREATE TABLE unknown_names (
        graph INTEGER NOT NULL,
        name TEXT NOT NULL,
        class TEXT NOT NULL,
        printed TEXT NOT NULL,
        example TEXT,
        PRIMARY KEY (name, class, graph)
    ) WITHOUT ROWID;
    CREATE INDEX unknown_names_by_graph ON unknown_names (graph);
    CREATE TABLE synonyms (
        name TEXT NOT NULL,
        term TEXT NOT NULL,
        printed TEXT NOT NULL,
        who TEXT NOT NULL,
        time TEXT NOT NULL,
        place TEXT,
        PRIMARY KEY (name, term)
    ) WITHOUT ROWID;
    CREATE TABLE dismissed_names (name TEXT PRIMARY KEY, who TEXT NOT NULL, time TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE documents (
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        time TEXT NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (kind, name)
    );
";

/// The tables of merging. A class stands for all that are related to it by `rdfs:subClassOf`.
const MERGING: &str = "
    CREATE TABLE merging (
        class INTEGER PRIMARY KEY,
        properties BLOB NOT NULL,
        learnt BLOB NOT NULL
    );
    CREATE TABLE touched (individual INTEGER PRIMARY KEY);
    CREATE TABLE merges (
        commit_id INTEGER NOT NULL,
        member INTEGER NOT NULL,
        before INTEGER NOT NULL,
        after INTEGER NOT NULL,
        PRIMARY KEY (commit_id, member)
    ) WITHOUT ROWID;
";

/// The index of words. It keeps no text: texts are with the terms.
pub(crate) const WORDS: &str = "
    CREATE VIRTUAL TABLE words USING fts5 (text, content='', tokenize='unicode61 remove_diacritics 2');
";

/// The table of sums.
const SUMS_OF_ROWS: &str = "
    CREATE TABLE sums (name TEXT PRIMARY KEY, count INTEGER NOT NULL, sum INTEGER NOT NULL) WITHOUT ROWID;
";

/// The table of records.
const CAPTURES: &str = "
    CREATE TABLE captures (
        place INTEGER PRIMARY KEY,
        length INTEGER NOT NULL,
        url TEXT NOT NULL,
        date TEXT NOT NULL,
        commit_id INTEGER NOT NULL
    );
    CREATE INDEX captures_by_url ON captures (url);
";

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::{DocumentKind, KnowledgeBase};

    /// Everything that a database has, by name.
    fn shape(db: &Connection) -> Vec<(String, Option<String>)> {
        let mut statement = db.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// A knowledge base as the version of this number made it, with something in it.
    fn old(path: &std::path::Path, version: usize) {
        let mut db = Connection::open(path).unwrap();
        let transaction = db.transaction().unwrap();
        LADDER[..version].iter().for_each(|step| step(&transaction).unwrap());
        transaction.pragma_update(None, "user_version", version as i64).unwrap();
        transaction.pragma_update(None, "application_id", 0x4C6F_6465).unwrap();
        transaction.execute_batch("INSERT INTO documents VALUES ('names', 'n.csv', '', x'00')").unwrap();
        transaction.execute_batch("INSERT INTO commits VALUES (1, '', 'a test', 0, 0, 0)").unwrap();
        if version >= SUMS as usize {
            transaction.execute_batch("DELETE FROM sums").unwrap();
            sums::begin(&transaction).unwrap();
        }
        transaction.commit().unwrap();
    }

    #[test]
    fn whatever_version_it_has_it_becomes_the_newest_and_keeps_what_it_has() {
        let new = tempfile::tempdir().unwrap();
        old(&new.path().join("kb.sqlite"), LADDER.len());
        let expected = shape(&Connection::open(new.path().join("kb.sqlite")).unwrap());
        for version in 1..=LADDER.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("kb.sqlite");
            old(&path, version);
            let base = KnowledgeBase::open(folder.path()).unwrap();
            // It can be read as it is.
            assert_eq!(base.read().unwrap().documents(DocumentKind::Names).unwrap().len(), 1, "version {version}");
            assert_eq!(base.read().unwrap().captures().unwrap(), []);
            base.write().unwrap().begin("more").unwrap().finish().unwrap();
            assert_eq!(shape(&Connection::open(&path).unwrap()), expected, "version {version}");
            let verdict = base.read().unwrap().verify(&job::Job::unwatched()).unwrap().done().unwrap();
            assert_eq!((verdict.problems, base.read().unwrap().commit()), (Vec::new(), 2), "version {version}");
        }
    }
}
