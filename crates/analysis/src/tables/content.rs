//! Headers by content and structure alone, for tables that have neither `th` nor looks.
//!
//! Twice each cell is given a probability by a sum of weighted facts: first by its text, place and neighbours
//! (`facts::EVIDENCE`), then by how the cells around it were judged (`facts::CONTEXT`), since headers come in lines.

use super::evidence::Survey;
use super::facts::{CONTEXT, EVIDENCE, Judged};
use super::features::Features;
use super::grid::Grid;

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
    cells.map(|cell| CONTEXT.iter().map(|(_, weight, fact)| weight * fact(&judged, cell)).sum::<f32>() > 0.0).collect()
}

fn probability(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}
