//! Tree construction: documents and fragments, with scripting on and off, printed in the suite's own form.

use std::fmt::Write as _;

use html5ever::{LocalName, QualName, ns};

use super::{KnownFailure, Outcome, dat_cases, files, suite};
use crate::tree::{Namespace, NodeId, NodeKind, Scripting, Tree, parse_document, parse_fragment};

/// Cases that fail, and why.
const KNOWN_FAILURES: &[KnownFailure] = &[
    ("tests_innerHTML_1.dat:76", "html5ever keeps an `input` whose context is a `select`; we parse no fragments"),
    ("webkit02.dat:45", "html5ever reports an option for `selectedcontent` only at a written end tag"),
    ("webkit02.dat:46", "as webkit02.dat:45"),
    ("webkit02.dat:47", "as webkit02.dat:45"),
    ("webkit02.dat:48", "as webkit02.dat:45"),
];

#[test]
fn tree_construction() {
    let Some(folder) = suite("tree-construction") else { return };
    let mut outcome = Outcome::default();
    for (file, bytes) in files(&folder, "dat") {
        let sections = ["data", "errors", "new-errors", "document-fragment", "script-on", "script-off", "document"];
        for (number, case) in dat_cases(&bytes, &sections).into_iter().enumerate() {
            let text = |section: &str| case.get(section).map(|text| String::from_utf8_lossy(text).into_owned());
            let data = text("data").unwrap();
            let data = data.strip_suffix('\n').unwrap_or_default();
            let expected = text("document").unwrap().trim_end_matches('\n').to_owned();
            let context = text("document-fragment").map(|context| qualified_name(context.trim_end()));
            for (scripting, only_with, label) in
                [(Scripting::On, "script-on", "on"), (Scripting::Off, "script-off", "off")]
            {
                let is_bound = case.contains_key("script-on") || case.contains_key("script-off");
                if is_bound && !case.contains_key(only_with) {
                    continue;
                }
                let got = match &context {
                    None => print_children(&parse_document(data, scripting).tree, Tree::root),
                    Some(context) => print_children(&parse_fragment(data, context.clone(), scripting).tree, Tree::html),
                };
                let input = format!("{data}\n(with scripts {label})");
                outcome.record(format!("{file}:{}", number + 1), &input, &got, &expected);
            }
        }
    }
    outcome.check("tree construction", KNOWN_FAILURES);
}

fn qualified_name(name: &str) -> QualName {
    let (namespace, local) = match name.split_once(' ') {
        Some(("svg", local)) => (ns!(svg), local),
        Some(("math", local)) => (ns!(mathml), local),
        _ => (ns!(html), name),
    };
    QualName::new(None, namespace, LocalName::from(local))
}

fn print_children(tree: &Tree, of: fn(&Tree) -> NodeId) -> String {
    let mut out = String::new();
    let parent = of(tree);
    let base = tree.depth(parent) + 1;
    for id in tree.descendants(parent) {
        print_node(tree, id, tree.depth(id) - base, &mut out);
    }
    out.trim_end_matches('\n').to_owned()
}

fn print_node(tree: &Tree, id: NodeId, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    match tree.kind(id) {
        NodeKind::Document => {}
        NodeKind::Doctype => {
            let (public, system) = (tree.attr(id, "public").unwrap(), tree.attr(id, "system").unwrap());
            let ids = if public.is_empty() && system.is_empty() {
                String::new()
            } else {
                format!(" \"{public}\" \"{system}\"")
            };
            let _ = writeln!(out, "| {indent}<!DOCTYPE {}{ids}>", tree.name(id));
        }
        NodeKind::Text => {
            let _ = writeln!(out, "| {indent}\"{}\"", tree.text(id));
        }
        NodeKind::Comment => {
            let _ = writeln!(out, "| {indent}<!-- {} -->", tree.text(id));
        }
        NodeKind::TemplateContent => {
            let _ = writeln!(out, "| {indent}content");
        }
        NodeKind::Element => {
            let namespace = match tree.namespace(id) {
                Namespace::Html => "",
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
            };
            let _ = writeln!(out, "| {indent}<{namespace}{}>", tree.name(id));
            let mut attributes: Vec<(String, &str)> = tree
                .attrs(id)
                .map(|(name, value)| {
                    // Found under its full name, the prefix is part of the name and no namespace.
                    let is_plain = tree.attr(id, &name).is_some();
                    let name = match name.as_str() {
                        _ if is_plain => name,
                        "xmlns" => "xmlns xmlns".to_owned(),
                        _ => name.replacen(':', " ", 1),
                    };
                    (name, value)
                })
                .collect();
            attributes.sort();
            for (name, value) in attributes {
                let _ = writeln!(out, "| {indent}  {name}=\"{value}\"");
            }
        }
    }
}
