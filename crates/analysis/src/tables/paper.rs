//! The paper's template identifier (§4.2.2): headers by clustering, from the first cell on.
//!
//! Features are extracted for each cell. The first column is split in two by k-means, unless its cells are all alike.
//! The first cell of the table is a header, and so is whatever clusters with it; then the same along the rows of the
//! headers found. Whatever is left is data.

use super::Config;
use super::clusters::split_in_two;
use super::features::{DIMENSIONS, Features};
use super::grid::Grid;

/// Which cells are headers, in the order of the grid.
pub(super) fn identify(grid: &Grid, features: &[Features], config: &Config) -> Vec<bool> {
    let points: Vec<_> = features.iter().map(|features| features.point(&config.weights)).collect();
    let mut is_header = vec![false; points.len()];
    let Some(first) = grid.cell_index(0, 0) else { return is_header };
    is_header[first] = true;
    // The first column, from the first cell; then the rows of the headers found. Only the first row and column may be
    // of headers as a whole: where all cells of a table are alike, the rest is data.
    let column = distinct((0..grid.rows()).filter_map(|row| grid.cell_index(row, 0)));
    spread(&column, &points, config.cluster_distance, Whole::Headers, &mut is_header);
    for row in 0..grid.rows() {
        if grid.cell_index(row, 0).is_none_or(|cell| !is_header[cell]) {
            continue;
        }
        let line = distinct((0..grid.columns()).filter_map(|column| grid.cell_index(row, column)));
        let whole = if row == 0 { Whole::Headers } else { Whole::Unknown };
        spread(&line, &points, config.cluster_distance, whole, &mut is_header);
    }
    is_header
}

/// What a line is whose cells are all alike, when one of them is a header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whole {
    Headers,
    Unknown,
}

/// Marks what clusters with a header of this line.
fn spread(line: &[usize], points: &[[f32; DIMENSIONS]], threshold: f32, whole: Whole, is_header: &mut [bool]) {
    let line_points: Vec<_> = line.iter().map(|&cell| points[cell]).collect();
    let side = match split_in_two(&line_points, threshold) {
        Some(side) => side,
        None if whole == Whole::Headers => vec![false; line.len()],
        None => return,
    };
    let seeds: Vec<bool> =
        line.iter().zip(&side).filter(|(cell, _)| is_header[**cell]).map(|(_, side)| *side).collect();
    for (&cell, side) in line.iter().zip(&side) {
        is_header[cell] |= seeds.contains(side);
    }
}

/// Each cell once, in order.
fn distinct(cells: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut line: Vec<usize> = cells.collect();
    line.dedup();
    line
}
