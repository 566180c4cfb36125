//! The name dictionary: what the terms of an ontology are called, by the ontology, by the user, and by the sites.
//!
//! A name that is known is looked up, exactly but for its looks ([`normalised`]). For a name that is not known there
//! are suggestions, for a person to accept; what is accepted is learnt. Nothing here decides by likeness.

mod file;
mod normal;
mod similarity;

pub use file::{NameRow, NamesError, read_names};
pub(crate) use normal::{folded, in_words, stem, without_marks};
pub use normal::{is_ideograph, normalised};

use crate::ontology::{Ontology, local_name};
use std::collections::HashMap;

/// Bytes of a text that may be a name. Longer ones are not looked at.
const MAX_NAME: usize = 400;

/// Notes about lines of a names file. Each looks for the nearest terms.
const MAX_NOTES: usize = 100;

/// A term of the ontology, by its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// In [`Ontology::properties`].
    Property(usize),
    /// In [`Ontology::classes`].
    Class(usize),
}

/// Who says that a term has a name. The first are the surest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The ontology, by a label.
    Label,
    /// The user, in the names file.
    NamesFile,
    /// The ontology, by the end of the term's IRI.
    LocalName,
    /// A person who accepted a suggestion.
    Learnt,
}

/// A term that has a name. Matches are ordered by how sure they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermMatch {
    /// Who says so.
    pub origin: Origin,
    /// The place of the name among those of the term: the main label is at nought.
    pub rank: usize,
    /// The term.
    pub term: Term,
}

/// A term whose name resembles another.
#[derive(Clone, Debug, PartialEq)]
pub struct Suggestion {
    /// The term.
    pub term: Term,
    /// Its name, as it was given.
    pub name: String,
    /// Nought for nothing in common, one for the same name.
    pub likeness: f64,
}

/// A name of a term.
#[derive(Clone, Debug)]
struct Name {
    text: String,
    term: Term,
    origin: Origin,
}

/// What terms are called.
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    names: Vec<Name>,
    /// How many names each term has.
    counts: HashMap<Term, usize>,
    /// By the normalised name. Strangers choose what is looked up, hence the standard hasher.
    exact: HashMap<String, Vec<TermMatch>>,
    alike: similarity::Index,
}

impl Dictionary {
    /// Of the names in an ontology and in a names file. Lines of the file that name no term come back as notes.
    pub fn of(ontology: &Ontology, rows: &[NameRow]) -> (Dictionary, Vec<String>) {
        let mut dictionary = Dictionary::default();
        let properties = ontology.properties.iter().enumerate().map(|(at, p)| (Term::Property(at), &p.iri, &p.names));
        let classes = ontology.classes.iter().enumerate().map(|(at, c)| (Term::Class(at), &c.iri, &c.names));
        let terms: Vec<_> = properties.chain(classes).collect();
        for (term, _, names) in &terms {
            for name in *names {
                dictionary.add(*term, name, Origin::Label);
            }
        }
        let known = Terms::new(terms.iter().map(|(term, iri, _)| (*term, iri.as_str())).collect());
        let mut notes = Vec::new();
        let mut unknown = 0;
        for row in rows {
            let found = known.find(&row.name);
            unknown += usize::from(found.is_err());
            match found {
                Ok(found) => found.iter().for_each(|term| {
                    dictionary.add(*term, &row.synonym, Origin::NamesFile);
                }),
                Err(name) if unknown <= MAX_NOTES => notes.push(format!("line {}: {}", row.line, known.advice(name))),
                Err(_) => {}
            }
        }
        if unknown > MAX_NOTES {
            notes.push(format!("… and {} more lines that name no term", unknown - MAX_NOTES));
        }
        for (term, iri, _) in &terms {
            dictionary.add(*term, &normal::in_words(local_name(iri)), Origin::LocalName);
        }
        (dictionary, notes)
    }

    /// Remembers a name that a person accepted. Returns whether it is new.
    pub fn learn(&mut self, term: Term, name: &str) -> bool {
        self.add(term, name, Origin::Learnt)
    }

    fn add(&mut self, term: Term, name: &str, origin: Origin) -> bool {
        let key = normalised(name);
        let matches = self.exact.entry(key.clone()).or_default();
        if key.is_empty() || name.len() > MAX_NAME || matches.iter().any(|other| other.term == term) {
            return false;
        }
        let rank = self.counts.entry(term).or_default();
        let found = TermMatch { origin, rank: *rank, term };
        *rank += 1;
        let at = matches.partition_point(|other| *other < found);
        matches.insert(at, found);
        // Classes and properties share the index, which knows terms by a number.
        let number = match term {
            Term::Property(at) => 2 * at,
            Term::Class(at) => 2 * at + 1,
        };
        self.alike.add(&key, number);
        self.names.push(Name { text: name.trim().to_owned(), term, origin });
        true
    }

    /// The names of a term with their origins, in the order of their coming.
    pub fn names(&self, term: Term) -> impl Iterator<Item = (&str, Origin)> {
        self.names.iter().filter(move |name| name.term == term).map(|name| (name.text.as_str(), name.origin))
    }

    /// The terms that are called so, the surest first.
    pub fn lookup(&self, text: &str) -> &[TermMatch] {
        if text.len() > MAX_NAME {
            return &[];
        }
        self.exact.get(&normalised(text)).map_or(&[], Vec::as_slice)
    }

    /// The terms whose names resemble the text most, each once, at most `count` of them. Equal likeness goes by the
    /// order of the names.
    pub fn suggestions(&self, text: &str, count: usize) -> Vec<Suggestion> {
        let key = normalised(text);
        if text.len() > MAX_NAME || key.is_empty() {
            return Vec::new();
        }
        let mut alike = self.alike.alike(&key);
        alike.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut found: Vec<Suggestion> = Vec::new();
        for (number, likeness) in alike {
            let name = &self.names[number];
            if found.len() == count {
                break;
            }
            if found.iter().all(|other| other.term != name.term) {
                found.push(Suggestion { term: name.term, name: name.text.clone(), likeness });
            }
        }
        found
    }
}

/// The terms of an ontology by what a names file may call them.
struct Terms<'o> {
    terms: Vec<(Term, &'o str)>,
    by_iri: HashMap<&'o str, Term>,
    by_local_name: HashMap<&'o str, Vec<Term>>,
}

impl<'o> Terms<'o> {
    fn new(terms: Vec<(Term, &'o str)>) -> Terms<'o> {
        let by_iri = terms.iter().map(|&(term, iri)| (iri, term)).collect();
        let mut by_local_name: HashMap<&str, Vec<Term>> = HashMap::new();
        for &(term, iri) in &terms {
            by_local_name.entry(local_name(iri)).or_default().push(term);
        }
        Terms { terms, by_iri, by_local_name }
    }

    /// The terms with an IRI or a local name, which may stand behind a prefix (`:price`, `car:price`).
    fn find<'n>(&self, name: &'n str) -> Result<Vec<Term>, &'n str> {
        let name = name.trim_start_matches('<').trim_end_matches('>');
        if let Some(&term) = self.by_iri.get(name) {
            return Ok(vec![term]);
        }
        let local = if name.contains("://") { name } else { local_name(name) };
        let found = self.by_local_name.get(local).or_else(|| self.by_local_name.get(name));
        found.cloned().ok_or(name)
    }

    fn advice(&self, name: &str) -> String {
        let wanted: Vec<char> = local_name(name).to_lowercase().chars().take(100).collect();
        let likeness = |iri: &str| {
            let known: Vec<char> = local_name(iri).to_lowercase().chars().take(100).collect();
            similarity::edits(&wanted, &known)
        };
        let mut near: Vec<(f64, &str)> = self.terms.iter().map(|(_, iri)| (likeness(iri), local_name(iri))).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        near.dedup_by(|a, b| a.1 == b.1);
        let near: Vec<&str> = near.iter().filter(|near| near.0 >= 0.5).take(3).map(|near| near.1).collect();
        let shown: String = name.chars().take(60).collect();
        if near.is_empty() {
            format!("the ontology has no term {shown:?}; write the local name or the IRI of one")
        } else {
            format!("the ontology has no term {shown:?}; did you mean {}?", near.join(", "))
        }
    }
}

#[cfg(test)]
mod tests;
