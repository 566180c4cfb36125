//! What a user knows beforehand: an ontology, and what sites call its terms.

use std::error::Error;
use std::fmt;

use job::{Advice, Failure};
use knowledge::names::{Dictionary, NamesError, Term, read_names};
use knowledge::ontology::{self, Ontology};
use knowledge::rdf::RdfError;

/// An ontology with the names of its terms.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The ontology.
    pub ontology: Ontology,
    /// What its terms are called.
    pub dictionary: Dictionary,
    /// What it was read from.
    pub sources: Vec<String>,
    /// What was passed over in them.
    pub notes: Vec<String>,
}

/// Why there is no vocabulary.
#[derive(Debug)]
#[non_exhaustive]
pub enum VocabularyError {
    /// The ontology cannot be read.
    Ontology(RdfError),
    /// The names file cannot be read.
    Names(NamesError),
    /// The ontology has no property that could be looked for.
    NoProperties,
}

impl fmt::Display for VocabularyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VocabularyError::Ontology(error) => error.fmt(f),
            VocabularyError::Names(error) => error.fmt(f),
            VocabularyError::NoProperties => f.write_str("the ontology has no property to look for"),
        }
    }
}

impl Error for VocabularyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            VocabularyError::Ontology(error) => Some(error),
            VocabularyError::Names(error) => Some(error),
            VocabularyError::NoProperties => None,
        }
    }
}

impl Failure for VocabularyError {
    fn code(&self) -> &'static str {
        match self {
            VocabularyError::Ontology(error) => error.code(),
            VocabularyError::Names(error) => error.code(),
            VocabularyError::NoProperties => "ontology-without-properties",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            VocabularyError::Ontology(error) => error.advice(),
            VocabularyError::Names(error) => error.advice(),
            VocabularyError::NoProperties => {
                Some(Advice::new("declare at least one owl:DatatypeProperty or rdf:Property in it"))
            }
        }
    }
}

/// A file that makes no vocabulary.
#[derive(Debug)]
pub struct BadVocabulary {
    /// What it is called.
    pub file: String,
    /// What is wrong with it.
    pub cause: VocabularyError,
}

impl fmt::Display for BadVocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.cause)
    }
}

impl Error for BadVocabulary {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.cause)
    }
}

impl Failure for BadVocabulary {
    fn code(&self) -> &'static str {
        self.cause.code()
    }

    fn advice(&self) -> Option<Advice> {
        self.cause.advice()
    }
}

impl Vocabulary {
    /// Reads an ontology, and a names file if there is one. Each comes with the name of its file.
    ///
    /// # Errors
    ///
    /// If one of them cannot be read, or nothing could be looked for.
    pub fn read(ontology: (&str, &[u8]), names: Option<(&str, &[u8])>) -> Result<Vocabulary, VocabularyError> {
        Vocabulary::of_files(&[ontology], names.as_slice()).map_err(|bad| bad.cause)
    }

    /// The same of several files, which speak of the same things together.
    ///
    /// # Errors
    ///
    /// The same, with the name of the file.
    pub fn of_files<N: AsRef<str>, B: AsRef<[u8]>>(
        ontologies: &[(N, B)],
        names: &[(N, B)],
    ) -> Result<Vocabulary, BadVocabulary> {
        let all =
            |files: &[(N, B)]| -> Vec<String> { files.iter().map(|(name, _)| name.as_ref().to_owned()).collect() };
        let mut sources = all(ontologies);
        let read = ontology::read_files(ontologies);
        let ontology =
            read.map_err(|bad| BadVocabulary { file: bad.file, cause: VocabularyError::Ontology(bad.cause) })?;
        let own = sources.join(", ");
        if ontology.properties.is_empty() {
            return Err(BadVocabulary { file: own, cause: VocabularyError::NoProperties });
        }
        let mut notes: Vec<String> = ontology.notes.iter().map(|note| format!("{own}: {note}")).collect();
        let mut rows = Vec::new();
        for (name, bytes) in names {
            let named = |cause| BadVocabulary { file: name.as_ref().to_owned(), cause: VocabularyError::Names(cause) };
            rows.extend(read_names(bytes.as_ref()).map_err(named)?);
        }
        let (dictionary, unknown) = Dictionary::of(&ontology, &rows);
        let named = all(names);
        notes.extend(unknown.iter().map(|note| format!("{}: {note}", named.join(", "))));
        sources.extend(named);
        Ok(Vocabulary { ontology, dictionary, sources, notes })
    }

    /// Remembers a name of a term, given by its IRI, that a person accepted. Returns whether it is new.
    pub fn learn(&mut self, term: &str, name: &str) -> bool {
        let property = self.ontology.properties.iter().position(|property| property.iri == term).map(Term::Property);
        let class = || self.ontology.classes.iter().position(|class| class.iri == term).map(Term::Class);
        property.or_else(class).is_some_and(|term| self.dictionary.learn(term, name))
    }
}
