//! What columns are called: by the header of a table, a label, their place as the title, what their values are by their
//! form, a word of the markup that says what they are, or else the sort of their values. Never by how they look.

use page::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::labels::{Role, bare, counted};
use super::pieces::{Piece, Sort};
use super::table::FieldTable;
use super::titles::title;
use super::words::Words;
use crate::content::Content;
use crate::kinds::{Family, ValueKind};
use crate::tables::Table;

/// What is said in every record names its column if it is not longer.
const MAX_CONSTANT: usize = 24;

/// What is said in every record has at least so many letters: one is the initial of somebody without a picture.
const MIN_LETTERS: usize = 2;
/// What people are called.
const PEOPLE: [&str; 3] = ["author", "authors", "user"];
/// What is said in words.
const PROSE: [&str; 11] = [
    "abstract",
    "comment",
    "description",
    "excerpt",
    "headline",
    "intro",
    "message",
    "note",
    "subtitle",
    "summary",
    "teaser",
];

/// What names are made from.
pub(super) struct Naming<'a> {
    content: &'a Content<'a>,
    table: &'a FieldTable,
    /// What each cell of a data table is called by its headers.
    headers: FxHashMap<NodeId, &'a str>,
    words: Words<'a>,
}

impl<'a> Naming<'a> {
    pub(super) fn new(content: &'a Content<'a>, tables: &'a [Table], table: &'a FieldTable) -> Naming<'a> {
        let headers = headers(content, tables, &table.records);
        Naming { content, table, headers, words: Words::new(content, table) }
    }

    /// What the columns are called, each name once.
    pub(super) fn names(&self) -> Vec<String> {
        let seen = self.seen();
        let title = title(self.table, |column| seen[column].is_some());
        let taken: Vec<String> = seen.iter().flatten().cloned().collect();
        let is_free = |name: &str| !taken.iter().any(|other| is_same(other, name));
        let mut names: Vec<String> = Vec::with_capacity(seen.len());
        for (column, seen) in seen.into_iter().enumerate() {
            names.push(match seen {
                Some(seen) => seen,
                // Who says something is no title of what is said, even where it stands in the heading.
                None if title == Some(column) => self.person(column).unwrap_or_else(|| "title".to_owned()),
                None => self.unseen(column, &|name| is_free(name) && !names.iter().any(|other| is_same(other, name))),
            });
        }
        distinct(&names)
    }

    /// What readers see columns called: by a header, if they are the first in its cells, or by a label.
    fn seen(&self) -> Vec<Option<String>> {
        let mut used: FxHashSet<&str> = FxHashSet::default();
        let mut of_column = |column: usize| {
            let own = &self.table.columns[column];
            let header = self.header(column).filter(|_| own.role == Role::Value).filter(|header| used.insert(header));
            header.map(str::to_owned).or_else(|| own.label.clone()).filter(|name| !name.is_empty())
        };
        (0..self.table.columns.len()).map(&mut of_column).collect()
    }

    /// What a column is called that readers see no name of: what its values are by their form, what is counted, what it
    /// says in every record, or what its author calls it. Only what its form tells may have been given before.
    fn unseen(&self, column: usize, is_free: &dyn Fn(&str) -> bool) -> String {
        let form = self.form(column);
        if let Some(form) = form.filter(|form| is_free(form)) {
            return form.to_owned();
        }
        let constant = self.constant(column);
        let author = || self.words.names(column).find(|name| constant.is_none() && self.fits(column, name));
        let count = counted(self.table.asked(column)).or(constant).map(str::to_owned);
        let name = count.or_else(author).filter(|name| is_free(name));
        name.unwrap_or_else(|| form.unwrap_or_else(|| self.sort(column)).to_owned())
    }

    /// What the author of the page calls a column of people.
    fn person(&self, column: usize) -> Option<String> {
        self.words.shared_names(column).next().filter(|name| PEOPLE.contains(&name.as_str()))
    }

    /// What a column says in every record that has it, if that is short: `Read more`.
    fn constant(&self, column: usize) -> Option<&'a str> {
        let mut texts = self.table.texts(column);
        let text = texts.next()?;
        let is_word = text.chars().filter(|letter| letter.is_alphabetic()).nth(MIN_LETTERS - 1).is_some();
        let is_short = text.chars().count() <= MAX_CONSTANT && is_word;
        // What two of many records say may be a value that they happen to share.
        let count = self.table.columns[column].members.len();
        let is_usual = count > 2 || count == 2 && 5 * count >= self.table.records.len();
        (is_short && is_usual && texts.all(|other| other == text)).then(|| bare(text))
    }

    /// The header of the table column that the pieces stand in.
    fn header(&self, column: usize) -> Option<&'a str> {
        if self.headers.is_empty() {
            return None;
        }
        let tree = self.content.tree();
        let of_piece = |piece: &Piece| {
            let leaf = self.content.leaves()[piece.leaves.start];
            tree.ancestors(leaf).find_map(|element| self.headers.get(&element).copied())
        };
        let mut names = self.table.asked(column).map(of_piece);
        let name = names.next()??;
        names.all(|other| other == Some(name)).then_some(name)
    }

    /// What the values are by their form, mostly.
    fn form(&self, column: usize) -> Option<&'static str> {
        let form = most(self.table.asked(column).map(form))?;
        let is_former = || self.table.asked(column).all(|piece| piece.is_struck) || self.words.is_former(column);
        Some(if form == "price" && is_former() { "regular price" } else { form })
    }

    /// What sort of thing the values are, mostly.
    fn sort(&self, column: usize) -> &'static str {
        most(self.table.asked(column).map(|piece| Some(sort(piece)))).unwrap_or("text")
    }

    /// Whether values can be what their author calls them: what is no number is no price and no score, and what is one
    /// is no message.
    fn fits(&self, column: usize, name: &str) -> bool {
        let is_counted = ["price", "amount", "score", "rank", "points", "year"].iter().any(|noun| name.ends_with(noun));
        let is_number = |piece: &Piece| piece.family() == Family::Number && piece.kind != ValueKind::Code;
        let is_said = PROSE.iter().any(|noun| name.ends_with(noun));
        let is_sign = |piece: &Piece| is_number(piece) || !piece.text.contains(char::is_alphabetic);
        (!is_counted || self.table.asked(column).all(is_number)) && (!is_said || !self.table.asked(column).all(is_sign))
    }
}

/// What the cells of the data tables among these records are called.
fn headers<'a>(content: &Content<'_>, tables: &'a [Table], records: &[Vec<Piece>]) -> FxHashMap<NodeId, &'a str> {
    let mut pieces = records.iter().flatten();
    let (first, last) = (pieces.next(), pieces.next_back());
    let Some(start) = first.map(|piece| content.leaves()[piece.leaves.start]) else { return FxHashMap::default() };
    let end = last.or(first).map_or(start, |piece| content.leaves()[piece.leaves.end - 1]);
    let tree = content.tree();
    let touches = |table: &&Table| table.is_data && table.node <= end && tree.end(table.node) > start;
    let fields = tables.iter().filter(touches).flat_map(|table| table.records.iter().flat_map(|record| &record.fields));
    fields.filter(|field| !field.name.is_empty()).filter_map(|field| Some((field.node?, field.name.as_str()))).collect()
}

/// What most of some pieces are, the first of equals; nothing, if that is nothing.
fn most(names: impl Iterator<Item = Option<&'static str>>) -> Option<&'static str> {
    let names: Vec<Option<&'static str>> = names.collect();
    let times = |name: &&Option<&'static str>| names.iter().filter(|other| other == name).count();
    names.iter().rev().max_by_key(times).copied().flatten()
}

/// What a piece is by its form, if that says what it means.
fn form(piece: &Piece) -> Option<&'static str> {
    match (piece.sort, piece.kind) {
        (Sort::Image, _) => Some("image"),
        (_, ValueKind::Money) => Some("price"),
        (_, ValueKind::Date) => Some("date"),
        _ if piece.text.ends_with(" ago") || piece.is_dated() => Some("date"),
        (_, ValueKind::Time) => Some("time"),
        (_, ValueKind::Percent) => Some("percent"),
        (_, ValueKind::Email) => Some("email"),
        (_, ValueKind::Url) => Some("url"),
        _ if is_rating(&piece.text) => Some("rating"),
        _ if is_phone(&piece.text) => Some("phone"),
        _ => None,
    }
}

/// What sort of thing a piece is.
fn sort(piece: &Piece) -> &'static str {
    match (piece.sort, piece.kind) {
        (Sort::Image, _) => "image",
        (Sort::Control, _) => "button",
        (_, ValueKind::Number) => "number",
        (_, ValueKind::Quantity) => "quantity",
        (Sort::Link, _) => "link",
        (Sort::Text, _) => "text",
    }
}

/// Whether a text says how many stars somebody gives.
fn is_rating(text: &str) -> bool {
    let has_digit = text.contains(|letter: char| letter.is_ascii_digit());
    text.contains('★')
        || has_digit && (text.contains("out of 5") || text.ends_with("stars") || text.ends_with("Sternen"))
}

/// Whether a text is a number that can be dialled.
fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let is_dialled = |letter: char| letter.is_ascii_digit() || " ()-+./".contains(letter);
    (8..=15).contains(&digits) && text.starts_with(['+', '(', '0']) && text.chars().all(is_dialled)
}

/// Whether two names are the same to a database, which does not tell capitals from small letters.
fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// The names, with a number behind those that were there before: the second `link` is `link2`.
fn distinct(names: &[String]) -> Vec<String> {
    let given: FxHashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut numbered = |name: &String| {
        if taken.insert(name.to_lowercase()) {
            return name.clone();
        }
        let number = numbers.entry(name.to_lowercase()).or_insert(1);
        loop {
            *number += 1;
            let own = format!("{name}{number}");
            if !given.contains(&own.to_lowercase()) && taken.insert(own.to_lowercase()) {
                return own;
            }
        }
    };
    names.iter().map(&mut numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::{distinct, is_phone, is_rating};

    #[test]
    fn each_name_comes_once_and_the_first_of_its_kind_has_no_number() {
        let names = ["link", "Price", "link", "link2", "price", "date"].map(str::to_owned);
        assert_eq!(distinct(&names), ["link", "Price", "link3", "link2", "price2", "date"]);
    }

    #[test]
    fn phones_and_ratings_are_known_by_their_form() {
        assert!(
            is_phone("+49 (0)30 123456-78") && is_phone("030/1234567") && !is_phone("12345678") && !is_phone("0.75")
        );
        assert!(is_rating("4.5 out of 5 stars") && is_rating("★★★☆☆") && !is_rating("stars"));
    }
}
