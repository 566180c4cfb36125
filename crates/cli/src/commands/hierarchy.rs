//! `lode hierarchy`: the label tree of a page.

use std::fmt::Write as _;

use lode::hierarchy::{Config, Kind, LabelNode, hierarchy};
use lode::segments::{self, segments};
use lode::{Content, Page};
use serde::Serialize;

use super::{Errors, json_line, print_pages, start};
use crate::args::{Hierarchy, HierarchyFormat, SegmentsMethod};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &Hierarchy, printer: &Printer) -> Result<Exit, Failure> {
    let engine = start(settings.engine)?;
    let errors = if settings.format == HierarchyFormat::Jsonl { Errors::InOutput } else { Errors::Apart };
    let method = segments::Config { method: settings.method.into(), ..segments::Config::default() };
    let config = match settings.method {
        SegmentsMethod::Visual => Config::default(),
        SegmentsMethod::Paper => Config::paper(),
    };
    print_pages(&settings.reading, Some(&engine), errors, printer, |page| {
        let content = Content::of(page);
        let tree = hierarchy(&content, &segments(&content, &method), &config);
        match settings.format {
            HierarchyFormat::Text => text(page, &tree),
            HierarchyFormat::Jsonl => json_line(&Line { page: &page.name, tree: NodeLine::of(page, &tree) }),
            HierarchyFormat::Xml => String::new(),
        }
    })
}

#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    tree: NodeLine<'a>,
}

#[derive(Serialize)]
struct NodeLine<'a> {
    label: &'a str,
    path: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<NodeLine<'a>>,
}

impl<'a> NodeLine<'a> {
    fn of(page: &Page, node: &'a LabelNode) -> NodeLine<'a> {
        NodeLine {
            label: &node.label,
            path: page.tree.path(node.node),
            kind: node.kind.as_str(),
            children: node.children.iter().map(|child| NodeLine::of(page, child)).collect(),
        }
    }
}

fn text(page: &Page, tree: &LabelNode) -> String {
    let mut text = format!("{}  ·  {}\n", tree.label, page.name);
    for child in &tree.children {
        write_node(child, 1, &mut text);
    }
    text.push('\n');
    text
}

fn write_node(node: &LabelNode, level: usize, text: &mut String) {
    let indent = "  ".repeat(level);
    let label: String = node.label.chars().take(80).collect();
    let _ = match node.kind {
        Kind::Leaf => writeln!(text, "{indent}{label}"),
        kind => writeln!(text, "{indent}[{}] {label}", kind.as_str()),
    };
    for child in &node.children {
        write_node(child, level + 1, text);
    }
}
