//! Which known names resemble a name that is not known, by words and by characters.
//!
//! A name is a handful of words, so words count first: how much of both names is shared, with words weighing less the
//! more terms use them, plurals counting as one, and abbreviations and misspellings counting in part. Characters count
//! for what words cannot see: `web site` and `website`, and languages that are written without spaces.
//!
//! All that can be is done when a name is added. For a question, each of its words is compared once with each known
//! word, not with each name.

use super::normal::{is_ideograph, stem};
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// Words that say little in a name.
const LITTLE: [&str; 22] = [
    "a", "an", "and", "at", "by", "de", "der", "des", "die", "du", "for", "from", "in", "is", "of", "on", "or", "our",
    "the", "to", "von", "your",
];

/// What a word that says little weighs, where others weigh one.
const LITTLE_WEIGHT: f64 = 0.25;

/// Characters of a question that count. Longer texts are no names.
const MAX_CHARACTERS: usize = 120;

/// Likenesses below are chance.
const LEAST: f64 = 0.3;

/// The likeness of names that differ in nothing that matters.
const ALMOST: f64 = 0.97;

/// Known names, ready to be compared.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Stems, by their text.
    words: HashMap<String, usize>,
    known: Vec<Word>,
    names: Vec<Shape>,
    /// The names that have two characters in a row.
    pairs: HashMap<(char, char), Vec<u32>>,
}

#[derive(Clone, Debug)]
struct Word {
    characters: Vec<char>,
    /// The terms that have the word in one of their names, in order.
    terms: Vec<usize>,
    is_little: bool,
}

impl Word {
    fn new(text: &str) -> Word {
        Word { characters: text.chars().collect(), terms: Vec::new(), is_little: LITTLE.contains(&text) }
    }

    /// What the word weighs: the less, the more terms share it. A root rather than a logarithm, since roots are the
    /// same on all machines.
    fn weight(&self) -> f64 {
        let rarity = 1.0 / (self.terms.len().max(1) as f64).sqrt();
        if self.is_little { LITTLE_WEIGHT * rarity } else { rarity }
    }
}

/// A name in pieces.
#[derive(Clone, Debug)]
struct Shape {
    text: String,
    /// Stems by number, in their order.
    words: Vec<usize>,
    /// The characters without spaces.
    characters: Vec<char>,
    has_ideographs: bool,
}

impl Index {
    /// Adds a name, normalised, of a term. The names are numbered in the order of their coming.
    pub(super) fn add(&mut self, name: &str, term: usize) {
        let number = self.names.len() as u32;
        let mut words = Vec::new();
        for word in name.split(' ').map(stem) {
            let id = *self.words.entry(word.clone()).or_insert_with(|| {
                self.known.push(Word::new(&word));
                self.known.len() - 1
            });
            let terms = &mut self.known[id].terms;
            if let Err(at) = terms.binary_search(&term) {
                terms.insert(at, term);
            }
            words.push(id);
        }
        let characters: Vec<char> = name.chars().filter(|&c| c != ' ').collect();
        for pair in pairs(&characters) {
            let names = self.pairs.entry(pair).or_default();
            if names.last() != Some(&number) {
                names.push(number);
            }
        }
        let has_ideographs = characters.iter().copied().any(is_ideograph);
        self.names.push(Shape { text: name.to_owned(), words, characters, has_ideographs });
    }

    /// The names that resemble a normalised one, by number, with their likeness; in the order of the numbers.
    pub(super) fn alike(&self, name: &str) -> Vec<(usize, f64)> {
        let characters: Vec<char> = name.chars().filter(|&c| c != ' ').take(MAX_CHARACTERS).collect();
        let has_ideographs = characters.iter().copied().any(is_ideograph);
        let question = Question::new(self, name);
        let mut shared: FxHashMap<u32, u32> = FxHashMap::default();
        for pair in pairs(&characters) {
            for &number in self.pairs.get(&pair).into_iter().flatten() {
                *shared.entry(number).or_default() += 1;
            }
        }
        let likeness = |(number, shape): (usize, &Shape)| {
            let shared = shared.get(&(number as u32)).copied().unwrap_or(0);
            let by_characters = match () {
                () if has_ideographs || shape.has_ideographs => by_ideographs(&characters, &shape.characters),
                () if 3 * shared as usize >= characters.len().max(shape.characters.len()) => {
                    by_letters(&characters, &shape.characters)
                }
                () => 0.0,
            };
            let by_words = question.likeness(self, shape);
            // Plurals and words in another order are as good as the same, but not the same.
            let likeness = if shape.text == name { 1.0 } else { by_words.max(by_characters).min(ALMOST) };
            (number, likeness)
        };
        self.names.iter().enumerate().map(likeness).filter(|(_, likeness)| *likeness >= LEAST).collect()
    }
}

fn pairs(characters: &[char]) -> impl Iterator<Item = (char, char)> {
    characters.windows(2).map(|pair| (pair[0], pair[1]))
}

/// The words of a question, compared with all known words.
struct Question {
    /// For each word its weight, and its likeness with each known word.
    words: Vec<(f64, Vec<f64>)>,
}

impl Question {
    fn new(index: &Index, name: &str) -> Question {
        let word = |word: &str| {
            let text = stem(word);
            let known = index.words.get(&text);
            let word = Word::new(&text);
            let likeness = |(id, other): (usize, &Word)| match known {
                Some(&known) if known == id => 1.0,
                _ => of_words(&word.characters, &other.characters),
            };
            let weight = known.map_or_else(|| word.weight(), |&known| index.known[known].weight());
            (weight, index.known.iter().enumerate().map(likeness).collect())
        };
        // A name has few words; a text has many, and is no name.
        Question { words: name.split(' ').take(12).map(word).collect() }
    }

    /// How much of both names is shared, in words. Each word of the name goes to one word of the question.
    fn likeness(&self, index: &Index, shape: &Shape) -> f64 {
        let mut is_used = [false; 16];
        let mut shared = 0.0;
        let mut total = 0.0;
        for (weight, likeness) in &self.words {
            total += weight;
            let free = shape.words.iter().enumerate().take(is_used.len()).filter(|(at, _)| !is_used[*at]);
            let best = free.map(|(at, &id)| (at, likeness[id])).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            if let Some((at, likeness)) = best.filter(|best| best.1 > 0.0) {
                is_used[at] = true;
                shared += likeness * (weight + index.known[shape.words[at]].weight());
            }
        }
        total += shape.words.iter().map(|&id| index.known[id].weight()).sum::<f64>();
        if total > 0.0 { (shared / total).min(1.0) } else { 0.0 }
    }
}

/// How alike two different words are: abbreviations and misspellings.
fn of_words(left: &[char], right: &[char]) -> f64 {
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    // `tel` for `telephone`, `dir` for `director`.
    if short.len() >= 3 && long.starts_with(short) {
        return 0.6 + 0.3 * short.len() as f64 / long.len() as f64;
    }
    // In short words each letter counts: `make` is not `made`.
    if short.len() < 5 || 4 * short.len() < 3 * long.len() {
        return 0.0;
    }
    let likeness = edits(left, right);
    if likeness >= 0.75 { 0.9 * likeness } else { 0.0 }
}

/// Names as rows of letters, for words that are written together here and apart there.
fn by_letters(left: &[char], right: &[char]) -> f64 {
    if left == right {
        return ALMOST;
    }
    let likeness = edits(left, right);
    if likeness >= 0.7 { 0.95 * likeness } else { 0.0 }
}

/// Names in characters that are words: shared characters, shared pairs, and one name within the other.
fn by_ideographs(left: &[char], right: &[char]) -> f64 {
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    if short.is_empty() {
        return 0.0;
    }
    let ratio = short.len() as f64 / long.len() as f64;
    if short.len() >= 2 && long.windows(short.len()).any(|part| part == short) {
        return 0.5 + 0.45 * ratio;
    }
    let ones = common(short.to_vec(), long.to_vec());
    let twos = common(pairs(short).collect(), pairs(long).collect());
    let both = (short.len() + long.len()) as f64;
    let ones = 2.0 * ones as f64 / both;
    let twos = if short.len() > 1 { 2.0 * twos as f64 / (both - 2.0) } else { 0.0 };
    0.9 * (ones + twos) / 2.0
}

/// How many members two bags share.
fn common<T: Ord>(mut left: Vec<T>, mut right: Vec<T>) -> usize {
    left.sort_unstable();
    right.sort_unstable();
    let (mut i, mut j, mut count) = (0, 0, 0);
    while let (Some(a), Some(b)) = (left.get(i), right.get(j)) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, count) = (i + 1, j + 1, count + 1),
        }
    }
    count
}

/// One less the share of characters that must change; two neighbours that changed places count once.
pub(super) fn edits(left: &[char], right: &[char]) -> f64 {
    let longest = left.len().max(right.len());
    if longest == 0 {
        return 1.0;
    }
    let width = right.len() + 1;
    let mut rows = [vec![0; width], (0..width).collect::<Vec<usize>>(), vec![0; width]];
    for (i, a) in left.iter().enumerate() {
        let [before, last, row] = &mut rows;
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let mut least = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && left[i - 1] == *b && right[j - 1] == *a {
                least = least.min(before[j - 1] + 1);
            }
            row[j + 1] = least;
        }
        rows.rotate_left(1);
    }
    1.0 - rows[1][width - 1] as f64 / longest as f64
}
