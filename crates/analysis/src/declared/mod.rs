//! What a page declares about itself for machines: JSON-LD, microdata, RDFa Lite and Open Graph, read into one shape.
//! What it shows to people is the matter of the other modules, and what a declaration means is nobody's here.
//!
//! Nothing is fetched, so the vocabularies behind the names are not known, and all four syntaxes keep one rule:
//!
//! - a *type* is absolute where the page says which vocabulary it is from (`https://schema.org/Product`), else as
//!   written;
//! - a *property* is as written if it is a plain word (`name`). If it has a prefix or is an address, it is absolute
//!   where the prefix is known, and again a plain word if it is from the vocabulary of its item's first type;
//! - a *link* and an *id* are absolute where the page's address is known, else as written;
//! - a *text* is folded; what says nothing is left out.
//!
//! Items are never merged: two of them may have the same id, and a link may lead to another's.

mod json_ld;
mod microdata;
mod open_graph;
mod rdfa;
mod reader;
#[cfg(test)]
mod tests;
mod vocabulary;

use std::fmt;

use page::{NodeId, Page};

use reader::Reader;

/// Items within items go no deeper than this; deeper ones stand on their own. JSON has the same limit.
pub const MAX_NESTING: usize = 128;

/// The way in which something is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Syntax {
    /// A script of type `application/ld+json`.
    JsonLd,
    /// The attributes `itemscope`, `itemprop` and their kin.
    Microdata,
    /// The attributes `typeof`, `property` and their kin.
    Rdfa,
    /// `meta` elements for those who show a preview of the page.
    OpenGraph,
}

impl Syntax {
    /// The name used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Syntax::JsonLd => "json-ld",
            Syntax::Microdata => "microdata",
            Syntax::Rdfa => "rdfa",
            Syntax::OpenGraph => "open-graph",
        }
    }
}

/// A thing that a page declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The way in which it is declared.
    pub syntax: Syntax,
    /// The element it begins with: for JSON-LD the script, for Open Graph the first `meta`.
    pub node: NodeId,
    /// What it is.
    pub types: Vec<String>,
    /// The address that stands for it, if it has one.
    pub id: Option<String>,
    /// What is said of it, in the order of the page. A name with several values is here several times.
    pub properties: Vec<Property>,
}

impl Item {
    fn says_nothing(&self) -> bool {
        self.types.is_empty() && self.properties.is_empty()
    }
}

/// One thing that is said of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// What the value is to the item.
    pub name: String,
    /// The value.
    pub value: Value,
    /// The element that the value stands in: for JSON-LD the script.
    pub node: NodeId,
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Words, a number or a date, folded.
    Text(String),
    /// An address.
    Link(String),
    /// Another thing.
    Item(Item),
}

/// All that a page declares, and what could not be read of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// The items that are not values of others, by the place where they begin.
    pub items: Vec<Item>,
    /// What was left out, and why.
    pub notes: Vec<Note>,
}

/// Something that could not be read. Its `Display` is the sentence shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A script of JSON-LD, or the end of it, is no JSON, even if the usual slips are overlooked.
    BrokenJson {
        /// The script.
        node: NodeId,
        /// What is wrong with it.
        reason: String,
    },
    /// The page declares so much, or the same so often, that reading it ended early.
    TooMuch,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::BrokenJson { reason, .. } => write!(f, "JSON-LD was skipped that is no JSON: {reason}"),
            Note::TooMuch => f.write_str("the page declares too much, and not all of it was read"),
        }
    }
}

/// What a page declares, in document order.
pub fn declared(page: &Page) -> Vec<Item> {
    declared_with_notes(page).items
}

/// What a page declares, in document order, and what could not be read of it.
pub fn declared_with_notes(page: &Page) -> Declared {
    let mut reader = Reader::new(page);
    let mut items = json_ld::items(&mut reader);
    items.extend(microdata::items(&mut reader));
    items.extend(rdfa::items(&mut reader));
    items.extend(open_graph::item(&mut reader));
    // The sort is stable: items of one script stay in its order.
    items.sort_by_key(|item| (item.node, item.syntax));
    Declared { items, notes: reader.into_notes() }
}

/// Items as an indented list, for people and tests.
pub fn outline(items: &[Item]) -> String {
    let mut lines = String::new();
    for item in items {
        lines.push_str(&format!("{:?} ", item.syntax));
        write_item(item, 1, &mut lines);
    }
    lines
}

fn write_item(item: &Item, depth: usize, lines: &mut String) {
    let id = item.id.as_ref().map(|id| format!(" <{id}>")).unwrap_or_default();
    lines.push_str(&format!("[{}]{id}\n", item.types.join(" ")));
    for property in &item.properties {
        lines.push_str(&format!("{:width$}{}: ", "", property.name, width = depth * 2));
        match &property.value {
            Value::Text(text) => lines.push_str(&format!("{text}\n")),
            Value::Link(link) => lines.push_str(&format!("<{link}>\n")),
            Value::Item(item) => write_item(item, depth + 1, lines),
        }
    }
}
