//! `lode hierarchy`: the label tree of a page.

use lode::hierarchy::{LabelNode, Outline};
use lode::{Page, Parts};
use serde::Serialize;

use super::{Errors, json_line, print_documents, print_pages, start};
use crate::args::{Hierarchy, HierarchyFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &Hierarchy, printer: &Printer) -> Result<Exit, Failure> {
    let engine = start(settings.engine)?;
    let errors = if settings.format == HierarchyFormat::Jsonl { Errors::InOutput } else { Errors::Apart };
    let methods = settings.method.into();
    let view = |page: &Page| {
        let parts = Parts::of(page, &methods);
        let tree = parts.labels();
        match settings.format {
            HierarchyFormat::Text => text(page, tree),
            HierarchyFormat::Jsonl => json_line(&Line { page: &page.name, tree: NodeLine::of(page, tree) }),
            HierarchyFormat::Xml => format!("{XML_DECLARATION}{}", tree.to_xml(&page.tree, &page.name)),
        }
    };
    match settings.format {
        HierarchyFormat::Xml => print_documents(&settings.reading, Some(&engine), "xml", printer, view),
        _ => print_pages(&settings.reading, Some(&engine), errors, printer, view),
    }
}

const XML_DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

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
    format!("{}  ·  {}\n\n{}\n", tree.label, page.name, tree.outline(&Outline::default()))
}
