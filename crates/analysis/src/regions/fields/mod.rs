//! The fields of records: which parts of different records mean the same, and what they are called.
//!
//! 1. a record is taken apart into pieces: texts, links, images ([`pieces`]);
//! 2. what a record may have several of is taken together ([`repeats`]);
//! 3. the pieces of all records are aligned, so that each column means the same in every record ([`align`]);
//! 4. labels and units are told from values ([`labels`]);
//! 5. columns get their names ([`names`]).

mod align;
mod labels;
mod names;
mod pieces;
mod repeats;
mod words;

use page::{NodeId, Page};
use url::Url;

use self::align::Members;
use self::labels::{label_columns, label_of, shared_prefix, unit_columns};
use self::names::Naming;
use self::pieces::{Piece, Sort, pieces};
use self::repeats::columns;
use super::looks::Looks;
use super::{Column, Field, Record};
use crate::content::Content;
use crate::tables::Table;

/// Reads the fields of the records of a region and returns the names of its columns.
pub(super) fn read_fields(
    content: &Content<'_>,
    looks: &Looks,
    tables: &[Table],
    base: Option<&Url>,
    records: &mut [Record],
) -> Vec<Column> {
    let ranges: Vec<_> = records.iter().map(|record| record.leaves.clone()).collect();
    let mut pieces = pieces(content, looks, &ranges);
    for pieces in &mut pieces {
        without_dividers(pieces);
    }
    let columns = columns(&pieces);
    let is_label = label_columns(&pieces, &columns);
    let is_unit = unit_columns(&pieces, &columns);
    let column_of = column_of(&pieces, &columns);
    let mut labels: Vec<Option<String>> = Vec::with_capacity(columns.len());
    let mut found: Vec<Vec<(usize, Field)>> = pieces.iter().map(|_| Vec::new()).collect();
    for (number, column) in columns.iter().enumerate() {
        // A label before it, or a unit behind it.
        let label_beside = |&(record, piece): &(usize, usize)| {
            let before = piece.checked_sub(1).filter(|&before| is_label[column_of[record][before]]);
            let behind = Some(piece + 1).filter(|&next| column_of[record].get(next).is_some_and(|&own| is_unit[own]));
            before.or(behind).map(|label| pieces[record][label].text.as_str())
        };
        let prefix = shared_prefix(column.iter().map(|&(record, piece)| pieces[record][piece].text.as_str()));
        let own = column
            .first()
            .filter(|_| is_label[number] || is_unit[number])
            .map(|&(record, piece)| &pieces[record][piece].text);
        labels.push(match own {
            Some(label) => Some(format!("{} label", bare(label))),
            None => label_of(column, label_beside).or(prefix).map(|label| bare(label).to_owned()),
        });
        for &(record, piece) in column {
            let own = &pieces[record][piece];
            let value =
                prefix.and_then(|prefix| own.text.strip_prefix(prefix)).map_or(own.text.as_str(), str::trim_start);
            let field = Field {
                column: number,
                node: content.common_node(&own.leaves),
                value: value.to_owned(),
                text: own.text.clone(),
                href: href(content, own).map(|written| absolute(base, written)),
                src: src(content, own).map(|written| absolute(base, written)),
            };
            found[record].push((piece, field));
        }
    }
    for (record, mut fields) in records.iter_mut().zip(found) {
        fields.sort_by_key(|&(piece, _)| piece);
        record.fields = fields.into_iter().map(|(_, field)| field).collect();
    }
    let names = Naming::new(content, tables, &pieces, &columns).names(&labels);
    let is_label = is_label.iter().zip(&is_unit).map(|(is_label, is_unit)| *is_label || *is_unit);
    names.into_iter().zip(is_label).map(|(name, is_label)| Column { name, is_label }).collect()
}

/// A label without its colon.
fn bare(label: &str) -> &str {
    label.trim_end_matches([':', '：', ' '])
}

/// Drops what merely divides other pieces of its line.
fn without_dividers(pieces: &mut Vec<Piece>) {
    let mut number = 0;
    let count = pieces.len();
    pieces.retain(|piece| {
        let is_inner = number > 0 && number + 1 < count && !piece.begins_line;
        number += 1;
        !(is_inner && piece.is_divider())
    });
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

/// Where a piece leads.
fn href<'page>(content: &Content<'page>, piece: &Piece) -> Option<&'page str> {
    let leaf = content.leaves()[piece.leaves.start];
    link_of(content.page, leaf).filter(|_| matches!(piece.sort, Sort::Link | Sort::Image))
}

/// Where the image is that a piece is.
fn src<'page>(content: &Content<'page>, piece: &Piece) -> Option<&'page str> {
    let leaf = content.leaves()[piece.leaves.start];
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
