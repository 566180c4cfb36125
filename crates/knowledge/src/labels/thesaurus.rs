//! A thesaurus of the user: which labels name one thing. It is a names file (`name,synonym`), or RDF in which things
//! have several labels (`skos:prefLabel`, `skos:altLabel`, `skos:hiddenLabel`, `rdfs:label`).

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use job::{Advice, Failure};
use oxrdf::Term;

use crate::names::{NamesError, read_names};
use crate::rdf::{RdfError, each_of_file};

const LABELS: [&str; 4] = [
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://www.w3.org/2004/02/skos/core#altLabel",
    "http://www.w3.org/2004/02/skos/core#hiddenLabel",
    "http://www.w3.org/2000/01/rdf-schema#label",
];

/// Why a thesaurus was not read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ThesaurusError {
    /// It is no names file.
    Names(NamesError),
    /// It is no RDF.
    Rdf(RdfError),
    /// Nothing in it has two labels.
    Empty,
}

impl fmt::Display for ThesaurusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThesaurusError::Names(error) => error.fmt(f),
            ThesaurusError::Rdf(error) => error.fmt(f),
            ThesaurusError::Empty => f.write_str("it has no two labels of one thing"),
        }
    }
}

impl Error for ThesaurusError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ThesaurusError::Names(error) => Some(error),
            ThesaurusError::Rdf(error) => Some(error),
            ThesaurusError::Empty => None,
        }
    }
}

impl Failure for ThesaurusError {
    fn code(&self) -> &'static str {
        match self {
            ThesaurusError::Names(error) => error.code(),
            ThesaurusError::Rdf(error) => error.code(),
            ThesaurusError::Empty => "thesaurus-empty",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            ThesaurusError::Names(error) => error.advice(),
            ThesaurusError::Rdf(error) => error.advice(),
            ThesaurusError::Empty => Some(Advice::new(
                "write lines `name,synonym` into a .csv file, or give concepts a skos:altLabel beside skos:prefLabel",
            )),
        }
    }
}

/// Groups of labels that each name one thing, from a file whose name tells what it is.
///
/// # Errors
///
/// If it cannot be read, or has no such labels.
pub fn read_thesaurus(name: &str, bytes: &[u8]) -> Result<Vec<Vec<String>>, ThesaurusError> {
    let is_csv = name.rsplit('.').next().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    if is_csv {
        for row in read_names(bytes).map_err(ThesaurusError::Names)? {
            let group = groups.entry(row.name.clone()).or_insert_with(|| vec![row.name]);
            group.push(row.synonym);
        }
    } else {
        let each = |quad: oxrdf::Quad| {
            if let (true, Term::Literal(label)) = (LABELS.contains(&quad.predicate.as_str()), quad.object) {
                let group = groups.entry(quad.subject.to_string()).or_default();
                if !group.iter().any(|known| known == label.value()) {
                    group.push(label.value().to_owned());
                }
            }
        };
        each_of_file(name, bytes, each).map_err(ThesaurusError::Rdf)?;
    }
    let groups: Vec<Vec<String>> = groups.into_values().filter(|group| group.len() > 1).collect();
    if groups.is_empty() { Err(ThesaurusError::Empty) } else { Ok(groups) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_one_thing_are_a_group() {
        let csv = "name,synonym\nWorld,International\nWorld,Abroad\nSport,Sports\n";
        assert_eq!(
            read_thesaurus("t.csv", csv.as_bytes()).unwrap(),
            [vec!["Sport", "Sports"], vec!["World", "International", "Abroad"]]
        );
        let turtle = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n\
                      <urn:a> skos:prefLabel \"World\"@en ; skos:altLabel \"International\"@en, \"World\"@fr .\n\
                      <urn:b> skos:prefLabel \"Sport\"@en .";
        assert_eq!(read_thesaurus("t.ttl", turtle.as_bytes()).unwrap(), [["World", "International"]]);
    }

    #[test]
    fn what_is_none_is_told() {
        assert!(matches!(read_thesaurus("t.csv", b"a;b\n"), Err(ThesaurusError::Names(_))));
        assert!(matches!(read_thesaurus("t.ttl", b"<urn:a> ."), Err(ThesaurusError::Rdf(_))));
        assert!(matches!(read_thesaurus("t.ttl", b""), Err(ThesaurusError::Empty)));
        let failure = |name: &str, bytes: &[u8]| {
            let error = read_thesaurus(name, bytes).unwrap_err();
            (error.code(), error.source().is_some(), error.advice().is_some())
        };
        assert_eq!(failure("t.csv", b"a;b\n"), ("names-header", true, true), "a wrapped error speaks for itself");
        assert_eq!(failure("t.ttl", b"<urn:a> ."), ("rdf-syntax", true, true));
        assert_eq!(failure("t.ttl", b""), ("thesaurus-empty", false, true));
    }
}
