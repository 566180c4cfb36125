//! Queries of many askers at a time, of whom some are slow, some are gone, and some want too much.

use std::time::{Duration, Instant};

use oxrdf::{GraphName, NamedNode, Quad};

use super::tests::{answered, prefixes, small};
use super::*;
use crate::{KnowledgeBase, Snapshot};

/// Rows that come soon and go on for ever.
const ENDLESS: &str = "SELECT * { ?a (<urn:p>|!<urn:q>)* ?b . ?b (<urn:p>|!<urn:q>)* ?c . ?c (!<urn:x>)+ ?d }";
const COUNT: &str = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }";
/// What no test takes.
const LONG: Duration = Duration::from_secs(60);

/// A knowledge base with six thousand statements: a hundred chains.
fn large() -> (tempfile::TempDir, KnowledgeBase) {
    let folder = tempfile::tempdir().unwrap();
    let base = KnowledgeBase::open_or_create(folder.path().join("kb")).unwrap();
    let mut writer = base.write().unwrap();
    let mut commit = writer.begin("chains").unwrap();
    let thing = |number: usize| NamedNode::new_unchecked(format!("urn:{number}"));
    for number in 0..6000 {
        let next = if number % 60 == 0 { number } else { number + 1 };
        let predicate = NamedNode::new_unchecked("urn:p");
        commit.add(&Quad::new(thing(number), predicate, thing(next), GraphName::DefaultGraph)).unwrap();
    }
    commit.finish().unwrap();
    drop(writer);
    (folder, base)
}

fn ask(base: &KnowledgeBase, query: &str, limits: Limits) -> Result<Answer, QueryError> {
    base.query(query, &prefixes(), DefaultGraph::Union, limits)
}

/// Whether all that was written can be put into its place: nobody reads what was there before.
fn is_unread(base: &KnowledgeBase) -> bool {
    let db = rusqlite::Connection::open(base.folder().join("kb.sqlite")).unwrap();
    let busy: i64 = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0)).unwrap();
    busy == 0
}

fn write_something(base: &KnowledgeBase) {
    let mut writer = base.write().unwrap();
    let mut commit = writer.begin("more").unwrap();
    let node = NamedNode::new_unchecked("urn:more");
    commit.add(&Quad::new(node.clone(), node.clone(), node, GraphName::DefaultGraph)).unwrap();
    commit.finish().unwrap();
}

#[test]
fn readers_and_answers_may_be_sent_to_other_threads() {
    fn is_sent<T: Send>(_: &T) {}
    let (_folder, base) = small();
    let snapshot = base.read().unwrap();
    is_sent::<Snapshot>(&snapshot);
    is_sent::<Answer>(&ask(&base, COUNT, Limits::default()).unwrap());
    let statements = std::thread::spawn(move || snapshot.statements().unwrap()).join().unwrap();
    assert_eq!(statements, 3);
}

#[test]
fn time_ends_a_query_whose_rows_are_taken_as_they_come() {
    let (_folder, base) = large();
    let begin = Instant::now();
    let time = Duration::from_secs(2);
    let answer = ask(&base, ENDLESS, Limits { time, ..Limits::default() }).unwrap();
    let last = answer.take_while(|_| begin.elapsed() < LONG).last().unwrap();
    assert!(matches!(last, Err(QueryError::Time(limit)) if limit == time), "{:?}", begin.elapsed());
}

#[test]
fn time_ends_a_query_whose_rows_nobody_takes() {
    let (_folder, base) = large();
    let time = Duration::from_secs(2);
    let mut answer = ask(&base, ENDLESS, Limits { time, ..Limits::default() }).unwrap();
    answer.next().unwrap().unwrap();
    write_something(&base);
    let begin = Instant::now();
    while !is_unread(&base) {
        assert!(begin.elapsed() < LONG, "it is still being read");
        std::thread::yield_now();
    }
    assert!(matches!(answer.last(), Some(Err(QueryError::Time(_)))));
}

#[test]
fn an_answer_that_nobody_takes_is_ended_and_whoever_comes_back_is_told() {
    let (_folder, base) = large();
    let limits = Limits { time: Duration::MAX, patience: Duration::from_millis(50), ..Limits::default() };
    let mut answer = ask(&base, ENDLESS, limits).unwrap();
    answer.next().unwrap().unwrap();
    write_something(&base);
    let begin = Instant::now();
    while !is_unread(&base) {
        assert!(begin.elapsed() < LONG, "it is still being read");
        std::thread::yield_now();
    }
    let rest: Vec<_> = answer.collect();
    assert!(rest.len() < 10, "{} parts", rest.len());
    assert!(matches!(rest.last(), Some(Err(QueryError::NotTaken(_)))));
    // Whoever answered it answers the next.
    assert_eq!(answered(&base, "ASK { <urn:1> ?p ?o }", AnswerFormat::Csv), "true\n");
}

#[test]
fn who_comes_when_all_are_busy_waits_and_is_told() {
    let (_folder, base) = large();
    let base = base.answering(2);
    let [one, other] = [1, 2].map(|_| ask(&base, ENDLESS, Limits { time: LONG, ..Limits::default() }).unwrap());
    let soon = Limits { turn: Duration::from_millis(20), ..Limits::default() };
    assert!(matches!(ask(&base, COUNT, soon), Err(QueryError::Crowded { at_once: 2, .. })));
    drop(one);
    // The other one is still there, and counts.
    let later = Limits { turn: LONG, ..Limits::default() };
    let counts: Vec<_> = (0..5).map(|_| ask(&base, COUNT, later).unwrap().count()).collect();
    assert_eq!(counts, [1; 5]);
    let third = ask(&base, ENDLESS, later).unwrap();
    assert!(matches!(ask(&base, COUNT, soon), Err(QueryError::Crowded { .. })));
    drop((other, third));
    assert!(ask(&base, COUNT, later).is_ok());
}

#[test]
fn a_query_is_answered_of_the_moment_that_is_given() {
    let (_folder, base) = small();
    let moment = base.read().unwrap();
    write_something(&base);
    let answer = base.query_at(moment, COUNT, &prefixes(), DefaultGraph::Union, Limits::default()).unwrap();
    let mut bytes = Vec::new();
    write_answer(answer, AnswerFormat::Csv, &prefixes(), &mut bytes).unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), "n\r\n3\r\n");
    assert_eq!(answered(&base, COUNT, AnswerFormat::Csv), "n\r\n4\r\n");
}

#[test]
fn rows_that_are_kept_are_counted() {
    let (_folder, base) = large();
    let limits = Limits { memory: 8 << 20, ..Limits::default() };
    let all = |query: &str| ask(&base, query, limits).and_then(|mut answer| answer.try_for_each(|bit| bit.map(drop)));
    for kept in ["SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?a", "SELECT DISTINCT * { ?a ?b ?c . ?d ?e ?f }"] {
        assert!(matches!(all(kept), Err(QueryError::Memory { .. })), "{kept}");
    }
    // A million rows, of which none is kept.
    let numbers: String = (0..200).map(|number| format!("{number} ")).collect();
    assert!(all(&format!("SELECT (COUNT(*) AS ?n) {{ ?a ?b ?c VALUES ?d {{ {numbers} }} }}")).is_ok());
}
