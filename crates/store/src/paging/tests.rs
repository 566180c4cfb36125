//! Pages put together are the whole list, and a page reads no more than it has to.

use knowledge::population::facts::{PageFacts, UnknownName};
use oxrdf::{BlankNode, GraphName, NamedNode, NamedOrBlankNode, Quad};

use super::*;
use crate::shelves::Shelf;
use crate::vocabulary::TYPE;
use crate::{KnowledgeBase, Source};

fn iri(name: &str) -> NamedNode {
    NamedNode::new(format!("http://a.invalid/{name}")).unwrap()
}

fn is_a(subject: impl Into<NamedOrBlankNode>, class: NamedNode, graph: &str) -> Quad {
    Quad::new(subject, NamedNode::new_unchecked(TYPE), class, GraphName::NamedNode(iri(graph)))
}

/// All pages of a list, one behind the other.
fn all<T: Clone>(most: usize, mut page: impl FnMut(Option<&T>) -> Vec<T>) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    loop {
        let next = page(found.last());
        assert!(next.len() <= most);
        if next.is_empty() {
            return found;
        }
        found.extend(next);
    }
}

#[test]
fn pages_of_individuals_are_the_whole_list() {
    let folder = tempfile::tempdir().unwrap();
    let base = KnowledgeBase::open_or_create(folder.path()).unwrap();
    let mut writer = base.write().unwrap();
    let mut commit = writer.begin("things").unwrap();
    for number in 0..100 {
        for graph in ["one", "two"] {
            let class = iri(["hotel", "inn", "ship"][number % 3]);
            commit.add(&is_a(iri(&number.to_string()), class, graph)).unwrap();
        }
        // Some are of two classes, some have no name, and some are no individuals.
        commit.add(&is_a(iri(&(7 * number % 100).to_string()), iri("old"), "one")).unwrap();
        commit.add(&is_a(BlankNode::new(format!("b{number}")).unwrap(), iri("ship"), "one")).unwrap();
        let term = NamedNode::new_unchecked("http://www.w3.org/2002/07/owl#Class");
        commit.add(&is_a(iri(&format!("class{number}")), term, "one")).unwrap();
    }
    commit.finish().unwrap();
    let snapshot = base.read().unwrap();
    for (classes, count) in [(vec![], 200), (vec!["hotel"], 34), (vec!["hotel", "old"], 100), (vec!["none"], 0)] {
        let classes: Vec<String> = classes.into_iter().map(|class| iri(class).into_string()).collect();
        let whole = snapshot.individuals(&classes).unwrap();
        assert_eq!(whole.len(), count, "{classes:?}");
        for most in [1, 7, 1000] {
            let page =
                |last: Option<&String>| snapshot.individuals_after(&classes, last.map(String::as_str), most).unwrap();
            assert_eq!(all(most, page), whole, "{classes:?} by {most}");
        }
    }
    assert_eq!(snapshot.individuals_after(&[], Some("http://nobody.invalid/"), 9).unwrap(), Vec::<String>::new());
}

#[test]
fn a_page_reads_no_more_than_it_has_to() {
    let folder = tempfile::tempdir().unwrap();
    let base = KnowledgeBase::open_or_create(folder.path()).unwrap();
    let mut writer = base.write().unwrap();
    let mut commit = writer.begin("many").unwrap();
    for number in 0..60_000 {
        commit.add(&is_a(iri(&number.to_string()), iri("hotel"), "one")).unwrap();
        // What is said of pages is of no individual, however much it is.
        let page = NamedNode::new_unchecked("http://www.w3.org/ns/prov#Entity");
        commit.add(&is_a(iri(&format!("page{number}")), page, "one")).unwrap();
    }
    commit.finish().unwrap();
    let middle = iri("30000").into_string();
    for classes in [vec![], vec![iri("hotel").into_string()]] {
        let snapshot = base.read().unwrap();
        assert_eq!(snapshot.individuals_after(&classes, Some(&middle), 100).unwrap().len(), 100);
        let read = snapshot.rows_read(Shelf::Predicates);
        assert!(read < 10_000, "{read} rows for a hundred of {classes:?}");
    }
}

#[test]
fn pages_of_names_are_the_whole_list() {
    let folder = tempfile::tempdir().unwrap();
    let base = KnowledgeBase::open_or_create(folder.path()).unwrap();
    let mut writer = base.write().unwrap();
    let mut commit = writer.begin("names").unwrap();
    let name = |name: &str, class: &str, example: usize| UnknownName {
        name: name.to_owned(),
        class: class.to_owned(),
        examples: vec![format!("{example}")],
        taken_for: None,
    };
    for page in 0..20 {
        let unknown = (0..=page).map(|number| name(&format!("Name {number}"), "urn:hotel", page));
        let mut facts = PageFacts { unknown: unknown.collect(), ..PageFacts::default() };
        facts.unknown.push(name("Name 3", "urn:inn", page));
        let source = Source { name: &format!("page{page:02}.html"), address: None, time: None };
        commit.put_page(source, &facts).unwrap();
    }
    commit.dismiss_name("name 5", "me").unwrap();
    commit.accept_name("Name 7", "urn:price", "me").unwrap();
    commit.finish().unwrap();
    let snapshot = base.read().unwrap();
    let mut whole = snapshot.names_to_review().unwrap();
    whole.sort_by_key(|name| (knowledge::names::normalised(&name.name), name.class.clone()));
    assert_eq!(whole.len(), 19);
    for most in [1, 4, 100] {
        let page = |last: Option<&crate::ReviewedName>| {
            snapshot.names_to_review_after(last.map(|last| (&*last.name, &*last.class)), most).unwrap()
        };
        assert_eq!(all(most, page), whole, "by {most}");
    }
}

#[test]
fn pages_of_the_history_and_of_concepts_are_the_whole_list() {
    let folder = tempfile::tempdir().unwrap();
    let base = KnowledgeBase::open_or_create(folder.path()).unwrap();
    let mut writer = base.write().unwrap();
    let taxonomy = knowledge::mined::TAXONOMY;
    for number in 0..25 {
        let mut commit = writer.begin(&format!("step {number}")).unwrap();
        let class = NamedNode::new_unchecked("http://www.w3.org/2004/02/skos/core#Concept");
        let concept = iri(&format!("concept{number}"));
        let mut quad = is_a(concept.clone(), class, "one");
        quad.graph_name = GraphName::NamedNode(NamedNode::new_unchecked(taxonomy));
        commit.add(&quad).unwrap();
        (0..number).for_each(|member| commit.add(&is_a(iri(&format!("m{member}")), concept.clone(), "one")).unwrap());
        commit.finish().unwrap();
    }
    let snapshot = base.read().unwrap();
    let whole = snapshot.history(None, 100).unwrap();
    assert_eq!(whole.iter().map(|line| line.number).collect::<Vec<_>>(), (1..=25).rev().collect::<Vec<_>>());
    let concepts = snapshot.concepts().unwrap();
    assert_eq!(concepts.iter().map(|concept| concept.instances).collect::<Vec<_>>(), (0..25).collect::<Vec<_>>());
    for most in [1, 10, 100] {
        let page = |last: Option<&CommitLine>| snapshot.history(last.map(|last| last.number), most).unwrap();
        assert_eq!(all(most, page), whole, "by {most}");
        let page = |last: Option<&Concept>| snapshot.concepts_after(last.map(|last| &*last.iri), most).unwrap();
        assert_eq!(all(most, page), concepts, "by {most}");
    }
}
