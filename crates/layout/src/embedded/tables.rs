//! The widths of table columns, by the automatic algorithm of the CSS Tables module. The engine lays tables out as
//! grids, whose columns share a table's width evenly; browsers give each column what its content asks for. So after a
//! first layout the widths are worked out here and stated as `col` elements, and the page is laid out again.

use std::collections::HashMap;

use blitz_dom::{BaseDocument, LocalName, Node, NodeId as EngineId, QualName, local_name, ns};
use style::values::specified::box_::DisplayInside;

use super::intrinsic::{Intrinsics, Stated, Widths, border_box, edges, is_cell, margins, stated_width};
use super::style_attribute::{attribute, declare};

/// A table wider than this is beyond sense; no page has so many columns.
const MAX_COLUMNS: usize = 1000;

/// How many columns all tables of a page together may be given widths for. Each is an element more; tables beyond it
/// are left as the engine sizes them.
const COLUMN_BUDGET: usize = 20_000;

/// What one table is made of.
#[derive(Debug)]
pub(super) struct Grid {
    columns: Vec<Column>,
    /// The spacing between two columns.
    spacing: f32,
    /// The table's own padding and border, and the spacing between and around columns.
    frame: f32,
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    widths: Widths,
    /// Whether a width in pixels is stated for it.
    is_fixed: bool,
    share: f32,
}

#[derive(Debug)]
struct Cell {
    id: EngineId,
    column: usize,
    span: usize,
    widths: Widths,
    stated: Stated,
}

/// States the widths of all columns of the document's tables. Says whether there were any tables.
pub(super) fn size_columns(document: &mut BaseDocument) -> bool {
    let mut intrinsics = Intrinsics::new(document);
    let mut growth = HashMap::new();
    let mut budget = COLUMN_BUDGET;
    let mut sizes: Vec<TableSize> = Vec::new();
    for table in outermost_first(document) {
        let size = size_table(&mut intrinsics, table, &mut growth);
        let Some(left) = budget.checked_sub(size.as_ref().map_or(0, |size| size.columns.len())) else { break };
        budget = left;
        sizes.extend(size);
    }
    for size in &sizes {
        state_widths(document, size);
    }
    !sizes.is_empty()
}

/// The widths found for one table.
struct TableSize {
    table: EngineId,
    width: f32,
    columns: Vec<f32>,
}

/// By how much each cell that has been sized is wider than in the first layout.
type Growth = HashMap<EngineId, f32>;

fn is_table(node: &Node) -> bool {
    node.primary_styles().is_some_and(|style| style.clone_display().inside() == DisplayInside::Table)
        && node.flags.is_in_document()
}

/// All tables, each before those inside it.
fn outermost_first(document: &BaseDocument) -> Vec<EngineId> {
    let mut tables = Vec::new();
    let mut stack = vec![document.root_node().id];
    while let Some(node) = stack.pop().and_then(|id| document.get_node(id)) {
        if node.is_element() && is_table(node) {
            tables.push(node.id);
        }
        stack.extend(node.children.iter().rev());
    }
    tables
}

fn size_table(intrinsics: &mut Intrinsics<'_>, table: EngineId, growth: &mut Growth) -> Option<TableSize> {
    let node = intrinsics.node(table)?;
    // A table in a subtree that is not displayed has no box to be sized.
    node.layout_parent.get()?;
    intrinsics.widths(node);
    let available = available_width(intrinsics.document, node, growth);
    let stated = stated_width(&*node.primary_styles()?);
    let grid = intrinsics.grids.get(&table)?;
    if grid.columns.is_empty() {
        return None;
    }
    let content = grid.widths();
    let width = match stated {
        Stated::Pixels(width) => width.max(content.min),
        Stated::Share(share) => (share * available).max(content.min),
        Stated::Auto => grid.preferred(available).min(available).max(content.min),
    };
    let columns = distribute(&grid.columns, width - grid.frame);
    for cell in &grid.cells {
        if let Some(node) = intrinsics.node(cell.id) {
            let now: f32 = columns[cell.column..cell.column + cell.span].iter().sum();
            growth.insert(cell.id, now - node.unrounded_layout().size.width);
        }
    }
    Some(TableSize { table, width, columns })
}

/// The width of the block a table stands in: that of the first layout, and what the cell around it has grown by.
fn available_width(document: &BaseDocument, table: &Node, growth: &Growth) -> f32 {
    let Some(parent) = table.layout_parent.get().and_then(|id| document.get_node(id)) else { return 0.0 };
    let mut available = parent.unrounded_layout().size.width - edges(parent);
    let mut next = Some(parent);
    while let Some(node) = next {
        if let Some(growth) = growth.get(&node.id) {
            available += growth;
            break;
        }
        let is_fixed = node.primary_styles().is_some_and(|style| matches!(stated_width(&style), Stated::Pixels(_)));
        if is_fixed {
            break;
        }
        next = node.parent.and_then(|id| document.get_node(id));
    }
    (available - margins(table)).max(0.0)
}

/// Writes the widths into the document: a `col` for each column, before everything else in the table.
fn state_widths(document: &mut BaseDocument, size: &TableSize) {
    let style = format!(
        "width: {:.2}px !important; min-width: 0 !important; max-width: none !important; \
         table-layout: fixed !important",
        size.width
    );
    declare(document, size.table, &style);
    let mut mutator = document.mutate();
    let name = |local: &str| QualName::new(None, ns!(html), LocalName::from(local));
    let group = mutator.create_element(name("colgroup"), Vec::new());
    let columns: Vec<EngineId> = size
        .columns
        .iter()
        .map(|width| {
            let style = format!("display: table-column !important; width: {:.2}px !important", width.max(0.01));
            mutator.create_element(name("col"), vec![attribute("style", style)])
        })
        .collect();
    mutator.append_children(group, &columns);
    mutator.prepend_nodes(size.table, &[group]);
}

impl Grid {
    /// Collects the cells of a table and what they ask for.
    pub(super) fn of<'a>(intrinsics: &mut Intrinsics<'a>, table: &'a Node) -> Grid {
        let mut rows: Vec<Vec<&'a Node>> = Vec::new();
        let mut columns: Vec<Column> = Vec::new();
        collect_rows(intrinsics.document, table, &mut rows, &mut columns);
        let mut cells = Vec::new();
        let mut occupied: Vec<usize> = Vec::new();
        for row in rows {
            let mut column = 0;
            occupied.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
            for cell in row {
                while occupied.get(column).is_some_and(|&rows| rows > 0) {
                    column += 1;
                }
                if column >= MAX_COLUMNS {
                    break;
                }
                let span = span_attribute(cell, local_name!("colspan")).min(MAX_COLUMNS - column.min(MAX_COLUMNS - 1));
                let rows = span_attribute(cell, local_name!("rowspan"));
                if occupied.len() < column + span {
                    occupied.resize(column + span, 0);
                }
                occupied[column..column + span].fill(rows);
                let stated = cell.primary_styles().map_or(Stated::Auto, |style| match stated_width(&style) {
                    Stated::Pixels(width) => Stated::Pixels(border_box(&style, width, edges(cell))),
                    other => other,
                });
                // A text that is cut by the least fraction of a pixel would wrap.
                let mut widths = intrinsics.widths(cell).plus(0.05);
                // A caption wraps rather than widen its table.
                if cell.element_data().is_some_and(|element| element.name.local == local_name!("caption")) {
                    widths.max = widths.min;
                }
                cells.push(Cell { id: cell.id, column, span, widths, stated });
                column += span;
            }
        }
        let count = occupied.len();
        columns.resize(count, Column { widths: Widths::default(), is_fixed: false, share: 0.0 });
        let spacing = spacing(table);
        let frame = edges(table) + spacing * (count + 1) as f32;
        let mut grid = Grid { columns, spacing, frame, cells };
        grid.measure_columns();
        grid
    }

    /// First the cells of one column each, then those that span several, narrow spans first.
    fn measure_columns(&mut self) {
        for cell in self.cells.iter().filter(|cell| cell.span == 1) {
            let column = &mut self.columns[cell.column];
            column.widths.min = column.widths.min.max(cell.widths.min);
            match cell.stated {
                Stated::Pixels(width) => {
                    let width = width.max(cell.widths.min);
                    column.widths.max = if column.is_fixed { column.widths.max.max(width) } else { width };
                    column.is_fixed = true;
                }
                Stated::Share(share) => {
                    column.share = column.share.max(share);
                    column.widths.max = column.widths.max.max(cell.widths.max);
                }
                Stated::Auto if !column.is_fixed => column.widths.max = column.widths.max.max(cell.widths.max),
                Stated::Auto => {}
            }
        }
        for column in &mut self.columns {
            column.widths.max = column.widths.max.max(column.widths.min);
        }
        let mut spanning: Vec<usize> = (0..self.cells.len()).filter(|&index| self.cells[index].span > 1).collect();
        spanning.sort_by_key(|&index| self.cells[index].span);
        for index in spanning {
            self.spread(index);
        }
        let mut left = 1.0f32;
        for column in &mut self.columns {
            column.share = column.share.min(left);
            left -= column.share;
        }
    }

    /// Spreads what a spanning cell asks for beyond what its columns have over those columns.
    fn spread(&mut self, index: usize) {
        let cell = &self.cells[index];
        let columns = &mut self.columns[cell.column..cell.column + cell.span];
        let wanted = match cell.stated {
            Stated::Pixels(width) => Widths { min: cell.widths.min, max: width.max(cell.widths.min) },
            _ => cell.widths,
        };
        if let Stated::Share(share) = cell.stated {
            let missing = share - columns.iter().map(|column| column.share).sum::<f32>();
            let without = columns.iter().filter(|column| column.share == 0.0).count();
            if missing > 0.0 && without > 0 {
                let each = missing / without as f32;
                columns.iter_mut().filter(|column| column.share == 0.0).for_each(|column| column.share = each);
            }
        }
        let inner = self.spacing * (cell.span - 1) as f32;
        let (min, max) = (distribute(columns, wanted.min - inner), distribute(columns, wanted.max - inner));
        for (column, (min, max)) in columns.iter_mut().zip(min.into_iter().zip(max)) {
            column.widths.min = column.widths.min.max(min);
            column.widths.max = column.widths.max.max(max).max(column.widths.min);
        }
    }

    /// The widths of the whole table, from its columns.
    pub(super) fn widths(&self) -> Widths {
        let min: f32 = self.columns.iter().map(|column| column.widths.min).sum();
        let max: f32 = self.columns.iter().map(|column| column.widths.max).sum();
        Widths { min, max }.plus(self.frame)
    }

    /// How wide the table wants to be: wide enough for the shares that its columns state.
    fn preferred(&self, available: f32) -> f32 {
        let shares: f32 = self.columns.iter().map(|column| column.share).sum();
        let others: f32 =
            self.columns.iter().filter(|column| column.share == 0.0).map(|column| column.widths.max).sum();
        let by_share = self
            .columns
            .iter()
            .filter(|column| column.share > 0.0)
            .map(|column| column.widths.max / column.share)
            .fold(0.0, f32::max);
        let by_rest = match others > 0.0 {
            true if shares < 0.999 => others / (1.0 - shares),
            true if shares > 0.0 => available,
            _ => 0.0,
        };
        self.widths().max.max(by_share.max(by_rest) + self.frame)
    }
}

/// Shares a width out among columns: between the two nearest of four guesses, or beyond the last of them.
fn distribute(columns: &[Column], width: f32) -> Vec<f32> {
    let guess = |pick: &dyn Fn(&Column) -> f32| -> Vec<f32> {
        columns
            .iter()
            .map(|column| match column.share > 0.0 {
                true => (column.share * width).max(column.widths.min),
                false => pick(column),
            })
            .collect()
    };
    let guesses = [
        columns.iter().map(|column| column.widths.min).collect(),
        guess(&|column| column.widths.min),
        guess(&|column| if column.is_fixed { column.widths.max } else { column.widths.min }),
        guess(&|column| column.widths.max),
    ];
    let total = |guess: &Vec<f32>| guess.iter().sum::<f32>();
    for pair in guesses.windows(2) {
        let (low, high) = (total(&pair[0]), total(&pair[1]));
        if width <= low {
            return pair[0].clone();
        }
        if width < high {
            let part = (width - low) / (high - low);
            return pair[0].iter().zip(&pair[1]).map(|(low, high)| low + (high - low) * part).collect();
        }
    }
    let mut widths = guesses[3].clone();
    let excess = width - total(&widths);
    for (width, weight) in widths.iter_mut().zip(spread_weights(columns)) {
        *width += excess * weight;
    }
    widths
}

/// Who gets how much of what is left over: columns without a stated width by their content, else those with one, else
/// those with a share, else all alike. The weights add up to one.
fn spread_weights(columns: &[Column]) -> Vec<f32> {
    let choices: [&dyn Fn(&Column) -> f32; 4] = [
        &|column| if !column.is_fixed && column.share == 0.0 { column.widths.max } else { 0.0 },
        &|column| if column.is_fixed && column.share == 0.0 { column.widths.max } else { 0.0 },
        &|column| column.share,
        &|_| 1.0,
    ];
    for choice in choices {
        let weights: Vec<f32> = columns.iter().map(choice).collect();
        let total: f32 = weights.iter().sum();
        if total > 0.0 {
            return weights.into_iter().map(|weight| weight / total).collect();
        }
    }
    Vec::new()
}

/// The spacing between the columns of a table.
fn spacing(table: &Node) -> f32 {
    use style::computed_values::border_collapse::T as BorderCollapse;
    table.primary_styles().map_or(0.0, |style| match style.clone_border_collapse() {
        BorderCollapse::Separate => style.clone_border_spacing().0.width.px(),
        BorderCollapse::Collapse => 0.0,
    })
}

/// Collects the cells of each row, and the columns that are stated. Cells without a row make one together.
fn collect_rows<'a>(
    document: &'a BaseDocument,
    parent: &'a Node,
    rows: &mut Vec<Vec<&'a Node>>,
    columns: &mut Vec<Column>,
) {
    let mut loose: Vec<&'a Node> = Vec::new();
    for child in parent.children.iter().filter_map(|&id| document.get_node(id)) {
        let Some(style) = child.primary_styles() else { continue };
        match style.clone_display().inside() {
            DisplayInside::TableRow => {
                let cells = child.children.iter().filter_map(|&id| document.get_node(id));
                rows.push(cells.filter(|node| node.primary_styles().is_some_and(|style| is_cell(&style))).collect());
            }
            DisplayInside::TableCell => loose.push(child),
            DisplayInside::TableRowGroup
            | DisplayInside::TableHeaderGroup
            | DisplayInside::TableFooterGroup
            | DisplayInside::TableColumnGroup => collect_rows(document, child, rows, columns),
            DisplayInside::TableColumn => {
                let mut column = Column { widths: Widths::default(), is_fixed: false, share: 0.0 };
                match stated_width(&style) {
                    Stated::Pixels(width) => {
                        column.is_fixed = width > 0.0;
                        column.widths.max = width;
                    }
                    Stated::Share(share) => column.share = share,
                    Stated::Auto => {}
                }
                let span = span_attribute(child, local_name!("span")).min(MAX_COLUMNS.saturating_sub(columns.len()));
                columns.extend(std::iter::repeat_n(column, span));
            }
            _ => {}
        }
    }
    rows.extend((!loose.is_empty()).then_some(loose));
}

fn span_attribute(node: &Node, name: LocalName) -> usize {
    node.attr(name).and_then(|value| value.trim().parse().ok()).unwrap_or(1).clamp(1, MAX_COLUMNS)
}
