//! The facts by which headers are told from data where there is only content, and how much each weighs.
//!
//! The weights were fitted by logistic regression on tables whose headers are known (Chinese reports and profiles
//! without any markup, and encyclopaedia tables with their markup taken away), one half of them, and rounded to a
//! tenth; the other half was for checking. A weight is what a fact adds to the logarithm of the odds.

use super::evidence::{Side, Survey, is};
use crate::kinds::ValueKind;

/// One fact about a cell: its name, its weight, and its strength, mostly in 0..1.
type Fact = (&'static str, f32, fn(&Survey<'_>, usize) -> f32);
/// The same on what was judged of the cells around.
type ContextFact = (&'static str, f32, fn(&Judged<'_>, usize) -> f32);

/// A survey with the probability that each cell is a header, from the first look at it.
pub(super) struct Judged<'a> {
    survey: &'a Survey<'a>,
    header: Vec<f32>,
    rows: Vec<f32>,
    columns: Vec<f32>,
    /// For each slot, the likeliest header above it (from the top row on), and at its left.
    best_above: Vec<f32>,
    best_left: Vec<f32>,
    /// Means over the top row without its first slot, and over the left column below the top row.
    top: f32,
    left: f32,
}

impl<'a> Judged<'a> {
    pub(super) fn new(survey: &'a Survey<'a>, header: Vec<f32>) -> Judged<'a> {
        let grid = survey.grid;
        let rows_and_columns = grid.rows() * grid.columns();
        let of = |row: usize, column: usize| grid.cell_index(row, column).map_or(0.0, |cell| header[cell]);
        let mean = |slots: &mut dyn Iterator<Item = (usize, usize)>| {
            let (sum, count) = slots.fold((0.0, 0), |(sum, count), (row, column)| (sum + of(row, column), count + 1));
            sum / count.max(1) as f32
        };
        let rows = (0..grid.rows()).map(|r| mean(&mut (0..grid.columns()).map(|c| (r, c)))).collect();
        let columns = (0..grid.columns()).map(|c| mean(&mut (0..grid.rows()).map(|r| (r, c)))).collect();
        let skip = usize::from(grid.columns() > 1);
        let top = mean(&mut (skip..grid.columns()).map(|column| (survey.top, column)));
        let left = mean(&mut (survey.top + 1..grid.rows()).map(|row| (row, 0)));
        let (mut best_above, mut best_left) = (vec![0.0f32; rows_and_columns], vec![0.0f32; rows_and_columns]);
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                let slot = row * grid.columns() + column;
                if row > survey.top {
                    best_above[slot] = best_above[slot - grid.columns()].max(of(row - 1, column));
                }
                if column > 0 {
                    best_left[slot] = best_left[slot - 1].max(of(row, column - 1));
                }
            }
        }
        Judged { survey, rows, columns, best_above, best_left, top, left, header }
    }

    fn at(&self, cell: usize, side: Side) -> f32 {
        self.survey.beside(cell, side).map_or(0.5, |beside| self.header[beside])
    }

    /// The mean over the other cells of the row or column.
    fn rest_of_row(&self, cell: usize) -> f32 {
        let place = &self.survey.grid.cells()[cell];
        let (all, own) = (self.survey.grid.columns(), place.width);
        rest(self.rows[place.row], all, self.header[cell], own)
    }

    fn rest_of_column(&self, cell: usize) -> f32 {
        let place = &self.survey.grid.cells()[cell];
        let (all, own) = (self.survey.grid.rows(), place.height);
        rest(self.columns[place.column], all, self.header[cell], own)
    }

    fn of(&self, row: usize, column: usize) -> f32 {
        self.survey.grid.cell_index(row, column).map_or(0.0, |cell| self.header[cell])
    }

    fn inside(&self, cell: usize) -> f32 {
        (1.0 - self.survey.is_top(cell)) * (1.0 - self.survey.is_left(cell))
    }

    /// The likeliest header above a cell, and at its left.
    fn best_above(&self, cell: usize) -> f32 {
        self.best_above[self.slot(cell)]
    }

    fn best_left(&self, cell: usize) -> f32 {
        self.best_left[self.slot(cell)]
    }

    fn slot(&self, cell: usize) -> usize {
        let place = &self.survey.grid.cells()[cell];
        place.row * self.survey.grid.columns() + place.column
    }
}

/// The mean without `own` slots of one value; a half if nothing is left.
fn rest(mean: f32, all: usize, value: f32, own: usize) -> f32 {
    if all <= own {
        return 0.5;
    }
    (mean * all as f32 - value * own as f32) / (all - own) as f32
}

/// The facts of the first look.
pub(super) const EVIDENCE: &[Fact] = &[
    ("always", -2.4, |_, _| 1.0),
    // The text.
    ("empty", -3.4, |s, c| is(s.readings[c].kind == ValueKind::Empty)),
    ("a value", -2.4, |s, c| is(s.readings[c].is_value)),
    ("code", -1.9, |s, c| is(s.readings[c].kind == ValueKind::Code)),
    ("length", -2.0, |s, c| s.readings[c].length),
    ("usual name", 1.5, |s, c| is(s.readings[c].is_name)),
    ("name ending", 0.5, |s, c| is(s.readings[c].has_name_ending)),
    ("total", 4.1, |s, c| is(s.readings[c].is_total)),
    ("unit", 1.4, |s, c| is(s.readings[c].has_unit)),
    ("unit of measure", -1.4, |s, c| is(s.readings[c].is_measure)),
    // The place.
    ("top", 2.7, |s, c| s.is_top(c)),
    ("left", 0.7, |s, c| s.is_left(c)),
    ("corner", -1.0, |s, c| s.is_top(c) * s.is_left(c)),
    ("full width", 1.3, |s, c| s.is_full_width(c)),
    ("second column", -0.5, |s, c| is(s.grid.cells()[c].column == 1)),
    ("wide", -0.7, |s, c| is(s.grid.cells()[c].width > 1) * (1.0 - s.is_full_width(c))),
    ("wide at top", 0.6, |s, c| is(s.grid.cells()[c].width > 1) * s.is_top(c)),
    ("tall at left", -1.0, |s, c| is(s.grid.cells()[c].height > 1) * s.is_left(c)),
    ("tall at top", 1.3, |s, c| is(s.grid.cells()[c].height > 1) * s.is_top(c)),
    ("under wide corner", 0.9, |s, c| s.is_under_wide_corner(c)),
    ("beside tall corner", 2.7, |s, c| s.is_beside_tall_corner(c)),
    // The neighbours.
    ("value right", 1.0, |s, c| s.at(c, Side::Right, |r| is(r.is_value))),
    ("value below", 0.3, |s, c| s.at(c, Side::Below, |r| is(r.is_value))),
    ("value above", -0.5, |s, c| s.at(c, Side::Above, |r| is(r.is_value))),
    ("name left", 0.5, |s, c| s.at(c, Side::Left, |r| is(r.is_name || r.has_name_ending))),
    ("name right", 0.6, |s, c| s.at(c, Side::Right, |r| is(r.is_name || r.has_name_ending))),
    ("name below", 0.6, |s, c| s.at(c, Side::Below, |r| is(r.is_name || r.has_name_ending))),
    ("empty right", 0.4, |s, c| s.at(c, Side::Right, |r| is(r.kind == ValueKind::Empty))),
    ("longer right", 0.5, |s, c| s.length_gain(c, Side::Right)),
    ("longer left", 0.6, |s, c| s.length_gain(c, Side::Left)),
    ("last column", -0.5, |s, c| is(s.grid.cells()[c].column + s.grid.cells()[c].width == s.grid.columns())),
    ("same kind right", 0.2, |s, c| s.at(c, Side::Right, |r| is(r.kind == s.readings[c].kind))),
    ("tall cell left", 1.2, |s, c| is(s.beside(c, Side::Left).is_some_and(|left| s.is_taller(left, c)))),
    ("wide cell above", 1.5, |s, c| is(s.beside(c, Side::Above).is_some_and(|above| s.is_wider(above, c)))),
    // The row and the column.
    ("values in row", -1.3, |s, c| s.row(c).values),
    ("values in column", 0.6, |s, c| s.column(c).values),
    ("empty in column", -0.4, |s, c| s.column(c).empty),
    ("names in row", 1.8, |s, c| s.row(c).names),
    ("names in column", 1.1, |s, c| s.column(c).names),
    ("endings in row", 1.7, |s, c| s.row(c).endings),
    ("endings in column", 1.2, |s, c| s.column(c).endings),
    ("length of row", -1.3, |s, c| s.row(c).length),
    ("length of column", -1.9, |s, c| s.column(c).length),
    ("repeats in row", 1.5, |s, c| s.row(c).repeats * (1.0 - s.is_full_width(c))),
    ("repeats in column", 1.0, |s, c| s.column(c).repeats),
    ("units in column", 0.7, |s, c| s.column(c).units),
    ("distinct in column", 1.0, |s, c| s.column(c).distinct),
    ("values gained right", 0.3, |s, c| s.column_gain(c, |line| line.values)),
    ("length gained right", -1.0, |s, c| s.column_gain(c, |line| line.length)),
    ("distinct gained right", 0.3, |s, c| s.column_gain(c, |line| line.distinct)),
    ("names gained right", -1.8, |s, c| s.column_gain(c, |line| line.names + line.endings)),
    ("values lost left", 0.9, |s, c| s.column_loss(c, |line| line.values)),
    ("length lost left", 1.5, |s, c| s.column_loss(c, |line| line.length)),
    ("names lost left", -2.5, |s, c| s.column_loss(c, |line| line.names + line.endings)),
    ("even column", 0.8, |s, c| is(s.grid.cells()[c].column % 2 == 0 && s.grid.columns() % 2 == 0)),
    // The table, as seen from the top row.
    ("top, columns over rows", 2.8, |s, c| s.is_top(c) * s.columns_over_rows),
    ("top, names at left", -2.0, |s, c| s.is_top(c) * (s.columns[0].names + s.columns[0].endings)),
    ("top, total at end", -1.9, |s, c| s.is_top(c) * s.top_row().has_last_total),
    ("top, total at left end", 1.3, |s, c| s.is_top(c) * s.columns[0].has_last_total),
    ("top, enumerated there", -2.6, |s, c| s.is_top(c) * s.top_row().enumerated),
    ("top, length there", -1.4, |s, c| s.is_top(c) * s.top_row().length),
    ("top, length at left", 3.3, |s, c| s.is_top(c) * s.columns[0].length),
    ("top, values there", 3.2, |s, c| s.is_top(c) * s.top_row().values),
    ("top, spans", -0.6, |s, c| s.is_top(c) * s.has_spans),
    // The same as seen from the left column.
    ("left, columns over rows", -1.2, |s, c| s.is_left(c) * s.columns_over_rows),
    ("left, names at top", -0.8, |s, c| s.is_left(c) * (s.top_row().names + s.top_row().endings)),
    ("left, total at top end", 2.8, |s, c| s.is_left(c) * s.top_row().has_last_total),
    ("left, total at end", -1.0, |s, c| s.is_left(c) * s.columns[0].has_last_total),
    ("left, enumerated there", 2.3, |s, c| s.is_left(c) * s.columns[0].enumerated),
    ("left, length at top", 2.1, |s, c| s.is_left(c) * s.top_row().length),
    ("left, length there", 0.6, |s, c| s.is_left(c) * s.columns[0].length),
    ("left, periods at top", -2.3, |s, c| s.is_left(c) * s.top_row().periods),
    ("left, empty corner", 1.3, |s, c| s.is_left(c) * s.is_corner_empty),
    ("left, spans", 1.3, |s, c| s.is_left(c) * s.has_spans),
];

/// The facts of the second look.
pub(super) const CONTEXT: &[ContextFact] = &[
    ("always", -0.8, |_, _| 1.0),
    ("itself", 1.1, |j, c| (j.header[c].clamp(1e-4, 1.0 - 1e-4) / (1.0 - j.header[c].clamp(1e-4, 1.0 - 1e-4))).ln()),
    ("right", 0.2, |j, c| j.at(c, Side::Right)),
    ("below", 0.4, |j, c| j.at(c, Side::Below)),
    ("above", 0.3, |j, c| j.at(c, Side::Above)),
    ("rest of row", 0.1, |j, c| j.rest_of_row(c)),
    ("rest of column", -0.1, |j, c| j.rest_of_column(c)),
    ("top, the top row", -0.6, |j, c| j.survey.is_top(c) * j.top),
    ("top, the left column", -1.3, |j, c| j.survey.is_top(c) * j.left),
    ("left, the top row", -0.3, |j, c| j.survey.is_left(c) * j.top),
    ("inside, the top row", -1.2, |j, c| j.inside(c) * j.top),
    ("inside, the left column", -0.6, |j, c| j.inside(c) * j.left),
    ("any above", 0.5, |j, c| j.best_above(c)),
    ("any at left", 1.5, |j, c| j.best_left(c)),
    ("head of column", 0.7, |j, c| j.of(j.survey.top, j.survey.grid.cells()[c].column) * (1.0 - j.survey.is_top(c))),
    ("head of row", -0.1, |j, c| j.of(j.survey.grid.cells()[c].row, 0) * (1.0 - j.survey.is_left(c))),
    ("corner, the top row", 0.3, |j, c| j.survey.is_top(c) * j.survey.is_left(c) * j.top),
    ("corner, the left column", 1.4, |j, c| j.survey.is_top(c) * j.survey.is_left(c) * j.left),
    ("top, rest of row", 0.6, |j, c| j.rest_of_row(c) * j.survey.is_top(c)),
    ("left, rest of column", -0.6, |j, c| j.rest_of_column(c) * j.survey.is_left(c)),
];
