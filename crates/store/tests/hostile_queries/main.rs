//! Queries that were made to harm: each ends within its time and a second, and none takes the process down or makes it
//! large. A stack that overflows ends a process at once, so that each family of queries has a process of its own.
#![expect(clippy::unwrap_used, reason = "this is a test")]

mod families;
mod work;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use oxrdf::{GraphName, Literal, NamedNode, Quad, Term};
use store::KnowledgeBase;
use store::sparql::{DefaultGraph, Limits, Prefixes, QueryError};

/// Which family a process is for, and where the knowledge base is.
const FAMILY: &str = "LODE_HOSTILE_FAMILY";
const FOLDER: &str = "LODE_HOSTILE_FOLDER";
/// Time of each query, and what it may take beyond.
const TIME: Duration = Duration::from_millis(250);
const GRACE: Duration = Duration::from_secs(1);
/// Bytes that a query may use, and by which a process may grow in all.
const MEMORY: u64 = 256 << 20;
const GROWTH: u64 = 1 << 30;

fn main() -> ExitCode {
    match std::env::var(FAMILY) {
        Ok(family) => ask_family(&family, Path::new(&std::env::var_os(FOLDER).unwrap())),
        Err(_) => ask_all(),
    }
}

/// Starts a process for each family, two at a time.
fn ask_all() -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let families: Vec<&str> = families::FAMILIES.iter().map(|(name, _)| *name).collect();
    let (next, failed) = (Mutex::new(families.iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(family) = next.lock().unwrap().next() else { break };
                    let mut process = Command::new(std::env::current_exe().unwrap());
                    let output = process.env(FAMILY, family).env(FOLDER, folder.path()).output().unwrap();
                    print!("{}", String::from_utf8_lossy(&output.stdout));
                    if !output.status.success() {
                        let said = String::from_utf8_lossy(&output.stderr).into_owned();
                        failed.lock().unwrap().push(format!("{family}: {}\n{said}", output.status));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    failed.iter().for_each(|story| eprintln!("{story}"));
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A thousand things in a circle, each with a name and a number.
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
    }
    commit.finish().unwrap();
}

/// Asks the queries of a family, and says how it went.
fn ask_family(family: &str, folder: &Path) -> ExitCode {
    let base = KnowledgeBase::open(folder).unwrap();
    let queries = families::FAMILIES.iter().find(|(name, _)| *name == family).unwrap().1();
    let prefixes = Prefixes(vec![("e".to_owned(), "http://a.invalid/".to_owned())]);
    let before = memory();
    let (mut longest, mut answered, mut refused, mut stopped, mut bad) = (Duration::ZERO, 0, 0, 0, 0);
    for query in &queries {
        let begin = Instant::now();
        let limits = Limits { time: TIME, memory: MEMORY };
        let result = base.query(query, &prefixes, DefaultGraph::Union, limits).and_then(|answer| {
            // Who reads on and on gives it more time; here the whole is to be over in time.
            let until = begin + TIME;
            answer.take_while(|_| Instant::now() < until).find_map(Result::err).map_or(Ok(()), Err)
        });
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
            Err(_) => refused += 1,
        }
        if took > TIME + GRACE {
            eprintln!("it took {took:?}: {shown}");
            bad += 1;
        }
    }
    let growth = peak().saturating_sub(before);
    if growth > GROWTH {
        eprintln!("it grew by {} MB", growth >> 20);
        bad += 1;
    }
    println!(
        "{family:<22} {:>3} queries: {answered:>2} answered, {refused:>2} refused, {stopped:>2} stopped; at most {:>4} ms, {:>3} MB",
        queries.len(),
        longest.as_millis(),
        growth >> 20
    );
    // Those that are left behind end with the process.
    std::process::exit(i32::from(bad > 0))
}

fn memory() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

/// The most that the process ever had, where the system says so.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.map_or_else(memory, |kilobytes| kilobytes << 10)
}
