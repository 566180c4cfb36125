//! Which pieces of different records are the same field (partial tree alignment, over sequences of pieces).
//!
//! The record with the most pieces, if it is not far longer than the others, is the first template. Each other record
//! is aligned with it, keeping the order; a piece that finds no partner between two that did becomes a column of its
//! own, where it stands.

use rustc_hash::FxHashMap;

use super::pieces::Piece;

/// Below this two pieces are not the same field.
const ENOUGH: f32 = 3.0;
/// How many pieces of a column a new one is compared with.
const MAX_COMPARED: usize = 4;
/// So many pairs of pieces and columns are compared in one list; after that records are aligned by equal places alone.
const MAX_PAIRS: usize = 1 << 21;
/// Once there are so many columns, what finds no partner is put into one last column, whatever it is.
const MAX_COLUMNS: usize = 256;

/// The pieces of a column, each as the numbers of its record and of the piece within.
pub(super) type Members = Vec<(usize, usize)>;

/// The columns that the pieces of these records form, in the order of the page.
pub(super) fn align(records: &[Vec<&Piece>]) -> Vec<Members> {
    let Some(seed) = seed(records) else { return Vec::new() };
    let mut columns: Vec<Members> = (0..records[seed].len()).map(|piece| vec![(seed, piece)]).collect();
    // Records of the same shape go the same way.
    let mut known: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
    known.insert(shape(&records[seed]), seed);
    let mut left = MAX_PAIRS;
    let mut rest = Members::new();
    for record in (0..records.len()).filter(|&record| record != seed) {
        match known.get(&shape(&records[record])) {
            Some(&model) => follow(&mut columns, model, record),
            None => {
                let partners = partners(records, &columns, record, &mut left);
                if columns.len() < MAX_COLUMNS {
                    insert(&mut columns, record, &partners);
                    known.insert(shape(&records[record]), record);
                } else {
                    for (piece, partner) in partners.into_iter().enumerate() {
                        partner.map_or(&mut rest, |column| &mut columns[column]).push((record, piece));
                    }
                }
            }
        }
    }
    columns.extend((!rest.is_empty()).then_some(rest));
    for column in &mut columns {
        column.sort_unstable();
    }
    columns
}

/// The first template: the record with the most pieces, unless it has so many that it may be two in one.
fn seed(records: &[Vec<&Piece>]) -> Option<usize> {
    let mut lengths: Vec<usize> = records.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    let usual = lengths.get(lengths.len() / 2)?;
    let may_be_one = |&record: &usize| 2 * records[record].len() <= 3 * usual;
    (0..records.len()).filter(may_be_one).max_by_key(|&record| (records[record].len(), std::cmp::Reverse(record)))
}

fn shape(pieces: &[&Piece]) -> Vec<u64> {
    pieces.iter().map(|piece| piece.shape()).collect()
}

/// Puts each piece of a record where the piece of the same number of its model is.
fn follow(columns: &mut [Members], model: usize, record: usize) {
    for column in columns {
        if let Some(&(_, piece)) = column.iter().find(|&&(member, _)| member == model) {
            column.push((record, piece));
        }
    }
}

/// For each piece of a record the column that it belongs to, in order, so that most agrees.
fn partners(records: &[Vec<&Piece>], columns: &[Members], record: usize, left: &mut usize) -> Vec<Option<usize>> {
    let pieces = &records[record];
    let (rows, width) = (pieces.len(), columns.len());
    let is_large = rows * width > *left;
    *left = left.saturating_sub(rows * width);
    let likeness = |column: &Members, piece: &Piece| {
        let step = if is_large { column.len() } else { column.len().div_ceil(MAX_COMPARED) };
        let compared = column.iter().rev().step_by(step).map(|&(record, member)| records[record][member]);
        let (total, count) = compared.fold((0.0, 0.0), |(total, count), member| {
            (total + if is_large { member.same_place(piece) } else { member.similarity(piece) }, count + 1.0)
        });
        total / count
    };
    if is_large {
        return greedy(pieces, columns, likeness);
    }
    // The best total of the first pieces and columns.
    let mut best = vec![0.0f32; (rows + 1) * (width + 1)];
    let at = |piece: usize, column: usize| piece * (width + 1) + column;
    let mut scores = vec![0.0f32; rows * width];
    for piece in 0..rows {
        for column in 0..width {
            let score = likeness(&columns[column], pieces[piece]);
            scores[piece * width + column] = score;
            let paired = if score >= ENOUGH { best[at(piece, column)] + score } else { 0.0 };
            best[at(piece + 1, column + 1)] = paired.max(best[at(piece, column + 1)]).max(best[at(piece + 1, column)]);
        }
    }
    let (mut piece, mut column) = (rows, width);
    let mut partners = vec![None; rows];
    while piece > 0 && column > 0 {
        let here = best[at(piece, column)];
        let score = scores[(piece - 1) * width + column - 1];
        if score >= ENOUGH && here == best[at(piece - 1, column - 1)] + score {
            partners[piece - 1] = Some(column - 1);
            (piece, column) = (piece - 1, column - 1);
        } else if here == best[at(piece, column - 1)] {
            column -= 1;
        } else {
            piece -= 1;
        }
    }
    partners
}

/// For records that are too long to be compared piece by piece: each piece takes the next column that is like it.
fn greedy(pieces: &[&Piece], columns: &[Members], likeness: impl Fn(&Members, &Piece) -> f32) -> Vec<Option<usize>> {
    let mut next = 0;
    pieces
        .iter()
        .map(|piece| {
            let ahead = columns[next..].iter().take(MAX_COMPARED);
            let found = ahead.enumerate().find(|(_, column)| likeness(column, piece) >= ENOUGH);
            found.map(|(ahead, _)| {
                next += ahead + 1;
                next - 1
            })
        })
        .collect()
}

/// Puts the pieces of a record into their columns; those without a column get one of their own, where they stand.
fn insert(columns: &mut Vec<Members>, record: usize, partners: &[Option<usize>]) {
    let old = std::mem::take(columns);
    let mut piece = 0;
    let mut next = partners.iter().enumerate().filter_map(|(own, partner)| Some((own, (*partner)?))).peekable();
    for (number, mut column) in old.into_iter().enumerate() {
        if let Some((own, _)) = next.next_if(|&(_, partner)| partner == number) {
            columns.extend((piece..own).map(|lone| vec![(record, lone)]));
            column.push((record, own));
            piece = own + 1;
        }
        columns.push(column);
    }
    columns.extend((piece..partners.len()).map(|lone| vec![(record, lone)]));
}
