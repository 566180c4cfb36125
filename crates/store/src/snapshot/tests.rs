//! A knowledge base is a set of statements, whatever is done to it and however it is asked.

use std::collections::BTreeSet;

use oxrdf::{BlankNode, GraphName, Literal, NamedNode, NamedOrBlankNode, Quad as Statement, Term};
use proptest::prelude::*;

use super::*;
use crate::{KnowledgeBase, StoreError};

/// A statement as numbers from small ranges, so that they meet: subject, predicate, object, graph.
type Numbers = (u8, u8, u8, u8);

fn subject(number: u8) -> NamedOrBlankNode {
    match number {
        0 => BlankNode::new("b").unwrap().into(),
        number => iri(number).into(),
    }
}

fn iri(number: u8) -> NamedNode {
    NamedNode::new(format!("http://a.invalid/{number}")).unwrap()
}

fn object(number: u8) -> Term {
    match number {
        0 => Literal::new_simple_literal("").into(),
        1 => Literal::new_language_tagged_literal("text", "de-at").unwrap().into(),
        2 => Literal::from(-5).into(),
        3 => Literal::new_simple_literal("long".repeat(2000)).into(),
        4 => BlankNode::new("b").unwrap().into(),
        number => iri(number).into(),
    }
}

fn graph(number: u8) -> GraphName {
    match number {
        0 => GraphName::DefaultGraph,
        1 => BlankNode::new("g").unwrap().into(),
        number => iri(number).into(),
    }
}

fn statement((s, p, o, g): Numbers) -> Statement {
    Statement::new(subject(s), iri(p), object(o), graph(g))
}

#[derive(Clone, Debug)]
enum Step {
    Add(Numbers),
    Remove(Numbers),
    Clear(u8),
    Finish,
    Drop,
    Reopen,
}

fn numbers() -> impl Strategy<Value = Numbers> {
    (0u8..4, 0u8..3, 0u8..7, 0u8..4)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => numbers().prop_map(Step::Add),
        5 => numbers().prop_map(Step::Remove),
        1 => (0u8..4).prop_map(Step::Clear),
        2 => Just(Step::Finish),
        1 => Just(Step::Drop),
        1 => Just(Step::Reopen),
    ]
}

/// What the knowledge base says fits a pattern, as the model has it.
fn asked(snapshot: &Snapshot, pattern: (Option<u8>, Option<u8>, Option<u8>), graphs: Graphs) -> Option<Vec<String>> {
    let find = |term: Term| snapshot.find(term.as_ref()).unwrap();
    let slot = |number: Option<u8>, term: &dyn Fn(u8) -> Term| match number {
        None => Some(None),
        Some(number) => find(term(number)).map(Some),
    };
    let pattern = Pattern {
        subject: slot(pattern.0, &|number| subject(number).into())?,
        predicate: slot(pattern.1, &|number| iri(number).into())?,
        object: slot(pattern.2, &object)?,
        graph: graphs,
    };
    let mut found: Vec<String> = snapshot
        .quads(pattern)
        .unwrap()
        .map(|quad| {
            let quad = quad.unwrap();
            let name = |id: TermId| if id == 0 { String::new() } else { snapshot.term(id).unwrap().to_string() };
            format!("{} {} {} {}", name(quad.subject), name(quad.predicate), name(quad.object), name(quad.graph))
        })
        .collect();
    found.sort();
    Some(found)
}

fn written(statement: &Statement, graph: &GraphName) -> String {
    let graph = if *graph == GraphName::DefaultGraph { String::new() } else { graph.to_string() };
    format!("{} {} {} {graph}", statement.subject, statement.predicate, statement.object)
}

fn check_all(snapshot: &Snapshot, model: &BTreeSet<Numbers>) -> Result<(), TestCaseError> {
    prop_assert_eq!(snapshot.statements().unwrap(), model.len() as u64);
    let slots = |most: u8| std::iter::once(None).chain((0..most).map(Some));
    for (s, p, o) in slots(4).flat_map(|s| slots(3).flat_map(move |p| slots(7).map(move |o| (s, p, o)))) {
        let is = |wanted: Option<u8>, number: u8| wanted.is_none_or(|wanted| wanted == number);
        let fitting = || model.iter().filter(move |n| is(s, n.0) && is(p, n.1) && is(o, n.2));
        let of = |graphs: Graphs, mut expected: Vec<String>| {
            expected.sort();
            // A term that is nowhere has no number, and then nothing fits.
            prop_assert_eq!(
                asked(snapshot, (s, p, o), graphs).unwrap_or_default(),
                expected,
                "{:?} {:?}",
                (s, p, o),
                graphs
            );
            Ok(())
        };
        let all = |n: &&Numbers| written(&statement(**n), &graph(n.3));
        of(Graphs::Each, fitting().map(|n| all(&n)).collect())?;
        of(Graphs::Named, fitting().filter(|n| n.3 != 0).map(|n| all(&n)).collect())?;
        let union: BTreeSet<String> = fitting().map(|n| written(&statement(*n), &GraphName::DefaultGraph)).collect();
        of(Graphs::Union, union.into_iter().collect())?;
        of(Graphs::One(0), fitting().filter(|n| n.3 == 0).map(|n| all(&n)).collect())?;
        for g in 1..4 {
            let name: Term = match graph(g) {
                GraphName::NamedNode(node) => node.into(),
                GraphName::BlankNode(node) => node.into(),
                GraphName::DefaultGraph => unreachable!("graph 0 is the only one without a name"),
            };
            let expected: Vec<String> = fitting().filter(|n| n.3 == g).map(|n| all(&n)).collect();
            match snapshot.find(name.as_ref()).unwrap() {
                Some(id) => of(Graphs::One(id), expected)?,
                None => prop_assert!(expected.is_empty()),
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn it_is_a_set_of_statements(rounds in prop::collection::vec(prop::collection::vec(step(), 1..60), 1..4)) {
        let folder = tempfile::tempdir().unwrap();
        let mut base = KnowledgeBase::open_or_create(folder.path()).unwrap();
        let mut lasting: BTreeSet<Numbers> = BTreeSet::new();
        for steps in rounds {
            let mut writer = base.write().unwrap();
            let mut model = lasting.clone();
            let mut commit = Some(writer.begin("steps").unwrap());
            for step in steps {
                let Some(open) = commit.as_mut() else { break };
                match step {
                    Step::Add(n) => {
                        open.add(&statement(n)).unwrap();
                        model.insert(n);
                    }
                    Step::Remove(n) => {
                        open.remove(&statement(n)).unwrap();
                        model.remove(&n);
                    }
                    Step::Clear(g) => {
                        open.clear(&graph(g)).unwrap();
                        model.retain(|n| n.3 != g);
                    }
                    Step::Finish => {
                        commit.take().unwrap().finish().unwrap();
                        lasting = model.clone();
                    }
                    Step::Drop | Step::Reopen => commit = None,
                }
            }
            drop(commit);
            drop(writer);
            base = KnowledgeBase::open_or_create(folder.path()).unwrap();
            match base.read() {
                // What nothing was committed to is not there.
                Err(StoreError::Missing(_)) => prop_assert!(lasting.is_empty()),
                snapshot => check_all(&snapshot.unwrap(), &lasting)?,
            }
        }
    }
}

#[test]
fn readers_see_their_moment() {
    let folder = tempfile::tempdir().unwrap();
    let base = KnowledgeBase::open_or_create(folder.path()).unwrap();
    let mut writer = base.write().unwrap();
    let mut before = Vec::new();
    for count in 0..3u8 {
        before.push((base.read().unwrap(), u64::from(count)));
        let mut commit = writer.begin("one more").unwrap();
        commit.add(&statement((count, 0, 5, 2))).unwrap();
        let other = base.read().unwrap();
        assert_eq!(other.statements().unwrap(), u64::from(count), "what is not finished is not seen");
        commit.finish().unwrap();
        assert_eq!(other.statements().unwrap(), u64::from(count), "what was finished later is not seen");
    }
    for (snapshot, count) in before {
        let pattern = Pattern { graph: Graphs::Each, ..Pattern::default() };
        assert_eq!(snapshot.statements().unwrap(), count);
        assert_eq!(snapshot.quads(pattern).unwrap().count() as u64, count);
    }
}

#[test]
fn one_writes_at_a_time_and_says_who() {
    let folder = tempfile::tempdir().unwrap();
    let base = KnowledgeBase::open_or_create(folder.path()).unwrap();
    let writer = base.write().unwrap();
    for other in [base.clone(), KnowledgeBase::open(folder.path()).unwrap()] {
        let error = other.write().unwrap_err();
        assert!(matches!(error, StoreError::Busy { process: Some(id), .. } if id == std::process::id()), "{error:?}");
    }
    drop(writer);
    base.write().unwrap();
}

#[test]
fn what_is_no_knowledge_base_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none");
    assert!(matches!(KnowledgeBase::open(&missing), Err(StoreError::Missing(_))));
    std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    assert!(matches!(KnowledgeBase::open(folder.path()), Err(StoreError::NotOurs(_))));
    assert!(matches!(KnowledgeBase::open_or_create(folder.path()), Err(StoreError::NotOurs(_))));

    // A file of the right name that is somebody else's.
    for content in ["", "not a database, but of some length, so that it could be one".repeat(100).as_str()] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kb.sqlite");
        std::fs::write(&file, content).unwrap();
        let base = KnowledgeBase::open(folder.path()).unwrap();
        assert!(base.read().is_err(), "{content:.20}");
    }
    let folder = tempfile::tempdir().unwrap();
    let other = Connection::open(folder.path().join("kb.sqlite")).unwrap();
    other.execute_batch("PRAGMA application_id = 7; CREATE TABLE mine (a); INSERT INTO mine VALUES (1);").unwrap();
    drop(other);
    let base = KnowledgeBase::open(folder.path()).unwrap();
    assert!(matches!(base.read(), Err(StoreError::NotOurs(_))));
    assert!(matches!(base.write(), Err(StoreError::NotOurs(_))));
}
