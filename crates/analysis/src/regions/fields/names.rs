//! What columns are called: by the header of a table, a label, the words of the markup, or the kind of their values.

use std::ops::Range;

use page::{NodeId, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::align::Members;
use super::pieces::{Piece, Sort};
use crate::content::Content;
use crate::kinds::ValueKind;
use crate::tables::Table;

/// At most so many pieces of a column are asked for its name.
const MAX_ASKED: usize = 8;
/// At most so many elements up from a piece are asked.
const MAX_STEPS: usize = 3;
/// In this share of the records a title is there, and says something else.
const TITLE_SHARE: f64 = 0.8;
/// A longer name is a sentence.
const MAX_NAME: usize = 40;

/// What names are made from.
pub(super) struct Naming<'a> {
    pub content: &'a Content<'a>,
    pub tables: &'a [Table],
    pub pieces: &'a [Vec<Piece>],
    pub records: &'a [Range<usize>],
}

/// Where a name comes from.
#[derive(Clone, Debug)]
pub(super) enum Name {
    /// The page gives it.
    Given(String),
    /// It is but the kind of the values.
    Kind(&'static str),
}

impl Naming<'_> {
    /// What a column is called, given its label if it has one.
    pub fn name(&self, column: &Members, label: Option<&str>) -> Name {
        self.header(column)
            .or_else(|| label.map(|label| label.trim_end_matches([':', '：', ' ']).to_owned()))
            .or_else(|| self.markup(column))
            .filter(|name| !name.is_empty())
            .map_or_else(|| Name::Kind(self.kind(column)), Name::Given)
    }

    /// Whether a column may be what a record is called by: words that are there in nearly all records and differ.
    pub fn may_be_title(&self, column: &Members) -> bool {
        let texts = column.iter().map(|&(record, piece)| self.pieces[record][piece].text.as_str());
        let different = texts.filter(|text| !text.is_empty()).collect::<FxHashSet<_>>().len();
        different as f64 >= TITLE_SHARE * self.records.len() as f64
    }

    fn asked<'c>(&'c self, column: &'c Members) -> impl Iterator<Item = (usize, &'c Piece)> {
        let step = column.len().div_ceil(MAX_ASKED).max(1);
        column.iter().step_by(step).map(|&(record, piece)| (record, &self.pieces[record][piece]))
    }

    /// The header of the table column that the pieces stand in.
    fn header(&self, column: &Members) -> Option<String> {
        let tree = self.content.tree();
        let mut found: Option<&str> = None;
        for (_, piece) in self.asked(column) {
            let leaf = self.content.leaves()[piece.leaves.start];
            let table = self.tables.iter().rev().find(|table| table.is_data && tree.contains(table.node, leaf))?;
            let mut fields = table.records.iter().flat_map(|record| &record.fields);
            let field = fields.find(|field| field.node.is_some_and(|cell| tree.contains(cell, leaf)))?;
            if field.name.is_empty() || found.is_some_and(|name| name != field.name) {
                return None;
            }
            found = Some(&field.name);
        }
        found.map(str::to_owned)
    }

    /// The word of the markup that all pieces share and that stands nowhere else in their records.
    fn markup(&self, column: &Members) -> Option<String> {
        let tree = self.content.tree();
        let mut shared: Option<Vec<String>> = None;
        let mut elsewhere = FxHashSet::default();
        for (record, piece) in self.asked(column) {
            let range = &self.records[record];
            let own = self.words(tree, range, piece);
            shared = Some(match shared {
                None => own,
                Some(words) => words.into_iter().filter(|word| own.contains(word)).collect(),
            });
            for other in self.pieces[record].iter().filter(|other| other.leaves != piece.leaves) {
                if elsewhere.len() < 200 && !column.contains(&(record, 0)) {
                    elsewhere.extend(self.words(tree, range, other));
                }
            }
        }
        shared?.into_iter().find(|word| !elsewhere.contains(word))
    }

    /// The words in the markup around a piece, the nearest first.
    fn words(&self, tree: &Tree, record: &Range<usize>, piece: &Piece) -> Vec<String> {
        let element = self.content.element(piece.leaves.start);
        let inside = |&element: &NodeId| {
            let leaves = self.content.below(element);
            leaves.start >= record.start && leaves.end <= record.end && leaves.len() <= piece.leaves.len() + 2
        };
        let steps = std::iter::once(element).chain(tree.ancestors(element)).take_while(inside).take(MAX_STEPS);
        let mut words = Vec::new();
        for step in steps {
            words.extend(tree.attr(step, "itemprop").or_else(|| tree.attr(step, "property")).and_then(readable));
            words.extend(tree.classes(step).filter_map(readable));
        }
        words
    }

    /// What the values are.
    fn kind(&self, column: &Members) -> &'static str {
        let names: Vec<&str> = self.asked(column).map(|(_, piece)| kind_name(piece)).collect();
        let most = |name: &&str| names.iter().filter(|other| *other == name).count();
        names.iter().max_by_key(|name| (most(name), std::cmp::Reverse(**name))).copied().map_or("text", |name| name)
    }
}

fn kind_name(piece: &Piece) -> &'static str {
    match (piece.sort, piece.kind) {
        (Sort::Image, _) => "image",
        (Sort::Control, _) => "button",
        (_, ValueKind::Money) => "price",
        (_, ValueKind::Date) => "date",
        (_, ValueKind::Time) => "time",
        (_, ValueKind::Percent) => "percent",
        (_, ValueKind::Number) => "number",
        (_, ValueKind::Quantity) => "quantity",
        (_, ValueKind::Email) => "email",
        (_, ValueKind::Url) => "url",
        (Sort::Link, _) => "link",
        (Sort::Text, _) => "text",
    }
}

/// A word of the markup as a person would write it: `product-title`, `productTitle` are "product title". What is no
/// word, such as `x3f7`, gives nothing.
fn readable(word: &str) -> Option<String> {
    let mut name = String::new();
    let mut last = ' ';
    for letter in word.chars() {
        if letter.is_alphabetic() {
            if letter.is_uppercase() && last.is_lowercase() {
                name.push(' ');
            }
            name.extend(letter.to_lowercase());
        } else if letter.is_ascii_digit() {
            return None;
        } else if last != ' ' {
            name.push(' ');
        }
        last = if letter.is_alphabetic() { letter } else { ' ' };
    }
    let name = name.trim();
    let is_word = name.len() >= 3 && name.len() <= MAX_NAME && name.split(' ').any(|word| word.len() >= 3);
    is_word.then(|| name.to_owned())
}

/// The names in full: the first column that may be the title is called so, and of names that occur more than once each
/// gets its number.
pub(super) fn distinct(names: Vec<Name>, may_be_title: impl Fn(usize) -> bool) -> Vec<String> {
    let is_title = |kind: &str| {
        let of_kind = |&column: &usize| matches!(names[column], Name::Kind(own) if own == kind) && may_be_title(column);
        (0..names.len()).find(of_kind)
    };
    let title = is_title("link").or_else(|| is_title("text"));
    let names = names.iter().enumerate().map(|(column, name)| match name {
        _ if Some(column) == title => "title",
        Name::Given(name) => name,
        Name::Kind(kind) => kind,
    });
    let mut uses: FxHashMap<&str, usize> = FxHashMap::default();
    let names: Vec<&str> = names.inspect(|name| *uses.entry(name).or_default() += 1).collect();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut found = Vec::with_capacity(names.len());
    for name in names {
        let mut own = name.to_owned();
        while uses[name] > 1 || taken.contains(&own) {
            let number = numbers.entry(name).or_default();
            *number += 1;
            own = format!("{name}{number}");
            if !taken.contains(&own) && !uses.contains_key(own.as_str()) {
                break;
            }
        }
        taken.insert(own.clone());
        found.push(own);
    }
    found
}
