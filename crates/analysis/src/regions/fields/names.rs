//! What columns are called: by the header of a table, a label, the words of the markup, or the kind of their values.

use page::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::align::Members;
use super::pieces::{Piece, Sort};
use super::words::Words;
use crate::content::Content;
use crate::kinds::ValueKind;
use crate::tables::Table;

/// At most so many pieces of a column are asked for its name.
const MAX_ASKED: usize = 8;
/// In this share of the records a title is there, and says something else.
const TITLE_SHARE: f64 = 0.8;

/// What names are made from.
pub(super) struct Naming<'a> {
    content: &'a Content<'a>,
    records: &'a [Vec<Piece>],
    columns: &'a [Members],
    /// What each cell of a data table is called by its headers.
    headers: FxHashMap<NodeId, &'a str>,
    words: Words<'a>,
}

/// A name, by where it comes from.
#[derive(Clone, Debug)]
enum Name {
    /// What a reader sees beside the values.
    Seen(String),
    /// What the author of the page calls it.
    Markup(String),
    /// The kind of the values.
    Kind(&'static str),
}

impl<'a> Naming<'a> {
    pub(super) fn new(
        content: &'a Content<'a>,
        tables: &'a [Table],
        records: &'a [Vec<Piece>],
        columns: &'a [Members],
    ) -> Naming<'a> {
        let mut words = Words::default();
        for (number, column) in columns.iter().enumerate() {
            words.add_column(content, number, asked(records, column).map(|piece| &piece.leaves));
        }
        Naming { content, records, columns, headers: headers(content, tables, records), words }
    }

    /// What the columns are called, each name once. Of some the label is known.
    pub(super) fn names(&self, labels: &[Option<String>]) -> Vec<String> {
        let mut names: Vec<Name> =
            self.columns.iter().zip(labels).map(|(column, label)| self.name(column, label)).collect();
        self.name_by_markup(&mut names);
        let title = self.title(&names);
        distinct(names.iter().enumerate().map(|(column, name)| match name {
            _ if Some(column) == title => "title",
            Name::Seen(name) | Name::Markup(name) => name,
            Name::Kind(kind) => kind,
        }))
    }

    fn name(&self, column: &Members, label: &Option<String>) -> Name {
        let seen = self.header(column).map(str::to_owned).or_else(|| label.clone()).filter(|name| !name.is_empty());
        seen.map_or_else(|| Name::Kind(self.kind(column)), Name::Seen)
    }

    /// Gives the columns that would be called by their kind the words of the markup.
    fn name_by_markup(&self, names: &mut [Name]) {
        let wanting: Vec<usize> = (0..names.len()).filter(|&column| matches!(names[column], Name::Kind(_))).collect();
        for (column, name) in self.words.names(self.content, self.columns, &wanting) {
            names[column] = Name::Markup(name);
        }
    }

    /// The header of the table column that the pieces stand in.
    fn header(&self, column: &Members) -> Option<&'a str> {
        if self.headers.is_empty() {
            return None;
        }
        let tree = self.content.tree();
        let of_piece = |piece: &Piece| {
            let leaf = self.content.leaves()[piece.leaves.start];
            tree.ancestors(leaf).find_map(|element| self.headers.get(&element).copied())
        };
        let mut names = asked(self.records, column).map(of_piece);
        let name = names.next()??;
        names.all(|other| other == Some(name)).then_some(name)
    }

    /// What the values are, mostly.
    fn kind(&self, column: &Members) -> &'static str {
        let names: Vec<&'static str> = asked(self.records, column).map(kind_name).collect();
        let most = |name: &&&'static str| names.iter().filter(|other| other == name).count();
        names.iter().rev().max_by_key(most).copied().unwrap_or("text")
    }

    /// The column that records are called by, unless the page has a better name for it: of those whose words are there
    /// in nearly all records and differ, the first in a heading, else the first link, else the first text.
    fn title(&self, names: &[Name]) -> Option<usize> {
        let first = |is_asked: &dyn Fn(&Piece) -> bool| {
            let is_title = |&column: &usize| {
                let members = &self.columns[column];
                asked(self.records, members).all(is_asked) && self.may_be_title(members)
            };
            (0..names.len()).find(is_title)
        };
        let is_words = |piece: &Piece| !piece.kind.is_value() && matches!(piece.sort, Sort::Text | Sort::Link);
        let heading = first(&|piece| piece.in_heading && is_words(piece));
        let plain = || first(&|piece| piece.sort == Sort::Link).or_else(|| first(&is_words));
        let title = heading.or_else(plain)?;
        match names[title] {
            Name::Seen(_) => None,
            Name::Markup(_) => heading,
            Name::Kind(_) => Some(title),
        }
    }

    fn may_be_title(&self, column: &Members) -> bool {
        let texts = column.iter().map(|&(record, piece)| self.records[record][piece].text.as_str());
        let different = texts.filter(|text| !text.is_empty()).collect::<FxHashSet<_>>().len();
        different as f64 >= TITLE_SHARE * self.records.len() as f64
    }
}

/// Some pieces of a column, evenly spread.
fn asked<'a>(records: &'a [Vec<Piece>], column: &'a Members) -> impl Iterator<Item = &'a Piece> {
    let step = column.len().div_ceil(MAX_ASKED).max(1);
    column.iter().step_by(step).map(|&(record, piece)| &records[record][piece])
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

/// The names with numbers behind those that are there more than once.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<&str> = names.collect();
    let mut uses: FxHashMap<&str, usize> = FxHashMap::default();
    for name in &names {
        *uses.entry(name).or_default() += 1;
    }
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut numbered = |name: &'a str| {
        if uses[name] == 1 {
            return name.to_owned();
        }
        loop {
            let number = numbers.entry(name).or_default();
            *number += 1;
            let own = format!("{name}{number}");
            if !uses.contains_key(own.as_str()) {
                return own;
            }
        }
    };
    names.iter().map(|name| numbered(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::distinct;

    #[test]
    fn each_name_comes_once() {
        let names = ["link", "price", "link", "link2", "price", "date"];
        assert_eq!(distinct(names.into_iter()), ["link1", "price1", "link3", "link2", "price2", "date"]);
    }
}
