//! RDFa Lite: `vocab`, `prefix`, `typeof`, `property`, `resource`, with `about` and the attributes that hold values in
//! HTML. Not the whole of RDFa: no chains by `rel`, no datatypes, no lists.
//!
//! It departs from the standard where pages do. A plain word without a vocabulary in scope is kept within an item. A
//! link or image that is neither a property nor an item changes nothing, though the standard would make it the subject
//! of what stands in it.

use std::collections::HashMap;

use page::NodeId;

use super::reader::{Reader, words};
use super::vocabulary::{common_prefix, divided, in_vocabulary, short_name, vocabulary_of};
use super::{Item, MAX_NESTING, Property, Syntax, Value, open_graph};

/// The items of a page that are not values of others. What is said of no item is said of the page, which comes first.
pub(super) fn items(reader: &mut Reader<'_>) -> Vec<Item> {
    let tree = reader.tree;
    let everything = Scope { end: tree.end(tree.root()), vocabulary: None, prefixes: None, subject: PAGE };
    let id = reader.own.map(str::to_owned);
    let page = Draft { node: tree.html(), types: Vec::new(), id, properties: Vec::new(), nesting: 0, is_value: false };
    let mut rdfa = Rdfa { reader, prefixes: Vec::new(), drafts: vec![page], scopes: vec![everything] };
    for node in rdfa.reader.elements() {
        rdfa.element(node);
    }
    rdfa.assembled()
}

/// The number of the draft that is about the page itself.
const PAGE: usize = 0;

/// What holds within an element.
#[derive(Clone, Copy)]
struct Scope<'page> {
    end: NodeId,
    vocabulary: Option<&'page str>,
    /// The number of the innermost prefixes.
    prefixes: Option<usize>,
    /// The number of the draft that properties belong to.
    subject: usize,
}

/// Prefixes that one element declares, in lower case.
struct Prefixes<'page> {
    outer: Option<usize>,
    addresses: HashMap<String, &'page str>,
}

/// An item while its elements are read. It is made whole once all of them are.
struct Draft {
    node: NodeId,
    types: Vec<String>,
    id: Option<String>,
    properties: Vec<DraftProperty>,
    nesting: usize,
    is_value: bool,
}

struct DraftProperty {
    name: String,
    value: DraftValue,
    node: NodeId,
}

enum DraftValue {
    Whole(Value),
    /// The number of a later draft, and whether this is its last use.
    Item(usize, bool),
}

struct Rdfa<'reader, 'page> {
    reader: &'reader mut Reader<'page>,
    prefixes: Vec<Prefixes<'page>>,
    /// In document order, so that an item's values come after it.
    drafts: Vec<Draft>,
    /// Of the elements that are open and change something.
    scopes: Vec<Scope<'page>>,
}

impl<'page> Rdfa<'_, 'page> {
    fn element(&mut self, node: NodeId) {
        let tree = self.reader.tree;
        while self.scopes.len() > 1 && self.scopes.last().is_some_and(|scope| scope.end <= node) {
            self.scopes.pop();
        }
        let Some(&outer) = self.scopes.last() else { return };
        let has = |name| tree.attr(node, name).is_some();
        let mut scope = self.names_in_scope(node, outer);
        let written = tree.attr(node, "property").filter(|_| open_graph::name(self.reader, node).is_none());
        let names = written.map(|written| self.names(written, &scope)).unwrap_or_default();
        // The item is the value of the property on the same element, unless that property has a text or the item a
        // place of its own.
        let is_held = has("typeof") && !names.is_empty() && !has("content") && !has("about");
        let is_subject = has("about") || has("resource") && (written.is_none() || has("content"));
        let nesting = if is_held { self.drafts[outer.subject].nesting + 1 } else { 0 };
        let is_value = is_held && nesting < MAX_NESTING;
        if (has("typeof") || is_subject) && self.reader.spend_one() {
            let types = self.types(tree.attr(node, "typeof").unwrap_or_default(), &scope);
            let id = self.reader.attribute(node, &["about", "resource", "href", "src"]);
            let id = match tree.name(node) {
                "html" | "body" if id.is_none() => self.reader.own.map(str::to_owned),
                _ => id.and_then(|written| self.address(written, &scope)),
            };
            scope.subject = self.drafts.len();
            let nesting = if is_value { nesting } else { 0 };
            self.drafts.push(Draft { node, types, id, properties: Vec::new(), nesting, is_value });
        }
        if is_value {
            let last = names.len() - 1;
            for (index, name) in names.into_iter().enumerate() {
                self.add(outer.subject, name, DraftValue::Item(scope.subject, index == last), node);
            }
        } else if !is_held && !names.is_empty() {
            self.add_values(names, node, &scope);
        }
        self.scopes.push(scope);
    }

    /// The scope of an element, as far as it is about names.
    fn names_in_scope(&mut self, node: NodeId, outer: Scope<'page>) -> Scope<'page> {
        let tree = self.reader.tree;
        let mut scope = Scope { end: tree.end(node), ..outer };
        if let Some(vocabulary) = tree.attr(node, "vocab") {
            scope.vocabulary = Some(vocabulary.trim()).filter(|vocabulary| !vocabulary.is_empty());
        }
        if let Some(written) = tree.attr(node, "prefix") {
            self.prefixes.push(Prefixes { outer: scope.prefixes, addresses: declared_prefixes(written) });
            scope.prefixes = Some(self.prefixes.len() - 1);
        }
        scope
    }

    /// The names of properties, absolute if they have a prefix that is known. Outside of all items a name whose
    /// vocabulary is not known is nothing: the attribute is also used by those who never heard of RDFa (`fb:app_id`).
    fn names(&mut self, written: &str, scope: &Scope<'page>) -> Vec<String> {
        let is_known = |rdfa: &Self, word: &str| match divided(word) {
            Some((prefix, _)) => rdfa.prefix(prefix, scope).is_some(),
            None => word.contains("://") || scope.vocabulary.is_some(),
        };
        let mut names = Vec::new();
        for word in words(written) {
            if scope.subject != PAGE || is_known(self, word) {
                names.extend(self.expanded(word, scope));
            }
        }
        names
    }

    fn types(&mut self, written: &str, scope: &Scope<'page>) -> Vec<String> {
        let absolute = |word: &str| match scope.vocabulary {
            Some(vocabulary) if !word.contains(':') => {
                self.reader.spend(vocabulary.len() + word.len()).then(|| in_vocabulary(vocabulary, word))
            }
            _ => self.expanded(word, scope),
        };
        words(written).into_iter().filter_map(absolute).collect()
    }

    /// What `resource` and its kin lead to; its brackets, if any, mean that there is a prefix.
    fn address(&mut self, written: &str, scope: &Scope<'page>) -> Option<String> {
        let written = written.trim();
        let written = written.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(written);
        let expanded = self.expanded(written, scope)?;
        self.reader.address(&expanded)
    }

    /// A name with the address that its prefix stands for, or as written.
    fn expanded(&mut self, name: &str, scope: &Scope<'page>) -> Option<String> {
        let parts = divided(name).and_then(|(prefix, word)| Some((self.prefix(prefix, scope)?, word)));
        let (start, word) = parts.unwrap_or(("", name));
        self.reader.spend(start.len() + word.len()).then(|| format!("{start}{word}"))
    }

    fn prefix(&self, prefix: &str, scope: &Scope<'page>) -> Option<&'page str> {
        let prefix = prefix.to_ascii_lowercase();
        let scopes = std::iter::successors(scope.prefixes, |&number| self.prefixes[number].outer);
        let mut addresses = scopes.filter_map(|number| self.prefixes[number].addresses.get(&prefix).copied());
        addresses.next().or_else(|| common_prefix(&prefix))
    }

    fn add_values(&mut self, names: Vec<String>, node: NodeId, scope: &Scope<'page>) {
        let Some(value) = self.value(node, scope) else { return };
        for name in names {
            let (Value::Text(text) | Value::Link(text)) = &value else { continue };
            if self.reader.spend(text.len()) {
                self.add(scope.subject, name, DraftValue::Whole(value.clone()), node);
            }
        }
    }

    fn value(&mut self, node: NodeId, scope: &Scope<'page>) -> Option<Value> {
        if let Some(text) = self.reader.attribute(node, &["content", "datetime"]) {
            return self.reader.text(text);
        }
        match self.reader.attribute(node, &["resource", "href", "src"]) {
            Some(written) => self.address(written, scope).map(Value::Link),
            None => self.reader.text_within(node),
        }
    }

    fn add(&mut self, subject: usize, name: String, value: DraftValue, node: NodeId) {
        if self.reader.spend_one() {
            self.drafts[subject].properties.push(DraftProperty { name, value, node });
        }
    }

    /// The items, made whole from the last to the first: each is there when the one that holds it is made.
    fn assembled(self) -> Vec<Item> {
        let mut wholes: Vec<Option<Item>> = vec![None; self.drafts.len()];
        let mut items = Vec::new();
        for (number, draft) in self.drafts.into_iter().enumerate().rev() {
            let vocabulary = vocabulary_of(&draft.types);
            let mut properties = Vec::new();
            for DraftProperty { name, value, node } in draft.properties {
                let value = match value {
                    DraftValue::Whole(value) => Some(value),
                    DraftValue::Item(value, true) => wholes[value].take().map(Value::Item),
                    DraftValue::Item(value, false) => {
                        let copy = wholes[value].as_ref().filter(|item| self.reader.spend_copy(item));
                        copy.cloned().map(Value::Item)
                    }
                };
                let name = short_name(&name, vocabulary).to_owned();
                properties.extend(value.map(|value| Property { name, value, node }));
            }
            let Draft { node, types, id, .. } = draft;
            let item = Item { syntax: Syntax::Rdfa, node, types, id, properties };
            match draft.is_value {
                true => wholes[number] = Some(item),
                false if item.says_nothing() => {}
                false => items.push(item),
            }
        }
        items.reverse();
        items
    }
}

/// The pairs of a `prefix` attribute, `name: address` each; of a name that is given twice, the first.
fn declared_prefixes(written: &str) -> HashMap<String, &str> {
    let mut addresses = HashMap::new();
    let mut words = written.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let Some(prefix) = word.strip_suffix(':') else { continue };
        if let Some(address) = words.next() {
            addresses.entry(prefix.to_ascii_lowercase()).or_insert(address);
        }
    }
    addresses
}
