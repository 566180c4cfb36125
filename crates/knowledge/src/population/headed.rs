//! Tables whose headers are names of a class's properties: each row is an individual, or several where the headers
//! repeat along the row. Which columns there are and in which order is each page's own matter; nothing is learnt.

use analysis::tables::{Cell, Grid};
use page::{NodeId, NodeKind, Page, Tree, fold, is_inline_element, leaves_below, visible_text};

use super::hints::Hinter;

/// Rows at the top among which the headers are looked for.
const HEADER_ROWS: usize = 3;
/// Properties of the class that headers must name.
const LEAST_NAMED: usize = 2;
/// Records of one page; a table may be large, a page has no end of them.
const MOST_RECORDS: usize = 20_000;

/// A row of a table, or a part of one, that tells of one individual.
#[derive(Clone, Debug)]
pub struct HeadedRecord {
    /// The row.
    pub row: NodeId,
    /// What its cells say.
    pub cells: Vec<HeadedCell>,
    /// Cells below headers that the dictionary does not know; they name no property.
    pub unknown: Vec<HeadedCell>,
}

/// A cell below a header that names a property.
#[derive(Clone, Debug)]
pub struct HeadedCell {
    /// The property, by its place among those of the class; of unknown headers nought.
    pub property: usize,
    /// The header as it is printed.
    pub header: String,
    /// The cell.
    pub node: NodeId,
    /// What it says, without what is shown apart from it.
    pub text: String,
}

/// The columns of one individual, each with its property, if there is one, and its header.
type Columns = Vec<(usize, Option<usize>, String)>;

/// The individuals of all such tables of a page, in order.
pub fn headed_records(page: &Page, grids: &[(NodeId, Grid)], hinter: &Hinter<'_>) -> Vec<HeadedRecord> {
    let mut records = Vec::new();
    for (_, grid) in grids {
        let header = (0..grid.rows().min(HEADER_ROWS)).find_map(|row| Some((row, columns(grid, row, hinter)?)));
        let Some((header, mut groups)) = header else { continue };
        for row in header + 1..grid.rows() {
            // A long table may repeat its headers.
            if let Some(again) = columns(grid, row, hinter) {
                groups = again;
                continue;
            }
            records.extend(groups.iter().filter_map(|group| record(page, grid, row, group)));
            if records.len() >= MOST_RECORDS {
                return records;
            }
        }
    }
    records
}

/// The leaves of the rows of such tables, sorted.
pub fn headed_leaves(page: &Page, records: &[HeadedRecord]) -> Vec<NodeId> {
    let mut rows: Vec<NodeId> = records.iter().map(|record| record.row).collect();
    rows.sort_unstable();
    rows.dedup();
    let mut leaves: Vec<NodeId> = rows.iter().flat_map(|&row| leaves_below(&page.tree, row)).collect();
    leaves.sort_unstable();
    leaves.dedup();
    leaves
}

/// The columns of each individual in a row, if a row of headers says so. A name that comes again begins another one.
fn columns(grid: &Grid, row: usize, hinter: &Hinter<'_>) -> Option<Vec<Columns>> {
    let mut groups: Vec<Columns> = vec![Vec::new()];
    for column in 0..grid.columns() {
        let cell = grid.cell(row, column).filter(|cell| cell.column == column && cell.row == row);
        let Some(cell) = cell.filter(|cell| !cell.text.is_empty()) else { continue };
        let property = hinter.named(&cell.text);
        let is_again = |group: &Columns| {
            group.iter().any(|(_, known, header)| match property {
                Some(_) => *known == property,
                None => *header == cell.text,
            })
        };
        if groups.last().is_some_and(is_again) {
            groups.push(Vec::new());
        }
        if let Some(group) = groups.last_mut() {
            group.push((column, property, cell.text.clone()));
        }
    }
    groups.retain(|group| group.iter().filter(|(_, property, _)| property.is_some()).count() >= LEAST_NAMED);
    (!groups.is_empty()).then_some(groups)
}

fn record(page: &Page, grid: &Grid, row: usize, columns: &Columns) -> Option<HeadedRecord> {
    let tree = &page.tree;
    let own = |column: usize| grid.cell(row, column);
    let first = own(columns.first()?.0)?;
    // A cell over all columns is a heading inside the table.
    if columns.len() > 1 && columns.iter().all(|&(column, ..)| own(column).is_some_and(|cell| cell.node == first.node))
    {
        return None;
    }
    let told = |(column, property, header): &(usize, Option<usize>, String)| {
        let cell: &Cell = own(*column)?;
        let text = own_text(tree, cell.node);
        let told = HeadedCell { property: property.unwrap_or_default(), header: header.clone(), node: cell.node, text };
        Some((property.is_some(), told)).filter(|(_, told)| !told.text.is_empty())
    };
    let told = columns.iter().filter_map(told);
    let (cells, unknown): (Vec<_>, Vec<_>) = told.partition(|(is_known, _)| *is_known);
    let bare = |cells: Vec<(bool, HeadedCell)>| cells.into_iter().map(|(_, cell)| cell).collect();
    let row = tree.parent(first.node)?;
    (!cells.is_empty()).then(|| HeadedRecord { row, cells: bare(cells), unknown: bare(unknown) })
}

/// The text of a cell without the blocks in it that hold tables of their own: those pop up, or fold out.
fn own_text(tree: &Tree, cell: NodeId) -> String {
    let holds_table = |node: NodeId| tree.descendants(node).any(|inner| tree.name(inner) == "table");
    if !holds_table(cell) {
        return visible_text(tree, cell);
    }
    let mut text = String::new();
    for child in tree.children(cell) {
        match tree.kind(child) {
            NodeKind::Text => text.push_str(tree.text(child)),
            NodeKind::Element if !holds_table(child) && tree.name(child) != "table" => {
                let apart = if is_inline_element(tree.name(child)) { "" } else { " " };
                text.extend([apart, &visible_text(tree, child), apart]);
            }
            _ => {}
        }
    }
    fold(&text)
}
