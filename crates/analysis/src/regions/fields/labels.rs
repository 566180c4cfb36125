//! Words that say the same in every record and belong to what stands beside them: `Price:` and `by` to what follows,
//! `votes` to the number before. They stay fields of their own, and name the field they belong to.

use super::align::Members;
use super::pieces::{Piece, Sort};
use crate::kinds::ValueKind;

/// A longer text is no label.
const MAX_LABEL: usize = 40;
/// Units have this many letters at least, and may have an ending of so many more.
const MIN_UNIT: usize = 3;
const MAX_ENDING: usize = 2;
/// This share of a column's pieces has to say the same.
const MOST: f64 = 0.9;
/// So many records are asked for the label of a column.
const MAX_ASKED: usize = 40;

/// Of each column whether its pieces are labels of the pieces behind them.
pub(super) fn label_columns(records: &[Vec<Piece>], columns: &[Members]) -> Vec<bool> {
    columns.iter().map(|column| is_label_column(records, column)).collect()
}

fn is_label_column(records: &[Vec<Piece>], column: &Members) -> bool {
    let Some(&(record, piece)) = column.first() else { return false };
    let text = &records[record][piece].text;
    let ends_in_colon = ends_in_colon(text);
    if text.chars().count() > MAX_LABEL || !text.contains(char::is_alphabetic) || (column.len() < 2 && !ends_in_colon) {
        return false;
    }
    let introduces = |&&(record, piece): &&(usize, usize)| {
        let (label, next) = (&records[record][piece], records[record].get(piece + 1));
        (label.sort == Sort::Text || label.sort == Sort::Link && ends_in_colon)
            && label.text == *text
            && !label.kind.is_value()
            && next.is_some_and(|next| {
                matches!(next.sort, Sort::Text | Sort::Link)
                    && (ends_in_colon || !next.begins_line && !next.is_divider())
                    && !self::ends_in_colon(&next.text)
            })
    };
    column.iter().filter(introduces).count() as f64 >= MOST * column.len() as f64
}

/// Whether a text introduces what follows.
pub(super) fn ends_in_colon(text: &str) -> bool {
    text.ends_with([':', '：'])
}

/// Of each column whether its pieces are units: they say the same, but for an ending, behind the numbers of one column.
pub(super) fn unit_columns(records: &[Vec<Piece>], columns: &[Members]) -> Vec<bool> {
    let is_unit = |column: &Members| {
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
    };
    columns.iter().map(is_unit).collect()
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

/// The label that nearly all texts of a column begin with.
pub(super) fn shared_prefix<'a>(texts: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (mut shared, mut holding, mut count) = (None, 0, 0);
    for text in texts {
        count += 1;
        if let Some(own) = label(text).filter(|own| own.len() < text.len()) {
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
