//! The mined concepts of a knowledge base: a graph of their own, which each mining writes anew, and the tree that they
//! make, with how many instances each has.

use knowledge::mined::{MinedOntology, SUPPORT, TAXONOMY};
use oxrdf::{NamedNodeRef, Term};
use rustc_hash::FxHashMap;

use crate::error::StoreError;
use crate::harvest::plain;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::terms::TermId;
use crate::vocabulary::TYPE;
use crate::writer::Commit;

const SKOS: &str = "http://www.w3.org/2004/02/skos/core#";

/// A concept as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concept {
    /// Its IRI.
    pub iri: String,
    /// What it is called, the usual names first.
    pub labels: Vec<String>,
    /// The IRI of the concept that it is below.
    pub parent: Option<String>,
    /// On how many sites it was seen.
    pub support: usize,
    /// Instances of it and of no concept below it.
    pub instances: usize,
}

impl Commit<'_> {
    /// Keeps what was mined, in the place of what was mined before.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn put_mined(&mut self, ontology: &MinedOntology) -> Result<(), StoreError> {
        self.clear(NamedNodeRef::new_unchecked(TAXONOMY))?;
        ontology.quads().iter().try_for_each(|quad| self.add(quad))
    }
}

impl Snapshot {
    /// The mined concepts, each after the one that it is below, in the order in which they came.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn concepts(&self) -> Result<Vec<Concept>, StoreError> {
        let named = |iri: &str| self.find(NamedNodeRef::new_unchecked(iri).into());
        let (Some(graph), Some(kind), Some(concept)) =
            (named(TAXONOMY)?, named(TYPE)?, named(&format!("{SKOS}Concept"))?)
        else {
            return Ok(Vec::new());
        };
        let is_one =
            Pattern { predicate: Some(kind), object: Some(concept), graph: Graphs::One(graph), ..Pattern::default() };
        let mut ids: Vec<TermId> =
            self.quads(is_one)?.map(|quad| Ok(quad?.subject)).collect::<Result<_, StoreError>>()?;
        ids.sort_unstable();
        let instances = self.instances_by_class(kind)?;
        let mut concepts = Vec::with_capacity(ids.len());
        for id in ids {
            let said = |local: &str| -> Result<Vec<Term>, StoreError> {
                let Some(predicate) = named(local)? else { return Ok(Vec::new()) };
                let pattern = Pattern {
                    subject: Some(id),
                    predicate: Some(predicate),
                    graph: Graphs::One(graph),
                    ..Pattern::default()
                };
                self.quads(pattern)?.map(|quad| self.term(quad?.object)).collect()
            };
            let text = |term: &Term| plain(term);
            let mut labels: Vec<String> = said(&format!("{SKOS}prefLabel"))?.iter().map(text).collect();
            labels.extend(said(&format!("{SKOS}altLabel"))?.iter().map(text));
            let mut seen = std::collections::HashSet::new();
            labels.retain(|label| seen.insert(label.clone()));
            concepts.push(Concept {
                iri: plain(&self.term(id)?),
                labels,
                parent: said(&format!("{SKOS}broader"))?.first().map(text),
                support: said(SUPPORT)?.first().and_then(|count| plain(count).parse().ok()).unwrap_or_default(),
                instances: instances.get(&id).copied().unwrap_or_default(),
            });
        }
        Ok(concepts)
    }

    /// How many different things pages say to be of each class.
    fn instances_by_class(&self, kind: TermId) -> Result<FxHashMap<TermId, usize>, StoreError> {
        let own = self.own_graphs()?;
        let mut members: Vec<(TermId, TermId)> = Vec::new();
        for quad in self.quads(Pattern { predicate: Some(kind), graph: Graphs::Each, ..Pattern::default() })? {
            let quad = quad?;
            if !own.contains(&quad.graph) {
                members.push((quad.object, quad.subject));
            }
        }
        members.sort_unstable();
        members.dedup();
        let mut counts: FxHashMap<TermId, usize> = FxHashMap::default();
        members.into_iter().for_each(|(class, _)| *counts.entry(class).or_default() += 1);
        Ok(counts)
    }
}
