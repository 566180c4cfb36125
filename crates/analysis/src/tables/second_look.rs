//! The second look at a cell of a table without markup and looks: how the cells around it were judged by the first,
//! since headers come in lines.

use super::grid::Grid;
use super::second_weights;
use super::survey::{Side, Survey, is};
use crate::facts;

facts! {
    /// What can be said about a cell by the probabilities that the first look gave to it and to others.
    pub struct SecondLook weighed by second_weights::WEIGHTS {
        /// Always 1.
        always,
        /// Its own odds.
        itself,
        /// The mean over the other slots of its column.
        rest_of_column,
        /// The same, if it stands in the first column.
        left_rest_of_column,
        /// How the words of its row were judged, itself left out, if it is of words.
        words_of_row,
        /// The same, if it stands in the top row.
        top_words_of_row,
        /// How the other words of its column were judged, if it is of words and stands inside.
        inside_words_of_column,
        /// How cells with the same words were judged.
        same_words,
        /// The cell behind its left neighbour.
        two_left,
        /// The cell behind its right neighbour.
        two_right,
        /// The likeliest header at its left.
        any_at_left,
        /// The first cell of its row.
        head_of_row,
        /// The mean over the top row, if it stands inside.
        inside_top_row,
        /// The mean over the first column, if it stands inside.
        inside_left_column,
        /// The mean odds of the words in the top row, if it stands there.
        top_odds_of_names,
        /// The same, if it is of words, too.
        top_words_odds_of_names,
        /// The same, if it stands inside.
        inside_odds_of_names,
        /// The mean odds of the words in the first column, if it stands in the top row.
        top_odds_of_labels,
    }
}

/// A line is judged by odds up to these: one sure cell does not outweigh all others.
const MOST_ODDS: f64 = 3.0;

/// A survey with the probability that each cell is a header, and what comes of it for whole lines.
pub(super) struct Judged<'a> {
    survey: &'a Survey<'a>,
    header: &'a [f64],
    columns: Vec<f64>,
    /// The sum over the words of each row and column, and how many there are.
    row_words: Vec<(f64, f64)>,
    column_words: Vec<(f64, f64)>,
    /// The same over all cells with the same words.
    same_words: Vec<(f64, f64)>,
    /// For each slot the likeliest header at its left.
    best_left: Vec<f64>,
    /// Means over the top row without its first slot, and over the first column below the top row.
    top: f64,
    left: f64,
    /// The mean odds of the words in both.
    names: f64,
    labels: f64,
}

impl<'a> Judged<'a> {
    pub(super) fn new(survey: &'a Survey<'a>, header: &'a [f64]) -> Judged<'a> {
        let grid = survey.grid;
        let of = |row: usize, column: usize| grid.cell_index(row, column).map_or(0.0, |cell| header[cell]);
        let mean = |slots: &mut dyn Iterator<Item = (usize, usize)>| {
            let (sum, count) = slots.fold((0.0, 0), |(sum, count), (row, column)| (sum + of(row, column), count + 1));
            sum / f64::from(count.max(1))
        };
        let words = |slots: &mut dyn Iterator<Item = (usize, usize)>| {
            let cells = slots.filter_map(|(row, column)| grid.cell_index(row, column));
            let words = cells.filter(|&cell| survey.readings[cell].is_words);
            words.fold((0.0, 0.0), |(sum, count), cell| (sum + header[cell], count + 1.0))
        };
        let row = |row: usize| (0..grid.columns()).map(move |column| (row, column));
        let column = |column: usize| (0..grid.rows()).map(move |row| (row, column));
        let top = || (usize::from(grid.columns() > 1)..grid.columns()).map(|column| (survey.top, column));
        let left = || (survey.top + 1..grid.rows()).map(|row| (row, 0));
        Judged {
            survey,
            header,
            columns: (0..grid.columns()).map(|c| mean(&mut column(c))).collect(),
            row_words: (0..grid.rows()).map(|r| words(&mut row(r))).collect(),
            column_words: (0..grid.columns()).map(|c| words(&mut column(c))).collect(),
            same_words: same_words(survey, header),
            best_left: best_left(grid, &of),
            top: mean(&mut top()),
            left: mean(&mut left()),
            names: mean_odds(survey, header, &mut top()),
            labels: mean_odds(survey, header, &mut left()),
        }
    }

    /// A cell's own probability; a half where there is none.
    fn of(&self, cell: Option<usize>) -> f64 {
        cell.map_or(0.5, |cell| self.header[cell])
    }

    /// The mean over the words of a line without the cell itself, less a half; nothing for a cell that is no words.
    fn other_words(&self, (sum, count): (f64, f64), cell: usize, slots: usize) -> f64 {
        let own = slots as f64;
        if !self.survey.readings[cell].is_words || count <= own {
            return 0.0;
        }
        (sum - self.header[cell] * own) / (count - own) - 0.5
    }

    /// The mean over the other slots of the column; a half if there is none.
    fn rest_of_column(&self, cell: usize) -> f64 {
        let place = &self.survey.grid.cells()[cell];
        let (all, own) = (self.survey.grid.rows() as f64, place.height as f64);
        if all <= own {
            return 0.5;
        }
        (self.columns[place.column] * all - self.header[cell] * own) / (all - own)
    }
}

impl SecondLook {
    /// What can be said about a cell.
    pub(super) fn at(judged: &Judged<'_>, cell: usize) -> SecondLook {
        let survey = judged.survey;
        let (place, reading) = (&survey.grid.cells()[cell], &survey.readings[cell]);
        let (is_top, is_left, is_inside) = (survey.is_top(cell), survey.is_left(cell), survey.is_inside(cell));
        let words_of_row = judged.other_words(judged.row_words[place.row], cell, place.width);
        let words_of_column = judged.other_words(judged.column_words[place.column], cell, place.height);
        let rest_of_column = judged.rest_of_column(cell);
        let head = survey.grid.cell_index(place.row, 0).map_or(0.0, |head| judged.header[head]);
        SecondLook {
            always: 1.0,
            itself: odds(judged.header[cell]),
            rest_of_column,
            left_rest_of_column: rest_of_column * is_left,
            words_of_row,
            top_words_of_row: words_of_row * is_top,
            inside_words_of_column: words_of_column * is_inside,
            same_words: judged.other_words(judged.same_words[reading.text_id as usize], cell, 1),
            two_left: judged.of(survey.second_beside(cell, Side::Left)),
            two_right: judged.of(survey.second_beside(cell, Side::Right)),
            any_at_left: judged.best_left[place.row * survey.grid.columns() + place.column],
            head_of_row: head * (1.0 - is_left),
            inside_top_row: judged.top * is_inside,
            inside_left_column: judged.left * is_inside,
            top_odds_of_names: judged.names * is_top,
            top_words_odds_of_names: judged.names * is_top * is(reading.is_words),
            inside_odds_of_names: judged.names * is_inside,
            top_odds_of_labels: judged.labels * is_top,
        }
    }
}

/// The logarithm of the odds, for probabilities that are not certain.
fn odds(probability: f64) -> f64 {
    let probability = probability.clamp(1e-4, 1.0 - 1e-4);
    (probability / (1.0 - probability)).ln()
}

/// For each text, by its number, the sum over the cells that have it and their count.
fn same_words(survey: &Survey<'_>, header: &[f64]) -> Vec<(f64, f64)> {
    let texts = survey.readings.iter().map(|reading| reading.text_id).max().unwrap_or_default() as usize;
    let mut sums = vec![(0.0, 0.0); texts + 1];
    for (reading, header) in survey.readings.iter().zip(header) {
        let (sum, count) = &mut sums[reading.text_id as usize];
        *sum += header;
        *count += 1.0;
    }
    sums
}

fn best_left(grid: &Grid, of: &dyn Fn(usize, usize) -> f64) -> Vec<f64> {
    let mut best = vec![0.0f64; grid.rows() * grid.columns()];
    for row in 0..grid.rows() {
        for column in 1..grid.columns() {
            let slot = row * grid.columns() + column;
            best[slot] = best[slot - 1].max(of(row, column - 1));
        }
    }
    best
}

/// The mean odds of the words in some slots, titles left out and wide cells taken once.
fn mean_odds(survey: &Survey<'_>, header: &[f64], slots: &mut dyn Iterator<Item = (usize, usize)>) -> f64 {
    let mut cells: Vec<usize> = slots.filter_map(|(row, column)| survey.grid.cell_index(row, column)).collect();
    cells.dedup();
    cells.retain(|&cell| survey.readings[cell].is_words && survey.is_full_width(cell) < 1.0);
    let sum: f64 = cells.iter().map(|&cell| odds(header[cell]).clamp(-MOST_ODDS, MOST_ODDS)).sum();
    sum / cells.len().max(1) as f64
}
