//! The names of what was mined: readable, and the same whenever the same labels are mined.

use rustc_hash::FxHashSet;

/// What the IRI of a concept begins with.
pub const CONCEPTS: &str = "urn:lode:concept#";
/// What the IRI of an attribute begins with.
pub const PROPERTIES: &str = "urn:lode:property#";
/// What the IRI of a relation between instances begins with. It is another one than that of an attribute of the same
/// name: OWL keeps the two apart, and one site may link where another only names.
pub const RELATIONS: &str = "urn:lode:relation#";
/// What the IRI of an instance begins with.
pub const THING: &str = "urn:lode:thing";

/// Names that are given, each once.
#[derive(Debug, Default)]
pub struct Names(FxHashSet<String>);

impl Names {
    /// The IRI of something with a label; if that is taken, with what stands above it, and then with a number.
    pub fn iri(&mut self, namespace: &str, label: &str, above: Option<&str>) -> String {
        let slug = slug(label);
        let within = above.map(|above| format!("{}-{slug}", above.rsplit('#').next().unwrap_or(above)));
        let numbered = (2_usize..).map(|number| format!("{slug}-{number}"));
        let candidates = std::iter::once(slug.clone()).chain(within).chain(numbered);
        let mut iris = candidates.map(|local| format!("{namespace}{local}"));
        iris.find(|iri| self.0.insert(iri.clone())).unwrap_or_default()
    }
}

/// The IRI of an attribute: the same for names that have the same words.
pub fn property_iri(name: &str) -> String {
    format!("{PROPERTIES}{}", slug(name))
}

/// The IRI of a relation between instances.
pub fn relation_iri(name: &str) -> String {
    format!("{RELATIONS}{}", slug(name))
}

/// The words of a label in lower case with hyphens between them, which any IRI may hold.
fn slug(label: &str) -> String {
    let mut slug = String::with_capacity(label.len());
    for word in label.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.extend(word.chars().flat_map(char::to_lowercase));
    }
    if slug.is_empty() { "unnamed".to_owned() } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_readable_and_unique() {
        let mut names = Names::default();
        let mut iri = |label: &str, above: Option<&str>| names.iri(CONCEPTS, label, above);
        assert_eq!(iri("Bars & Clubs", None), "urn:lode:concept#bars-clubs");
        assert_eq!(iri("Fußball", None), "urn:lode:concept#fußball");
        assert_eq!(iri("Bars, Clubs", Some("urn:lode:concept#night")), "urn:lode:concept#night-bars-clubs");
        assert_eq!(iri("bars clubs", None), "urn:lode:concept#bars-clubs-2");
        assert_eq!(iri("»", None), "urn:lode:concept#unnamed");
    }
}
