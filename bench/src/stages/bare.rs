//! The bare parser: html5ever with the smallest sink there can be. It keeps the names of elements, without which the
//! tree builder cannot work, and nothing else.

use std::borrow::Cow;

use html5ever::interface::{Attribute, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{ParseOpts, QualName, local_name, ns, parse_document};
use typed_arena::Arena;

use super::{Run, Stage};
use crate::sample::SamplePage;

pub(super) const STAGE: Stage = Stage { name: "bare parser", prepare };

fn prepare(page: &SamplePage) -> Run<'_> {
    let decoded = page::decode(&page.bytes, None);
    Box::new(move || {
        let names = Arena::new();
        let unnamed = names.alloc(QualName::new(None, ns!(), local_name!("")));
        parse_document(Sink { names: &names, unnamed }, ParseOpts::default())
            .one(StrTendril::from_slice(&decoded.text));
        Box::new(names.len())
    })
}

struct Sink<'names> {
    names: &'names Arena<QualName>,
    unnamed: &'names QualName,
}

impl<'names> TreeSink for Sink<'names> {
    type Handle = &'names QualName;
    type Output = ();
    type ElemName<'a>
        = &'a QualName
    where
        Self: 'a;

    fn finish(self) {}

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> &'names QualName {
        self.unnamed
    }

    fn elem_name<'a>(&'a self, target: &'a &'names QualName) -> &'a QualName {
        target
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> &'names QualName {
        self.names.alloc(name)
    }

    fn create_comment(&self, _: StrTendril) -> &'names QualName {
        self.unnamed
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> &'names QualName {
        self.unnamed
    }

    fn append(&self, _: &&'names QualName, _: NodeOrText<&'names QualName>) {}

    fn append_based_on_parent_node(&self, _: &&'names QualName, _: &&'names QualName, _: NodeOrText<&'names QualName>) {
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &&'names QualName) -> &'names QualName {
        target
    }

    fn same_node(&self, a: &&'names QualName, b: &&'names QualName) -> bool {
        std::ptr::eq(*a, *b)
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, _: &&'names QualName, _: NodeOrText<&'names QualName>) {}

    fn add_attrs_if_missing(&self, _: &&'names QualName, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, _: &&'names QualName) {}

    fn reparent_children(&self, _: &&'names QualName, _: &&'names QualName) {}
}
