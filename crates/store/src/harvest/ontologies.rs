//! The ontologies of a knowledge base: their statements together in a graph of their own, and their texts, from which
//! the next harvest reads them again.

use job::Cancel;
use knowledge::rdf::Syntax;
use oxrdf::NamedNode;

use super::documents::{DocumentKind, documents};
use crate::blank::Mark;
use crate::load::{GraphNode, LoadError, StatementFile};
use crate::vocabulary::ONTOLOGY;
use crate::writer::Commit;

impl Commit<'_> {
    /// Keeps ontologies, each with the name of its file, in the place of all that were kept.
    ///
    /// # Errors
    ///
    /// If one cannot be read, or the database cannot be written.
    pub fn put_ontologies(&mut self, files: &[(String, Vec<u8>)]) -> Result<(), LoadError> {
        if documents(self.db(), DocumentKind::Ontology)? == files {
            return Ok(());
        }
        let graph = NamedNode::new_unchecked(ONTOLOGY);
        self.clear(graph.as_ref())?;
        for (name, bytes) in files {
            // Reading from memory does not fail.
            let mark = Mark::of(&bytes[..]).unwrap_or_default();
            let syntax = Syntax::of(name, bytes);
            let file = StatementFile { name, syntax, graph: Some(GraphNode(graph.clone())), mark };
            self.load(file, &bytes[..], &Cancel::default())?;
        }
        self.put_documents(DocumentKind::Ontology, files)?;
        Ok(())
    }
}
