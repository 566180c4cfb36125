//! `lode kb stats`: how much is in a knowledge base, and from where.

use std::fmt::Write as _;

use lode::kb::short;
use lode::store::Stats;
use lode::store::sparql::Prefixes;
use lode::{printable, wire};

use super::{counted, open};
use crate::args::{Stats as Settings, StatsFormat};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;

/// Classes and properties that are shown to people.
const SHOWN: usize = 30;

pub(super) fn run(settings: &Settings) -> Result<Exit, Diagnostic> {
    let snapshot = open(&settings.kb)?.read()?;
    let (stats, prefixes) = (snapshot.stats()?, snapshot.prefixes()?);
    let text = match settings.format {
        StatsFormat::Jsonl => wire::line(&wire::v1::Stats::of(&stats, &prefixes)),
        StatsFormat::Text => printable(&text(&stats, &prefixes)),
        StatsFormat::Svg => lode::kb::picture(&snapshot, &settings.kb.display().to_string())?,
    };
    let mut output = Output::open(settings.output.as_deref())?;
    output.write(&text).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    Ok(if stats.statements == 0 { Exit::NothingFound } else { Exit::Done })
}

fn text(stats: &Stats, prefixes: &Prefixes) -> String {
    let mut text = format!("{} from {}", counted(stats.statements, "statement"), counted(stats.sources, "page"));
    let mut more = |count: u64, what: &str| {
        if count > 0 {
            let _ = write!(text, ", {count} {what}");
        }
    };
    more(stats.merged, "individuals merged into others");
    more(stats.raw, "texts that did not fit");
    more(stats.synonyms, "names learnt");
    text.push('\n');
    list(&mut text, "classes", &stats.classes, prefixes);
    list(&mut text, "properties", &stats.properties, prefixes);
    text.push_str("prefixes\n");
    for (prefix, iri) in &prefixes.0 {
        let _ = writeln!(text, "  {:>10} <{iri}>", format!("{prefix}:"));
    }
    text.push_str("history\n");
    for commit in &stats.commits {
        let (added, removed) = (commit.added, commit.removed);
        let _ = writeln!(text, "  {:>4}  {}  +{added} −{removed}  {}", commit.number, commit.time, commit.what);
    }
    text
}

fn list(text: &mut String, what: &str, counts: &[(String, u64)], prefixes: &Prefixes) {
    if counts.is_empty() {
        return;
    }
    let _ = writeln!(text, "{what}");
    for (iri, count) in counts.iter().take(SHOWN) {
        let _ = writeln!(text, "  {count:>10} {}", short(iri, prefixes));
    }
    if counts.len() > SHOWN {
        let _ = writeln!(text, "  … {} more", counts.len() - SHOWN);
    }
}
