//! Queries that were made to harm: each ends within its time and a second, and none takes the process down or makes it
//! large.
#![expect(clippy::unwrap_used, reason = "this is a test")]

mod families;
#[path = "../hostile/mod.rs"]
mod hostile;
mod work;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hostile::Outcome;
use oxrdf::{GraphName, Literal, NamedNode, Quad, Term};
use store::KnowledgeBase;
use store::sparql::{DefaultGraph, Limits, Prefixes, QueryError};

/// Time of each query, and what it may take beyond.
const TIME: Duration = Duration::from_millis(250);
const GRACE: Duration = Duration::from_secs(1);
/// Bytes that a query may use.
const MEMORY: u64 = 256 << 20;

fn main() -> ExitCode {
    hostile::try_all(families::FAMILIES.iter().map(|(name, _)| *name), fill, ask_family)
}

/// A thousand things in a circle, each with a name, a number, and a long text.
fn fill(folder: &Path) {
    let base = KnowledgeBase::open_or_create(folder).unwrap();
    let mut writer = base.write().unwrap();
    let mut commit = writer.begin("things").unwrap();
    let iri = |name: String| NamedNode::new(format!("http://a.invalid/{name}")).unwrap();
    for n in 0..1000 {
        let mut add = |predicate: &str, object: Term| {
            let graph = GraphName::NamedNode(iri(format!("g{}", n % 7)));
            commit.add(&Quad::new(iri(format!("t{n}")), iri(predicate.to_owned()), object, graph)).unwrap();
        };
        add("p", iri(format!("t{}", (n + 1) % 1000)).into());
        add("q", iri(format!("t{}", (n * 7) % 1000)).into());
        add("name", Literal::new_simple_literal(format!("thing {n} aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")).into());
        add("number", Literal::from(n).into());
        add("long", Literal::new_simple_literal(format!("{n} {}", "a long text ".repeat(8_000))).into());
    }
    commit.finish().unwrap();
}

/// Asks the queries of a family, and says how it went.
fn ask_family(family: &str, folder: &Path) -> Outcome {
    // Those that were left behind still count, and here they are many.
    let base = KnowledgeBase::open(folder).unwrap().answering(64);
    let queries = families::FAMILIES.iter().find(|(name, _)| *name == family).unwrap().1();
    let prefixes = Prefixes(vec![("e".to_owned(), "http://a.invalid/".to_owned())]);
    let (mut longest, mut answered, mut refused, mut stopped, mut bad) = (Duration::ZERO, 0, 0, 0, 0);
    for query in &queries {
        let begin = Instant::now();
        let limits = Limits { time: TIME, memory: MEMORY, ..Limits::default() };
        let result = base
            .query(query, &prefixes, DefaultGraph::Union, limits)
            .and_then(|mut answer| answer.find_map(Result::err).map_or(Ok(()), Err));
        let took = begin.elapsed();
        longest = longest.max(took);
        let shown: String = query.chars().take(160).collect();
        match result {
            Ok(()) => answered += 1,
            Err(QueryError::Time(_) | QueryError::Memory { .. }) => stopped += 1,
            Err(QueryError::Broken) => {
                eprintln!("the evaluator broke down: {shown}");
                bad += 1;
            }
            Err(QueryError::Crowded { .. }) => {
                eprintln!("too many were left behind: {shown}");
                bad += 1;
            }
            Err(_) => refused += 1,
        }
        if took > TIME + GRACE {
            eprintln!("it took {took:?}: {shown}");
            bad += 1;
        }
    }
    let (count, longest) = (queries.len(), longest.as_millis());
    let line = format!(
        "{count:>3} queries: {answered:>2} answered, {refused:>2} refused, {stopped:>2} stopped; at most {longest:>4} ms"
    );
    Outcome { line, bad }
}
