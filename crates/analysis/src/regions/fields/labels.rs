//! Words that say the same in every record and belong to what stands beside them: `Price:` and `by` to what follows,
//! `votes` to the number before. They stay fields of their own, and name the field they belong to.

use super::align::Members;
use super::pieces::{Introduces, Piece, Sort};
use crate::kinds::ValueKind;

/// A longer text is no label.
const MAX_LABEL: usize = 40;
/// Units have this many letters at least, and may have an ending of so many more.
const MIN_UNIT: usize = 3;
const MAX_ENDING: usize = 2;
/// What is counted, and who is credited, is said in so many words at most.
const MAX_COUNTED: usize = 3;
/// Words before who made something, in some languages.
const CREDITS: [&str; 6] = ["by", "von", "par", "por", "av", "door"];
/// This share of a column's pieces has to say the same.
const MOST: f64 = 0.9;
/// So many records are asked for the label of a column.
const MAX_ASKED: usize = 40;

/// What a column is to its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Something that records say.
    Value,
    /// It introduces what stands behind it.
    Label,
    /// It says what is counted before it.
    Unit,
}

/// What each column is.
pub(super) fn roles(records: &[Vec<Piece>], columns: &[Members]) -> Vec<Role> {
    let role = |column: &Members| {
        if is_label_column(records, column) {
            Role::Label
        } else if is_unit_column(records, column) {
            Role::Unit
        } else {
            Role::Value
        }
    };
    columns.iter().map(role).collect()
}

/// Whether the pieces of a column are labels of the pieces behind them.
fn is_label_column(records: &[Vec<Piece>], column: &Members) -> bool {
    let Some(&(record, piece)) = column.first() else { return false };
    let text = &records[record][piece].text;
    let ends_in_colon = ends_in_colon(text);
    let is_sure = ends_in_colon || records[record][piece].introduces == Introduces::Surely;
    if text.chars().count() > MAX_LABEL || !text.contains(char::is_alphabetic) || (column.len() < 2 && !is_sure) {
        return false;
    }
    let says_more = is_followed_by_different(records, column);
    let introduces = |&&(record, piece): &&(usize, usize)| {
        let (label, next) = (&records[record][piece], records[record].get(piece + 1));
        (label.sort == Sort::Text || label.sort == Sort::Link && is_sure)
            && label.text == *text
            && !label.kind.is_value()
            && next.is_some_and(|next| {
                matches!(next.sort, Sort::Text | Sort::Link)
                    && (is_sure
                        || !next.begins_line && !next.is_divider()
                        || label.introduces == Introduces::Perhaps && says_more && next.kind != ValueKind::Money)
                    && !self::ends_in_colon(&next.text)
            })
    };
    column.iter().filter(introduces).count() as f64 >= MOST * column.len() as f64
}

/// Whether what stands behind the pieces of a column is not the same everywhere: two constants beside each other are no
/// label and value.
fn is_followed_by_different(records: &[Vec<Piece>], column: &Members) -> bool {
    let mut next = column.iter().filter_map(|&(record, piece)| records[record].get(piece + 1)).map(|next| &next.text);
    next.next().is_some_and(|first| next.any(|other| other != first))
}

/// A label without its colon.
pub(super) fn bare(label: &str) -> &str {
    label.trim_end_matches([':', '：', ' '])
}

/// Whether a text introduces what follows.
pub(super) fn ends_in_colon(text: &str) -> bool {
    text.ends_with([':', '：'])
}

/// Whether the pieces of a column are units: they say the same, but for an ending, behind the numbers of one column.
fn is_unit_column(records: &[Vec<Piece>], column: &Members) -> bool {
    let Some(&(record, piece)) = column.first() else { return false };
    let text = &records[record][piece].text;
    let length = text.chars().count();
    let counts = |&&(record, piece): &&(usize, usize)| {
        let (own, before) = (&records[record][piece], piece.checked_sub(1).map(|before| &records[record][before]));
        // One of the two is the other with an ending.
        let (short, long) = if own.text.len() < text.len() { (&own.text, text) } else { (text, &own.text) };
        own.sort == Sort::Text
            && own.kind == ValueKind::Words
            && !own.begins_line
            && long.strip_prefix(short.as_str()).is_some_and(|ending| ending.chars().count() <= MAX_ENDING)
            && before.is_some_and(|before| before.kind == ValueKind::Number)
    };
    column.len() >= 2
        && (MIN_UNIT..=MAX_LABEL).contains(&length)
        && column.iter().filter(counts).count() as f64 >= MOST * column.len() as f64
}

/// The label that a text begins with, up to its colon: few words, no numbers.
pub(super) fn label(text: &str) -> Option<&str> {
    let label = text.split_inclusive([':', '：']).next().filter(|label| ends_in_colon(label))?;
    // `https:` introduces nothing.
    let is_label = !text[label.len()..].starts_with("//")
        && label.chars().count() <= MAX_LABEL
        && label.contains(char::is_alphabetic)
        && !label.contains(|letter: char| letter.is_ascii_digit());
    is_label.then_some(label)
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

fn is_mark(letter: char) -> bool {
    !letter.is_alphabetic()
}

/// What is counted, if nearly all of some pieces are a number and the same words behind it: `12 votes`.
pub(super) fn counted<'a>(pieces: impl Iterator<Item = &'a Piece>) -> Option<&'a str> {
    let of_piece = |piece: &'a Piece| {
        let (_, words) = piece.text.split_once(' ').filter(|(amount, _)| amount.contains(is_digit))?;
        let words = words.trim_start_matches(is_mark).trim_end_matches(is_mark);
        let is_unit =
            (MIN_UNIT..=MAX_LABEL).contains(&words.chars().count()) && words.split(' ').count() <= MAX_COUNTED;
        let amount = &piece.text[..piece.text.find(words)?];
        Some(words).filter(|words| is_unit && !words.contains(is_digit) && !amount.contains(char::is_alphabetic))
    };
    let units: Vec<Option<&str>> = pieces.map(of_piece).collect();
    // Of `vote` and `votes` the longer one.
    let longest = units.iter().flatten().copied().max_by_key(|unit| unit.len())?;
    let is_alike = |unit: &&Option<&str>| {
        unit.and_then(|unit| longest.strip_prefix(unit)).is_some_and(|ending| ending.chars().count() <= MAX_ENDING)
    };
    (units.iter().filter(is_alike).count() as f64 >= MOST * units.len() as f64).then_some(longest)
}

/// The beginning of a text that says who made something: `by`, `Started by`.
fn credit(text: &str) -> Option<&str> {
    let words = text.split_inclusive(' ').take(MAX_COUNTED);
    let ends = words.scan(0, |end, word| {
        *end += word.len();
        Some((*end, word.trim_end()))
    });
    let end = ends.into_iter().find(|(_, word)| CREDITS.contains(&word.to_lowercase().as_str()))?.0;
    Some(text[..end].trim_end()).filter(|credit| credit.len() + 1 < text.len())
}

/// What a piece begins with and merely introduces the rest.
fn introduction(piece: &Piece) -> Option<&str> {
    let lead = Some(piece.text[..piece.lead].trim_end()).filter(|lead| lead.contains(char::is_alphabetic));
    let colon = || label(&piece.text).filter(|label| label.len() < piece.text.len());
    lead.or_else(colon).or_else(|| credit(&piece.text))
}

/// The introduction that nearly all pieces of a column begin with.
pub(super) fn shared_introduction<'a>(pieces: impl Iterator<Item = &'a Piece>) -> Option<&'a str> {
    let (mut shared, mut holding, mut count) = (None, 0, 0);
    for piece in pieces {
        count += 1;
        if let Some(own) = introduction(piece) {
            holding += u32::from(*shared.get_or_insert(own) == own);
        }
    }
    shared.filter(|_| count >= 2 && f64::from(holding) >= MOST * f64::from(count))
}

/// The label that stands beside nearly all pieces of a column; `beside` says what stands beside one. It is the most
/// frequent one, and of `vote` and `votes` the longer one.
pub(super) fn label_of<'a>(
    column: &Members,
    beside: impl Fn(&(usize, usize)) -> Option<&'a str> + Copy,
) -> Option<&'a str> {
    // Of what a record has several of, the first one stands beside the label.
    let firsts = column.chunk_by(|(one, _), (other, _)| one == other).map(|several| &several[0]);
    let labels = firsts.clone().filter_map(beside);
    if (labels.clone().count() as f64) < MOST * firsts.count() as f64 {
        return None;
    }
    let asked = labels.take(MAX_ASKED);
    let times = |label: &str| asked.clone().filter(|other| *other == label).count();
    asked.clone().max_by_key(|label| (times(label), label.len()))
}
