//! What speaks for and against a cell being a header when neither markup nor looks say so: its text, its place, its
//! neighbours, and how the rows and columns of the table differ.
//!
//! This is the survey; which facts are taken from it and how much each weighs stands in `facts.rs`.

use std::collections::BTreeMap;

use super::features::Features;
use super::grid::Grid;
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
    /// The same for equal texts; 0 for nothing.
    pub(super) text_id: u32,
    /// Characters, as a logarithm in 0..1.
    pub(super) length: f32,
}

/// Means over the slots of a row or column, its spanning cells counted once for each slot.
#[derive(Clone, Default)]
pub(super) struct Line {
    pub(super) values: f32,
    pub(super) empty: f32,
    pub(super) names: f32,
    pub(super) endings: f32,
    pub(super) enumerated: f32,
    pub(super) length: f32,
    pub(super) units: f32,
    pub(super) periods: f32,
    /// Slots that are not the first of their cell in this line.
    pub(super) repeats: f32,
    /// The share of the largest family of kinds among what is filled, without the first slot.
    pub(super) homogeneity: f32,
    pub(super) has_last_total: f32,
    /// The share of different texts among what is filled.
    pub(super) distinct: f32,
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
    pub(super) columns_over_rows: f32,
    pub(super) is_corner_empty: f32,
    pub(super) has_spans: f32,
}

pub(super) fn is(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

impl<'a> Survey<'a> {
    pub(super) fn new(grid: &'a Grid, features: &[Features]) -> Survey<'a> {
        let readings = readings(grid, features);
        let row = |r: usize| (0..grid.columns()).map(move |c| grid.cell_index(r, c)).collect::<Vec<_>>();
        let column = |c: usize| (0..grid.rows()).map(move |r| grid.cell_index(r, c)).collect::<Vec<_>>();
        let rows: Vec<Line> = (0..grid.rows()).map(|r| line(&row(r), &readings)).collect();
        let columns: Vec<Line> = (0..grid.columns()).map(|c| line(&column(c), &readings)).collect();
        let mean = |lines: &[Line]| {
            let body = &lines[1.min(lines.len())..];
            body.iter().map(|line| line.homogeneity).sum::<f32>() / body.len().max(1) as f32
        };
        let is_full = |r: usize| grid.cell(r, 0).is_some_and(|cell| cell.width == grid.columns()) && grid.columns() > 1;
        let top = (0..grid.rows()).find(|&r| !is_full(r)).unwrap_or(0);
        Survey {
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

    pub(super) fn is_top(&self, cell: usize) -> f32 {
        is(self.grid.cells()[cell].row == self.top)
    }

    pub(super) fn is_left(&self, cell: usize) -> f32 {
        is(self.grid.cells()[cell].column == 0)
    }

    /// Whether the corner cell goes over the columns that the cell stands in, or over its rows.
    pub(super) fn is_under_wide_corner(&self, cell: usize) -> f32 {
        let place = &self.grid.cells()[cell];
        let corner = self.grid.cell(self.top, 0).filter(|corner| corner.width > 1 && place.row > corner.row);
        is(corner.is_some_and(|corner| place.column < corner.width))
    }

    pub(super) fn is_beside_tall_corner(&self, cell: usize) -> f32 {
        let place = &self.grid.cells()[cell];
        let corner = self.grid.cell(self.top, 0).filter(|corner| corner.height > 1 && place.column > 0);
        is(corner.is_some_and(|corner| place.row < corner.row + corner.height))
    }

    pub(super) fn is_full_width(&self, cell: usize) -> f32 {
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

    pub(super) fn at(&self, cell: usize, side: Side, fact: impl Fn(&Reading) -> f32) -> f32 {
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
    pub(super) fn column_gain(&self, cell: usize, of: impl Fn(&Line) -> f32) -> f32 {
        let place = &self.grid.cells()[cell];
        self.columns.get(place.column + place.width).map_or(0.0, |right| of(right) - of(self.column(cell)))
    }

    pub(super) fn column_loss(&self, cell: usize, of: impl Fn(&Line) -> f32) -> f32 {
        let left = self.grid.cells()[cell].column.checked_sub(1).map(|left| &self.columns[left]);
        left.map_or(0.0, |left| of(left) - of(self.column(cell)))
    }

    /// How much longer the texts to the right, or below, are than this one.
    pub(super) fn length_gain(&self, cell: usize, side: Side) -> f32 {
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

fn readings(grid: &Grid, features: &[Features]) -> Vec<Reading> {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for cell in grid.cells() {
        let next = seen.len() as u32 + 1;
        seen.entry(&cell.text).or_insert(next);
    }
    let read = |(cell, features): (&super::Cell, &Features)| {
        let text = cell.text.as_str();
        let kind = features.kind;
        let is_words = matches!(kind, ValueKind::Words | ValueKind::Prose | ValueKind::Code);
        Reading {
            kind,
            is_value: kind.is_value(),
            is_total: is_total(text),
            is_name: is_usual_name(text),
            has_name_ending: is_words && ends_like_name(text),
            is_enumerated: is_enumerated(text),
            is_period: matches!(kind, ValueKind::Date),
            has_unit: is_words && (text.ends_with([')', '）', '%', '％'])),
            is_measure: is_measure(text),
            text_id: if kind.is_filled() { seen[text] } else { 0 },
            length: ((text.chars().count() as f32 + 1.0).ln() / 5.0).min(1.0),
        }
    };
    grid.cells().iter().zip(features).map(read).collect()
}

/// The means over one row or column.
fn line(slots: &[Option<usize>], readings: &[Reading]) -> Line {
    let mut line = Line::default();
    let mut families: Vec<(Family, f32)> = Vec::new();
    let count = slots.len().max(1) as f32;
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
    let filled: f32 = families.iter().map(|(_, count)| count).sum();
    line.homogeneity = families.iter().map(|(_, count)| *count).fold(0.0, f32::max) / filled.max(1.0);
    let mut texts: Vec<u32> = slots.iter().flatten().map(|&cell| readings[cell].text_id).filter(|&id| id > 0).collect();
    let filled = texts.len().max(1) as f32;
    texts.sort_unstable();
    texts.dedup();
    line.distinct = texts.len() as f32 / filled;
    line.has_last_total = is(slots.last().copied().flatten().is_some_and(|last| readings[last].is_total));
    line
}
