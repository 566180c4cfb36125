//! A knowledge base: what is in it, the right to change it, and questions to it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::StoreError;
use crate::folder::Folder;
use crate::snapshot::Snapshot;
use crate::sparql::{Answer, Asking, DefaultGraph, Limits, Prefixes, QueryError, Workers};
use crate::writer::Writer;

/// A knowledge base. Cheap to clone; clones share who answers questions.
#[derive(Clone, Debug)]
pub struct KnowledgeBase {
    folder: Folder,
    workers: Workers,
}

impl KnowledgeBase {
    /// One that is there.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn open(folder: impl Into<PathBuf>) -> Result<KnowledgeBase, StoreError> {
        Folder::open(folder.into()).map(KnowledgeBase::of)
    }

    /// One that is there, or a new one, which is made when it is first written to.
    ///
    /// # Errors
    ///
    /// If there is something else in the folder.
    pub fn open_or_create(folder: impl Into<PathBuf>) -> Result<KnowledgeBase, StoreError> {
        Folder::open_or_create(folder.into()).map(KnowledgeBase::of)
    }

    fn of(folder: Folder) -> KnowledgeBase {
        KnowledgeBase { folder, workers: Workers::default() }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The archive of its pages.
    pub fn archive(&self) -> PathBuf {
        self.folder.archive()
    }

    /// What is in it now. Many may read at a time, also while one writes.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(&self) -> Result<Snapshot, StoreError> {
        self.folder.read()
    }

    /// The right to change it, which one has at a time.
    ///
    /// # Errors
    ///
    /// If somebody else has it, or the folder cannot be written.
    pub fn write(&self) -> Result<Writer, StoreError> {
        self.folder.write()
    }

    /// The right to change it, for which it waits so long if somebody else has it.
    ///
    /// # Errors
    ///
    /// If somebody else has it all the while, or the folder cannot be written.
    pub fn write_within(&self, wait: Duration) -> Result<Writer, StoreError> {
        self.folder.write_within(wait)
    }

    /// Asks a query. The first part of the answer has been found when this returns.
    ///
    /// # Errors
    ///
    /// If the query makes no sense, or is over its limits.
    pub fn query(
        &self,
        query: &str,
        prefixes: &Prefixes,
        default_graph: DefaultGraph,
        limits: Limits,
    ) -> Result<Answer, QueryError> {
        Asking { query, prefixes, default_graph, limits }.ask(&self.workers, &self.folder, None)
    }

    /// Asks a query about a moment that is given, so that what was read of it and what is answered fit together.
    ///
    /// # Errors
    ///
    /// If the query makes no sense, or is over its limits.
    pub fn query_at(
        &self,
        moment: Snapshot,
        query: &str,
        prefixes: &Prefixes,
        default_graph: DefaultGraph,
        limits: Limits,
    ) -> Result<Answer, QueryError> {
        Asking { query, prefixes, default_graph, limits }.ask(&self.workers, &self.folder, Some(moment))
    }

    /// The same knowledge base, of which so many queries are answered at a time. Each may hold the memory of its
    /// limits, and remembers what it has read: at most a fifth of a gigabyte.
    #[must_use]
    pub fn answering(self, at_once: usize) -> KnowledgeBase {
        KnowledgeBase { workers: Workers::new(at_once), ..self }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_only_begun_is_nothing() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("kb");
        let base = KnowledgeBase::open_or_create(&folder).unwrap();
        assert!(!folder.exists(), "nothing is made before it is written to");
        assert!(matches!(base.read(), Err(StoreError::Missing(_))));
        drop(base.write().unwrap());
        assert!(!folder.exists(), "nothing was committed");

        // Killed before the tables were made: a lock, and a database without anything in it.
        fs::create_dir(&folder).unwrap();
        for name in ["kb.lock", "kb.sqlite", "kb.sqlite-journal"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let base = KnowledgeBase::open_or_create(&folder).unwrap();
        assert!(matches!(base.read(), Err(StoreError::Missing(_))));
        base.write().unwrap().begin("test").unwrap().finish().unwrap();
        assert!(base.read().unwrap().is_committed());
        base.write().unwrap();
        assert!(KnowledgeBase::open(&folder).is_ok(), "it stays");
    }

    #[test]
    fn who_waits_writes_when_the_other_has_ended() {
        let place = tempfile::tempdir().unwrap();
        let base = KnowledgeBase::open_or_create(place.path().join("kb")).unwrap();
        let writer = base.write().unwrap();
        let none = Duration::from_millis(30);
        assert!(matches!(base.write_within(none), Err(StoreError::Busy { .. })));
        std::thread::scope(|scope| {
            // Nothing was committed, so that what was begun goes away with the one who waits for it beside it.
            let waiting = scope.spawn(|| {
                let mut writer = base.write_within(Duration::from_secs(60)).unwrap();
                writer.begin("after the other").unwrap().finish().unwrap();
            });
            drop(writer);
            waiting.join().unwrap();
        });
        assert_eq!(base.read().unwrap().commit(), 1);
    }

    #[test]
    fn the_database_of_somebody_else_is_not_touched() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("kb.sqlite");
        rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
        let before = fs::read(&path).unwrap();
        let base = KnowledgeBase::open_or_create(place.path()).unwrap();
        assert!(matches!(base.write(), Err(StoreError::NotOurs(_))));
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}
