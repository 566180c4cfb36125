//! Many use a knowledge base at a time: what one of them takes, no other has to do without.
#![expect(clippy::unwrap_used, reason = "this is a test")]

#[path = "../hostile/mod.rs"]
mod hostile;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use hostile::Outcome;
use knowledge::population::facts::{Individual, PageFacts};
use oxrdf::{GraphName, Literal, NamedNode, Quad, Term};
use store::sparql::{DefaultGraph, Limits, Prefixes, QueryError};
use store::{KnowledgeBase, Source};

/// Bytes that a query may hold.
const MEMORY: u64 = 64 << 20;
/// Pages of the harvest, and bytes by which each makes the process larger: in all three times what a query may hold.
const PAGES: usize = 96;
const PAGE: usize = 2 << 20;
/// Rows that are kept to be sorted, far more than a query may hold.
const GREEDY: &str = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a";
/// Many rows, of which none is kept.
const MODEST: &str = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f }";
/// Some texts that are kept.
const GATHERED: &str = "SELECT (GROUP_CONCAT(?c) AS ?all) { ?a <http://a.invalid/name> ?c }";

fn main() -> ExitCode {
    hostile::try_all(["beside a harvest"].into_iter(), fill, |_, folder| beside_a_harvest(folder))
}

/// A thousand things with a name each.
fn fill(folder: &Path) {
    let base = KnowledgeBase::open_or_create(folder).unwrap();
    let mut writer = base.write().unwrap();
    let mut commit = writer.begin("things").unwrap();
    let iri = |name: String| NamedNode::new(format!("http://a.invalid/{name}")).unwrap();
    for number in 0..1000 {
        let mut add = |predicate: &str, object: Term| {
            let subject = iri(format!("t{number}"));
            commit.add(&Quad::new(subject, iri(predicate.to_owned()), object, GraphName::DefaultGraph)).unwrap();
        };
        add("next", iri(format!("t{}", (number + 1) % 1000)).into());
        add("name", Literal::new_simple_literal(format!("thing {number}")).into());
    }
    commit.finish().unwrap();
}

/// Two queries are at their memory limit all the while, and a harvest makes the process larger and larger: the harvest
/// finishes, and queries that hold little are answered.
fn beside_a_harvest(folder: &Path) -> Outcome {
    let base = KnowledgeBase::open(folder).unwrap();
    let limits =
        Limits { memory: MEMORY, turn: Duration::from_secs(300), time: Duration::from_secs(300), ..Limits::default() };
    let ask = |query: &str| {
        base.query(query, &Prefixes::default(), DefaultGraph::Union, limits)?.try_for_each(|bit| bit.map(drop))
    };
    let (is_done, stopped, answered, bad) =
        (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let wrong = |what: &str| {
        eprintln!("{what}");
        bad.fetch_add(1, Ordering::Relaxed);
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    match ask(GREEDY) {
                        Err(QueryError::Memory { .. }) => _ = stopped.fetch_add(1, Ordering::Relaxed),
                        other => wrong(&format!("the greedy one: {other:?}")),
                    }
                }
            });
        }
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                for query in [MODEST, GATHERED] {
                    match ask(query) {
                        Ok(()) => _ = answered.fetch_add(1, Ordering::Relaxed),
                        Err(error) => wrong(&format!("{query}: {error}")),
                    }
                }
            }
        });
        scope.spawn(|| {
            harvest(&base, || stopped.load(Ordering::Relaxed) > 0 && answered.load(Ordering::Relaxed) > 1);
            is_done.store(true, Ordering::Relaxed);
        });
    });
    let pages = base.read().unwrap().stats().unwrap().sources;
    if pages != PAGES as u64 {
        wrong(&format!("{pages} pages were harvested"));
    }
    let line = format!("{} answered beside {} stopped", answered.into_inner(), stopped.into_inner());
    Outcome { line, bad: bad.into_inner() }
}

/// A harvest whose pages stay in memory until its end, which comes when the others have been at work too.
fn harvest(base: &KnowledgeBase, is_enough: impl Fn() -> bool) {
    let mut writer = base.write().unwrap();
    let mut kept: Vec<Vec<u8>> = Vec::new();
    let mut commit = writer.begin("a harvest").unwrap();
    for page in 0..PAGES {
        kept.push(vec![page as u8; PAGE]);
        let individuals = (0..200).map(|number| Individual {
            iri: format!("http://a.invalid/page{page}/{number}"),
            class: "http://a.invalid/Thing".to_owned(),
            label: Some(format!("thing {number} of page {page}")),
        });
        let facts = PageFacts { individuals: individuals.collect(), ..PageFacts::default() };
        let source = Source { name: &format!("page{page}.html"), address: None, time: None };
        commit.put_page(source, &facts).unwrap();
    }
    while !is_enough() {
        thread::yield_now();
    }
    commit.finish().unwrap();
    assert_eq!(kept.iter().map(Vec::len).sum::<usize>(), PAGES * PAGE);
}
