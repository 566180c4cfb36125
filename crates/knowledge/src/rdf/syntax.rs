//! The syntaxes of RDF, and the only place that speaks to their parsers.

use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;

use oxjsonld::{JsonLdErrorCode, JsonLdParser, JsonLdSyntaxError};
use oxrdf::{GraphName, Quad, Triple};
use oxrdfxml::RdfXmlParser;
use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParseError, TurtleParser, TurtleSyntaxError};

use super::nesting::Nesting;
use super::{Place, RdfError};

/// What relative addresses in a file are resolved against: `@prefix : <#> .` is common, and nobody gives the base with
/// it. The name of the file without its folder is the same on every machine; the slash keeps it in all addresses. What
/// is in no file has the empty name.
pub(super) fn base_of(name: &str) -> String {
    let mut base = "urn:lode:file/".to_owned();
    if name.is_empty() {
        return base;
    }
    for byte in name.rsplit(['/', '\\']).next().unwrap_or_default().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => base.push(char::from(byte)),
            byte => base.push_str(&format!("%{byte:02X}")),
        }
    }
    base.push('/');
    base
}

/// How statements are written down.
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
    /// N-Quads, `.nq`.
    NQuads,
    /// TriG, `.trig`.
    TriG,
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
            "nq" | "nquads" => Some(Syntax::NQuads),
            "trig" => Some(Syntax::TriG),
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
            Syntax::NQuads => "N-Quads",
            Syntax::TriG => "TriG",
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

/// Hands over each statement of an input that is read as a whole, in their order.
pub(super) fn each_of_slice(
    bytes: &[u8],
    syntax: Syntax,
    base: &str,
    mut each: impl FnMut(Quad),
) -> Result<(), RdfError> {
    let bytes = without_mark(bytes);
    match syntax {
        Syntax::RdfXml => return rdf_xml(bytes, base, each),
        Syntax::JsonLd => return json_ld(bytes, base, each),
        Syntax::Turtle | Syntax::TriG | Syntax::NTriples | Syntax::NQuads => {}
    }
    each_of_stream(bytes, syntax, base, |quad| {
        each(quad);
        ControlFlow::Continue(())
    })
}

/// Hands over each statement of an input that is read piece by piece, until nobody wants more.
pub(super) fn each_of_stream(
    input: impl Read,
    syntax: Syntax,
    base: &str,
    mut each: impl FnMut(Quad) -> ControlFlow<()>,
) -> Result<(), RdfError> {
    let in_no_graph = |triple: Triple| triple.in_graph(GraphName::DefaultGraph);
    let failed = |error| of_stream(syntax, error);
    match syntax {
        Syntax::NQuads => hand_over(NQuadsParser::new().for_reader(input), |quad| quad, failed, &mut each),
        Syntax::NTriples => hand_over(NTriplesParser::new().for_reader(input), in_no_graph, failed, &mut each),
        Syntax::Turtle => {
            let parser = TurtleParser::new().with_base_iri(base).map_err(|error| plain(syntax, error))?;
            hand_over(parser.for_reader(Nesting::new(input)), in_no_graph, failed, &mut each)
        }
        Syntax::TriG => {
            let parser = TriGParser::new().with_base_iri(base).map_err(|error| plain(syntax, error))?;
            hand_over(parser.for_reader(Nesting::new(input)), |quad| quad, failed, &mut each)
        }
        Syntax::RdfXml | Syntax::JsonLd => Err(plain(syntax, "it is read as a whole")),
    }
}

fn hand_over<T, E>(
    parser: impl Iterator<Item = Result<T, E>>,
    quad: impl Fn(T) -> Quad,
    failed: impl Fn(E) -> RdfError,
    each: &mut impl FnMut(Quad) -> ControlFlow<()>,
) -> Result<(), RdfError> {
    for statement in parser {
        if each(quad(statement.map_err(&failed)?)).is_break() {
            break;
        }
    }
    Ok(())
}

fn rdf_xml(bytes: &[u8], base: &str, mut each: impl FnMut(Quad)) -> Result<(), RdfError> {
    let parser = RdfXmlParser::new().with_base_iri(base).map_err(|error| plain(Syntax::RdfXml, error))?;
    let mut parser = parser.for_slice(bytes);
    while let Some(triple) = parser.next() {
        let place = || Place::of(bytes, usize::try_from(parser.buffer_position()).unwrap_or(usize::MAX));
        match triple {
            Ok(triple) => each(triple.in_graph(GraphName::DefaultGraph)),
            Err(error) => {
                let (place, message) = (Some(place()), error.to_string());
                return Err(RdfError::Syntax { syntax: Syntax::RdfXml, place, message });
            }
        }
    }
    Ok(())
}

fn json_ld(bytes: &[u8], base: &str, mut each: impl FnMut(Quad)) -> Result<(), RdfError> {
    let parser = JsonLdParser::new().with_base_iri(base).map_err(|error| plain(Syntax::JsonLd, error))?;
    for quad in parser.for_slice(bytes) {
        each(quad.map_err(|error| of_json_ld(&error))?);
    }
    Ok(())
}

fn plain(syntax: Syntax, error: impl fmt::Display) -> RdfError {
    RdfError::Syntax { syntax, place: None, message: error.to_string() }
}

fn of_stream(syntax: Syntax, error: TurtleParseError) -> RdfError {
    match error {
        TurtleParseError::Syntax(error) => of_turtle(syntax, &error),
        TurtleParseError::Io(error) => match error.downcast::<RdfError>() {
            Ok(error) => error,
            Err(error) => RdfError::Input(error.to_string()),
        },
    }
}

fn of_turtle(syntax: Syntax, error: &TurtleSyntaxError) -> RdfError {
    let start = error.location().start;
    let place = Some(Place { line: start.line + 1, column: start.column + 1 });
    RdfError::Syntax { syntax, place, message: error.message().to_owned() }
}

fn of_json_ld(error: &JsonLdSyntaxError) -> RdfError {
    use JsonLdErrorCode::{InvalidRemoteContext, LoadingRemoteContextFailed};
    if matches!(error.code(), Some(LoadingRemoteContextFailed | InvalidRemoteContext)) {
        return RdfError::RemoteContext;
    }
    let start = error.location().map(|location| location.start);
    let place = start.map(|start| Place { line: start.line + 1, column: start.column + 1 });
    let message = error.to_string();
    // The parser says the place in words of its own.
    let message =
        message.strip_prefix("Parser error at ").and_then(|rest| rest.split_once(": ")).map_or(&*message, |m| m.1);
    RdfError::Syntax { syntax: Syntax::JsonLd, place, message: message.to_owned() }
}
