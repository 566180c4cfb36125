//! Parses with limits that hold while the tree is built, not after.
//!
//! html5ever itself has none: deep nesting makes its scans of the open elements quadratic, and formatting elements
//! that are never closed are copied into every paragraph. The guard stands between its tokenizer and its tree
//! builder. Now and then it counts what the builder holds open and, while that is too much, keeps further tags away
//! from it. Text is never dropped for that, and pages within the limits pass untouched. Attribute floods are kept
//! away from the tokenizer itself, elsewhere.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use html5ever::interface::Tracer;
use html5ever::tokenizer::{EndTag, StartTag, Tag, Token, TokenSink, TokenSinkResult, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, local_name};

use super::build::{Parsed, Sink};
use super::drafts::{Handle, Names};
use super::floods::{PIECE, drive};
use super::source_tags::{SourceTag, TagKind};
use super::{MAX_DEPTH, MAX_NODES, Tree};
use crate::note::Note;

/// How much may be held in formatting elements (`b`, `font` …) at once. Each is copied into every later paragraph and
/// compared, attribute by attribute, with every further one. An open one is held twice: as open, and as active.
const MAX_FORMATTING: usize = 128;
/// Attributes of a formatting element that weigh as much as the element itself.
const ATTRIBUTES_PER_WEIGHT: usize = 4;
/// What the builder holds open is counted after this many start tags.
const COUNT_EVERY: u32 = 32;
/// Nodes and attributes that a byte of source may become, and what any page may have. Real markup makes less than
/// half a node of a byte; only copied formatting elements make more.
const ITEMS_PER_BYTE: usize = 1;
const ITEMS_ANYWAY: usize = 100_000;
/// What one tag may still make when the limit is all but reached: copies of all formatting elements.
const ITEMS_PER_TAG: usize = 2000;
/// Bytes of source for each copy of a formatting element, and the copies that any page may have. A paragraph in which
/// dozens of them are opened again makes a node of each byte, and the path to each of these nodes has dozens of steps.
const BYTES_PER_COPY: usize = 32;
const COPIES_ANYWAY: usize = 100_000;
/// Bytes of text that a byte of source may become, and what any page may have. A null byte becomes three, an
/// attribute of a formatting element as many as there are copies.
const TEXT_PER_BYTE: usize = 4;
const TEXT_ANYWAY: usize = 1 << 20;
/// How often the builder may look at an open element for a byte of source, and what any page may have. Real pages
/// need fewer than ten; hundreds of open elements that every tag has to be compared with need more.
const LOOKS_PER_BYTE: usize = 96;
const LOOKS_ANYWAY: usize = 4_000_000;

impl Tree {
    /// Parses HTML by the standard, as a browser with scripting does (so that `noscript` is text).
    pub fn parse(html: &str) -> Parsed {
        parse_document(html, Scripting::On)
    }
}

/// Whether the page is read as a browser does that runs scripts, which only matters for `noscript`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scripting {
    On,
    #[cfg(test)]
    Off,
}

impl Scripting {
    fn options(self) -> TreeBuilderOpts {
        TreeBuilderOpts { scripting_enabled: self == Scripting::On, ..TreeBuilderOpts::default() }
    }
}

/// Parses a whole page.
pub(crate) fn parse_document(html: &str, scripting: Scripting) -> Parsed {
    let names = Names::new();
    let builder = TreeBuilder::new(Sink::new(&names, html.len()), scripting.options());
    parse(html, builder, TokenizerOpts::default(), PIECE)
}

/// Parses a fragment as `innerHTML` of a context element does; its nodes are the children of the `html` element.
#[cfg(test)]
pub(crate) fn parse_fragment(html: &str, context: html5ever::QualName, scripting: Scripting) -> Parsed {
    use html5ever::tree_builder::create_element;
    let names = Names::new();
    let sink = Sink::new(&names, html.len());
    let context = create_element(&sink, context, Vec::new());
    let builder = TreeBuilder::new_for_fragment(sink, context, None, scripting.options());
    let state = builder.tokenizer_state_for_context_elem(scripting == Scripting::On);
    parse(html, builder, TokenizerOpts { initial_state: Some(state), ..TokenizerOpts::default() }, PIECE)
}

type Builder<'names> = TreeBuilder<Handle<'names>, Sink<'names>>;

fn parse(html: &str, builder: Builder<'_>, options: TokenizerOpts, piece: usize) -> Parsed {
    let (guard, dropped_attributes) = drive(html, Guard::new(builder, html.len()), options, piece);
    let mut notes = guard.notes();
    let mut parsed = guard.builder.sink.into_tree();
    parsed.tree.tags = guard.tags.into_inner();
    parsed.tree.tags.shrink_to_fit();
    notes.append(&mut parsed.notes);
    if dropped_attributes > 0 {
        let cut = notes.iter_mut().find_map(|note| match note {
            Note::AttributesDropped(count) => Some(count),
            _ => None,
        });
        match cut {
            Some(count) => *count += dropped_attributes,
            None => notes.push(Note::AttributesDropped(dropped_attributes)),
        }
    }
    Parsed { tree: parsed.tree, notes }
}

/// A tree builder that is fed no more than it can take.
struct Guard<'names> {
    builder: Builder<'names>,
    limits: Limits,
    /// Tags since the open elements were last counted.
    since_count: Cell<u32>,
    open: Cell<OpenElements>,
    /// Formatting tags that reached the builder: what it makes beyond them are copies.
    formatting_tags: Cell<usize>,
    /// Start tags kept back by name, whose end tags must be kept back as well.
    kept_back: RefCell<HashMap<LocalName, usize>>,
    any_kept_back: Cell<bool>,
    too_deep: Cell<usize>,
    formatting_ignored: Cell<usize>,
    too_tangled: Cell<usize>,
    /// Inside an element whose text is not markup: the next tag can only be its end tag.
    in_raw_text: Cell<bool>,
    state: Cell<State>,
    /// All tags as they stand in the source.
    tags: RefCell<Vec<SourceTag>>,
}

/// What a page of a given length may become.
struct Limits {
    items: usize,
    copies: usize,
    text: usize,
    looks: usize,
}

/// What still reaches the builder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Everything within the limits.
    Open,
    /// Text only: the tags cost too much.
    TextOnly,
    /// Nothing: the tree is full.
    Full,
}

/// How much the tree builder holds open.
#[derive(Clone, Copy, Default)]
struct OpenElements {
    formatting: usize,
    others: usize,
}

impl<'names> Guard<'names> {
    fn new(builder: Builder<'names>, source_len: usize) -> Guard<'names> {
        let limits = Limits {
            items: (source_len * ITEMS_PER_BYTE + ITEMS_ANYWAY).min(MAX_NODES - ITEMS_PER_TAG),
            copies: source_len / BYTES_PER_COPY + COPIES_ANYWAY,
            text: source_len * TEXT_PER_BYTE + TEXT_ANYWAY,
            looks: source_len * LOOKS_PER_BYTE + LOOKS_ANYWAY,
        };
        Guard {
            builder,
            limits,
            since_count: Cell::default(),
            open: Cell::default(),
            formatting_tags: Cell::default(),
            kept_back: RefCell::default(),
            any_kept_back: Cell::default(),
            too_deep: Cell::default(),
            formatting_ignored: Cell::default(),
            too_tangled: Cell::default(),
            in_raw_text: Cell::default(),
            state: Cell::new(State::Open),
            tags: RefCell::new(Vec::with_capacity(source_len / 24)),
        }
    }

    /// Notes a tag as the source has it, whatever becomes of it.
    fn note_tag(&self, tag: &Tag) {
        let kind = match tag.kind {
            EndTag => TagKind::Closes,
            StartTag if tag.self_closing || is_void(tag) => TagKind::Stands,
            StartTag => TagKind::Opens,
        };
        let mut tags = self.tags.borrow_mut();
        if tags.len() < MAX_NODES {
            tags.push(SourceTag { name: tag.name.clone(), kind, at: self.builder.sink.text_len() as u32 });
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
        if self.too_tangled.get() > 0 {
            notes.push(Note::TooTangled(self.too_tangled.get()));
        }
        if self.state.get() == State::Full {
            notes.push(Note::TooManyNodes(self.builder.sink.items()));
        }
        notes
    }

    /// Whether the tag must not reach the builder.
    fn keeps_back(&self, tag: &Tag) -> bool {
        if self.in_raw_text.get() {
            return false;
        }
        match tag.kind {
            StartTag => self.keeps_back_start(tag),
            EndTag if self.state.get() == State::TextOnly => {
                self.too_tangled.set(self.too_tangled.get() + 1);
                true
            }
            EndTag => self.any_kept_back.get() && self.takes_kept_back(&tag.name),
        }
    }

    fn keeps_back_start(&self, tag: &Tag) -> bool {
        self.since_count.set(self.since_count.get() + 1);
        if self.since_count.get() >= COUNT_EVERY {
            self.count_open_elements();
        }
        let open = self.open.get();
        let counter = if self.state.get() == State::TextOnly && !self.is_raw(tag) {
            &self.too_tangled
        } else if open.formatting >= MAX_FORMATTING && is_formatting(&tag.name) {
            &self.formatting_ignored
        } else if open.others >= MAX_DEPTH && !is_void(tag) && !self.is_raw(tag) {
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

    /// Whether the text behind the tag is not markup. Such tags must get through, or it would be read as markup; in
    /// HTML, they close at their own end tag.
    fn is_raw(&self, tag: &Tag) -> bool {
        let is_raw_in_html = matches!(
            tag.name,
            local_name!("script")
                | local_name!("style")
                | local_name!("textarea")
                | local_name!("title")
                | local_name!("xmp")
                | local_name!("iframe")
                | local_name!("noembed")
                | local_name!("noframes")
                | local_name!("noscript")
        );
        is_raw_in_html && !self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }

    fn count_open_elements(&self) {
        let counter = OpenCounter { sink: &self.builder.sink, open: Cell::default() };
        self.builder.trace_handles(&counter);
        let open = counter.open.get();
        self.open.set(open);
        self.since_count.set(0);
        // Far from the limits, end tags of what was kept back have come already or will never come.
        if self.any_kept_back.get() && open.others < MAX_DEPTH / 2 && open.formatting < MAX_FORMATTING / 2 {
            self.kept_back.borrow_mut().clear();
            self.any_kept_back.set(false);
        }
    }

    /// Holds what the builder has made, and what it took, against the limits.
    fn check_limits(&self) {
        let sink = &self.builder.sink;
        let copies = sink.formatting().saturating_sub(self.formatting_tags.get());
        let is_tangled = sink.looks() > self.limits.looks || copies > self.limits.copies;
        if sink.items() > self.limits.items || sink.text_len() > self.limits.text {
            self.state.set(State::Full);
        } else if is_tangled && self.state.get() == State::Open {
            self.state.set(State::TextOnly);
        }
    }
}

impl<'names> TokenSink for Guard<'names> {
    type Handle = Handle<'names>;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle<'names>> {
        match &token {
            Token::ParseError(_) => return TokenSinkResult::Continue,
            Token::EOFToken => {}
            _ if self.state.get() == State::Full => return TokenSinkResult::Continue,
            Token::TagToken(tag) => {
                self.note_tag(tag);
                if self.keeps_back(tag) {
                    return TokenSinkResult::Continue;
                }
                self.in_raw_text.set(false);
                if tag.kind == StartTag && is_formatting(&tag.name) {
                    self.formatting_tags.set(self.formatting_tags.get() + 1);
                }
                // While tags are kept back, an end tag may be what makes room again.
                if tag.kind == EndTag && self.any_kept_back.get() {
                    self.since_count.set(self.since_count.get() + 1);
                }
            }
            _ => {}
        }
        let result = self.builder.process_token(token, line);
        if matches!(result, TokenSinkResult::RawData(_)) {
            self.in_raw_text.set(true);
        }
        self.check_limits();
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
struct OpenCounter<'a, 'names> {
    sink: &'a Sink<'names>,
    open: Cell<OpenElements>,
}

impl<'names> Tracer for OpenCounter<'_, 'names> {
    type Handle = Handle<'names>;

    fn trace_handle(&self, handle: &Handle<'names>) {
        let mut open = self.open.get();
        if is_formatting(&handle.name.local) {
            open.formatting += 1 + self.sink.attribute_count(*handle) / ATTRIBUTES_PER_WEIGHT;
        } else if !handle.is_document() {
            open.others += 1;
        }
        self.open.set(open);
    }
}

/// Elements that are closed as soon as they are opened.
fn is_void(tag: &Tag) -> bool {
    matches!(
        tag.name,
        local_name!("area")
            | local_name!("base")
            | local_name!("br")
            | local_name!("col")
            | local_name!("embed")
            | local_name!("hr")
            | local_name!("img")
            | local_name!("input")
            | local_name!("link")
            | local_name!("meta")
            | local_name!("param")
            | local_name!("source")
            | local_name!("track")
            | local_name!("wbr")
    )
}

/// The elements that a browser opens again in the next paragraph when they were not closed in the last.
pub(super) fn is_formatting(name: &LocalName) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tags, comments, references and characters of several bytes, whole and broken.
    const SOUP: &str = "(<[a-z!/-]{0,4}( [a-z=\"']{0,5})?>?|[a-zäß \\r\\n&;#0-9]{1,4}|<!--|-->|\\PC){0,30}";

    fn parse_in_pieces(html: &str, piece: usize) -> String {
        let names = Names::new();
        let builder = TreeBuilder::new(Sink::new(&names, html.len()), Scripting::On.options());
        parse(html, builder, TokenizerOpts::default(), piece).tree.to_xhtml()
    }

    #[test]
    fn an_end_tag_of_raw_text_gets_through_even_if_its_like_was_kept_back() {
        let html = "<svg>".repeat(600) + &"<title>".repeat(50) + "<p><title>x</title><b>y</b>";
        let tree = Tree::parse(&html).tree;
        assert!(tree.text_content(tree.root()).ends_with("xy"));
    }

    #[test]
    fn what_was_kept_back_is_forgotten_when_there_is_room_again() {
        let deep = "<div>".repeat(600) + "<p>".repeat(50).as_str() + &"</div>".repeat(600);
        let html = deep + &"<i>x</i>".repeat(40) + "<ul><li><p>a</p>b</ul>";
        let tree = Tree::parse(&html).tree;
        let b = tree.nodes().find(|&id| tree.text(id) == "b").unwrap();
        assert_eq!(tree.name(tree.parent(b).unwrap()), "li");
    }

    #[test]
    fn formatting_is_copied_only_so_often_and_no_text_is_lost() {
        let unit = |n: usize| format!("<p><b c=\"{n}\"><i d=\"{n}\">x");
        let html: String = (0..20_000).map(unit).chain(["<p>needle".to_owned()]).collect();
        let parsed = Tree::parse(&html);
        let made = parsed.tree.elements().filter(|&id| is_formatting(parsed.tree.local_name(id))).count();
        let allowed = html.len() / BYTES_PER_COPY + COPIES_ANYWAY;
        assert!(made <= allowed + 2 * 20_000 + ITEMS_PER_TAG, "{made} formatting elements");
        assert!(made > COPIES_ANYWAY, "{made} formatting elements are no flood");
        assert!(matches!(parsed.notes[..], [.., Note::TooTangled(_)]), "{:?}", parsed.notes);
        let text = parsed.tree.text_content(parsed.tree.root());
        assert!(text.ends_with("needle") && text.bytes().filter(|&byte| byte == b'x').count() == 20_000);
    }

    proptest! {
        /// Where the source is cut into pieces does not show.
        #[test]
        fn pieces_do_not_matter(soup in SOUP, piece in 1usize..9) {
            prop_assert_eq!(parse_in_pieces(&soup, piece), parse_in_pieces(&soup, PIECE));
        }
    }
}
