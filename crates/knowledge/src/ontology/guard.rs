//! What is refused before a parser sees it, since the parsers would take all memory, all stack or all day for it.
//!
//! The scanners know just enough of XML and JSON to count. Where the input is neither, they may count wrongly, and the
//! parser will say what is wrong.

use super::{OntologyError, Place, Syntax};

/// Bytes of an ontology. Those of large public vocabularies are a few megabytes.
const MAX_BYTES: usize = 32 << 20;

/// Levels of nesting. The JSON-LD parser calls itself for each, and the RDF/XML parser copies its state.
const MAX_DEPTH: usize = 64;

/// Bytes of JSON-LD with more than one context: each is worked out from a copy of the one above it, for each node.
const MAX_BYTES_WITH_CONTEXTS: usize = 256 << 10;

/// Refuses what may harm.
pub(super) fn check(bytes: &[u8], syntax: Syntax) -> Result<(), OntologyError> {
    if bytes.len() > MAX_BYTES {
        return Err(OntologyError::TooLarge { bytes: bytes.len(), limit: MAX_BYTES });
    }
    match syntax {
        Syntax::Turtle | Syntax::NTriples => Ok(()),
        Syntax::RdfXml => check_xml(bytes),
        Syntax::JsonLd => check_json(bytes),
    }
}

/// No declarations of entities, and no deep nesting of elements.
fn check_xml(bytes: &[u8]) -> Result<(), OntologyError> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == b'<') {
        let start = at + found;
        let rest = &bytes[start..];
        at = start
            + if rest.starts_with(b"<!--") {
                end_of(rest, 4, b"-->")
            } else if rest.starts_with(b"<![CDATA[") {
                end_of(rest, 9, b"]]>")
            } else if rest.starts_with(b"<!") {
                return Err(OntologyError::Entities(Place::of(bytes, start)));
            } else if rest.starts_with(b"<?") {
                end_of(rest, 2, b"?>")
            } else {
                let end = end_of_tag(rest);
                if rest.starts_with(b"</") {
                    depth = depth.saturating_sub(1);
                } else if !rest[..end].ends_with(b"/>") {
                    depth += 1;
                }
                end
            };
        if depth > MAX_DEPTH {
            return Err(OntologyError::TooDeep { place: Place::of(bytes, start), limit: MAX_DEPTH });
        }
    }
    Ok(())
}

/// Where what begins the bytes is over: behind the mark.
fn end_of(bytes: &[u8], from: usize, mark: &[u8]) -> usize {
    let found = bytes[from..].windows(mark.len()).position(|window| window == mark);
    found.map_or(bytes.len(), |found| from + found + mark.len())
}

/// Where a tag ends; `>` between quotes does not end it.
fn end_of_tag(bytes: &[u8]) -> usize {
    let mut quote = None;
    for (at, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return at + 1,
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    bytes.len()
}

/// No deep nesting of brackets, and no large file with many contexts.
fn check_json(bytes: &[u8]) -> Result<(), OntologyError> {
    let mut depth = 0_usize;
    let mut is_text = false;
    let mut is_escaped = false;
    for (at, &byte) in bytes.iter().enumerate() {
        if is_text {
            (is_text, is_escaped) = (is_escaped || byte != b'"', !is_escaped && byte == b'\\');
            continue;
        }
        match byte {
            b'"' => is_text = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(OntologyError::TooDeep { place: Place::of(bytes, at), limit: MAX_DEPTH });
        }
    }
    // An escape may hide a letter of the word.
    let contexts = bytes.windows(8).filter(|window| *window == b"@context" || window.starts_with(b"\\u00")).count();
    if contexts > 1 && bytes.len() > MAX_BYTES_WITH_CONTEXTS { Err(OntologyError::Contexts) } else { Ok(()) }
}
