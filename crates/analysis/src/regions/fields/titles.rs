//! Which column records are called by: the heading, else the main link, else the first words, provided that nearly all
//! records have it and it says something else in each.

use rustc_hash::FxHashSet;

use super::labels::Role;
use super::pieces::{Piece, Sort};
use super::table::FieldTable;

/// In this share of the records a title is there, and says something else; if nothing is, in fewer.
const SHARES: [f64; 3] = [0.8, 0.5, 0.25];
/// A link is the main one rather than an earlier one if it is longer by this factor: what a story is about stands
/// before its headline.
const LONGER: f64 = 1.5;
/// It stands at most so many columns behind it.
const BESIDE: usize = 2;
/// A longer text is no title.
const MAX_TITLE: f64 = 160.0;

/// The title, if there is one and readers do not see it called otherwise; `is_seen` says of which columns they do.
pub(super) fn title(table: &FieldTable, is_seen: impl Fn(usize) -> bool) -> Option<usize> {
    let is_words =
        |piece: &Piece| !piece.kind.is_value() && !piece.is_dated() && matches!(piece.sort, Sort::Text | Sort::Link);
    let is_heading = |piece: &Piece| piece.in_heading && is_words(piece);
    let is_link = |piece: &Piece| piece.sort == Sort::Link && is_words(piece);
    let in_share = |share: f64| {
        let longest = |is_asked: &dyn Fn(&Piece) -> bool| longest(table, share, is_asked);
        longest(&is_heading).or_else(|| longest(&is_link)).or_else(|| first(table, share, &is_words))
    };
    SHARES.into_iter().find_map(in_share).filter(|&column| !is_seen(column))
}

/// The first column of such pieces that can be a title.
fn first(table: &FieldTable, share: f64, is_asked: &dyn Fn(&Piece) -> bool) -> Option<usize> {
    candidates(table, share, is_asked).next().map(|(column, _)| column)
}

/// The first column of such pieces that can be a title, unless one beside it is far longer.
fn longest(table: &FieldTable, share: f64, is_asked: &dyn Fn(&Piece) -> bool) -> Option<usize> {
    let longer = |one: (usize, f64), other: (usize, f64)| {
        let is_beside = other.0 <= one.0 + BESIDE;
        if is_beside && other.1 > LONGER * one.1 { other } else { one }
    };
    candidates(table, share, is_asked).reduce(longer).map(|(column, _)| column)
}

/// The columns that can be titles, with the length of their texts.
fn candidates<'a>(
    table: &'a FieldTable,
    share: f64,
    is_asked: &'a dyn Fn(&Piece) -> bool,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let may_be_title = move |&column: &usize| {
        table.columns[column].role == Role::Value
            && is_single(table, column)
            && are_most(table, column, is_asked)
            && different(table, column) >= share * table.records.len() as f64
    };
    let columns = (0..table.columns.len()).filter(may_be_title);
    columns.map(|column| (column, length(table, column))).filter(|&(_, length)| length <= MAX_TITLE)
}

/// Whether records have one piece of a column: what some have several of, as authors, is said about them.
fn is_single(table: &FieldTable, column: usize) -> bool {
    table.columns[column].members.windows(2).all(|pair| pair[0].0 != pair[1].0)
}

/// Whether most pieces of a column are such.
fn are_most(table: &FieldTable, column: usize, is_asked: &dyn Fn(&Piece) -> bool) -> bool {
    let (holding, count) =
        table.asked(column).fold((0, 0), |(holding, count), piece| (holding + usize::from(is_asked(piece)), count + 1));
    4 * holding >= 3 * count
}

/// How many different texts a column has, the first of each record alone.
fn different(table: &FieldTable, column: usize) -> f64 {
    let several = table.columns[column].members.chunk_by(|(one, _), (other, _)| one == other);
    let texts = several.map(|several| table.records[several[0].0][several[0].1].text.as_str());
    texts.filter(|text| !text.is_empty()).collect::<FxHashSet<_>>().len() as f64
}

/// How long the texts of a column are, on average.
fn length(table: &FieldTable, column: usize) -> f64 {
    let (letters, count) =
        table.asked(column).fold((0, 0), |(letters, count), piece| (letters + piece.text.len(), count + 1));
    letters as f64 / f64::from(count.max(1))
}
