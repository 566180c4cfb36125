//! Rules over what the code reaches for: the pure crates have no inputs but their arguments, and only `fetch` goes
//! out; what lasts is numbered by a hash that lasts. Tests may read files; the product's code is what counts.

use crate::source::{Finding, Source, accepts, catches, hold, tree};

/// Crates whose functions depend on their arguments alone.
const PURE: [&str; 4] = ["page", "layout", "analysis", "knowledge"];

/// Modules of `std` that reach outside.
const OUTSIDE: [&str; 4] = ["fs", "net", "env", "process"];

/// Other ways to get something that no argument brought, or to leave something that no result holds.
const IMPURE: [&str; 9] = [
    "SystemTime::now",
    "Utc::now",
    "Local::now",
    "thread_rng",
    "rand::",
    "RandomState::new",
    "println!",
    "eprintln!",
    "static mut",
];

/// The layout engine is watched by a clock, since a page can keep it busy for ever.
const CLOCK: &str = "Instant::now";

const ADVICE: &str = "a pure crate does no I/O and reads no clock, environment or chance: pass it in as a value";

fn pure_crates_reach_for_nothing(source: &Source) -> Vec<Finding> {
    let Some(folder) = source.product_crate().filter(|folder| source.is_rust() && PURE.contains(folder)) else {
        return Vec::new();
    };
    let outside = OUTSIDE.map(|module| format!("std::{module}"));
    let mut words: Vec<&str> = outside.iter().map(String::as_str).chain(IMPURE).collect();
    if folder != "layout" {
        words.push(CLOCK);
    }
    let mut found = Source::find(source.product_code(), &words, ADVICE);
    found.extend(grouped_imports(source));
    found
}

/// The same modules, imported in a group: `use std::{collections::HashMap, fs};`.
fn grouped_imports(source: &Source) -> Vec<Finding> {
    let code: Vec<_> = source.product_code().map(|(_, line)| line).collect();
    let text = code.join("\n");
    let mut found = Vec::new();
    for (at, opening) in text.match_indices("std::{") {
        let group = text[at + opening.len()..].split_once("};").map_or("", |(group, _)| group);
        let names = group.split([',', '\n', '{', '}']).map(|name| name.trim().split("::").next().unwrap_or(""));
        let line = text[..at].matches('\n').count() + 1;
        let outside = names.filter(|name| OUTSIDE.contains(name));
        found.extend(outside.map(|name| Finding { line, advice: format!("`std::{name}`: {ADVICE}") }));
    }
    found
}

/// Server and tests may listen and be called; what connects is `fetch`.
fn only_fetch_connects(source: &Source) -> Vec<Finding> {
    let Some(_) = source.product_crate().filter(|folder| source.is_rust() && *folder != "fetch") else {
        return Vec::new();
    };
    let words = ["TcpStream::connect", "UdpSocket", "UnixStream::connect", "lookup_host", "to_socket_addrs"];
    Source::find(source.product_code(), &words, "only fetch opens connections, and all of them pass its guard")
}

/// A derived form follows every change of the type, so that old files and callers break in silence.
fn core_types_have_no_derived_format(source: &Source) -> Vec<Finding> {
    let core = ["page", "analysis", "knowledge"];
    let Some(_) = source.product_crate().filter(|folder| source.is_rust() && core.contains(folder)) else {
        return Vec::new();
    };
    let derives = source.code().filter(|(_, line)| line.contains("derive("));
    let advice = "core types have no file format: write a versioned counterpart where the format is owned";
    Source::find(derives, &["Serialize", "Deserialize"], advice)
}

/// Hashers of hash tables, whose numbers may be others in the next version of their library.
const TABLE_HASHERS: [&str; 4] = ["FxHasher", "DefaultHasher", "RandomState", "hash_one"];

/// Files that make numbers with them which nobody sees after the run; and one that reads what an older form has.
const NUMBERS_OF_A_RUN: [&str; 12] = [
    "crates/analysis/src/bartree/surroundings.rs",
    "crates/analysis/src/regions/cuts.rs",
    "crates/analysis/src/regions/evidence.rs",
    "crates/analysis/src/regions/fields/pieces.rs",
    "crates/analysis/src/wrappers/paper/comparison.rs",
    "crates/analysis/src/wrappers/places.rs",
    "crates/fetch/src/crawl/sightings.rs",
    "crates/knowledge/src/instances/same_attributes.rs",
    "crates/knowledge/src/taxonomy/menu.rs",
    "crates/knowledge/src/taxonomy/survey.rs",
    "crates/lode/src/mining/graph.rs",
    "crates/store/src/verify.rs",
];

/// What is stored, or compared with what another run has stored, needs a hash that never changes.
fn numbers_that_last_are_fingerprints(source: &Source) -> Vec<Finding> {
    let is_bound = source.is_rust() && source.product_crate().is_some();
    if !is_bound || NUMBERS_OF_A_RUN.contains(&source.path.as_str()) {
        return Vec::new();
    }
    let advice = "use page::Fingerprint for what is stored or compared across runs; a number that no other run sees \
                  gets its file a line in NUMBERS_OF_A_RUN of tidy";
    Source::find(source.product_code(), &TABLE_HASHERS, advice)
}

#[test]
fn hashers_of_tables_make_no_numbers_that_last() {
    let rule = numbers_that_last_are_fingerprints;
    hold(rule);
    catches(rule, "crates/lode/src/x.rs", "let mut digest = FxHasher::default();");
    catches(rule, "crates/analysis/src/x.rs", "use std::hash::{DefaultHasher, Hash};");
    catches(rule, "crates/store/src/x.rs", "let number = state.hash_one(text);");
    accepts(rule, "crates/lode/src/x.rs", "let digest = Fingerprint::new();");
    accepts(rule, "crates/lode/src/x.rs", "use rustc_hash::{FxHashMap, FxHashSet};");
    accepts(rule, "crates/lode/src/mining/graph.rs", "let mut hasher = FxHasher::default();");
    let is_stale = |path: &&str| {
        let file = tree().iter().find(|file| file.path == **path);
        file.is_none_or(|file| !TABLE_HASHERS.iter().any(|hasher| file.text.contains(hasher)))
    };
    let stale: Vec<&str> = NUMBERS_OF_A_RUN.into_iter().filter(|path| is_stale(path)).collect();
    assert!(stale.is_empty(), "these make no such numbers any more: {stale:?}");
}

#[test]
fn pure_crates_have_no_inputs_but_their_arguments() {
    let rule = pure_crates_reach_for_nothing;
    hold(rule);
    catches(rule, "crates/page/src/x.rs", "use std::fs;");
    catches(rule, "crates/page/src/x.rs", "use std::{\n    collections::HashMap,\n    env::var,\n};");
    catches(rule, "crates/analysis/src/x.rs", "let t = Instant::now();");
    catches(rule, "crates/knowledge/src/x.rs", "let r = rand::random();");
    catches(rule, "crates/layout/src/x.rs", "let t = SystemTime::now();");
    accepts(rule, "crates/layout/src/x.rs", "let t = Instant::now();");
    accepts(rule, "crates/page/src/x.rs", "use std::time::SystemTime; // never std::fs\nuse std::{fmt, iter};");
    accepts(rule, "crates/page/src/x.rs", "#[cfg(test)]\nmod tests {\n    use std::fs;\n}");
    accepts(rule, "crates/page/tests/x.rs", "use std::fs;");
    accepts(rule, "crates/store/src/x.rs", "use std::fs;");
}

#[test]
fn only_fetch_opens_connections() {
    hold(only_fetch_connects);
    catches(only_fetch_connects, "crates/server/src/x.rs", "TcpStream::connect(address)");
    accepts(only_fetch_connects, "crates/fetch/src/x.rs", "TcpStream::connect(address)");
    accepts(only_fetch_connects, "crates/server/src/x.rs", "TcpListener::bind(address)");
}

#[test]
fn core_types_do_not_derive_a_format() {
    let rule = core_types_have_no_derived_format;
    hold(rule);
    catches(rule, "crates/page/src/x.rs", "#[derive(Debug, Serialize)]\nstruct A;");
    catches(rule, "crates/analysis/src/x.rs", "#[derive(serde::Deserialize)]");
    accepts(rule, "crates/server/src/x.rs", "#[derive(Serialize)]");
}
