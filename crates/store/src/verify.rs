//! Proving that a knowledge base is whole: that every block is as it was written, that all orders hold the same
//! statements, that every number stands for a term, and that what is kept beside the statements is about them.

use std::hash::Hasher;
use std::ops::ControlFlow;

use job::{Ended, Job, Next, Stage};
use rusqlite::Connection;
use rustc_hash::FxHasher;

use crate::about;
use crate::database;
use crate::error::StoreError;
use crate::shelves::{Row, Scan, Shelf, ShelfReader};
use crate::snapshot::{Graphs, Pattern, Quad, Snapshot};
use crate::sums;
use crate::terms::{Key, TermHash, TermId};

/// What was found.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Statements that were looked at.
    pub statements: u64,
    /// Terms that were looked at.
    pub terms: u64,
    /// Sources that were looked at.
    pub sources: u64,
    /// Records of the archive that were looked at.
    pub captures: u64,
    /// What is wrong. Empty if all is well.
    pub problems: Vec<String>,
}

/// Problems that are told. Whoever has a hundred needs no more.
const MOST_PROBLEMS: usize = 100;

impl Verdict {
    /// Notes what is wrong.
    pub fn add(&mut self, problem: String) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }
}

impl Snapshot {
    /// Looks at everything. Takes time in proportion to what there is. If it is stopped, the verdict is about what was
    /// looked at.
    ///
    /// # Errors
    ///
    /// If the database cannot be read at all; damage that can be told is in the verdict.
    pub fn verify(&self, job: &Job<'_>) -> Result<Ended<Verdict>, StoreError> {
        let mut verdict = Verdict::default();
        let db = self.db();
        // Each is looked at in all orders.
        job.stage(Stage::Verify, Some(self.statements()? * Shelf::STATEMENTS.len() as u64));
        let stopped = |verdict| Ok(Ended::Stopped { so_far: verdict, next: Next::BeginsAnew });
        // 1. SQLite's own view of its file.
        let mut statement = db.prepare("PRAGMA integrity_check(20)")?;
        let words: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        words.into_iter().filter(|word| word != "ok").for_each(|word| verdict.add(format!("SQLite: {word}")));
        // 2. Terms: each can be read, and is found under its hash.
        let last = self.verify_terms(&mut verdict, job)?;
        // 3. Statements: the same in all orders, and made of terms.
        if job.is_cancelled() || self.verify_statements(last, &mut verdict, job).is_break() {
            return stopped(verdict);
        }
        // 4. What is kept beside them.
        verify_rows(db, &mut verdict)?;
        self.verify_evidence(&mut verdict)?;
        if database::has_sums(db)? {
            sums::differences(db)?.into_iter().for_each(|problem| verdict.add(problem));
        }
        Ok(if job.is_cancelled() { return stopped(verdict) } else { Ended::Done(verdict) })
    }

    /// Evidence is for statements that are there, and keys of merging can be read.
    fn verify_evidence(&self, verdict: &mut Verdict) -> Result<(), StoreError> {
        if let Err(error) = each(self.db(), &ShelfReader::default(), Shelf::Keys, |_| ()) {
            verdict.add(format!("keys of merging: {error}"));
        }
        let mut statement = self.db().prepare("SELECT subject, predicate, object, graph FROM evidence")?;
        let mut rows = statement.query([])?;
        let mut lost = 0;
        while let Some(row) = rows.next()? {
            let pattern = Pattern {
                subject: Some(row.get(0)?),
                predicate: Some(row.get(1)?),
                object: Some(row.get(2)?),
                graph: Graphs::One(row.get(3)?),
            };
            // Damage that keeps it from being looked up has been told above.
            let is_there = self.quads(pattern).is_ok_and(|mut quads| matches!(quads.next(), Some(Ok(_))));
            lost += u64::from(!is_there);
        }
        if lost > 0 {
            verdict.add(format!("{lost} rows of evidence are for statements that are not there"));
        }
        Ok(())
    }

    fn verify_terms(&self, verdict: &mut Verdict, job: &Job<'_>) -> Result<TermId, StoreError> {
        let db = self.db();
        let reader = ShelfReader::default();
        let mut ids: Vec<TermId> = Vec::new();
        let scanned = each(db, &reader, Shelf::Terms, |row| ids.push(row.number(3)));
        if let Err(error) = scanned {
            verdict.add(format!("terms by hash: {error}"));
        }
        ids.sort_unstable();
        let last = ids.last().copied().unwrap_or_default();
        for (number, id) in ids.iter().enumerate() {
            // Numbers are given one after the other, from one on.
            if number as u32 + 1 != *id {
                verdict.add(format!("term {} is missing or doubled among the hashes", number + 1));
                break;
            }
        }
        let key = Key::of(db)?;
        for id in 1..=last {
            match self.term(id) {
                Ok(term) => match self.find(term.as_ref()) {
                    Ok(found) if found == Some(id) => {}
                    Ok(_) => {
                        let hash = TermHash::of(term.as_ref(), key);
                        verdict.add(format!("term {id} is not found under its hash {:x}", hash.0));
                    }
                    Err(error) => verdict.add(format!("term {id} by its hash: {error}")),
                },
                Err(error) => verdict.add(format!("term {id}: {error}")),
            }
            if verdict.problems.len() >= MOST_PROBLEMS || job.is_cancelled() {
                break;
            }
        }
        verdict.terms = u64::from(last);
        Ok(last)
    }

    fn verify_statements(&self, last: TermId, verdict: &mut Verdict, job: &Job<'_>) -> ControlFlow<()> {
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
                verdict.add(format!("statements by {shelf:?}: {error}"));
            }
            if let Some(quad) = strange {
                verdict.add(format!("statements by {shelf:?}: {quad:?} has a number without a term"));
            }
            sums.push((shelf, count, sum));
            job.advance(count);
            job.goes_on()?;
        }
        verdict.statements = sums[0].1;
        for (shelf, count, sum) in &sums[1..] {
            if (*count, *sum) != (sums[0].1, sums[0].2) {
                verdict.add(format!("{shelf:?} holds {count} statements, and not the same as {:?}", sums[0].0));
            }
        }
        match about::get::<i64>(db, "statements") {
            Ok(Some(noted)) if noted as u64 == verdict.statements => {}
            Ok(noted) => {
                let noted = noted.unwrap_or_default();
                verdict.add(format!("there are {} statements, and {noted} are noted", verdict.statements));
            }
            Err(error) => verdict.add(error.to_string()),
        }
        ControlFlow::Continue(())
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
            verdict.add(format!("{lost} rows of {table} are about no source"));
        }
    }
    let odd = count(
        "SELECT count(*) FROM (
            SELECT statements - added + removed - lag(statements, 1, 0) OVER (ORDER BY id) AS rest FROM commits
         ) WHERE rest <> 0",
    )?;
    if odd > 0 {
        verdict.add(format!("{odd} commits do not follow from those before them"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use knowledge::rdf::Syntax;
    use oxrdf::{LiteralRef, NamedNodeRef};
    use rusqlite::Connection;

    use crate::{Commit, DocumentKind, KnowledgeBase, Mark, about};

    /// A knowledge base with some of everything, and what is wrong with it after a change behind its back.
    fn problems(change: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let base = KnowledgeBase::open_or_create(folder.path().join("kb")).unwrap();
        let text: String =
            (0..3000).map(|n| format!("<urn:s{n}> <urn:p{}> \"{n}\" <urn:g{}> .\n", n % 7, n % 3)).collect();
        let mut writer = base.write().unwrap();
        let mut commit = writer.begin("a test").unwrap();
        let file = crate::StatementFile::nameless(Syntax::NQuads, Mark::default());
        commit.load(file, text.as_bytes(), &job::Cancel::default()).unwrap();
        put_rows(&mut commit);
        commit.put_document(DocumentKind::Names, "n.csv", b"name,synonym").unwrap();
        commit.accept_name("Our price", "urn:p1", "a tester").unwrap();
        commit.dismiss_name("Share", "a tester").unwrap();
        commit.index_words().unwrap();
        about::put(commit.db(), "noted", 1).unwrap();
        commit.finish().unwrap();
        // What is replaced, taken away or given up counts as well.
        let mut commit = writer.begin("more").unwrap();
        put_rows(&mut commit);
        commit.put_document(DocumentKind::Names, "n.csv", b"name,synonym\nprice,cost").unwrap();
        about::put(commit.db(), "noted", "twice").unwrap();
        commit.finish().unwrap();
        let mut commit = writer.begin("never").unwrap();
        commit.put_document(DocumentKind::Names, "m.csv", b"name,synonym").unwrap();
        drop(commit);
        drop(writer);
        let db = Connection::open(base.folder().join("kb.sqlite")).unwrap();
        db.execute_batch(change).unwrap();
        drop(db);
        let verified = base.read().unwrap().verify(&job::Job::unwatched());
        verified.map_or_else(|error| vec![error.to_string()], |ended| ended.done().unwrap().problems)
    }

    /// Rows of a page that says the first statement.
    fn put_rows(commit: &mut Commit<'_>) {
        let mut iri = |iri: &str| commit.id(NamedNodeRef::new_unchecked(iri).into()).unwrap();
        let [s, p, g] = ["urn:s0", "urn:p0", "urn:g0"].map(&mut iri);
        let o = commit.id(LiteralRef::new_simple_literal("0").into()).unwrap();
        let rows = format!(
            "INSERT OR REPLACE INTO sources VALUES ({g}, 'a.html', NULL, '', 1, 1, 1);
             INSERT OR REPLACE INTO evidence VALUES ({s}, {p}, {o}, {g}, '/html[1]', 'Skarn Isle', 'Price', 1.0);
             INSERT INTO raw (graph, subject, name, text, reason, path) VALUES ({g}, {s}, 'n', 'text', 'reason', '');
             INSERT OR IGNORE INTO unknown_names VALUES ({g}, 'name', 'class', 'Name', 'example');
             INSERT OR REPLACE INTO touched VALUES ({s});"
        );
        commit.db().execute_batch(&rows).unwrap();
    }

    #[test]
    fn a_whole_knowledge_base_has_no_problems() {
        assert_eq!(problems("SELECT 1"), Vec::<String>::new());
    }

    #[test]
    fn damage_is_noticed() {
        for change in [
            "UPDATE blocks SET data = substr(data, 1, 40) || x'00' || substr(data, 42) WHERE id = 2",
            "UPDATE blocks SET count = count - 1 WHERE id = 2",
            "UPDATE blocks SET first = x'00000000000000000000000000000001' WHERE id = (SELECT max(id) FROM blocks)",
            "DELETE FROM blocks WHERE id = (SELECT max(id) FROM blocks WHERE shelf = 3)",
            "DELETE FROM blocks WHERE id = (SELECT max(id) FROM blocks WHERE shelf = 4)",
            "DELETE FROM terms WHERE block = 1",
            "UPDATE terms SET data = substr(data, 1, 4000) || x'7a' || substr(data, 4002) WHERE block = 1",
            "UPDATE about SET value = value + 1 WHERE name = 'statements'",
            "UPDATE commits SET added = added + 1",
            "INSERT INTO evidence VALUES (1, 2, 3, 4, '', '', '', 1.0)",
            "UPDATE sources SET name = name || '!'",
            "UPDATE evidence SET text = 'Skarn Isle!'",
            "UPDATE evidence SET confidence = 0.25",
            "UPDATE raw SET reason = upper(reason)",
            "DELETE FROM raw",
            "UPDATE unknown_names SET example = 'other'",
            "UPDATE synonyms SET who = 'nobody'",
            "UPDATE dismissed_names SET who = 'nobody'",
            "UPDATE documents SET data = x'00' || substr(data, 2)",
            "UPDATE commits SET what = 'other'",
            "UPDATE words_data SET block = substr(block, 1, 20) || x'7a' || substr(block, 22) WHERE length(block) > 40",
            "UPDATE words_docsize SET sz = x'09' WHERE id = (SELECT max(id) FROM words_docsize)",
            "UPDATE touched SET individual = individual + 1",
            "UPDATE about SET value = 'x' WHERE name = 'noted'",
            "DROP TABLE sums",
        ] {
            assert!(!problems(change).is_empty(), "{change}");
        }
    }
}
