//! Tables of a page about one thing in which both rows and columns have headers: each cell is a value of its own,
//! called after both. Read like any other page such a table would lose all columns but the first.

use analysis::tables::{self, Cell, Orientation, Table, tables};
use knowledge::instances::{Attribute, InstancePage, Value};
use knowledge::names::normalised;
use page::{NodeKind, Page, fold, leaves_below};

/// Values that such a table has at most: more are a table of other things, such as results of games.
const MOST_VALUES: usize = 40;

/// Tells what the tables of a page say, in the place of what was read in them.
pub(crate) fn add_matrices(page: &Page, told: &mut InstancePage) {
    if !page.tree.elements().any(|node| page.tree.name(node) == "table") {
        return;
    }
    let found = tables(page, &tables::Config::default());
    let is_matrix = |table: &&Table| {
        table.is_data
            && table.orientation == Orientation::RowColumn
            && table.grid.columns() >= table.header_columns + 2
            && table.grid.rows() >= table.header_rows + 2
    };
    for table in found.iter().filter(is_matrix) {
        let values = values(page, table);
        if values.is_empty() || values.len() > MOST_VALUES {
            continue;
        }
        for attribute in &mut told.attributes {
            attribute.values.retain(|value| !page.tree.contains(table.node, value.node));
        }
        told.attributes.retain(|attribute| !attribute.values.is_empty());
        told.attributes.extend(values);
    }
}

/// The cells of a table that are no headers.
fn values(page: &Page, table: &Table) -> Vec<Attribute> {
    let mut values = Vec::new();
    for cell in table.grid.cells().iter().filter(|cell| !table.is_header(cell.row, cell.column)) {
        let headers = table.row_path(cell.row, cell.column).into_iter().chain(table.column_path(cell.row, cell.column));
        let headers: Vec<&str> = headers.map(|header| header.text.as_str()).filter(|text| !text.is_empty()).collect();
        let (label, name) = (headers.join(", "), normalised(&headers.join(" ")));
        if let Some(value) = value(page, cell).filter(|_| !name.is_empty()) {
            values.push(Attribute { name, label: Some(label), values: vec![value] });
        }
    }
    values
}

fn value(page: &Page, cell: &Cell) -> Option<Value> {
    let is_text =
        |&node: &page::NodeId| page.tree.kind(node) == NodeKind::Text && !fold(page.tree.text(node)).is_empty();
    let node = match page.tree.kind(cell.node) {
        NodeKind::Text => Some(cell.node),
        _ => leaves_below(&page.tree, cell.node).into_iter().find(is_text),
    };
    node.map(|node| Value { text: cell.text.clone(), value: cell.text.clone(), node })
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    #[test]
    fn cells_are_called_by_row_and_column() {
        let html = "<h1>Mill Inn</h1><table border=1><tr><th></th><th>Summer</th><th>Winter</th></tr>\
                    <tr><th>Single</th><td>50 €</td><td>40 €</td></tr><tr><th>Double</th><td>80 €</td><td>70 €</td></tr></table>";
        let page = Page::new(Capture::new("p", html));
        let mut told = InstancePage { name: None, attributes: Vec::new() };
        add_matrices(&page, &mut told);
        let told: Vec<(&str, &str)> =
            told.attributes.iter().map(|told| (told.name.as_str(), told.values[0].value.as_str())).collect();
        let expected = [
            ("single summer", "50 €"),
            ("single winter", "40 €"),
            ("double summer", "80 €"),
            ("double winter", "70 €"),
        ];
        assert_eq!(told, expected);
    }
}
