//! What a page told when it was last read, by which a harvest knows whether it has lost something.

use std::collections::BTreeSet;

use knowledge::population::facts::{PageFacts, Value};
use oxrdf::{LiteralRef, NamedNodeRef, TermRef};
use rusqlite::{OptionalExtension, params};

use super::{Source, plain};
use crate::error::StoreError;
use crate::snapshot::Snapshot;
use crate::terms::TermId;
use crate::vocabulary::source_graph;

impl Snapshot {
    /// The IRIs of the properties of which a page told something, in order.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn told_before(&self, source: Source<'_>) -> Result<BTreeSet<String>, StoreError> {
        let statements = self.statements_before(source)?;
        let predicates: BTreeSet<TermId> = statements.iter().map(|[_, predicate, _]| *predicate).collect();
        predicates.into_iter().map(|id| Ok(plain(&self.term(id)?))).collect()
    }

    /// Whether a page told exactly this before.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn is_told_again(&self, source: Source<'_>, facts: &PageFacts) -> Result<bool, StoreError> {
        let mut now: BTreeSet<[TermId; 3]> = BTreeSet::new();
        for statement in &facts.statements {
            let object: TermRef<'_> = match &statement.value {
                Value::Individual(iri) => NamedNodeRef::new_unchecked(iri).into(),
                Value::Literal(literal) => {
                    LiteralRef::new_typed_literal(&literal.lexical, NamedNodeRef::new_unchecked(&literal.datatype))
                        .into()
                }
            };
            let subject = self.find(NamedNodeRef::new_unchecked(&statement.subject).into())?;
            let predicate = self.find(NamedNodeRef::new_unchecked(&statement.property).into())?;
            let (Some(subject), Some(predicate), Some(object)) = (subject, predicate, self.find(object)?) else {
                return Ok(false);
            };
            now.insert([subject, predicate, object]);
        }
        Ok(now == self.statements_before(source)?)
    }

    /// The pages, as they were given, that were last read by commits of a kind, by what the history calls it, behind
    /// this one.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn pages_after(&self, commit: i64, what: &str) -> Result<Vec<String>, StoreError> {
        let mut rows = self.db().prepare(
            "SELECT name FROM sources JOIN commits ON commits.id = commit_id WHERE commit_id > ?1 AND what = ?2",
        )?;
        Ok(rows.query_map(params![commit, what], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    /// The commit that brought what is known of a page.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn read_by(&self, source: Source<'_>) -> Result<Option<i64>, StoreError> {
        let graph = source_graph(source.name, source.address);
        let Some(graph) = self.find(NamedNodeRef::new_unchecked(&graph).into())? else { return Ok(None) };
        let mut rows = self.db().prepare_cached("SELECT commit_id FROM sources WHERE graph = ?1")?;
        Ok(rows.query_row([graph], |row| row.get(0)).optional()?)
    }

    fn statements_before(&self, source: Source<'_>) -> Result<BTreeSet<[TermId; 3]>, StoreError> {
        let graph = source_graph(source.name, source.address);
        let Some(graph) = self.find(NamedNodeRef::new_unchecked(&graph).into())? else { return Ok(BTreeSet::new()) };
        let mut rows = self.db().prepare_cached("SELECT subject, predicate, object FROM evidence WHERE graph = ?1")?;
        let found = rows.query_map([graph], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
        Ok(found.collect::<Result<_, _>>()?)
    }
}
