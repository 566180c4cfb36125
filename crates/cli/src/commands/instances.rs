//! `lode instances`: what a knowledge base knows of, value by value with its source.

use std::collections::BTreeMap;

use lode::store::{Described, FoundValue};
use serde::Serialize;

use super::{json_line, kb};
use crate::args::{Instances, PlainFormat};
use crate::exit::{Exit, Failure};
use crate::output::Output;

pub(super) fn run(settings: &Instances) -> Result<Exit, Failure> {
    let snapshot = kb::open(&settings.kb)?.read()?;
    let classes: Vec<String> = settings.concept.iter().cloned().collect();
    let mut output = Output::open(settings.output.as_deref())?;
    let mut count = 0;
    for iri in snapshot.individuals(&classes)? {
        let Some(described) = snapshot.describe(&iri)? else { continue };
        count += 1;
        let text = match settings.format {
            PlainFormat::Jsonl => jsonl(&described),
            PlainFormat::Text => format!("{}  {}\n", described.label.as_deref().unwrap_or("–"), described.iri),
        };
        output.write(&text).or_else(Output::ignore_closed_pipe)?;
    }
    output.finish()?;
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}

#[derive(Serialize)]
struct Line<'a> {
    instance: &'a str,
    label: Option<&'a str>,
    concepts: &'a [String],
    attributes: BTreeMap<&'a str, Vec<ValueLine<'a>>>,
}

#[derive(Serialize)]
struct ValueLine<'a> {
    text: String,
    page: Option<&'a str>,
    path: Option<&'a str>,
}

fn jsonl(described: &Described) -> String {
    let mut attributes: BTreeMap<&str, Vec<ValueLine<'_>>> = BTreeMap::new();
    for value in &described.values {
        attributes.entry(&value.property).or_default().push(value_line(value));
    }
    json_line(&Line {
        instance: &described.iri,
        label: described.label.as_deref(),
        concepts: &described.classes,
        attributes,
    })
}

fn value_line(value: &FoundValue) -> ValueLine<'_> {
    ValueLine {
        text: value.text.clone().unwrap_or_else(|| value.value.to_string()),
        page: value.page.as_deref(),
        path: value.path.as_deref(),
    }
}
