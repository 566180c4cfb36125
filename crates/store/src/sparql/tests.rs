//! Queries over small knowledge bases, and what is said of those that are none.

use job::{Advice, Failure as _};

use super::parse::parse;
use super::*;

pub(super) fn prefixes() -> Prefixes {
    Prefixes(vec![("skos".to_owned(), "http://www.w3.org/2004/02/skos/core#".to_owned())])
}

fn check_message(query: &str, expected: &str) {
    let error = parse(query, &prefixes()).unwrap_err();
    let advice = match error.advice() {
        Some(Advice::Do(sentence)) => format!(" / {sentence}"),
        Some(advice) => format!(" / {advice:?}"),
        None => String::new(),
    };
    assert_eq!(format!("{error}{advice}"), expected, "{query}");
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (query, expected) in [
        (
            "SELECT ?h WHERE { ?h a ex:Hotel }",
            "unknown prefix ex: at line 1, column 24 / prefixes here: skos:; or declare it: PREFIX ex: <http://…>",
        ),
        (
            "PREFIX a: <http://a/>\nSELECT * {\n  ?ä a:b ä:c }",
            "unknown prefix ä: at line 3, column 10 / prefixes here: skos:; or declare it: PREFIX ä: <http://…>",
        ),
        ("SELECT * { ?s ?p \"a }", "line 1, column 18: the string that begins here does not end"),
        ("SELECT * { ?s ?p 'a\n' }", "line 1, column 18: the string that begins here does not end on its line"),
        ("SELECT * { ?s ?p 'C:\\dir' }", "line 1, column 21: a string has no such escape; write \\\\ for a backslash"),
        (
            "SELECT * { ?s ?p <o> }",
            "line 1, column 21: this is no whole address; give a BASE, or the address with its `http://`",
        ),
        (
            "SELECT * { BIND(1 AS ?x) BIND(2 AS ?x) }",
            "line 1, column 41: the query is written well but makes no sense: perhaps a variable gets a value twice (BIND, \
             AS) or is selected twice, or SELECT has one that is not in GROUP BY",
        ),
    ] {
        check_message(query, expected);
    }
}

#[test]
fn mistakes_of_grammar_say_what_would_fit() {
    for query in ["SELECT", "SELECT * WHERE { ?s ?p ?o", "SELEC ?s { }", "SELECT * { ?s ?p ?o } LIMIT x", ""] {
        let error = parse(query, &prefixes()).unwrap_err().to_string();
        assert!(error.starts_with("line 1, column "), "{query}: {error}");
        assert!(error.contains("does not fit here") || error.contains("ends too early"), "{query}: {error}");
    }
}

#[test]
fn columns_of_everything_come_as_the_query_has_them() {
    for (query, expected) in [
        ("SELECT * { ?s ?p ?o }", ["s", "p", "o"]),
        ("SELECT DISTINCT * { ?s ?p ?o } LIMIT 3", ["s", "p", "o"]),
        ("SELECT ?p ?o ?s { ?s ?p ?o }", ["p", "o", "s"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let base = crate::KnowledgeBase::open_or_create(folder.path()).unwrap();
        base.write().unwrap().begin("nothing").unwrap().finish().unwrap();
        let answer = base.query(query, &prefixes(), DefaultGraph::Union, Limits::default()).unwrap();
        let Head::Rows(variables) = answer.head else { panic!("{query}") };
        assert_eq!(variables.iter().map(|variable| variable.as_str()).collect::<Vec<_>>(), expected, "{query}");
    }
}

#[test]
fn other_machines_are_found_wherever_they_are_asked() {
    let service = "{ SERVICE <http://a.invalid/> { ?s ?p ?o } }";
    for query in [
        format!("SELECT * {service}"),
        format!("SELECT * {{ BIND(EXISTS {service} AS ?x) }}"),
        format!("SELECT * {{ ?s ?p ?o }} ORDER BY (EXISTS {service})"),
        format!("SELECT * {{ OPTIONAL {{ ?s ?p ?o FILTER(1 + IF(EXISTS {service}, 1, 2) IN (1)) }} }}"),
        format!("SELECT (SUM(COALESCE(EXISTS {service}, 1)) AS ?x) {{ ?s ?p ?o }} GROUP BY ?s"),
        format!("SELECT ?s {{ ?s ?p ?o }} GROUP BY ?s HAVING (-(EXISTS {service}) = 1)"),
        format!("SELECT * {{ GRAPH ?g {{ {{ SELECT * {{ ?s ?p ?o MINUS {service} }} }} }} }}"),
        format!("ASK {{ FILTER NOT EXISTS {{ {{}} UNION {service} }} }}"),
        format!("CONSTRUCT {{ ?s ?p ?o }} WHERE {{ LATERAL {service} }}"),
        format!("DESCRIBE ?s {{ FILTER(CONCAT(STR(EXISTS {service})) = '') }}"),
    ] {
        assert!(matches!(parse(&query, &prefixes()), Err(QueryError::Service(_))), "{query}");
    }
}

/// A knowledge base with a few statements.
pub(super) fn small() -> (tempfile::TempDir, crate::KnowledgeBase) {
    let folder = tempfile::tempdir().unwrap();
    let base = crate::KnowledgeBase::open_or_create(folder.path().join("kb")).unwrap();
    let text = "<urn:a> <urn:p> 'one' , 'two' . <urn:b> <urn:p> 'three' .";
    let mut writer = base.write().unwrap();
    let mut commit = writer.begin("a test").unwrap();
    let file = crate::StatementFile::nameless(knowledge::rdf::Syntax::Turtle, crate::Mark::default());
    commit.load(file, text.as_bytes(), &job::Cancel::default()).unwrap();
    commit.finish().unwrap();
    drop(writer);
    (folder, base)
}

pub(super) fn answered(base: &crate::KnowledgeBase, query: &str, format: AnswerFormat) -> String {
    let answer = base.query(query, &prefixes(), DefaultGraph::Union, Limits::default()).unwrap();
    let mut bytes = Vec::new();
    write_answer(answer, format, &prefixes(), &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn nodes_that_a_query_makes_are_numbered() {
    let (_folder, base) = small();
    let query = "CONSTRUCT { [] skos:note ?o } WHERE { ?s ?p ?o }";
    let turtle = answered(&base, query, AnswerFormat::Turtle);
    assert!(turtle.contains("_:n3 ") && !turtle.contains("_:n4 "), "{turtle}");
    assert_eq!(answered(&base, query, AnswerFormat::Turtle), turtle);
    assert_eq!(answered(&base, "SELECT (BNODE() AS ?n) {}", AnswerFormat::Csv), "n\r\n_:n1\r\n");
}

#[test]
fn what_is_written_ends_its_last_line() {
    let (_folder, base) = small();
    for query in ["SELECT ?o { ?s ?p ?o }", "ASK { ?s ?p ?o }", "CONSTRUCT WHERE { ?s ?p ?o }"] {
        for format in [AnswerFormat::Csv, AnswerFormat::Tsv, AnswerFormat::Json, AnswerFormat::Xml] {
            let text = answered(&base, query, format);
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{query} {format:?}: {text:?}");
        }
    }
}

#[test]
fn who_waits_for_a_question_keeps_nobody_from_tidying_up() {
    let (_folder, base) = small();
    answered(&base, "SELECT * { ?s ?p ?o }", AnswerFormat::Csv);
    let mut writer = base.write().unwrap();
    let commit = writer.begin("more").unwrap();
    commit.finish().unwrap();
    drop(writer);
    let db = rusqlite::Connection::open(base.folder().join("kb.sqlite")).unwrap();
    let busy: i64 = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0)).unwrap();
    assert_eq!(busy, 0);
    // And it sees what has come meanwhile.
    assert_eq!(answered(&base, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", AnswerFormat::Csv), "n\r\n3\r\n");
}

#[test]
fn texts_that_are_too_long_for_what_is_done_with_them_are_refused_when_they_are_read() {
    let (_folder, base) = small();
    let mut writer = base.write().unwrap();
    let mut commit = writer.begin("long").unwrap();
    let long = oxrdf::Literal::new_simple_literal("long ".repeat(100_000));
    let node = oxrdf::NamedNode::new_unchecked("urn:long");
    commit.add(&oxrdf::Quad::new(node.clone(), node, long, oxrdf::GraphName::DefaultGraph)).unwrap();
    commit.finish().unwrap();
    let ask = |predicate: &str, doublings: usize| {
        let steps: String = (0..doublings).map(|n| format!("BIND(CONCAT(?x{n}, ?x{n}) AS ?x{}) ", n + 1)).collect();
        let query = format!("SELECT (STRLEN(?x{doublings}) AS ?n) {{ ?s {predicate} ?x0 {steps} }}");
        base.query(&query, &prefixes(), DefaultGraph::Union, Limits::default())?.try_for_each(|bit| bit.map(drop))
    };
    assert!(ask("<urn:p>", 10).is_ok());
    assert!(ask("<urn:long>", 2).is_ok());
    assert!(matches!(ask("<urn:long>", 10), Err(QueryError::TooMuchText)));
    // Whoever was refused has broken nothing.
    assert!(ask("<urn:p>", 10).is_ok());
}

#[test]
fn updates_are_told_from_mistakes() {
    for query in [
        "INSERT DATA { <urn:a> <urn:b> 1 }",
        "PREFIX a: <urn:a> BASE <urn:b>\n# a comment\nDELETE WHERE { ?s ?p ?o }",
        "load <http://a.invalid/>",
        "WITH <urn:g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "DROP ALL",
    ] {
        assert!(matches!(parse(query, &prefixes()), Err(QueryError::Update(_))), "{query}");
    }
    check_message("clear all", "CLEAR is an update, and questions only read / ChangeBase");
}
