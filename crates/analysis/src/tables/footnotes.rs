//! Marks of footnotes (`[1]`, `†`, `*`, a raised number): they stand in a table's grid as they are printed, and are no
//! part of what its records say.

use page::{NodeId, NodeKind, Page, Tree, fold};

use super::extractor::{Field, Role};
use super::grid::{cell_text, text_without};
use super::{Record, Table};

/// No mark in brackets is longer: `[note 12]`.
const LONGEST: usize = 12;
/// So many asterisks are a mark; more are stars.
const MOST_ASTERISKS: usize = 3;

/// Takes marks out of the values of all records.
pub(super) fn leave_out(page: &Page, tables: &mut [Table]) {
    let fields =
        tables.iter_mut().flat_map(|table| &mut table.records).flat_map(|record: &mut Record| &mut record.fields);
    for field in fields.filter(|field| field.role == Role::Value && !field.text.is_empty()) {
        if let Some(text) = without_raised(page, field) {
            field.text = text;
        }
        let length = without_marks(&field.text).len();
        field.text.truncate(length);
    }
}

/// The text of a field without raised marks, if its cell has some and is nothing but the value.
fn without_raised(page: &Page, field: &Field) -> Option<String> {
    let (tree, cell) = (&page.tree, field.node?);
    let is_mark = |id: NodeId| is_raised_mark(tree, id);
    let has_mark = tree.descendants(cell).any(&is_mark);
    let text = (has_mark && cell_text(page, cell) == field.text).then(|| text_without(tree, cell, &is_mark))?;
    Some(text).filter(|text| !text.is_empty())
}

/// Whether an element is a raised mark: a sign or brackets, or a link of a few characters. Without a link a number may
/// be a power, and letters an ordinal.
fn is_raised_mark(tree: &Tree, id: NodeId) -> bool {
    if tree.kind(id) != NodeKind::Element || tree.name(id) != "sup" {
        return false;
    }
    let text = fold(&tree.text_content(id));
    let is_link = tree.descendants(id).any(|inner| tree.name(inner) == "a");
    let has_link = is_link || tree.parent(id).is_some_and(|parent| tree.name(parent) == "a");
    !text.is_empty() && (without_marks(&format!("x{text}")) == "x" || (has_link && text.chars().count() <= 3))
}

/// A text without the marks at its end. A text that is nothing but marks stays.
fn without_marks(text: &str) -> &str {
    let mut text = text;
    while let Some(shorter) = without_brackets(text).or_else(|| without_sign(text)) {
        text = shorter;
    }
    text
}

/// `1998[2]` and `Oslo [note 1]`, but not `[1]` alone.
fn without_brackets(text: &str) -> Option<&str> {
    let start = text.strip_suffix(']')?.rfind('[')?;
    let mark = &text[start + 1..text.len() - 1];
    let is_mark = mark.len() <= LONGEST
        && (mark.chars().all(|c| c.is_ascii_digit())
            || mark.chars().count() == 1
            || mark.ends_with(|c: char| c.is_ascii_digit()) && mark.starts_with(|c: char| c.is_alphabetic()));
    Some(text[..start].trim_end()).filter(|rest| is_mark && !mark.is_empty() && has_words(rest))
}

/// `Kite†` and `12*`; a star apart from the word may be one of a rating.
fn without_sign(text: &str) -> Option<&str> {
    let daggers = text.trim_end_matches(['†', '‡']);
    if daggers.len() < text.len() {
        return Some(daggers.trim_end()).filter(|rest| has_words(rest));
    }
    let rest = text.trim_end_matches('*');
    let asterisks = text.len() - rest.len();
    let is_mark =
        (1..=MOST_ASTERISKS).contains(&asterisks) && rest.ends_with(|c: char| c.is_alphanumeric() || c == ')');
    Some(rest).filter(|_| is_mark)
}

fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_at_the_end_are_left_out_and_what_looks_alike_is_not() {
        let cases = [
            ("1998[2]", "1998"),
            ("Oslo [note 1][3]", "Oslo"),
            ("Kite†", "Kite"),
            ("12*", "12"),
            ("[1]", "[1]"),
            ("Inn ****", "Inn ****"),
            ("a[i]", "a"),
            ("array [of things]", "array [of things]"),
            ("31 m²", "31 m²"),
            ("†", "†"),
        ];
        for (text, expected) in cases {
            assert_eq!(without_marks(text), expected, "{text}");
        }
    }
}
