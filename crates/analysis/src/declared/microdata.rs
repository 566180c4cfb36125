//! Microdata, by the HTML standard: `itemscope`, `itemtype`, `itemid`, `itemprop`, `itemref`.
//!
//! It departs from the standard where pages do. A `content` attribute is the value on any element, as search engines
//! read it. An element without the attribute that should hold its value says its text. An item with `itemprop` that no
//! other item holds stands on its own instead of being lost.

use std::collections::HashMap;

use page::{NodeId, NodeKind};

use super::reader::{Reader, words};
use super::vocabulary::{short_name, vocabulary_of};
use super::{Item, MAX_NESTING, Property, Syntax, Value};

/// The items of a page that are not values of others.
pub(super) fn items(reader: &mut Reader<'_>) -> Vec<Item> {
    let tree = reader.tree;
    let roots: Vec<NodeId> = reader.elements().filter(|&id| tree.attr(id, "itemscope").is_some()).collect();
    if roots.is_empty() {
        return Vec::new();
    }
    let mut by_id = HashMap::new();
    for node in reader.elements() {
        if let Some(id) = tree.attr(node, "id") {
            by_id.entry(id).or_insert(node);
        }
    }
    let mut microdata = Microdata { reader, by_id, is_read: vec![false; tree.len()], path: Vec::new() };
    let (values, tops): (Vec<NodeId>, Vec<NodeId>) = roots.iter().partition(|&&id| tree.attr(id, "itemprop").is_some());
    let mut items: Vec<Item> = tops.into_iter().filter_map(|root| microdata.item(root)).collect();
    // What is left is the value of nothing, of something too deep, or of itself.
    for root in values {
        if !microdata.is_read[root.index()] {
            items.extend(microdata.item(root));
        }
    }
    items
}

struct Microdata<'reader, 'page> {
    reader: &'reader mut Reader<'page>,
    /// The first element with each `id`.
    by_id: HashMap<&'page str, NodeId>,
    /// By node, whether it is an item that was read, as a value or by itself.
    is_read: Vec<bool>,
    /// The items that are being read, each a value of the one before.
    path: Vec<NodeId>,
}

impl Microdata<'_, '_> {
    fn item(&mut self, root: NodeId) -> Option<Item> {
        if !self.reader.spend_one() {
            return None;
        }
        self.is_read[root.index()] = true;
        let written = self.reader.tree.attr(root, "itemtype").unwrap_or_default();
        let types: Vec<String> = words(written).into_iter().filter_map(|word| self.reader.copy(word)).collect();
        let id = self.reader.attribute(root, &["itemid"]).and_then(|id| self.reader.address(id));
        let vocabulary = vocabulary_of(&types);
        let mut properties = Vec::new();
        self.path.push(root);
        for node in self.property_elements(root) {
            let names = self.reader.tree.attr(node, "itemprop").unwrap_or_default();
            for name in words(names) {
                if !self.reader.spend_one() {
                    break;
                }
                let Some(value) = self.value(node) else { continue };
                let Some(name) = self.reader.copy(short_name(name, vocabulary)) else { continue };
                properties.push(Property { name, value, node });
            }
        }
        self.path.pop();
        Some(Item { syntax: Syntax::Microdata, node: root, types, id, properties })
    }

    /// The elements that hold the properties of an item: those below it and below what it refers to, but not those of
    /// items within.
    fn property_elements(&mut self, root: NodeId) -> Vec<NodeId> {
        let tree = self.reader.tree;
        let mut found = Vec::new();
        self.collect(root, root.next(), tree.end(root), &mut found);
        for id in words(tree.attr(root, "itemref").unwrap_or_default()) {
            if let Some(&node) = self.by_id.get(id) {
                self.collect(root, node, tree.end(node), &mut found);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn collect(&mut self, root: NodeId, start: NodeId, end: NodeId, found: &mut Vec<NodeId>) {
        let tree = self.reader.tree;
        let mut id = start;
        while id < end && self.reader.spend_visit() {
            let has = |name| tree.kind(id) == NodeKind::Element && tree.attr(id, name).is_some();
            if id != root && has("itemprop") {
                found.push(id);
            }
            let is_closed = id == root || has("itemscope") || tree.kind(id) == NodeKind::TemplateContent;
            id = if is_closed { tree.end(id) } else { id.next() };
        }
    }

    fn value(&mut self, node: NodeId) -> Option<Value> {
        let tree = self.reader.tree;
        if tree.attr(node, "itemscope").is_some() {
            let is_endless = self.path.contains(&node) || self.path.len() >= MAX_NESTING;
            return if is_endless { None } else { self.item(node).map(Value::Item) };
        }
        if let Some(content) = self.reader.attribute(node, &["content"]) {
            return self.reader.text(content);
        }
        let (name, is_link) = match tree.name(node) {
            "a" | "area" | "link" => ("href", true),
            "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => ("src", true),
            "object" => ("data", true),
            "data" | "meter" => ("value", false),
            "time" => ("datetime", false),
            _ => return self.reader.text_within(node),
        };
        match self.reader.attribute(node, &[name]) {
            Some(address) if is_link => self.reader.address(address).map(Value::Link),
            Some(text) => self.reader.text(text),
            None => self.reader.text_within(node),
        }
    }
}
