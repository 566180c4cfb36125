//! `lode hierarchy`: the label tree of a page.

use lode::hierarchy::{LabelNode, Outline};
use lode::{Page, Parts, printable, wire};

use super::{Errors, print_documents, print_findings, start};
use crate::args::{Hierarchy, HierarchyFormat};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;

pub(super) fn run(settings: &Hierarchy, printer: &Printer) -> Result<Exit, Diagnostic> {
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
            HierarchyFormat::Jsonl => wire::line(&wire::v1::LabelTree::of(page, tree)),
            HierarchyFormat::Text | HierarchyFormat::Xml => printable(&text(page, tree)),
        };
        (printed, tree.children.len())
    })
}

const XML_DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

fn text(page: &Page, tree: &LabelNode) -> String {
    let title = if tree.label.is_empty() { "(no title)" } else { &tree.label };
    format!("{title}  ·  {}\n\n{}\n", page.name, tree.outline(&Outline::default()))
}
