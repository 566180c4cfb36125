//! Statements as they stand in a file, and walks over them. Knows RDF and its lists, but nothing of ontologies.

use oxrdf::{NamedOrBlankNode, Quad, Term};
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::collections::HashMap;

/// Members of a list that are read. Nobody's choice is as long.
pub(super) const MAX_MEMBERS: usize = 1000;

/// Members of lists that are read altogether: lists may be shared, and stand within one another.
const MAX_STEPS: usize = 1 << 20;

/// What statements are about. The names of blank nodes are made up by the parsers, and differ with each reading; they
/// never leave this module's users.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Iri(String),
    Blank(usize, String),
    Text(String),
}

/// A node by its number.
pub(super) type Id = u32;

/// Statements by their subjects.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    // The standard hasher, since the keys are a stranger's.
    ids: HashMap<Node, Id>,
    /// Predicate and object, by subject.
    statements: Vec<Vec<(Id, Id)>>,
    /// Subjects in the order of their first statements.
    subjects: Vec<Id>,
    /// Members of lists that were read.
    steps: Cell<usize>,
}

impl Graph {
    fn add(&mut self, subject: Node, predicate: Node, object: Node) {
        let [subject, predicate, object] = [subject, predicate, object].map(|node| self.id(node));
        let statements = &mut self.statements[subject as usize];
        if statements.is_empty() {
            self.subjects.push(subject);
        }
        statements.push((predicate, object));
    }

    pub(super) fn add_quad(&mut self, quad: Quad) {
        self.add_quad_of(0, quad);
    }

    /// A statement of one of several files: each has blank nodes of its own.
    pub(super) fn add_quad_of(&mut self, file: usize, quad: Quad) {
        let subject = match quad.subject {
            NamedOrBlankNode::NamedNode(name) => Node::Iri(name.into_string()),
            NamedOrBlankNode::BlankNode(blank) => Node::Blank(file, blank.into_string()),
        };
        let object = match quad.object {
            Term::NamedNode(name) => Node::Iri(name.into_string()),
            Term::BlankNode(blank) => Node::Blank(file, blank.into_string()),
            Term::Literal(literal) => Node::Text(literal.destruct().0),
        };
        self.add(subject, Node::Iri(quad.predicate.into_string()), object);
    }

    fn id(&mut self, node: Node) -> Id {
        if let Some(&id) = self.ids.get(&node) {
            return id;
        }
        // The size of the input is bounded far below the four thousand million nodes that would be too many.
        let id = self.nodes.len() as Id;
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        self.statements.push(Vec::new());
        id
    }

    /// What has statements, in the order of the file.
    pub(super) fn subjects(&self) -> &[Id] {
        &self.subjects
    }

    /// The node with an IRI, if the file has it.
    pub(super) fn find(&self, iri: &str) -> Option<Id> {
        self.ids.get(&Node::Iri(iri.to_owned())).copied()
    }

    /// The IRI of a node that has one.
    pub(super) fn iri(&self, id: Id) -> Option<&str> {
        match &self.nodes[id as usize] {
            Node::Iri(iri) => Some(iri),
            _ => None,
        }
    }

    /// The text of a literal.
    pub(super) fn text(&self, id: Id) -> Option<&str> {
        match &self.nodes[id as usize] {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// What a subject has for a predicate, in the order of the file.
    pub(super) fn objects<'g>(&'g self, subject: Id, predicate: &str) -> impl Iterator<Item = Id> + use<'g> {
        let predicate = self.find(predicate);
        self.statements[subject as usize].iter().filter(move |(p, _)| Some(*p) == predicate).map(|(_, object)| *object)
    }

    /// The texts a subject has for a predicate.
    pub(super) fn texts<'g>(&'g self, subject: Id, predicate: &str) -> impl Iterator<Item = &'g str> + use<'g> {
        self.objects(subject, predicate).filter_map(|object| self.text(object))
    }

    pub(super) fn has(&self, subject: Id, predicate: &str) -> bool {
        self.objects(subject, predicate).next().is_some()
    }

    /// The members of an RDF list. A list that comes back to itself ends there, and one that is too long is cut.
    pub(super) fn list(&self, head: Id) -> Vec<Id> {
        let mut members = Vec::new();
        let mut seen = FxHashSet::default();
        let mut next = Some(head);
        while let Some(cell) = next.filter(|&cell| seen.insert(cell)) {
            self.steps.set(self.steps.get() + 1);
            if members.len() >= MAX_MEMBERS || self.steps.get() > MAX_STEPS {
                break;
            }
            members.extend(self.objects(cell, FIRST).next());
            next = self.objects(cell, REST).next();
        }
        members
    }
}

const FIRST: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#first";
const REST: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#rest";
