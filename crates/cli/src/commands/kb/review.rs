//! `lode kb review`: names that pages have and nobody knows. Without a decision it lists them.

use std::fmt::Write as _;

use lode::kb::{Decisions, short, waiting_names};
use lode::{printable, wire};

use super::open;
use crate::args::{PlainFormat, Review};
use crate::commands::quoted;
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;

/// Names that are shown to people.
const SHOWN: usize = 30;

pub(super) fn run(settings: &Review, printer: &Printer) -> Result<Exit, Diagnostic> {
    let base = open(&settings.kb)?;
    let decisions = Decisions {
        accept: settings.accept.clone(),
        dismiss: settings.dismiss.clone(),
        reopen: settings.reopen.clone(),
    };
    if decisions.is_empty() {
        return list(settings);
    }
    let who = settings.who.clone().or_else(|| std::env::var("USER").ok()).unwrap_or_else(|| "somebody".to_owned());
    let accepted = decisions.make(&base, &who).map_err(|error| {
        let diagnostic = Diagnostic::from(error);
        let kb = quoted(&settings.kb.display().to_string());
        let hint = diagnostic.hint.map(|hint| hint.replace("review KB", &format!("review {kb}")));
        Diagnostic { hint, ..diagnostic }
    })?;
    printer.say(&format!(
        "{accepted} accepted, {} dismissed, {} taken back; the next lode populate knows them",
        decisions.dismiss.len(),
        decisions.reopen.len()
    ));
    Ok(Exit::Done)
}

fn list(settings: &Review) -> Result<Exit, Diagnostic> {
    let snapshot = open(&settings.kb)?.read()?;
    let waiting = waiting_names(&snapshot)?;
    let mut output = Output::open(None)?;
    let text = match settings.format {
        PlainFormat::Jsonl => waiting.iter().map(|name| wire::line(&wire::v1::UnknownName::of(name))).collect(),
        PlainFormat::Text => {
            let prefixes = snapshot.prefixes()?;
            let kb = quoted(&settings.kb.display().to_string());
            let mut text = String::new();
            for one in waiting.iter().take(SHOWN) {
                let seen = &one.seen;
                let unit = if seen.pages == 1 { "page" } else { "pages" };
                let _ = writeln!(text, "{}  on {} {unit} such as {}", seen.name, seen.pages, seen.page);
                if !seen.examples.is_empty() {
                    let _ = writeln!(text, "    {}", lode::clipped(&seen.examples.join("  ·  "), 100));
                }
                let near = one
                    .suggestions
                    .iter()
                    .map(|(iri, likeness)| format!("{} ({:.0} %)", short(iri, &prefixes), 100.0 * likeness));
                let near: Vec<String> = near.collect();
                if !near.is_empty() {
                    let _ = writeln!(text, "    perhaps {}", near.join(", "));
                }
            }
            if waiting.len() > SHOWN {
                let _ = writeln!(text, "… {} more", waiting.len() - SHOWN);
            }
            if !waiting.is_empty() {
                let _ = writeln!(text, "Decide: lode kb review {kb} --accept 'NAME=TERM' --dismiss NAME");
            }
            printable(&text)
        }
    };
    output.write(&text).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    Ok(if waiting.is_empty() { Exit::NothingFound } else { Exit::Done })
}
