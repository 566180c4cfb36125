//! What is in a knowledge base.

use std::collections::BTreeMap;

use serde::Serialize;
use store::sparql::Prefixes;
use store::{Described, FoundValue, RawValue, plain};

use crate::kb::{Found, Question, Waiting};

/// A thing that a knowledge base knows of.
#[derive(Debug, Serialize)]
pub struct Instance<'a> {
    /// Its IRI.
    pub instance: &'a str,
    /// What it is called.
    pub label: Option<&'a str>,
    /// The IRIs of its classes.
    pub concepts: &'a [String],
    /// Its values, by the IRI of the property.
    pub attributes: BTreeMap<&'a str, Vec<InstanceValue<'a>>>,
    /// What was found and did not become a value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub raw: Vec<RawText<'a>>,
}

/// A value with its source.
#[derive(Debug, Serialize)]
pub struct InstanceValue<'a> {
    /// As the page has it.
    pub text: String,
    /// The page, as it was given.
    pub page: Option<&'a str>,
    /// The path of its node.
    pub path: Option<&'a str>,
    /// How sure it is, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

/// A text that did not become a value.
#[derive(Debug, Serialize)]
pub struct RawText<'a> {
    /// What the page calls it.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
    /// Why it is none.
    pub reason: &'a str,
    /// The page, as it was given.
    pub page: &'a str,
    /// The path of its node.
    pub path: &'a str,
}

impl<'a> Instance<'a> {
    /// What is known of a thing.
    pub fn of(described: &'a Described) -> Instance<'a> {
        let mut attributes: BTreeMap<&str, Vec<InstanceValue<'_>>> = BTreeMap::new();
        for value in &described.values {
            attributes.entry(&value.property).or_default().push(InstanceValue::of(value));
        }
        Instance {
            instance: &described.iri,
            label: described.label.as_deref(),
            concepts: &described.classes,
            attributes,
            raw: described.raw.iter().map(RawText::of).collect(),
        }
    }
}

impl<'a> InstanceValue<'a> {
    fn of(value: &'a FoundValue) -> InstanceValue<'a> {
        InstanceValue {
            text: value.text.clone().unwrap_or_else(|| plain(&value.value)),
            page: value.page.as_deref(),
            path: value.path.as_deref(),
            confidence: value.confidence,
        }
    }
}

impl<'a> RawText<'a> {
    fn of(raw: &'a RawValue) -> RawText<'a> {
        RawText { name: &raw.name, text: &raw.text, reason: &raw.reason, page: &raw.page, path: &raw.path }
    }
}

/// A concept of the taxonomy.
#[derive(Debug, Serialize)]
pub struct Concept<'a> {
    /// Its IRI.
    pub concept: &'a str,
    /// What sites call it, the usual name first.
    pub labels: &'a [String],
    /// The IRI of the concept above it.
    pub parent: Option<&'a str>,
    /// How many sites have it.
    pub support: usize,
    /// How many instances it has.
    pub instances: usize,
}

impl<'a> Concept<'a> {
    /// A concept.
    pub fn of(concept: &'a store::Concept) -> Concept<'a> {
        Concept {
            concept: &concept.iri,
            labels: &concept.labels,
            parent: concept.parent.as_deref(),
            support: concept.support,
            instances: concept.instances,
        }
    }
}

/// A thing that fits a question.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    /// Its IRI.
    pub instance: &'a str,
    /// What it is called.
    pub label: Option<&'a str>,
    /// Of each property that was asked for, its values.
    pub values: Vec<ValuesOfWish<'a>>,
}

/// The name of a property as it was asked for, and its values.
pub type ValuesOfWish<'a> = (&'a str, &'a [String]);

impl<'a> Answer<'a> {
    /// A thing that fits a question.
    pub fn of(found: &'a Found, question: &'a Question) -> Answer<'a> {
        let values = question.wishes.iter().zip(&found.values);
        Answer {
            instance: &found.iri,
            label: found.label.as_deref(),
            values: values.map(|(wish, values)| (wish.property.as_str(), values.as_slice())).collect(),
        }
    }
}

/// A text that has the words of a search.
#[derive(Debug, Serialize)]
pub struct Hit<'a> {
    /// The IRI of what it is said of.
    pub instance: &'a str,
    /// What that is called.
    pub label: Option<&'a str>,
    /// The IRI of the property.
    pub property: &'a str,
    /// The text.
    pub text: &'a str,
    /// The page that says so, as it was given.
    pub page: Option<&'a str>,
}

impl<'a> Hit<'a> {
    /// A text that has the words.
    pub fn of(hit: &'a store::Hit) -> Hit<'a> {
        Hit {
            instance: &hit.subject,
            label: hit.label.as_deref(),
            property: &hit.property,
            text: &hit.text,
            page: hit.page.as_deref(),
        }
    }
}

/// A name that waits for somebody to say what it means.
#[derive(Debug, Serialize)]
pub struct UnknownName<'a> {
    /// The name.
    pub name: &'a str,
    /// The IRI of the class of what has it.
    pub class: &'a str,
    /// How many pages have it.
    pub pages: usize,
    /// One of them, as it was given.
    pub page: &'a str,
    /// Texts that stand under it.
    pub examples: &'a [String],
    /// Terms that it may mean.
    pub suggestions: Vec<Suggestion<'a>>,
}

/// A term that a name may mean.
#[derive(Debug, Serialize)]
pub struct Suggestion<'a> {
    /// Its IRI.
    pub term: &'a str,
    /// How like its names are, from 0 to 1.
    pub likeness: f64,
}

impl<'a> UnknownName<'a> {
    /// A name that waits.
    pub fn of(waiting: &'a Waiting) -> UnknownName<'a> {
        let seen = &waiting.seen;
        let suggestions = waiting.suggestions.iter().map(|(term, likeness)| Suggestion { term, likeness: *likeness });
        UnknownName {
            name: &seen.name,
            class: &seen.class,
            pages: seen.pages,
            page: &seen.page,
            examples: &seen.examples,
            suggestions: suggestions.collect(),
        }
    }
}

/// How much is in a knowledge base, and from where.
#[derive(Debug, Serialize)]
pub struct Stats<'a> {
    /// Statements.
    pub statements: u64,
    /// Pages.
    pub sources: u64,
    /// Individuals that are the same as another.
    pub merged: u64,
    /// Texts that did not become values.
    pub raw: u64,
    /// Names that were learnt.
    pub synonyms: u64,
    /// Classes by IRI with how many individuals each has, most first.
    pub classes: &'a [(String, u64)],
    /// Properties by IRI with how many statements have each, most first.
    pub properties: &'a [(String, u64)],
    /// Short names of namespaces.
    pub prefixes: &'a [(String, String)],
    /// What was done, the last first.
    pub commits: Vec<Commit<'a>>,
}

/// A line of the history.
#[derive(Debug, Serialize)]
pub struct Commit<'a> {
    /// Its number.
    pub number: i64,
    /// When, as RFC 3339 has it.
    pub time: &'a str,
    /// What was done.
    pub what: &'a str,
    /// Statements that were new.
    pub added: u64,
    /// Statements that were taken away.
    pub removed: u64,
}

impl<'a> Stats<'a> {
    /// How much is in a knowledge base.
    pub fn of(stats: &'a store::Stats, prefixes: &'a Prefixes) -> Stats<'a> {
        let commit = |commit: &'a store::CommitLine| Commit {
            number: commit.number,
            time: &commit.time,
            what: &commit.what,
            added: commit.added,
            removed: commit.removed,
        };
        Stats {
            statements: stats.statements,
            sources: stats.sources,
            merged: stats.merged,
            raw: stats.raw,
            synonyms: stats.synonyms,
            classes: &stats.classes,
            properties: &stats.properties,
            prefixes: &prefixes.0,
            commits: stats.commits.iter().map(commit).collect(),
        }
    }
}
