//! What is refused before a parser sees it, since the parsers would take all memory, all stack or all day for it.
//!
//! The scanners know just enough of XML and JSON to count. Where the input is neither, they may count wrongly, and the
//! parser will say what is wrong.

use super::{Place, RdfError, Syntax};

/// Bytes of what is read as a whole. Large public vocabularies have a few megabytes; an honest file takes seconds.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// Levels of nesting. The JSON-LD parser calls itself for each, and the RDF/XML parser copies its state.
const MAX_DEPTH: usize = 64;

/// Bytes of JSON-LD with more than one context: each is worked out from a copy of the one above it, for each node.
const MAX_BYTES_WITH_CONTEXTS: usize = 128 << 10;

/// Bytes of a tag. The RDF/XML parser compares each attribute with each other, and each name with each namespace.
const MAX_TAG: usize = 16 << 10;

/// Bytes of an entity. Those of ontologies are addresses.
const MAX_ENTITY: usize = 200;

/// Refuses what may harm.
pub(super) fn check(bytes: &[u8], syntax: Syntax) -> Result<(), RdfError> {
    if bytes.len() > MAX_BYTES {
        return Err(RdfError::TooLarge { syntax, bytes: bytes.len(), limit: MAX_BYTES });
    }
    match syntax {
        Syntax::Turtle | Syntax::TriG | Syntax::NTriples | Syntax::NQuads => Ok(()),
        Syntax::RdfXml => check_xml(bytes),
        Syntax::JsonLd => check_json(bytes),
    }
}

/// No entities that grow, and no deep nesting of elements.
fn check_xml(bytes: &[u8]) -> Result<(), RdfError> {
    let mut depth = 0_usize;
    let mut at = 0;
    let mut has_doctype = false;
    let references = bytes.iter().filter(|&&byte| byte == b'&').count();
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == b'<') {
        let start = at + found;
        let rest = &bytes[start..];
        at = start
            + if rest.starts_with(b"<!--") {
                end_of(rest, 4, b"-->")
            } else if rest.starts_with(b"<![CDATA[") {
                end_of(rest, 9, b"]]>")
            } else if rest.starts_with(b"<!") {
                match harmless_doctype(rest).filter(|_| !has_doctype && references * MAX_ENTITY <= MAX_BYTES) {
                    Some(end) => {
                        has_doctype = true;
                        end
                    }
                    None => return Err(RdfError::Entities(Place::of(bytes, start))),
                }
            } else if rest.starts_with(b"<?") {
                end_of(rest, 2, b"?>")
            } else {
                let end = end_of_tag(rest);
                if end > MAX_TAG {
                    return Err(RdfError::LongTag { place: Place::of(bytes, start), limit: MAX_TAG });
                }
                if rest.starts_with(b"</") {
                    depth = depth.saturating_sub(1);
                } else if !rest[..end].ends_with(b"/>") {
                    depth += 1;
                }
                end
            };
        if depth > MAX_DEPTH {
            return Err(RdfError::TooDeep { place: Place::of(bytes, start), limit: MAX_DEPTH });
        }
    }
    Ok(())
}

/// Where a document type ends that declares nothing but short entities without other entities in them, as editors
/// write for the namespaces of an ontology. Anything else in it is refused rather than understood.
fn harmless_doctype(bytes: &[u8]) -> Option<usize> {
    let text = bytes.strip_prefix(b"<!DOCTYPE")?;
    let open = text.iter().position(|&byte| !(byte.is_ascii_alphanumeric() || b":_- \t\r\n".contains(&byte)))?;
    let mut rest = &text[open..];
    if let Some(inner) = rest.strip_prefix(b"[") {
        rest = inner.trim_ascii_start();
        while let Some(declared) = rest.strip_prefix(b"<!ENTITY ") {
            let name = declared.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(byte)).count();
            let value = declared[name..].trim_ascii_start().strip_prefix(b"\"")?;
            let length = value.iter().position(|&byte| byte == b'"')?;
            if name == 0 || length > MAX_ENTITY || value[..length].iter().any(|byte| b"&%<".contains(byte)) {
                return None;
            }
            rest = value[length + 1..].trim_ascii_start().strip_prefix(b">")?.trim_ascii_start();
        }
        rest = rest.strip_prefix(b"]")?.trim_ascii_start();
    }
    Some(bytes.len() - rest.strip_prefix(b">")?.len())
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
fn check_json(bytes: &[u8]) -> Result<(), RdfError> {
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
            return Err(RdfError::TooDeep { place: Place::of(bytes, at), limit: MAX_DEPTH });
        }
    }
    // An escape may hide a letter of the word.
    let contexts = bytes.windows(8).filter(|window| *window == b"@context" || window.starts_with(b"\\u00")).count();
    if contexts > 1 && bytes.len() > MAX_BYTES_WITH_CONTEXTS { Err(RdfError::Contexts) } else { Ok(()) }
}
