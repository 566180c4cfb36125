//! What values of a property look like, from its ranges: XML Schema's types, schema.org's, and datatypes of the file.

use super::graph::{Graph, Id, MAX_MEMBERS};
use super::terms::{OWL, SCHEMA, XSD};
use super::{Bounds, Pattern, Range};
use std::collections::BTreeMap;

/// Datatypes upon datatypes. More is a circle, or nobody's ontology.
const MAX_STEPS: usize = 8;

/// Patterns that are compiled; each may take some ten milliseconds.
const MAX_PATTERNS: usize = 300;

/// Texts and classes in all ranges together. Each property has its own copy, of what the file may say once.
const MAX_GIVEN_OUT: usize = 1 << 20;

/// Turns ranges of the file into ours, each datatype once.
pub(super) struct Ranges<'g> {
    graph: &'g Graph,
    known: BTreeMap<Id, Range>,
    patterns: usize,
    /// Texts and classes in ranges that were given out.
    members: usize,
    notes: Vec<String>,
}

impl<'g> Ranges<'g> {
    pub(super) fn new(graph: &'g Graph) -> Ranges<'g> {
        Ranges { graph, known: BTreeMap::new(), patterns: 0, members: 0, notes: Vec::new() }
    }

    /// What was passed over, in the order of its finding.
    pub(super) fn into_notes(self) -> Vec<String> {
        self.notes
    }

    /// The range of a property that has the given ones. Several are alternatives, as people use them, whatever the
    /// standard says; where one is data and another a class, the data is taken, since a page prints text.
    pub(super) fn of(&mut self, given: &[Id], property: &str) -> Range {
        let mut together: Option<Range> = None;
        for &id in given {
            if !self.known.contains_key(&id) {
                let range = self.resolved(id, property, 0);
                self.known.insert(id, range);
            }
            let Some(range) = self.known.get(&id) else { continue };
            if let Range::OneOf(members) | Range::Individual(members) = range {
                self.members += members.len();
                if self.members > MAX_GIVEN_OUT {
                    self.notes
                        .push(format!("{property}: the ranges of the file are too large; this one does not count"));
                    return Range::Any;
                }
            }
            together = Some(match together {
                Some(other) => united(other, range.clone()),
                None => range.clone(),
            });
        }
        together.unwrap_or(Range::Any)
    }

    fn resolved(&mut self, id: Id, property: &str, steps: usize) -> Range {
        let graph = self.graph;
        if let Some(range) = graph.iri(id).and_then(known_type) {
            return range;
        }
        if steps > MAX_STEPS {
            self.notes.push(format!("{property}: its datatype leads to itself; any text is taken"));
            return Range::Text;
        }
        if let Some(list) = graph.objects(id, &owl("oneOf")).next() {
            let members = graph.list(list);
            let texts: Vec<String> =
                members.iter().filter_map(|&member| graph.text(member)).map(str::to_owned).collect();
            if !texts.is_empty() {
                return Range::OneOf(texts);
            }
        }
        if let Some(list) = graph.objects(id, &owl("unionOf")).next() {
            let members = graph.list(list);
            let ranges = members.into_iter().map(|member| self.resolved(member, property, steps + 1));
            return ranges.reduce(united).unwrap_or(Range::Any);
        }
        if let Some(base) = graph.objects(id, &owl("onDatatype")).next() {
            let base = self.resolved(base, property, steps + 1);
            return self.restricted(id, base, property);
        }
        // `:Code a rdfs:Datatype ; owl:equivalentClass [ owl:onDatatype … ]` is how OWL 2 names a datatype.
        if is_datatype(graph, id) {
            let equal = graph.objects(id, &owl("equivalentClass")).next();
            return equal.map_or(Range::Text, |equal| self.resolved(equal, property, steps + 1));
        }
        Range::Individual(graph.iri(id).map(str::to_owned).into_iter().collect())
    }

    /// A type with facets. A pattern says more than the rest; bounds are for numbers.
    fn restricted(&mut self, id: Id, base: Range, property: &str) -> Range {
        let graph = self.graph;
        let lists = graph.objects(id, &owl("withRestrictions"));
        let facets: Vec<Id> = lists.flat_map(|list| graph.list(list)).collect();
        let patterns: Vec<&str> = facets.iter().flat_map(|&facet| graph.texts(facet, &xsd("pattern"))).collect();
        if let [first, others @ ..] = patterns.as_slice() {
            if !others.is_empty() {
                let count = others.len();
                self.notes.push(format!("{property}: its datatype has {count} more patterns; the first counts"));
            }
            return self.pattern(first, base, property);
        }
        let is_integer = matches!(base, Range::Integer);
        if !is_integer && !matches!(base, Range::Decimal) {
            return base;
        }
        let number = |name: &str| {
            let mut texts = facets.iter().flat_map(|&facet| graph.texts(facet, &xsd(name)));
            texts.find_map(|text| text.trim().parse::<f64>().ok()).filter(|number| number.is_finite())
        };
        let least = number("minInclusive").or_else(|| number("minExclusive"));
        let most = number("maxInclusive").or_else(|| number("maxExclusive"));
        if least.is_none() && most.is_none() { base } else { Range::Between(Bounds { is_integer, least, most }) }
    }

    /// One odd pattern is no reason to lose an ontology: its property takes what its type takes.
    fn pattern(&mut self, source: &str, base: Range, property: &str) -> Range {
        self.patterns += 1;
        if self.patterns > MAX_PATTERNS {
            self.notes
                .push(format!("{property}: there are more than {MAX_PATTERNS} patterns; this one does not count"));
            return base;
        }
        match Pattern::new(source) {
            Ok(pattern) => Range::Pattern(pattern),
            Err(why) => {
                let shown: String = source.chars().take(60).collect();
                let note =
                    format!("{property}: the pattern `{shown}` does not count: {why}; write it in a simpler way");
                self.notes.push(note);
                base
            }
        }
    }
}

/// Whether a node is said to be a datatype, or described as one.
pub(super) fn is_datatype(graph: &Graph, id: Id) -> bool {
    let has_type = |name: &str| graph.objects(id, super::terms::TYPE).any(|kind| graph.iri(kind) == Some(name));
    graph.iri(id).and_then(known_type).is_some()
        || has_type("http://www.w3.org/2000/01/rdf-schema#Datatype")
        || has_type(&owl("DataRange"))
        || SCHEMA.iter().any(|schema| has_type(&format!("{schema}DataType")))
        || graph.has(id, &owl("onDatatype"))
}

fn owl(name: &str) -> String {
    format!("{OWL}{name}")
}

fn xsd(name: &str) -> String {
    format!("{XSD}{name}")
}

/// The types of XML Schema, RDF and schema.org.
fn known_type(iri: &str) -> Option<Range> {
    if let Some(name) = iri.strip_prefix(XSD) {
        return Some(match name {
            "decimal" | "double" | "float" => Range::Decimal,
            "boolean" => Range::Boolean,
            "date" | "gYearMonth" | "gMonthDay" | "gMonth" | "gDay" => Range::Date,
            "dateTime" | "dateTimeStamp" => Range::DateTime,
            "time" => Range::Time,
            "gYear" => Range::Year,
            "anyURI" => Range::Address,
            "integer" | "int" | "long" | "short" | "byte" | "nonNegativeInteger" | "positiveInteger"
            | "nonPositiveInteger" | "negativeInteger" | "unsignedLong" | "unsignedInt" | "unsignedShort"
            | "unsignedByte" => Range::Integer,
            // Durations, names and binary data are text on a page.
            _ => Range::Text,
        });
    }
    if let Some(name) = SCHEMA.iter().find_map(|schema| iri.strip_prefix(schema)) {
        return Some(match name {
            "Text" | "CssSelectorType" | "XPathType" | "PronounceableText" | "DataType" => Range::Text,
            "URL" => Range::Address,
            "Integer" => Range::Integer,
            "Number" | "Float" => Range::Decimal,
            "Boolean" => Range::Boolean,
            "Date" => Range::Date,
            "DateTime" => Range::DateTime,
            "Time" => Range::Time,
            _ => return None,
        });
    }
    match iri {
        "http://www.w3.org/2000/01/rdf-schema#Literal" => Some(Range::Any),
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
        | "http://www.w3.org/1999/02/22-rdf-syntax-ns#PlainLiteral"
        | "http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML"
        | "http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral" => Some(Range::Text),
        "http://www.w3.org/2002/07/owl#rational" | "http://www.w3.org/2002/07/owl#real" => Some(Range::Decimal),
        _ => None,
    }
}

/// The narrowest of our ranges that takes what either takes.
fn united(left: Range, right: Range) -> Range {
    use Range::*;
    match (left, right) {
        (Individual(mut left), Individual(right)) => {
            extend(&mut left, right);
            Individual(left)
        }
        (Individual(_), other) | (other, Individual(_)) => other,
        (OneOf(mut left), OneOf(right)) => {
            extend(&mut left, right);
            OneOf(left)
        }
        (Any, _) | (_, Any) => Any,
        (Integer, Integer) => Integer,
        (Integer | Decimal, Integer | Decimal) => Decimal,
        (Boolean, Boolean) => Boolean,
        (DateTime, DateTime) => DateTime,
        (Time, Time) => Time,
        (Year, Year) => Year,
        (Date | DateTime | Year, Date | DateTime | Year) => Date,
        (Address, Address) => Address,
        _ => Text,
    }
}

/// Adds what is not there yet.
fn extend(members: &mut Vec<String>, others: Vec<String>) {
    for other in others {
        if members.len() < MAX_MEMBERS && !members.contains(&other) {
            members.push(other);
        }
    }
}
