//! Terms as people read them.

use store::Term;
use store::sparql::Prefixes;

/// An IRI as short as the prefixes make it.
pub fn short(iri: &str, prefixes: &Prefixes) -> String {
    let is_longer = |a: &&(String, String), b: &&(String, String)| a.1.len().cmp(&b.1.len());
    let known = prefixes.0.iter().filter(|(_, namespace)| iri.starts_with(namespace.as_str())).max_by(is_longer);
    match known {
        Some((prefix, namespace)) if iri.len() > namespace.len() => format!("{prefix}:{}", &iri[namespace.len()..]),
        _ => format!("<{iri}>"),
    }
}

/// A value: a text as it is, an IRI as short as it can be.
pub fn readable(term: &Term, prefixes: &Prefixes) -> String {
    match term {
        Term::NamedNode(node) => short(node.as_str(), prefixes),
        Term::BlankNode(node) => format!("_:{}", node.as_str()),
        Term::Literal(literal) => literal.value().to_owned(),
    }
}

/// An IRI without the brackets that one may copy with it.
pub fn bare(iri: &str) -> &str {
    iri.trim().trim_start_matches('<').trim_end_matches('>')
}
