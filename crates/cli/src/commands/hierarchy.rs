//! `lode hierarchy`: the label tree of a page.

use lode::hierarchy::{LabelNode, Outline};
use lode::{Page, Parts, printable};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

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
    print_findings(&settings.reading, Some(&engine), errors, printer, |page| {
        let parts = Parts::of(page, &methods);
        let tree = parts.labels();
        let printed = match settings.format {
            HierarchyFormat::Jsonl => json_line(&Line { page: &page.name, tree: NodeLine(page, tree) }),
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

/// A node, whose path is made when it is written: on deep pages the paths are longer than all else.
struct NodeLine<'a>(&'a Page, &'a LabelNode);

impl Serialize for NodeLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let NodeLine(page, node) = self;
        let mut line = serializer.serialize_struct("node", 4)?;
        line.serialize_field("label", &node.label)?;
        line.serialize_field("path", &page.tree.path(node.node))?;
        line.serialize_field("kind", node.kind.as_str())?;
        let children: Vec<NodeLine<'_>> = node.children.iter().map(|child| NodeLine(page, child)).collect();
        line.serialize_field("children", &children)?;
        line.end()
    }
}

fn text(page: &Page, tree: &LabelNode) -> String {
    let title = if tree.label.is_empty() { "(no title)" } else { &tree.label };
    format!("{title}  ·  {}\n\n{}\n", page.name, tree.outline(&Outline::default()))
}
