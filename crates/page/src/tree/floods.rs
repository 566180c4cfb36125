//! Feeds the source to the tokenizer piece by piece, and keeps back the attributes of tags that have absurdly many:
//! the tokenizer's check for duplicates is quadratic in their number.
//!
//! Whether a `<` starts a tag depends on what the tree builder has made of the page so far, so the source is not
//! searched beforehand. Instead, when the tokenizer has swallowed some kilobytes without a word, it must be inside a
//! tag, a comment or the like that started right behind its last token. Only then is that place looked at. Pages
//! without such tags are fed as they are.

use std::cell::Cell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use super::MAX_ATTRIBUTES;

/// Bytes fed at a time. Small enough to stay in the fastest cache.
pub(crate) const PIECE: usize = 4096;
/// Bytes swallowed without a token that arouse suspicion.
const SILENCE: usize = 2 * PIECE;

/// Runs the tokenizer over the whole source. Gives the sink back, and the number of attributes kept from it.
pub(crate) fn drive<Sink: TokenSink>(html: &str, sink: Sink, options: TokenizerOpts, piece: usize) -> (Sink, usize) {
    let input = BufferQueue::default();
    let spotter = Spotter { sink, input: &input, fed: Cell::new(0), last_token: Cell::new(0) };
    // The decoder has taken the byte order mark away; another one is text, as it is in browsers.
    let tokenizer = Tokenizer::new(spotter, TokenizerOpts { discard_bom: false, ..options });
    let feed = |from: usize, to: usize| {
        tokenizer.sink.fed.set(to);
        input.push_back(StrTendril::from_slice(&html[from..to]));
        // Scripts are not run, so the tokenizer's pauses at them end at once.
        while !input.is_empty() {
            let _ = tokenizer.feed(&input);
        }
    };
    let (mut at, mut looked_at, mut dropped) = (0, usize::MAX, 0);
    while at < html.len() {
        let end = html.ceil_char_boundary(at + piece);
        feed(at, end);
        at = end;
        let silent_since = tokenizer.sink.last_token.get();
        if at - silent_since > SILENCE && silent_since != looked_at {
            looked_at = silent_since;
            if let Some(surplus) = surplus_attributes(html.as_bytes(), silent_since, at) {
                feed(at, surplus.start);
                at = surplus.end;
                dropped += surplus.attributes;
            }
        }
    }
    tokenizer.end();
    (tokenizer.sink.sink, dropped)
}

/// Passes tokens on and remembers how far into the source the last one reached.
struct Spotter<'input, Sink> {
    sink: Sink,
    input: &'input BufferQueue,
    /// Where the piece that is being read ends in the source.
    fed: Cell<usize>,
    last_token: Cell<usize>,
}

impl<Sink: TokenSink> TokenSink for Spotter<'_, Sink> {
    type Handle = Sink::Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Sink::Handle> {
        if matches!(token, Token::ParseError(_)) {
            return TokenSinkResult::Continue;
        }
        let unread = self.input.peek_front_chunk_mut().map_or(0, |piece| piece.len());
        self.last_token.set(self.fed.get() - unread);
        self.sink.process_token(token, line)
    }

    fn end(&self) {
        self.sink.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.sink.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Attributes of one tag that the tokenizer is not to see.
#[derive(Debug, PartialEq)]
struct Surplus {
    start: usize,
    /// Where the tag's `>` is, or the end of the source.
    end: usize,
    attributes: usize,
}

/// The surplus attributes behind `read` of the tag that starts right behind `silent_since`, if it is one.
fn surplus_attributes(bytes: &[u8], silent_since: usize, read: usize) -> Option<Surplus> {
    // A "<" that follows another one has been read once already when the first is found to be text.
    let from = silent_since.saturating_sub(1);
    let tag = from + memchr::memchr(b'<', &bytes[from..read])? + 1;
    let name = tag + usize::from(bytes.get(tag) == Some(&b'/'));
    if !bytes.get(name)?.is_ascii_alphabetic() {
        return None;
    }
    let mut walk = AttributeWalk { bytes, at: name };
    walk.skip(|byte| !is_space(byte) && byte != b'>');
    let (mut seen, mut surplus) = (0, None);
    while let Some(start) = walk.next_attribute() {
        seen += 1;
        if seen > MAX_ATTRIBUTES && start >= read {
            surplus.get_or_insert(Surplus { start, end: start, attributes: 0 }).attributes += 1;
        }
    }
    surplus.map(|surplus| Surplus { end: walk.at, ..surplus })
}

/// Walks the attributes of a tag as the tokenizer does.
struct AttributeWalk<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl AttributeWalk<'_> {
    fn skip(&mut self, test: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).copied().is_some_and(&test) {
            self.at += 1;
        }
    }

    /// Where the next attribute starts, if there is one; stands behind it afterwards, or at the end of the tag.
    fn next_attribute(&mut self) -> Option<usize> {
        self.skip(|byte| is_space(byte) || byte == b'/');
        if matches!(self.bytes.get(self.at), None | Some(b'>')) {
            return None;
        }
        let start = self.at;
        // A leading "=" is part of the name.
        self.at += 1;
        self.skip(|byte| !is_space(byte) && !matches!(byte, b'/' | b'>' | b'='));
        let name_end = self.at;
        self.skip(is_space);
        if self.bytes.get(self.at) != Some(&b'=') {
            self.at = name_end;
            return Some(start);
        }
        self.at += 1;
        self.skip(is_space);
        match self.bytes.get(self.at) {
            Some(quote @ (b'"' | b'\'')) => {
                let value = self.at + 1;
                let len = memchr::memchr(*quote, &self.bytes[value..]).map_or(self.bytes.len() - value, |end| end + 1);
                self.at = value + len;
            }
            _ => self.skip(|byte| !is_space(byte) && byte != b'>'),
        }
        Some(start)
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Note, Tree};

    /// Attributes whose values hold what could end a tag.
    fn flood(count: usize) -> String {
        (0..count).map(|number| format!(" a{number}='>'")).collect()
    }

    fn dropped(html: &str) -> Option<usize> {
        let parsed = Tree::parse(html);
        parsed.notes.iter().find_map(|note| match note {
            Note::AttributesDropped(count) => Some(*count),
            _ => None,
        })
    }

    #[test]
    fn surplus_attributes_are_cut_and_the_tag_ends_where_it_did() {
        for before in ["", "<", "<<", "a", "<textarea><!--</textarea>", "<svg><title><!-- x --></title></svg>"] {
            for count in [600, 20_000] {
                let html = format!("{before}<p{}>text<b x>y", flood(count));
                let tree = Tree::parse(&html).tree;
                assert_eq!(dropped(&html), Some(count - MAX_ATTRIBUTES), "{before:?} {count}");
                assert!(tree.text_content(tree.root()).ends_with("texty"), "{before:?} {count}");
            }
        }
    }

    #[test]
    fn a_flood_without_end_is_cut_too() {
        let html = format!("<p{}", flood(20_000));
        let (tag, read) = (0, 3 * PIECE);
        let surplus = surplus_attributes(html.as_bytes(), tag, read).unwrap();
        assert_eq!(surplus.end, html.len());
        assert!(html[surplus.start..].starts_with('a'));
    }

    #[test]
    fn what_only_looks_like_a_flood_is_untouched() {
        let words = "word ".repeat(20_000);
        for html in [
            format!("<!-- <p {words} -->"),
            format!("<script>if (a <b {words}</script>"),
            format!("<p title=\"<b {words}\">"),
            format!("<textarea><b {words}</textarea>"),
            format!("<svg><![CDATA[ <b {words}]]>"),
        ] {
            assert_eq!(dropped(&html), None, "{}", &html[..20]);
            assert!(Tree::parse(&html).tree.to_xhtml().contains(words.trim_end()), "{}", &html[..20]);
        }
    }
}
