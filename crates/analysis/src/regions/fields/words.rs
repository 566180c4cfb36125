//! Names that the author of a page gave to the parts of its records: `itemprop`, `property` and the words of classes.
//!
//! Classes name how things look as often as what they are. A word is taken for a name only if all pieces of one column
//! have it and nearly nothing else on the page does.

use std::ops::Range;

use page::NodeId;
use rustc_hash::FxHashMap;

use super::align::Members;
use crate::content::Content;

/// At most so many elements up from a piece are asked.
const MAX_STEPS: usize = 3;
/// A longer name is a sentence, a shorter one an abbreviation.
const LENGTHS: Range<usize> = 3..41;
/// From so many columns on that begin with the same word, it is the name of the list and not theirs.
const SHARED: usize = 3;

/// The words that pieces share, column by column.
#[derive(Default)]
pub(super) struct Words<'a> {
    /// For each column the words that all its pieces have, the nearest first.
    shared: Vec<Vec<&'a str>>,
    /// The first column that each word is met in, and whether there are others.
    met: FxHashMap<&'a str, (usize, bool)>,
}

impl<'a> Words<'a> {
    /// Reads the words around some pieces of the next column.
    pub(super) fn add_column<'p>(
        &mut self,
        content: &'a Content<'a>,
        column: usize,
        pieces: impl Iterator<Item = &'p Range<usize>>,
    ) {
        let mut shared: Option<Vec<&'a str>> = None;
        for leaves in pieces {
            let own = around(content, leaves);
            for &word in &own {
                let (first, in_several) = self.met.entry(word).or_insert((column, false));
                *in_several |= *first != column;
            }
            shared = Some(match shared {
                None => own,
                Some(words) => words.into_iter().filter(|word| own.contains(word)).collect(),
            });
        }
        self.shared.push(shared.unwrap_or_default());
    }

    /// The names of those of these columns that have one.
    pub(super) fn names(&self, content: &Content<'_>, columns: &[Members], wanted: &[usize]) -> Vec<(usize, String)> {
        let candidates = |&column: &usize| {
            let words = self.shared[column].iter().filter(|&&word| self.met[word] == (column, false));
            words.filter_map(move |&word| Some((column, word, readable(word)?))).collect::<Vec<_>>()
        };
        let candidates: Vec<(usize, &str, String)> = wanted.iter().flat_map(candidates).collect();
        let uses = uses(content, candidates.iter().map(|&(_, word, _)| word));
        let mut names: Vec<(usize, String)> = Vec::new();
        for (column, word, name) in candidates {
            // Some pieces have the word twice, on an element and on its parent.
            let is_own = uses[word] <= 2 * columns[column].len();
            if is_own && names.last().is_none_or(|&(last, _)| last != column) {
                names.push((column, name));
            }
        }
        without_shared_beginning(&mut names);
        names
    }
}

/// The words in the markup around a piece, the nearest first: of the elements that hold hardly anything else.
fn around<'a>(content: &'a Content<'a>, leaves: &Range<usize>) -> Vec<&'a str> {
    let tree = content.tree();
    let element = content.element(leaves.start);
    let is_own = |&element: &NodeId| content.below(element).len() <= leaves.len() + 2;
    let steps = std::iter::once(element).chain(tree.ancestors(element)).take_while(is_own).take(MAX_STEPS);
    let mut words = Vec::new();
    for step in steps {
        words.extend(tree.attr(step, "itemprop").or_else(|| tree.attr(step, "property")));
        words.extend(tree.classes(step));
    }
    words
}

/// How many elements of the page have each of these words.
fn uses<'w>(content: &Content<'_>, words: impl Iterator<Item = &'w str>) -> FxHashMap<&'w str, usize> {
    let mut uses: FxHashMap<&str, usize> = words.map(|word| (word, 0)).collect();
    if uses.is_empty() {
        return uses;
    }
    let tree = content.tree();
    for element in tree.elements() {
        for word in tree.attr(element, "itemprop").into_iter().chain(tree.classes(element)) {
            if let Some(count) = uses.get_mut(word) {
                *count += 1;
            }
        }
    }
    uses
}

/// Takes the words away that most names begin with: `teaser title`, `teaser image` and `teaser date` are the title,
/// image and date of a teaser.
fn without_shared_beginning(names: &mut [(usize, String)]) {
    loop {
        let first_words = names.iter().filter_map(|(_, name)| Some(name.split_once(' ')?.0));
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for word in first_words {
            *counts.entry(word).or_default() += 1;
        }
        let most = names
            .iter()
            .filter_map(|(_, name)| name.split_once(' '))
            .map(|(word, _)| word)
            .find(|word| counts[word] >= SHARED && 2 * counts[word] > names.len());
        let Some(word) = most.map(str::to_owned) else { return };
        for (_, name) in names.iter_mut() {
            if let Some((_, rest)) = name.split_once(' ').filter(|(first, _)| *first == word) {
                *name = rest.to_owned();
            }
        }
    }
}

/// A word of the markup as a person would write it: `product-title`, `productTitle` are "product title". What is no
/// word, such as `x3f7`, gives nothing.
fn readable(word: &str) -> Option<String> {
    let mut name = String::new();
    let mut last = ' ';
    for letter in word.chars() {
        if letter.is_ascii_digit() {
            return None;
        }
        if letter.is_alphabetic() {
            if letter.is_uppercase() && last.is_lowercase() {
                name.push(' ');
            }
            name.extend(letter.to_lowercase());
            last = letter;
        } else {
            if last != ' ' {
                name.push(' ');
            }
            last = ' ';
        }
    }
    let name = name.trim();
    // Abbreviations have no vowels, and sizes are short: `btn`, `text-sm`.
    let is_word = |word: &str| {
        word.len() >= LENGTHS.start && word.contains(|letter: char| "aeiouy".contains(letter) || !letter.is_ascii())
    };
    (LENGTHS.contains(&name.len()) && name.split(' ').all(is_word)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_markup_become_readable() {
        assert_eq!(readable("product-title").as_deref(), Some("product title"));
        assert_eq!(readable("productTitle").as_deref(), Some("product title"));
        assert_eq!(readable("Card__price--old").as_deref(), Some("card price old"));
        assert_eq!(readable("x3f7"), None);
        assert_eq!(readable("mt-2"), None);
        assert_eq!(readable("b"), None);
        assert_eq!(readable("btn"), None);
        assert_eq!(readable("text-sm"), None);
    }

    #[test]
    fn what_all_names_begin_with_is_no_name() {
        let mut names: Vec<(usize, String)> = ["teaser item title", "teaser item image", "teaser item date", "author"]
            .map(|name| (0, name.into()))
            .into();
        without_shared_beginning(&mut names);
        let names: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["title", "image", "date", "author"]);
    }
}
