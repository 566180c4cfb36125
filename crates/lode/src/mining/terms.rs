//! The terms of what was mined: concepts and attributes with their names, and the literals that texts become.

use std::collections::{BTreeMap, BTreeSet};

use knowledge::mined::{CONCEPTS, MinedConcept, MinedOntology, MinedProperty, MinedRange, Names};
use knowledge::taxonomy::Taxonomy;
use knowledge::values::Literal;
use serde::{Deserialize, Serialize};
use store::vocabulary::source_graph;

use super::look::SiteLook;

const XSD: &str = "http://www.w3.org/2001/XMLSchema#";
/// The range of a property whose values are of several datatypes.
const ANY_LITERAL: &str = "http://www.w3.org/2000/01/rdf-schema#Literal";

/// The terms that instances are described with.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    concepts: Vec<MinedConcept>,
}

/// What was observed of attributes, by IRI.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Observed(BTreeMap<String, Attribute>);

#[derive(Debug, Default, Serialize, Deserialize)]
struct Attribute {
    /// What pages call it, and how often.
    labels: BTreeMap<String, usize>,
    /// The datatypes of its values.
    datatypes: BTreeSet<String>,
    /// The concepts whose instances have it.
    concepts: BTreeSet<usize>,
    /// The concepts of instances that are its values.
    related: BTreeSet<usize>,
}

impl Observed {
    /// Hears of a value of an attribute, of an instance of some concepts.
    pub(crate) fn note(&mut self, iri: &str, label: &str, literal: &Literal, concepts: &[usize]) {
        let datatype = datatype_of(&literal.datatype);
        let datatypes = &mut self.attribute(iri, label, concepts).datatypes;
        if !datatypes.contains(datatype) {
            datatypes.insert(datatype.to_owned());
        }
    }

    /// Hears that an instance of some concepts is related to an instance of others.
    pub(crate) fn note_relation(&mut self, iri: &str, label: &str, concepts: &[usize], related: &[usize]) {
        self.attribute(iri, label, concepts).related.extend(related);
    }

    fn attribute(&mut self, iri: &str, label: &str, concepts: &[usize]) -> &mut Attribute {
        let attribute = self.0.entry(iri.to_owned()).or_default();
        *attribute.labels.entry(label.to_owned()).or_default() += 1;
        attribute.concepts.extend(concepts);
        attribute
    }
}

impl Terms {
    /// The concepts of a taxonomy, given the pages of each site.
    pub(crate) fn new(taxonomy: &Taxonomy, looks: &[SiteLook]) -> Terms {
        let page_graph = |site: usize, page: &url::Url| {
            let look = looks.get(site)?;
            let page = &look.pages[look.graph.page(page)?];
            Some(graph_of(&page.name, &page.address))
        };
        let mut names = Names::default();
        let mut concepts: Vec<MinedConcept> = Vec::new();
        for concept in &taxonomy.concepts {
            let labels = concept.labels.iter().map(|label| {
                let language = Some(label.language.code().to_owned()).filter(|code| !code.is_empty());
                (label.text.clone(), language)
            });
            let labels: Vec<(String, Option<String>)> = labels.collect();
            let above = concept.parent.and_then(|parent| concepts.get(parent)).map(|parent| parent.iri.as_str());
            let first = labels.first().map_or("", |(text, _)| text.as_str());
            let mut pages: Vec<String> =
                concept.places.iter().filter_map(|place| page_graph(place.site, &place.page)).collect();
            pages.sort_unstable();
            pages.dedup();
            concepts.push(MinedConcept {
                iri: names.iri(CONCEPTS, first, above),
                labels,
                parent: concept.parent,
                support: concept.support,
                pages,
            });
        }
        Terms { concepts }
    }

    /// The IRI of a concept.
    pub(crate) fn concept(&self, number: usize) -> Option<&str> {
        self.concepts.get(number).map(|concept| concept.iri.as_str())
    }

    /// All of it, with what was observed. Attributes that no instance has are left out.
    pub(crate) fn ontology(&self, observed: &Observed) -> MinedOntology {
        let mut ontology = MinedOntology { concepts: self.concepts.clone(), properties: Vec::new() };
        for (iri, attribute) in &observed.0 {
            let mut labels: Vec<(&String, &usize)> = attribute.labels.iter().collect();
            labels.sort_by_key(|(label, count)| (std::cmp::Reverse(**count), (*label).clone()));
            let concepts: Vec<usize> = attribute.concepts.iter().copied().collect();
            let datatypes: Vec<&str> = attribute.datatypes.iter().map(String::as_str).collect();
            let related: Vec<usize> = attribute.related.iter().copied().collect();
            let range = match datatypes[..] {
                [] => MinedRange::Instances(ontology.common(&related)),
                [one] => MinedRange::Datatype(format!("{XSD}{one}")),
                ["decimal", "integer"] => MinedRange::Datatype(format!("{XSD}decimal")),
                _ => MinedRange::Datatype(ANY_LITERAL.to_owned()),
            };
            ontology.properties.push(MinedProperty {
                iri: iri.clone(),
                labels: labels.into_iter().map(|(label, _)| label.clone()).collect(),
                range,
                domain: ontology.common(&concepts),
            });
        }
        ontology
    }
}

/// A text as a literal: a number or a date only if it is written as XML Schema writes it, so that nothing is guessed.
pub(crate) fn literal(text: &str) -> Literal {
    let datatype = if is_integer(text) {
        "integer"
    } else if is_decimal(text) {
        "decimal"
    } else if is_date(text) {
        "date"
    } else {
        "string"
    };
    Literal { lexical: text.to_owned(), datatype: format!("{XSD}{datatype}"), amount: None }
}

/// A text as it is.
pub(crate) fn text_literal(text: &str) -> Literal {
    Literal { lexical: text.to_owned(), datatype: format!("{XSD}string"), amount: None }
}

fn datatype_of(iri: &str) -> &'static str {
    let local = iri.strip_prefix(XSD).unwrap_or_default();
    ["integer", "decimal", "date"].into_iter().find(|known| *known == local).unwrap_or("string")
}

/// A number of some length without a leading zero: a longer one, or one with it, is a code.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_code = digits.len() > 9 || digits.len() > 1 && digits.starts_with('0');
    !digits.is_empty() && !is_code && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_decimal(text: &str) -> bool {
    text.split_once('.').is_some_and(|(whole, part)| {
        is_integer(whole) && (1..=6).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, length: usize| part.parse::<u32>().ok().filter(|_| part.len() == length);
    let [year, month, day] = parts[..] else { return false };
    match (number(year, 4), number(month, 2), number(day, 2)) {
        (Some(1..), Some(month @ 1..=12), Some(day @ 1..)) => {
            day <= [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month as usize - 1]
        }
        _ => false,
    }
}

/// The graph of a page.
pub(crate) fn graph_of(name: &str, address: &url::Url) -> String {
    source_graph(name, Some(address.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_plain_becomes_a_number() {
        let kind = |text: &str| datatype_of(&literal(text).datatype);
        for (text, expected) in [
            ("12", "integer"),
            ("-3", "integer"),
            ("007", "string"),
            ("9780140328721", "string"),
            ("3.5", "decimal"),
            ("3,5", "string"),
            ("2024-02-28", "date"),
            ("2024-13-01", "string"),
            ("€ 89", "string"),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}
