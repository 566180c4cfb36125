//! What a harvest knows beforehand: the ontologies and names that a knowledge base keeps, those that are given, and the
//! names that were learnt.

use knowledge::ontology::beside;
use page::Fingerprint;
use store::{DocumentKind, Snapshot, StoreError};

use crate::wrapping::{Vocabulary, VocabularyError};

/// Ontologies and names files, each with its name, and names that were learnt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    pub(super) ontologies: Vec<(String, Vec<u8>)>,
    pub(super) names: Vec<(String, Vec<u8>)>,
    /// The IRI of a term, and what it is called.
    learnt: Vec<(String, String)>,
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
    pub fn vocabulary(&self) -> Result<Vocabulary, (String, VocabularyError)> {
        let mut vocabulary = Vocabulary::of_files(&self.ontologies, &self.names)?;
        for (term, name) in &self.learnt {
            vocabulary.learn(term, name);
        }
        Ok(vocabulary)
    }
}
