//! Headers by content and structure alone, for tables that have neither `th` nor looks.
//!
//! Twice each cell is given a probability by a sum of weighted facts: first by its text, place and neighbours
//! (`facts::EVIDENCE`), then by how the cells around it were judged (`facts::CONTEXT`), since headers come in lines.

use super::evidence::Survey;
use super::facts::{CONTEXT, EVIDENCE, Judged};
use super::features::Features;
use super::grid::Grid;

/// From this share of headers on, a line is of headers; up to that one, of none.
const MOST: f32 = 0.6;
const FEW: f32 = 0.2;

/// Which cells are headers, in the order of the grid.
pub(super) fn identify(grid: &Grid, features: &[Features]) -> Vec<bool> {
    if grid.rows() == 0 || grid.columns() == 0 {
        return Vec::new();
    }
    let survey = Survey::new(grid, features);
    let cells = 0..grid.cells().len();
    let first: Vec<f32> = cells
        .clone()
        .map(|cell| EVIDENCE.iter().map(|(_, weight, fact)| weight * fact(&survey, cell)).sum::<f32>())
        .map(probability)
        .collect();
    let judged = Judged::new(&survey, first);
    let odds = |cell| CONTEXT.iter().map(|(_, weight, fact)| weight * fact(&judged, cell)).sum::<f32>();
    let mut is_header: Vec<bool> = cells.map(|cell| odds(cell) > 0.0).collect();
    let (rows, columns) = (grid.rows(), grid.columns());
    complete_line(&survey, &mut (1..columns).map(|column| (survey.top, column)), &mut is_header);
    complete_line(&survey, &mut (survey.top + 1..rows).map(|row| (row, 0)), &mut is_header);
    complete_under_corner(&survey, &mut is_header);
    is_header
}

/// The names in the top row, and those in the left column, are headers together or not at all where most are judged
/// alike. Totals, values and cells over the full width stand for themselves.
fn complete_line(survey: &Survey<'_>, slots: &mut dyn Iterator<Item = (usize, usize)>, is_header: &mut [bool]) {
    let grid = survey.grid;
    let mut line: Vec<usize> = slots.filter_map(|(row, column)| grid.cell_index(row, column)).collect();
    line.dedup();
    line.retain(|&cell| {
        let reading = &survey.readings[cell];
        let is_full_width = grid.cells()[cell].width == grid.columns();
        reading.kind.is_filled() && !reading.is_value && !reading.is_total && !is_full_width
    });
    let headers = line.iter().filter(|&&cell| is_header[cell]).count() as f32 / line.len().max(1) as f32;
    if line.len() >= 2 && (headers >= MOST || headers <= FEW) {
        line.iter().for_each(|&cell| is_header[cell] = headers >= MOST);
    }
}

/// A corner that goes over several columns names them all: if the first of them is of headers, so are the others.
fn complete_under_corner(survey: &Survey<'_>, is_header: &mut [bool]) {
    let grid = survey.grid;
    let Some(corner) = grid.cell(survey.top, 0).filter(|corner| corner.width > 1 && corner.width < grid.columns())
    else {
        return;
    };
    let below = corner.row + corner.height..grid.rows();
    let first = below.clone().filter(|&row| grid.cell_index(row, 0).is_some_and(|cell| is_header[cell])).count();
    if first * 2 <= below.len() {
        return;
    }
    let slots = below.flat_map(|row| (1..corner.width).map(move |column| (row, column)));
    for cell in slots.filter_map(|(row, column)| grid.cell_index(row, column)) {
        let reading = &survey.readings[cell];
        is_header[cell] |= reading.kind.is_filled() && !reading.is_value;
    }
}

fn probability(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}
