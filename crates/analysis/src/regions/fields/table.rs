//! The fields of all records in one table: the pieces of each record, the columns that they form, and which columns are
//! labels of others.

use page::{NodeId, Page};
use url::Url;

use super::super::Field;
use super::align::Members;
use super::labels::{Role, bare, label_of, roles, shared_introduction};
use super::pieces::{Piece, Sort};
use crate::content::Content;

/// At most so many pieces of a column are asked what they have in common.
const MAX_ASKED: usize = 8;

/// The fields of records.
pub(super) struct FieldTable {
    /// The pieces of each record.
    pub(super) records: Vec<Vec<Piece>>,
    /// What they form, in the order of the page.
    pub(super) columns: Vec<FieldColumn>,
}

/// A field that records have.
pub(super) struct FieldColumn {
    /// Its pieces.
    pub(super) members: Members,
    /// Whether it is a value or says what another one is.
    pub(super) role: Role,
    /// What readers see it called: the label or unit beside it or at its beginning, without a colon.
    pub(super) label: Option<String>,
    /// The words that nearly all its pieces begin with and that merely introduce the rest.
    introduction: Option<String>,
}

impl FieldTable {
    /// Tells labels from values.
    pub(super) fn new(records: Vec<Vec<Piece>>, columns: Vec<Members>) -> FieldTable {
        let roles = roles(&records, &columns);
        let column_of = column_of(&records, &columns);
        // A label before it, or a unit behind it.
        let beside = |&(record, piece): &(usize, usize)| {
            let is = |piece: &usize, role: Role| column_of[record].get(*piece).is_some_and(|&own| roles[own] == role);
            let before = piece.checked_sub(1).filter(|before| is(before, Role::Label));
            let label = before.or_else(|| Some(piece + 1).filter(|behind| is(behind, Role::Unit)));
            label.map(|label| records[record][label].text.as_str())
        };
        let column = |(members, &role): (&Members, &Role)| {
            let introduction = shared_introduction(members.iter().map(|&(record, piece)| &records[record][piece]));
            let label = match members.first().filter(|_| role != Role::Value) {
                Some(&(record, piece)) => Some(format!("{} label", bare(&records[record][piece].text))),
                None => label_of(members, beside).or(introduction).map(|label| bare(label).to_owned()),
            };
            FieldColumn { members: members.clone(), role, label, introduction: introduction.map(str::to_owned) }
        };
        let columns = columns.iter().zip(&roles).map(column).collect();
        FieldTable { records, columns }
    }

    /// Some pieces of a column, evenly spread.
    pub(super) fn asked(&self, column: usize) -> impl Iterator<Item = &Piece> {
        let members = &self.columns[column].members;
        let step = members.len().div_ceil(MAX_ASKED).max(1);
        members.iter().step_by(step).map(|&(record, piece)| &self.records[record][piece])
    }

    /// What the pieces of a column say.
    pub(super) fn texts(&self, column: usize) -> impl Iterator<Item = &str> {
        self.columns[column].members.iter().map(|&(record, piece)| self.records[record][piece].text.as_str())
    }

    /// The fields of each record, in its order.
    pub(super) fn fields(&self, content: &Content<'_>, base: Option<&Url>) -> Vec<Vec<Field>> {
        let mut found: Vec<Vec<(usize, Field)>> = self.records.iter().map(|_| Vec::new()).collect();
        for (number, column) in self.columns.iter().enumerate() {
            for &(record, piece) in &column.members {
                let own = &self.records[record][piece];
                let field = Field {
                    column: number,
                    node: content.common_node(&own.leaves),
                    value: column.value(own).to_owned(),
                    text: own.text.clone(),
                    href: href(content, own).map(|written| absolute(base, written)),
                    src: src(content, own).map(|written| absolute(base, written)),
                };
                found[record].push((piece, field));
            }
        }
        let in_order = |mut fields: Vec<(usize, Field)>| {
            fields.sort_by_key(|&(piece, _)| piece);
            fields.into_iter().map(|(_, field)| field).collect()
        };
        found.into_iter().map(in_order).collect()
    }
}

impl FieldColumn {
    /// What a piece says without what introduces it: a label that the column shares, or its number in the list.
    fn value<'p>(&self, piece: &'p Piece) -> &'p str {
        let shared = self.introduction.as_deref().and_then(|shared| piece.text.strip_prefix(shared));
        let is_number = !piece.text[..piece.lead].contains(char::is_alphabetic);
        let value = shared.unwrap_or(if is_number { &piece.text[piece.lead..] } else { &piece.text });
        value.trim_start()
    }
}

/// For each piece of each record the number of its column.
fn column_of(pieces: &[Vec<Piece>], columns: &[Members]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = pieces.iter().map(|pieces| vec![0; pieces.len()]).collect();
    for (number, column) in columns.iter().enumerate() {
        for &(record, piece) in column {
            found[record][piece] = number;
        }
    }
    found
}

/// Where a piece leads: a text that holds links, if they all lead to one place.
fn href<'page>(content: &Content<'page>, piece: &Piece) -> Option<&'page str> {
    let link = |leaf: usize| link_of(content.page, content.leaves()[leaf]);
    match piece.sort {
        Sort::Link | Sort::Image => link(piece.main),
        Sort::Control => None,
        Sort::Text => {
            let mut links = piece.leaves.clone().filter_map(link);
            let first = links.next()?;
            links.all(|other| other == first).then_some(first)
        }
    }
}

/// Where the image is that a piece is.
fn src<'page>(content: &Content<'page>, piece: &Piece) -> Option<&'page str> {
    let leaf = content.leaves()[piece.main];
    content.page.tree.attr(leaf, "src").filter(|_| piece.sort == Sort::Image)
}

/// An address as absolute as can be.
fn absolute(base: Option<&Url>, written: &str) -> String {
    match base.and_then(|base| base.join(written.trim()).ok()) {
        Some(absolute) => absolute.into(),
        None => written.trim().to_owned(),
    }
}

/// The address of the link that a leaf is part of.
fn link_of(page: &Page, leaf: NodeId) -> Option<&str> {
    let tree = &page.tree;
    tree.ancestors(leaf).filter(|&element| tree.name(element) == "a").find_map(|link| tree.attr(link, "href"))
}
