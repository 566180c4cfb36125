//! The cleaner (§4.2.2): a table as a full grid, every slot with its cell, by the HTML standard's table model.
//!
//! Spanning cells are repeated in each slot they cover. What the standard calls an overlap, a slot that two cells
//! cover, belongs to the cell that came first. A budget bounds slots and repeated text, so that a page of a few
//! kilobytes cannot ask for gigabytes.

use page::{Display, NodeId, NodeKind, Page, Tree, visible_text};

/// The standard's caps on spans.
const MAX_COLSPAN: usize = 1000;
const MAX_ROWSPAN: usize = 65534;
/// Marks a slot that no cell covers.
const NO_CELL: u32 = u32::MAX;

/// One cell and the slots it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The cell's element; of a label or value that has no element of its own, the text node.
    pub node: NodeId,
    /// Its visible text, folded; the `alt` of its images if it has no text.
    pub text: String,
    /// Its first row, from 0.
    pub row: usize,
    /// Its first column, from 0.
    pub column: usize,
    /// Over how many rows it goes, at least 1.
    pub height: usize,
    /// Over how many columns it goes, at least 1.
    pub width: usize,
}

/// A table's slots in rows and columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    columns: usize,
    cells: Vec<Cell>,
    slots: Vec<u32>,
}

/// What the grids of one page may still cost.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    /// Slots of all grids together.
    pub(super) slots: usize,
    /// Bytes of text that spans repeat.
    pub(super) repeated_text: usize,
}

impl Grid {
    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The cells in the order of the table; feet come last.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell that covers a slot.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        self.cell_index(row, column).map(|index| &self.cells[index])
    }

    /// The position in [`Grid::cells`] of the cell that covers a slot.
    pub fn cell_index(&self, row: usize, column: usize) -> Option<usize> {
        if row >= self.rows || column >= self.columns {
            return None;
        }
        Some(self.slots[row * self.columns + column]).filter(|&index| index != NO_CELL).map(|index| index as usize)
    }

    /// The text of a slot; empty where there is no cell.
    pub fn text(&self, row: usize, column: usize) -> &str {
        self.cell(row, column).map_or("", |cell| &cell.text)
    }

    /// A grid without spans, of rows that need not be equally long.
    pub(super) fn from_rows(rows: Vec<Vec<(NodeId, String)>>) -> Grid {
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let mut grid =
            Grid { rows: rows.len(), columns, cells: Vec::new(), slots: vec![NO_CELL; rows.len() * columns] };
        for (row, cells) in rows.into_iter().enumerate() {
            for (column, (node, text)) in cells.into_iter().enumerate() {
                grid.slots[row * columns + column] = grid.cells.len() as u32;
                grid.cells.push(Cell { node, text, row, column, height: 1, width: 1 });
            }
        }
        grid
    }

    /// A grid of known cells: for each slot the place of its cell.
    pub(super) fn from_slots(rows: usize, columns: usize, cells: Vec<Cell>, slots: Vec<Option<usize>>) -> Grid {
        let slots = slots.into_iter().map(|slot| slot.map_or(NO_CELL, |cell| cell as u32)).collect();
        Grid { rows, columns, cells, slots }
    }

    /// The cells of a row from left to right, each once.
    pub(super) fn cells_of_row(&self, row: usize) -> impl Iterator<Item = &Cell> {
        let is_new =
            move |&column: &usize| column == 0 || self.cell_index(row, column) != self.cell_index(row, column - 1);
        (0..self.columns).filter(is_new).filter_map(move |column| self.cell(row, column))
    }

    /// The grid of a `table` element, with as many columns as the page's budget allows for.
    pub(super) fn of_table(page: &Page, table: NodeId, budget: &mut Budget) -> Grid {
        let tree = &page.tree;
        let groups = row_groups(tree, table);
        let rows = groups.iter().map(Vec::len).sum::<usize>();
        if rows == 0 {
            return Grid::default();
        }
        let most_columns = (budget.slots / rows).max(FEWEST_COLUMNS);
        let mut placing = Placing { most_columns, slots: vec![Vec::new(); rows], cells: Vec::new() };
        let mut base = 0;
        for group in groups {
            let end = base + group.len();
            for (row, element) in (base..).zip(group) {
                placing.place_row(page, element, row, end, budget);
            }
            base = end;
        }
        let grid = placing.finish();
        budget.slots = budget.slots.saturating_sub(grid.slots.len());
        grid
    }
}

/// The rows of each row group, feet last.
fn row_groups(tree: &Tree, table: NodeId) -> Vec<Vec<NodeId>> {
    let children = |parent: NodeId, name: &'static str| tree.children(parent).filter(move |&id| tree.name(id) == name);
    let mut groups: Vec<(bool, Vec<NodeId>)> = Vec::new();
    for child in tree.children(table) {
        match tree.name(child) {
            "thead" | "tbody" => groups.push((false, children(child, "tr").collect())),
            "tfoot" => groups.push((true, children(child, "tr").collect())),
            // The parser never leaves a row outside a group; scripts in a real browser may.
            "tr" => groups.push((false, vec![child])),
            _ => {}
        }
    }
    // A stable sort: feet come last wherever they stand.
    groups.sort_by_key(|(is_foot, _)| *is_foot);
    groups.into_iter().map(|(_, rows)| rows).collect()
}

/// So many columns every table gets, whatever other tables of the page have used up.
const FEWEST_COLUMNS: usize = 8;

/// A grid in the making: rows as long as they have become so far.
struct Placing {
    most_columns: usize,
    slots: Vec<Vec<u32>>,
    cells: Vec<Cell>,
}

impl Placing {
    /// Puts a row's cells into the first free slots, down to `end` at most.
    fn place_row(&mut self, page: &Page, element: NodeId, row: usize, end: usize, budget: &mut Budget) {
        let tree = &page.tree;
        let mut column = 0;
        for node in tree.children(element).filter(|&id| matches!(tree.name(id), "td" | "th")) {
            while self.slots[row].get(column).is_some_and(|&slot| slot != NO_CELL) {
                column += 1;
            }
            if column >= self.most_columns {
                break;
            }
            let mut text = cell_text(page, node);
            let (height, width) = spans(tree, node);
            let height = height.unwrap_or(end - row).min(end - row);
            let width = width.min(self.most_columns - column);
            // Over the budget the text is cut, never the span: no value moves under another name.
            let times = height * width - 1;
            if times * (text.len() + 1) > budget.repeated_text {
                text.truncate(text.floor_char_boundary((budget.repeated_text / times).saturating_sub(1)));
            }
            budget.repeated_text = budget.repeated_text.saturating_sub(times * (text.len() + 1));
            self.cover(row, column, height, width);
            self.cells.push(Cell { node, text, row, column, height, width });
            column += width;
        }
    }

    /// Gives the slots of the cell to come to it, but those that are taken.
    fn cover(&mut self, row: usize, column: usize, height: usize, width: usize) {
        let index = self.cells.len() as u32;
        for slots in &mut self.slots[row..row + height] {
            if slots.len() < column + width {
                slots.resize(column + width, NO_CELL);
            }
            for slot in &mut slots[column..column + width] {
                if *slot == NO_CELL {
                    *slot = index;
                }
            }
        }
    }

    fn finish(self) -> Grid {
        let columns = self.slots.iter().map(Vec::len).max().unwrap_or_default();
        let rows = self.slots.len();
        let mut slots = Vec::with_capacity(rows * columns);
        for row in self.slots {
            slots.extend_from_slice(&row);
            slots.resize(slots.len() + columns - row.len(), NO_CELL);
        }
        Grid { rows, columns, cells: self.cells, slots }
    }
}

/// A cell's height (`None` is to the end of the row group) and width.
fn spans(tree: &Tree, cell: NodeId) -> (Option<usize>, usize) {
    let span = |name| tree.attr(cell, name).and_then(leading_integer).unwrap_or(1);
    let height = match span("rowspan") {
        0 => None,
        rows => Some(rows.min(MAX_ROWSPAN)),
    };
    (height, span("colspan").clamp(1, MAX_COLSPAN))
}

/// The standard's rules for parsing non-negative integers: what follows the digits does not matter.
pub(super) fn leading_integer(value: &str) -> Option<usize> {
    let value = value.trim_ascii_start();
    let value = value.strip_prefix('+').unwrap_or(value);
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| value[..digits].parse().unwrap_or(usize::MAX))
}

/// What a reader sees in a cell: its text, or else what its images say.
pub(super) fn cell_text(page: &Page, cell: NodeId) -> String {
    let tree = &page.tree;
    let text = displayed_text(page, cell);
    if !text.is_empty() {
        return text;
    }
    let alts: Vec<&str> = tree
        .descendants(cell)
        .filter(|&id| tree.kind(id) == NodeKind::Element && tree.name(id) == "img")
        .filter_map(|id| tree.attr(id, "alt"))
        .collect();
    page::fold(&alts.join(" "))
}

/// The visible text of a cell without what the layout takes out of the page, as pop-ups. A cell that is taken out
/// itself says what it would if it were shown.
fn displayed_text(page: &Page, cell: NodeId) -> String {
    let tree = &page.tree;
    let Some(layout) = page.layout.as_ref().filter(|layout| !layout.is_removed(cell)) else {
        return visible_text(tree, cell);
    };
    let is_gone = |id: NodeId| layout.style(id).is_some_and(|style| style.display == Display::None);
    if !tree.descendants(cell).any(|id| tree.kind(id) == NodeKind::Element && is_gone(id)) {
        return visible_text(tree, cell);
    }
    text_without(tree, cell, &is_gone)
}

/// The visible text of a cell without some of its elements; blocks keep apart what stands around them all the same.
pub(super) fn text_without(tree: &Tree, cell: NodeId, is_gone: &dyn Fn(NodeId) -> bool) -> String {
    let mut text = String::new();
    let mut from = cell;
    let end = tree.end(cell);
    // Nodes outside of what is gone, in order; a block keeps apart what stands before it, in it and behind it.
    while from < end {
        let name = tree.name(from);
        if tree.kind(from) == NodeKind::Element && (is_gone(from) || page::is_muted_element(tree, from)) {
            text.push_str(if page::is_inline_element(name) { "" } else { " " });
            from = tree.end(from);
            continue;
        }
        match tree.kind(from) {
            NodeKind::Text => text.push_str(tree.text(from)),
            NodeKind::Element if !page::is_inline_element(name) => text.push(' '),
            _ => {}
        }
        let after = from.next();
        let outer = if after < end { tree.parent(after) } else { None };
        let mut closed =
            std::iter::once(from).chain(tree.ancestors(from)).take_while(|&id| Some(id) != outer && id > cell);
        let is_block = |id: NodeId| tree.kind(id) == NodeKind::Element && !page::is_inline_element(tree.name(id));
        text.push_str(if closed.any(is_block) { " " } else { "" });
        from = after;
    }
    page::fold(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    const BUDGET: Budget = Budget { slots: 10_000, repeated_text: 10_000 };

    fn grid(html: &str, mut budget: Budget) -> Grid {
        let page = Page::new(page::Capture::new("page", html));
        let table = page.tree.elements().find(|&id| page.tree.name(id) == "table").expect("a table");
        Grid::of_table(&page, table, &mut budget)
    }

    fn check(html: &str, expected: Expect) {
        let grid = grid(html, BUDGET);
        let lines: Vec<String> = (0..grid.rows())
            .map(|row| (0..grid.columns()).map(|column| grid.text(row, column)).collect::<Vec<_>>().join(" | "))
            .collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn the_papers_table_2() {
        check(
            "<table><tr><td colspan=2>Lodge<td>High class<td>Middle class<td>Low class\
             <tr><td rowspan=3>Adult<td>Single bed<td>$$<td>$$<td>$$<tr><td>Double bed<td>$$<td>$$<td>$$\
             <tr><td>Extra<td>$$<td>$$<td>$$</table>",
            expect![[r#"
                Lodge | Lodge | High class | Middle class | Low class
                Adult | Single bed | $$ | $$ | $$
                Adult | Double bed | $$ | $$ | $$
                Adult | Extra | $$ | $$ | $$"#]],
        );
    }

    #[test]
    fn spans_of_zero_go_to_the_end_of_the_row_group() {
        check(
            "<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d<td>e</table>",
            expect![[r#"
                a | b
                a | c
                d | e"#]],
        );
        check("<table><tr><td colspan=0>a<td>b</table>", expect!["a | b"]);
    }

    #[test]
    fn spans_end_with_their_row_group_and_feet_come_last() {
        check(
            "<table><tfoot><tr><td>f</tfoot><thead><tr><th rowspan=9>h</thead><tbody><tr><td>b</tbody></table>",
            expect![[r#"
                h
                b
                f"#]],
        );
    }

    #[test]
    fn overlaps_belong_to_the_first_and_missing_cells_are_empty() {
        // The wide cell of the second row runs into the tall cell of the first.
        check(
            "<table><tr><td>a<td>b<td rowspan=2>tall<tr><td>c<td colspan=3>wide<tr><td>d</table>",
            expect![[r#"
                a | b | tall | 
                c | wide | tall | wide
                d |  |  | "#]],
        );
    }

    #[test]
    fn odd_spans_are_read_as_browsers_do() {
        check("<table><tr><td colspan=' +2x'>a<td colspan=-3>b<td colspan=x>c</table>", expect!["a | a | b | c"]);
    }

    #[test]
    fn images_speak_where_there_is_no_text() {
        check(
            "<table><tr><td><img alt='yes'> <img alt='indeed'><td><img alt=no>text<td><b style='display:none'>x</b></table>",
            expect!["yes indeed | text | "],
        );
    }

    #[test]
    fn a_hostile_table_stays_small() {
        let wide = "<tr>".repeat(5000);
        let hostile = grid(&format!("<table><tr><td colspan=1000 rowspan=65534>x{wide}</table>"), BUDGET);
        let most = BUDGET.slots.max(FEWEST_COLUMNS * hostile.rows());
        assert!(hostile.slots.len() <= most, "{}", hostile.slots.len());
        let text = "long ".repeat(2000);
        let repeated = grid(&format!("<table><tr><td colspan=9>{text}<td>b</table>"), BUDGET);
        assert_eq!(repeated.columns(), 10, "a text that may not be repeated is cut, and no cell moves");
        assert_eq!((repeated.text(0, 0).len() < text.len(), repeated.text(0, 9)), (true, "b"));
        let small = grid("<table><tr><td>x<td rowspan=2>y<tr><td>z</table>", Budget { slots: 0, repeated_text: 0 });
        assert_eq!((small.rows(), small.text(1, 0)), (2, "z"), "a small table has its place on any page");
    }
}
