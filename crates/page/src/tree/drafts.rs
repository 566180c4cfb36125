//! The nodes of a page while html5ever builds it: links that can change, in the order of creation.
//!
//! Text and attributes already stand in their final buffers. Who calls what, and when, is the sink's business.

use html5ever::{Attribute as RawAttribute, LocalName, Namespace as RawNamespace, QualName, ns};
use typed_arena::Arena;

use super::{Attribute, AttributePrefix, MAX_ATTRIBUTES, NONE, NodeKind};

/// Where the names of elements live while a page is parsed, so that a handle can carry its name about: the builder
/// asks for names far more often than for anything else.
pub(super) type Names = Arena<QualName>;

/// A draft, by its number and its name.
#[derive(Clone, Copy)]
pub(super) struct Handle<'names> {
    pub(super) index: u32,
    pub(super) name: &'names QualName,
}

impl Handle<'_> {
    /// Whether this is the document, which comes first.
    pub(super) fn is_document(self) -> bool {
        self.index == 0
    }
}

/// A node while the tree is being built.
pub(super) struct Draft<'names> {
    pub(super) name: &'names QualName,
    pub(super) parent: u32,
    /// Of a text node that was added to out of turn, its first and last further piece instead of children.
    pub(super) first_child: u32,
    pub(super) last_child: u32,
    pub(super) previous: u32,
    pub(super) next: u32,
    /// As in [`Node`].
    pub(super) start: u32,
    pub(super) len: u32,
    pub(super) kind: NodeKind,
}

/// Text that belongs to a text node but does not stand behind the rest of it in the buffer.
struct Piece {
    start: u32,
    len: u32,
    next: u32,
}

/// All drafts, in the order of creation, and what they refer to.
pub(super) struct Drafts<'names> {
    pub(super) nodes: Vec<Draft<'names>>,
    pieces: Vec<Piece>,
    pub(super) attributes: Vec<Attribute>,
    pub(super) text: String,
    pub(super) dropped_attributes: usize,
}

impl<'names> Drafts<'names> {
    pub(super) fn for_source(source_len: usize) -> Drafts<'names> {
        Drafts {
            // Real pages have a node in about thirty bytes and an attribute in about fifty.
            nodes: Vec::with_capacity(source_len / 32 + 16),
            pieces: Vec::new(),
            attributes: Vec::with_capacity(source_len / 48 + 16),
            text: String::with_capacity(source_len / 2),
            dropped_attributes: 0,
        }
    }

    pub(super) fn node(&mut self, index: u32) -> &mut Draft<'names> {
        &mut self.nodes[index as usize]
    }

    pub(super) fn create(&mut self, kind: NodeKind, name: &'names QualName, (start, len): (u32, u32)) -> u32 {
        let [parent, first_child, last_child, previous, next] = [NONE; 5];
        self.nodes.push(Draft { name, parent, first_child, last_child, previous, next, start, len, kind });
        // The guard stops long before the numbers run out.
        self.nodes.len() as u32 - 1
    }

    pub(super) fn push_text(&mut self, text: &str) -> (u32, u32) {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        (start, text.len() as u32)
    }

    pub(super) fn push_attribute(&mut self, name: LocalName, prefix: AttributePrefix, value: &str) {
        let (start, len) = self.push_text(value);
        self.attributes.push(Attribute { name, prefix, start, len });
    }

    pub(super) fn push_attributes(&mut self, raw: Vec<RawAttribute>) -> (u32, u32) {
        let start = self.attributes.len() as u32;
        let len = raw.len().min(MAX_ATTRIBUTES);
        self.dropped_attributes += raw.len() - len;
        for attribute in raw.into_iter().take(len) {
            let prefix = prefix(&attribute.name.ns);
            self.push_attribute(attribute.name.local, prefix, &attribute.value);
        }
        (start, len as u32)
    }

    /// Adds to an element the attributes it does not have, as a second `body` tag does.
    pub(super) fn merge_attributes(&mut self, element: u32, more: Vec<RawAttribute>) {
        let Draft { start, len, .. } = *self.node(element);
        let own = start as usize..(start + len) as usize;
        let is_new = |attribute: &RawAttribute| {
            !self.attributes[own.clone()].iter().any(|have| have.name == attribute.name.local)
        };
        let mut more: Vec<RawAttribute> = more.into_iter().filter(is_new).collect();
        let room = MAX_ATTRIBUTES - own.len();
        self.dropped_attributes += more.len().saturating_sub(room);
        more.truncate(room);
        if more.is_empty() {
            return;
        }
        // The attributes of one element stand together, so these move to the end unless they are there already.
        let mut start = own.start;
        if own.end != self.attributes.len() {
            start = self.attributes.len();
            for index in own {
                let Attribute { name, prefix, start, len } = &mut self.attributes[index];
                let moved = Attribute { name: std::mem::take(name), prefix: *prefix, start: *start, len: *len };
                self.attributes.push(moved);
            }
        }
        self.push_attributes(more);
        let len = (self.attributes.len() - start) as u32;
        let draft = self.node(element);
        (draft.start, draft.len) = (start as u32, len);
    }

    /// Adds text to a text node; says whether it was one.
    pub(super) fn extend_text(&mut self, node: u32, more: &str) -> bool {
        if node == NONE || self.node(node).kind != NodeKind::Text {
            return false;
        }
        let (start, len) = self.push_text(more);
        let draft = self.node(node);
        let last = draft.last_child;
        let (end, grown) = match last {
            NONE => (draft.start + draft.len, &mut draft.len),
            last => {
                let piece = &mut self.pieces[last as usize];
                (piece.start + piece.len, &mut piece.len)
            }
        };
        if end == start {
            *grown += len;
            return true;
        }
        let piece = self.pieces.len() as u32;
        self.pieces.push(Piece { start, len, next: NONE });
        let draft = self.node(node);
        draft.last_child = piece;
        match last {
            NONE => draft.first_child = piece,
            last => self.pieces[last as usize].next = piece,
        }
        true
    }

    /// Brings the pieces of a text node together and says where they stand now.
    pub(super) fn whole_text(&mut self, node: u32) -> (u32, u32) {
        let Draft { start, len, first_child: mut piece, .. } = *self.node(node);
        if piece == NONE {
            return (start, len);
        }
        let whole = self.text.len();
        self.text.extend_from_within(start as usize..(start + len) as usize);
        while piece != NONE {
            let Piece { start, len, next } = self.pieces[piece as usize];
            self.text.extend_from_within(start as usize..(start + len) as usize);
            piece = next;
        }
        (whole as u32, (self.text.len() - whole) as u32)
    }

    /// Links `child` in as the last child of `parent`.
    pub(super) fn link_last(&mut self, parent: u32, child: u32) {
        let previous = std::mem::replace(&mut self.node(parent).last_child, child);
        match previous {
            NONE => self.node(parent).first_child = child,
            previous => self.node(previous).next = child,
        }
        let draft = self.node(child);
        (draft.parent, draft.previous, draft.next) = (parent, previous, NONE);
    }

    /// Links `child` in right before `sibling`.
    pub(super) fn link_before(&mut self, sibling: u32, child: u32) {
        let parent = self.node(sibling).parent;
        let previous = std::mem::replace(&mut self.node(sibling).previous, child);
        match (previous, parent) {
            (NONE, NONE) => {}
            (NONE, parent) => self.node(parent).first_child = child,
            (previous, _) => self.node(previous).next = child,
        }
        let draft = self.node(child);
        (draft.parent, draft.previous, draft.next) = (parent, previous, sibling);
    }

    pub(super) fn unlink(&mut self, node: u32) {
        let draft = self.node(node);
        let (parent, previous, next) = (draft.parent, draft.previous, draft.next);
        (draft.parent, draft.previous, draft.next) = (NONE, NONE, NONE);
        match (previous, parent) {
            (NONE, NONE) => {}
            (NONE, parent) => self.node(parent).first_child = next,
            (previous, _) => self.node(previous).next = next,
        }
        match (next, parent) {
            (NONE, NONE) => {}
            (NONE, parent) => self.node(parent).last_child = previous,
            (next, _) => self.node(next).previous = previous,
        }
    }

    /// Hangs all children of `node` behind those of `new_parent`.
    pub(super) fn move_children(&mut self, node: u32, new_parent: u32) {
        let first = std::mem::replace(&mut self.node(node).first_child, NONE);
        let last = std::mem::replace(&mut self.node(node).last_child, NONE);
        if first == NONE {
            return;
        }
        let previous = std::mem::replace(&mut self.node(new_parent).last_child, last);
        match previous {
            NONE => self.node(new_parent).first_child = first,
            previous => self.node(previous).next = first,
        }
        self.node(first).previous = previous;
        let mut child = first;
        while child != NONE {
            let draft = self.node(child);
            draft.parent = new_parent;
            child = draft.next;
        }
    }
}

fn prefix(raw: &RawNamespace) -> AttributePrefix {
    match *raw {
        ns!(xlink) => AttributePrefix::Xlink,
        ns!(xml) => AttributePrefix::Xml,
        ns!(xmlns) => AttributePrefix::Xmlns,
        _ => AttributePrefix::None,
    }
}
