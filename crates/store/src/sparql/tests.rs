//! Queries over small knowledge bases, and what is said of those that are none.

use super::parse::parse;
use super::*;

fn prefixes() -> Prefixes {
    Prefixes(vec![("skos".to_owned(), "http://www.w3.org/2004/02/skos/core#".to_owned())])
}

fn check_message(query: &str, expected: &str) {
    let error = parse(query, &prefixes()).unwrap_err();
    let hint = error.hint().map(|hint| format!(" / {hint}")).unwrap_or_default();
    assert_eq!(format!("{error}{hint}"), expected, "{query}");
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
             AS), or SELECT has one that is not in GROUP BY",
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
