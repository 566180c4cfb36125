//! Rules over the text of each file: its head, its size, its words. What rustfmt and clippy hold is not repeated.

use crate::source::{Finding, Source, accepts, catches, has_word, hold};

const MAX_LINES: usize = 500;
const MAX_WIDTH: usize = 120;

/// Names that say nothing about what is inside.
const EMPTY_NAMES: [&str; 8] = ["common", "helper", "helpers", "manager", "managers", "misc", "util", "utils"];

/// Beginnings of places that exist on one machine only.
const MACHINE_PATHS: [&str; 6] = ["/work/", "/root/", "/home/", "/tmp/", "/Users/", "/workspace/"];

/// One finding on the first line, if it is so.
fn if_so(is_wrong: bool, advice: String) -> Vec<Finding> {
    is_wrong.then_some(Finding { line: 1, advice }).into_iter().collect()
}

fn files_say_what_they_are(source: &Source) -> Vec<Finding> {
    let is_wrong = source.is_rust() && !source.text.starts_with("//! ");
    if_so(is_wrong, "begin the file with `//! `: what it is and what it is not".to_owned())
}

fn files_are_short(source: &Source) -> Vec<Finding> {
    // A file of tests is counted whole: it can be split as well.
    let end = Some(source.tests_from()).filter(|end| *end > 1).unwrap_or(usize::MAX);
    let lines = source.lines().count().min(end.saturating_sub(1));
    let advice = format!("{lines} lines without tests: split the file by what it does, at most {MAX_LINES}");
    if_so(source.is_rust() && lines > MAX_LINES, advice)
}

fn lines_are_short(source: &Source) -> Vec<Finding> {
    // Expected texts in tests stand as they come.
    let lines = source.lines().take(source.tests_from() - 1);
    let long = lines.map(|(number, line)| (number, line.chars().count())).filter(|(_, w)| *w > MAX_WIDTH);
    let advice = |width| format!("{width} characters: break the line, at most {MAX_WIDTH}");
    long.filter(|_| source.is_rust()).map(|(line, width)| Finding { line, advice: advice(width) }).collect()
}

fn exceptions_carry_a_reason(source: &Source) -> Vec<Finding> {
    if !source.is_rust() || source.is_rule_book() {
        return Vec::new();
    }
    let advice = "write `#[expect(…, reason = \"…\")]`, which goes when it is no longer needed";
    Source::find(source.code(), &["#[allow(", "#![allow("], advice)
}

fn nothing_is_left_for_later(source: &Source) -> Vec<Finding> {
    if source.is_rule_book() || source.path.ends_with(".md") {
        return Vec::new();
    }
    let words = ["TODO", "FIXME", "XXX", "HACK", "todo!", "unimplemented!"];
    Source::find(source.lines(), &words, "do it now or leave it out; what is missing belongs in an issue")
}

fn every_test_runs(source: &Source) -> Vec<Finding> {
    if !source.is_rust() || source.is_rule_book() {
        return Vec::new();
    }
    Source::find(source.code(), &["#[ignore"], "a test that does not run protects nothing: mend it or remove it")
}

fn tests_do_not_sleep(source: &Source) -> Vec<Finding> {
    if !source.is_rust() || source.is_rule_book() {
        return Vec::new();
    }
    let words = ["thread::sleep", "time::sleep"];
    Source::find(source.test_code(), &words, "wait for the event itself, or pass the clock in")
}

fn modules_have_telling_names(source: &Source) -> Vec<Finding> {
    if !source.is_rust() {
        return Vec::new();
    }
    let parts = source.path.trim_end_matches(".rs").split('/');
    let mut found: Vec<_> = parts
        .filter(|part| EMPTY_NAMES.contains(part))
        .map(|part| Finding { line: 1, advice: format!("`{part}` says nothing: name the module after what it does") })
        .collect();
    for (line, text) in source.code().filter(|(_, text)| text.contains("mod ") && text.trim_end().ends_with('{')) {
        if let Some(name) = EMPTY_NAMES.iter().find(|name| has_word(text, &format!("mod {name}"))) {
            found.push(Finding { line, advice: format!("`{name}` says nothing: name the module after what it does") });
        }
    }
    found
}

fn nothing_names_a_machine(source: &Source) -> Vec<Finding> {
    if source.is_rule_book() {
        return Vec::new();
    }
    // Within a longer path or an address the same letters are harmless.
    let starts = |line: &str, at: usize| {
        !line[..at]
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '}' | ']' | ')' | '~' | '*'))
    };
    let hit = |line: &str| {
        MACHINE_PATHS.iter().find(|path| line.match_indices(*path).any(|(at, _)| starts(line, at))).copied()
    };
    let advice = |path| format!("`{path}`: a place on one machine; use a relative path or a temporary folder");
    let lines = source.lines().filter_map(|(line, text)| Some(Finding { line, advice: advice(hit(text)?) }));
    lines.collect()
}

#[test]
fn every_file_opens_with_what_it_is() {
    hold(files_say_what_they_are);
    catches(files_say_what_they_are, "crates/page/src/x.rs", "use a;\n//! Late.\n");
    accepts(files_say_what_they_are, "crates/page/src/x.rs", "//! What it is.\n");
}

#[test]
fn files_keep_to_their_length() {
    hold(files_are_short);
    let long = "a();\n".repeat(MAX_LINES + 1);
    catches(files_are_short, "crates/page/src/x.rs", &long);
    catches(files_are_short, "crates/page/tests/x.rs", &long);
    let tests = format!("a();\n#[cfg(test)]\nmod tests {{\n{long}}}\n");
    accepts(files_are_short, "crates/page/src/x.rs", &tests);
    accepts(files_are_short, "docs/x.md", &long);
}

#[test]
fn lines_keep_to_their_width() {
    hold(lines_are_short);
    catches(lines_are_short, "crates/page/src/x.rs", &"x".repeat(MAX_WIDTH + 1));
    accepts(lines_are_short, "crates/page/src/x.rs", &"ü".repeat(MAX_WIDTH));
    accepts(lines_are_short, "crates/page/tests/x.rs", &"x".repeat(MAX_WIDTH + 1));
}

#[test]
fn lints_are_expected_with_a_reason_never_allowed() {
    hold(exceptions_carry_a_reason);
    catches(exceptions_carry_a_reason, "crates/page/src/x.rs", "#[allow(dead_code)]");
    accepts(exceptions_carry_a_reason, "crates/page/src/x.rs", "#[expect(dead_code, reason = \"it is\")]");
}

#[test]
fn no_work_is_postponed_in_the_code() {
    hold(nothing_is_left_for_later);
    catches(nothing_is_left_for_later, "crates/page/src/x.rs", "// TODO: later");
    catches(nothing_is_left_for_later, "crates/page/src/x.rs", "unimplemented!()");
    accepts(nothing_is_left_for_later, "crates/page/src/x.rs", "// the TODOS of others");
}

#[test]
fn no_test_is_ignored() {
    hold(every_test_runs);
    catches(every_test_runs, "crates/page/src/x.rs", "#[ignore = \"slow\"]");
    accepts(every_test_runs, "crates/page/src/x.rs", "ignore(this);");
}

#[test]
fn no_test_waits_by_sleeping() {
    hold(tests_do_not_sleep);
    catches(tests_do_not_sleep, "crates/page/tests/x.rs", "std::thread::sleep(second);");
    catches(tests_do_not_sleep, "crates/page/src/x.rs", "#[cfg(test)]\nmod tests {\n    thread::sleep(x);\n}");
    accepts(tests_do_not_sleep, "crates/fetch/src/x.rs", "thread::sleep(politeness);");
}

#[test]
fn no_module_has_an_empty_name() {
    hold(modules_have_telling_names);
    catches(modules_have_telling_names, "crates/page/src/utils.rs", "");
    catches(modules_have_telling_names, "crates/page/tests/common/mod.rs", "");
    catches(modules_have_telling_names, "crates/page/src/x.rs", "mod helpers {\n}");
    accepts(modules_have_telling_names, "crates/page/src/text.rs", "mod tests {\n}");
}

#[test]
fn no_file_names_a_place_on_one_machine() {
    hold(nothing_names_a_machine);
    catches(nothing_names_a_machine, "docs/x.md", "see /home/me/notes");
    catches(nothing_names_a_machine, ".ci/run", "cd \"/tmp/x\"");
    accepts(nothing_names_a_machine, "crates/page/src/x.rs", "https://example.org/home/page and target/tmp/x");
}
