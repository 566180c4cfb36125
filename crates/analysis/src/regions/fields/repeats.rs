//! Fields that a record may have several of, as the authors of a book: pieces that follow each other and look alike are
//! one, unless all records have the same number of them.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::align::{Members, align};
use super::pieces::Piece;

/// What less than one of so many records says is said of that record alone.
const RARE: usize = 10;

/// The columns that the pieces of these records form, in the order of the page.
pub(super) fn columns(records: &[Vec<Piece>]) -> Vec<Members> {
    let runs = runs(records);
    let firsts: Vec<Vec<&Piece>> =
        records.iter().zip(&runs).map(|(pieces, runs)| runs.iter().map(|run| &pieces[run.start]).collect()).collect();
    let mut columns = Vec::new();
    for members in align(&firsts) {
        let runs: Vec<(usize, Range<usize>)> =
            members.into_iter().map(|(record, run)| (record, runs[record][run].clone())).collect();
        let length = runs[0].1.len();
        if runs.iter().all(|(_, run)| run.len() == length) {
            let nth = |at: usize| runs.iter().map(|(record, run)| (*record, run.start + at)).collect();
            columns.extend((0..length).map(nth));
        } else {
            let all = runs.into_iter().flat_map(|(record, run)| run.map(move |piece| (record, piece)));
            columns.push(all.collect());
        }
    }
    columns
}

/// The pieces of each record, those together that may be several of the same.
fn runs(records: &[Vec<Piece>]) -> Vec<Vec<Range<usize>>> {
    // What most records say is a field of its own beside what is said once: `hide` beside `12 comments`. What many
    // records say, each some of it, is a list of tags.
    let mut said: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
    for (record, pieces) in (1..).zip(records) {
        for piece in pieces {
            let (count, last) = said.entry(&piece.text).or_default();
            if *last != record {
                (*count, *last) = (*count + 1, record);
            }
        }
    }
    let times = |piece: &Piece| said[piece.text.as_str()].0;
    let is_constant = |piece: &Piece| 2 * times(piece) > records.len() && records.len() > 1;
    let is_rare = |piece: &Piece| RARE * times(piece) <= records.len();
    let are_several =
        |one: &Piece, other: &Piece| !(is_constant(one) && is_rare(other) || is_rare(one) && is_constant(other));
    let of_record = |pieces: &Vec<Piece>| {
        let mut runs: Vec<Range<usize>> = Vec::with_capacity(pieces.len());
        for (number, piece) in pieces.iter().enumerate() {
            let before = number.checked_sub(1).map(|before| &pieces[before]);
            let goes_on = before.is_some_and(|before| piece.repeats(before) && are_several(piece, before));
            match runs.last_mut().filter(|_| goes_on) {
                Some(run) => run.end = number + 1,
                None => runs.push(number..number + 1),
            }
        }
        runs
    };
    records.iter().map(of_record).collect()
}
