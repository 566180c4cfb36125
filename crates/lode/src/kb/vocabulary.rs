//! The terms of a knowledge base by what people call them: IRIs, local names, labels, and the names that were learnt.

use std::fmt;

use job::{Advice, Failure};
use knowledge::names::{Dictionary, NameRow, Term, normalised, read_names};
use knowledge::ontology::{self, Ontology};
use store::{DocumentKind, ReviewedName, Schema, Snapshot, StoreError};

/// Names that are less like a term's than this are not worth a thought.
const WORTH_ASKING: f64 = 0.3;
/// Suggestions for a name.
const SUGGESTIONS: usize = 3;

/// The terms of a knowledge base with all their names, whether they came with an ontology or among other statements.
#[derive(Debug)]
pub struct Named {
    ontology: Ontology,
    dictionary: Dictionary,
    /// Classes and properties that individuals have and the ontology does not.
    used: (Vec<String>, Vec<String>),
}

/// A name that no term has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTerm {
    /// The name.
    pub name: String,
    /// Whether a class or a property was asked for, in a word.
    pub kind: NamedTerm,
    /// Local names of terms that it may be.
    pub near: Vec<String>,
}

/// What is called by a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedTerm {
    /// A class.
    Class,
    /// A property.
    Property,
    /// One or the other.
    Any,
}

impl fmt::Display for UnknownTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            NamedTerm::Class => "class",
            NamedTerm::Property => "property",
            NamedTerm::Any => "class or property named",
        };
        write!(f, "there is no {kind} {:?}", self.name)
    }
}

impl std::error::Error for UnknownTerm {}

impl Failure for UnknownTerm {
    fn code(&self) -> &'static str {
        "name-no-term"
    }

    fn advice(&self) -> Option<Advice> {
        Some(match self.kind {
            NamedTerm::Class | NamedTerm::Property => Advice::Names(self.near.clone()),
            NamedTerm::Any => Advice::new(format!("did you mean {}?", self.near.join(", "))),
        })
    }
}

impl Named {
    /// Reads what a knowledge base has.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn of(snapshot: &Snapshot) -> Result<Named, StoreError> {
        let Schema { ontology, classes, properties } = snapshot.schema()?;
        let mut rows: Vec<NameRow> = Vec::new();
        for (_, bytes) in snapshot.documents(DocumentKind::Names)? {
            rows.extend(read_names(&bytes).unwrap_or_default());
        }
        let (mut dictionary, _) = Dictionary::of(&ontology, &rows);
        for synonym in snapshot.synonyms()? {
            if let Some(term) = term(&ontology, &synonym.term) {
                dictionary.learn(term, &synonym.name);
            }
        }
        Ok(Named { ontology, dictionary, used: (classes, properties) })
    }

    /// The properties that say what an individual is called.
    pub(super) fn naming(&self) -> Vec<String> {
        const USUAL: [&str; 2] =
            ["http://www.w3.org/2000/01/rdf-schema#label", "http://www.w3.org/2004/02/skos/core#prefLabel"];
        let is_name =
            |iri: &&String| ["name", "title", "label"].contains(&normalised(ontology::local_name(iri)).as_str());
        let used = self.used.1.iter().filter(|iri| is_name(iri) && !USUAL.contains(&iri.as_str()));
        USUAL.map(str::to_owned).into_iter().chain(used.cloned()).collect()
    }

    /// The class that is called so, with all classes below it.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn class(&self, name: &str) -> Result<Vec<String>, UnknownTerm> {
        let own = self.ontology.classes.iter().map(|class| class.iri.as_str());
        let found = self.find(name, own.chain(self.used.0.iter().map(String::as_str)), NamedTerm::Class)?;
        let below = |iri: &str| {
            let children = self.ontology.classes.iter().filter(|class| class.parents.iter().any(|above| above == iri));
            children.map(|class| class.iri.clone()).collect()
        };
        Ok(with_all_below(found, below))
    }

    /// The property that is called so, with all properties below it.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn property(&self, name: &str) -> Result<Vec<String>, UnknownTerm> {
        let own = self.ontology.properties.iter().map(|property| property.iri.as_str());
        let found = self.find(name, own.chain(self.used.1.iter().map(String::as_str)), NamedTerm::Property)?;
        let below = |iri: &str| {
            let properties = self.ontology.properties.iter();
            let children = properties.filter(|property| property.parents.iter().any(|above| above == iri));
            children.map(|property| property.iri.clone()).collect()
        };
        Ok(with_all_below(found, below))
    }

    /// The property or else the class that is called so, with all below it.
    ///
    /// # Errors
    ///
    /// If there is neither.
    pub fn term(&self, name: &str) -> Result<Vec<String>, UnknownTerm> {
        self.property(name).or_else(|property| {
            self.class(name).map_err(|class| {
                let mut near = property.near;
                near.extend(class.near);
                let mut seen = std::collections::HashSet::new();
                near.retain(|name| seen.insert(name.clone()));
                UnknownTerm { kind: NamedTerm::Any, near, ..class }
            })
        })
    }

    /// By IRI, by local name, then by any name.
    fn find<'t>(
        &'t self,
        name: &str,
        iris: impl Iterator<Item = &'t str>,
        kind: NamedTerm,
    ) -> Result<Vec<String>, UnknownTerm> {
        let name = name.trim().trim_start_matches('<').trim_end_matches('>');
        let mut iris: Vec<&str> = iris.collect();
        let mut seen = std::collections::HashSet::new();
        iris.retain(|iri| seen.insert(*iri));
        let exact: Vec<String> = iris.iter().filter(|iri| **iri == name).map(|iri| (*iri).to_owned()).collect();
        if !exact.is_empty() {
            return Ok(exact);
        }
        let wanted = normalised(ontology::local_name(name));
        let is_called = |iri: &&&str| normalised(ontology::local_name(iri)) == wanted;
        let local: Vec<String> = iris.iter().filter(is_called).map(|iri| (*iri).to_owned()).collect();
        if !local.is_empty() {
            return Ok(local);
        }
        let matches = self.dictionary.lookup(name).iter().filter_map(|found| self.iri(found.term, kind));
        let named: Vec<String> = matches.map(str::to_owned).collect();
        if !named.is_empty() {
            return Ok(named);
        }
        let near = self.dictionary.suggestions(name, 2 * SUGGESTIONS).into_iter();
        let near = near.filter(|near| near.likeness >= WORTH_ASKING).filter_map(|near| self.iri(near.term, kind));
        let mut near: Vec<String> = near.map(|iri| ontology::local_name(iri).to_owned()).take(SUGGESTIONS).collect();
        if near.is_empty() {
            near.extend(iris.iter().take(8).map(|iri| ontology::local_name(iri).to_owned()));
        }
        Err(UnknownTerm { name: name.to_owned(), kind, near })
    }

    fn iri(&self, term: Term, kind: NamedTerm) -> Option<&str> {
        match (term, kind) {
            (Term::Class(number), NamedTerm::Class) => Some(&self.ontology.classes[number].iri),
            (Term::Property(number), NamedTerm::Property) => Some(&self.ontology.properties[number].iri),
            _ => None,
        }
    }
}

fn term(ontology: &Ontology, iri: &str) -> Option<Term> {
    let property = ontology.properties.iter().position(|property| property.iri == iri).map(Term::Property);
    property.or_else(|| ontology.classes.iter().position(|class| class.iri == iri).map(Term::Class))
}

fn with_all_below(mut found: Vec<String>, below: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let mut at = 0;
    while at < found.len() {
        for iri in below(&found[at]) {
            if !found.contains(&iri) {
                found.push(iri);
            }
        }
        at += 1;
    }
    found
}

/// A name that waits for a decision, with the terms it may be a name of.
#[derive(Clone, PartialEq, Debug)]
pub struct Waiting {
    /// The name and where it was seen.
    pub seen: ReviewedName,
    /// IRIs of terms whose names resemble it, with how much, the likeliest first.
    pub suggestions: Vec<(String, f64)>,
}

/// The names that wait for a decision, those of most pages first.
///
/// # Errors
///
/// If the knowledge base cannot be read.
pub fn waiting_names(snapshot: &Snapshot) -> Result<Vec<Waiting>, StoreError> {
    let named = Named::of(snapshot)?;
    let mut waiting = Vec::new();
    for seen in snapshot.names_to_review()? {
        let near = named.dictionary.suggestions(&seen.name, SUGGESTIONS).into_iter();
        let near = near.filter(|near| near.likeness >= WORTH_ASKING);
        let suggestions = near.filter_map(|near| {
            let iri = named.iri(near.term, NamedTerm::Property).or_else(|| named.iri(near.term, NamedTerm::Class));
            Some((iri?.to_owned(), near.likeness))
        });
        waiting.push(Waiting { suggestions: suggestions.collect(), seen });
    }
    Ok(waiting)
}
