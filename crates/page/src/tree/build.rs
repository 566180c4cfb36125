//! Builds a [`Tree`]: html5ever's tree builder calls the sink below, which links nodes as they come; afterwards one
//! walk numbers them in document order and lays them out compactly.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute as RawAttribute, LocalName, Namespace as RawNamespace, QualName, local_name, ns};

use super::{Attribute, AttributePrefix, MAX_ATTRIBUTES, MAX_DEPTH, NONE, Namespace, Node, NodeKind, Quirks, Tree};
use crate::note::Note;

/// A tree and what had to be cut to make it.
#[derive(Debug)]
pub struct Parsed {
    /// The tree.
    pub tree: Tree,
    /// What was cut.
    pub notes: Vec<Note>,
}

/// A node while the tree is being built, in the order of creation.
#[derive(Default)]
pub(super) struct Draft {
    parent: Option<Handle>,
    first_child: Option<Handle>,
    last_child: Option<Handle>,
    previous: Option<Handle>,
    next: Option<Handle>,
    content: Content,
}

#[derive(Default)]
enum Content {
    #[default]
    Document,
    Doctype(Box<[StrTendril; 3]>),
    Element {
        name: QualName,
        attributes: Vec<RawAttribute>,
        template_content: Option<Handle>,
    },
    Text(StrTendril),
    Comment(StrTendril),
    TemplateContent,
}

/// The number of a draft. Never zero beyond the document, so that an `Option` of it costs nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Handle(std::num::NonZeroU32);

impl Handle {
    const DOCUMENT: Handle = Handle(std::num::NonZeroU32::MIN);

    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// What html5ever builds into.
pub(super) struct Sink {
    drafts: RefCell<Vec<Draft>>,
    quirks: Cell<QuirksMode>,
    /// Elements and attributes made so far, which the guard watches.
    items: Cell<usize>,
}

impl Sink {
    pub(super) fn new() -> Sink {
        Sink {
            drafts: RefCell::new(vec![Draft::default()]),
            quirks: Cell::new(QuirksMode::NoQuirks),
            items: Cell::new(0),
        }
    }

    /// How many nodes and attributes have been made so far.
    pub(super) fn items(&self) -> usize {
        self.items.get()
    }

    fn create(&self, content: Content) -> Handle {
        self.items.set(self.items.get() + 1);
        let mut drafts = self.drafts.borrow_mut();
        drafts.push(Draft { content, ..Draft::default() });
        // The guard stops long before the numbers run out.
        Handle(std::num::NonZeroU32::MIN.saturating_add(drafts.len() as u32 - 1))
    }

    /// Links `child` in as the last child of `parent`.
    fn link_last(&self, parent: Handle, child: Handle) {
        let drafts = &mut *self.drafts.borrow_mut();
        let previous = drafts[parent.index()].last_child.replace(child);
        match previous {
            Some(previous) => drafts[previous.index()].next = Some(child),
            None => drafts[parent.index()].first_child = Some(child),
        }
        let draft = &mut drafts[child.index()];
        (draft.parent, draft.previous, draft.next) = (Some(parent), previous, None);
    }

    /// Links `child` in right before `sibling`.
    fn link_before(&self, sibling: Handle, child: Handle) {
        let drafts = &mut *self.drafts.borrow_mut();
        let parent = drafts[sibling.index()].parent;
        let previous = drafts[sibling.index()].previous.replace(child);
        match (previous, parent) {
            (Some(previous), _) => drafts[previous.index()].next = Some(child),
            (None, Some(parent)) => drafts[parent.index()].first_child = Some(child),
            (None, None) => {}
        }
        let draft = &mut drafts[child.index()];
        (draft.parent, draft.previous, draft.next) = (parent, previous, Some(sibling));
    }

    fn unlink(&self, node: Handle) {
        let drafts = &mut *self.drafts.borrow_mut();
        let draft = &mut drafts[node.index()];
        let (parent, previous, next) = (draft.parent.take(), draft.previous.take(), draft.next.take());
        match (previous, parent) {
            (Some(previous), _) => drafts[previous.index()].next = next,
            (None, Some(parent)) => drafts[parent.index()].first_child = next,
            (None, None) => {}
        }
        match (next, parent) {
            (Some(next), _) => drafts[next.index()].previous = previous,
            (None, Some(parent)) => drafts[parent.index()].last_child = previous,
            (None, None) => {}
        }
    }

    /// Adds text to a text node; says whether it was one.
    fn extend_text(&self, node: Option<Handle>, more: &StrTendril) -> bool {
        let Some(node) = node else { return false };
        match &mut self.drafts.borrow_mut()[node.index()].content {
            Content::Text(text) => {
                text.push_tendril(more);
                true
            }
            _ => false,
        }
    }

    /// Numbers the nodes in document order and copies them into the arena. Nothing stands deeper than [`MAX_DEPTH`]
    /// afterwards: what would is put beside its parent instead of below it. `source_len` sizes the text buffer.
    pub(super) fn into_tree(self, source_len: usize) -> Parsed {
        let drafts = self.drafts.into_inner();
        let mut arena = Arena::new(&drafts, source_len);
        let mut next = Some(Handle::DOCUMENT);
        let mut depth = 0;
        while let Some(handle) = next {
            let draft = &drafts[handle.index()];
            arena.push(draft, depth);
            let content = match draft.content {
                Content::Element { template_content, .. } => template_content,
                _ => None,
            };
            if let Some(child) = content.or(draft.first_child) {
                depth += 1;
                next = Some(child);
                continue;
            }
            next = Some(handle);
            while let Some(closed) = next {
                let draft = &drafts[closed.index()];
                if draft.next.is_some() {
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
        arena.finish(quirks)
    }
}

/// The arena while it fills.
struct Arena {
    tree: Tree,
    /// The numbers of the node last pushed and its ancestors, by depth, and the last child each has had.
    open: Vec<(u32, u32)>,
    flattened: usize,
    dropped_attributes: usize,
}

impl Arena {
    fn new(drafts: &[Draft], source_len: usize) -> Arena {
        let tree = Tree {
            nodes: Vec::with_capacity(drafts.len()),
            attributes: Vec::new(),
            text: String::with_capacity(source_len),
            quirks: Quirks::None,
            ordinals: Default::default(),
            lca: Default::default(),
        };
        Arena { tree, open: Vec::new(), flattened: 0, dropped_attributes: 0 }
    }

    fn push(&mut self, draft: &Draft, depth: usize) {
        let id = self.tree.nodes.len() as u32;
        self.flattened += usize::from(depth > MAX_DEPTH);
        let depth = depth.min(MAX_DEPTH);
        self.close(depth, id);
        let (parent, previous_sibling) = match self.open.last_mut() {
            Some((parent, last_child)) => (*parent, std::mem::replace(last_child, id)),
            None => (NONE, NONE),
        };
        self.open.push((id, NONE));
        let (kind, name, namespace, (start, len)) = match &draft.content {
            Content::Document => (NodeKind::Document, local_name!(""), Namespace::Html, (0, 0)),
            Content::TemplateContent => (NodeKind::TemplateContent, local_name!(""), Namespace::Html, (0, 0)),
            Content::Text(text) => (NodeKind::Text, local_name!(""), Namespace::Html, self.push_text(text)),
            Content::Comment(text) => (NodeKind::Comment, local_name!(""), Namespace::Html, self.push_text(text)),
            Content::Doctype(parts) => {
                (NodeKind::Doctype, LocalName::from(&*parts[0]), Namespace::Html, self.push_doctype(parts))
            }
            Content::Element { name, attributes, .. } => {
                (NodeKind::Element, name.local.clone(), namespace(&name.ns), self.push_attributes(attributes))
            }
        };
        let depth = depth as u16;
        self.tree.nodes.push(Node { name, parent, end: id + 1, previous_sibling, start, len, depth, kind, namespace });
    }

    /// Ends the open nodes at `depth` and deeper before node `at`.
    fn close(&mut self, depth: usize, at: u32) {
        while self.open.len() > depth {
            if let Some((closed, _)) = self.open.pop() {
                self.tree.nodes[closed as usize].end = at;
            }
        }
    }

    fn push_text(&mut self, text: &str) -> (u32, u32) {
        let start = self.tree.text.len() as u32;
        self.tree.text.push_str(text);
        (start, text.len() as u32)
    }

    fn push_attributes(&mut self, raw: &[RawAttribute]) -> (u32, u32) {
        let start = self.tree.attributes.len() as u32;
        let kept = &raw[..raw.len().min(MAX_ATTRIBUTES)];
        self.dropped_attributes += raw.len() - kept.len();
        for attribute in kept {
            let prefix = match attribute.name.ns {
                ns!(xlink) => AttributePrefix::Xlink,
                ns!(xml) => AttributePrefix::Xml,
                ns!(xmlns) => AttributePrefix::Xmlns,
                _ => AttributePrefix::None,
            };
            self.push_attribute(attribute.name.local.clone(), prefix, &attribute.value);
        }
        (start, kept.len() as u32)
    }

    fn push_doctype(&mut self, parts: &[StrTendril; 3]) -> (u32, u32) {
        let start = self.tree.attributes.len() as u32;
        self.push_attribute(LocalName::from("public"), AttributePrefix::None, &parts[1]);
        self.push_attribute(LocalName::from("system"), AttributePrefix::None, &parts[2]);
        (start, 2)
    }

    fn push_attribute(&mut self, name: LocalName, prefix: AttributePrefix, value: &str) {
        let (start, len) = self.push_text(value);
        self.tree.attributes.push(Attribute { name, prefix, start, len });
    }

    fn finish(mut self, quirks: Quirks) -> Parsed {
        let end = self.tree.nodes.len() as u32;
        self.close(0, end);
        self.tree.quirks = quirks;
        self.tree.text.shrink_to_fit();
        self.tree.attributes.shrink_to_fit();
        let mut notes = Vec::new();
        if self.flattened > 0 {
            notes.push(Note::TooDeep(self.flattened));
        }
        if self.dropped_attributes > 0 {
            notes.push(Note::AttributesDropped(self.dropped_attributes));
        }
        Parsed { tree: self.tree, notes }
    }
}

fn namespace(raw: &RawNamespace) -> Namespace {
    match *raw {
        ns!(svg) => Namespace::Svg,
        ns!(mathml) => Namespace::MathMl,
        _ => Namespace::Html,
    }
}

/// The name of a draft element, as html5ever asks for it.
#[derive(Debug)]
pub(super) struct DraftName<'a>(Ref<'a, QualName>);

impl ElemName for DraftName<'_> {
    fn ns(&self) -> &RawNamespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = DraftName<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle::DOCUMENT
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks.set(mode);
    }

    fn same_node(&self, a: &Handle, b: &Handle) -> bool {
        a == b
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> DraftName<'a> {
        DraftName(Ref::map(self.drafts.borrow(), |drafts| match &drafts[target.index()].content {
            Content::Element { name, .. } => name,
            _ => unreachable!("html5ever asks for the names of elements only"),
        }))
    }

    fn create_element(&self, name: QualName, attributes: Vec<RawAttribute>, flags: ElementFlags) -> Handle {
        self.items.set(self.items.get() + attributes.len());
        let template_content = flags.template.then(|| self.create(Content::TemplateContent));
        let element = self.create(Content::Element { name, attributes, template_content });
        if let Some(content) = template_content {
            self.drafts.borrow_mut()[content.index()].parent = Some(element);
        }
        element
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        self.create(Content::Comment(text))
    }

    fn create_pi(&self, _: StrTendril, data: StrTendril) -> Handle {
        self.create(Content::Comment(data))
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode(node) => node,
            NodeOrText::AppendText(text) => {
                let last = self.drafts.borrow()[parent.index()].last_child;
                if self.extend_text(last, &text) {
                    return;
                }
                self.create(Content::Text(text))
            }
        };
        self.link_last(*parent, child);
    }

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode(node) => {
                self.unlink(node);
                node
            }
            NodeOrText::AppendText(text) => {
                let previous = self.drafts.borrow()[sibling.index()].previous;
                if self.extend_text(previous, &text) {
                    return;
                }
                self.create(Content::Text(text))
            }
        };
        self.link_before(*sibling, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        if self.drafts.borrow()[element.index()].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        let doctype = self.create(Content::Doctype(Box::new([name, public, system])));
        self.link_last(Handle::DOCUMENT, doctype);
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        match self.drafts.borrow()[target.index()].content {
            Content::Element { template_content: Some(content), .. } => content,
            _ => *target,
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, more: Vec<RawAttribute>) {
        if let Content::Element { attributes, .. } = &mut self.drafts.borrow_mut()[target.index()].content {
            for attribute in more {
                if attributes.len() < MAX_ATTRIBUTES && !attributes.iter().any(|have| have.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.unlink(*target);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        loop {
            let child = self.drafts.borrow()[node.index()].first_child;
            let Some(child) = child else { break };
            self.unlink(child);
            self.link_last(*new_parent, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        let drafts = self.drafts.borrow();
        let Content::Element { name, attributes, .. } = &drafts[handle.index()].content else { return false };
        name.local == local_name!("annotation-xml")
            && attributes.iter().any(|attribute| {
                attribute.name.local == local_name!("encoding")
                    && (attribute.value.eq_ignore_ascii_case("text/html")
                        || attribute.value.eq_ignore_ascii_case("application/xhtml+xml"))
            })
    }
}
