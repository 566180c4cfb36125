//! What a page tells, as individuals and statements with their evidence, and what did not become one.

use page::{NodeId, Page};

use crate::values::{Literal, Misfit};

/// What one page tells.
#[derive(Clone, Debug, Default)]
pub struct PageFacts {
    /// The page, as it was given.
    pub page: String,
    /// Its address, if it is known.
    pub url: Option<String>,
    /// The individuals, the main one first.
    pub individuals: Vec<Individual>,
    /// What is said of them, in the order of the individuals.
    pub statements: Vec<Statement>,
    /// What was found and is no value, with the reason.
    pub raw: Vec<Raw>,
    /// Names that the page has and the dictionary does not.
    pub unknown: Vec<UnknownName>,
    /// What a person should know of the page as a whole.
    pub notes: Vec<String>,
}

impl PageFacts {
    /// Nothing, of a page.
    pub fn of(page: &Page) -> PageFacts {
        let url = page.url.as_ref().map(ToString::to_string);
        PageFacts { page: page.name.clone(), url, ..PageFacts::default() }
    }
}

/// Something that a page tells of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Individual {
    /// Its IRI, the same whenever the page is read.
    pub iri: String,
    /// The IRI of its class.
    pub class: String,
    /// What it is called, if that is known.
    pub label: Option<String>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The IRI of the individual that it is about.
    pub subject: String,
    /// The IRI of the property.
    pub property: String,
    /// What is said.
    pub value: Value,
    /// Where it comes from.
    pub evidence: Evidence,
}

/// The value of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The IRI of an individual.
    Individual(String),
    /// A literal.
    Literal(Literal),
}

/// Where on its page a statement comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The node on the page.
    pub node: NodeId,
    /// Its path.
    pub path: String,
    /// What stands there.
    pub text: String,
    /// The name by which it was found: the field of a wrapper, or the header of a column.
    pub field: String,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
}

/// Something that was found and did not become a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Raw {
    /// The IRI of the individual that it would be about.
    pub subject: String,
    /// The IRI of the property, if that is known.
    pub property: Option<String>,
    /// What the page calls it.
    pub name: String,
    /// Why it is no statement.
    pub reason: Reason,
    /// Where it stands, and what it says.
    pub evidence: Evidence,
}

/// Why something is no statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It is no value of the property's range.
    Misfit(Misfit),
    /// The property has one value, and there is a surer one.
    SecondValue,
    /// The dictionary does not know the name.
    UnknownName,
    /// It is so doubtful that it is more likely wrong.
    Doubtful,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Misfit(misfit) => misfit.fmt(f),
            Reason::SecondValue => f.write_str("the property has one value, and there is a surer one"),
            Reason::UnknownName => f.write_str("no term of the ontology is known by this name"),
            Reason::Doubtful => f.write_str("it is more likely wrong than right"),
        }
    }
}

/// A name that a page has and the dictionary does not.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownName {
    /// As the page prints it.
    pub name: String,
    /// The IRI of the class of the individual that it says something of.
    pub class: String,
    /// Values that stand behind it.
    pub examples: Vec<String>,
    /// The IRI of the property that its values were taken for, by their form and place: a guess to be confirmed.
    pub taken_for: Option<String>,
}
