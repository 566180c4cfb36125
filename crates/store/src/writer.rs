//! Changing a knowledge base: everything that belongs together lands in one commit, or not at all.

use std::fmt::Debug;
use std::thread;
use std::time::SystemTime;

use oxrdf::{GraphNameRef, NamedNodeRef, QuadRef, TermRef};
use rusqlite::{Connection, params};
use time::OffsetDateTime;

use crate::about;
use crate::error::StoreError;
use crate::shelves::{Change, Row, Scan, Shelf, ShelfReader, apply};
use crate::snapshot::Quad;
use crate::sums::Sums;
use crate::terms::{Key, TermId, TermWriter};
use crate::vocabulary::OWN_GRAPHS;

/// The right to change a knowledge base.
#[derive(Debug)]
pub struct Writer {
    db: Connection,
    /// What the rows of its tables come to.
    sums: Sums,
    /// What gives it the right, let go of when the database is closed.
    _held: Box<dyn Held>,
}

/// What gives a writer the right to write, as long as it lives.
pub(crate) trait Held: Debug + Send {}

/// Statements that are kept in memory before they are written down.
const MOST_PENDING: usize = 4 << 20;

impl Writer {
    pub(crate) fn new(db: Connection, held: Box<dyn Held>) -> Result<Writer, StoreError> {
        Ok(Writer { sums: Sums::watch(&db)?, db, _held: held })
    }

    /// Begins a commit; `what` says what it is for, in the history.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn begin(&mut self, what: &str) -> Result<Commit<'_>, StoreError> {
        Commit::begin(&self.db, &self.sums, what)
    }
}

/// By how many statements a commit has changed the knowledge base.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Statements that were not there before.
    pub added: u64,
    /// Statements that were there before.
    pub removed: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.added += other.added;
        self.removed += other.removed;
    }
}

/// Changes that become visible together. Dropped without a [`Commit::finish`], it has not been.
#[derive(Debug)]
pub struct Commit<'a> {
    db: &'a Connection,
    sums: &'a Sums,
    terms: TermWriter,
    /// The statements by graph, as they were when something was last written down.
    shelf: ShelfReader,
    number: i64,
    time: String,
    what: String,
    adding: Vec<Quad>,
    removing: Vec<Quad>,
    done: Counts,
    is_open: bool,
}

impl<'a> Commit<'a> {
    fn begin(db: &'a Connection, sums: &'a Sums, what: &str) -> Result<Commit<'a>, StoreError> {
        db.execute_batch("BEGIN IMMEDIATE")?;
        sums.forget();
        let last: i64 = db.query_row("SELECT coalesce(max(id), 0) FROM commits", [], |row| row.get(0))?;
        Ok(Commit {
            db,
            sums,
            terms: TermWriter::open(db, Key::of(db)?)?,
            shelf: ShelfReader::default(),
            number: last + 1,
            time: written(SystemTime::now()),
            what: what.to_owned(),
            adding: Vec::new(),
            removing: Vec::new(),
            done: Counts::default(),
            is_open: true,
        })
    }
}

impl Commit<'_> {
    pub(crate) fn db(&self) -> &Connection {
        self.db
    }

    /// Its number in the history.
    pub fn number(&self) -> i64 {
        self.number
    }

    /// When it began, as RFC 3339 has it.
    pub fn time(&self) -> &str {
        &self.time
    }

    /// The number of a term, a new one if it has none.
    pub(crate) fn id(&mut self, term: TermRef<'_>) -> Result<TermId, StoreError> {
        self.terms.id(self.db, term)
    }

    fn numbers(&mut self, quad: QuadRef<'_>) -> Result<Quad, StoreError> {
        Ok(Quad {
            subject: self.id(quad.subject.into())?,
            predicate: self.id(quad.predicate.into())?,
            object: self.id(quad.object)?,
            graph: match quad.graph_name {
                GraphNameRef::DefaultGraph => 0,
                GraphNameRef::NamedNode(node) => self.id(node.into())?,
                GraphNameRef::BlankNode(node) => self.id(node.into())?,
            },
        })
    }

    /// Says something.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn add<'q>(&mut self, quad: impl Into<QuadRef<'q>>) -> Result<(), StoreError> {
        let quad = self.numbers(quad.into())?;
        self.adding.push(quad);
        if self.adding.len() >= MOST_PENDING || self.terms.is_full() { self.flush() } else { Ok(()) }
    }

    /// Says something no more.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn remove<'q>(&mut self, quad: impl Into<QuadRef<'q>>) -> Result<(), StoreError> {
        // What is pending is removed before it is added, so that what was added earlier has to be there by now.
        if !self.adding.is_empty() {
            self.flush()?;
        }
        let quad = self.numbers(quad.into())?;
        self.removing.push(quad);
        if self.removing.len() >= MOST_PENDING { self.flush() } else { Ok(()) }
    }

    /// Says something no more that is said when the commit begins, whatever the commit itself says of it.
    pub(crate) fn remove_before<'q>(&mut self, quad: impl Into<QuadRef<'q>>) -> Result<(), StoreError> {
        let quad = self.numbers(quad.into())?;
        self.removing.push(quad);
        Ok(())
    }

    /// Forgets all statements of a graph; those that are said again later in the commit are as if they had stayed.
    ///
    /// # Errors
    ///
    /// If the database cannot be read or written.
    pub fn clear<'g>(&mut self, graph: impl Into<GraphNameRef<'g>>) -> Result<(), StoreError> {
        let graph = match graph.into() {
            GraphNameRef::DefaultGraph => 0,
            GraphNameRef::NamedNode(node) => self.id(node.into())?,
            GraphNameRef::BlankNode(node) => self.id(node.into())?,
        };
        self.adding.retain(|quad| quad.graph != graph);
        self.remove_all(&[graph])
    }

    /// Forgets what a graph says of a subject.
    pub(crate) fn clear_subject(&mut self, subject: TermRef<'_>, graph: NamedNodeRef<'_>) -> Result<(), StoreError> {
        let (subject, graph) = (self.id(subject)?, self.id(graph.into())?);
        self.adding.retain(|quad| quad.graph != graph || quad.subject != subject);
        self.remove_all(&[graph, subject])
    }

    fn remove_all(&mut self, prefix: &[TermId]) -> Result<(), StoreError> {
        let mut scan = Scan::begin(self.db, &self.shelf, Shelf::Graphs, Row::bounds(prefix))?;
        while let Some(row) = scan.next(self.db, &self.shelf, Shelf::Graphs)? {
            self.removing.push(Quad::of(row, Shelf::Graphs));
        }
        Ok(())
    }

    /// Writes down what is pending, within the transaction.
    pub(crate) fn flush(&mut self) -> Result<(), StoreError> {
        self.terms.flush(self.db)?;
        let adding = in_order(std::mem::take(&mut self.adding));
        let mut removing = in_order(std::mem::take(&mut self.removing));
        removing.retain(|quad| adding.binary_search(quad).is_err());
        self.touch(adding.iter().chain(&removing))?;
        self.done.removed += self.apply(&removing, Change::Remove)?;
        self.done.added += self.apply(&adding, Change::Add)?;
        self.shelf = ShelfReader::default();
        Ok(())
    }

    /// Notes whose statements have changed since everything was merged, so that the next merge looks at these alone.
    fn touch<'q>(&self, quads: impl Iterator<Item = &'q Quad>) -> Result<(), StoreError> {
        let is_merged: bool = self.db.query_row("SELECT EXISTS (SELECT 1 FROM merging)", [], |row| row.get(0))?;
        if !is_merged {
            return Ok(());
        }
        // What is said of sources, of terms, or of what is the same, is not said of individuals.
        let mut own: Vec<TermId> = Vec::new();
        for graph in OWN_GRAPHS {
            own.extend(self.terms.find(self.db, NamedNodeRef::new_unchecked(graph).into())?);
        }
        let mut put = self.db.prepare_cached("INSERT OR IGNORE INTO touched (individual) VALUES (?1)")?;
        let mut last = 0;
        for quad in quads.filter(|quad| !own.contains(&quad.graph)) {
            if std::mem::replace(&mut last, quad.subject) != quad.subject {
                put.execute([quad.subject])?;
            }
        }
        Ok(())
    }

    fn apply(&self, quads: &[Quad], change: Change) -> Result<u64, StoreError> {
        if quads.is_empty() {
            return Ok(0);
        }
        // Sorting is half of the work, and the orders have nothing to do with each other.
        let sorted = |shelf: Shelf| {
            let mut rows: Vec<Row> = quads.iter().map(|quad| quad.row(shelf)).collect();
            rows.sort_unstable();
            rows
        };
        let orders: Vec<(Shelf, Vec<Row>)> = thread::scope(|scope| {
            let sorting = Shelf::STATEMENTS.map(|shelf| (shelf, scope.spawn(move || sorted(shelf))));
            sorting.into_iter().map(|(shelf, rows)| (shelf, rows.join().unwrap_or_else(|_| sorted(shelf)))).collect()
        });
        let mut difference = 0;
        for (shelf, rows) in &orders {
            difference = apply(self.db, *shelf, rows, change)?;
        }
        Ok(difference)
    }

    /// By how many statements it changes the knowledge base so far.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn counts(&mut self) -> Result<Counts, StoreError> {
        self.flush()?;
        Ok(self.done)
    }

    /// Makes changes last that are beside the statements, without a line in the history.
    pub(crate) fn settle(mut self) -> Result<(), StoreError> {
        self.sums.write(self.db)?;
        self.db.execute_batch("COMMIT")?;
        self.is_open = false;
        Ok(())
    }

    /// Makes the changes last.
    ///
    /// # Errors
    ///
    /// If the database cannot be written. Then nothing has changed.
    pub fn finish(mut self) -> Result<Counts, StoreError> {
        self.flush()?;
        let before: i64 = about::get(self.db, "statements")?.unwrap_or_default();
        let statements = before + self.done.added as i64 - self.done.removed as i64;
        about::put(self.db, "statements", statements)?;
        self.db
            .prepare_cached(
                "INSERT INTO commits (id, time, what, added, removed, statements) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                self.number,
                self.time,
                self.what,
                self.done.added as i64,
                self.done.removed as i64,
                statements
            ])?;
        self.sums.write(self.db)?;
        self.db.execute_batch("COMMIT")?;
        self.is_open = false;
        Ok(self.done)
    }
}

impl Drop for Commit<'_> {
    fn drop(&mut self) {
        if self.is_open {
            // If this fails as well, the next one to open the database does it.
            let _ = self.db.execute_batch("ROLLBACK");
        }
    }
}

fn in_order(mut quads: Vec<Quad>) -> Vec<Quad> {
    quads.sort_unstable();
    quads.dedup();
    quads
}

/// A time as a text that sorts by time.
pub(crate) fn written(time: SystemTime) -> String {
    let time = OffsetDateTime::from(time);
    let (date, time) = (time.date(), time.time());
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        date.year(),
        date.month() as u8,
        date.day(),
        time.hour(),
        time.minute(),
        time.second()
    )
}
