//! Proving that a knowledge base is whole: that every block is as it was written, that all orders hold the same
//! statements, that every number stands for a term, and that what is kept beside the statements is about them.

use std::hash::Hasher;

use rusqlite::Connection;
use rustc_hash::FxHasher;

use crate::database;
use crate::error::StoreError;
use crate::shelves::{Row, Scan, Shelf, ShelfReader};
use crate::snapshot::{Quad, Snapshot};
use crate::terms::{TermHash, TermId};

/// What was found.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Statements that were looked at.
    pub statements: u64,
    /// Terms that were looked at.
    pub terms: u64,
    /// Sources that were looked at.
    pub sources: u64,
    /// What is wrong. Empty if all is well.
    pub problems: Vec<String>,
}

/// Problems that are told. Whoever has a hundred needs no more.
const MOST_PROBLEMS: usize = 100;

impl Verdict {
    fn problem(&mut self, problem: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }
}

impl Snapshot {
    /// Looks at everything. Takes time in proportion to what there is.
    ///
    /// # Errors
    ///
    /// If the database cannot be read at all; damage that can be told is in the verdict.
    pub fn verify(&self) -> Result<Verdict, StoreError> {
        let mut verdict = Verdict::default();
        let db = self.db();
        // 1. SQLite's own view of its file.
        let mut statement = db.prepare("PRAGMA integrity_check(20)")?;
        let words: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        words.into_iter().filter(|word| word != "ok").for_each(|word| verdict.problem(format!("SQLite: {word}")));
        // 2. Terms: each can be read, and is found under its hash.
        let last = self.verify_terms(&mut verdict)?;
        // 3. Statements: the same in all orders, and made of terms.
        self.verify_statements(last, &mut verdict);
        // 4. What is kept beside them.
        verify_rows(db, &mut verdict)?;
        Ok(verdict)
    }

    fn verify_terms(&self, verdict: &mut Verdict) -> Result<TermId, StoreError> {
        let db = self.db();
        let reader = ShelfReader::default();
        let mut ids: Vec<TermId> = Vec::new();
        let scanned = each(db, &reader, Shelf::Terms, |row| ids.push(row.number(3)));
        if let Err(error) = scanned {
            verdict.problem(format!("terms by hash: {error}"));
        }
        ids.sort_unstable();
        let last = ids.last().copied().unwrap_or_default();
        for (number, id) in ids.iter().enumerate() {
            // Numbers are given one after the other, from one on.
            if number as u32 + 1 != *id {
                verdict.problem(format!("term {} is missing or doubled among the hashes", number + 1));
                break;
            }
        }
        let key = database::key(db)?;
        for id in 1..=last {
            match self.term(id) {
                Ok(term) => {
                    if self.find(term.as_ref())? != Some(id) {
                        let hash = TermHash::of(term.as_ref(), key);
                        verdict.problem(format!("term {id} is not found under its hash {:x}", hash.0));
                    }
                }
                Err(error) => verdict.problem(format!("term {id}: {error}")),
            }
            if verdict.problems.len() >= MOST_PROBLEMS {
                break;
            }
        }
        verdict.terms = u64::from(last);
        Ok(last)
    }

    fn verify_statements(&self, last: TermId, verdict: &mut Verdict) {
        let db = self.db();
        let mut sums: Vec<(Shelf, u64, u64)> = Vec::new();
        for shelf in Shelf::STATEMENTS {
            let (mut count, mut sum, mut strange) = (0u64, 0u64, None);
            let scanned = each(db, &ShelfReader::default(), shelf, |row| {
                let quad = Quad::of(row, shelf);
                count += 1;
                // A sum does not depend on the order, and two different sets hardly ever have the same.
                sum = sum.wrapping_add(fingerprint(quad));
                let terms = [quad.subject, quad.predicate, quad.object];
                if terms.iter().any(|term| *term == 0 || *term > last) || quad.graph > last {
                    strange.get_or_insert(quad);
                }
            });
            if let Err(error) = scanned {
                verdict.problem(format!("statements by {shelf:?}: {error}"));
            }
            if let Some(quad) = strange {
                verdict.problem(format!("statements by {shelf:?}: {quad:?} has a number without a term"));
            }
            sums.push((shelf, count, sum));
        }
        verdict.statements = sums[0].1;
        for (shelf, count, sum) in &sums[1..] {
            if (*count, *sum) != (sums[0].1, sums[0].2) {
                verdict.problem(format!("{shelf:?} holds {count} statements, and not the same as {:?}", sums[0].0));
            }
        }
        match database::get::<i64>(db, "statements") {
            Ok(Some(noted)) if noted as u64 == verdict.statements => {}
            Ok(noted) => {
                let noted = noted.unwrap_or_default();
                verdict.problem(format!("there are {} statements, and {noted} are noted", verdict.statements));
            }
            Err(error) => verdict.problem(error.to_string()),
        }
    }
}

fn each(db: &Connection, reader: &ShelfReader, shelf: Shelf, mut look: impl FnMut(Row)) -> Result<(), StoreError> {
    let mut scan = Scan::begin(db, reader, shelf, Row::bounds(&[]))?;
    let mut before: Option<Row> = None;
    while let Some(row) = scan.next(db, reader, shelf)? {
        if before.is_some_and(|before| before >= row) {
            return Err(StoreError::Damaged("blocks are not in order".to_owned()));
        }
        before = Some(row);
        look(row);
    }
    Ok(())
}

fn fingerprint(quad: Quad) -> u64 {
    let mut hasher = FxHasher::default();
    for number in [quad.subject, quad.predicate, quad.object, quad.graph] {
        hasher.write_u32(number);
    }
    hasher.finish()
}

/// Every row beside the statements is about a source, and every commit follows from the one before.
fn verify_rows(db: &Connection, verdict: &mut Verdict) -> Result<(), StoreError> {
    let count = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0));
    verdict.sources = count("SELECT count(*) FROM sources")? as u64;
    for table in ["evidence", "raw", "unknown_names"] {
        let lost = count(&format!("SELECT count(*) FROM {table} WHERE graph NOT IN (SELECT graph FROM sources)"))?;
        if lost > 0 {
            verdict.problem(format!("{lost} rows of {table} are about no source"));
        }
    }
    let odd = count(
        "SELECT count(*) FROM (
            SELECT statements - added + removed - lag(statements, 1, 0) OVER (ORDER BY id) AS rest FROM commits
         ) WHERE rest <> 0",
    )?;
    if odd > 0 {
        verdict.problem(format!("{odd} commits do not follow from those before them"));
    }
    Ok(())
}
