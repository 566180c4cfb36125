//! An ontology as the harvest needs it: classes, properties, their names, and what their values look like.
//!
//! Read from OWL or RDFS in Turtle, RDF/XML, JSON-LD or N-Triples. Nothing is inferred beyond what stands in the file,
//! and nothing is loaded from elsewhere: `owl:imports` and contexts by address are for the user to put into the file.
//! The input may be anybody's; what it could do to the parsers is refused before they see it (`rdf/guard.rs`).

mod files;
mod graph;
mod pattern;
mod ranges;
mod terms;

pub use files::{BadOntology, beside, read_files};
pub use pattern::{BadPattern, Pattern};

use crate::rdf::{RdfError, Syntax, each_of};
use graph::Graph;

/// Classes and properties, in the order in which they stand in the file.
#[derive(Clone, Debug, Default)]
pub struct Ontology {
    /// What individuals can be.
    pub classes: Vec<Class>,
    /// What can be said of them.
    pub properties: Vec<Property>,
    /// What was passed over, and what to do about it.
    pub notes: Vec<String>,
}

/// What individuals can be.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its full name.
    pub iri: String,
    /// `rdfs:label` first, then the labels of SKOS, without doubles.
    pub names: Vec<String>,
    /// What it is, in words.
    pub comments: Vec<String>,
    /// The classes above it that have a name.
    pub parents: Vec<String>,
}

/// What can be said of an individual.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its full name.
    pub iri: String,
    /// Whether its values are individuals.
    pub is_object: bool,
    /// Whether an individual has one value at most.
    pub is_functional: bool,
    /// `rdfs:label` first, then the labels of SKOS, without doubles.
    pub names: Vec<String>,
    /// What its values are, in words.
    pub comments: Vec<String>,
    /// Made-up values.
    pub examples: Vec<String>,
    /// The unit its values are in.
    pub unit: Option<String>,
    /// The classes whose individuals have it. Empty: any class.
    pub domain: Vec<String>,
    /// What its values look like.
    pub range: Range,
    /// The properties above it.
    pub parents: Vec<String>,
}

/// What values look like.
#[derive(Clone, Debug)]
pub enum Range {
    /// Nothing is said of them.
    Any,
    /// Text of any sort.
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers.
    Decimal,
    /// Numbers within bounds.
    Between(Bounds),
    /// Yes or no.
    Boolean,
    /// Days, also where only the month or the year is given.
    Date,
    /// Days with a time.
    DateTime,
    /// Times of day.
    Time,
    /// Years.
    Year,
    /// Addresses on the web.
    Address,
    /// One of a few texts.
    OneOf(Vec<String>),
    /// Texts of a form.
    Pattern(Pattern),
    /// Individuals of one of the classes. Empty: of any class.
    Individual(Vec<String>),
}

/// Bounds of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Whether the numbers are whole.
    pub is_integer: bool,
    /// The least.
    pub least: Option<f64>,
    /// The greatest.
    pub most: Option<f64>,
}

impl Bounds {
    /// Whether a number is within them.
    pub fn contain(&self, number: f64) -> bool {
        self.least.is_none_or(|least| number >= least) && self.most.is_none_or(|most| number <= most)
    }
}

impl Property {
    /// The part of the IRI behind the last `#`, `/` or `:`.
    pub fn local_name(&self) -> &str {
        local_name(&self.iri)
    }
}

impl Class {
    /// The part of the IRI behind the last `#`, `/` or `:`.
    pub fn local_name(&self) -> &str {
        local_name(&self.iri)
    }
}

/// The part of an IRI behind the last `#`, `/` or `:`, or all of it if nothing stands there.
pub fn local_name(iri: &str) -> &str {
    let name = iri.rsplit(['#', '/', ':']).next().unwrap_or(iri);
    if name.is_empty() { iri } else { name }
}

/// Reads an ontology.
///
/// # Errors
///
/// If the input is not in the syntax, too large, or made to harm its reader. A term that makes no sense is no error: it
/// becomes a note.
pub fn read(bytes: &[u8], syntax: Syntax) -> Result<Ontology, RdfError> {
    let mut graph = Graph::default();
    each_of(bytes, syntax, |quad| graph.add_quad(quad))?;
    Ok(terms::ontology(&graph))
}

/// The ontology that statements make, wherever they are from.
pub fn of_statements(statements: impl IntoIterator<Item = oxrdf::Quad>) -> Ontology {
    let mut graph = Graph::default();
    statements.into_iter().for_each(|quad| graph.add_quad(quad));
    terms::ontology(&graph)
}

#[cfg(test)]
mod tests;
