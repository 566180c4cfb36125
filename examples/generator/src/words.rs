//! Words that nobody has used before, made of syllables, and the file names of labels.

use crate::random::Random;

const STARTS: [&str; 22] =
    ["b", "br", "c", "d", "dr", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "w", "z", "l"];
const MIDDLES: [&str; 8] = ["a", "e", "i", "o", "u", "a", "e", "o"];
const JOINTS: [&str; 10] = ["n", "r", "l", "s", "m", "", "", "", "", ""];
const ENDS: [&str; 14] = ["", "", "", "n", "r", "l", "s", "nd", "th", "m", "rn", "lla", "x", "ck"];

/// What pieces in braces stand for. A pattern and its variant are filled alike.
pub(crate) struct Fillings {
    word: String,
    other: String,
    noun: String,
    thing: String,
    quality: String,
}

/// Words of titles; titles are made of them and of invented names.
pub(crate) struct Vocabulary {
    pub(crate) nouns: &'static [&'static str],
    pub(crate) things: &'static [&'static str],
    pub(crate) qualities: &'static [&'static str],
}

impl Fillings {
    pub(crate) fn draw(random: &mut Random, vocabulary: &Vocabulary) -> Self {
        let one = |random: &mut Random, from: &[&str]| random.pick(from).to_owned();
        Self {
            word: name(random),
            other: name(random),
            noun: one(random, vocabulary.nouns),
            thing: one(random, vocabulary.things),
            quality: one(random, vocabulary.qualities),
        }
    }

    pub(crate) fn fill(&self, pattern: &str) -> String {
        let pieces = [
            ("{w}", &self.word),
            ("{v}", &self.other),
            ("{n}", &self.noun),
            ("{t}", &self.thing),
            ("{q}", &self.quality),
        ];
        pieces.iter().fold(pattern.to_owned(), |text, (piece, filling)| text.replace(piece, filling))
    }
}

/// An invented name of two or three syllables.
pub(crate) fn name(random: &mut Random) -> String {
    let syllables = if random.chance(65) { 2 } else { 3 };
    let mut word = String::new();
    for syllable in 0..syllables {
        word.push_str(random.pick(&STARTS));
        word.push_str(random.pick(&MIDDLES));
        let is_last = syllable + 1 == syllables;
        word.push_str(if is_last { random.pick(&ENDS) } else { random.pick(&JOINTS) });
    }
    capital(&word)
}

/// The word with a capital letter.
pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text as part of a file name.
pub(crate) fn slug(text: &str) -> String {
    let plain: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_plain() {
        assert_eq!(slug("Food & Drink: a guide"), "food-drink-a-guide");
    }

    #[test]
    fn a_pattern_and_its_variant_are_filled_alike() {
        let vocabulary = Vocabulary { nouns: &["Sea"], things: &["clock"], qualities: &["Salt"] };
        let fillings = Fillings::draw(&mut Random::new(1), &vocabulary);
        let (main, variant) = (fillings.fill("Hotel {w}"), fillings.fill("{w} Hotel"));
        assert_eq!(main.trim_start_matches("Hotel "), variant.trim_end_matches(" Hotel"));
        assert_eq!(fillings.fill("{q} {t} of the {n}"), "Salt clock of the Sea");
    }
}
