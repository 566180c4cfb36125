//! The tables of a page.

use analysis::tables;
use page::Page;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

/// The tables of a page, layout tables too.
#[derive(Debug, Serialize)]
pub struct Tables<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// Its tables, in order.
    pub tables: Vec<Table<'a>>,
    /// What is odd about the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A table.
#[derive(Debug, Serialize)]
pub struct Table<'a> {
    /// The path of its element.
    pub path: String,
    /// What it is made of.
    pub source: &'static str,
    /// Whether it holds data.
    pub data: bool,
    /// Told only of those that are not displayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub displayed: Option<bool>,
    /// What stands over it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<&'a str>,
    /// Along what its records go.
    pub orientation: &'static str,
    /// Rows of headers.
    pub header_rows: usize,
    /// Columns of headers.
    pub header_cols: usize,
    /// Its cells, row by row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grid: Vec<Vec<&'a str>>,
    /// Which cells are headers, in the shape of the grid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<Vec<bool>>,
    /// Its records.
    pub rows: Vec<TableRow<'a>>,
}

/// A record of a table: an object whose names keep their order.
#[derive(Debug)]
pub struct TableRow<'a>(&'a tables::Record);

impl Serialize for TableRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.fields.len()))?;
        for field in &self.0.fields {
            map.serialize_entry(&field.name, &field.text)?;
        }
        map.end()
    }
}

impl<'a> Tables<'a> {
    /// Some of the tables of a page.
    pub fn of(page: &'a Page, tables: impl IntoIterator<Item = &'a tables::Table>) -> Tables<'a> {
        let tables = tables.into_iter().map(|table| Table::of(page, table)).collect();
        Tables { page: &page.name, tables, notes: super::notes(page) }
    }
}

impl<'a> Table<'a> {
    fn of(page: &Page, table: &'a tables::Table) -> Table<'a> {
        let grid = &table.grid;
        let columns = 0..grid.columns();
        Table {
            path: page.tree.path(table.node),
            source: table.source.as_str(),
            data: table.is_data,
            displayed: (!table.is_displayed).then_some(false),
            caption: table.caption.as_deref(),
            orientation: table.orientation.as_str(),
            header_rows: table.header_rows,
            header_cols: table.header_columns,
            grid: (0..grid.rows()).map(|row| columns.clone().map(|column| grid.text(row, column)).collect()).collect(),
            headers: (0..grid.rows())
                .map(|row| columns.clone().map(|column| table.is_header(row, column)).collect())
                .collect(),
            rows: table.records.iter().map(TableRow).collect(),
        }
    }
}
