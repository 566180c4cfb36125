//! The mined concepts of a knowledge base: a graph of their own, which each mining writes anew, and the tree that they
//! make, with how many instances each has.

use knowledge::mined::{MinedOntology, SUPPORT, TAXONOMY};
use oxrdf::NamedNodeRef;
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
        let Some(taxonomy) = Taxonomy::of(self)? else { return Ok(Vec::new()) };
        let ids = taxonomy.concepts(0, usize::MAX)?;
        let instances = self.instances_by_class(taxonomy.kind)?;
        let instances_of = |id: &TermId| instances.get(id).copied().unwrap_or_default();
        ids.iter().map(|id| taxonomy.concept(*id, instances_of(id))).collect()
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

/// The graph of mined concepts.
pub(crate) struct Taxonomy<'a> {
    snapshot: &'a Snapshot,
    graph: TermId,
    kind: TermId,
    /// The class of concepts.
    class: TermId,
}

impl<'a> Taxonomy<'a> {
    /// That of a knowledge base, if anything was mined.
    pub(crate) fn of(snapshot: &'a Snapshot) -> Result<Option<Taxonomy<'a>>, StoreError> {
        let named = |iri: &str| snapshot.find(NamedNodeRef::new_unchecked(iri).into());
        let (Some(graph), Some(kind), Some(class)) =
            (named(TAXONOMY)?, named(TYPE)?, named(&format!("{SKOS}Concept"))?)
        else {
            return Ok(None);
        };
        Ok(Some(Taxonomy { snapshot, graph, kind, class }))
    }

    /// The concepts in their order, from one on, the first so many.
    pub(crate) fn concepts(&self, first: TermId, most: usize) -> Result<Vec<TermId>, StoreError> {
        let quads = self.snapshot.quads_from(self.kind, self.class, first)?;
        let own = quads.filter(|quad| !matches!(quad, Ok(quad) if quad.graph != self.graph));
        own.take(most).map(|quad| Ok(quad?.subject)).collect()
    }

    /// What is said of a concept that has so many instances.
    fn concept(&self, id: TermId, instances: usize) -> Result<Concept, StoreError> {
        let mut labels = self.said(id, &format!("{SKOS}prefLabel"))?;
        labels.extend(self.said(id, &format!("{SKOS}altLabel"))?);
        let mut seen = std::collections::HashSet::new();
        labels.retain(|label| seen.insert(label.clone()));
        Ok(Concept {
            iri: plain(&self.snapshot.term(id)?),
            labels,
            parent: self.said(id, &format!("{SKOS}broader"))?.into_iter().next(),
            support: self.said(id, SUPPORT)?.first().and_then(|count| count.parse().ok()).unwrap_or_default(),
            instances,
        })
    }

    /// What is said of a concept and its instances, which are counted.
    pub(crate) fn counted(&self, id: TermId) -> Result<Concept, StoreError> {
        let own = self.snapshot.own_graphs()?;
        let (mut count, mut last) = (0, None);
        for quad in self.snapshot.quads_from(self.kind, id, 0)? {
            let quad = quad?;
            if !own.contains(&quad.graph) && last.replace(quad.subject) != Some(quad.subject) {
                count += 1;
            }
        }
        self.concept(id, count)
    }

    fn said(&self, id: TermId, predicate: &str) -> Result<Vec<String>, StoreError> {
        let Some(predicate) = self.snapshot.find(NamedNodeRef::new_unchecked(predicate).into())? else {
            return Ok(Vec::new());
        };
        let pattern = Pattern {
            subject: Some(id),
            predicate: Some(predicate),
            graph: Graphs::One(self.graph),
            ..Pattern::default()
        };
        self.snapshot.quads(pattern)?.map(|quad| Ok(plain(&self.snapshot.term(quad?.object)?))).collect()
    }
}
