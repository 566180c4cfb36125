//! The knowledge base beside what it is measured by, in one run: loading beside bare SQLite, questions beside
//! Oxigraph's store in memory, and opening a large one beside a small one. Ends with 1 if a bar is missed.
//!
//! `cargo run --release -p bench --bin store [STATEMENTS]`; the folder for temporary files needs about 250 bytes for
//! each, ten times that for the largest knowledge base that is opened.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use lode::Syntax;
use lode::store::sparql::{AnswerFormat, DefaultGraph, Limits, Prefixes, write_answer};
use lode::store::{KnowledgeBase, Mark, StatementFile};
use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::sparql::{QueryResults, SparqlEvaluator};
use oxigraph::store::Store;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Statements of one person.
const EACH: u64 = 5;
/// Rounds of each question; the fastest counts.
const ROUNDS: usize = 5;

const QUESTIONS: [(&str, &str); 5] = [
    (
        "join of three, few rows",
        "SELECT ?a ?b ?age { ?a <urn:knows> ?b . ?b <urn:city> <urn:city/7> . ?b <urn:age> ?age }",
    ),
    ("join of three, counted", "SELECT (COUNT(*) AS ?n) { ?a <urn:knows> ?b . ?b <urn:knows> ?c . ?c <urn:city> ?d }"),
    ("group by predicate", "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p"),
    ("mean by city", "SELECT ?city (AVG(?age) AS ?mean) { ?s <urn:city> ?city ; <urn:age> ?age } GROUP BY ?city"),
    ("names that contain", "SELECT ?s { ?s <urn:name> ?name FILTER(CONTAINS(?name, '77')) }"),
];

fn main() -> ExitCode {
    let statements = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(1_000_000);
    match run(statements) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(statements: u64) -> Outcome<bool> {
    let folder = tempfile::tempdir()?;
    let text = people(statements);
    println!("{statements} statements, {} MB of N-Quads\n", text.len() >> 20);

    let base = KnowledgeBase::open_or_create(folder.path().join("kb"))?;
    let ours = timed(|| load(&base, &text))?;
    let bare = timed(|| insert(&folder.path().join("bare.sqlite"), &numbers(&text)))?;
    let oxigraph = Store::new()?;
    let theirs = timed(|| {
        let mut loader = oxigraph.bulk_loader();
        loader.load_from_slice(RdfParser::from_format(RdfFormat::NQuads), text.as_bytes())?;
        Ok(loader.commit()?)
    })?;
    let speed = bare.as_secs_f64() / ours.as_secs_f64();
    println!(
        "load          ours {ours:>8.2?}  bare SQLite {bare:>8.2?}  in memory {theirs:>8.2?}   speed {speed:.2} x bare"
    );
    let mut holds = speed >= 0.5;

    println!("\n{:<26} {:>10} {:>10} {:>8}", "question", "ours", "in memory", "ratio");
    for (name, question) in QUESTIONS {
        let (mut best, mut rival) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            best = best.min(timed(|| ask(&base, question))?);
            rival = rival.min(timed(|| ask_oxigraph(&oxigraph, question))?);
        }
        let ratio = best.as_secs_f64() / rival.as_secs_f64();
        println!("{name:<26} {best:>10.2?} {rival:>10.2?} {ratio:>8.2}");
        holds &= ratio <= 2.0;
    }

    println!();
    let small = KnowledgeBase::open_or_create(folder.path().join("small"))?;
    load(&small, &people(1000))?;
    let large = KnowledgeBase::open_or_create(folder.path().join("large"))?;
    for part in 0..10 {
        load(&large, &text.replace("<urn:", &format!("<urn:{part}:")))?;
    }
    let open = |base: &KnowledgeBase| -> Outcome<Duration> {
        let mut best = Duration::MAX;
        for _ in 0..50 * ROUNDS {
            best = best.min(timed(|| Ok(base.read()?))?);
        }
        Ok(best)
    };
    let (small, large) = (open(&small)?, open(&large)?);
    println!("open          1000 statements {small:>8.2?}   {} statements {large:>8.2?}", 10 * statements);
    // Both are tens of microseconds; a quarter more is what two runs of the same differ by.
    holds &= large.as_secs_f64() <= 1.25 * small.as_secs_f64();
    println!("\n{}", if holds { "all bars hold" } else { "a bar is missed" });
    Ok(holds)
}

fn timed<T>(work: impl FnOnce() -> Outcome<T>) -> Outcome<Duration> {
    let begin = Instant::now();
    work()?;
    Ok(begin.elapsed())
}

/// People with a name, an age, somebody they know and a city; twenty of them on a page.
fn people(statements: u64) -> String {
    let mut text = String::new();
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut random = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let count = (statements / EACH).max(1);
    for number in 0..count {
        let (subject, graph) = (format!("<urn:person/{number}>"), format!("<urn:page/{}>", number / 20));
        let _ = writeln!(text, "{subject} <urn:type> <urn:Person> {graph} .");
        let _ = writeln!(text, "{subject} <urn:name> \"Person {number} of {}\" {graph} .", random(1000));
        let integer = "<http://www.w3.org/2001/XMLSchema#integer>";
        let _ = writeln!(text, "{subject} <urn:age> \"{}\"^^{integer} {graph} .", random(90));
        let _ = writeln!(text, "{subject} <urn:knows> <urn:person/{}> {graph} .", random(count));
        let _ = writeln!(text, "{subject} <urn:city> <urn:city/{}> {graph} .", random(500));
    }
    text
}

fn load(base: &KnowledgeBase, text: &str) -> Outcome<()> {
    let mut writer = base.write()?;
    let mut commit = writer.begin("bench")?;
    let file = StatementFile::nameless(Syntax::NQuads, Mark::of(text.as_bytes())?);
    commit.load(file, text.as_bytes(), &lode::job::Cancel::default())?;
    commit.finish()?;
    Ok(())
}

/// The statements as rows of numbers, each term numbered when it first comes.
fn numbers(text: &str) -> Vec<[i64; 4]> {
    let mut known: HashMap<&str, i64> = HashMap::new();
    let mut number = |term| {
        let next = known.len() as i64 + 1;
        *known.entry(term).or_insert(next)
    };
    let mut rows = Vec::new();
    for line in text.lines() {
        let parts = line.trim_end_matches(" .").split_once(' ').and_then(|(subject, rest)| {
            let (predicate, rest) = rest.split_once(' ')?;
            let (object, graph) = rest.rsplit_once(' ')?;
            Some([subject, predicate, object, graph])
        });
        rows.extend(parts.map(|parts| parts.map(&mut number)));
    }
    rows
}

/// The same rows into one table with one index, in one transaction.
fn insert(path: &std::path::Path, rows: &[[i64; 4]]) -> Outcome<()> {
    let mut db = rusqlite::Connection::open(path)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.execute_batch("CREATE TABLE rows (s INTEGER, p INTEGER, o INTEGER, g INTEGER);")?;
    db.execute_batch("CREATE UNIQUE INDEX in_order ON rows (s, p, o, g);")?;
    let transaction = db.transaction()?;
    {
        let mut insert = transaction.prepare("INSERT INTO rows VALUES (?1, ?2, ?3, ?4)")?;
        for row in rows {
            insert.execute(*row)?;
        }
    }
    transaction.commit()?;
    Ok(())
}

fn ask(base: &KnowledgeBase, question: &str) -> Outcome<u64> {
    let none = Prefixes::default();
    let answer = base.query(question, &none, DefaultGraph::Union, Limits::default())?;
    write_answer(answer, AnswerFormat::Tsv, &none, std::io::sink()).map_err(|error| format!("{error:?}").into())
}

fn ask_oxigraph(store: &Store, question: &str) -> Outcome<u64> {
    let mut query = SparqlEvaluator::new().parse_query(question)?;
    query.dataset_mut().set_default_graph_as_union();
    let mut count = 0;
    if let QueryResults::Solutions(rows) = query.on_store(store).execute()? {
        for row in rows {
            row?;
            count += 1;
        }
    }
    Ok(count)
}
