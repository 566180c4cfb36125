//! Rules over who decides, who words and who writes JSON: `lode` is the application, and the command line only reads
//! arguments and prints. Whatever a server or another program would need too is not written there.

use crate::source::{Finding, Source, accepts, catches, hold};

/// What the command line does not do itself, each with where it is done.
const NOT_THERE: [(&str, &str); 8] = [
    ("Serialize", "the JSON that others rely on is in `lode::wire`"),
    ("serde", "the JSON that others rely on is in `lode::wire`"),
    ("serde_json", "the JSON that others rely on is in `lode::wire`"),
    ("flate2", "files are unpacked, with a bound, by `lode::kb::load`"),
    ("tempfile", "a file that appears when it is complete is `lode::export::Complete`"),
    ("lode::wrappers", "what wrappers know is asked of `lode::wrapping`"),
    ("writer.begin", "a change of a knowledge base that belongs together is a function of `lode::kb`"),
    ("hint()", "what to do about a failure is its advice, which `exit.rs` words"),
];

fn the_command_line_decides_nothing(source: &Source) -> Vec<Finding> {
    let Some(_) = source.product_crate().filter(|folder| *folder == "cli" && source.is_rust()) else {
        return Vec::new();
    };
    NOT_THERE.iter().flat_map(|(word, advice)| Source::find(source.product_code(), &[word], advice)).collect()
}

/// Chromium has options too, and these are its own.
const OPTIONS_OF_OTHERS: &str = "crates/fetch/src/browser/";

/// An option of the command line means nothing to those who call a server or a library.
fn only_the_command_line_names_options(source: &Source) -> Vec<Finding> {
    let is_below = |folder: &&str| *folder != "cli" && source.is_rust() && !source.path.starts_with(OPTIONS_OF_OTHERS);
    let Some(_) = source.product_crate().filter(is_below) else { return Vec::new() };
    let names_option = |line: &str| {
        line.match_indices("--").any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + 2..].chars().next();
            matches!(before, Some(' ' | '"' | '`' | '(')) && after.is_some_and(|c| c.is_ascii_lowercase())
        })
    };
    let advice = "an option of the command line: say it as `job::Advice`, which `cli` words";
    let found = source.product_code().filter(|(_, line)| names_option(line));
    found.map(|(line, _)| Finding { line, advice: advice.to_owned() }).collect()
}

#[test]
fn the_command_line_only_reads_arguments_and_prints() {
    let rule = the_command_line_decides_nothing;
    hold(rule);
    catches(rule, "crates/cli/src/x.rs", "#[derive(Serialize)]\nstruct Line;");
    catches(rule, "crates/cli/src/x.rs", "let mut commit = writer.begin(\"review\")?;");
    catches(rule, "crates/cli/src/x.rs", "use lode::wrappers::reading;");
    accepts(rule, "crates/cli/src/x.rs", "let line = wire::line(&wire::v1::Segments::of(page, &parts));");
    accepts(rule, "crates/lode/src/x.rs", "#[derive(Serialize)]");
}

#[test]
fn nothing_below_the_command_line_names_its_options() {
    let rule = only_the_command_line_names_options;
    hold(rule);
    catches(rule, "crates/store/src/x.rs", "\"give it more: --timeout SECONDS\"");
    catches(rule, "crates/fetch/src/x.rs", "\"--allow-net allows it\"");
    accepts(rule, "crates/store/src/x.rs", "let x = 1; // see --timeout");
    accepts(rule, "crates/store/src/x.rs", "\"<!-- a comment -->\"");
    accepts(rule, "crates/cli/src/x.rs", "\"give it more: --timeout SECONDS\"");
}
