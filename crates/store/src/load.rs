//! Files of statements into a knowledge base. A file is parsed on one thread while another gives its terms numbers.

use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;
use std::thread;

use job::{Advice, Cancel, Ended, Failure, Next};
use knowledge::rdf::{RdfError, Syntax, each_of_stream};
use oxrdf::{GraphName, NamedNode, NamedOrBlankNode, Quad, Term};

use crate::blank::{Labels, Mark};
use crate::error::StoreError;
use crate::writer::Commit;

/// Why a file was not loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The file is not what it should be.
    File(RdfError),
    /// The knowledge base cannot be written.
    Store(StoreError),
}

impl Failure for LoadError {
    fn code(&self) -> &'static str {
        match self {
            LoadError::File(error) => error.code(),
            LoadError::Store(error) => error.code(),
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            LoadError::File(error) => error.advice(),
            LoadError::Store(error) => error.advice(),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::File(error) => error.fmt(f),
            LoadError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LoadError::File(error) => Some(error),
            LoadError::Store(error) => Some(error),
        }
    }
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> LoadError {
        LoadError::Store(error)
    }
}

/// The name of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphNode(pub(crate) NamedNode);

/// Why something is no name of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoGraphName {
    iri: String,
    cause: String,
}

impl fmt::Display for NoGraphName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no IRI: {}", self.iri, self.cause)
    }
}

impl std::error::Error for NoGraphName {}

impl Failure for NoGraphName {
    fn code(&self) -> &'static str {
        "graph-name"
    }

    fn advice(&self) -> Option<Advice> {
        Some(Advice::new("give a whole address, such as http://example.org/mine"))
    }
}

/// A graph by its IRI.
///
/// # Errors
///
/// If it is no IRI.
pub fn graph_name(iri: &str) -> Result<GraphNode, NoGraphName> {
    let none = |cause: oxrdf::IriParseError| NoGraphName { iri: iri.to_owned(), cause: cause.to_string() };
    NamedNode::new(iri).map(GraphNode).map_err(none)
}

/// How a file of statements is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementFile<'a> {
    /// What it is called: relative addresses are relative to that without its folder. Nothing if it has no name.
    pub name: &'a str,
    /// How it is written.
    pub syntax: Syntax,
    /// Where statements go that the file puts into no graph.
    pub graph: Option<GraphNode>,
    /// Blank nodes are those of files with this mark alone, so that a file that is read twice says the same twice.
    pub mark: Mark,
}

impl StatementFile<'_> {
    /// One without a name.
    pub fn nameless(syntax: Syntax, mark: Mark) -> StatementFile<'static> {
        StatementFile { name: "", syntax, graph: None, mark }
    }
}

/// Statements that are handed over at once, and bytes of them: a short name may stand for a long address.
const BATCH: usize = 4096;
const BATCH_BYTES: usize = 1 << 20;

impl Commit<'_> {
    /// Reads a file of statements. What was read of one that is stopped is in the commit, which should be dropped.
    ///
    /// # Errors
    ///
    /// If the file cannot be read to its end, or the database cannot be written. Then the commit should be dropped.
    pub fn load(
        &mut self,
        file: StatementFile<'_>,
        input: impl Read + Send,
        cancel: &Cancel,
    ) -> Result<Ended<u64>, LoadError> {
        let StatementFile { name, syntax, graph, mark } = file;
        let graph = graph.map_or(GraphName::DefaultGraph, |GraphNode(node)| GraphName::NamedNode(node));
        let mut labels = Labels::new(mark);
        let (sender, receiver) = sync_channel::<Vec<Quad>>(8);
        let parse = move || {
            let (mut batch, mut bytes) = (Vec::with_capacity(BATCH), 0);
            let parsed = each_of_stream(name, input, syntax, |quad| {
                bytes += size(&quad);
                batch.push(own(quad, &mut labels, &graph));
                if batch.len() < BATCH && bytes < BATCH_BYTES {
                    return ControlFlow::Continue(());
                }
                bytes = 0;
                if cancel.is_cancelled() {
                    return ControlFlow::Break(());
                }
                match sender.send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH))) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            // Whoever does not take the last ones has failed, and knows why.
            let _ = sender.send(batch);
            parsed
        };
        thread::scope(|scope| {
            let parsing = scope.spawn(parse);
            let mut count = 0;
            let write = || {
                // Taking the receiver along lets the parser end as soon as this one has failed.
                for batch in receiver {
                    for quad in &batch {
                        self.add(quad)?;
                    }
                    count += batch.len() as u64;
                }
                Ok(())
            };
            let written: Result<(), StoreError> = write();
            let parsed = parsing.join().unwrap_or_else(|_| Err(RdfError::Input("the parser broke down".to_owned())));
            written?;
            if cancel.is_cancelled() {
                return Ok(Ended::Stopped { so_far: count, next: Next::BeginsAnew });
            }
            parsed.map_err(LoadError::File)?;
            Ok(Ended::Done(count))
        })
    }
}

/// Bytes of the terms of a statement, but for its graph, which is one of few.
fn size(quad: &Quad) -> usize {
    let subject = match &quad.subject {
        NamedOrBlankNode::NamedNode(node) => node.as_str().len(),
        NamedOrBlankNode::BlankNode(node) => node.as_str().len(),
    };
    let object = match &quad.object {
        Term::NamedNode(node) => node.as_str().len(),
        Term::BlankNode(node) => node.as_str().len(),
        Term::Literal(literal) => literal.value().len() + literal.datatype().as_str().len(),
    };
    subject + quad.predicate.as_str().len() + object
}

/// The statement with blank nodes of its own, in a graph.
fn own(mut quad: Quad, labels: &mut Labels, graph: &GraphName) -> Quad {
    if let NamedOrBlankNode::BlankNode(node) = &mut quad.subject {
        *node = labels.own(node);
    }
    if let Term::BlankNode(node) = &mut quad.object {
        *node = labels.own(node);
    }
    match &mut quad.graph_name {
        GraphName::BlankNode(node) => *node = labels.own(node),
        GraphName::DefaultGraph => quad.graph_name = graph.clone(),
        GraphName::NamedNode(_) => {}
    }
    quad
}
