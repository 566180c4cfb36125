//! Which cells of a table are headers, our way: first by markup, then by looks or colons, and where none says anything
//! by what the cells say and where they stand (`content.rs`).

use page::Color;

use super::content;
use super::features::Features;
use super::grid::Grid;

/// Above this share of the filled cells `th` is a habit of the author and says nothing.
const MOST_TH: f32 = 0.85;
/// A line is set in bold if at least this share of its filled cells is.
const LINE_SHARE: f32 = 0.9;
/// Lines set apart say nothing if more than this share of the other cells looks the same.
const BODY_SHARE: f32 = 0.4;

/// Which cells are headers, in the order of the grid.
pub(super) fn identify(grid: &Grid, features: &[Features]) -> Vec<bool> {
    by_markup(grid, features)
        .or_else(|| by_looks(grid, features))
        .or_else(|| by_colons(grid))
        .unwrap_or_else(|| content::identify(grid, features))
}

/// The `th` cells, if the author tells headers from data by them.
fn by_markup(grid: &Grid, features: &[Features]) -> Option<Vec<bool>> {
    let filled = grid.cells().iter().zip(features).filter(|(cell, _)| !cell.text.is_empty());
    let (th, all) = filled.fold((0, 0), |(th, all), (_, features)| (th + usize::from(features.is_th), all + 1));
    let is_sensible = th > 0 && (th as f32) <= MOST_TH * all as f32;
    is_sensible.then(|| features.iter().map(|features| features.is_th).collect())
}

/// Labels by the colon they end with, if they fill columns and the cells beside them have none.
fn by_colons(grid: &Grid) -> Option<Vec<bool>> {
    let ends_with_colon = |cell: usize| grid.cells()[cell].text.ends_with([':', '：']);
    let filled = |column: usize| {
        let cells = (0..grid.rows()).filter_map(move |row| grid.cell_index(row, column));
        cells.filter(|&cell| !grid.cells()[cell].text.is_empty() && grid.cells()[cell].width < grid.columns())
    };
    let is_labels = |column: usize| {
        let labels = filled(column).filter(|&cell| ends_with_colon(cell)).count();
        labels >= 2 && labels as f32 >= LINE_SHARE * filled(column).count() as f32
    };
    let columns: Vec<bool> = (0..grid.columns()).map(is_labels).collect();
    // The last column has no values beside it, and neither has one before another of labels.
    let is_sensible = columns.contains(&true)
        && columns.last() == Some(&false)
        && columns.windows(2).all(|pair| pair != [true, true]);
    is_sensible.then(|| {
        let cells = grid.cells().iter().enumerate();
        cells.map(|(index, cell)| columns[cell.column] && ends_with_colon(index)).collect()
    })
}

/// Rows at the top and columns at the left that are set in bold or on a ground of their own, unlike the rest.
pub(super) fn by_looks(grid: &Grid, features: &[Features]) -> Option<Vec<bool>> {
    let ground = usual_ground(features);
    let marks: [&dyn Fn(&Features) -> bool; 2] =
        [&|features| features.bold > 0.9, &|features| features.background != ground];
    marks.iter().find_map(|mark| set_apart(grid, features, mark))
}

/// The most frequent background; of equals the one that comes first.
fn usual_ground(features: &[Features]) -> Color {
    let mut counts: Vec<(Color, usize)> = Vec::new();
    for features in features {
        match counts.iter_mut().find(|(color, _)| *color == features.background) {
            Some((_, count)) => *count += 1,
            None => counts.push((features.background, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max();
    counts.iter().find(|(_, count)| Some(*count) == most).map(|(color, _)| *color).unwrap_or_default()
}

/// The headers, if this mark sets lines at the top or at the left apart from the rest.
fn set_apart(grid: &Grid, features: &[Features], mark: &dyn Fn(&Features) -> bool) -> Option<Vec<bool>> {
    // Of a slot: whether the mark is there; `None` if nothing is.
    let marked = |row: usize, column: usize| {
        let cell = grid.cell_index(row, column).filter(|&cell| !grid.cells()[cell].text.is_empty())?;
        Some(mark(&features[cell]))
    };
    let is_line = |slots: &mut dyn Iterator<Item = (usize, usize)>| {
        let (hits, all) = slots
            .filter_map(|(row, column)| marked(row, column))
            .fold((0, 0), |(hits, all), hit| (hits + usize::from(hit), all + 1));
        all > 0 && hits as f32 >= LINE_SHARE * all as f32
    };
    let rows = (0..grid.rows()).take_while(|&r| is_line(&mut (0..grid.columns()).map(|c| (r, c)))).count();
    let columns = (0..grid.columns()).take_while(|&c| is_line(&mut (rows..grid.rows()).map(|r| (r, c)))).count();
    if rows == grid.rows() || columns == grid.columns() || rows + columns == 0 {
        return None;
    }
    let body = || (rows..grid.rows()).flat_map(|row| (columns..grid.columns()).map(move |column| (row, column)));
    let (hits, all) = body()
        .filter_map(|(row, column)| marked(row, column))
        .fold((0, 0), |(hits, all), hit| (hits + usize::from(hit), all + 1));
    if all == 0 || hits as f32 > BODY_SHARE * all as f32 {
        return None;
    }
    let is_heading = |row: usize| is_line(&mut (0..grid.columns()).map(|column| (row, column)));
    let headings: Vec<bool> = (0..grid.rows()).map(is_heading).collect();
    let is_header = grid
        .cells()
        .iter()
        .map(|cell| cell.row < rows || cell.column < columns || (headings[cell.row] && cell.width == grid.columns()));
    Some(is_header.collect())
}
