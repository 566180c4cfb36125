//! Ontologies that are kept side by side: what they say together, and which of them is another's new version.

use std::error::Error;
use std::fmt;

use job::{Advice, Failure};

use super::graph::Graph;
use super::terms::{self, OWL, TYPE};
use super::{Ontology, RdfError};
use crate::rdf::each_of_file;

/// Why one of several files was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadOntology {
    /// The name of the file.
    pub file: String,
    /// Why it was not read.
    pub cause: RdfError,
}

impl fmt::Display for BadOntology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.cause)
    }
}

impl Error for BadOntology {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.cause)
    }
}

impl Failure for BadOntology {
    fn code(&self) -> &'static str {
        self.cause.code()
    }

    fn advice(&self) -> Option<Advice> {
        self.cause.advice()
    }
}

/// Reads several files, each with its name, as one ontology. A term that several of them speak of is one term.
///
/// # Errors
///
/// As for [`super::read`].
pub fn read_files<N: AsRef<str>, B: AsRef<[u8]>>(files: &[(N, B)]) -> Result<Ontology, BadOntology> {
    let mut graph = Graph::default();
    for (number, (name, bytes)) in files.iter().enumerate() {
        let name = name.as_ref();
        let read = each_of_file(name, bytes.as_ref(), |quad| graph.add_quad_of(number, quad));
        read.map_err(|cause| BadOntology { file: name.to_owned(), cause })?;
    }
    Ok(terms::ontology(&graph))
}

/// The files with one more. It takes the place of the file of the same ontology: of the one that declares the same IRI
/// or, if one of the two declares none, of the one with the same name.
pub fn beside(mut files: Vec<(String, Vec<u8>)>, path: &str, bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let own = iri(path, bytes);
    files.retain(|(other, bytes)| match (&own, iri(other, bytes)) {
        (Some(own), Some(other)) => *own != other,
        _ => other != name && other != path,
    });
    // Two ontologies may be called `ontology.ttl`.
    let is_free = |name: &str| files.iter().all(|(other, _)| other != name);
    let name = if is_free(name) { name } else { path };
    files.retain(|(other, _)| other != name);
    files.push((name.to_owned(), bytes.to_vec()));
    files.sort();
    files
}

/// What a file says that its ontology is called.
fn iri(name: &str, bytes: &[u8]) -> Option<String> {
    let mut graph = Graph::default();
    each_of_file(name, bytes, |quad| graph.add_quad_of(0, quad)).ok()?;
    let kind = graph.find(&format!("{OWL}Ontology"))?;
    let is_ontology = |id: &&u32| graph.objects(**id, TYPE).any(|object| object == kind);
    graph.iri(*graph.subjects().iter().find(is_ontology)?).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, iri: Option<&str>, class: &str) -> (String, Vec<u8>) {
        let iri = iri.map(|iri| format!("<{iri}> a <{OWL}Ontology> .")).unwrap_or_default();
        (name.to_owned(), format!("{iri} <#{class}> a <{OWL}Class> .").into_bytes())
    }

    fn names(files: &[(String, Vec<u8>)]) -> Vec<String> {
        let mut classes: Vec<String> = read_files(files).unwrap().classes.into_iter().map(|class| class.iri).collect();
        classes.sort();
        classes
    }

    #[test]
    fn ontologies_stand_side_by_side_and_new_versions_replace_old_ones() {
        let add = |files: Vec<(String, Vec<u8>)>, (name, bytes): (String, Vec<u8>)| beside(files, &name, &bytes);
        let files = add(Vec::new(), file("film/o.ttl", Some("http://film.example/"), "Film"));
        let files = add(files, file("book/o.ttl", Some("http://book.example/"), "Book"));
        assert_eq!(files.len(), 2, "they are called alike, and say that they are two");
        assert_eq!(names(&files), ["urn:lode:file/o.ttl/#Book", "urn:lode:file/o.ttl/#Film"]);
        let files = add(files, file("new/films.ttl", Some("http://film.example/"), "Movie"));
        assert_eq!(names(&files), ["urn:lode:file/films.ttl/#Movie", "urn:lode:file/o.ttl/#Book"]);
        let files = add(files, file("a/films.ttl", None, "Picture"));
        assert_eq!(names(&files), ["urn:lode:file/films.ttl/#Picture", "urn:lode:file/o.ttl/#Book"]);
        let files = add(files, file("clubs.ttl", None, "Club"));
        assert_eq!(files.len(), 3);
        assert_eq!(add(files.clone(), file("any/clubs.ttl", None, "Club")), files, "the same again changes nothing");
    }

    #[test]
    fn relative_addresses_have_the_name_of_their_file() {
        let ttl = format!("<Club> a <{OWL}Class> . <#Member> a <{OWL}Class> .");
        let classes = read_files(&[("some where/a b.ttl", ttl)]).unwrap().classes;
        let iris: Vec<&str> = classes.iter().map(|class| class.iri.as_str()).collect();
        assert_eq!(iris, ["urn:lode:file/a%20b.ttl/Club", "urn:lode:file/a%20b.ttl/#Member"]);
    }

    #[test]
    fn blank_nodes_of_two_files_are_two() {
        let ttl = |choice: &str| {
            format!(
                "@prefix owl: <{OWL}> . <#{choice}> a owl:DatatypeProperty ;
                 <http://www.w3.org/2000/01/rdf-schema#range> _:r . _:r owl:oneOf ( \"{choice}\" ) ."
            )
        };
        let read = read_files(&[("a.ttl", ttl("one")), ("b.ttl", ttl("two"))]).unwrap();
        let ranges: Vec<String> = read.properties.iter().map(|property| format!("{:?}", property.range)).collect();
        assert_eq!(ranges, ["OneOf([\"one\"])", "OneOf([\"two\"])"]);
    }
}
