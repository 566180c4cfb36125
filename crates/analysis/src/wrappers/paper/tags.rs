//! Step 3, first half: a page as a string of tags. Attributes are dropped, each text is one symbol, and each start or
//! end tag is a letter of a small alphabet. The suffix array of the string is made in [`super::repeats`].

use page::{NodeId, Page};
use rustc_hash::FxHashMap;

use super::blocks::{Piece, significant_pieces, text_of};

/// The symbol of all text.
pub(super) const TEXT: u32 = 0;

/// The letters that tags are mapped to, the paper's Table 1, made as tags come up.
#[derive(Clone, Debug, Default)]
pub(super) struct Alphabet {
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter<'a> {
    /// Text.
    Text,
    /// A start tag.
    Open(&'a str),
    /// An end tag.
    Close(&'a str),
}

impl Alphabet {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The symbol for a letter, if the page has such tags.
    pub(super) fn symbol(&self, letter: Letter<'_>) -> Option<u32> {
        match letter {
            Letter::Text => Some(TEXT),
            Letter::Open(name) => self.numbers.get(name).map(|number| 2 * number + 1),
            Letter::Close(name) => self.numbers.get(name).map(|number| 2 * number + 2),
        }
    }

    /// What a symbol of this alphabet stands for.
    pub(super) fn letter(&self, symbol: u32) -> Letter<'_> {
        match symbol.checked_sub(1) {
            None => Letter::Text,
            Some(tag) if tag % 2 == 0 => Letter::Open(&self.names[tag as usize / 2]),
            Some(tag) => Letter::Close(&self.names[tag as usize / 2]),
        }
    }

    /// How many symbols there may be.
    pub(super) fn len(&self) -> usize {
        2 * self.names.len() + 1
    }
}

/// A page, or what is left of it, as a string of symbols that know their nodes.
#[derive(Clone, Debug)]
pub(super) struct TagString {
    pub(super) alphabet: Alphabet,
    pub(super) symbols: Vec<u32>,
    pub(super) pieces: Vec<Piece>,
}

impl TagString {
    /// The whole page, but for insignificant blocks.
    pub(super) fn of(page: &Page) -> TagString {
        TagString::of_pieces(page, significant_pieces(&page.tree))
    }

    /// These pieces of a page.
    pub(super) fn of_pieces(page: &Page, pieces: Vec<Piece>) -> TagString {
        let mut alphabet = Alphabet::default();
        let symbol = |piece: &Piece| match *piece {
            Piece::Open(node) => 2 * alphabet.number(page.tree.name(node)) + 1,
            Piece::Close(node) => 2 * alphabet.number(page.tree.name(node)) + 2,
            Piece::Text(..) => TEXT,
        };
        let symbols = pieces.iter().map(symbol).collect();
        TagString { alphabet, symbols, pieces }
    }

    /// The text at an index, with the node it begins in.
    pub(super) fn text(&self, page: &Page, at: usize) -> (NodeId, String) {
        match self.pieces[at] {
            Piece::Text(first, end) => (first, text_of(&page.tree, first, end)),
            tag => (tag.node(), String::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    #[test]
    fn tags_become_letters_and_back() {
        let page = Page::new(Capture::new("p", "<p id=a>x<br><p id=b>y"));
        let tags = TagString::of(&page);
        // html, body, p, text, br, /p, p, text, /p, /body, /html
        assert_eq!(tags.symbols, [1, 3, 5, 0, 7, 6, 5, 0, 6, 4, 2]);
        assert_eq!(tags.alphabet.len(), 9);
        for &symbol in &tags.symbols {
            assert_eq!(tags.alphabet.symbol(tags.alphabet.letter(symbol)), Some(symbol));
        }
        assert_eq!(tags.alphabet.symbol(Letter::Open("table")), None);
        assert_eq!(tags.text(&page, 7).1, "y");
    }
}
