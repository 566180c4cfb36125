//! Numbers out of printed texts, exactly: digits, a multiplier (`万`, `million`), a unit. Nothing is rounded.

use super::is_ideograph;
use super::numbers::{Number, numbers};

/// A number with what it counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Amount {
    /// The number as XML Schema writes a decimal: `-12.5`, `1256000000`.
    pub number: String,
    /// The unit as it is printed, if there is one.
    pub unit: Option<String>,
}

impl Amount {
    /// Whether there is nothing behind the point.
    pub fn is_whole(&self) -> bool {
        !self.number.contains('.')
    }

    /// As near as a machine number comes.
    pub fn value(&self) -> f64 {
        self.number.parse().unwrap_or(f64::NAN)
    }
}

/// Words behind a number that multiply it, by the zeros they stand for. The longest come first.
const MULTIPLIERS: [(&str, usize); 26] = [
    ("万亿", 12),
    ("千亿", 11),
    ("百亿", 10),
    ("千万", 7),
    ("百万", 6),
    ("十万", 5),
    ("萬億", 12),
    ("亿", 8),
    ("億", 8),
    ("万", 4),
    ("萬", 4),
    ("千", 3),
    ("trillion", 12),
    ("billion", 9),
    ("milliarden", 9),
    ("milliards", 9),
    ("million", 6),
    ("millionen", 6),
    ("thousand", 3),
    ("tausend", 3),
    ("mrd", 9),
    ("mio", 6),
    ("bn", 9),
    ("mn", 6),
    ("k", 3),
    ("tsd", 3),
];

/// All numbers of a folded text, each with its multiplier and unit. `1.234` is taken for `reading`.
pub(super) fn amounts(text: &str, reading: Points) -> Vec<Amount> {
    numbers(text).iter().map(|number| amount(text, number, reading)).collect()
}

/// What a single point or comma before three digits means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Points {
    /// It groups thousands, since the number has to be whole.
    Group,
    /// A point begins the fraction, a comma groups thousands.
    Usual,
}

fn amount(text: &str, number: &Number, reading: Points) -> Amount {
    let shown = &text[number.start..number.end];
    let (whole, fraction) = parts(shown, number, reading);
    let after = text[number.end..].trim_start();
    let multiplier = MULTIPLIERS.iter().find(|(word, _)| {
        after.strip_prefix(word).is_some_and(|rest| {
            let is_apart = !rest.starts_with(|c: char| c.is_alphabetic() && !is_ideograph(c));
            // A single letter multiplies only what it touches: `5k`, not `5 k`.
            let is_near = word.len() > 1 || text[number.end..].starts_with(word);
            (word.ends_with(is_ideograph) || is_apart || rest.starts_with('s')) && is_near
        })
    });
    let (zeros, behind) = multiplier.map_or((0, after), |(word, zeros)| (*zeros, after[word.len()..].trim_start()));
    let before = text[..number.start].trim_end();
    let unit = unit_behind(behind).or_else(|| currency_before(before));
    Amount { number: decimal(&whole, &fraction, zeros, number.is_negative), unit }
}

/// The digits before the point and behind it.
fn parts(shown: &str, number: &Number, reading: Points) -> (String, String) {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let last = shown.rfind([',', '.']);
    let is_fraction = match last {
        None => false,
        Some(_) if !number.is_integer => true,
        // Both readings are possible.
        Some(at) if number.values.len() > 1 => reading == Points::Usual && shown[at..].starts_with('.'),
        Some(_) => false,
    };
    match last.filter(|_| is_fraction) {
        Some(at) => (digits(&shown[..at]), digits(&shown[at..])),
        None => (digits(shown), String::new()),
    }
}

/// A decimal, with the point moved to the right.
fn decimal(whole: &str, fraction: &str, zeros: usize, is_negative: bool) -> String {
    let moved = zeros.min(fraction.len());
    let mut whole = format!("{whole}{}{}", &fraction[..moved], "0".repeat(zeros - moved));
    let fraction = fraction[moved..].trim_end_matches('0');
    whole = whole.trim_start_matches('0').to_owned();
    if whole.is_empty() {
        whole.push('0');
    }
    let sign = if is_negative && (whole != "0" || !fraction.is_empty()) { "-" } else { "" };
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// The word or sign that stands behind a number.
fn unit_behind(text: &str) -> Option<String> {
    let first = text.chars().next()?;
    let same = |c: char| match () {
        () if is_ideograph(first) => is_ideograph(c),
        () if first.is_alphabetic() => c.is_alphabetic() && !is_ideograph(c) || matches!(c, '/' | '²' | '³'),
        () => matches!(c, '%' | '‰' | '$' | '€' | '£' | '¥' | '°'),
    };
    let unit: String = text.chars().take_while(|&c| same(c)).take(16).collect();
    Some(unit).filter(|unit| !unit.is_empty())
}

/// The sign or the three letters of a currency before a number.
fn currency_before(text: &str) -> Option<String> {
    const CODES: [&str; 10] = ["usd", "eur", "gbp", "cny", "rmb", "jpy", "chf", "hkd", "aud", "cad"];
    let last = text.chars().next_back()?;
    if matches!(last, '$' | '€' | '£' | '¥') {
        return Some(last.to_string());
    }
    CODES.iter().find(|code| text.ends_with(*code)).map(|code| (*code).to_owned())
}
