//! The mined ontology as RDF: concepts as SKOS concepts and OWL classes, attributes as OWL properties with the range
//! that was observed. Instances and their values are statements of the pages that tell them (`population::facts`).
//!
//! A concept is a class and a SKOS concept under one name, which OWL 2 allows: tools for thesauri see the one, tools
//! for ontologies the other. What follows from either is written down, so that neither needs a reasoner: each concept
//! stands in the scheme, below and above, and the tops of the scheme are named.

mod iris;

pub use iris::{CONCEPTS, Names, PROPERTIES, RELATIONS, THING, property_iri, relation_iri};

use oxrdf::{Literal, NamedNode, NamedNodeRef, Quad, Term};
use rustc_hash::FxHashSet;

/// The graph, ontology and concept scheme of what was mined.
pub const TAXONOMY: &str = "urn:lode:taxonomy";
/// On how many sites a concept was seen.
pub const SUPPORT: &str = "urn:lode:ns#support";

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const OWL: &str = "http://www.w3.org/2002/07/owl#";
const SKOS: &str = "http://www.w3.org/2004/02/skos/core#";
const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
const DERIVED: &str = "http://www.w3.org/ns/prov#wasDerivedFrom";

/// All terms that were mined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinedOntology {
    /// Concepts, those above before those below.
    pub concepts: Vec<MinedConcept>,
    /// Attributes of their instances.
    pub properties: Vec<MinedProperty>,
}

/// A concept that was mined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinedConcept {
    /// Its IRI.
    pub iri: String,
    /// What it is called, each with the tag of its language if that is known; the usual name first.
    pub labels: Vec<(String, Option<String>)>,
    /// The concept that it is below.
    pub parent: Option<usize>,
    /// On how many sites it was seen.
    pub support: usize,
    /// The graphs of pages that name it.
    pub pages: Vec<String>,
}

/// An attribute that was mined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MinedProperty {
    /// Its IRI.
    pub iri: String,
    /// What pages call it, the usual name first.
    pub labels: Vec<String>,
    /// What its values are.
    pub range: MinedRange,
    /// The concept whose instances have it, if there is one above all of them.
    pub domain: Option<usize>,
}

/// What the values of an attribute are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MinedRange {
    /// Literals of a datatype, by its IRI.
    Datatype(String),
    /// Other instances, of a concept if there is one above all of them.
    Instances(Option<usize>),
}

impl Default for MinedRange {
    fn default() -> MinedRange {
        MinedRange::Instances(None)
    }
}

impl MinedOntology {
    /// All of it as statements of the graph [`TAXONOMY`].
    pub fn quads(&self) -> Vec<Quad> {
        let mut said = Said::default();
        let scheme = NamedNodeRef::new_unchecked(TAXONOMY);
        said.node(scheme, &[RDF, "type"], &[OWL, "Ontology"]);
        said.node(scheme, &[RDF, "type"], &[SKOS, "ConceptScheme"]);
        said.text(scheme, &[RDFS, "label"], "Mined concepts", None);
        let support = NamedNodeRef::new_unchecked(SUPPORT);
        said.node(support, &[RDF, "type"], &[OWL, "AnnotationProperty"]);
        said.text(support, &[RDFS, "label"], "sites that show it", None);
        for concept in &self.concepts {
            self.say_concept(&mut said, concept, scheme);
        }
        for property in &self.properties {
            self.say_property(&mut said, property);
        }
        said.0
    }

    fn say_concept(&self, said: &mut Said, concept: &MinedConcept, scheme: NamedNodeRef<'_>) {
        let node = NamedNodeRef::new_unchecked(&concept.iri);
        said.node(node, &[RDF, "type"], &[SKOS, "Concept"]);
        said.node(node, &[RDF, "type"], &[OWL, "Class"]);
        said.node(node, &[SKOS, "inScheme"], &[TAXONOMY]);
        // A concept has one preferred label in each language, and none of its labels twice.
        let (mut languages, mut seen) = (FxHashSet::default(), FxHashSet::default());
        for (text, language) in &concept.labels {
            let language = language.as_deref().filter(|tag| is_language_tag(tag));
            if !seen.insert((text, language)) {
                continue;
            }
            let is_first = languages.insert(language);
            said.text(node, &[SKOS, if is_first { "prefLabel" } else { "altLabel" }], text, language);
            said.text(node, &[RDFS, "label"], text, language);
        }
        match concept.parent.and_then(|parent| self.concepts.get(parent)) {
            Some(parent) => {
                said.node(node, &[SKOS, "broader"], &[&parent.iri]);
                said.node(NamedNodeRef::new_unchecked(&parent.iri), &[SKOS, "narrower"], &[&concept.iri]);
                said.node(node, &[RDFS, "subClassOf"], &[&parent.iri]);
            }
            None => {
                said.node(node, &[SKOS, "topConceptOf"], &[TAXONOMY]);
                said.node(scheme, &[SKOS, "hasTopConcept"], &[&concept.iri]);
            }
        }
        let integer = NamedNode::new_unchecked(format!("{XSD}integer"));
        said.say(node, &[SUPPORT], Literal::new_typed_literal(concept.support.to_string(), integer).into());
        for page in &concept.pages {
            said.node(node, &[DERIVED], &[page]);
        }
    }

    fn say_property(&self, said: &mut Said, property: &MinedProperty) {
        let node = NamedNodeRef::new_unchecked(&property.iri);
        let (kind, range) = match &property.range {
            MinedRange::Datatype(datatype) => ("DatatypeProperty", Some(datatype)),
            MinedRange::Instances(concept) => {
                let concept = concept.and_then(|concept| self.concepts.get(concept));
                ("ObjectProperty", concept.map(|concept| &concept.iri))
            }
        };
        said.node(node, &[RDF, "type"], &[OWL, kind]);
        for label in &property.labels {
            said.text(node, &[RDFS, "label"], label, None);
        }
        if let Some(range) = range {
            said.node(node, &[RDFS, "range"], &[range]);
        }
        if let Some(domain) = property.domain.and_then(|domain| self.concepts.get(domain)) {
            said.node(node, &[RDFS, "domain"], &[&domain.iri]);
        }
    }

    /// The concept nearest above all of some, or one of them if it is above the others.
    pub fn common(&self, concepts: &[usize]) -> Option<usize> {
        let above = |concept: usize| {
            std::iter::successors(Some(concept), |&at| self.concepts.get(at)?.parent).take(self.concepts.len())
        };
        let (&first, others) = concepts.split_first()?;
        above(first).find(|&candidate| others.iter().all(|&other| above(other).any(|at| at == candidate)))
    }
}

/// Statements as they are said. Names are given in parts, which are put together.
#[derive(Default)]
struct Said(Vec<Quad>);

impl Said {
    fn say(&mut self, subject: NamedNodeRef<'_>, predicate: &[&str], object: Term) {
        let graph = NamedNode::new_unchecked(TAXONOMY);
        self.0.push(Quad::new(subject.into_owned(), NamedNode::new_unchecked(predicate.concat()), object, graph));
    }

    fn node(&mut self, subject: NamedNodeRef<'_>, predicate: &[&str], object: &[&str]) {
        self.say(subject, predicate, NamedNode::new_unchecked(object.concat()).into());
    }

    fn text(&mut self, subject: NamedNodeRef<'_>, predicate: &[&str], text: &str, language: Option<&str>) {
        let literal = match language {
            Some(language) => Literal::new_language_tagged_literal_unchecked(text, language.to_ascii_lowercase()),
            None => Literal::new_simple_literal(text),
        };
        self.say(subject, predicate, literal.into());
    }
}

fn is_language_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let is_part = |part: &str, least: usize| {
        (least..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    parts.next().is_some_and(|first| is_part(first, 2) && first.bytes().all(|byte| byte.is_ascii_alphabetic()))
        && parts.all(|part| is_part(part, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn concept(name: &str, parent: Option<usize>) -> MinedConcept {
        let labels = vec![(name.to_owned(), Some("en".to_owned())), (format!("{name}s"), Some("en".to_owned()))];
        MinedConcept { iri: format!("urn:x:{name}"), labels, parent, support: 2, pages: vec!["urn:p".to_owned()] }
    }

    fn ontology() -> MinedOntology {
        let concepts = vec![concept("stay", None), concept("inn", Some(0)), concept("hut", Some(0))];
        let property = |name: &str, range: MinedRange| {
            let iri = format!("urn:x:{name}");
            MinedProperty { iri, labels: vec![name.to_owned()], range, domain: Some(0) }
        };
        let price = property("price", MinedRange::Datatype(format!("{XSD}string")));
        MinedOntology { concepts, properties: vec![price, property("near", MinedRange::Instances(Some(1)))] }
    }

    #[test]
    fn a_concept_is_a_class_with_one_preferred_label_a_language() {
        let quads = ontology().quads();
        let of = |subject: &str, predicate: &str| {
            let found = quads.iter().filter(|quad| {
                quad.subject.to_string() == format!("<{subject}>") && quad.predicate.as_str().ends_with(predicate)
            });
            found.map(|quad| quad.object.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(of("urn:x:inn", "prefLabel"), ["\"inn\"@en"]);
        assert_eq!(of("urn:x:inn", "altLabel"), ["\"inns\"@en"]);
        assert_eq!(of("urn:x:inn", "subClassOf"), ["<urn:x:stay>"]);
        assert_eq!(of("urn:x:stay", "narrower"), ["<urn:x:inn>", "<urn:x:hut>"]);
        assert_eq!(of("urn:x:stay", "broader"), Vec::<String>::new());
        assert_eq!(of(TAXONOMY, "hasTopConcept"), ["<urn:x:stay>"]);
        assert_eq!(of("urn:x:price", "domain"), ["<urn:x:stay>"]);
        assert_eq!(of("urn:x:price", "#type"), [format!("<{OWL}DatatypeProperty>")]);
        assert_eq!(of("urn:x:near", "#type"), [format!("<{OWL}ObjectProperty>")]);
        assert_eq!(of("urn:x:near", "range"), ["<urn:x:inn>"]);
    }

    #[test]
    fn the_nearest_concept_above_is_found() {
        let ontology = ontology();
        assert_eq!(ontology.common(&[1, 2]), Some(0));
        assert_eq!(ontology.common(&[1, 0]), Some(0));
        assert_eq!(ontology.common(&[2]), Some(2));
        assert_eq!(ontology.common(&[]), None);
    }
}
