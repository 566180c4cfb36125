//! A table without the lines that say nothing: spacers, columns of bullets, columns that no row tells apart, and a row
//! of controls above the names.
//!
//! Headers are judged and records read without them; the table's own grid stays as the HTML model has it.

use page::{Page, Tree};

use super::grid::{Cell, Grid};

/// A grid of the lines that say something, and where they stand in the whole.
pub(super) struct Compact {
    pub(super) grid: Grid,
    /// For each cell, its place among the cells of the whole.
    cells: Vec<usize>,
    /// For each row and column, its place in the whole and where it ends there.
    rows: Vec<(usize, usize)>,
    columns: Vec<(usize, usize)>,
}

impl Compact {
    /// Without the lines that say nothing.
    pub(super) fn of(page: &Page, grid: &Grid) -> Compact {
        let is_filled = |row: &usize| (0..grid.columns()).any(|column| !grid.text(*row, column).is_empty());
        let first = (0..grid.rows()).find(|row| !is_toolbar(&page.tree, grid, *row)).unwrap_or_default();
        let filled: Vec<usize> = (first..grid.rows()).filter(is_filled).collect();
        let (first, end) = (filled.first().copied().unwrap_or(0), filled.last().map_or(0, |last| last + 1));
        // One empty row inside is a break between two parts; several are spacers.
        let rows = if end - first == filled.len() + 1 { (first..end).collect() } else { filled };
        let rows: Vec<(usize, usize)> = rows.into_iter().map(|row| (row, row + 1)).collect();
        let is_one = rows.iter().all(|&(row, _)| grid.cells_of_row(row).count() <= 1);
        // An empty column at the right is often a field that nobody has filled in.
        let last = (0..grid.columns()).rev().find(|&column| !is_mute(grid, column)).unwrap_or_default();
        let columns = match is_one || grid.columns() == 1 {
            true => vec![(0, grid.columns())],
            false => (0..grid.columns())
                .filter(|&column| column > last || !is_mute(grid, column))
                .map(|column| (column, column + 1))
                .collect(),
        };
        Compact::pick(grid, rows, columns)
    }

    /// With all lines.
    pub(super) fn whole(grid: &Grid) -> Compact {
        let all = |count: usize| (0..count).map(|at| (at, at + 1)).collect();
        let (rows, columns) = (all(grid.rows()), all(grid.columns()));
        Compact { grid: grid.clone(), cells: (0..grid.cells().len()).collect(), rows, columns }
    }

    fn pick(grid: &Grid, rows: Vec<(usize, usize)>, columns: Vec<(usize, usize)>) -> Compact {
        let mut is_used = vec![false; grid.cells().len()];
        let slots = rows.iter().flat_map(|&(row, _)| columns.iter().map(move |&(column, _)| (row, column)));
        let slots: Vec<Option<usize>> = slots.map(|(row, column)| grid.cell_index(row, column)).collect();
        slots.iter().flatten().for_each(|&cell| is_used[cell] = true);
        let used = (0..is_used.len()).filter(|&cell| is_used[cell]);
        let cells: Vec<usize> = used.collect();
        let mut places = vec![0; is_used.len()];
        cells.iter().enumerate().for_each(|(place, &cell)| places[cell] = place);
        let rank = |lines: &[(usize, usize)], at: usize| lines.partition_point(|&(line, _)| line < at);
        let moved = |&cell: &usize| {
            let cell = &grid.cells()[cell];
            let (row, column) = (rank(&rows, cell.row), rank(&columns, cell.column));
            let (bottom, right) = (rank(&rows, cell.row + cell.height), rank(&columns, cell.column + cell.width));
            Cell { row, column, height: (bottom - row).max(1), width: (right - column).max(1), ..cell.clone() }
        };
        let moved = cells.iter().map(moved).collect();
        let slots = slots.into_iter().map(|slot| slot.map(|cell| places[cell])).collect();
        Compact { grid: Grid::from_slots(rows.len(), columns.len(), moved, slots), cells, rows, columns }
    }

    /// What holds of the cells here, for all cells of the whole; `otherwise` for those that are not here.
    pub(super) fn spread(&self, here: &[bool], mut otherwise: Vec<bool>) -> Vec<bool> {
        for (&cell, &holds) in self.cells.iter().zip(here) {
            otherwise[cell] = holds;
        }
        otherwise
    }

    /// How many rows, or columns, of the whole the first ones here are.
    pub(super) fn whole_rows(&self, count: usize) -> usize {
        whole(&self.rows, count)
    }

    pub(super) fn whole_columns(&self, count: usize) -> usize {
        whole(&self.columns, count)
    }
}

fn whole(lines: &[(usize, usize)], count: usize) -> usize {
    count.checked_sub(1).and_then(|last| lines.get(last)).map_or(0, |&(_, end)| end)
}

/// Whether a row is there to be used and not to be read: half of its filled cells or more hold controls, and none of
/// them is the author's name of a column.
fn is_toolbar(tree: &Tree, grid: &Grid, row: usize) -> bool {
    let is_control = |id| matches!(tree.name(id), "input" | "select" | "textarea" | "button");
    let holds_control = |cell: &&Cell| tree.descendants(cell.node).any(is_control);
    let is_filled = |cell: &&Cell| !cell.text.is_empty() || holds_control(cell);
    let controls = grid.cells_of_row(row).filter(holds_control).count();
    controls > 0
        && controls * 2 >= grid.cells_of_row(row).filter(is_filled).count()
        && grid.cells_of_row(row).all(|cell| tree.name(cell.node) != "th")
}

/// Whether a column says nothing: it is empty, or one sign, the same in all rows.
fn is_mute(grid: &Grid, column: usize) -> bool {
    // Titles stand in all columns, and belong to none.
    let is_own = |cell: &&Cell| cell.width < grid.columns() && !cell.text.is_empty();
    let cells = (0..grid.rows()).filter_map(|row| grid.cell(row, column)).filter(is_own);
    let mut texts = cells.map(|cell| cell.text.as_str());
    match texts.next() {
        Some(first) => !first.contains(char::is_alphanumeric) && texts.all(|text| text == first) && grid.columns() > 2,
        None => true,
    }
}
