//! `lode instances`: what a knowledge base knows of, value by value with its source.

use std::fmt::Write as _;

use lode::kb::Named;
use lode::store::{Described, plain};
use lode::{clipped, local_name, printable, wire};

use super::kb;
use crate::args::{Instances, PlainFormat};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;

pub(super) fn run(settings: &Instances) -> Result<Exit, Diagnostic> {
    let snapshot = kb::open(&settings.kb)?.read()?;
    let classes = match &settings.concept {
        Some(class) => Named::of(&snapshot)?.class(class)?,
        None => Vec::new(),
    };
    let mut output = Output::open(settings.output.as_deref())?;
    let mut count = 0;
    for iri in snapshot.individuals(&classes)? {
        let Some(described) = snapshot.describe(&iri)? else { continue };
        count += 1;
        let text = match settings.format {
            PlainFormat::Jsonl => wire::line(&wire::v1::Instance::of(&described)),
            PlainFormat::Text => printable(&text(&described)),
        };
        output.write(&text).or_else(Output::ignore_closed_pipe)?;
    }
    output.finish()?;
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}

/// Values of an individual that are shown to people.
const SHOWN: usize = 24;
/// Texts that did not become values that are shown to people.
const RAW_SHOWN: usize = 6;

fn text(described: &Described) -> String {
    let name = described.label.as_deref().unwrap_or("(without a name)");
    let classes: Vec<&str> = described.classes.iter().map(|class| local_name(class)).collect();
    let mut text = format!("{name}  ·  {}  ·  {}\n", classes.join(", "), described.iri);
    for same in &described.same {
        let _ = writeln!(text, "  the same as {same}");
    }
    let mut page = None;
    for value in described.values.iter().take(SHOWN) {
        let said = value.label.clone().unwrap_or_else(|| plain(&value.value));
        let name = local_name(&value.property);
        let _ = write!(text, "  {name:<18} {}", clipped(&said, 60));
        // A page that is the same as above need not be told again.
        if page != value.page {
            let _ = write!(text, "   {}", value.page.as_deref().unwrap_or_default());
            page.clone_from(&value.page);
        }
        text.push('\n');
    }
    if described.values.len() > SHOWN {
        let _ = writeln!(text, "  … {} more", described.values.len() - SHOWN);
    }
    for raw in described.raw.iter().take(RAW_SHOWN) {
        let (name, said) = (clipped(&raw.name, 18), clipped(&raw.text, 40));
        let _ = writeln!(text, "  ({name}: {said}  – {})", raw.reason);
    }
    if described.raw.len() > RAW_SHOWN {
        let _ = writeln!(text, "  (… {} more that did not fit)", described.raw.len() - RAW_SHOWN);
    }
    text.push('\n');
    text
}
