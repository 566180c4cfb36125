//! A whole knowledge base as a file of statements.

use std::fmt;
use std::io::{self, Write};

use job::{Advice, Ended, Failure, Job, Next, Stage};
use oxjsonld::JsonLdSerializer;
use oxrdf::{GraphName, NamedNode, NamedOrBlankNode, Quad, Term, Triple};
use oxttl::{NQuadsSerializer, TriGSerializer, TurtleSerializer};

use crate::error::StoreError;
use crate::harvest::plain;
use crate::snapshot::{self, Graphs, Pattern, Snapshot};
use crate::sparql::Prefixes;
use crate::terms::TermId;

/// Statements between two reports.
const TICK: u64 = 4096;

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

/// Whether it is written where each statement stands.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// The statements alone.
    #[default]
    Leave,
    /// Also, in a graph of its own, the page, the path of the node and the time of each statement that has them.
    Tell,
}

/// Why a knowledge base was not written out.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError {
    /// It cannot be read.
    Store(StoreError),
    /// The place it goes to failed.
    Io(io::Error),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Store(error) => error.fmt(f),
            ExportError::Io(error) => write!(f, "the statements cannot be written: {error}"),
        }
    }
}

impl std::error::Error for ExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ExportError::Store(error) => Some(error),
            ExportError::Io(error) => Some(error),
        }
    }
}

impl Failure for ExportError {
    fn code(&self) -> &'static str {
        match self {
            ExportError::Store(error) => error.code(),
            ExportError::Io(_) => "export-io",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            ExportError::Store(error) => error.advice(),
            ExportError::Io(_) => None,
        }
    }
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

/// A graph that has statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGraph {
    id: TermId,
    /// Its IRI; one that has a blank node for a name gets an IRI that is made of it. `None` is the one without a name.
    pub name: Option<String>,
}

/// A term as it is called where blank nodes mean nothing: they become IRIs.
fn as_iri(term: Term) -> Term {
    match term {
        Term::BlankNode(node) => NamedNode::new_unchecked(format!("{BLANK}{}", node.as_str())).into(),
        term => term,
    }
}

impl Snapshot {
    /// Writes all statements, as they come, and then, if it is wanted, where they stand. Returns how many were written.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read, or the place it goes to fails.
    pub fn export(
        &self,
        format: StatementFormat,
        evidence: Evidence,
        to: impl Write,
        job: &Job<'_>,
    ) -> Result<Ended<u64>, ExportError> {
        let prefixes = self.prefixes()?;
        job.stage(Stage::Export, Some(self.statements()?));
        let mut count = 0;
        // Whoever writes hears of an error; that it means to stop is known below.
        let mut tick = || {
            count += 1;
            if count % TICK == 0 {
                job.advance(TICK);
                if job.is_cancelled() {
                    return Err(io::Error::from(io::ErrorKind::Interrupted));
                }
            }
            Ok(())
        };
        let written = self.write_all(format, evidence, &prefixes, to, &mut tick);
        if job.is_cancelled() {
            return Ok(Ended::Stopped { so_far: count, next: Next::BeginsAnew });
        }
        written.map(|()| Ended::Done(count))
    }

    fn write_all(
        &self,
        format: StatementFormat,
        evidence: Evidence,
        prefixes: &Prefixes,
        to: impl Write,
        tick: &mut dyn FnMut() -> io::Result<()>,
    ) -> Result<(), ExportError> {
        match format {
            StatementFormat::NQuads => {
                let mut writer = NQuadsSerializer::new().for_writer(to);
                let mut write = |quad: Quad| {
                    tick()?;
                    writer.serialize_quad(&quad)
                };
                self.each_statement(Graphs::Each, &mut write)?;
                self.each_told(evidence, &mut write)?;
                writer.finish().flush()?;
            }
            StatementFormat::Turtle => {
                let serializer =
                    prefixes.given_to(TurtleSerializer::new(), |all, name, iri| all.with_prefix(name, iri));
                let mut writer = serializer.for_writer(to);
                let mut write = |quad: Quad| {
                    tick()?;
                    writer.serialize_triple(&Triple::from(quad))
                };
                self.each_statement(Graphs::Union, &mut write)?;
                self.each_told(evidence, &mut write)?;
                writer.finish()?.flush()?;
            }
            StatementFormat::TriG => {
                let serializer = prefixes.given_to(TriGSerializer::new(), |all, name, iri| all.with_prefix(name, iri));
                let mut writer = serializer.for_writer(to);
                let mut write = |quad: Quad| {
                    tick()?;
                    writer.serialize_quad(&quad)
                };
                self.each_of_graphs(&mut write)?;
                self.each_told(evidence, &mut write)?;
                writer.finish()?.flush()?;
            }
            StatementFormat::JsonLd => {
                let serializer =
                    prefixes.given_to(JsonLdSerializer::new(), |all, name, iri| all.with_prefix(name, iri));
                let mut writer = serializer.for_writer(to);
                let mut write = |quad: Quad| {
                    tick()?;
                    writer.serialize_quad(&quad)
                };
                self.each_of_graphs(&mut write)?;
                self.each_told(evidence, &mut write)?;
                writer.finish()?.flush()?;
            }
        }
        Ok(())
    }

    fn each_told(&self, evidence: Evidence, write: impl FnMut(Quad) -> io::Result<()>) -> Result<(), ExportError> {
        match evidence {
            Evidence::Leave => Ok(()),
            Evidence::Tell => self.each_evidence(write),
        }
    }

    /// All graphs that have statements.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read.
    pub fn graphs(&self) -> Result<Vec<StoredGraph>, StoreError> {
        let mut graphs = Vec::new();
        let mut next = Some(0);
        while let Some(id) = next.map(|first| self.graph_from(first)).transpose()?.flatten() {
            let name = if id == 0 { None } else { Some(plain(&as_iri(self.term(id)?))) };
            graphs.push(StoredGraph { id, name });
            next = id.checked_add(1);
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
        graph: &StoredGraph,
        bytes: usize,
        mut take: impl FnMut(Vec<u8>) -> Result<(), E>,
    ) -> Result<u64, E> {
        let (mut part, mut count) = (Vec::new(), 0);
        for quad in self.quads(Pattern { graph: Graphs::One(graph.id), ..Pattern::default() })? {
            let quad = quad?;
            for (id, end) in [(quad.subject, " "), (quad.predicate, " "), (quad.object, " .\n")] {
                part.extend(as_iri(self.term(id)?).to_string().into_bytes());
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
    use knowledge::rdf::Syntax;
    use tempfile::TempDir;

    use super::*;
    use crate::{KnowledgeBase, Mark};

    const FORMATS: [StatementFormat; 4] =
        [StatementFormat::Turtle, StatementFormat::TriG, StatementFormat::NQuads, StatementFormat::JsonLd];
    /// Nodes without a name of all sorts, in all syntaxes.
    const FILES: [(Syntax, &str); 4] = [
        (Syntax::Turtle, "<urn:a> <urn:p> [ <urn:q> ( 1 [] ) ] , _:x . _:x <urn:q> [] ."),
        (Syntax::TriG, "_:g { _:x <urn:p> [ <urn:q> 'in a graph' ] } <urn:g> { _:x <urn:p> 2 }"),
        (Syntax::NQuads, "_:x <urn:p> _:a0123456789abcdef0123456789abcde _:g .\n"),
        (Syntax::JsonLd, r#"{"@id": "urn:b", "urn:p": {"urn:q": {"@list": [1, {"urn:r": 2}]}}}"#),
    ];

    /// Loads files, and says how many statements are new.
    fn load(base: &KnowledgeBase, files: &[(Syntax, &str)]) -> u64 {
        let mut writer = base.write().unwrap();
        let mut commit = writer.begin("a test").unwrap();
        for (syntax, text) in files {
            let mark = Mark::of(text.as_bytes()).unwrap();
            let file = crate::StatementFile::nameless(*syntax, mark);
            commit.load(file, text.as_bytes(), &job::Cancel::default()).unwrap();
        }
        commit.finish().unwrap().added
    }

    fn new() -> (TempDir, KnowledgeBase) {
        let folder = tempfile::tempdir().unwrap();
        let base = KnowledgeBase::open_or_create(folder.path().join("kb")).unwrap();
        (folder, base)
    }

    fn exported(base: &KnowledgeBase, format: StatementFormat) -> String {
        let mut bytes = Vec::new();
        base.read().unwrap().export(format, Evidence::Leave, &mut bytes, &Job::unwatched()).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn what_is_made_of_the_same_files_is_written_alike() {
        let ((_one, one), (_other, other)) = (new(), new());
        assert_eq!(load(&one, &FILES), 19);
        load(&other, &FILES);
        for format in FORMATS {
            assert_eq!(exported(&one, format), exported(&other, format), "{format:?}");
        }
        // Loading again changes nothing, neither the files nor what was written.
        assert_eq!(load(&one, &FILES), 0);
        let written = exported(&one, StatementFormat::NQuads);
        assert_eq!(load(&one, &[(Syntax::NQuads, &written)]), 0);
        assert_eq!(load(&one, &[(Syntax::TriG, &exported(&one, StatementFormat::TriG))]), 0);
        assert_eq!(load(&one, &[(Syntax::JsonLd, &exported(&one, StatementFormat::JsonLd))]), 0);
        // Nor do labels change on the way to another one and back.
        let (_third, third) = new();
        load(&third, &[(Syntax::NQuads, &written)]);
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(lines(&exported(&third, StatementFormat::NQuads)), lines(&written));
    }

    #[test]
    fn the_nodes_of_two_files_are_two() {
        let (_folder, base) = new();
        assert_eq!(load(&base, &[(Syntax::Turtle, "_:x <urn:p> 1 ."), (Syntax::Turtle, " _:x <urn:p> 1 .")]), 2);
    }

    #[test]
    fn graphs_without_an_iri_are_sent_as_well() {
        let (_folder, base) = new();
        load(&base, &FILES);
        let snapshot = base.read().unwrap();
        let mut count = 0;
        for graph in snapshot.graphs().unwrap() {
            assert!(graph.name.as_deref().is_none_or(|name| name.starts_with("urn:")), "{graph:?}");
            count += snapshot.each_part::<StoreError>(&graph, 1 << 20, |_| Ok(())).unwrap();
        }
        assert_eq!(count, snapshot.statements().unwrap());
    }

    #[test]
    fn prefixes_are_named_after_namespaces() {
        assert_eq!(prefix_name("http://example.org/finance-zh#"), "finance-zh");
        assert_eq!(prefix_name("https://schema.org/"), "schemaorg");
        assert_eq!(prefix_name("http://example.org/2024/"), "");
    }
}
