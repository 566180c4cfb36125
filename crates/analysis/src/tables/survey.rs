//! What speaks for and against a cell being a header when neither markup nor looks say so: its text, its place, its
//! neighbours, and how the rows and columns of the table differ.
//!
//! This is the survey; which facts are taken from it stands in `first_look.rs` and `second_look.rs`.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::features::Features;
use super::grid::{Cell, Grid};
use super::wording::{Lexicon, Wording};
use super::words::{ends_like_name, is_enumerated, is_measure, is_total, is_usual_name};
use crate::kinds::{Family, ValueKind};

/// What is read off a cell's text alone.
pub(super) struct Reading {
    pub(super) kind: ValueKind,
    pub(super) is_value: bool,
    pub(super) is_total: bool,
    pub(super) is_name: bool,
    pub(super) has_name_ending: bool,
    pub(super) is_enumerated: bool,
    /// A year or another date: a value in the body, a period in a header.
    pub(super) is_period: bool,
    pub(super) has_unit: bool,
    pub(super) is_measure: bool,
    /// Whether it is filled with something that is no value.
    pub(super) is_words: bool,
    pub(super) wording: Wording,
    /// The same for equal texts; 0 for nothing.
    pub(super) text_id: u32,
    /// Characters, as a logarithm in 0..1.
    pub(super) length: f64,
}

/// Means over the slots of a row or column, its spanning cells counted once for each slot.
#[derive(Clone, Default)]
pub(super) struct Line {
    pub(super) values: f64,
    pub(super) empty: f64,
    pub(super) names: f64,
    pub(super) endings: f64,
    pub(super) enumerated: f64,
    pub(super) length: f64,
    pub(super) units: f64,
    pub(super) periods: f64,
    /// Slots that are not the first of their cell in this line.
    pub(super) repeats: f64,
    /// The share of the largest family of kinds among what is filled, without the first slot.
    pub(super) homogeneity: f64,
    pub(super) has_last_total: f64,
    /// The share of different texts among what is filled.
    pub(super) distinct: f64,
}

/// A table as it is read: its cells, lines and some facts on the whole.
pub(super) struct Survey<'a> {
    pub(super) grid: &'a Grid,
    pub(super) readings: Vec<Reading>,
    pub(super) rows: Vec<Line>,
    pub(super) columns: Vec<Line>,
    /// The first row that is not one cell over the full width.
    pub(super) top: usize,
    /// Mean homogeneity of columns less that of rows: what speaks for columns as fields.
    pub(super) columns_over_rows: f64,
    pub(super) is_corner_empty: f64,
    pub(super) has_spans: f64,
    /// The share of values among the slots below the top row and right of the first column.
    pub(super) values_in_body: f64,
    /// How many slots up to a slot, itself included, are values: along its row, and down its column.
    values_along: Vec<u32>,
    values_down: Vec<u32>,
    /// How many cells in a column, and in a row, have the same text: by line and number of the text.
    in_column: FxHashMap<(usize, u32), u32>,
    in_row: FxHashMap<(usize, u32), u32>,
}

pub(super) fn is(holds: bool) -> f64 {
    if holds { 1.0 } else { 0.0 }
}

impl<'a> Survey<'a> {
    pub(super) fn new(grid: &'a Grid, features: &[Features], lexicon: &Lexicon) -> Survey<'a> {
        let readings = readings(grid, features, lexicon);
        let row = |r: usize| (0..grid.columns()).map(move |c| grid.cell_index(r, c)).collect::<Vec<_>>();
        let column = |c: usize| (0..grid.rows()).map(move |r| grid.cell_index(r, c)).collect::<Vec<_>>();
        let rows: Vec<Line> = (0..grid.rows()).map(|r| line(&row(r), &readings)).collect();
        let columns: Vec<Line> = (0..grid.columns()).map(|c| line(&column(c), &readings)).collect();
        let mean = |lines: &[Line]| {
            let body = &lines[1.min(lines.len())..];
            body.iter().map(|line| line.homogeneity).sum::<f64>() / body.len().max(1) as f64
        };
        let is_full = |r: usize| grid.cell(r, 0).is_some_and(|cell| cell.width == grid.columns()) && grid.columns() > 1;
        let top = (0..grid.rows()).find(|&r| !is_full(r)).unwrap_or(0);
        let (values_along, values_down) = value_counts(grid, &readings);
        let values_in_body = values_in_body(grid, &readings, top);
        Survey {
            values_in_body,
            values_along,
            values_down,
            in_column: text_counts(grid, &readings, |cell, row, column| (cell.row == row).then_some(column)),
            in_row: text_counts(grid, &readings, |cell, row, column| (cell.column == column).then_some(row)),
            top,
            columns_over_rows: mean(&columns) - mean(&rows),
            is_corner_empty: is(grid.text(top, 0).is_empty()),
            has_spans: is(grid.cells().iter().any(|cell| cell.width * cell.height > 1)),
            grid,
            readings,
            rows,
            columns,
        }
    }

    pub(super) fn row(&self, cell: usize) -> &Line {
        &self.rows[self.grid.cells()[cell].row]
    }

    pub(super) fn column(&self, cell: usize) -> &Line {
        &self.columns[self.grid.cells()[cell].column]
    }

    pub(super) fn is_top(&self, cell: usize) -> f64 {
        is(self.grid.cells()[cell].row == self.top)
    }

    pub(super) fn is_left(&self, cell: usize) -> f64 {
        is(self.grid.cells()[cell].column == 0)
    }

    /// Whether the corner cell goes over the row that the cell stands in, and over others.
    pub(super) fn is_beside_tall_corner(&self, cell: usize) -> f64 {
        let place = &self.grid.cells()[cell];
        let corner = self.grid.cell(self.top, 0).filter(|corner| corner.height > 1 && place.column > 0);
        is(corner.is_some_and(|corner| place.row < corner.row + corner.height))
    }

    pub(super) fn is_full_width(&self, cell: usize) -> f64 {
        is(self.grid.cells()[cell].width == self.grid.columns() && self.grid.columns() > 1)
    }

    /// The cell beside: to the right, below, to the left, above.
    pub(super) fn beside(&self, cell: usize, side: Side) -> Option<usize> {
        let cell = &self.grid.cells()[cell];
        let (row, column) = match side {
            Side::Right => (cell.row, cell.column + cell.width),
            Side::Below => (cell.row + cell.height, cell.column),
            Side::Left => (cell.row, cell.column.checked_sub(1)?),
            Side::Above => (cell.row.checked_sub(1)?, cell.column),
        };
        self.grid.cell_index(row, column)
    }

    /// The cell beside the one beside.
    pub(super) fn second_beside(&self, cell: usize, side: Side) -> Option<usize> {
        self.beside(cell, side).and_then(|beside| self.beside(beside, side))
    }

    pub(super) fn is_inside(&self, cell: usize) -> f64 {
        (1.0 - self.is_top(cell)) * (1.0 - self.is_left(cell))
    }

    /// The share of values among the slots right of a cell, in its first row.
    pub(super) fn values_right(&self, cell: usize) -> f64 {
        let place = &self.grid.cells()[cell];
        let (all, end) = (self.grid.columns(), place.column + place.width);
        let row = |column: usize| self.values_along[place.row * all + column];
        if end < all { f64::from(row(all - 1) - row(end - 1)) / (all - end) as f64 } else { 0.0 }
    }

    /// The same left of it.
    pub(super) fn values_left(&self, cell: usize) -> f64 {
        let place = &self.grid.cells()[cell];
        let before = place.column.checked_sub(1).map(|last| self.values_along[place.row * self.grid.columns() + last]);
        before.map_or(0.0, |values| f64::from(values) / place.column as f64)
    }

    /// The same below it, in its first column.
    pub(super) fn values_below(&self, cell: usize) -> f64 {
        let place = &self.grid.cells()[cell];
        let (all, end) = (self.grid.rows(), place.row + place.height);
        let column = |row: usize| self.values_down[row * self.grid.columns() + place.column];
        if end < all { f64::from(column(all - 1) - column(end - 1)) / (all - end) as f64 } else { 0.0 }
    }

    /// Whether the words of a cell stand in another cell of its first column, or of its first row.
    pub(super) fn is_again_in_column(&self, cell: usize) -> f64 {
        let (reading, place) = (&self.readings[cell], &self.grid.cells()[cell]);
        is(reading.is_words && self.in_column.get(&(place.column, reading.text_id)).is_some_and(|&count| count > 1))
    }

    pub(super) fn is_again_in_row(&self, cell: usize) -> f64 {
        let (reading, place) = (&self.readings[cell], &self.grid.cells()[cell]);
        is(reading.is_words && self.in_row.get(&(place.row, reading.text_id)).is_some_and(|&count| count > 1))
    }

    pub(super) fn at(&self, cell: usize, side: Side, fact: impl Fn(&Reading) -> f64) -> f64 {
        self.beside(cell, side).map_or(0.0, |beside| fact(&self.readings[beside]))
    }

    pub(super) fn top_row(&self) -> &Line {
        &self.rows[self.top]
    }

    /// Whether one cell goes over more rows, or more columns, than another.
    pub(super) fn is_taller(&self, cell: usize, than: usize) -> bool {
        self.grid.cells()[cell].height > self.grid.cells()[than].height
    }

    pub(super) fn is_wider(&self, cell: usize, than: usize) -> bool {
        self.grid.cells()[cell].width > self.grid.cells()[than].width
    }

    /// How much more of something the column to the right has, and how much less the one to the left.
    pub(super) fn column_gain(&self, cell: usize, of: impl Fn(&Line) -> f64) -> f64 {
        let place = &self.grid.cells()[cell];
        self.columns.get(place.column + place.width).map_or(0.0, |right| of(right) - of(self.column(cell)))
    }

    pub(super) fn column_loss(&self, cell: usize, of: impl Fn(&Line) -> f64) -> f64 {
        let left = self.grid.cells()[cell].column.checked_sub(1).map(|left| &self.columns[left]);
        left.map_or(0.0, |left| of(left) - of(self.column(cell)))
    }

    /// How much longer the texts to the right, or below, are than this one.
    pub(super) fn length_gain(&self, cell: usize, side: Side) -> f64 {
        self.at(
            cell,
            side,
            |other| if other.kind.is_filled() { other.length - self.readings[cell].length } else { 0.0 },
        )
    }
}

/// The four sides of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Right,
    Below,
    Left,
    Above,
}

fn readings(grid: &Grid, features: &[Features], lexicon: &Lexicon) -> Vec<Reading> {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for cell in grid.cells() {
        let next = seen.len() as u32 + 1;
        seen.entry(&cell.text).or_insert(next);
    }
    let read = |(cell, features): (&Cell, &Features)| {
        let text = cell.text.as_str();
        let kind = features.kind;
        let is_text = matches!(kind, ValueKind::Words | ValueKind::Prose | ValueKind::Code);
        Reading {
            kind,
            is_value: kind.is_value(),
            is_total: is_total(text),
            is_name: is_usual_name(text),
            has_name_ending: is_text && ends_like_name(text),
            is_enumerated: is_enumerated(text),
            is_period: matches!(kind, ValueKind::Date),
            has_unit: is_text && (text.ends_with([')', '）', '%', '％'])),
            is_measure: is_measure(text),
            is_words: kind.is_filled() && !kind.is_value(),
            wording: if kind.is_filled() && !kind.is_value() { lexicon.wording(text) } else { Wording::default() },
            text_id: if kind.is_filled() { seen[text] } else { 0 },
            length: ((text.chars().count() as f64 + 1.0).ln() / 5.0).min(1.0),
        }
    };
    grid.cells().iter().zip(features).map(read).collect()
}

/// How many slots up to each slot are values: along rows, and down columns.
fn value_counts(grid: &Grid, readings: &[Reading]) -> (Vec<u32>, Vec<u32>) {
    let (mut along, mut down) = (Vec::new(), Vec::new());
    for row in 0..grid.rows() {
        for column in 0..grid.columns() {
            let own = u32::from(grid.cell_index(row, column).is_some_and(|cell| readings[cell].is_value));
            let slot = along.len();
            along.push(own + if column > 0 { along[slot - 1] } else { 0 });
            down.push(own + if row > 0 { down[slot - grid.columns()] } else { 0 });
        }
    }
    (along, down)
}

fn values_in_body(grid: &Grid, readings: &[Reading], top: usize) -> f64 {
    let slots = (top + 1..grid.rows()).flat_map(|row| (1..grid.columns()).map(move |column| (row, column)));
    let is_value = |&(row, column): &(usize, usize)| grid.cell_index(row, column).is_some_and(|c| readings[c].is_value);
    let all = (grid.rows() - top).saturating_sub(1) * grid.columns().saturating_sub(1);
    slots.filter(is_value).count() as f64 / all.max(1) as f64
}

/// How many cells have the same words in a line; `line_of` says in which line a slot of a cell counts.
fn text_counts(
    grid: &Grid,
    readings: &[Reading],
    line_of: impl Fn(&Cell, usize, usize) -> Option<usize>,
) -> FxHashMap<(usize, u32), u32> {
    let mut counts = FxHashMap::default();
    for row in 0..grid.rows() {
        for column in 0..grid.columns() {
            let cell = grid.cell_index(row, column).filter(|&cell| readings[cell].is_words);
            let Some((cell, line)) = cell.and_then(|cell| Some((cell, line_of(&grid.cells()[cell], row, column)?)))
            else {
                continue;
            };
            *counts.entry((line, readings[cell].text_id)).or_default() += 1;
        }
    }
    counts
}

/// The means over one row or column.
fn line(slots: &[Option<usize>], readings: &[Reading]) -> Line {
    let mut line = Line::default();
    let mut families: Vec<(Family, f64)> = Vec::new();
    let count = slots.len().max(1) as f64;
    for (at, slot) in slots.iter().enumerate() {
        let Some(index) = *slot else {
            line.empty += 1.0 / count;
            continue;
        };
        let reading = &readings[index];
        line.values += is(reading.is_value) / count;
        line.empty += is(reading.kind == ValueKind::Empty) / count;
        line.names += is(reading.is_name) / count;
        line.endings += is(reading.has_name_ending) / count;
        line.enumerated += is(reading.is_enumerated) / count;
        line.length += reading.length / count;
        line.units += is(reading.has_unit) / count;
        line.periods += is(reading.is_period) / count;
        line.repeats += is(at > 0 && slots[at - 1] == *slot) / count;
        let family = reading.kind.family();
        if at > 0 && family != Family::Nothing {
            match families.iter_mut().find(|(known, _)| *known == family) {
                Some((_, count)) => *count += 1.0,
                None => families.push((family, 1.0)),
            }
        }
    }
    let filled: f64 = families.iter().map(|(_, count)| count).sum();
    line.homogeneity = families.iter().map(|(_, count)| *count).fold(0.0, f64::max) / filled.max(1.0);
    let mut texts: Vec<u32> = slots.iter().flatten().map(|&cell| readings[cell].text_id).filter(|&id| id > 0).collect();
    let filled = texts.len().max(1) as f64;
    texts.sort_unstable();
    texts.dedup();
    line.distinct = texts.len() as f64 / filled;
    line.has_last_total = is(slots.last().copied().flatten().is_some_and(|last| readings[last].is_total));
    line
}
