//! What a harvest knows beforehand: the ontologies and names that a knowledge base keeps, those that are given, and the
//! names that were learnt.

use std::error::Error;
use std::fmt;

use job::{Advice, Failure};
use knowledge::ontology::beside;
use page::Fingerprint;
use store::{DocumentKind, KnowledgeBase, Snapshot, StoreError};

use crate::kb;
use crate::wrapping::{BadVocabulary, Vocabulary};

/// Ontologies and names files, each with its name, and names that were learnt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    pub(super) ontologies: Vec<(String, Vec<u8>)>,
    pub(super) names: Vec<(String, Vec<u8>)>,
    /// The IRI of a term, and what it is called.
    learnt: Vec<(String, String)>,
}

/// Why it is not known what is looked for.
#[derive(Debug)]
#[non_exhaustive]
pub enum KnownError {
    /// The knowledge base cannot be read.
    Store(StoreError),
    /// There is no ontology in it, and none was given.
    NoOntology,
}

impl From<StoreError> for KnownError {
    fn from(error: StoreError) -> KnownError {
        KnownError::Store(error)
    }
}

impl fmt::Display for KnownError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KnownError::Store(error) => error.fmt(f),
            KnownError::NoOntology => f.write_str("there is no ontology to populate"),
        }
    }
}

impl Error for KnownError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            KnownError::Store(error) => Some(error),
            KnownError::NoOntology => None,
        }
    }
}

impl Failure for KnownError {
    fn code(&self) -> &'static str {
        match self {
            KnownError::Store(error) => error.code(),
            KnownError::NoOntology => "populate-no-ontology",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            KnownError::Store(error) => error.advice(),
            KnownError::NoOntology => Some(Advice::GiveOntology),
        }
    }
}

impl Known {
    /// What a knowledge base keeps.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn of(snapshot: &Snapshot) -> Result<Known, StoreError> {
        Ok(Known {
            ontologies: snapshot.documents(DocumentKind::Ontology)?,
            names: snapshot.documents(DocumentKind::Names)?,
            learnt: snapshot.synonyms()?.into_iter().map(|synonym| (synonym.term, synonym.name)).collect(),
        })
    }

    /// What a knowledge base knows, and what is given beside it, each file with its name. Tells also the names of the
    /// ontologies whose place the given one takes.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read, or there is no ontology at all.
    pub fn gather(
        base: &KnowledgeBase,
        ontology: Option<&(String, Vec<u8>)>,
        names: Option<&(String, Vec<u8>)>,
    ) -> Result<(Known, Vec<String>), KnownError> {
        let mut known = kb::now(base)?.map_or_else(|| Ok(Known::default()), |snapshot| Known::of(&snapshot))?;
        let replaced = ontology.map(|(name, bytes)| known.add_ontology(name, bytes)).unwrap_or_default();
        if let Some((name, bytes)) = names {
            known.add_names(name, bytes);
        }
        if known.is_empty() { Err(KnownError::NoOntology) } else { Ok((known, replaced)) }
    }

    /// Enters all of it into what stands for a harvest.
    pub(super) fn mark(&self, all: &mut Fingerprint) {
        for (name, bytes) in self.ontologies.iter().chain(&self.names) {
            all.text(name).bytes(bytes);
        }
        for (term, name) in &self.learnt {
            all.text(term).text(name);
        }
    }

    /// Whether there is no ontology.
    pub fn is_empty(&self) -> bool {
        self.ontologies.is_empty()
    }

    /// One more ontology, or a new version of one that is known. Tells the names of those whose place it takes.
    pub fn add_ontology(&mut self, path: &str, bytes: &[u8]) -> Vec<String> {
        let before = std::mem::take(&mut self.ontologies);
        self.ontologies = beside(before.clone(), path, bytes);
        let is_gone = |(name, text): &(String, Vec<u8>)| {
            let is_kept = self.ontologies.iter().any(|(other, kept)| (other, kept) == (name, text));
            (!is_kept && text != bytes).then(|| name.clone())
        };
        before.iter().filter_map(is_gone).collect()
    }

    /// One more names file, or a new version of the one that is called so.
    pub fn add_names(&mut self, path: &str, bytes: &[u8]) {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        self.names.retain(|(other, _)| other != name);
        self.names.push((name.to_owned(), bytes.to_vec()));
        self.names.sort();
    }

    /// All of it together.
    ///
    /// # Errors
    ///
    /// If one of the files cannot be read; comes with its name.
    pub fn vocabulary(&self) -> Result<Vocabulary, BadVocabulary> {
        let mut vocabulary = Vocabulary::of_files(&self.ontologies, &self.names)?;
        for (term, name) in &self.learnt {
            vocabulary.learn(term, name);
        }
        Ok(vocabulary)
    }
}
