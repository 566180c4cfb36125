//! Names and the vocabularies they are from: how a word becomes an address and back. No vocabulary is known from within
//! but for the prefixes that RDFa gives to everyone.

/// A prefix is a short word; what is longer is not looked up, so that no page can make us look for long.
const MAX_PREFIX: usize = 64;

/// The prefixes of RDFa's initial context that pages use.
const COMMON_PREFIXES: [(&str, &str); 20] = [
    ("cc", "http://creativecommons.org/ns#"),
    ("ctag", "http://commontag.org/ns#"),
    ("dc", "http://purl.org/dc/terms/"),
    ("dc11", "http://purl.org/dc/elements/1.1/"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("foaf", "http://xmlns.com/foaf/0.1/"),
    ("gr", "http://purl.org/goodrelations/v1#"),
    ("ical", "http://www.w3.org/2002/12/cal/icaltzd#"),
    ("og", "http://ogp.me/ns#"),
    ("owl", "http://www.w3.org/2002/07/owl#"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("rdfs", "http://www.w3.org/2000/01/rdf-schema#"),
    ("rev", "http://purl.org/stuff/rev#"),
    ("schema", "http://schema.org/"),
    ("sioc", "http://rdfs.org/sioc/ns#"),
    ("skos", "http://www.w3.org/2004/02/skos/core#"),
    ("v", "http://rdf.data-vocabulary.org/#"),
    ("vcard", "http://www.w3.org/2006/vcard/ns#"),
    ("void", "http://rdfs.org/ns/void#"),
    ("xsd", "http://www.w3.org/2001/XMLSchema#"),
];

/// What a prefix stands for if the page does not say so itself.
pub(super) fn common_prefix(prefix: &str) -> Option<&'static str> {
    COMMON_PREFIXES.iter().find(|(common, _)| *common == prefix).map(|(_, address)| *address)
}

/// A name divided at its prefix. Addresses (`http://…`) and blank nodes (`_:b0`) have none.
pub(super) fn divided(name: &str) -> Option<(&str, &str)> {
    let (prefix, word) = name.split_once(':')?;
    (prefix.len() <= MAX_PREFIX && prefix != "_" && !word.starts_with("//")).then_some((prefix, word))
}

/// A word as an address. A vocabulary that lacks its last slash, as many pages write it, is given one.
pub(super) fn in_vocabulary(vocabulary: &str, word: &str) -> String {
    let slash = if vocabulary.ends_with(['/', '#', ':', '?', '=']) { "" } else { "/" };
    format!("{vocabulary}{slash}{word}")
}

/// The vocabulary that a type is from: its address up to the last word. Empty if the type is no address.
pub(super) fn vocabulary_of(types: &[String]) -> &str {
    let first = types.first().map_or("", String::as_str);
    first.rfind(['/', '#']).map_or("", |end| &first[..=end])
}

/// A property's name as a plain word if it is an address from this vocabulary, else as it is. Whether a page writes
/// `http` or `https`, with `www.` or not, makes no difference.
pub(super) fn short_name<'a>(name: &'a str, vocabulary: &str) -> &'a str {
    let word = without_scheme(name)
        .zip(without_scheme(vocabulary))
        .and_then(|(name, vocabulary)| name.strip_prefix(vocabulary))
        .filter(|word| !word.is_empty() && !word.contains(['/', '#', ':']));
    word.unwrap_or(name)
}

fn without_scheme(address: &str) -> Option<&str> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    Some(rest.strip_prefix("www.").unwrap_or(rest))
}

/// Whether a text is an address of the web and nothing else.
pub(super) fn is_address(text: &str) -> bool {
    let scheme = ["http://", "https://"].iter().find(|scheme| {
        text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)) && text.len() > scheme.len()
    });
    scheme.is_some() && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_within_the_vocabulary_of_the_type() {
        let types = ["http://www.schema.org/Product".to_owned()];
        let vocabulary = vocabulary_of(&types);
        assert_eq!(short_name("https://schema.org/name", vocabulary), "name");
        assert_eq!(short_name("https://schema.org/", vocabulary), "https://schema.org/");
        assert_eq!(short_name("https://schema.org/a/b", vocabulary), "https://schema.org/a/b");
        assert_eq!(short_name("http://xmlns.com/foaf/0.1/name", vocabulary), "http://xmlns.com/foaf/0.1/name");
        assert_eq!(short_name("name", vocabulary_of(&[])), "name");
    }

    #[test]
    fn a_vocabulary_is_given_its_slash() {
        assert_eq!(in_vocabulary("http://schema.org", "Person"), "http://schema.org/Person");
        assert_eq!(in_vocabulary("http://ogp.me/ns#", "title"), "http://ogp.me/ns#title");
    }

    #[test]
    fn addresses_have_no_prefix() {
        assert_eq!(divided("schema:name"), Some(("schema", "name")));
        assert_eq!(divided("http://a.example/"), None);
        assert_eq!(divided("_:b0"), None);
        assert!(is_address("HTTPS://a.example/x"));
        assert!(!is_address("https://") && !is_address("see http://a.example/") && !is_address("http://a b"));
    }
}
