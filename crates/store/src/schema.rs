//! What a knowledge base says of its own terms, whoever said it: an ontology that pages were read with, or one among
//! the statements of others. Reads what is said of terms, and never all that is said with them.

use std::collections::BTreeSet;

use knowledge::ontology::{Ontology, of_statements};
use oxrdf::{GraphName, NamedNode, NamedNodeRef, NamedOrBlankNode, Quad, Term};

use crate::error::StoreError;
use crate::harvest::plain;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::terms::TermId;
use crate::vocabulary::{LABEL, OWN_GRAPHS, TYPE};

const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const OWL: &str = "http://www.w3.org/2002/07/owl#";
const PROPERTY: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#Property";
const SKOS: &str = "http://www.w3.org/2004/02/skos/core#";
/// Terms that are looked at. The largest public vocabularies have a tenth.
const MOST_TERMS: usize = 200_000;
/// Statements that are looked at to know whether a term is used beyond our own graphs.
const MOST_LOOKED_AT: usize = 1000;

/// The terms of a knowledge base.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// Classes and properties with what is said of them, be they declared or only used.
    pub ontology: Ontology,
    /// IRIs of the classes that individuals have, in the order in which they came.
    pub classes: Vec<String>,
    /// IRIs of the properties that individuals have, in the order in which they came.
    pub properties: Vec<String>,
}

impl Snapshot {
    /// Its terms.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn schema(&self) -> Result<Schema, StoreError> {
        let own = self.own_graphs()?;
        let named = |iri: &str| self.find(NamedNodeRef::new_unchecked(iri).into());
        let kind = named(TYPE)?;
        let (mut classes, mut properties) = (Vec::new(), Vec::new());
        for predicate in self.predicates()? {
            let pattern = Pattern { predicate: Some(predicate), ..Pattern::default() };
            if Some(predicate) != kind && self.is_used(pattern, &own)? {
                properties.push(predicate);
            }
        }
        for class in kind.map_or_else(|| Ok(Vec::new()), |kind| self.objects_of(kind, MOST_TERMS))? {
            if self.is_used(Pattern { predicate: kind, object: Some(class), ..Pattern::default() }, &own)? {
                classes.push(class);
            }
        }
        // Terms: what is used as one, what is said to be one, and what stands above or below another.
        let mut terms: BTreeSet<TermId> = BTreeSet::new();
        let kinds =
            ["Class", "ObjectProperty", "DatatypeProperty", "FunctionalProperty"].map(|name| format!("{OWL}{name}"));
        for declared in kinds.iter().map(String::as_str).chain([&*format!("{RDFS}Class"), PROPERTY]) {
            if let Some(declared) = named(declared)? {
                self.gather(Pattern { predicate: kind, object: Some(declared), ..Pattern::default() }, &mut terms)?;
            }
        }
        let [mut known_classes, mut known_properties] =
            [&classes, &properties].map(|used| used.iter().copied().collect());
        for (relation, known) in [("subClassOf", &mut known_classes), ("subPropertyOf", &mut known_properties)] {
            if let Some(relation) = named(&format!("{RDFS}{relation}"))? {
                self.gather(Pattern { predicate: Some(relation), ..Pattern::default() }, known)?;
            }
            terms.extend(known.iter());
        }
        let ontology = of_statements(self.said_of(&terms, &known_classes, &known_properties)?);
        let iris = |ids: &[TermId]| ids.iter().map(|id| Ok(plain(&self.term(*id)?))).collect::<Result<_, StoreError>>();
        Ok(Schema { ontology, classes: iris(&classes)?, properties: iris(&properties)? })
    }

    /// The graphs that are Lode's own, as far as they are there.
    pub(crate) fn own_graphs(&self) -> Result<Vec<TermId>, StoreError> {
        let mut own = Vec::new();
        for graph in OWN_GRAPHS {
            own.extend(self.find(NamedNodeRef::new_unchecked(graph).into())?);
        }
        Ok(own)
    }

    /// Whether somebody else than Lode itself says such a thing, as far as one need look.
    fn is_used(&self, pattern: Pattern, own: &[TermId]) -> Result<bool, StoreError> {
        for quad in self.quads(Pattern { graph: Graphs::Each, ..pattern })?.take(MOST_LOOKED_AT) {
            if !own.contains(&quad?.graph) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The subjects of statements, and of those without a given object the objects too.
    fn gather(&self, pattern: Pattern, terms: &mut BTreeSet<TermId>) -> Result<(), StoreError> {
        for quad in self.quads(pattern)? {
            let quad = quad?;
            terms.insert(quad.subject);
            if pattern.object.is_none() {
                terms.insert(quad.object);
            }
            if terms.len() >= MOST_TERMS {
                break;
            }
        }
        Ok(())
    }

    /// What is said of terms that matters for what they are and what they are called. What is used as a class or a
    /// property, or stands above or below one, is one, whether anybody says so or not.
    fn said_of(
        &self,
        terms: &BTreeSet<TermId>,
        classes: &BTreeSet<TermId>,
        properties: &BTreeSet<TermId>,
    ) -> Result<Vec<Quad>, StoreError> {
        let rdfs = ["subClassOf", "subPropertyOf", "domain", "range"].map(|name| format!("{RDFS}{name}"));
        let skos = ["prefLabel", "altLabel", "hiddenLabel"].map(|name| format!("{SKOS}{name}"));
        let wanted = rdfs.iter().chain(&skos).map(String::as_str).chain([TYPE, LABEL]);
        let mut predicates: Vec<(TermId, NamedNode)> = Vec::new();
        for iri in wanted {
            let node = NamedNode::new_unchecked(iri);
            predicates.extend(self.find(node.as_ref().into())?.map(|id| (id, node)));
        }
        let mut said = Vec::new();
        for term in terms {
            let Term::NamedNode(node) = self.term(*term)? else { continue };
            let subject = NamedOrBlankNode::from(node);
            let mut say = |predicate: &NamedNode, object: Term| {
                said.push(Quad::new(subject.clone(), predicate.clone(), object, GraphName::DefaultGraph));
            };
            let used = [(classes, format!("{OWL}Class")), (properties, PROPERTY.to_owned())];
            for (_, kind) in used.into_iter().filter(|(known, _)| known.contains(term)) {
                say(&NamedNode::new_unchecked(TYPE), NamedNode::new_unchecked(kind).into());
            }
            for (predicate, node) in &predicates {
                let pattern = Pattern { subject: Some(*term), predicate: Some(*predicate), ..Pattern::default() };
                for quad in self.quads(pattern)?.take(MOST_LOOKED_AT) {
                    say(node, self.term(quad?.object)?);
                }
            }
        }
        Ok(said)
    }
}
