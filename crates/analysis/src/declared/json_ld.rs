//! JSON-LD: the nodes of `application/ld+json` scripts. Not the whole of it: contexts that stand elsewhere are never
//! fetched, and names stay as written where a context of the script itself does not say more.
//!
//! Of a context are read `@vocab`, and terms and prefixes with their addresses. A context that is only an address is
//! taken for a vocabulary if it is schema.org's, which nearly all are, or ends as vocabularies do. Languages,
//! datatypes, indexes and reversed properties are left out. A text that is nothing but an address of the web is a
//! link: what the fetched context would say of it is mostly the same.

use std::collections::HashMap;

use page::NodeId;

use super::reader::Reader;
use super::vocabulary::{divided, in_vocabulary, is_address, short_name, vocabulary_of};
use super::{Item, Note, Property, Syntax, Value};
use crate::json::{self, Json};

/// The nodes of all scripts that are not values of others.
pub(super) fn items(reader: &mut Reader<'_>) -> Vec<Item> {
    let mut items = Vec::new();
    for node in reader.elements() {
        if !is_json_ld(reader, node) {
            continue;
        }
        let text = reader.tree.text_content(node);
        if !reader.spend(text.len()) {
            break;
        }
        let mut script = Script { reader, node, items: Vec::new() };
        for value in json::parse(&text) {
            match value {
                Ok(value) => script.top(&value, &Context::default()),
                Err(reason) => script.reader.note(Note::BrokenJson { node, reason }),
            }
        }
        items.append(&mut script.items);
    }
    items
}

fn is_json_ld(reader: &Reader<'_>, node: NodeId) -> bool {
    let tree = reader.tree;
    let kind = tree.attr(node, "type").filter(|_| tree.name(node) == "script").unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/ld+json")
}

/// What a node says of the names in it and below.
#[derive(Default)]
struct Context<'json> {
    outer: Option<&'json Context<'json>>,
    vocabulary: Option<String>,
    terms: HashMap<&'json str, &'json str>,
}

impl<'json> Context<'json> {
    /// The context within an object.
    fn within(object: &'json [(String, Json)], outer: &'json Context<'json>) -> Context<'json> {
        let mut context = Context { outer: Some(outer), ..Context::default() };
        for (_, value) in object.iter().filter(|(key, _)| key == "@context") {
            context.add(value);
        }
        context
    }

    fn add(&mut self, context: &'json Json) {
        match context {
            Json::Text(address) if is_schema_org(address) => {
                let scheme =
                    if address.trim_start().to_ascii_lowercase().starts_with("https") { "https" } else { "http" };
                self.vocabulary = Some(format!("{scheme}://schema.org/"));
                // So says the context that is not fetched.
                self.terms.extend([("type", "@type"), ("id", "@id")]);
            }
            Json::Text(address) if address.ends_with(['/', '#']) => self.vocabulary = Some(address.trim().to_owned()),
            Json::List(contexts) => contexts.iter().for_each(|context| self.add(context)),
            Json::Object(entries) => {
                for (term, meaning) in entries {
                    match (term.as_str(), meaning) {
                        ("@vocab", Json::Text(vocabulary)) => self.vocabulary = Some(vocabulary.trim().to_owned()),
                        (_, Json::Text(address)) => drop(self.terms.insert(term, address)),
                        (_, Json::Object(definition)) => {
                            if let Some(address) = text_of(definition, "@id") {
                                self.terms.insert(term, address);
                            }
                        }
                        _ => {}
                    }
                }
            }
            Json::Null | Json::Text(_) => {}
        }
    }

    /// This context and those around it.
    fn scopes(&self) -> impl Iterator<Item = &Context<'json>> {
        std::iter::successors(Some(self), |context| context.outer)
    }

    fn term(&self, term: &str) -> Option<&'json str> {
        self.scopes().find_map(|context| context.terms.get(term).copied())
    }

    fn vocabulary(&self) -> Option<&str> {
        self.scopes().find_map(|context| context.vocabulary.as_deref())
    }

    /// What a name means, in two parts to be written one after the other: a word for it alone, or that of its prefix
    /// and the rest. Words for words are followed once.
    fn meaning<'name>(&self, name: &'name str) -> (&'name str, &'name str)
    where
        'json: 'name,
    {
        let name = self.term(name).unwrap_or(name);
        let prefixed = divided(name).and_then(|(prefix, word)| Some((self.term(prefix)?, word)));
        prefixed.unwrap_or(("", name))
    }
}

/// Whether a context is schema.org's, in any of the ways in which pages write its address.
fn is_schema_org(address: &str) -> bool {
    let address = address.trim().to_ascii_lowercase();
    let rest = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    rest.strip_prefix("schema.org").is_some_and(|path| path.is_empty() || path.starts_with('/'))
}

fn text_of<'json>(object: &'json [(String, Json)], key: &str) -> Option<&'json str> {
    object.iter().find_map(|(name, value)| match value {
        Json::Text(text) if name == key => Some(text.as_str()),
        _ => None,
    })
}

/// One script while it is read.
struct Script<'reader, 'page> {
    reader: &'reader mut Reader<'page>,
    node: NodeId,
    items: Vec<Item>,
}

impl Script<'_, '_> {
    /// A value that is not the value of a property.
    fn top(&mut self, value: &Json, outer: &Context<'_>) {
        match value {
            Json::List(values) => values.iter().for_each(|value| self.top(value, outer)),
            Json::Object(object) => {
                let place = self.items.len();
                let item = self.item(object, outer);
                // The item stands before those of its graph.
                if let Some(item) = item.filter(|item| !item.says_nothing()) {
                    self.items.insert(place, item);
                }
            }
            Json::Null | Json::Text(_) => {}
        }
    }

    fn item(&mut self, object: &[(String, Json)], outer: &Context<'_>) -> Option<Item> {
        if !self.reader.spend_one() {
            return None;
        }
        let context = Context::within(object, outer);
        let keys: Vec<(&str, &str)> = object.iter().map(|(key, _)| context.meaning(key)).collect();
        let (mut types, mut id) = (Vec::new(), None);
        for ((_, value), key) in object.iter().zip(&keys) {
            match (*key, value) {
                (("", "@type"), value) => self.types(value, &context, &mut types),
                (("", "@id"), Json::Text(written)) => id = self.address(written, &context),
                _ => {}
            }
        }
        let vocabulary = vocabulary_of(&types);
        let mut properties = Vec::new();
        for ((_, value), (start, word)) in object.iter().zip(keys) {
            match (start, word) {
                ("", "@graph" | "@included") => self.top(value, &context),
                ("", keyword) if keyword.starts_with('@') => {}
                _ if self.reader.spend(start.len() + word.len()) => {
                    let name = format!("{start}{word}");
                    self.values(short_name(&name, vocabulary), value, &context, &mut properties);
                }
                _ => break,
            }
        }
        Some(Item { syntax: Syntax::JsonLd, node: self.node, types, id, properties })
    }

    fn types(&mut self, value: &Json, context: &Context<'_>, types: &mut Vec<String>) {
        match value {
            Json::List(values) => values.iter().for_each(|value| self.types(value, context, types)),
            Json::Text(written) => {
                let (start, word) = context.meaning(written.trim());
                let vocabulary = context.vocabulary().filter(|_| start.is_empty() && !word.contains(':'));
                if !word.is_empty() && self.reader.spend(start.len() + vocabulary.map_or(0, str::len) + word.len()) {
                    types.push(vocabulary.map_or_else(|| format!("{start}{word}"), |from| in_vocabulary(from, word)));
                }
            }
            Json::Null | Json::Object(_) => {}
        }
    }

    fn address(&mut self, written: &str, context: &Context<'_>) -> Option<String> {
        match divided(written).and_then(|(prefix, word)| Some((context.term(prefix)?, word))) {
            Some((start, word)) => self.reader.spend(start.len() + word.len()).then(|| format!("{start}{word}")),
            None => self.reader.address(written),
        }
    }

    /// Adds what a property says: lists, nested ones too, are several values.
    fn values(&mut self, name: &str, value: &Json, context: &Context<'_>, properties: &mut Vec<Property>) {
        let value = match value {
            Json::Null => None,
            Json::Text(text) if is_address(text.trim()) => self.reader.address(text).map(Value::Link),
            Json::Text(text) => self.reader.text(text),
            Json::List(values) => {
                return values.iter().for_each(|value| self.values(name, value, context, properties));
            }
            Json::Object(object) => {
                // A value or list that is wrapped into an object to say more of it.
                let wrapped = object.iter().find(|(key, _)| matches!(key.as_str(), "@value" | "@list" | "@set"));
                if let Some((_, value)) = wrapped {
                    return self.values(name, value, context, properties);
                }
                // A node of which only the id is said is a link to it.
                self.item(object, context).and_then(|item| match item.says_nothing() {
                    true => item.id.map(Value::Link),
                    false => Some(Value::Item(item)),
                })
            }
        };
        if let Some(value) = value
            && self.reader.spend_one()
            && let Some(name) = self.reader.copy(name)
        {
            properties.push(Property { name, value, node: self.node });
        }
    }
}
