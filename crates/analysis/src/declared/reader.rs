//! What all syntaxes read with: the page's tree and base, values made of what is written, and a budget that keeps a
//! hostile page from making much out of little.

use std::collections::HashSet;

use page::{NodeId, NodeKind, Page, Tree, fold, is_inline_element};
use url::Url;

use super::{Item, Note, Property, Value};

/// What may be spent on one page, in bytes that are read or written. Pages that say the same thing many times (nested
/// properties, shared references) would otherwise cost the square of their size and more. No honest page comes near.
const BUDGET: usize = 64 << 20;

/// To visit a node takes about as long as to copy so many bytes.
const VISIT: usize = 8;

/// About the bytes that an item or a property takes before it says anything.
const OVERHEAD: usize = 128;

/// A page while it is being read.
pub(super) struct Reader<'page> {
    pub(super) tree: &'page Tree,
    /// The page's own address, if it is known.
    pub(super) own: Option<&'page str>,
    /// Where links start from; none if the page's address is not known.
    base: Option<Url>,
    left: usize,
    is_cut: bool,
    notes: Vec<Note>,
}

impl<'page> Reader<'page> {
    pub(super) fn new(page: &'page Page) -> Reader<'page> {
        let base = page.link_base();
        let own = page.url.as_ref().map(Url::as_str);
        Reader { tree: &page.tree, own, base, left: BUDGET, is_cut: false, notes: Vec::new() }
    }

    pub(super) fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    pub(super) fn into_notes(mut self) -> Vec<Note> {
        if self.is_cut {
            self.notes.push(Note::TooMuch);
        }
        self.notes
    }

    /// Whether so much may still be spent. Once something was too much, so is everything: what is left out is the end.
    pub(super) fn spend(&mut self, cost: usize) -> bool {
        self.is_cut = self.is_cut || cost > self.left;
        self.left = if self.is_cut { 0 } else { self.left - cost };
        !self.is_cut
    }

    /// Whether one more node may be visited.
    pub(super) fn spend_visit(&mut self) -> bool {
        self.spend(VISIT)
    }

    /// Whether one more item or property may be made.
    pub(super) fn spend_one(&mut self) -> bool {
        self.spend(OVERHEAD)
    }

    /// Whether an item may be made a second time.
    pub(super) fn spend_copy(&mut self, item: &Item) -> bool {
        self.spend(weight(item))
    }

    /// A copy of a name or type.
    pub(super) fn copy(&mut self, written: &str) -> Option<String> {
        self.spend(written.len()).then(|| written.to_owned())
    }

    /// A text that is written in an attribute or in JSON; none if it is blank.
    pub(super) fn text(&mut self, written: &str) -> Option<Value> {
        if !self.spend(written.len()) {
            return None;
        }
        Some(fold(written)).filter(|text| !text.is_empty()).map(Value::Text)
    }

    /// An address that is written in an attribute, as absolute as can be; none if it is blank.
    pub(super) fn address(&mut self, written: &str) -> Option<String> {
        let written = written.trim();
        let base_length = self.base.as_ref().map_or(0, |base| base.as_str().len());
        if written.is_empty() || !self.spend(written.len() + base_length) {
            return None;
        }
        // Blank nodes are no addresses, but names within this page.
        let absolute =
            self.base.as_ref().filter(|_| !written.starts_with("_:")).and_then(|base| base.join(written).ok());
        Some(absolute.map_or_else(|| written.to_owned(), String::from))
    }

    /// The first of these attributes that is there and not blank.
    pub(super) fn attribute(&self, node: NodeId, names: &[&str]) -> Option<&'page str> {
        names.iter().filter_map(|name| self.tree.attr(node, name)).find(|value| !page::is_blank(value))
    }

    /// The text that stands in an element. It is what the standards call text content, but for scripts and styles, and
    /// with a space where a block or a line ends: `Main Street<br>Springfield` is not one word.
    pub(super) fn text_within(&mut self, node: NodeId) -> Option<Value> {
        let tree = self.tree;
        let mut text = String::new();
        // Where the blocks end that are open.
        let mut blocks = Vec::new();
        let mut id = node;
        while id < tree.end(node) {
            if !self.spend(VISIT + tree.text(id).len()) {
                return None;
            }
            while blocks.pop_if(|end| *end <= id).is_some() {
                text.push(' ');
            }
            match tree.kind(id) {
                NodeKind::Element
                    if matches!(tree.name(id), "script" | "style" | "template" | "noscript" | "iframe") =>
                {
                    id = tree.end(id);
                    continue;
                }
                NodeKind::Element if !is_inline_element(tree.name(id)) => {
                    text.push(' ');
                    blocks.push(tree.end(id));
                }
                NodeKind::Text => text.push_str(tree.text(id)),
                _ => {}
            }
            id = id.next();
        }
        Some(fold(&text)).filter(|text| !text.is_empty()).map(Value::Text)
    }

    /// The elements of the page. What stands in a `template` is no part of it.
    pub(super) fn elements(&self) -> impl Iterator<Item = NodeId> + use<'page> {
        let tree = self.tree;
        let nodes = std::iter::successors(Some(tree.root()), move |&id| {
            let next = if tree.kind(id) == NodeKind::TemplateContent { tree.end(id) } else { id.next() };
            Some(next).filter(|next| *next < tree.end(tree.root()))
        });
        nodes.filter(|&id| tree.kind(id) == NodeKind::Element)
    }
}

/// The words of an attribute, each once, in order.
pub(super) fn words(attribute: &str) -> Vec<&str> {
    let mut seen = HashSet::new();
    attribute.split_ascii_whitespace().filter(|word| seen.insert(*word)).collect()
}

fn weight(item: &Item) -> usize {
    let of_property = |property: &Property| match &property.value {
        Value::Text(text) | Value::Link(text) => OVERHEAD + property.name.len() + text.len(),
        Value::Item(item) => OVERHEAD + property.name.len() + weight(item),
    };
    OVERHEAD
        + item.types.iter().map(String::len).sum::<usize>()
        + item.properties.iter().map(of_property).sum::<usize>()
}
