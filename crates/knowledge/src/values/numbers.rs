//! Numbers as they are printed: with separators of thousands, a sign, a currency, a unit.

use super::Fit;
use super::is_ideograph;
use crate::ontology::Bounds;
use analysis::ValueKind;

/// What is looked for.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    Integer,
    Decimal,
    Between(Bounds),
}

impl Wanted {
    fn takes(self, number: &Number) -> bool {
        match self {
            Wanted::Integer => number.is_integer,
            Wanted::Decimal => true,
            Wanted::Between(bounds) => {
                (number.is_integer || !bounds.is_integer) && number.values.iter().any(|&value| bounds.contain(value))
            }
        }
    }
}

/// A number in a text.
#[derive(Debug)]
pub(super) struct Number {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it may be whole. `1.234` may, for those who write thousands so.
    pub(super) is_integer: bool,
    pub(super) is_negative: bool,
    /// What it may mean; `1.234` may mean two things.
    pub(super) values: Vec<f64>,
}

/// Words before a number that leave it what it is.
const BEFORE: [&str; 17] = [
    "",
    "about",
    "approx",
    "approximately",
    "ca",
    "circa",
    "etwa",
    "environ",
    "max",
    "min",
    "no",
    "nr",
    "over",
    "us",
    "usd",
    "eur",
    "约",
];

/// Of a folded text.
pub(super) fn fit(text: &str, wanted: Wanted) -> Fit {
    let numbers = numbers(text);
    // What has several numbers and is a date, a time or a phone number is no number.
    let is_other = matches!(ValueKind::of(text), ValueKind::Date | ValueKind::Time | ValueKind::Email | ValueKind::Url);
    let (Some(number), false) = (numbers.iter().find(|number| wanted.takes(number)), is_other && numbers.len() > 1)
    else {
        return Fit::No;
    };
    let before = text[..number.start].trim_end_matches(|c: char| !c.is_alphanumeric()).trim();
    let after = text[number.end..].trim();
    let is_whole = numbers.len() == 1 && BEFORE.contains(&before) && is_unit(after);
    Fit::of(is_whole, || numbers.len() <= 2 && text.chars().count() <= 80 && !is_code(text, number))
}

/// Whether what stands behind a number is a unit: a word or two, without another number.
fn is_unit(after: &str) -> bool {
    let ideographs = after.chars().filter(|&c| is_ideograph(c)).count();
    let letters = after.chars().filter(|c| c.is_alphabetic()).count() - ideographs;
    ideographs <= 4 && letters <= 16 && after.split_whitespace().count() <= 3
}

/// Whether a number is a part of a word: `V650`, `6a1`.
fn is_code(text: &str, number: &Number) -> bool {
    let is_letter = |c: char| c.is_alphabetic() && !is_ideograph(c);
    let before = text[..number.start].trim_end_matches(['-', '_']);
    before.ends_with(is_letter)
}

/// The numbers of a text, in their order.
pub(super) fn numbers(text: &str) -> Vec<Number> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = end_of(bytes, at);
        found.push(number(text, at, end));
        at = end;
    }
    found
}

/// Where a number ends that begins here: digits, with one separator at a time between them. A space separates only
/// groups of three.
fn end_of(bytes: &[u8], start: usize) -> usize {
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = start + digits(start);
    let mut group = end - start;
    while let Some(&separator) = bytes.get(end) {
        let next = digits(end + 1);
        let goes_on = match separator {
            b',' | b'.' => next > 0,
            b'\'' => next == 3,
            b' ' => next == 3 && group <= 3 && !bytes[start..end].iter().any(|byte| matches!(byte, b',' | b'.')),
            _ => false,
        };
        if !goes_on {
            break;
        }
        end += 1 + next;
        group = next;
    }
    end
}

/// What the separators of a number mean.
fn number(text: &str, start: usize, end: usize) -> Number {
    let shown = &text[start..end];
    let is_negative = text[..start].ends_with('-') && !text[..start - 1].ends_with(|c: char| c.is_alphanumeric());
    let value = |text: String| {
        let number: f64 = text.parse().unwrap_or(f64::NAN);
        if is_negative { -number } else { number }
    };
    let digits = || shown.chars().filter(char::is_ascii_digit).collect::<String>();
    let with_point_at = |at: usize| {
        let (whole, part) = shown.split_at(at);
        let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
        format!("{whole}.{}", &part[1..])
    };
    let separators: Vec<(usize, char)> = shown.char_indices().filter(|(_, c)| !c.is_ascii_digit()).collect();
    let (is_integer, values) = match separators.as_slice() {
        [] => (true, vec![value(digits())]),
        [(at, ',' | '.')] => {
            let is_group = shown.len() - at == 4 && *at <= 3 && !shown.starts_with('0');
            let fraction = value(with_point_at(*at));
            if is_group { (true, vec![value(digits()), fraction]) } else { (false, vec![fraction]) }
        }
        [others @ .., (at, last)] => {
            let is_other = matches!(last, ',' | '.') && others.iter().all(|(_, other)| other != last);
            if is_other { (false, vec![value(with_point_at(*at))]) } else { (true, vec![value(digits())]) }
        }
    };
    Number { start, end, is_integer, is_negative, values }
}
