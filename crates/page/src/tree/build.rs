//! Builds a [`Tree`]: html5ever's tree builder calls the sink below, which links nodes as they come; afterwards one
//! walk numbers them in document order.
//!
//! Text and attributes go into their final buffers at once, in the order of creation, so that the walk only has to
//! copy the nodes themselves. What the builder may be fed is decided in the guard, not here.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute as RawAttribute, LocalName, Namespace as RawNamespace, QualName, local_name, ns};

use super::drafts::{Draft, Drafts, Handle, Names};
use super::guard::is_formatting;
use super::{AttributePrefix, MAX_DEPTH, NONE, Namespace, Node, NodeKind, Quirks, Tree};
use crate::note::Note;

/// A tree and what had to be cut to make it.
#[derive(Debug)]
pub struct Parsed {
    /// The tree.
    pub tree: Tree,
    /// What was cut.
    pub notes: Vec<Note>,
}

/// What html5ever builds into.
pub(super) struct Sink<'names> {
    names: &'names Names,
    unnamed: &'names QualName,
    drafts: RefCell<Drafts<'names>>,
    quirks: Cell<QuirksMode>,
    /// Nodes and attributes made so far.
    items: Cell<usize>,
    /// Formatting elements made so far.
    formatting: Cell<usize>,
    /// Elements looked at so far.
    looks: Cell<usize>,
}

impl<'names> Sink<'names> {
    /// An empty sink for a page of about this length.
    pub(super) fn new(names: &'names Names, source_len: usize) -> Sink<'names> {
        let unnamed = names.alloc(QualName::new(None, ns!(), local_name!("")));
        let mut drafts = Drafts::for_source(source_len);
        drafts.create(NodeKind::Document, unnamed, (0, 0));
        Sink {
            names,
            unnamed,
            drafts: RefCell::new(drafts),
            quirks: Cell::new(QuirksMode::NoQuirks),
            items: Cell::new(0),
            formatting: Cell::new(0),
            looks: Cell::new(0),
        }
    }

    /// How many attributes an element has.
    pub(super) fn attribute_count(&self, element: Handle<'names>) -> usize {
        self.drafts.borrow_mut().node(element.index).len as usize
    }

    /// How many nodes and attributes have been made so far.
    pub(super) fn items(&self) -> usize {
        self.items.get()
    }

    /// How many formatting elements have been made so far, of tags and as copies of others.
    pub(super) fn formatting(&self) -> usize {
        self.formatting.get()
    }

    /// How many bytes of text and attribute values have been kept so far.
    pub(super) fn text_len(&self) -> usize {
        self.drafts.borrow().text.len()
    }

    /// How often the builder has looked at an element so far: a measure of its work that is the same on every machine.
    pub(super) fn looks(&self) -> usize {
        self.looks.get()
    }

    fn count_look(&self) {
        self.looks.set(self.looks.get() + 1);
    }

    fn handle(&self, index: u32) -> Handle<'names> {
        self.items.set(self.items.get() + 1);
        Handle { index, name: self.unnamed }
    }

    /// The draft to link in: the node itself, or a new text node, or none if the text went into the one before.
    fn node_or_text(&self, drafts: &mut Drafts<'names>, child: NodeOrText<Handle<'names>>, before: u32) -> Option<u32> {
        match child {
            NodeOrText::AppendNode(node) => Some(node.index),
            NodeOrText::AppendText(text) if drafts.extend_text(before, &text) => None,
            NodeOrText::AppendText(text) => {
                let range = drafts.push_text(&text);
                Some(self.handle(drafts.create(NodeKind::Text, self.unnamed, range)).index)
            }
        }
    }

    /// Numbers the nodes in document order. Nothing stands deeper than [`MAX_DEPTH`] afterwards: what would is put
    /// beside its parent instead of below it.
    pub(super) fn into_tree(self) -> Parsed {
        let mut drafts = self.drafts.into_inner();
        let mut numbering = Numbering::new(drafts.nodes.len());
        let mut next = 0;
        let mut depth = 0;
        while next != NONE {
            let range = match drafts.node(next).kind {
                NodeKind::Text => drafts.whole_text(next),
                _ => (drafts.node(next).start, drafts.node(next).len),
            };
            let draft = drafts.node(next);
            numbering.push(draft, range, depth);
            if draft.kind != NodeKind::Text && draft.first_child != NONE {
                depth += 1;
                next = draft.first_child;
                continue;
            }
            while next != NONE {
                let draft = drafts.node(next);
                if draft.next != NONE {
                    next = draft.next;
                    break;
                }
                depth = depth.saturating_sub(1);
                next = draft.parent;
            }
        }
        let quirks = match self.quirks.get() {
            QuirksMode::Quirks => Quirks::Full,
            QuirksMode::LimitedQuirks => Quirks::Limited,
            QuirksMode::NoQuirks => Quirks::None,
        };
        numbering.finish(drafts, quirks)
    }
}

/// The nodes in document order while they are being numbered.
struct Numbering {
    nodes: Vec<Node>,
    /// The numbers of the node last pushed and its ancestors, by depth, and the last child each has had.
    open: Vec<(u32, u32)>,
    flattened: usize,
}

impl Numbering {
    fn new(len: usize) -> Numbering {
        Numbering { nodes: Vec::with_capacity(len), open: Vec::new(), flattened: 0 }
    }

    fn push(&mut self, draft: &Draft<'_>, (start, len): (u32, u32), depth: usize) {
        let id = self.nodes.len() as u32;
        self.flattened += usize::from(depth > MAX_DEPTH);
        let depth = depth.min(MAX_DEPTH);
        self.close(depth, id);
        let (parent, previous_sibling) = match self.open.last_mut() {
            Some((parent, last_child)) => (*parent, std::mem::replace(last_child, id)),
            None => (NONE, NONE),
        };
        self.open.push((id, NONE));
        self.nodes.push(Node {
            name: draft.name.local.clone(),
            parent,
            end: id + 1,
            previous_sibling,
            start,
            len,
            depth: depth as u16,
            kind: draft.kind,
            namespace: namespace(&draft.name.ns),
        });
    }

    /// Ends the open nodes at `depth` and deeper before node `at`.
    fn close(&mut self, depth: usize, at: u32) {
        while self.open.len() > depth {
            if let Some((closed, _)) = self.open.pop() {
                self.nodes[closed as usize].end = at;
            }
        }
    }

    fn finish(mut self, drafts: Drafts<'_>, quirks: Quirks) -> Parsed {
        let end = self.nodes.len() as u32;
        self.close(0, end);
        let Drafts { mut attributes, mut text, dropped_attributes, .. } = drafts;
        self.nodes.shrink_to_fit();
        attributes.shrink_to_fit();
        text.shrink_to_fit();
        let mut notes = Vec::new();
        if self.flattened > 0 {
            notes.push(Note::TooDeep(self.flattened));
        }
        if dropped_attributes > 0 {
            notes.push(Note::AttributesDropped(dropped_attributes));
        }
        let (tags, ordinals, steps, lca) = Default::default();
        Parsed { tree: Tree { nodes: self.nodes, attributes, text, quirks, tags, ordinals, steps, lca }, notes }
    }
}

fn namespace(raw: &RawNamespace) -> Namespace {
    match *raw {
        ns!(svg) => Namespace::Svg,
        ns!(mathml) => Namespace::MathMl,
        _ => Namespace::Html,
    }
}

impl<'names> TreeSink for Sink<'names> {
    type Handle = Handle<'names>;
    type Output = Self;
    type ElemName<'a>
        = &'a QualName
    where
        Self: 'a;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle<'names> {
        Handle { index: 0, name: self.unnamed }
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks.set(mode);
    }

    fn same_node(&self, a: &Handle<'names>, b: &Handle<'names>) -> bool {
        self.count_look();
        a.index == b.index
    }

    fn elem_name<'a>(&'a self, target: &'a Handle<'names>) -> &'a QualName {
        self.count_look();
        target.name
    }

    fn create_element(&self, name: QualName, attributes: Vec<RawAttribute>, flags: ElementFlags) -> Handle<'names> {
        self.items.set(self.items.get() + 1 + attributes.len());
        self.formatting.set(self.formatting.get() + usize::from(is_formatting(&name.local)));
        let name = self.names.alloc(name);
        let drafts = &mut *self.drafts.borrow_mut();
        let range = drafts.push_attributes(attributes);
        let element = drafts.create(NodeKind::Element, name, range);
        if flags.template {
            let content = self.handle(drafts.create(NodeKind::TemplateContent, self.unnamed, (0, 0)));
            drafts.link_last(element, content.index);
        }
        Handle { index: element, name }
    }

    fn create_comment(&self, text: StrTendril) -> Handle<'names> {
        let drafts = &mut *self.drafts.borrow_mut();
        let range = drafts.push_text(&text);
        self.handle(drafts.create(NodeKind::Comment, self.unnamed, range))
    }

    fn create_pi(&self, _: StrTendril, data: StrTendril) -> Handle<'names> {
        self.create_comment(data)
    }

    fn append(&self, parent: &Handle<'names>, child: NodeOrText<Handle<'names>>) {
        let drafts = &mut *self.drafts.borrow_mut();
        let last = drafts.node(parent.index).last_child;
        if let Some(child) = self.node_or_text(drafts, child, last) {
            drafts.link_last(parent.index, child);
        }
    }

    fn append_before_sibling(&self, sibling: &Handle<'names>, child: NodeOrText<Handle<'names>>) {
        let drafts = &mut *self.drafts.borrow_mut();
        if let NodeOrText::AppendNode(node) = &child {
            drafts.unlink(node.index);
        }
        let previous = drafts.node(sibling.index).previous;
        if let Some(child) = self.node_or_text(drafts, child, previous) {
            drafts.link_before(sibling.index, child);
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle<'names>,
        previous: &Handle<'names>,
        child: NodeOrText<Handle<'names>>,
    ) {
        let has_parent = self.drafts.borrow_mut().node(element.index).parent != NONE;
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let drafts = &mut *self.drafts.borrow_mut();
        let start = drafts.attributes.len() as u32;
        drafts.push_attribute(LocalName::from("public"), AttributePrefix::None, &public);
        drafts.push_attribute(LocalName::from("system"), AttributePrefix::None, &system);
        let name = self.names.alloc(QualName::new(None, ns!(), LocalName::from(&*name)));
        let doctype = self.handle(drafts.create(NodeKind::Doctype, name, (start, 2)));
        drafts.link_last(0, doctype.index);
    }

    fn get_template_contents(&self, target: &Handle<'names>) -> Handle<'names> {
        let drafts = &mut *self.drafts.borrow_mut();
        let first = drafts.node(target.index).first_child;
        if first != NONE && drafts.node(first).kind == NodeKind::TemplateContent {
            return Handle { index: first, name: self.unnamed };
        }
        *target
    }

    fn add_attrs_if_missing(&self, target: &Handle<'names>, more: Vec<RawAttribute>) {
        self.items.set(self.items.get() + more.len());
        self.drafts.borrow_mut().merge_attributes(target.index, more);
    }

    fn remove_from_parent(&self, target: &Handle<'names>) {
        self.drafts.borrow_mut().unlink(target.index);
    }

    fn reparent_children(&self, node: &Handle<'names>, new_parent: &Handle<'names>) {
        self.drafts.borrow_mut().move_children(node.index, new_parent.index);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle<'names>) -> bool {
        let drafts = &mut *self.drafts.borrow_mut();
        let Draft { start, len, .. } = *drafts.node(handle.index);
        handle.name.local == local_name!("annotation-xml")
            && drafts.attributes[start as usize..(start + len) as usize].iter().any(|attribute| {
                let value = &drafts.text[attribute.start as usize..(attribute.start + attribute.len) as usize];
                attribute.name == local_name!("encoding")
                    && (value.eq_ignore_ascii_case("text/html") || value.eq_ignore_ascii_case("application/xhtml+xml"))
            })
    }
}
