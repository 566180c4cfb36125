//! How much is in a knowledge base, and from where.

use std::collections::BTreeMap;

use oxrdf::NamedNodeRef;

use crate::error::StoreError;
use crate::harvest::plain;
use crate::individuals::Individuals;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::terms::TermId;
use crate::vocabulary::{ONTOLOGY, SAME_AS, TYPE};

/// How much is in a knowledge base.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Statements.
    pub statements: u64,
    /// Classes, by IRI, with how many individuals each has; most first.
    pub classes: Vec<(String, u64)>,
    /// Properties, by IRI, with how many statements have each; most first.
    pub properties: Vec<(String, u64)>,
    /// Pages that were harvested.
    pub sources: u64,
    /// Texts that did not become values.
    pub raw: u64,
    /// Individuals that are the same as another.
    pub merged: u64,
    /// Names that were learnt.
    pub synonyms: u64,
    /// What was done, the last first.
    pub commits: Vec<CommitLine>,
}

/// A line of the history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommitLine {
    /// Its number.
    pub number: i64,
    /// When, as RFC 3339 has it.
    pub time: String,
    /// What was done.
    pub what: String,
    /// Statements that were new.
    pub added: u64,
    /// Statements that were taken away.
    pub removed: u64,
}

/// Lines of the history that are told.
const COMMITS: usize = 10;

impl Snapshot {
    /// How much is in it.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        let find = |iri: &str| self.find(NamedNodeRef::new_unchecked(iri).into());
        let (individuals, same) = (Individuals::of(self)?, find(SAME_AS)?);
        let mut classes: BTreeMap<TermId, u64> = BTreeMap::new();
        let mut properties: BTreeMap<TermId, u64> = BTreeMap::new();
        let mut merged = 0;
        let mut last = None;
        // In the order of predicates each class is one run of statements, and a subject in two graphs comes twice in
        // a row.
        for predicate in self.predicates()? {
            let pattern = Pattern { predicate: Some(predicate), graph: Graphs::Each, ..Pattern::default() };
            for quad in self.quads(pattern)? {
                let quad = quad?;
                merged += u64::from(Some(predicate) == same);
                if individuals.is_own(quad.graph) {
                    continue;
                }
                let is_again = last.replace((predicate, quad.object, quad.subject)) == last;
                if individuals.makes_one(&quad)? {
                    *classes.entry(quad.object).or_default() += u64::from(!is_again);
                } else if Some(predicate) != individuals.kind() {
                    *properties.entry(predicate).or_default() += 1;
                }
            }
        }
        let count = |sql: &str| self.db().query_row(sql, [], |row| row.get::<_, i64>(0)).map(|count| count as u64);
        Ok(Stats {
            statements: self.statements()?,
            classes: self.named(classes)?,
            properties: self.named(properties)?,
            sources: count("SELECT count(*) FROM sources")?,
            raw: count("SELECT count(*) FROM raw")?,
            merged,
            synonyms: count("SELECT count(*) FROM synonyms")?,
            commits: self.history(None, COMMITS)?,
        })
    }

    fn named(&self, counts: BTreeMap<TermId, u64>) -> Result<Vec<(String, u64)>, StoreError> {
        let mut named: Vec<(String, u64)> = counts
            .into_iter()
            .map(|(id, count)| Ok((plain(&self.term(id)?), count)))
            .collect::<Result<_, StoreError>>()?;
        named.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        Ok(named)
    }

    /// The namespaces of the classes and properties of the ontology, those of most terms first.
    pub(crate) fn ontology_namespaces(&self) -> Result<Vec<String>, StoreError> {
        let Some(graph) = self.find(NamedNodeRef::new_unchecked(ONTOLOGY).into())? else { return Ok(Vec::new()) };
        let Some(kind) = self.find(NamedNodeRef::new_unchecked(TYPE).into())? else { return Ok(Vec::new()) };
        let pattern = Pattern { predicate: Some(kind), graph: Graphs::One(graph), ..Pattern::default() };
        let mut subjects: Vec<TermId> =
            self.quads(pattern)?.map(|quad| quad.map(|quad| quad.subject)).collect::<Result<_, _>>()?;
        subjects.sort_unstable();
        let mut namespaces: Vec<(String, usize)> = Vec::new();
        for subject in subjects {
            let iri = plain(&self.term(subject)?);
            let Some(end) = iri.rfind(['#', '/']).filter(|_| !iri.starts_with("_:")) else { continue };
            match namespaces.iter_mut().find(|(namespace, _)| *namespace == iri[..=end]) {
                Some((_, count)) => *count += 1,
                None => namespaces.push((iri[..=end].to_owned(), 1)),
            }
        }
        // The ontology itself is alone above the namespace of its terms.
        namespaces.retain(|(_, count)| *count > 1);
        namespaces.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Ok(namespaces.into_iter().map(|(namespace, _)| namespace).collect())
    }
}
