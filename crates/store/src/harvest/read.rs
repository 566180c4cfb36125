//! What is known of an individual, value by value, with where each stands.

use std::collections::BTreeMap;

use oxrdf::{NamedNodeRef, Term};
use rusqlite::{OptionalExtension, params};

use crate::error::StoreError;
use crate::snapshot::{Graphs, Pattern, Quad, Snapshot};
use crate::terms::TermId;
use crate::vocabulary::{LABEL, SAME_AS, TYPE};

/// An individual with all that is said of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Described {
    /// Its IRI.
    pub iri: String,
    /// What it is called.
    pub label: Option<String>,
    /// The IRIs of its classes.
    pub classes: Vec<String>,
    /// The other individuals that it is the same as.
    pub same: Vec<String>,
    /// What is said of it, by property.
    pub values: Vec<FoundValue>,
    /// What was found and did not become a value.
    pub raw: Vec<RawValue>,
}

/// A value with its source.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundValue {
    /// The IRI of the property.
    pub property: String,
    /// The value.
    pub value: Term,
    /// What it is called, if it is an individual.
    pub label: Option<String>,
    /// The text on the page.
    pub text: Option<String>,
    /// The page, as it was given; if it was loaded from elsewhere, the graph.
    pub page: Option<String>,
    /// Where on the page it stands.
    pub path: Option<String>,
    /// How sure it is, from 0 to 1.
    pub confidence: Option<f64>,
}

/// Something that was found and did not become a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawValue {
    /// The IRI of the property, if that is known.
    pub property: Option<String>,
    /// What the page calls it.
    pub name: String,
    /// The text on the page.
    pub text: String,
    /// Why it is no value.
    pub reason: String,
    /// The page, as it was given.
    pub page: String,
    /// Where on the page it stands.
    pub path: String,
}

/// The text, the place, and how sure it is.
type Evidence = (Option<String>, Option<String>, Option<f64>);

impl Snapshot {
    /// What is said of an individual.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn describe(&self, iri: &str) -> Result<Option<Described>, StoreError> {
        let Some(subject) = self.find(NamedNodeRef::new_unchecked(iri).into())? else { return Ok(None) };
        let mut described = Described {
            iri: iri.to_owned(),
            label: self.label(subject)?,
            classes: Vec::new(),
            same: Vec::new(),
            values: Vec::new(),
            raw: self.raw_values(subject)?,
        };
        let pattern = Pattern { subject: Some(subject), graph: Graphs::Each, ..Pattern::default() };
        for quad in self.quads(pattern)? {
            let quad = quad?;
            let property = plain(&self.term(quad.predicate)?);
            let value = self.term(quad.object)?;
            match property.as_str() {
                TYPE => push_new(&mut described.classes, plain(&value)),
                SAME_AS => push_new(&mut described.same, plain(&value)),
                LABEL => {}
                _ => {
                    let label = match &value {
                        Term::Literal(_) => None,
                        _ => self.label(quad.object)?,
                    };
                    let (text, path, confidence) = self.evidence(quad)?;
                    let page = self.page(quad.graph)?;
                    described.values.push(FoundValue { property, value, label, text, page, path, confidence });
                }
            }
        }
        let is_nothing = described.classes.is_empty() && described.values.is_empty() && described.raw.is_empty();
        Ok((!is_nothing || described.label.is_some()).then_some(described))
    }

    /// What a thing is called: the name without a language, or else in English, or else any; of several the one that
    /// most graphs have, and the first by its letters.
    pub(crate) fn label(&self, id: TermId) -> Result<Option<String>, StoreError> {
        let Some(label) = self.find(NamedNodeRef::new_unchecked(LABEL).into())? else { return Ok(None) };
        let mut labels: BTreeMap<(u8, String), usize> = BTreeMap::new();
        let pattern = Pattern { subject: Some(id), predicate: Some(label), graph: Graphs::Each, ..Pattern::default() };
        for quad in self.quads(pattern)? {
            let value = self.term(quad?.object)?;
            let language = match &value {
                Term::Literal(literal) => literal.language().unwrap_or_default().to_owned(),
                _ => String::new(),
            };
            let rank = match language.split('-').next() {
                Some("") | None => 0,
                Some("en") => 1,
                Some(_) => 2,
            };
            *labels.entry((rank, plain(&value))).or_default() += 1;
        }
        let best = labels.into_iter().min_by_key(|((rank, _), count)| (*rank, std::cmp::Reverse(*count)));
        Ok(best.map(|((_, label), _)| label))
    }

    /// What is known of where a statement stands: the text, the place, and how sure it is.
    fn evidence(&self, quad: Quad) -> Result<Evidence, StoreError> {
        let mut statement = self.db().prepare_cached(
            "SELECT text, path, confidence FROM evidence
             WHERE subject = ?1 AND predicate = ?2 AND object = ?3 AND graph = ?4",
        )?;
        let numbers = params![quad.subject, quad.predicate, quad.object, quad.graph];
        let found = statement.query_row(numbers, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
        Ok(found.unwrap_or_default())
    }

    /// The page that a graph is from, as it was given.
    pub(crate) fn page(&self, graph: TermId) -> Result<Option<String>, StoreError> {
        if graph == 0 {
            return Ok(None);
        }
        let mut statement = self.db().prepare_cached("SELECT name FROM sources WHERE graph = ?1")?;
        match statement.query_row([graph], |row| row.get(0)).optional()? {
            Some(name) => Ok(Some(name)),
            None => Ok(Some(plain(&self.term(graph)?))),
        }
    }

    fn raw_values(&self, subject: TermId) -> Result<Vec<RawValue>, StoreError> {
        let mut statement = self.db().prepare_cached(
            "SELECT property, raw.name, text, reason, sources.name, path
             FROM raw JOIN sources USING (graph) WHERE subject = ?1 ORDER BY raw.id",
        )?;
        let raw = |row: &rusqlite::Row<'_>| {
            Ok(RawValue {
                property: row.get(0)?,
                name: row.get(1)?,
                text: row.get(2)?,
                reason: row.get(3)?,
                page: row.get(4)?,
                path: row.get(5)?,
            })
        };
        Ok(statement.query_map([subject], raw)?.collect::<Result<_, _>>()?)
    }
}

/// A term without its marks: the IRI, or the text.
pub fn plain(term: &Term) -> String {
    match term {
        Term::NamedNode(node) => node.as_str().to_owned(),
        Term::BlankNode(node) => format!("_:{}", node.as_str()),
        Term::Literal(literal) => literal.value().to_owned(),
    }
}

fn push_new(texts: &mut Vec<String>, text: String) {
    if !texts.contains(&text) {
        texts.push(text);
    }
}
