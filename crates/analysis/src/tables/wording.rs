//! How much a text reads like a name: by what it ends with and by its pieces, words or single ideographs, each with the
//! odds that a text with it is a header. The odds are counted (`lexicon.rs`), as a naive Bayes filter counts words.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::lexicon::LEXICON;
use super::words::key;
use crate::kinds::is_ideograph;

/// Marks an entry that is the end of a text.
const END: char = '$';

/// The odds of ends and pieces.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    odds: FxHashMap<String, f64>,
}

/// What the words of one text say, as logarithms of odds; 0 where nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wording {
    /// By the longest end that is known.
    pub(super) end: f64,
    /// By its pieces, on the mean.
    pub(super) pieces: f64,
}

impl Lexicon {
    /// A lexicon of known odds. Ends of texts and pieces are as [`Lexicon::entries_of`] gives them.
    pub fn new(odds: impl IntoIterator<Item = (String, f64)>) -> Lexicon {
        Lexicon { odds: odds.into_iter().collect() }
    }

    /// The one that was counted on tables whose headers are known.
    pub(super) fn counted() -> &'static Lexicon {
        static COUNTED: LazyLock<Lexicon> = LazyLock::new(|| {
            let entries = LEXICON.iter().flat_map(|&(odds, ends, pieces)| {
                let ends = listed(ends).map(|end| format!("{END}{end}"));
                ends.chain(listed(pieces).map(str::to_owned)).map(move |entry| (entry, odds))
            });
            Lexicon::new(entries)
        });
        &COUNTED
    }

    /// The entries that a text is looked up by: its ends, marked with `$`, from the longest; then each of its pieces.
    pub fn entries_of(text: &str) -> Vec<String> {
        let pieces = pieces(&key(text));
        let end =
            |count: usize| pieces.len().checked_sub(count).map(|from| format!("{END}{}", joined(&pieces[from..])));
        let mut entries: Vec<String> = [2, 1].into_iter().filter_map(end).collect();
        for piece in &pieces {
            if !entries.contains(piece) {
                entries.push(piece.clone());
            }
        }
        entries
    }

    pub(super) fn wording(&self, text: &str) -> Wording {
        let entries = Lexicon::entries_of(text);
        let known = |is_end: bool| {
            let entries = entries.iter().filter(move |entry| entry.starts_with(END) == is_end);
            entries.filter_map(|entry| self.odds.get(entry).copied())
        };
        let count = known(false).count().max(1) as f64;
        Wording { end: known(true).next().unwrap_or_default(), pieces: known(false).sum::<f64>() / count }
    }
}

/// The entries of a line of the lexicon.
fn listed(line: &str) -> impl Iterator<Item = &str> {
    line.split(", ").filter(|entry| !entry.is_empty())
}

/// The words of a text; of ideographs each by itself.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut is_open = false;
    for c in text.chars() {
        let is_letter = c.is_alphabetic() && !is_ideograph(c);
        match pieces.last_mut().filter(|_| is_letter && is_open) {
            Some(word) => word.push(c),
            None if is_letter || is_ideograph(c) => pieces.push(c.to_string()),
            None => {}
        }
        is_open = is_letter;
    }
    pieces
}

/// Pieces as they stand in a text: ideographs without a space between them.
fn joined(pieces: &[String]) -> String {
    let is_dense = pieces.iter().any(|piece| piece.starts_with(is_ideograph));
    pieces.join(if is_dense { "" } else { " " })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_looked_up_by_ends_and_pieces() {
        assert_eq!(Lexicon::entries_of("Date of Birth (2):"), ["$of birth", "$birth", "date", "of", "birth"]);
        assert_eq!(Lexicon::entries_of("注册 地址"), ["$地址", "$址", "注", "册", "地", "址"]);
        assert_eq!(Lexicon::entries_of("12.5"), Vec::<String>::new());
    }

    #[test]
    fn the_longest_end_counts_and_pieces_on_the_mean() {
        let lexicon = Lexicon::new(
            [("$of birth", 2.0), ("$birth", 1.0), ("date", 3.0), ("of", -1.0)]
                .map(|(entry, odds)| (entry.to_owned(), odds)),
        );
        assert_eq!(lexicon.wording("Date of birth"), Wording { end: 2.0, pieces: 1.0 });
        assert_eq!(lexicon.wording("Birth"), Wording { end: 1.0, pieces: 0.0 });
    }
}
