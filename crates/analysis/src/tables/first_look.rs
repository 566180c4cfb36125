//! The first look at a cell of a table without markup and looks: what its text, its place, its neighbours, its lines
//! and the whole table say about its being a header.

use super::first_weights;
use super::survey::{Side, Survey, is};
use crate::facts;
use crate::kinds::ValueKind;

facts! {
    /// What can be said about a cell by itself, in numbers.
    pub struct FirstLook weighed by first_weights::WEIGHTS {
        /// Always 1.
        always,

        // The text.

        /// Nothing stands there.
        empty,
        /// It is a value by its form: a number, a date, an address.
        value,
        /// It is letters and digits in one word.
        code,
        /// Its length, as a logarithm.
        length,
        /// It is a usual name of columns or rows.
        usual_name,
        /// It ends as names do in ideographs.
        name_ending,
        /// It names a sum.
        total,
        /// It ends with a bracket or a percent sign, as names with units do.
        unit,
        /// It is a unit of measure and nothing else.
        measure,
        /// The odds of headers that its last words have.
        end_odds,
        /// The odds of headers that its words have, on the mean.
        piece_odds,

        // The place.

        /// It stands in the first row that is no title.
        top,
        /// It stands in the first column.
        left,
        /// It goes over the full width.
        full_width,
        /// It stands in the second column.
        second_column,
        /// It is over several rows from the top row on.
        tall_at_top,
        /// The corner goes over its row and others.
        beside_tall_corner,
        /// It stands where labels would if labels and values alternated.
        even_column,

        // The neighbours.

        /// A name stands at its right.
        name_right,
        /// How much longer the text at its left is.
        longer_left,
        /// A unit of measure stands at its right.
        measure_right,
        /// A value stands behind its right neighbour.
        value_two_right,
        /// Nothing stands below it.
        empty_below,
        /// It is the last of its row, and not in the top row.
        nothing_right,
        /// The cell at its left goes over more rows.
        tall_cell_left,
        /// The cell above goes over more columns.
        wide_cell_above,
        /// The same words stand in its column again.
        again_in_column,
        /// The same words stand in its row again.
        again_in_row,
        /// The share of values right of its words, if it is not in the first column.
        words_before_values,
        /// The share of values left of it.
        values_left,
        /// The share of values below it.
        values_below,

        // The row and the column.

        /// The share of values in its row.
        values_in_row,
        /// The share of values in its column.
        values_in_column,
        /// The share of usual names in its row.
        names_in_row,
        /// The share of name endings in its row.
        endings_in_row,
        /// The share of name endings in its column.
        endings_in_column,
        /// The mean length in its row.
        length_of_row,
        /// The mean length in its column.
        length_of_column,
        /// The share of slots in its row that a wide cell repeats.
        repeats_in_row,
        /// The share of slots in its column that a tall cell repeats.
        repeats_in_column,
        /// The share of texts with units in its column.
        units_in_column,
        /// The share of different texts in its column.
        distinct_in_column,
        /// How many more values the column at its right has.
        values_gained_right,
        /// How much longer the column at its right is.
        length_gained_right,
        /// How many more different texts the column at its right has.
        distinct_gained_right,
        /// How many more names the column at its right has.
        names_gained_right,
        /// How many more values the column at its left has.
        values_lost_left,
        /// How much longer the column at its left is.
        length_lost_left,
        /// How many more names the column at its left has.
        names_lost_left,

        // The table, as seen from the top row.

        /// Columns are more of one kind than rows.
        top_columns_over_rows,
        /// Names in the first column.
        top_names_at_left,
        /// The top row ends with a total.
        top_total_at_end,
        /// Items of a series in the top row.
        top_enumerated,
        /// The mean length in the top row.
        top_length,
        /// The mean length in the first column.
        top_length_at_left,
        /// Values in the top row.
        top_values,
        /// Three rows at most.
        top_few_rows,
        /// The logarithm of the number of rows.
        top_ln_rows,
        /// The logarithm of the number of columns.
        top_ln_columns,
        /// A title stands above.
        top_under_title,
        /// Values in the body.
        top_values_in_body,

        // The same as seen from the first column, and from inside.

        /// Columns are more of one kind than rows.
        left_columns_over_rows,
        /// Names in the top row.
        left_names_at_top,
        /// The top row ends with a total.
        left_total_at_top_end,
        /// Items of a series in the first column.
        left_enumerated,
        /// The mean length in the top row.
        left_length_at_top,
        /// Dates in the top row.
        left_periods_at_top,
        /// The corner is empty.
        left_empty_corner,
        /// Cells go over several rows or columns.
        left_spans,
        /// The logarithm of the number of rows.
        left_ln_rows,
        /// Values in the body.
        left_values_in_body,
        /// Values in the body, of a cell neither at the top nor at the left.
        inside_values_in_body,
    }
}

impl FirstLook {
    /// What can be said about a cell.
    pub(super) fn at(survey: &Survey<'_>, cell: usize) -> FirstLook {
        let mut facts = FirstLook { always: 1.0, ..FirstLook::default() };
        facts.read_text(survey, cell);
        facts.read_place(survey, cell);
        facts.read_neighbours(survey, cell);
        facts.read_lines(survey, cell);
        facts.read_table_from_top(survey, cell);
        facts.read_table_from_left(survey, cell);
        facts
    }

    fn read_text(&mut self, survey: &Survey<'_>, cell: usize) {
        let reading = &survey.readings[cell];
        self.empty = is(reading.kind == ValueKind::Empty);
        self.value = is(reading.is_value);
        self.code = is(reading.kind == ValueKind::Code);
        self.length = reading.length;
        self.usual_name = is(reading.is_name);
        self.name_ending = is(reading.has_name_ending);
        self.total = is(reading.is_total);
        self.unit = is(reading.has_unit);
        self.measure = is(reading.is_measure);
        self.end_odds = reading.wording.end;
        self.piece_odds = reading.wording.pieces;
    }

    fn read_place(&mut self, survey: &Survey<'_>, cell: usize) {
        let place = &survey.grid.cells()[cell];
        self.top = survey.is_top(cell);
        self.left = survey.is_left(cell);
        self.full_width = survey.is_full_width(cell);
        self.second_column = is(place.column == 1);
        self.tall_at_top = is(place.height > 1) * self.top;
        self.beside_tall_corner = survey.is_beside_tall_corner(cell);
        self.even_column = is(place.column.is_multiple_of(2) && survey.grid.columns().is_multiple_of(2));
    }

    fn read_neighbours(&mut self, survey: &Survey<'_>, cell: usize) {
        let words = is(!survey.readings[cell].is_value);
        self.name_right = survey.at(cell, Side::Right, |right| is(right.is_name || right.has_name_ending));
        self.longer_left = survey.length_gain(cell, Side::Left);
        self.measure_right = survey.at(cell, Side::Right, |right| is(right.is_measure));
        let second = survey.second_beside(cell, Side::Right);
        self.value_two_right = is(second.is_some_and(|second| survey.readings[second].is_value));
        self.empty_below = survey.at(cell, Side::Below, |below| is(below.kind == ValueKind::Empty));
        self.nothing_right = is(survey.beside(cell, Side::Right).is_none()) * (1.0 - self.top);
        self.tall_cell_left = is(survey.beside(cell, Side::Left).is_some_and(|left| survey.is_taller(left, cell)));
        self.wide_cell_above = is(survey.beside(cell, Side::Above).is_some_and(|above| survey.is_wider(above, cell)));
        self.again_in_column = survey.is_again_in_column(cell);
        self.again_in_row = survey.is_again_in_row(cell);
        self.words_before_values = words * survey.values_right(cell) * (1.0 - self.left);
        self.values_left = survey.values_left(cell);
        self.values_below = survey.values_below(cell);
    }

    fn read_lines(&mut self, survey: &Survey<'_>, cell: usize) {
        let (row, column) = (survey.row(cell), survey.column(cell));
        self.values_in_row = row.values;
        self.values_in_column = column.values;
        self.names_in_row = row.names;
        self.endings_in_row = row.endings;
        self.endings_in_column = column.endings;
        self.length_of_row = row.length;
        self.length_of_column = column.length;
        self.repeats_in_row = row.repeats * (1.0 - self.full_width);
        self.repeats_in_column = column.repeats;
        self.units_in_column = column.units;
        self.distinct_in_column = column.distinct;
        self.values_gained_right = survey.column_gain(cell, |line| line.values);
        self.length_gained_right = survey.column_gain(cell, |line| line.length);
        self.distinct_gained_right = survey.column_gain(cell, |line| line.distinct);
        self.names_gained_right = survey.column_gain(cell, |line| line.names + line.endings);
        self.values_lost_left = survey.column_loss(cell, |line| line.values);
        self.length_lost_left = survey.column_loss(cell, |line| line.length);
        self.names_lost_left = survey.column_loss(cell, |line| line.names + line.endings);
    }

    fn read_table_from_top(&mut self, survey: &Survey<'_>, cell: usize) {
        let is_top = survey.is_top(cell);
        let (row, column, grid) = (survey.top_row(), &survey.columns[0], survey.grid);
        self.top_columns_over_rows = is_top * survey.columns_over_rows;
        self.top_names_at_left = is_top * (column.names + column.endings);
        self.top_total_at_end = is_top * row.has_last_total;
        self.top_enumerated = is_top * row.enumerated;
        self.top_length = is_top * row.length;
        self.top_length_at_left = is_top * column.length;
        self.top_values = is_top * row.values;
        self.top_few_rows = is_top * is(grid.rows() - survey.top <= 3);
        self.top_ln_rows = is_top * (grid.rows() as f64).ln();
        self.top_ln_columns = is_top * (grid.columns() as f64).ln();
        self.top_under_title = is_top * is(survey.top > 0);
        self.top_values_in_body = is_top * survey.values_in_body;
    }

    fn read_table_from_left(&mut self, survey: &Survey<'_>, cell: usize) {
        let is_left = survey.is_left(cell);
        let (row, column) = (survey.top_row(), &survey.columns[0]);
        self.left_columns_over_rows = is_left * survey.columns_over_rows;
        self.left_names_at_top = is_left * (row.names + row.endings);
        self.left_total_at_top_end = is_left * row.has_last_total;
        self.left_enumerated = is_left * column.enumerated;
        self.left_length_at_top = is_left * row.length;
        self.left_periods_at_top = is_left * row.periods;
        self.left_empty_corner = is_left * survey.is_corner_empty;
        self.left_spans = is_left * survey.has_spans;
        self.left_ln_rows = is_left * (survey.grid.rows() as f64).ln();
        self.left_values_in_body = is_left * survey.values_in_body;
        self.inside_values_in_body = survey.is_inside(cell) * survey.values_in_body;
    }
}
