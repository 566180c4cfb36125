//! `lode taxonomy`: the tree of concepts that was mined.

use std::collections::BTreeMap;

use lode::printable;
use lode::store::Concept;
use serde::Serialize;

use super::{json_line, kb};
use crate::args::{Taxonomy, TreeFormat};
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// Names of a concept beside the usual one that are shown.
const SHOWN_NAMES: usize = 4;

pub(super) fn run(settings: &Taxonomy) -> Result<Exit, Failure> {
    let concepts = kb::open(&settings.kb)?.read()?.concepts()?;
    let mut output = Output::open(settings.output.as_deref())?;
    let text = match settings.format {
        TreeFormat::Jsonl => concepts.iter().map(jsonl).collect(),
        TreeFormat::Text => printable(&tree(&concepts)),
        TreeFormat::Svg => lode::kb::tree_picture(&concepts, &settings.kb.display().to_string()),
    };
    output.write(&text).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    Ok(if concepts.is_empty() { Exit::NothingFound } else { Exit::Done })
}

#[derive(Serialize)]
struct Line<'a> {
    concept: &'a str,
    labels: &'a [String],
    parent: Option<&'a str>,
    support: usize,
    instances: usize,
}

fn jsonl(concept: &Concept) -> String {
    json_line(&Line {
        concept: &concept.iri,
        labels: &concept.labels,
        parent: concept.parent.as_deref(),
        support: concept.support,
        instances: concept.instances,
    })
}

/// The concepts as a tree, those on most sites first.
pub(super) fn tree(concepts: &[Concept]) -> String {
    let mut below: BTreeMap<Option<&str>, Vec<&Concept>> = BTreeMap::new();
    let is_known = |iri: &str| concepts.iter().any(|concept| concept.iri == iri);
    for concept in concepts {
        below.entry(concept.parent.as_deref().filter(|iri| is_known(iri))).or_default().push(concept);
    }
    let mut text = String::new();
    let mut drawing = Drawing { below: &below, text: &mut text };
    drawing.level(None, "", true);
    text
}

struct Drawing<'a> {
    below: &'a BTreeMap<Option<&'a str>, Vec<&'a Concept>>,
    text: &'a mut String,
}

impl Drawing<'_> {
    fn level(&mut self, parent: Option<&str>, indent: &str, is_top: bool) {
        let Some(concepts) = self.below.get(&parent) else { return };
        for (at, concept) in concepts.iter().enumerate() {
            let is_last = at + 1 == concepts.len();
            let (branch, further) = match (is_top, is_last) {
                (true, _) => ("", ""),
                (false, true) => ("└─ ", "   "),
                (false, false) => ("├─ ", "│  "),
            };
            self.text.push_str(&format!("{indent}{branch}{}\n", line(concept)));
            // Parents are above their children, so that this ends; a tree that somebody else wrote may be deep.
            if indent.len() < 400 {
                self.level(Some(&concept.iri), &format!("{indent}{further}"), false);
            }
        }
    }
}

fn line(concept: &Concept) -> String {
    let mut names = concept.labels.iter();
    let name = names.next().map_or_else(|| lode::local_name(&concept.iri).to_owned(), Clone::clone);
    let others: Vec<&str> = names.take(SHOWN_NAMES).map(String::as_str).collect();
    let others = if others.is_empty() { String::new() } else { format!(" | {}", others.join(" | ")) };
    let sites = if concept.support == 1 { "1 site".to_owned() } else { format!("{} sites", concept.support) };
    let instances = match concept.instances {
        0 => String::new(),
        1 => ", 1 instance".to_owned(),
        number => format!(", {number} instances"),
    };
    format!("{name}{others}  ({sites}{instances})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_drawn() {
        let concept = |iri: &str, parent: Option<&str>, instances: usize| Concept {
            iri: iri.to_owned(),
            labels: vec![iri.to_uppercase(), format!("{iri}s")],
            parent: parent.map(str::to_owned),
            support: 2,
            instances,
        };
        let concepts =
            [concept("a", None, 0), concept("b", Some("a"), 1), concept("c", Some("a"), 3), concept("d", None, 0)];
        let expected = "A | as  (2 sites)\n├─ B | bs  (2 sites, 1 instance)\n└─ C | cs  (2 sites, 3 instances)\nD | ds  (2 sites)\n";
        assert_eq!(tree(&concepts), expected);
    }
}
