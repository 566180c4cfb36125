//! The different texts of some pages, each looked at once however often it stands there.

use super::reading::Reading;
use crate::ValueKind;
use rustc_hash::FxHashMap;

/// The different texts of some pages.
#[derive(Debug)]
pub struct Texts<'a> {
    /// For each page the number of each of its texts.
    pub numbers: Vec<Vec<u32>>,
    /// What is known of each different text.
    pub looks: Vec<TextLook<'a>>,
}

/// What is seen of a text whatever it may mean.
#[derive(Debug)]
pub struct TextLook<'a> {
    /// What it says.
    pub text: &'a str,
    /// Its words in lower case, with single spaces between them.
    pub plain: String,
    /// Its form.
    pub shape: Shape,
    /// The kind of value it is.
    pub kind: ValueKind,
    /// The share of pages it stands on.
    pub pages: f64,
}

impl<'a> Texts<'a> {
    /// Of some pages.
    pub fn of(readings: &'a [Reading<'_>]) -> Texts<'a> {
        let mut known: FxHashMap<&'a str, u32> = FxHashMap::default();
        let mut looks: Vec<TextLook<'a>> = Vec::new();
        let mut last_page: Vec<usize> = Vec::new();
        let one = 1.0 / readings.len() as f64;
        let mut numbers = Vec::with_capacity(readings.len());
        for (page, reading) in readings.iter().enumerate() {
            let number = |text: &'a str| {
                let number = *known.entry(text).or_insert_with(|| {
                    let (plain, shape, kind) = (plain(text), Shape::of(text), ValueKind::of(text));
                    looks.push(TextLook { text, plain, shape, kind, pages: 0.0 });
                    last_page.push(usize::MAX);
                    looks.len() as u32 - 1
                });
                if std::mem::replace(&mut last_page[number as usize], page) != page {
                    looks[number as usize].pages += one;
                }
                number
            };
            numbers.push(reading.texts.iter().map(|text| text.text.as_str()).map(number).collect());
        }
        Texts { numbers, looks }
    }

    /// A text of a page.
    pub fn look(&self, page: usize, text: usize) -> &TextLook<'a> {
        &self.looks[self.numbers[page][text] as usize]
    }
}

/// A text in lower case, with single spaces between its words and nothing else.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !plain.is_empty() {
            plain.push(' ');
        }
        match word.is_ascii() {
            true => plain.extend(word.chars().map(|c| c.to_ascii_lowercase())),
            false => plain.extend(word.chars().flat_map(char::to_lowercase)),
        }
    }
    plain
}

/// The form of a text in a few numbers: how much of it are digits, capitals and signs, how long it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape([f64; 9]);

impl Shape {
    /// Of a text.
    pub fn of(text: &str) -> Shape {
        let (mut characters, mut digits, mut capitals, mut signs) = (0.0, 0.0, 0.0, 0.0);
        let (mut words, mut capital_words, mut digit_words) = (0.0, 0.0, 0.0);
        let (mut has_comma, mut has_currency) = (false, false);
        let mut is_inside = false;
        for c in text.chars() {
            characters += 1.0;
            if c.is_whitespace() {
                is_inside = false;
                continue;
            }
            let (is_digit, is_capital) = (c.is_ascii_digit(), c.is_uppercase());
            if !is_inside {
                words += 1.0;
                capital_words += f64::from(is_capital);
                digit_words += f64::from(is_digit);
            }
            is_inside = true;
            digits += f64::from(is_digit);
            capitals += f64::from(is_capital);
            signs += f64::from(!c.is_alphanumeric());
            has_comma |= c == ',';
            has_currency |= matches!(c, '$' | '€' | '£' | '¥');
        }
        let (characters, words) = (f64::max(characters, 1.0), f64::max(words, 1.0));
        Shape([
            digits / characters,
            capitals / characters,
            signs / characters,
            capital_words / words,
            digit_words / words,
            (words.ln() / 3.0).min(1.0),
            (characters.ln() / 5.0).min(1.2),
            0.5 * f64::from(has_comma),
            f64::from(has_currency),
        ])
    }

    /// How alike two texts look, from 0 to 1.
    pub fn likeness(&self, other: &Shape) -> f64 {
        let distance: f64 = self.0.iter().zip(other.0).map(|(a, b)| (a - b).abs()).sum();
        (-2.0 * distance).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_one_sort_look_alike() {
        let like = |a: &str, b: &str| Shape::of(a).likeness(&Shape::of(b));
        assert!(like("$129.95", "$119.00") > 0.9 && like("$129.95", "$9.00") > 0.4);
        assert!(like("Jane Austen", "Howard Zinn") > 0.8);
        assert!(like("Jane Austen", "$129.95") < 0.1);
        assert!(like("Austin, TX", "New York, NY") > like("Austin, TX", "Senior Software Engineer"));
    }
}
