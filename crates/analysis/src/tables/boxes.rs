//! Tables made of boxes: rows of aligned cells without `table`, by their places on the screen or by their roles.
//!
//! A reader sees a table where the same few left edges come again in row after row and the cells are short values.
//! Cards and menus are laid out like that as well, so a grid must also show it in what it says: a column of values,
//! or headers that look like headers. Roles (`table`, `row`, `cell`, `columnheader`) need no such proof.

use page::{Display, NodeId, NodeKind, Page, Rect};

use super::features::{Features, features};
use super::grid::{Grid, cell_text};
use super::headers;
use super::{Source, Table};

/// Fewer rows are no table, and more columns no table made by hand.
const FEWEST_ROWS: usize = 3;
const MOST_COLUMNS: usize = 24;
/// Left edges this close are the same.
const TOLERANCE: f32 = 3.0;
/// The share of rows that must have the edges of the others.
const ALIGNED: f32 = 0.8;
/// Longer cells, on the mean, are cards.
const CELL_LENGTH: f32 = 60.0;
/// The share of values from which a column is one of values.
const VALUE_SHARE: f32 = 0.6;
/// From this share of text in links it is a menu.
const MENU_SHARE: f32 = 0.7;

type Row = Vec<NodeId>;

/// The grids of boxes, none inside what was found already or inside each other.
pub(super) fn find(page: &Page, known: &[Table]) -> Vec<Table> {
    let tree = &page.tree;
    let mut taken: Vec<NodeId> = known.iter().filter(|table| table.is_data).map(|table| table.node).collect();
    taken.sort_unstable();
    let mut found = Vec::new();
    let mut id = tree.body();
    let end = tree.end(id);
    while id < end {
        let is_element = tree.kind(id) == NodeKind::Element;
        if is_element && (taken.binary_search(&id).is_ok() || page::is_muted_element(tree, id)) {
            id = tree.end(id);
            continue;
        }
        let table = if is_element { by_role(page, id).or_else(|| by_place(page, id)) } else { None };
        // What holds a table found before is not one itself.
        let first = taken.partition_point(|&node| node < id);
        match table.filter(|_| taken.get(first).is_none_or(|&node| !tree.contains(id, node))) {
            Some(table) => {
                found.push(table);
                id = tree.end(id);
            }
            None => id = id.next(),
        }
    }
    found
}

/// A table by its roles.
fn by_role(page: &Page, element: NodeId) -> Option<Table> {
    let tree = &page.tree;
    let role = |id: NodeId| tree.attr(id, "role").unwrap_or_default();
    if tree.name(element) == "table" || !matches!(role(element), "table" | "grid" | "treegrid") {
        return None;
    }
    // Rows and cells of tables inside are theirs; so are those of rows in rows.
    let mut rows: Vec<Row> = Vec::new();
    let mut row_end = element;
    let mut id = element.next();
    while id < tree.end(element) {
        match role(id) {
            "table" | "grid" | "treegrid" => {
                id = tree.end(id);
                continue;
            }
            "row" if id >= row_end => {
                rows.push(Row::new());
                row_end = tree.end(id);
            }
            "cell" | "gridcell" | "columnheader" | "rowheader" if id < row_end => {
                rows.last_mut().into_iter().for_each(|row| row.push(id));
                id = tree.end(id);
                continue;
            }
            _ => {}
        }
        id = id.next();
    }
    rows.retain(|row| !row.is_empty());
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    if rows.len() < 2 || columns < 2 || rows.len() * columns > 1 << 16 {
        return None;
    }
    let is_marked = rows.iter().flatten().any(|&cell| role(cell).ends_with("header"));
    let grid = to_grid(page, rows);
    let is_header = match is_marked {
        true => grid.cells().iter().map(|cell| role(cell.node).ends_with("header")).collect(),
        false => headers::identify(&grid, &features(page, &grid)),
    };
    Some(Table::of_headers(element, Source::Boxes, None, grid, is_header))
}

fn to_grid(page: &Page, rows: Vec<Row>) -> Grid {
    let text = |cell: NodeId| (cell, cell_text(page, cell));
    Grid::from_rows(rows.into_iter().map(|row| row.into_iter().map(text).collect()).collect())
}

/// A table by where its cells stand.
fn by_place(page: &Page, element: NodeId) -> Option<Table> {
    let layout = page.layout.as_ref()?;
    if matches!(page.tree.name(element), "table" | "thead" | "tbody" | "tfoot" | "tr" | "nav" | "select") {
        return None;
    }
    let children = boxes(page, element);
    if children.len() < FEWEST_ROWS {
        return None;
    }
    let is_grid = layout.style(element).is_some_and(|style| style.display == Display::Grid);
    let rows: Vec<Row> = if is_grid {
        wrapped_rows(page, &children)
    } else {
        children.iter().map(|&child| boxes(page, child)).collect()
    };
    let columns = rows.first().map_or(0, Vec::len);
    if rows.len() < FEWEST_ROWS || !(2..=MOST_COLUMNS).contains(&columns) || !is_aligned(page, &rows) {
        return None;
    }
    let grid = to_grid(page, rows);
    let features = features(page, &grid);
    if !is_plain(page, &grid, &features) {
        return None;
    }
    let is_header = headers::by_looks(&grid, &features)
        .or_else(|| has_value_column(&grid, &features).then(|| headers::identify(&grid, &features)))?;
    Some(Table::of_headers(element, Source::Boxes, None, grid, is_header))
}

/// The element children that are displayed.
fn boxes(page: &Page, element: NodeId) -> Row {
    let is_box = |&id: &NodeId| page.tree.kind(id) == NodeKind::Element && rect(page, id).is_some();
    page.tree.children(element).filter(is_box).collect()
}

fn rect(page: &Page, id: NodeId) -> Option<Rect> {
    page.layout.as_ref()?.rect(id).filter(|rect| rect.width > 0.0 && rect.height > 0.0)
}

/// The rows of a grid container: a new one begins where a box stands left of the one before.
fn wrapped_rows(page: &Page, children: &[NodeId]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut last = f32::INFINITY;
    for &child in children {
        let x = rect(page, child).map_or(0.0, |rect| rect.x);
        match rows.last_mut().filter(|_| x > last + TOLERANCE) {
            Some(row) => row.push(child),
            None => rows.push(vec![child]),
        }
        last = x;
    }
    rows
}

/// Whether most rows have as many cells as the first, at the same left edges, beside and not below each other.
fn is_aligned(page: &Page, rows: &[Row]) -> bool {
    let rects = |row: &Row| row.iter().filter_map(|&cell| rect(page, cell)).collect::<Vec<_>>();
    let first = rects(&rows[0]);
    // Words in a line stand where the words before them end; that they are below others is chance.
    let is_inline = |cell: NodeId| {
        let style = page.layout.as_ref().and_then(|layout| layout.style(cell));
        style.is_none_or(|style| matches!(style.display, Display::Inline | Display::Contents))
    };
    if rows[0].iter().any(|&cell| is_inline(cell)) {
        return false;
    }
    let is_like_first = |row: &Row| {
        let cells = rects(row);
        let is_line = cells.windows(2).all(|pair| {
            pair[1].x >= pair[0].right() - TOLERANCE && pair[1].y < pair[0].bottom() && pair[0].y < pair[1].bottom()
        });
        let is_same = cells.iter().zip(&first).all(|(cell, other)| (cell.x - other.x).abs() <= TOLERANCE);
        cells.len() == first.len() && is_line && is_same
    };
    let aligned = rows.iter().filter(|row| is_like_first(row)).count();
    is_like_first(&rows[0]) && aligned as f32 >= ALIGNED * rows.len() as f32
}

/// Whether the cells are short texts, mostly filled and mostly no links.
fn is_plain(page: &Page, grid: &Grid, features: &[Features]) -> bool {
    let cells = grid.cells().len().max(1) as f32;
    let sizes: Vec<f32> = grid.cells().iter().map(|cell| cell.text.chars().count() as f32).collect();
    let text: f32 = sizes.iter().sum();
    let linked: f32 = features.iter().zip(&sizes).map(|(features, size)| features.linked * size).sum();
    let filled = sizes.iter().filter(|&&size| size > 0.0).count() as f32;
    let is_rich = |id: NodeId| {
        matches!(
            page.tree.name(id),
            "img" | "input" | "button" | "select" | "ul" | "ol" | "table" | "p" | "h1" | "h2" | "h3"
        )
    };
    let rich = grid.cells().iter().filter(|cell| page.tree.descendants(cell.node).any(is_rich)).count() as f32;
    text / cells <= CELL_LENGTH && linked <= MENU_SHARE * text && filled >= 0.7 * cells && rich <= 0.2 * cells
}

/// Whether some column other than the first is of values.
fn has_value_column(grid: &Grid, features: &[Features]) -> bool {
    (1..grid.columns()).any(|column| {
        let cells = (0..grid.rows()).filter_map(|row| grid.cell_index(row, column));
        let (values, all) = cells.fold((0, 0), |(values, all), cell| {
            let kind = features[cell].kind;
            (values + usize::from(kind.is_value() && kind.is_filled()), all + 1)
        });
        values as f32 >= VALUE_SHARE * all as f32
    })
}
