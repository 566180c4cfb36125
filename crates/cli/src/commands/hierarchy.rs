//! `lode hierarchy`: the label tree of a page.

use lode::hierarchy::{LabelNode, Outline};
use lode::{Page, Parts, printable};
use serde::Serialize;

use super::{Errors, json_line, print_documents, print_findings, start};
use crate::args::{Hierarchy, HierarchyFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &Hierarchy, printer: &Printer) -> Result<Exit, Failure> {
    let engine = start(settings.engine)?;
    let errors = if settings.format == HierarchyFormat::Jsonl { Errors::InOutput } else { Errors::Apart };
    let methods = settings.method.into();
    if settings.format == HierarchyFormat::Xml {
        return print_documents(&settings.reading, Some(&engine), "xml", printer, |page| {
            let xml = Parts::of(page, &methods).labels().to_xml(&page.tree, &page.name);
            format!("{XML_DECLARATION}{xml}")
        });
    }
    print_findings(&settings.reading, &engine, errors, printer, |page| {
        let parts = Parts::of(page, &methods);
        let tree = parts.labels();
        let printed = match settings.format {
            HierarchyFormat::Jsonl => json_line(&Line { page: &page.name, tree: NodeLine::of(page, tree) }),
            HierarchyFormat::Text | HierarchyFormat::Xml => printable(&text(page, tree)),
        };
        (printed, tree.children.len())
    })
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
    let title = if tree.label.is_empty() { "(no title)" } else { &tree.label };
    format!("{title}  ·  {}\n\n{}\n", page.name, tree.outline(&Outline::default()))
}
