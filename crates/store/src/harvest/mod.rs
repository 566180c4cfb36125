//! What pages tell, with where it stands on them: a page replaces what it told before, in the commit that brings it.
//!
//! A page is a named graph. Beside the statements stand the evidence for each, what was found and did not become a
//! statement, and the names that nobody knew.

mod before;
mod documents;
mod names;
mod ontologies;
mod read;

use std::time::SystemTime;

use knowledge::population::facts::{PageFacts, Value};
use oxrdf::{GraphNameRef, LiteralRef, NamedNode, NamedNodeRef, QuadRef, TermRef};
use rusqlite::params;

use crate::error::StoreError;
use crate::vocabulary::{DATE_TIME, ENTITY, GENERATED_AT, LABEL, SOURCES, TYPE, source_graph};
use crate::writer::{Commit, written};

pub use documents::DocumentKind;
pub use names::{ReviewedName, Synonym};
pub use read::{Described, FoundValue, RawValue, plain};

/// Where facts are from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The page as it was given.
    pub name: &'a str,
    /// Its address on the web.
    pub address: Option<&'a str>,
    /// When it was captured; if that is not known, now.
    pub time: Option<SystemTime>,
}

impl Commit<'_> {
    /// What a page tells, in the place of what it told before.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn put_page(&mut self, source: Source<'_>, facts: &PageFacts) -> Result<(), StoreError> {
        let graph = NamedNode::new_unchecked(source_graph(source.name, source.address));
        let time = source.time.map_or_else(|| self.time().to_owned(), written);
        self.forget_page(graph.as_ref())?;
        self.say_source(graph.as_ref(), source, &time)?;
        let id = self.id(graph.as_ref().into())?;
        for individual in &facts.individuals {
            let subject = NamedNodeRef::new_unchecked(&individual.iri);
            self.say(subject, TYPE, NamedNodeRef::new_unchecked(&individual.class).into(), graph.as_ref().into())?;
            if let Some(label) = &individual.label {
                self.say(subject, LABEL, LiteralRef::new_simple_literal(label).into(), graph.as_ref().into())?;
            }
        }
        self.put_statements(id, graph.as_ref(), facts)?;
        self.put_raw(id, facts)?;
        self.put_unknown_names(id, facts)?;
        let (individuals, statements) = (facts.individuals.len() as i64, facts.statements.len() as i64);
        let commit = self.number();
        self.db()
            .prepare_cached(
                "INSERT INTO sources (graph, name, address, time, commit_id, individuals, statements)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![id, source.name, source.address, time, commit, individuals, statements])?;
        Ok(())
    }

    /// Forgets a page with all that it told.
    fn forget_page(&mut self, graph: NamedNodeRef<'_>) -> Result<(), StoreError> {
        let id = self.id(graph.into())?;
        let known: bool =
            self.db().prepare_cached("SELECT count(*) FROM sources WHERE graph = ?1")?.query_row([id], |r| r.get(0))?;
        if !known {
            return Ok(());
        }
        self.clear(graph)?;
        for table in ["sources", "evidence", "raw", "unknown_names"] {
            self.db().prepare_cached(&format!("DELETE FROM {table} WHERE graph = ?1"))?.execute([id])?;
        }
        self.unsay_source(graph)
    }

    fn say(
        &mut self,
        subject: NamedNodeRef<'_>,
        predicate: &str,
        object: TermRef<'_>,
        graph: GraphNameRef<'_>,
    ) -> Result<(), StoreError> {
        self.add(QuadRef::new(subject, NamedNodeRef::new_unchecked(predicate), object, graph))
    }

    /// In the graph of sources: when each was taken, and what it was called.
    fn say_source(&mut self, graph: NamedNodeRef<'_>, source: Source<'_>, time: &str) -> Result<(), StoreError> {
        let sources: GraphNameRef<'_> = NamedNodeRef::new_unchecked(SOURCES).into();
        self.say(graph, TYPE, NamedNodeRef::new_unchecked(ENTITY).into(), sources)?;
        let taken = LiteralRef::new_typed_literal(time, NamedNodeRef::new_unchecked(DATE_TIME));
        self.say(graph, GENERATED_AT, taken.into(), sources)?;
        self.say(graph, LABEL, LiteralRef::new_simple_literal(source.name).into(), sources)
    }

    fn unsay_source(&mut self, graph: NamedNodeRef<'_>) -> Result<(), StoreError> {
        self.clear_subject(graph.into(), NamedNodeRef::new_unchecked(SOURCES))
    }

    fn put_statements(&mut self, id: u32, graph: NamedNodeRef<'_>, facts: &PageFacts) -> Result<(), StoreError> {
        for statement in &facts.statements {
            let subject = NamedNodeRef::new_unchecked(&statement.subject);
            let predicate = NamedNodeRef::new_unchecked(&statement.property);
            let object: TermRef<'_> = match &statement.value {
                Value::Individual(iri) => NamedNodeRef::new_unchecked(iri).into(),
                Value::Literal(literal) => {
                    LiteralRef::new_typed_literal(&literal.lexical, NamedNodeRef::new_unchecked(&literal.datatype))
                        .into()
                }
            };
            self.say(subject, predicate.as_str(), object, graph.into())?;
            let numbers = [self.id(subject.into())?, self.id(predicate.into())?, self.id(object)?, id];
            let evidence = &statement.evidence;
            self.db()
                .prepare_cached(
                    "INSERT OR IGNORE INTO evidence
                     (subject, predicate, object, graph, path, text, field, confidence)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute(params![
                    numbers[0],
                    numbers[1],
                    numbers[2],
                    numbers[3],
                    evidence.path,
                    evidence.text,
                    evidence.field,
                    evidence.confidence
                ])?;
        }
        Ok(())
    }

    fn put_raw(&mut self, graph: u32, facts: &PageFacts) -> Result<(), StoreError> {
        for raw in &facts.raw {
            let subject = self.id(NamedNodeRef::new_unchecked(&raw.subject).into())?;
            self.db()
                .prepare_cached(
                    "INSERT INTO raw (graph, subject, property, name, text, reason, path)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                )?
                .execute(params![
                    graph,
                    subject,
                    raw.property,
                    raw.name,
                    raw.evidence.text,
                    raw.reason.to_string(),
                    raw.evidence.path
                ])?;
        }
        Ok(())
    }
}
