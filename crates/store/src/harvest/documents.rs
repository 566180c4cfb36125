//! Files that a knowledge base keeps beside its statements: what harvests were made with, what they learnt, and how far
//! they have come.

use rusqlite::{Connection, params};

use crate::error::StoreError;
use crate::snapshot::Snapshot;
use crate::writer::Commit;

/// What a kept file is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DocumentKind {
    /// An ontology, as somebody wrote it.
    Ontology,
    /// Names of its terms, as somebody wrote them.
    Names,
    /// How pages of a layout are read.
    Wrapper,
    /// How far a mining has come.
    Mining,
    /// How far a harvest has come.
    Harvest,
}

impl DocumentKind {
    fn as_str(self) -> &'static str {
        match self {
            DocumentKind::Ontology => "ontology",
            DocumentKind::Names => "names",
            DocumentKind::Wrapper => "wrapper",
            DocumentKind::Mining => "mining",
            DocumentKind::Harvest => "harvest",
        }
    }
}

impl Commit<'_> {
    /// Keeps a file.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn put_document(&mut self, kind: DocumentKind, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let time = self.time().to_owned();
        self.db()
            .prepare_cached("INSERT OR REPLACE INTO documents (kind, name, time, data) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![kind.as_str(), name, time, bytes])?;
        Ok(())
    }

    /// Keeps files of a kind, in the place of all that were kept of it.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn put_documents(&mut self, kind: DocumentKind, documents: &[(String, Vec<u8>)]) -> Result<(), StoreError> {
        self.db().prepare_cached("DELETE FROM documents WHERE kind = ?1")?.execute([kind.as_str()])?;
        documents.iter().try_for_each(|(name, bytes)| self.put_document(kind, name, bytes))
    }
}

impl Snapshot {
    /// The kept files of a kind, by name.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn documents(&self, kind: DocumentKind) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        documents(self.db(), kind)
    }
}

pub(super) fn documents(db: &Connection, kind: DocumentKind) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    let mut statement = db.prepare_cached("SELECT name, data FROM documents WHERE kind = ?1 ORDER BY name")?;
    Ok(statement.query_map([kind.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
}
