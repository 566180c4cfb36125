//! IRIs of our own, and the well-known ones that we write.

/// The namespace of our own terms.
pub const LODE: &str = "urn:lode:ns#";
/// Prefixes that every query may use without declaring them.
pub const PREFIXES: [(&str, &str); 9] = [
    ("lode", LODE),
    ("rdf", RDF),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("oa", OA),
    ("dcterms", "http://purl.org/dc/terms/"),
];

/// The graph with what is known beforehand: the ontology.
pub const ONTOLOGY: &str = "urn:lode:ontology";
/// The graph that says where each source is from.
pub const SOURCES: &str = "urn:lode:sources";
/// The graph that says what is the same.
pub const SAME: &str = "urn:lode:same";

/// The graph of a file that says where each statement stands, and what the names in it begin with.
pub const EVIDENCE: &str = "urn:lode:evidence";

/// The graphs that are Lode's own: none of them is about individuals.
pub(crate) const OWN_GRAPHS: [&str; 5] = [ONTOLOGY, SOURCES, SAME, EVIDENCE, knowledge::mined::TAXONOMY];

/// What the graph of a page without an address begins with.
pub(crate) const PAGE: &str = "urn:lode:page:";

pub(crate) const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
pub(crate) const OA: &str = "http://www.w3.org/ns/oa#";
pub(crate) const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
pub(crate) const LABEL: &str = "http://www.w3.org/2000/01/rdf-schema#label";
pub(crate) const SAME_AS: &str = "http://www.w3.org/2002/07/owl#sameAs";
pub(crate) const GENERATED_AT: &str = "http://www.w3.org/ns/prov#generatedAtTime";
pub(crate) const DERIVED_FROM: &str = "http://www.w3.org/ns/prov#wasDerivedFrom";
pub(crate) const ENTITY: &str = "http://www.w3.org/ns/prov#Entity";
pub(crate) const DATE_TIME: &str = "http://www.w3.org/2001/XMLSchema#dateTime";

/// The graph of a source: its address on the web, or a name made of the one it was given by.
pub fn source_graph(name: &str, address: Option<&str>) -> String {
    let is_address = |address: &&str| address.starts_with("http://") || address.starts_with("https://");
    if let Some(address) = address.filter(is_address)
        && oxrdf::NamedNode::new(address).is_ok()
    {
        return address.to_owned();
    }
    let mut graph = PAGE.to_owned();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b':' | b'@' => {
                graph.push(char::from(byte));
            }
            byte => graph.push_str(&format!("%{byte:02X}")),
        }
    }
    graph
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_has_a_graph_of_its_own() {
        assert_eq!(source_graph("a.warc", Some("https://x.example/a?b")), "https://x.example/a?b");
        assert_eq!(source_graph("pages/a b.html", None), "urn:lode:page:pages/a%20b.html");
        assert_eq!(source_graph("公司.html", Some("file:///x")), "urn:lode:page:%E5%85%AC%E5%8F%B8.html");
        assert!(oxrdf::NamedNode::new(source_graph("<\"{} \u{0}>", Some("http://[bad"))).is_ok());
    }
}
