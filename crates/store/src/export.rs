//! A whole knowledge base as a file of statements.

use std::io::{self, Write};

use oxjsonld::JsonLdSerializer;
use oxrdf::{GraphName, NamedNode, NamedNodeRef, NamedOrBlankNode, Quad, Term, Triple};
use oxttl::{NQuadsSerializer, TriGSerializer, TurtleSerializer};

use crate::error::StoreError;
use crate::harvest::plain;
use crate::snapshot::{self, Graphs, Pattern, Snapshot};
use crate::sparql::Prefixes;
use crate::terms::TermId;

/// What the label of a blank node gets before it where it has to be an IRI.
const BLANK: &str = "urn:lode:blank:";

/// How statements are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementFormat {
    /// Each statement once, whatever graphs it is in.
    Turtle,
    /// With their graphs.
    TriG,
    /// With their graphs, a line each.
    NQuads,
    /// With their graphs.
    JsonLd,
}

/// Why a knowledge base was not written out.
#[derive(Debug)]
pub enum ExportError {
    /// It cannot be read.
    Store(StoreError),
    /// The place it goes to failed.
    Io(io::Error),
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> ExportError {
        ExportError::Store(error)
    }
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> ExportError {
        ExportError::Io(error)
    }
}

impl Snapshot {
    /// Writes all statements, as they come. Returns how many. `seen` hears how many so far.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read, or the place it goes to fails.
    pub fn export(
        &self,
        format: StatementFormat,
        to: impl Write,
        mut seen: impl FnMut(u64),
    ) -> Result<u64, ExportError> {
        let prefixes = self.prefixes()?;
        let mut count = 0;
        let mut tick = || {
            count += 1;
            if count % 4096 == 0 {
                seen(count);
            }
        };
        match format {
            StatementFormat::NQuads => {
                let mut writer = NQuadsSerializer::new().for_writer(to);
                self.each_statement(Graphs::Each, |quad| {
                    tick();
                    writer.serialize_quad(&quad)
                })?;
                writer.finish().flush()?;
            }
            StatementFormat::Turtle => {
                let with = |all: TurtleSerializer, prefix: &str, iri: &str| {
                    all.clone().with_prefix(prefix, iri).unwrap_or(all)
                };
                let serializer =
                    prefixes.0.iter().fold(TurtleSerializer::new(), |all, (prefix, iri)| with(all, prefix, iri));
                let mut writer = serializer.for_writer(to);
                self.each_statement(Graphs::Union, |quad| {
                    tick();
                    writer.serialize_triple(&Triple::from(quad))
                })?;
                writer.finish()?.flush()?;
            }
            StatementFormat::TriG => {
                let with =
                    |all: TriGSerializer, prefix: &str, iri: &str| all.clone().with_prefix(prefix, iri).unwrap_or(all);
                let serializer =
                    prefixes.0.iter().fold(TriGSerializer::new(), |all, (prefix, iri)| with(all, prefix, iri));
                let mut writer = serializer.for_writer(to);
                self.each_of_graphs(|quad| {
                    tick();
                    writer.serialize_quad(&quad)
                })?;
                writer.finish()?.flush()?;
            }
            StatementFormat::JsonLd => {
                let with = |all: JsonLdSerializer, prefix: &str, iri: &str| {
                    all.clone().with_prefix(prefix, iri).unwrap_or(all)
                };
                let serializer =
                    prefixes.0.iter().fold(JsonLdSerializer::new(), |all, (prefix, iri)| with(all, prefix, iri));
                let mut writer = serializer.for_writer(to);
                self.each_of_graphs(|quad| {
                    tick();
                    writer.serialize_quad(&quad)
                })?;
                writer.finish()?.flush()?;
            }
        }
        Ok(count)
    }

    /// The named graphs, and `None` if there are statements in no graph.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read.
    pub fn graphs(&self) -> Result<Vec<Option<String>>, StoreError> {
        let mut graphs = Vec::new();
        let mut next = Some(0);
        while let Some(graph) = next.map(|first| self.graph_from(first)).transpose()?.flatten() {
            graphs.push(if graph == 0 { None } else { Some(plain(&self.term(graph)?)) });
            next = graph.checked_add(1);
        }
        Ok(graphs)
    }

    /// The statements of a graph as N-Triples, in parts of about so many bytes. Blank nodes become IRIs, since each
    /// part is read by itself.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read; what `take` returns is handed on.
    pub fn each_part<E: From<StoreError>>(
        &self,
        graph: Option<&str>,
        bytes: usize,
        mut take: impl FnMut(Vec<u8>) -> Result<(), E>,
    ) -> Result<u64, E> {
        let graph = match graph {
            None => 0,
            Some(iri) => match self.find(NamedNodeRef::new_unchecked(iri).into())? {
                Some(graph) => graph,
                None => return Ok(0),
            },
        };
        let (mut part, mut count) = (Vec::new(), 0);
        for quad in self.quads(Pattern { graph: Graphs::One(graph), ..Pattern::default() })? {
            let quad = quad?;
            for (id, end) in [(quad.subject, " "), (quad.predicate, " "), (quad.object, " .\n")] {
                let term = match self.term(id)? {
                    Term::BlankNode(node) => NamedNode::new_unchecked(format!("{BLANK}{}", node.as_str())).into(),
                    term => term,
                };
                part.extend(term.to_string().into_bytes());
                part.extend(end.as_bytes());
            }
            count += 1;
            if part.len() >= bytes {
                take(std::mem::take(&mut part))?;
            }
        }
        // An empty graph is sent as well, so that it is empty elsewhere too.
        if !part.is_empty() || count == 0 {
            take(part)?;
        }
        Ok(count)
    }

    /// Graph by graph: what is together in the file stands together.
    fn each_of_graphs(&self, mut write: impl FnMut(Quad) -> io::Result<()>) -> Result<(), ExportError> {
        let mut next = Some(0);
        while let Some(graph) = next.map(|first| self.graph_from(first)).transpose()?.flatten() {
            self.each_statement(Graphs::One(graph), &mut write)?;
            next = graph.checked_add(1);
        }
        Ok(())
    }

    fn each_statement(&self, graph: Graphs, mut write: impl FnMut(Quad) -> io::Result<()>) -> Result<(), ExportError> {
        let mut subject: Option<(TermId, NamedOrBlankNode)> = None;
        for quad in self.quads(Pattern { graph, ..Pattern::default() })? {
            let quad: snapshot::Quad = quad?;
            let known = subject.take().filter(|(id, _)| *id == quad.subject);
            let node = match known {
                Some((_, node)) => node,
                None => match self.term(quad.subject)? {
                    Term::NamedNode(node) => node.into(),
                    Term::BlankNode(node) => node.into(),
                    Term::Literal(_) => continue,
                },
            };
            let predicate = match self.term(quad.predicate)? {
                Term::NamedNode(node) => node,
                _ => NamedNode::new_unchecked("urn:lode:damaged"),
            };
            let graph_name = match (quad.graph, self.graph_term(quad.graph)?) {
                (0, _) | (_, None) => GraphName::DefaultGraph,
                (_, Some(graph)) => graph,
            };
            write(Quad { subject: node.clone(), predicate, object: self.term(quad.object)?, graph_name })?;
            subject = Some((quad.subject, node));
        }
        Ok(())
    }

    fn graph_term(&self, graph: TermId) -> Result<Option<GraphName>, StoreError> {
        if graph == 0 {
            return Ok(None);
        }
        Ok(match self.term(graph)? {
            Term::NamedNode(node) => Some(node.into()),
            Term::BlankNode(node) => Some(node.into()),
            Term::Literal(_) => None,
        })
    }

    /// Prefixes that queries and files may use: the usual ones, and one for each namespace of the ontology. The first
    /// of these is also the empty prefix.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read.
    pub fn prefixes(&self) -> Result<Prefixes, StoreError> {
        let own = |(prefix, iri): &(&str, &str)| ((*prefix).to_owned(), (*iri).to_owned());
        let mut prefixes: Vec<(String, String)> = crate::vocabulary::PREFIXES.iter().map(own).collect();
        for namespace in self.ontology_namespaces()? {
            if prefixes.iter().any(|(_, known)| *known == namespace) {
                continue;
            }
            if prefixes.iter().all(|(prefix, _)| !prefix.is_empty()) {
                prefixes.push((String::new(), namespace.clone()));
            }
            let name = prefix_name(&namespace);
            if !name.is_empty() && prefixes.iter().all(|(prefix, _)| *prefix != name) {
                prefixes.push((name, namespace));
            }
        }
        Ok(Prefixes(prefixes))
    }
}

/// The last word of a namespace.
fn prefix_name(namespace: &str) -> String {
    let word = namespace.trim_end_matches(['#', '/', ':']).rsplit(['/', '#', ':']).next().unwrap_or_default();
    let letters = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let name: String = word.chars().filter(letters).collect::<String>().to_ascii_lowercase();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.trim_end_matches('-').to_owned()
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_named_after_namespaces() {
        assert_eq!(prefix_name("http://example.org/finance-zh#"), "finance-zh");
        assert_eq!(prefix_name("https://schema.org/"), "schemaorg");
        assert_eq!(prefix_name("http://example.org/2024/"), "");
    }
}
