//! `cargo xtask test`: everything that must hold before a change is kept, on a machine that has only Rust.
//!
//! All of it uses the release profile: the layout engine takes minutes to build, and one profile lets the demo, the
//! quality gate, the benches and the tests share it. How good the results are is the matter of `quality.rs`.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::steps::Steps;
use crate::workspace::Workspace;
use crate::{corpora, install, process};

/// Tests keep the checks of a debug build in our own crates. The dependencies keep their release settings, exactly,
/// or else cargo would build them a second time.
const CHECKED: [&str; 4] = [
    "profile.release.debug-assertions=true",
    "profile.release.overflow-checks=true",
    "profile.release.package.\"*\".debug-assertions=false",
    "profile.release.package.\"*\".overflow-checks=false",
];

pub(crate) fn run(workspace: &Workspace) -> Result<(), Failure> {
    let mut steps = Steps::default();
    let mut folder = None;
    let mut totals = Totals::default();
    steps.run("chromium", || install::ensure(&install::CHROMIUM));
    steps.run("format", || optional(workspace, "fmt", &["--all", "--check"]));
    steps.run("lint", || {
        let all = ["--release", "--workspace", "--all-targets", "--", "-D", "warnings"];
        optional(workspace, "clippy", &all)
    });
    steps.run("corpora", || {
        folder = corpora::prepare(workspace)?;
        let none = || "none here; conformance suites that need them are passed over".to_owned();
        Ok(folder.as_ref().map_or_else(none, |folder| folder.display().to_string()))
    });
    steps.run("tests", || {
        let mut cargo = workspace.cargo();
        cargo.args(["test", "--release", "--workspace", "--no-fail-fast"]);
        cargo.args(CHECKED.iter().flat_map(|setting| ["--config", setting]));
        if let Some(folder) = &folder {
            cargo.env(corpora::VARIABLE, folder);
        }
        let outcome = run_tests(&mut cargo, &mut totals);
        outcome.map(|()| totals.to_string())
    });
    let outcome = steps.finish();
    println!("all tests: {totals}");
    outcome
}

/// Runs a cargo component if it is installed: a bare toolchain may come without it.
fn optional(workspace: &Workspace, component: &str, args: &[&str]) -> Result<String, Failure> {
    if !process::succeeds(workspace.cargo().args([component, "--version"])) {
        return Ok(format!("passed over: cargo {component} is not installed"));
    }
    process::run(workspace.cargo().arg(component).args(args)).map(|()| String::new())
}

/// Runs cargo's tests, passing their output on line by line and adding up the summaries.
fn run_tests(cargo: &mut Command, totals: &mut Totals) -> Result<(), Failure> {
    let mut child = cargo.stdout(Stdio::piped()).spawn().map_err(|error| process::cannot_start(cargo, error))?;
    let mut out = std::io::stdout().lock();
    for line in child.stdout.take().into_iter().flat_map(|pipe| BufReader::new(pipe).split(b'\n')) {
        let Ok(line) = line else { break };
        totals.add(&String::from_utf8_lossy(&line));
        // A reader of our output who went away, as `head` does, must not stop the tests.
        let _ = out.write_all(&line).and_then(|()| out.write_all(b"\n"));
    }
    let status = child.wait().map_err(|error| Failure::new("cannot wait for cargo test").because(error))?;
    if status.success() { Ok(()) } else { Err(Failure::new(totals.to_string())) }
}

/// What the summaries of all test binaries add up to.
#[derive(Default, Debug, PartialEq)]
struct Totals {
    suites: usize,
    passed: usize,
    failed: usize,
    ignored: usize,
}

impl Totals {
    /// Adds a line if it is a summary such as `test result: ok. 3 passed; 0 failed; 0 ignored; …`.
    fn add(&mut self, line: &str) {
        let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". ")) else {
            return;
        };
        self.suites += 1;
        for count in counts.split(';') {
            let mut words = count.split_whitespace();
            let number = words.next().and_then(|word| word.parse::<usize>().ok()).unwrap_or(0);
            match words.next() {
                Some("passed") => self.passed += number,
                Some("failed") => self.failed += number,
                Some("ignored") => self.ignored += number,
                _ => {}
            }
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { suites, passed, failed, ignored } = self;
        write!(f, "{passed} passed; {failed} failed; {ignored} ignored in {suites} suites")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_add_up() {
        let mut totals = Totals::default();
        for line in [
            "running 4 tests",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s",
            "the text test result: ok. 9 passed inside another line",
        ] {
            totals.add(line);
        }
        assert_eq!(totals, Totals { suites: 2, passed: 8, failed: 2, ignored: 1 });
        assert_eq!(totals.to_string(), "8 passed; 2 failed; 1 ignored in 2 suites");
    }
}
