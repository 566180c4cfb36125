//! The SPARQL 1.1 tests of the W3C, through our own store: data is loaded into a knowledge base, asked and compared.
//! Tests only; the suite is data that is not part of the project, and without it the tests say so and pass.
//!
//! What we do not offer is a list of folders with reasons; known failures are a list of cases with reasons. A case that
//! fails without being listed fails the test, and so does a listed case that passes.

mod compare;
mod evaluation;
mod manifest;
mod syntax;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use manifest::{Kind, cases};

/// Folders of cases that are about what we do not offer, and why.
const NOT_OFFERED: &[(&str, &str)] = &[
    ("add", "a knowledge base is changed by commits of its owner, not by SPARQL updates"),
    ("basic-update", "as add"),
    ("clear", "as add"),
    ("copy", "as add"),
    ("delete", "as add"),
    ("delete-data", "as add"),
    ("delete-where", "as add"),
    ("drop", "as add"),
    ("entailment", "answers are what is stored; nothing is inferred while a query runs"),
    ("graph-store-protocol", "graphs are loaded by commits, not by HTTP"),
    ("http-rdf-update", "as graph-store-protocol"),
    ("move", "as add"),
    ("protocol", "tests of a server"),
    ("service", "queries that ask other machines are refused"),
    ("service-description", "tests of a server"),
    ("update-silent", "as add"),
];

/// Cases that fail, and why.
const KNOWN_FAILURES: &[(&str, &str)] = &[
    (
        "aggregates/agg-empty-group-count-graph",
        "the evaluator groups over all graphs of `GRAPH ?g` rather than in each",
    ),
    ("aggregates/agg-groupconcat-04", "the evaluator keeps a language that all texts of GROUP_CONCAT share"),
    ("aggregates/agg-groupconcat-06", "as agg-groupconcat-04"),
    ("bindings/graph", "the evaluator does not bind `?g` where `GRAPH ?g` holds nothing but VALUES"),
    ("functions/bnode01", "the evaluator's BNODE gives the same node for the same text in all rows"),
    ("negation/graph-minus", "to the evaluator, `?g` of `GRAPH ?g` is a variable that both sides of MINUS share"),
    ("property-path/zero_or_more_set_end", "the evaluator takes paths of no length only from terms that the graph has"),
    ("property-path/zero_or_more_set_start", "as zero_or_more_set_end"),
    ("property-path/zero_or_one_set_end", "as zero_or_more_set_end"),
    ("property-path/zero_or_one_set_start", "as zero_or_more_set_end"),
];

/// What the cases of a folder came to.
#[derive(Default)]
struct Outcome {
    passed: usize,
    skipped: usize,
    failed: BTreeMap<String, String>,
}

#[test]
fn the_sparql_tests_of_the_w3c() {
    let Some(suite) = suite() else { return };
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&suite).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.join("manifest.ttl").is_file());
    folders.sort();
    let mut failed = BTreeMap::new();
    let mut passed = 0;
    for folder in folders {
        let outcome = run(&folder);
        println!(
            "{:<24} passed {:>3}  failed {:>2}  skipped {:>3}",
            folder.file_name().unwrap().to_string_lossy(),
            outcome.passed,
            outcome.failed.len(),
            outcome.skipped
        );
        passed += outcome.passed;
        failed.extend(outcome.failed);
    }
    println!("{passed} of {} cases pass", passed + failed.len());
    let known: BTreeSet<&str> = KNOWN_FAILURES.iter().map(|(case, _)| *case).collect();
    let news: Vec<String> = failed
        .iter()
        .filter(|(case, _)| !known.contains(case.as_str()))
        .map(|(case, story)| format!("== {case}\n{story}"))
        .collect();
    assert!(news.is_empty(), "{} cases fail that are not listed:\n{}", news.len(), news.join("\n"));
    let stale: Vec<&&str> = known.iter().filter(|case| !failed.contains_key(**case)).collect();
    assert!(stale.is_empty(), "these cases are listed as failures but pass: {stale:?}");
}

/// The folder of the suite, if the corpus is there.
fn suite() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpora = std::env::var_os("LODE_CORPORA").map_or_else(|| workspace.join("target/corpora"), PathBuf::from);
    let folder = corpora.join("w3c-sparql-tests/sparql11");
    if !folder.is_dir() {
        println!("skipped: no SPARQL tests at {}; LODE_CORPORA names the folder that holds them", folder.display());
        return None;
    }
    Some(folder)
}

fn run(folder: &Path) -> Outcome {
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    let mut outcome = Outcome::default();
    for case in cases(folder) {
        let is_offered = NOT_OFFERED.iter().all(|(skipped, _)| *skipped != name);
        let result = match case.kind {
            _ if !is_offered => None,
            // What updates do is not offered anywhere; how they are written is tested where the suite does.
            Kind::UpdateEvaluation | Kind::Other => None,
            Kind::Query | Kind::Csv => Some(evaluation::check(&case)),
            Kind::PositiveSyntax => Some(syntax::is_query(&case)),
            Kind::NegativeSyntax => Some(syntax::is_no_query(&case)),
            Kind::PositiveUpdateSyntax => Some(syntax::is_update(&case)),
            Kind::NegativeUpdateSyntax => Some(syntax::is_no_update(&case)),
        };
        match result {
            None => outcome.skipped += 1,
            Some(Ok(())) => outcome.passed += 1,
            Some(Err(story)) => _ = outcome.failed.insert(case.name, story),
        }
    }
    outcome
}
