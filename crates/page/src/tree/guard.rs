//! Parses with limits that hold while the tree is built, not after.
//!
//! html5ever itself has none: deep nesting makes its scans of the open elements quadratic, and formatting elements
//! that are never closed are copied into every paragraph. The guard stands between its tokenizer and its tree
//! builder. Now and then it counts what the builder holds open and, while that is too much, keeps further tags away
//! from it. Text is never dropped for that, and pages within the limits pass untouched.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{Tracer, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{EndTag, StartTag, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, local_name};

use super::build::{Handle, Parsed, Sink};
use super::floods::cut_attribute_floods;
use super::{MAX_DEPTH, MAX_NODES, Tree};
use crate::note::Note;

/// Formatting elements (`b`, `font` …) that may be open at once. Each is copied into every later paragraph.
const MAX_FORMATTING: usize = 128;
/// What the builder holds open is counted after this many start tags.
const COUNT_EVERY: u32 = 32;
/// Nodes and attributes that a byte of source may become, and what any page may have. Real markup makes less than
/// half a node of a byte; only copied formatting elements make more.
const ITEMS_PER_BYTE: usize = 2;
const ITEMS_ANYWAY: usize = 100_000;

impl Tree {
    /// Parses HTML by the standard, as a browser with scripting does (so that `noscript` is text).
    pub fn parse(html: &str) -> Parsed {
        parse(html, TreeBuilder::new(Sink::new(), builder_options()), None)
    }
}

pub(super) fn builder_options() -> TreeBuilderOpts {
    TreeBuilderOpts { scripting_enabled: true, ..TreeBuilderOpts::default() }
}

/// Parses a fragment as `innerHTML` of a context element does. The context is the `html` element of the result.
#[cfg(test)]
pub(super) fn parse_fragment(html: &str, context: html5ever::QualName, options: TreeBuilderOpts) -> Parsed {
    use html5ever::tree_builder::create_element;
    let scripting = options.scripting_enabled;
    let sink = Sink::new();
    let context = create_element(&sink, context, Vec::new());
    let builder = TreeBuilder::new_for_fragment(sink, context, None, options);
    let state = builder.tokenizer_state_for_context_elem(scripting);
    parse(html, builder, Some(state))
}

pub(super) fn parse(
    html: &str,
    builder: TreeBuilder<Handle, Sink>,
    state: Option<html5ever::tokenizer::states::State>,
) -> Parsed {
    let (html, dropped_attributes) = cut_attribute_floods(html);
    let guard = Guard::new(builder, html.len());
    let options = TokenizerOpts { initial_state: state, ..TokenizerOpts::default() };
    let tokenizer = Tokenizer::new(guard, options);
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(&html));
    // Scripts are not run, so the tokenizer's pauses at them end at once.
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();

    let guard = tokenizer.sink;
    let mut notes = guard.notes();
    if dropped_attributes > 0 {
        notes.push(Note::AttributesDropped(dropped_attributes));
    }
    let mut parsed = guard.builder.sink.finish().into_tree(html.len());
    notes.append(&mut parsed.notes);
    Parsed { tree: parsed.tree, notes }
}

/// A tree builder that is fed no more than it can take.
struct Guard {
    builder: TreeBuilder<Handle, Sink>,
    max_items: usize,
    /// Start tags since the open elements were last counted.
    since_count: Cell<u32>,
    open: Cell<OpenElements>,
    /// Start tags kept back by name, whose end tags must be kept back as well.
    kept_back: RefCell<HashMap<LocalName, usize>>,
    any_kept_back: Cell<bool>,
    too_deep: Cell<usize>,
    formatting_ignored: Cell<usize>,
    full: Cell<bool>,
}

/// How much the tree builder holds open.
#[derive(Clone, Copy, Default)]
struct OpenElements {
    formatting: usize,
    others: usize,
}

impl Guard {
    fn new(builder: TreeBuilder<Handle, Sink>, source_len: usize) -> Guard {
        Guard {
            builder,
            max_items: (source_len * ITEMS_PER_BYTE + ITEMS_ANYWAY).min(MAX_NODES),
            since_count: Cell::default(),
            open: Cell::default(),
            kept_back: RefCell::default(),
            any_kept_back: Cell::default(),
            too_deep: Cell::default(),
            formatting_ignored: Cell::default(),
            full: Cell::default(),
        }
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        if self.too_deep.get() > 0 {
            notes.push(Note::TooDeep(self.too_deep.get()));
        }
        if self.formatting_ignored.get() > 0 {
            notes.push(Note::FormattingIgnored(self.formatting_ignored.get()));
        }
        if self.full.get() {
            notes.push(Note::TooManyNodes(self.builder.sink.items()));
        }
        notes
    }

    /// Whether the tag must not reach the builder.
    fn keeps_back(&self, tag: &Tag) -> bool {
        match tag.kind {
            StartTag => self.keeps_back_start(tag),
            EndTag => self.any_kept_back.get() && self.takes_kept_back(&tag.name),
        }
    }

    fn keeps_back_start(&self, tag: &Tag) -> bool {
        self.since_count.set(self.since_count.get() + 1);
        if self.since_count.get() >= COUNT_EVERY {
            self.count_open_elements();
        }
        let open = self.open.get();
        let counter = if is_formatting(&tag.name) && open.formatting >= MAX_FORMATTING {
            &self.formatting_ignored
        } else if open.others >= MAX_DEPTH && self.nests(tag) {
            &self.too_deep
        } else {
            return false;
        };
        counter.set(counter.get() + 1);
        self.any_kept_back.set(true);
        *self.kept_back.borrow_mut().entry(tag.name.clone()).or_default() += 1;
        true
    }

    fn takes_kept_back(&self, name: &LocalName) -> bool {
        let mut kept_back = self.kept_back.borrow_mut();
        match kept_back.get_mut(name) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }

    /// Whether the tag would stay open. Elements of raw text must get through, or their content would be read as
    /// markup; they close at their own end tag, but only in HTML.
    fn nests(&self, tag: &Tag) -> bool {
        let is_void = matches!(
            &*tag.name,
            "area"
                | "base"
                | "br"
                | "col"
                | "embed"
                | "hr"
                | "img"
                | "input"
                | "link"
                | "meta"
                | "param"
                | "source"
                | "track"
                | "wbr"
        );
        let is_raw = matches!(
            &*tag.name,
            "script" | "style" | "textarea" | "title" | "xmp" | "iframe" | "noembed" | "noframes" | "noscript"
        );
        !is_void && !(is_raw && !self.builder.adjusted_current_node_present_but_not_in_html_namespace())
    }

    fn count_open_elements(&self) {
        let counter = OpenCounter { sink: &self.builder.sink, open: Cell::default() };
        self.builder.trace_handles(&counter);
        self.open.set(counter.open.get());
        self.since_count.set(0);
    }
}

impl TokenSink for Guard {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        match &token {
            Token::ParseError(_) => return TokenSinkResult::Continue,
            Token::EOFToken => {}
            _ if self.full.get() => return TokenSinkResult::Continue,
            Token::TagToken(tag) => {
                if self.keeps_back(tag) {
                    return TokenSinkResult::Continue;
                }
                // While tags are kept back, an end tag may be what makes room again.
                if tag.kind == EndTag && self.any_kept_back.get() {
                    self.since_count.set(self.since_count.get() + 1);
                }
            }
            _ => {}
        }
        let result = self.builder.process_token(token, line);
        if self.builder.sink.items() > self.max_items {
            self.full.set(true);
        }
        result
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Counts the elements that the tree builder refers to: the open ones, and the formatting ones it would open again.
struct OpenCounter<'a> {
    sink: &'a Sink,
    open: Cell<OpenElements>,
}

impl Tracer for OpenCounter<'_> {
    type Handle = Handle;

    fn trace_handle(&self, handle: &Handle) {
        let mut open = self.open.get();
        if *handle != self.sink.get_document() {
            let name = self.sink.elem_name(handle);
            if is_formatting(html5ever::interface::ElemName::local_name(&name)) {
                open.formatting += 1;
            } else {
                open.others += 1;
            }
        }
        self.open.set(open);
    }
}

/// The elements that a browser opens again in the next paragraph when they were not closed in the last.
fn is_formatting(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("a")
            | local_name!("b")
            | local_name!("big")
            | local_name!("code")
            | local_name!("em")
            | local_name!("font")
            | local_name!("i")
            | local_name!("nobr")
            | local_name!("s")
            | local_name!("small")
            | local_name!("strike")
            | local_name!("strong")
            | local_name!("tt")
            | local_name!("u")
    )
}
