//! What is compared of an individual: the words, numbers and codes of its values, whatever their looks.
//!
//! A profile is made of the texts alone. What a word weighs is added later, since it depends on all other individuals.
//! There is no judgement here; two profiles meet in `compare.rs`.

use crate::names::{is_ideograph, without_marks};

use super::compare::untold;

/// Properties that are told apart. Whatever has a higher number shares the last place.
pub const MAX_PROPERTIES: usize = 64;

/// Bytes of a value that count. What is longer is a page, and its beginning says enough.
const MAX_BYTES: usize = 4096;

/// Words of one individual that count.
pub(super) const MAX_TOKENS: usize = 512;

/// Bytes of a word that count. What is longer is no word.
pub(super) const MAX_WORD: usize = 48;

/// How much louder words of short properties are: 0 would make all words equal, 0.5 all properties.
const LOUDNESS: f32 = 0.15;

/// One individual as it is handed in.
#[derive(Clone, Copy, Debug)]
pub struct Individual<'a> {
    /// Where it is from: a site, a file, a named graph. Individuals of one source are less often the same.
    pub source: u32,
    /// Its values, as pairs of a property's number, counted from 0, and a text. A property may have several.
    pub values: &'a [(u16, &'a str)],
}

/// What sort of word it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Letters, or two characters of a language without spaces.
    Word,
    /// Digits.
    Number,
    /// Letters and digits together, as in the number of a model.
    Code,
}

/// A word of an individual.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// Stands for the text.
    pub(super) hash: u64,
    /// The properties that have it, one bit each.
    pub(super) fields: u64,
    /// What sharing it says, in bits; 0 until it is weighed.
    pub(super) weight: f32,
    /// The same, louder where the property says little else: what it counts beside all other words.
    pub(super) voice: f32,
    /// Where it is in the text of the profile.
    pub(super) start: u32,
    pub(super) length: u8,
    pub(super) kind: Kind,
}

/// The number that a property is, if it is nothing else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    pub(super) field: u8,
    pub(super) value: f64,
}

/// An individual, ready to be compared.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Where it is from.
    pub(super) source: u32,
    /// The properties that it has, one bit each.
    pub(super) fields: u64,
    /// Different words, in the order of their hashes.
    pub(super) tokens: Box<[Token]>,
    pub(super) amounts: Box<[Amount]>,
    /// What its key properties say, as pairs of property and hash, in order.
    pub(super) keys: Box<[(u8, u64)]>,
    /// The words, one after another.
    pub(super) text: Box<str>,
    /// Whether all words are in plain Latin letters and digits.
    pub(super) is_ascii: bool,
}

impl Profile {
    /// The profile of an individual. Properties in `keys` are those of which two different values mean two things.
    pub fn new(individual: &Individual<'_>, keys: u64) -> Profile {
        let mut making = Making::default();
        for &(property, value) in individual.values {
            making.add(usize::from(property).min(MAX_PROPERTIES - 1), value, keys);
        }
        making.finish(individual.source)
    }

    /// Weighs all words, given what the word with a [key](super::word_keys) weighs:
    /// [`Statistics::weight`](super::Statistics::weight) of how many have it.
    pub fn weigh(&mut self, weight: impl Fn(u64) -> f32) {
        let mut squares = [0.0_f32; MAX_PROPERTIES];
        for token in &mut self.tokens {
            token.weight = weight(token.hash);
            bits(token.fields).for_each(|field| squares[field] += token.weight * token.weight);
        }
        let loudness = squares.map(|square| if square > 0.0 { 1.0 / square.powf(LOUDNESS) } else { 0.0 });
        for token in &mut self.tokens {
            token.voice = token.weight * bits(token.fields).map(|field| loudness[field]).sum::<f32>();
        }
    }

    /// Whether two individuals say the same in every word.
    pub(super) fn says_the_same(&self, other: &Profile) -> bool {
        let words =
            |profile: &Profile| profile.tokens.iter().map(|token| (token.hash, token.fields)).collect::<Vec<_>>();
        !self.tokens.is_empty() && self.tokens.len() == other.tokens.len() && words(self) == words(other)
    }

    /// Whether two individuals, weighed among so many, say the same wherever both say something, and enough of it that
    /// hardly any two of them would by chance. Who has a word besides the two tells how rare it is.
    pub(super) fn agrees_with(&self, other: &Profile, count: u32) -> bool {
        let common = self.fields & other.fields & !untold(self, other);
        let all = (count.max(2) as f32).log2();
        let (mut others, mut bits) = (other.tokens.iter().filter(|token| token.fields & common != 0), 0.0);
        for token in self.tokens.iter().filter(|token| token.fields & common != 0) {
            match others.next() {
                Some(same) if same.hash == token.hash && same.fields & common == token.fields & common => {}
                _ => return false,
            }
            let besides = (all - token.weight).exp2() - 1.0;
            bits += all - besides.max(1.0).log2();
        }
        others.next().is_none() && bits >= 2.0 * all
    }

    /// Its length as a vector of words.
    pub(super) fn length(&self) -> f32 {
        self.tokens.iter().map(|token| token.weight * token.weight).sum::<f32>().sqrt()
    }

    /// Where it is from.
    pub fn source(&self) -> u32 {
        self.source
    }

    /// One more than the highest property that it has.
    pub(super) fn properties(&self) -> usize {
        MAX_PROPERTIES - self.fields.leading_zeros() as usize
    }

    /// Whether a key property says that the two are different things: both have it, and no value is the same.
    pub fn has_other_key(&self, other: &Profile) -> bool {
        self.keys.iter().any(|&(field, _)| {
            let of =
                |keys: &[(u8, u64)]| keys.iter().filter(move |key| key.0 == field).map(|key| key.1).collect::<Vec<_>>();
            let (own, others) = (of(&self.keys), of(&other.keys));
            !others.is_empty() && own.iter().all(|value| !others.contains(value))
        })
    }

    /// Whether a key property says that the two are one thing.
    pub fn has_same_key(&self, other: &Profile) -> bool {
        self.keys.iter().any(|key| other.keys.contains(key))
    }

    pub(super) fn word(&self, token: &Token) -> &str {
        let start = token.start as usize;
        self.text.get(start..start + usize::from(token.length)).unwrap_or("")
    }
}

/// The numbers of the bits that are set.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(next)
    })
}

#[derive(Default)]
struct Making {
    text: String,
    tokens: Vec<Token>,
    amounts: Vec<Amount>,
    keys: Vec<(u8, u64)>,
    fields: u64,
}

impl Making {
    fn add(&mut self, field: usize, value: &str, keys: u64) {
        let cut = (0..=MAX_BYTES.min(value.len())).rev().find(|&at| value.is_char_boundary(at)).unwrap_or(0);
        let folded = without_marks(&unescaped(&value[..cut]));
        let before = self.tokens.len();
        for chunk in folded.split_whitespace() {
            self.chunk(field, chunk);
        }
        let digits = folded.bytes().filter(u8::is_ascii_digit).count();
        let letters = folded.chars().filter(|c| c.is_alphabetic()).count();
        let has_parts = self.tokens.len() > before + 1;
        // Telephone numbers and the like are written with all sorts of gaps.
        if has_parts && digits >= 6 && digits >= 4 * letters && digits <= MAX_WORD {
            let joined: String = folded.chars().filter(char::is_ascii_digit).collect();
            self.push(field, &joined, Kind::Code);
        }
        if self.tokens.len() > before {
            self.fields |= 1 << field;
            if let Some(value) = amount(&folded) {
                self.amounts.push(Amount { field: field as u8, value });
            }
            if keys & (1 << field) != 0 {
                let plain: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
                self.keys.push((field as u8, hash(&plain)));
            }
        }
    }

    /// The words of what stands between two spaces; if it is a code that is written with signs, also all of it.
    fn chunk(&mut self, field: usize, chunk: &str) {
        if let Some(number) = plain_number(chunk) {
            self.push(field, &number, Kind::Number);
            return;
        }
        let (mut parts, mut has_digit) = (0, false);
        for part in chunk.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|part| !part.is_empty()) {
            parts += 1;
            has_digit |= part.bytes().any(|byte| byte.is_ascii_digit());
            self.part(field, part);
        }
        if parts > 1 && has_digit && chunk.len() <= MAX_WORD {
            let joined: String = chunk.chars().filter(|c| c.is_alphanumeric()).collect();
            self.push(field, &joined, Kind::Code);
        }
    }

    fn part(&mut self, field: usize, part: &str) {
        if part.is_ascii() || !part.chars().any(is_ideograph) {
            let word: String = part.chars().filter(|&c| c != '\'').collect();
            self.word(field, &word);
            return;
        }
        // A run of ideographs has no spaces: each two in a row are a word, and so is one alone.
        let characters: Vec<char> = part.chars().collect();
        for run in characters.chunk_by(|a, b| is_ideograph(*a) == is_ideograph(*b)) {
            if !is_ideograph(run[0]) {
                self.word(field, &run.iter().collect::<String>());
            } else if run.len() == 1 {
                self.push(field, &run[0].to_string(), Kind::Word);
            } else {
                for two in run.windows(2) {
                    self.push(field, &two.iter().collect::<String>(), Kind::Word);
                }
            }
        }
    }

    fn word(&mut self, field: usize, word: &str) {
        let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
        let has_letter = word.chars().any(char::is_alphabetic);
        let kind = match (has_letter, has_digit) {
            (true, true) => Kind::Code,
            (false, true) => Kind::Number,
            _ => Kind::Word,
        };
        self.push(field, word, kind);
    }

    fn push(&mut self, field: usize, word: &str, kind: Kind) {
        let cut = (0..=MAX_WORD.min(word.len())).rev().find(|&at| word.is_char_boundary(at)).unwrap_or(0);
        if cut == 0 || self.tokens.len() >= MAX_TOKENS {
            return;
        }
        let start = self.text.len() as u32;
        self.text.push_str(&word[..cut]);
        let (hash, fields) = (hash(word), 1 << field);
        self.tokens.push(Token { hash, fields, weight: 0.0, voice: 0.0, start, length: cut as u8, kind });
    }

    fn finish(mut self, source: u32) -> Profile {
        self.tokens.sort_by_key(|token| (token.hash, token.start));
        self.tokens.dedup_by(|later, first| {
            let is_same = later.hash == first.hash;
            if is_same {
                first.fields |= later.fields;
            }
            is_same
        });
        self.keys.sort_unstable();
        self.keys.dedup();
        self.amounts.sort_by_key(|amount| amount.field);
        // Of several numbers none is the number.
        let several = |field: u8, amounts: &[Amount]| amounts.iter().filter(|other| other.field == field).count() > 1;
        let amounts: Vec<Amount> =
            self.amounts.iter().filter(|amount| !several(amount.field, &self.amounts)).copied().collect();
        Profile {
            source,
            fields: self.fields,
            tokens: self.tokens.into(),
            amounts: amounts.into(),
            keys: self.keys.into(),
            is_ascii: self.text.is_ascii(),
            text: self.text.into(),
        }
    }
}

/// Stands for a text, alike on all machines and in all versions, since it is stored. FNV-1a with a last stir.
pub(super) fn hash(text: &str) -> u64 {
    let folded = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    stirred(folded)
}

/// All bits of a number depend on all bits.
pub(super) fn stirred(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Pages leave `&#246;` and `&amp;` in their texts.
fn unescaped(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(10).position(|byte| byte == b';');
        let name = end.map(|end| &rest[1..end]);
        let character = match name {
            Some("amp") => Some('&'),
            Some("quot") => Some('"'),
            Some("apos") => Some('\''),
            Some("lt") => Some('<'),
            Some("gt") => Some('>'),
            Some("nbsp") => Some(' '),
            Some(name) => name.strip_prefix('#').and_then(code_point),
            None => None,
        };
        let (Some(end), Some(character)) = (end, character) else {
            kept.push('&');
            rest = &rest[1..];
            continue;
        };
        kept.push(character);
        rest = &rest[end + 1..];
    }
    kept.push_str(rest);
    kept
}

fn code_point(number: &str) -> Option<char> {
    let hexadecimal = number.strip_prefix(['x', 'X']).map(|digits| u32::from_str_radix(digits, 16));
    char::from_u32(hexadecimal.unwrap_or_else(|| number.parse()).ok()?)
}

/// `1,299.00` is `1299`, and `$5.50,` is `5.5`.
fn plain_number(chunk: &str) -> Option<String> {
    let digits = chunk.trim_matches(|c: char| !c.is_alphanumeric());
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b',');
    if !is_number || !digits.bytes().any(|byte| !byte.is_ascii_digit()) || digits.len() > MAX_WORD {
        return None;
    }
    let is_grouped = digits.split('.').next()?.split(',').skip(1).all(|group| group.len() == 3);
    if digits.matches('.').count() > 1
        || !is_grouped
        || digits.rsplit('.').next()?.contains(',') && digits.contains('.')
    {
        return None;
    }
    let plain: String = digits.chars().filter(|&c| c != ',').collect();
    let plain = if plain.contains('.') { plain.trim_end_matches('0').trim_end_matches('.') } else { &plain };
    (!plain.is_empty()).then(|| plain.to_owned())
}

/// The number that a whole value is, with a sign of money or without.
fn amount(value: &str) -> Option<f64> {
    let trimmed = value.trim_matches(|c: char| c.is_whitespace() || matches!(c, '$' | '€' | '£' | '¥'));
    if trimmed.is_empty() || trimmed.len() > 20 || !trimmed.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let plain = plain_number(trimmed).unwrap_or_else(|| trimmed.to_owned());
    let is_plain = plain.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-');
    if is_plain { plain.parse().ok().filter(|value: &f64| value.is_finite()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &str, expected: &[&str]) {
        let profile = Profile::new(&Individual { source: 0, values: &[(0, value)] }, 0);
        let mut words: Vec<&str> = profile.tokens.iter().map(|token| profile.word(token)).collect();
        words.sort_unstable();
        assert_eq!(words, expected, "{value:?}");
    }

    #[test]
    fn words_are_the_same_whatever_their_looks() {
        check("Müller & Söhne", &["muller", "sohne"]);
        check("M&#252;ller &amp; S", &["muller", "s"]);
        check("ＡＢＣ abc", &["abc"]);
        check("O'Neil", &["oneil"]);
        check("$1,299.00", &["1299"]);
        check("F3H982-10", &["10", "f3h982", "f3h98210"]);
        check("212/555-1234", &["1234", "212", "2125551234", "555"]);
        check("北京大学 ABC", &["abc", "京大", "北京", "大学"]);
        check("  ", &[]);
    }

    #[test]
    fn numbers_are_numbers() {
        for (text, expected) in [("$ 5.50", Some(5.5)), ("1,299", Some(1299.0)), ("1999", Some(1999.0)), ("3 kg", None)]
        {
            assert_eq!(amount(text), expected, "{text}");
        }
    }
}
