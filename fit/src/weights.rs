//! The file of weights beside a stage: Rust source that only this program writes.

use std::fmt::Write as _;

use analysis::evidence::Fact;

/// What the header of a file of weights says.
#[derive(Debug)]
pub struct Header<'a> {
    /// Which task wrote it.
    pub task: &'a str,
    /// What the weights are of, in a few words.
    pub about: &'a str,
    /// The corpora, each with a fingerprint of what was read of it.
    pub corpora: &'a [(String, u64)],
    /// The day.
    pub date: &'a str,
    /// How many decisions the weights were fitted to, and how strong the penalty was.
    pub decisions: usize,
    /// See `decisions`.
    pub ridge: f64,
    /// The scores, in words: name and line.
    pub scores: &'a [(String, String)],
}

/// The text of the file. Weights that are set by hand stand in the code, with their reason.
pub fn source(header: &Header<'_>, facts: &[Fact], weights: &[f64]) -> String {
    let Header { task, about, corpora, date, decisions, ridge, scores } = header;
    let mut text = format!("//! {about}\n//!\n//! Written by `cargo xtask fit {task}`, never by hand.\n//!\n");
    let _ = writeln!(text, "//! fitted on {date} to {decisions} decisions, ridge {ridge}");
    for (corpus, hash) in *corpora {
        let _ = writeln!(text, "//! corpus {corpus} {hash:016x}");
    }
    for (name, line) in *scores {
        text.push_str(&wrapped(&format!("{name}: {line}")));
    }
    text.push_str("\nuse crate::evidence::Weight;\n\npub(crate) const WEIGHTS: &[Weight] = &[\n");
    for (fact, weight) in facts.iter().zip(weights).filter(|(fact, _)| fact.by_hand.is_none()) {
        let _ = writeln!(text, "    (\"{}\", {}),", fact.name, printed(*weight));
    }
    text.push_str("];\n");
    text
}

/// A line of the header, broken where there are two spaces if it is too long.
fn wrapped(line: &str) -> String {
    const WIDTH: usize = 110;
    let mut text = String::new();
    let mut length = 0;
    for part in line.split("  ") {
        let start = match length {
            0 => "//! ",
            _ if length + part.len() > WIDTH => "\n//!   ",
            _ => "  ",
        };
        length = if start == "  " { length + 2 + part.len() } else { part.len() + 3 };
        text.push_str(start);
        text.push_str(part);
    }
    text.push('\n');
    text
}

/// A weight as it is printed: three digits behind the point, and always a number of Rust.
fn printed(weight: f64) -> String {
    let text = format!("{weight:.3}");
    let trimmed = text.trim_end_matches('0');
    let text = if trimmed.ends_with('.') { format!("{trimmed}0") } else { trimmed.to_owned() };
    if text == "-0.0" { "0.0".to_owned() } else { text }
}

/// The weights as they will be read back.
pub fn rounded(weights: &[f64]) -> Vec<f64> {
    weights.iter().map(|&weight| printed(weight).parse().unwrap_or(weight)).collect()
}
