//! Rules over the documents a newcomer reads first: the map must show what is there, and the README must name the
//! two commands that start everything. Whether they are well written, no test can say.

use crate::source::{Finding, Source, accepts, catches, hold, root, tree};

/// What a person types first, and what a contributor types last.
const COMMANDS: [&str; 2] = ["cargo run --release -- demo", "cargo xtask test"];

/// Endings that make a word in backticks a file.
const FILES: [&str; 7] = [".rs", ".md", ".toml", ".ttl", ".css", ".js", ".sh"];

fn readme_names_the_commands(source: &Source) -> Vec<Finding> {
    if source.path != "README.md" {
        return Vec::new();
    }
    let missing = COMMANDS.iter().filter(|command| !source.text.contains(*command));
    missing.map(|command| Finding { line: 1, advice: format!("name the command `{command}`") }).collect()
}

fn map_names_every_crate(source: &Source) -> Vec<Finding> {
    if source.path != "ARCHITECTURE.md" {
        return Vec::new();
    }
    let folders = tree().iter().filter_map(|file| file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml"));
    let shows = |name: &str| {
        [format!("{name}/"), format!("/{name}`"), format!("`{name}`")].iter().any(|form| source.text.contains(form))
    };
    let advice = |name| format!("the map does not show crates/{name}: say what it is and is not");
    folders.filter(|name| !shows(name)).map(|name| Finding { line: 1, advice: advice(name) }).collect()
}

fn map_names_only_what_exists(source: &Source) -> Vec<Finding> {
    if source.path != "ARCHITECTURE.md" {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (line, text) in source.lines() {
        // Every second piece between backticks is a word in code.
        for word in text.split('`').skip(1).step_by(2).filter(|word| is_path(word) && !exists(word)) {
            found.push(Finding { line, advice: format!("`{word}` does not exist: correct the map") });
        }
    }
    found
}

/// Whether a word in backticks means a file or folder of ours, rather than a type of content or a command.
fn is_path(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
    let has_place = |first: &str| !first.is_empty() && root().join(first).is_dir();
    let starts_here = word.split_once('/').is_some_and(|(first, _)| has_place(first));
    plain
        && !word.starts_with('/')
        && (starts_here || word.ends_with('/') || FILES.iter().any(|end| word.ends_with(end)))
}

/// Whether it is in the tree: from the root, or as the end of a longer path such as `pipeline.rs`.
fn exists(word: &str) -> bool {
    let word = word.trim_end_matches('/');
    let inside = |path: &str| path.ends_with(&format!("/{word}")) || path.contains(&format!("/{word}/"));
    root().join(word).exists() || tree().iter().any(|file| inside(&file.path))
}

#[test]
fn readme_shows_how_to_start() {
    hold(readme_names_the_commands);
    catches(readme_names_the_commands, "README.md", "cargo xtask test");
    accepts(readme_names_the_commands, "README.md", "`cargo run --release -- demo`, `cargo xtask test`");
}

#[test]
fn map_shows_every_crate() {
    hold(map_names_every_crate);
    catches(map_names_every_crate, "ARCHITECTURE.md", "Only `page` is told of.");
}

#[test]
fn map_shows_nothing_that_is_not_there() {
    let rule = map_names_only_what_exists;
    hold(rule);
    catches(rule, "ARCHITECTURE.md", "see `crates/nowhere/src`");
    catches(rule, "ARCHITECTURE.md", "see `no_such_file.rs`");
    accepts(
        rule,
        "ARCHITECTURE.md",
        "see `tidy/src/`, `source.rs`, `text/html`, `cargo xtask test`, `commands/<verb>.rs`",
    );
}
