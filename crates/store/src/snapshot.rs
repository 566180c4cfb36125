//! A knowledge base as it was at one moment: terms and statements, to be read as often as one likes.

use oxrdf::{Term, TermRef};
use rusqlite::Connection;

use crate::about;
use crate::error::StoreError;
use crate::shelves::{Row, Scan, Shelf, ShelfReader};
use crate::terms::{Key, Stored, TermId, TermReader};

/// What is in a knowledge base at one moment. It may be sent to another thread, and is read by one at a time.
#[derive(Debug)]
pub struct Snapshot {
    db: Connection,
    /// The last commit that is seen.
    commit: i64,
    shelves: [ShelfReader; Shelf::ALL.len()],
    terms: TermReader,
}

/// The terms of a statement that are asked for. The numbers are those of terms; a graph of number zero has no name.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    pub(crate) subject: Option<TermId>,
    pub(crate) predicate: Option<TermId>,
    pub(crate) object: Option<TermId>,
    pub(crate) graph: Graphs,
}

/// Which graphs are asked for.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) enum Graphs {
    /// Each statement once, whatever graphs it is in. Its graph is given as zero.
    #[default]
    Union,
    /// All graphs that have a name.
    Named,
    /// One graph.
    One(TermId),
    /// Each graph, named or not.
    Each,
}

/// A statement, as numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Quad {
    pub(crate) subject: TermId,
    pub(crate) predicate: TermId,
    pub(crate) object: TermId,
    pub(crate) graph: TermId,
}

impl Quad {
    /// The row that it is on a shelf of statements.
    pub(crate) fn row(self, shelf: Shelf) -> Row {
        let Quad { subject, predicate, object, graph } = self;
        Row::new(match shelf {
            Shelf::Subjects | Shelf::Terms | Shelf::Keys => [subject, predicate, object, graph],
            Shelf::Predicates => [predicate, object, subject, graph],
            Shelf::Objects => [object, subject, predicate, graph],
            Shelf::Graphs => [graph, subject, predicate, object],
        })
    }

    /// The statement that a row of a shelf is.
    pub(crate) fn of(row: Row, shelf: Shelf) -> Quad {
        let [a, b, c, d] = row.numbers();
        match shelf {
            Shelf::Subjects | Shelf::Terms | Shelf::Keys => Quad { subject: a, predicate: b, object: c, graph: d },
            Shelf::Predicates => Quad { subject: c, predicate: a, object: b, graph: d },
            Shelf::Objects => Quad { subject: b, predicate: c, object: a, graph: d },
            Shelf::Graphs => Quad { subject: b, predicate: c, object: d, graph: a },
        }
    }
}

impl Snapshot {
    pub(crate) fn of(db: Connection) -> Result<Snapshot, StoreError> {
        let terms = TermReader::new(Key::of(&db)?);
        let commit = last_commit(&db)?;
        Ok(Snapshot { db, commit, shelves: Default::default(), terms })
    }

    /// What is in the knowledge base now. What was read stays in memory if it is still the same.
    pub(crate) fn refreshed(self) -> Result<Snapshot, StoreError> {
        self.db().execute_batch(if self.db().is_autocommit() { "BEGIN" } else { "COMMIT; BEGIN" })?;
        if last_commit(self.db())? == self.commit { Ok(self) } else { Snapshot::of(self.db) }
    }

    /// What was read, without a hold on the database until it is refreshed: a reader that only waits would keep what is
    /// written from ever being put into its place.
    pub(crate) fn at_rest(self) -> Option<Snapshot> {
        self.db().execute_batch("COMMIT").is_ok().then_some(self)
    }

    pub(crate) fn db(&self) -> &Connection {
        &self.db
    }

    /// The number of the last commit that is seen; zero if there is none.
    pub fn commit(&self) -> i64 {
        self.commit
    }

    /// Whether anything was ever committed.
    pub(crate) fn is_committed(&self) -> bool {
        self.commit > 0
    }

    /// How many statements there are.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn statements(&self) -> Result<u64, StoreError> {
        Ok(about::get::<i64>(self.db(), "statements")?.unwrap_or_default() as u64)
    }

    /// The number of a term.
    pub(crate) fn find(&self, term: TermRef<'_>) -> Result<Option<TermId>, StoreError> {
        self.terms.find(self.db(), &self.shelves[Shelf::Terms as usize], term)
    }

    /// The term with a number.
    pub(crate) fn term(&self, id: TermId) -> Result<Term, StoreError> {
        self.terms.term(self.db(), id)
    }

    /// Looks at a term without making one. Whoever looks must not read other terms meanwhile.
    pub(crate) fn look<T>(&self, id: TermId, look: impl FnOnce(Stored<'_>) -> T) -> Result<T, StoreError> {
        self.terms.look(self.db(), id, look)
    }

    /// The statements that fit a pattern, in the order of the shelf that suits it best.
    pub(crate) fn quads(&self, pattern: Pattern) -> Result<Quads<'_>, StoreError> {
        let (shelf, bounds) = self.way(pattern)?;
        let scan = Scan::begin(self.db(), &self.shelves[shelf as usize], shelf, bounds)?;
        Ok(Quads { snapshot: self, scan, shelf, pattern, before: None })
    }

    /// The statements of a predicate and an object, by subject, from one subject on.
    pub(crate) fn quads_from(&self, predicate: TermId, object: TermId, first: TermId) -> Result<Quads<'_>, StoreError> {
        let shelf = Shelf::Predicates;
        let bounds = (Row::bounds(&[predicate, object, first]).0, Row::bounds(&[predicate, object]).1);
        let scan = Scan::begin(self.db(), &self.shelves[shelf as usize], shelf, bounds)?;
        let pattern =
            Pattern { predicate: Some(predicate), object: Some(object), graph: Graphs::Each, ..Pattern::default() };
        Ok(Quads { snapshot: self, scan, shelf, pattern, before: None })
    }

    /// All predicates, in order.
    pub(crate) fn predicates(&self) -> Result<Vec<TermId>, StoreError> {
        self.numbers_behind(&[], usize::MAX)
    }

    /// The objects that a predicate has, in order, the first so many.
    pub(crate) fn objects_of(&self, predicate: TermId, most: usize) -> Result<Vec<TermId>, StoreError> {
        self.numbers_behind(&[predicate], most)
    }

    /// The numbers that follow others in the order of predicates, each once: from each it goes on behind all its rows.
    fn numbers_behind(&self, before: &[TermId], most: usize) -> Result<Vec<TermId>, StoreError> {
        let shelf = &self.shelves[Shelf::Predicates as usize];
        let last = Row::bounds(before).1;
        let mut found = Vec::new();
        let mut next = Some(0);
        while let Some(first) = next.filter(|_| found.len() < most) {
            let bounds = (Row::bounds(&[before, &[first]].concat()).0, last);
            let row =
                Scan::begin(self.db(), shelf, Shelf::Predicates, bounds)?.next(self.db(), shelf, Shelf::Predicates)?;
            let Some(row) = row else { break };
            let number = row.number(before.len());
            found.push(number);
            next = number.checked_add(1);
        }
        Ok(found)
    }

    /// How many rows of a shelf were read and are kept.
    #[cfg(test)]
    pub(crate) fn rows_read(&self, shelf: Shelf) -> usize {
        self.shelves[shelf as usize].rows_read()
    }

    /// The first graph with this number or a later one.
    pub(crate) fn graph_from(&self, first: TermId) -> Result<Option<TermId>, StoreError> {
        let (shelf, bounds) = (&self.shelves[Shelf::Graphs as usize], (Row::bounds(&[first]).0, Row::bounds(&[]).1));
        let row = Scan::begin(self.db(), shelf, Shelf::Graphs, bounds)?.next(self.db(), shelf, Shelf::Graphs)?;
        Ok(row.map(|row| row.number(0)))
    }

    /// About how many individuals there are under a key of merging.
    pub(crate) fn count_keys(&self, key: &[u32; 2]) -> Result<usize, StoreError> {
        self.shelves[Shelf::Keys as usize].estimate(self.db(), Shelf::Keys, Row::bounds(key))
    }

    /// The first individuals under a key of merging.
    pub(crate) fn under_key(&self, key: &[u32; 2], at_most: usize) -> Result<Vec<TermId>, StoreError> {
        let shelf = &self.shelves[Shelf::Keys as usize];
        let mut scan = Scan::begin(self.db(), shelf, Shelf::Keys, Row::bounds(key))?;
        let mut found = Vec::new();
        while found.len() < at_most {
            let Some(row) = scan.next(self.db(), shelf, Shelf::Keys)? else { break };
            found.push(row.number(2));
        }
        Ok(found)
    }

    /// The shelf that a pattern is best looked up on, and where. What the shelf cannot tell apart is left to a filter.
    fn way(&self, pattern: Pattern) -> Result<(Shelf, (Row, Row)), StoreError> {
        let Pattern { subject, predicate, object, graph } = pattern;
        let (shelf, prefix): (Shelf, Vec<TermId>) = match (subject, predicate, object) {
            (Some(s), Some(p), Some(o)) => (Shelf::Subjects, vec![s, p, o]),
            (Some(s), Some(p), None) => (Shelf::Subjects, vec![s, p]),
            (Some(s), None, None) => (Shelf::Subjects, vec![s]),
            (Some(s), None, Some(o)) => (Shelf::Objects, vec![o, s]),
            (None, Some(p), Some(o)) => (Shelf::Predicates, vec![p, o]),
            (None, Some(p), None) => (Shelf::Predicates, vec![p]),
            (None, None, Some(o)) => (Shelf::Objects, vec![o]),
            (None, None, None) => (Shelf::Subjects, vec![]),
        };
        let plain = (shelf, Row::bounds(&prefix));
        let Graphs::One(graph) = graph else { return Ok(plain) };
        // Within a graph the shelf of graphs may have less to go through.
        let within = match (subject, predicate, object) {
            (Some(s), Some(p), Some(o)) => Row::bounds(&[graph, s, p, o]),
            (Some(s), Some(p), None) => Row::bounds(&[graph, s, p]),
            (Some(s), None, _) => Row::bounds(&[graph, s]),
            (None, ..) => Row::bounds(&[graph]),
        };
        let db = self.db();
        let many = self.shelves[shelf as usize].estimate(db, shelf, plain.1)?;
        let few = self.shelves[Shelf::Graphs as usize].estimate(db, Shelf::Graphs, within)?;
        Ok(if few <= many { (Shelf::Graphs, within) } else { plain })
    }
}

fn last_commit(db: &Connection) -> Result<i64, StoreError> {
    let mut statement = db.prepare_cached("SELECT coalesce(max(id), 0) FROM commits")?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

/// Statements that fit a pattern.
#[derive(Debug)]
pub(crate) struct Quads<'a> {
    snapshot: &'a Snapshot,
    scan: Scan,
    shelf: Shelf,
    pattern: Pattern,
    before: Option<Quad>,
}

impl Iterator for Quads<'_> {
    type Item = Result<Quad, StoreError>;

    fn next(&mut self) -> Option<Result<Quad, StoreError>> {
        let Snapshot { db, shelves, .. } = self.snapshot;
        loop {
            let row = match self.scan.next(db, &shelves[self.shelf as usize], self.shelf) {
                Ok(row) => row?,
                Err(error) => return Some(Err(error)),
            };
            let mut quad = Quad::of(row, self.shelf);
            let is = |wanted: Option<TermId>, found| wanted.is_none_or(|wanted| wanted == found);
            let Pattern { subject, predicate, object, graph } = self.pattern;
            if !is(subject, quad.subject) || !is(predicate, quad.predicate) || !is(object, quad.object) {
                continue;
            }
            match graph {
                Graphs::Each => {}
                Graphs::Named if quad.graph == 0 => continue,
                Graphs::Named => {}
                Graphs::One(wanted) if quad.graph != wanted => continue,
                Graphs::One(_) => {}
                Graphs::Union => {
                    // The graph is the last number on all shelves that a union is read from, so that the same statement
                    // in several graphs comes several times in a row.
                    quad.graph = 0;
                    if self.before == Some(quad) {
                        continue;
                    }
                    self.before = Some(quad);
                }
            }
            return Some(Ok(quad));
        }
    }
}

#[cfg(test)]
mod tests;
