//! The syntaxes of ontologies, and the only place that speaks to their parsers.

use super::graph::{Graph, Node};
use super::{OntologyError, Place};
use oxjsonld::{JsonLdErrorCode, JsonLdParser, JsonLdSyntaxError};
use oxrdf::{NamedOrBlankNode, Term, Triple};
use oxrdfxml::RdfXmlParser;
use oxttl::{NTriplesParser, TurtleParser, TurtleSyntaxError};
use std::fmt;

/// What relative addresses are resolved against: `@prefix : <#> .` is common, and nobody gives the base with it. The
/// domain is one that cannot exist.
const BASE: &str = "http://ontology.invalid/";

/// How an ontology is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// Turtle, `.ttl`.
    Turtle,
    /// RDF/XML, `.rdf` or `.owl`.
    RdfXml,
    /// JSON-LD, `.jsonld` or `.json`.
    JsonLd,
    /// N-Triples, `.nt`.
    NTriples,
}

impl Syntax {
    /// By the end of a file's name. `.owl` and `.xml` may be several; see [`Syntax::sniffed`].
    pub fn of_name(name: &str) -> Option<Syntax> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "ttl" | "turtle" | "n3" => Some(Syntax::Turtle),
            "rdf" | "rdfs" => Some(Syntax::RdfXml),
            "jsonld" | "json" => Some(Syntax::JsonLd),
            "nt" | "ntriples" => Some(Syntax::NTriples),
            _ => None,
        }
    }

    /// By how the file begins. What is neither XML nor JSON is taken for Turtle, of which N-Triples are a part.
    pub fn sniffed(bytes: &[u8]) -> Syntax {
        let bytes = without_mark(bytes).trim_ascii_start();
        let next = bytes.get(1).copied().unwrap_or(b' ');
        match bytes.first() {
            // Turtle may begin with an address in angle brackets, which has a colon or a `#` before any space.
            Some(b'<') if matches!(next, b'?' | b'!') || begins_element(bytes) => Syntax::RdfXml,
            Some(b'{') => Syntax::JsonLd,
            // `[` begins an array here, a blank node there.
            Some(b'[') if bytes[1..].trim_ascii_start().starts_with(b"{") => Syntax::JsonLd,
            _ => Syntax::Turtle,
        }
    }

    /// By the name if it says it, else by how the file begins.
    pub fn of(name: &str, bytes: &[u8]) -> Syntax {
        Syntax::of_name(name).unwrap_or_else(|| Syntax::sniffed(bytes))
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Syntax::Turtle => "Turtle",
            Syntax::RdfXml => "RDF/XML",
            Syntax::JsonLd => "JSON-LD",
            Syntax::NTriples => "N-Triples",
        })
    }
}

/// Whether the bytes begin with an XML element with attributes rather than with an address.
fn begins_element(bytes: &[u8]) -> bool {
    let name = bytes[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || b":_-".contains(byte)).count();
    name > 0 && bytes.get(1 + name).is_some_and(u8::is_ascii_whitespace)
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// The statements of the input, in their order.
pub(super) fn graph(bytes: &[u8], syntax: Syntax) -> Result<Graph, OntologyError> {
    let bytes = without_mark(bytes);
    match syntax {
        Syntax::Turtle => turtle(bytes),
        Syntax::RdfXml => rdf_xml(bytes),
        Syntax::JsonLd => json_ld(bytes),
        Syntax::NTriples => n_triples(bytes),
    }
}

fn turtle(bytes: &[u8]) -> Result<Graph, OntologyError> {
    let mut graph = Graph::default();
    let parser = TurtleParser::new().with_base_iri(BASE).map_err(|error| plain(Syntax::Turtle, error))?;
    for triple in parser.for_slice(bytes) {
        add(&mut graph, triple.map_err(|error| of_turtle(Syntax::Turtle, &error))?);
    }
    Ok(graph)
}

fn n_triples(bytes: &[u8]) -> Result<Graph, OntologyError> {
    let mut graph = Graph::default();
    for triple in NTriplesParser::new().for_slice(bytes) {
        add(&mut graph, triple.map_err(|error| of_turtle(Syntax::NTriples, &error))?);
    }
    Ok(graph)
}

fn rdf_xml(bytes: &[u8]) -> Result<Graph, OntologyError> {
    let mut graph = Graph::default();
    let parser = RdfXmlParser::new().with_base_iri(BASE).map_err(|error| plain(Syntax::RdfXml, error))?;
    let mut parser = parser.for_slice(bytes);
    while let Some(triple) = parser.next() {
        let place = || Place::of(bytes, usize::try_from(parser.buffer_position()).unwrap_or(usize::MAX));
        match triple {
            Ok(triple) => add(&mut graph, triple),
            Err(error) => {
                let (place, message) = (Some(place()), error.to_string());
                return Err(OntologyError::Syntax { syntax: Syntax::RdfXml, place, message });
            }
        }
    }
    Ok(graph)
}

fn json_ld(bytes: &[u8]) -> Result<Graph, OntologyError> {
    let mut graph = Graph::default();
    let parser = JsonLdParser::new().with_base_iri(BASE).map_err(|error| plain(Syntax::JsonLd, error))?;
    for quad in parser.for_slice(bytes) {
        let quad = quad.map_err(|error| of_json_ld(&error))?;
        add(&mut graph, Triple { subject: quad.subject, predicate: quad.predicate, object: quad.object });
    }
    Ok(graph)
}

fn plain(syntax: Syntax, error: impl fmt::Display) -> OntologyError {
    OntologyError::Syntax { syntax, place: None, message: error.to_string() }
}

fn of_turtle(syntax: Syntax, error: &TurtleSyntaxError) -> OntologyError {
    let start = error.location().start;
    let place = Some(Place { line: start.line + 1, column: start.column + 1 });
    OntologyError::Syntax { syntax, place, message: error.message().to_owned() }
}

fn of_json_ld(error: &JsonLdSyntaxError) -> OntologyError {
    use JsonLdErrorCode::{InvalidRemoteContext, LoadingRemoteContextFailed};
    if matches!(error.code(), Some(LoadingRemoteContextFailed | InvalidRemoteContext)) {
        return OntologyError::RemoteContext;
    }
    let start = error.location().map(|location| location.start);
    let place = start.map(|start| Place { line: start.line + 1, column: start.column + 1 });
    let message = error.to_string();
    // The parser says the place in words of its own.
    let message =
        message.strip_prefix("Parser error at ").and_then(|rest| rest.split_once(": ")).map_or(&*message, |m| m.1);
    OntologyError::Syntax { syntax: Syntax::JsonLd, place, message: message.to_owned() }
}

fn add(graph: &mut Graph, triple: Triple) {
    let subject = match triple.subject {
        NamedOrBlankNode::NamedNode(name) => Node::Iri(name.into_string()),
        NamedOrBlankNode::BlankNode(blank) => Node::Blank(blank.into_string()),
    };
    let object = match triple.object {
        Term::NamedNode(name) => Node::Iri(name.into_string()),
        Term::BlankNode(blank) => Node::Blank(blank.into_string()),
        Term::Literal(literal) => Node::Text(literal.destruct().0),
    };
    graph.add(subject, Node::Iri(triple.predicate.into_string()), object);
}
