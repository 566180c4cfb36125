//! `lode taxonomy`: the tree of concepts that was mined.

use lode::kb::{tree_picture, tree_text};
use lode::{printable, wire};

use super::kb;
use crate::args::{Taxonomy, TreeFormat};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;

pub(super) fn run(settings: &Taxonomy) -> Result<Exit, Diagnostic> {
    let concepts = kb::open(&settings.kb)?.read()?.concepts()?;
    let mut output = Output::open(settings.output.as_deref())?;
    let text = match settings.format {
        TreeFormat::Jsonl => concepts.iter().map(|concept| wire::line(&wire::v1::Concept::of(concept))).collect(),
        TreeFormat::Text => printable(&tree_text(&concepts)),
        TreeFormat::Svg => tree_picture(&concepts, &settings.kb.display().to_string()),
    };
    output.write(&text).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    Ok(if concepts.is_empty() { Exit::NothingFound } else { Exit::Done })
}
