//! The template (§4.2.2, "Template identification"): in which direction a table's records go, from its header cells.

use super::grid::Grid;
use super::words::is_total;

/// The directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// Headers at the top: each row is a record.
    Column,
    /// Headers at the left: each column is a record.
    Row,
    /// Headers at the top and at the left: a matrix.
    RowColumn,
    /// No headers.
    None,
}

impl Orientation {
    /// The name used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Orientation::Column => "column",
            Orientation::Row => "row",
            Orientation::RowColumn => "row-column",
            Orientation::None => "none",
        }
    }
}

/// Where a table's headers are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) orientation: Orientation,
    pub(super) header_rows: usize,
    pub(super) header_columns: usize,
    /// Rows at the top that are one cell over the full width: a title, not names of columns.
    pub(super) title_rows: usize,
}

impl Template {
    pub(super) fn of(grid: &Grid, is_header: &[bool]) -> Template {
        let view = View { grid, is_header };
        let wide = (0..grid.rows()).take_while(|&row| view.is_full_width(row)).count();
        let titles = (0..wide).take_while(|&row| view.is_full_width_header(row)).count();
        let below = |title_rows: usize| view.template(if title_rows == grid.rows() { 0 } else { title_rows });
        // A bar over the full width, with the search field of the table or its legend, may stand above its names.
        let under_bar = Some(below(wide)).filter(|template| wide > titles && template.header_rows > wide);
        under_bar.unwrap_or_else(|| below(titles))
    }

    /// The title in the first row, if it has one and says more than nothing.
    pub(super) fn title(&self, grid: &Grid, is_header: &[bool]) -> Option<String> {
        let first = grid.cell_index(0, 0).filter(|&cell| self.title_rows > 0 && is_header[cell])?;
        Some(grid.cells()[first].text.clone()).filter(|text| !text.is_empty())
    }
}

struct View<'a> {
    grid: &'a Grid,
    is_header: &'a [bool],
}

impl View<'_> {
    fn is_header(&self, row: usize, column: usize) -> bool {
        self.grid.cell_index(row, column).is_some_and(|cell| self.is_header[cell])
    }

    fn is_full_width(&self, row: usize) -> bool {
        let columns = self.grid.columns();
        columns > 1 && self.grid.cell(row, 0).is_some_and(|cell| cell.width == columns)
    }

    fn is_full_width_header(&self, row: usize) -> bool {
        self.is_full_width(row) && self.is_header(row, 0)
    }

    /// The template of what stands below the titles: first by whole lines; then each direction is looked at again
    /// without the lines of the other.
    fn template(&self, title_rows: usize) -> Template {
        let grid = self.grid;
        let columns = (0..grid.columns()).take_while(|&c| self.is_header_column(c, title_rows, title_rows)).count();
        let columns = if columns == grid.columns() { 0 } else { columns };
        let rows = (title_rows..grid.rows()).take_while(|&r| self.is_header_row(r, columns)).count();
        let rows = if title_rows + rows == grid.rows() { 0 } else { rows };
        let top = title_rows + rows;
        let columns = (0..grid.columns()).take_while(|&c| self.is_header_column(c, top, title_rows)).count();
        let columns = if columns == grid.columns() { 0 } else { columns };
        let orientation = match (rows > 0, columns > 0) {
            (true, true) => Orientation::RowColumn,
            (true, false) => Orientation::Column,
            (false, true) => Orientation::Row,
            (false, false) => Orientation::None,
        };
        Template { orientation, header_rows: top, header_columns: columns, title_rows }
    }

    /// Whether at least half of the filled slots of a row, right of the header columns, are headers.
    fn is_header_row(&self, row: usize, from: usize) -> bool {
        if self.is_full_width_header(row) {
            return false;
        }
        let filled = (from..self.grid.columns()).filter(|&c| !self.grid.text(row, c).is_empty());
        let (mut headers, mut others) = (0, 0);
        for column in filled {
            match self.is_header(row, column) {
                true => headers += 1,
                false => others += 1,
            }
        }
        headers > 0 && headers >= others
    }

    /// Whether more than half of the rows from `from` on have a header in this column. Totals do not count under a
    /// single row of names: a list of records often ends with one. Under several rows it is a matrix.
    fn is_header_column(&self, column: usize, from: usize, title_rows: usize) -> bool {
        let (mut headers, mut others) = (0, 0);
        for row in from..self.grid.rows() {
            let text = self.grid.text(row, column);
            let is_full = self.grid.cell(row, column).is_some_and(|cell| cell.width == self.grid.columns());
            if is_full || text.is_empty() || (from <= title_rows + 1 && row > title_rows && is_total(text)) {
                continue;
            }
            match self.is_header(row, column) {
                true => headers += 1,
                false => others += 1,
            }
        }
        if from > title_rows + 1 { headers > 0 && headers >= others } else { headers > others }
    }
}
