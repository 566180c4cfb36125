//! Classes and properties, out of the statements of a file.
//!
//! A term is what its types say it is; without a type, what is said of it tells: only properties have domains, only
//! classes have superclasses. Terms of the languages themselves (`owl:Thing`, `skos:altLabel`) are not terms of the
//! domain, though editors like to declare them.

use super::graph::{Graph, Id, MAX_MEMBERS};
use super::ranges::{Ranges, is_datatype};
use super::{Class, Ontology, Property, Range};

pub(super) const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
pub(super) const OWL: &str = "http://www.w3.org/2002/07/owl#";
pub(super) const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
/// schema.org moved from one to the other, and files with both are about.
pub(super) const SCHEMA: [&str; 2] = ["https://schema.org/", "http://schema.org/"];
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const RDFS: &str = "http://www.w3.org/2000/01/rdf-schema#";
const SKOS: &str = "http://www.w3.org/2004/02/skos/core#";
const DCTERMS: &str = "http://purl.org/dc/terms/";
const DC: &str = "http://purl.org/dc/elements/1.1/";

/// Notes that are kept. Whoever has a hundred problems will not read the rest.
const MAX_NOTES: usize = 100;

/// The terms of a file.
pub(super) fn ontology(graph: &Graph) -> Ontology {
    let mut ranges = Ranges::new(graph);
    let mut found = Ontology::default();
    for &id in graph.subjects() {
        let Some(iri) = graph.iri(id).filter(|iri| !is_of_language(iri)) else { continue };
        match kind(graph, id) {
            Kind::Class => found.classes.push(class(graph, id, iri)),
            Kind::Property => found.properties.push(property(graph, &mut ranges, id, iri)),
            Kind::Both => {
                found.classes.push(class(graph, id, iri));
                found.properties.push(property(graph, &mut ranges, id, iri));
            }
            Kind::Other => {}
        }
    }
    found.notes = ranges.into_notes();
    if found.classes.is_empty() && found.properties.is_empty() {
        found.notes.push("the file declares no class and no property (owl:Class, owl:DatatypeProperty, …)".to_owned());
    }
    if found.notes.len() > MAX_NOTES {
        let more = found.notes.len() - MAX_NOTES;
        found.notes.truncate(MAX_NOTES);
        found.notes.push(format!("… and {more} more"));
    }
    found
}

fn is_of_language(iri: &str) -> bool {
    [RDF, RDFS, OWL, XSD, SKOS, DCTERMS, DC].iter().any(|language| iri.starts_with(language))
}

enum Kind {
    Class,
    Property,
    Both,
    Other,
}

fn kind(graph: &Graph, id: Id) -> Kind {
    let types: Vec<&str> = graph.objects(id, TYPE).filter_map(|kind| graph.iri(kind)).collect();
    let is = |space: &str, names: &[&str]| {
        types.iter().any(|kind| kind.strip_prefix(space).is_some_and(|name| names.contains(&name)))
    };
    let is_property = is(RDF, &["Property"])
        || is(
            OWL,
            &[
                "DatatypeProperty",
                "ObjectProperty",
                "FunctionalProperty",
                "InverseFunctionalProperty",
                "SymmetricProperty",
                "AsymmetricProperty",
                "TransitiveProperty",
                "ReflexiveProperty",
                "IrreflexiveProperty",
            ],
        );
    let is_class = (is(OWL, &["Class"]) || is(RDFS, &["Class"])) && !is_datatype(graph, id);
    match (is_class, is_property) {
        (true, true) => return Kind::Both,
        (true, false) => return Kind::Class,
        (false, true) => return Kind::Property,
        (false, false) => {}
    }
    if is(OWL, &["AnnotationProperty", "Ontology", "NamedIndividual"]) || is_datatype(graph, id) {
        return Kind::Other;
    }
    let says = |names: &[String]| names.iter().any(|name| graph.has(id, name));
    if says(&predicates(RDFS, &["domain", "range", "subPropertyOf"]))
        || says(&included("domain"))
        || says(&included("range"))
    {
        return Kind::Property;
    }
    if says(&predicates(RDFS, &["subClassOf"])) { Kind::Class } else { Kind::Other }
}

fn predicates(space: &str, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("{space}{name}")).collect()
}

/// `domainIncludes` and `rangeIncludes`.
fn included(name: &str) -> Vec<String> {
    SCHEMA.iter().map(|schema| format!("{schema}{name}Includes")).collect()
}

fn class(graph: &Graph, id: Id, iri: &str) -> Class {
    Class {
        iri: iri.to_owned(),
        names: names(graph, id),
        comments: comments(graph, id),
        parents: named(graph, id, &predicates(RDFS, &["subClassOf"])),
    }
}

fn property(graph: &Graph, ranges: &mut Ranges<'_>, id: Id, iri: &str) -> Property {
    let has_type = |name: &str| {
        graph.objects(id, TYPE).any(|kind| graph.iri(kind).and_then(|kind| kind.strip_prefix(OWL)) == Some(name))
    };
    let mut given = predicates(RDFS, &["range"]);
    given.extend(included("range"));
    let given: Vec<Id> = given.iter().flat_map(|predicate| graph.objects(id, predicate)).take(MAX_MEMBERS).collect();
    let mut range = ranges.of(&given, iri);
    let is_data = has_type("DatatypeProperty");
    let is_object = !is_data && (has_type("ObjectProperty") || matches!(range, Range::Individual(_)));
    match range {
        Range::Individual(_) if is_data => range = Range::Any,
        Range::Individual(_) => {}
        _ if is_object => range = Range::Individual(Vec::new()),
        _ => {}
    }
    let mut domains = predicates(RDFS, &["domain"]);
    domains.extend(included("domain"));
    Property {
        iri: iri.to_owned(),
        is_object,
        is_functional: has_type("FunctionalProperty"),
        names: names(graph, id),
        comments: comments(graph, id),
        examples: texts(graph, id, &predicates(SKOS, &["example"])),
        unit: SCHEMA
            .iter()
            .flat_map(|schema| predicates(schema, &["unitText", "unitCode"]))
            .find_map(|predicate| graph.texts(id, &predicate).next().map(str::to_owned)),
        domain: named(graph, id, &domains),
        range,
        parents: named(graph, id, &predicates(RDFS, &["subPropertyOf"])),
    }
}

fn names(graph: &Graph, id: Id) -> Vec<String> {
    let mut wanted = predicates(RDFS, &["label"]);
    wanted.extend(predicates(SKOS, &["prefLabel", "altLabel", "hiddenLabel"]));
    texts(graph, id, &wanted)
}

fn comments(graph: &Graph, id: Id) -> Vec<String> {
    let mut wanted = predicates(RDFS, &["comment"]);
    wanted.extend(predicates(SKOS, &["definition"]));
    wanted.extend(predicates(DCTERMS, &["description"]));
    texts(graph, id, &wanted)
}

/// The texts that the predicates give, in their order, without doubles and without empty ones.
fn texts(graph: &Graph, id: Id, predicates: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in predicates.iter().flat_map(|predicate| graph.texts(id, predicate)).take(MAX_MEMBERS) {
        let text = text.trim();
        if !text.is_empty() && !found.iter().any(|other| other == text) {
            found.push(text.to_owned());
        }
    }
    found
}

/// The IRIs that the predicates give; the members of a union count each.
fn named(graph: &Graph, id: Id, predicates: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let union = format!("{OWL}unionOf");
    for object in predicates.iter().flat_map(|predicate| graph.objects(id, predicate)).take(MAX_MEMBERS) {
        let members = graph.objects(object, &union).flat_map(|list| graph.list(list));
        for iri in std::iter::once(object).chain(members).filter_map(|member| graph.iri(member)) {
            if found.len() < MAX_MEMBERS && !iri.starts_with(OWL) && !found.iter().any(|other| other == iri) {
                found.push(iri.to_owned());
            }
        }
    }
    found
}
