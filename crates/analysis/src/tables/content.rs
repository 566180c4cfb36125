//! Headers by content and structure alone, for tables that have neither `th` nor looks.
//!
//! Twice each cell is given odds by a sum of weighted facts: first by its text, place and neighbours (`first_look.rs`),
//! then by how the cells around it were judged (`second_look.rs`), since headers come in lines.

use page::{NodeId, Page};

use super::compact::Compact;
use super::features::{Features, features};
use super::first_look::FirstLook;
use super::grid::{Cell, Grid};
use super::second_look::{Judged, SecondLook};
use super::survey::Survey;
use super::wording::Lexicon;
use super::{Config, grids};
use crate::evidence::Evidence;

/// From this share of headers on, a line is of headers; up to that one, of none.
const MOST: f64 = 0.6;
const FEW: f64 = 0.2;

/// Which cells are headers, in the order of the grid.
pub(super) fn identify(grid: &Grid, features: &[Features]) -> Vec<bool> {
    if grid.rows() == 0 || grid.columns() == 0 {
        return Vec::new();
    }
    let survey = Survey::new(grid, features, Lexicon::counted());
    let cells = 0..grid.cells().len();
    let first: Vec<f64> = cells.clone().map(|cell| probability(FirstLook::at(&survey, cell).weight())).collect();
    let judged = Judged::new(&survey, &first);
    let mut is_header: Vec<bool> = cells.map(|cell| SecondLook::at(&judged, cell).weight() > 0.0).collect();
    complete(&survey, &mut is_header);
    is_header
}

/// A table as it is seen where nothing but content tells headers from data: what the weights are fitted to.
#[derive(Clone, Debug)]
pub struct Unmarked {
    /// Its element.
    pub node: NodeId,
    grid: Grid,
    features: Vec<Features>,
}

impl Unmarked {
    /// The tables of a page that have cells, whatever they are for.
    pub fn all(page: &Page, config: &Config) -> Vec<Unmarked> {
        let shown = grids(page, config).into_iter().map(|(node, grid)| (node, Compact::of(page, &grid).grid));
        let filled = shown.filter(|(_, grid)| grid.rows() > 0 && grid.columns() > 0);
        filled.map(|(node, grid)| Unmarked { node, features: features(page, &grid), grid }).collect()
    }

    /// The cells that are judged.
    pub fn cells(&self) -> &[Cell] {
        self.grid.cells()
    }

    /// Whether a cell is one of words, by which a lexicon is counted.
    pub fn is_words(&self, cell: usize) -> bool {
        let kind = self.features[cell].kind;
        kind.is_filled() && !kind.is_value()
    }

    /// What the first look tells of each cell.
    pub fn first_look(&self, lexicon: &Lexicon) -> Vec<FirstLook> {
        let survey = Survey::new(&self.grid, &self.features, lexicon);
        (0..self.cells().len()).map(|cell| FirstLook::at(&survey, cell)).collect()
    }

    /// What the second look tells, by the odds that the first look gave.
    pub fn second_look(&self, odds: &[f64]) -> Vec<SecondLook> {
        let survey = Survey::new(&self.grid, &self.features, &Lexicon::default());
        let first: Vec<f64> = odds.iter().copied().map(probability).collect();
        let judged = Judged::new(&survey, &first);
        (0..self.cells().len()).map(|cell| SecondLook::at(&judged, cell)).collect()
    }

    /// Which cells are headers, by the odds that the second look gave.
    pub fn headers(&self, odds: &[f64]) -> Vec<bool> {
        let survey = Survey::new(&self.grid, &self.features, &Lexicon::default());
        let mut is_header: Vec<bool> = odds.iter().map(|&odds| odds > 0.0).collect();
        complete(&survey, &mut is_header);
        is_header
    }
}

/// Makes lines whole that are nearly so.
fn complete(survey: &Survey<'_>, is_header: &mut [bool]) {
    let (rows, columns) = (survey.grid.rows(), survey.grid.columns());
    complete_line(survey, &mut (1..columns).map(|column| (survey.top, column)), is_header);
    complete_line(survey, &mut (survey.top + 1..rows).map(|row| (row, 0)), is_header);
    complete_under_corner(survey, is_header);
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
    let headers = line.iter().filter(|&&cell| is_header[cell]).count() as f64 / line.len().max(1) as f64;
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

fn probability(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}
