//! `lode kb review`: names that pages have and nobody knows. Without a decision it lists them.

use std::fmt::Write as _;

use lode::kb::{Named, UnknownTerm, Waiting, waiting_names};
use lode::printable;
use serde::Serialize;

use super::{open, short};
use crate::args::{PlainFormat, Review};
use crate::commands::{json_line, quoted};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::printer::Printer;

/// Names that are shown to people.
const SHOWN: usize = 30;

pub(super) fn run(settings: &Review, printer: &Printer) -> Result<Exit, Failure> {
    let base = open(&settings.kb)?;
    if settings.accept.is_empty() && settings.dismiss.is_empty() && settings.reopen.is_empty() {
        return list(settings);
    }
    let named = Named::of(&base.read()?)?;
    // All names are found before one of them is remembered.
    let mut accepted: Vec<(&str, String)> = Vec::new();
    for (name, term) in &settings.accept {
        let found = named.property(term).or_else(|near| named.class(term).map_err(|class| no_term(&near, &class)))?;
        accepted.extend(found.into_iter().next().map(|iri| (name.as_str(), iri)));
    }
    let who = settings.who.clone().or_else(|| std::env::var("USER").ok()).unwrap_or_else(|| "somebody".to_owned());
    let mut writer = base.write()?;
    let mut commit = writer.begin("review names")?;
    for (name, term) in &accepted {
        commit.accept_name(name, term, &who)?;
    }
    for name in &settings.dismiss {
        commit.dismiss_name(name, &who)?;
    }
    for name in &settings.reopen {
        if !commit.reopen_name(name)? {
            let kb = quoted(&settings.kb.display().to_string());
            return Err(Failure::new(format!("nothing was decided about {name:?}"))
                .with_hint(format!("what waits for a decision: lode kb review {kb}")));
        }
    }
    commit.finish()?;
    printer.say(&format!(
        "{} accepted, {} dismissed, {} taken back; the next lode populate knows them",
        accepted.len(),
        settings.dismiss.len(),
        settings.reopen.len()
    ));
    Ok(Exit::Done)
}

/// What to say of a name that is neither a property's nor a class's.
fn no_term(property: &UnknownTerm, class: &UnknownTerm) -> Failure {
    let mut near: Vec<&str> = property.near.iter().chain(&class.near).map(String::as_str).collect();
    let mut seen = std::collections::HashSet::new();
    near.retain(|name| seen.insert(*name));
    Failure::new(format!("there is no class or property named {:?}", property.name))
        .with_hint(format!("did you mean {}?", near.join(", ")))
}

fn list(settings: &Review) -> Result<Exit, Failure> {
    let snapshot = open(&settings.kb)?.read()?;
    let waiting = waiting_names(&snapshot)?;
    let mut output = Output::open(None)?;
    let text = match settings.format {
        PlainFormat::Jsonl => waiting.iter().map(jsonl).collect(),
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

#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    class: &'a str,
    pages: usize,
    page: &'a str,
    examples: &'a [String],
    suggestions: Vec<SuggestionLine<'a>>,
}

#[derive(Serialize)]
struct SuggestionLine<'a> {
    term: &'a str,
    likeness: f64,
}

fn jsonl(waiting: &Waiting) -> String {
    let seen = &waiting.seen;
    let suggestions = waiting.suggestions.iter().map(|(term, likeness)| SuggestionLine { term, likeness: *likeness });
    json_line(&Line {
        name: &seen.name,
        class: &seen.class,
        pages: seen.pages,
        page: &seen.page,
        examples: &seen.examples,
        suggestions: suggestions.collect(),
    })
}
