//! The html5lib conformance suites: tree construction through our own tree, the tokenizer as we drive it, and the
//! encoding prescan. Tests only; the suites are data that is not part of the project, and without them the tests
//! say so and pass.
//!
//! Known failures are named lists beside each suite. A case that fails without being listed fails the test, and so
//! does a listed case that passes.

mod encoding;
mod tokenizer;
mod tree_construction;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A case that is known to fail, and why.
type KnownFailure = (&'static str, &'static str);

/// The folder of one suite, if the corpus is there.
fn suite(name: &str) -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let corpora = std::env::var_os("LODE_CORPORA").map_or_else(|| workspace.join("target/corpora"), PathBuf::from);
    let folder = corpora.join("html5lib-tests").join(name);
    if !folder.is_dir() {
        println!("skipped: no html5lib tests at {}; LODE_CORPORA names the folder that holds them", folder.display());
        return None;
    }
    Some(folder)
}

/// The files of a suite with this extension, by name.
fn files(folder: &Path, extension: &str) -> Vec<(String, Vec<u8>)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.into_iter().map(|path| (name(&path), std::fs::read(&path).unwrap())).collect()
}

/// What the cases of a suite came to.
#[derive(Default)]
struct Outcome {
    passed: usize,
    /// Case to what was got instead of what was expected; a case may run in several ways.
    failed: BTreeMap<String, Vec<String>>,
}

impl Outcome {
    fn record(&mut self, case: String, input: &str, got: &str, expected: &str) {
        if got == expected {
            self.passed += 1;
        } else {
            let story = format!("input:\n{input}\ngot:\n{got}\nexpected:\n{expected}");
            self.failed.entry(case).or_default().push(story);
        }
    }

    /// Holds the failures against the list.
    fn check(self, suite: &str, known: &[KnownFailure]) {
        let failed: usize = self.failed.values().map(Vec::len).sum();
        println!("{suite}: {} of {} runs pass", self.passed, self.passed + failed);
        let known: BTreeSet<&str> = known.iter().map(|(case, _)| *case).collect();
        let news: Vec<String> = self
            .failed
            .iter()
            .filter(|(case, _)| !known.contains(case.as_str()))
            .map(|(case, stories)| format!("== {case}\n{}", stories.join("\n")))
            .collect();
        assert!(news.is_empty(), "{} cases fail that are not listed:\n{}", news.len(), news.join("\n"));
        let stale: Vec<&&str> = known.iter().filter(|case| !self.failed.contains_key(**case)).collect();
        assert!(stale.is_empty(), "these cases are listed as failures but pass: {stale:?}");
    }
}

/// The cases of a `.dat` file: sections by name, each with its lines joined.
fn dat_cases(bytes: &[u8], sections: &[&str]) -> Vec<BTreeMap<String, Vec<u8>>> {
    let mut cases: Vec<BTreeMap<String, Vec<u8>>> = Vec::new();
    let mut section = String::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let heading = line.strip_prefix(b"#").map(|rest| String::from_utf8_lossy(rest).trim_end().to_owned());
        match heading.filter(|heading| sections.contains(&heading.as_str())) {
            Some(heading) => {
                if heading == "data" {
                    cases.push(BTreeMap::new());
                }
                section = heading;
                cases.last_mut().unwrap().insert(section.clone(), Vec::new());
            }
            None => {
                if let Some(case) = cases.last_mut() {
                    case.get_mut(&section).unwrap().extend_from_slice(line);
                }
            }
        }
    }
    cases
}
