//! How many columns and rows the cells of tables span. The engine makes room for all that a cell claims, however much
//! that is; browsers end a cell with its group of rows, and so do we, and no page may claim more than it could need.

use std::collections::HashMap;

use page::NodeId;
use page::tree::Tree;

/// A cell or `col` that spans more columns than this spans one; no page has so many.
pub(super) const MAX_SPAN: usize = 100;
/// How many places in grids the cells that span several may cover on one page, all together. Beyond it cells span one
/// column and one row.
const MAX_COVERED: usize = 200_000;

/// The cells that span several columns or rows, and the captions, which span all columns.
pub(super) struct Spans(HashMap<NodeId, Span>);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Spans {
    pub(super) fn of(tree: &Tree) -> Spans {
        let mut spans = Spans(HashMap::new());
        let mut left = MAX_COVERED;
        for table in tree.elements().filter(|&id| tree.name(id) == "table") {
            let widest = spans.measure(tree, table, &mut left);
            spans.0.extend(caption_of(tree, table).map(|caption| (caption, Span { columns: widest, rows: 1 })));
        }
        spans
    }

    pub(super) fn get(&self, cell: NodeId) -> Option<Span> {
        self.0.get(&cell).copied()
    }

    /// Notes what the cells of a table span; its widest row has so many columns. The rows of tables inside it are
    /// theirs.
    fn measure(&mut self, tree: &Tree, table: NodeId, left: &mut usize) -> usize {
        let mut loose = Vec::new();
        let mut widest = 1;
        for part in tree.children(table) {
            match tree.name(part) {
                "tr" => loose.push(part),
                "tbody" | "thead" | "tfoot" => {
                    let rows: Vec<NodeId> = tree.children(part).filter(|&row| tree.name(row) == "tr").collect();
                    widest = widest.max(self.measure_rows(tree, &rows, left));
                }
                _ => {}
            }
        }
        widest.max(self.measure_rows(tree, &loose, left))
    }

    fn measure_rows(&mut self, tree: &Tree, rows: &[NodeId], left: &mut usize) -> usize {
        let mut widest = 1;
        for (index, &row) in rows.iter().enumerate() {
            let mut columns = 0;
            for cell in tree.children(row).filter(|&id| matches!(tree.name(id), "td" | "th")) {
                let stated = |name| tree.attr(cell, name).and_then(|span| span.trim().parse::<usize>().ok());
                let mut span = Span {
                    columns: stated("colspan").filter(|span| (1..=MAX_SPAN).contains(span)).unwrap_or(1),
                    // No rows mean all that are left.
                    rows: match stated("rowspan") {
                        Some(0) => rows.len() - index,
                        stated => stated.unwrap_or(1).min(rows.len() - index),
                    },
                };
                if span != (Span { columns: 1, rows: 1 }) {
                    match left.checked_sub(span.columns * span.rows) {
                        Some(rest) => *left = rest,
                        None => span = Span { columns: 1, rows: 1 },
                    }
                    self.0.insert(cell, span);
                }
                columns += span.columns;
            }
            widest = widest.max(columns);
        }
        widest
    }
}

/// The caption of a table, which is the first of them.
pub(super) fn caption_of(tree: &Tree, id: NodeId) -> Option<NodeId> {
    (tree.name(id) == "table").then(|| tree.children(id).find(|&child| tree.name(child) == "caption")).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(html: &str) -> Vec<(usize, usize)> {
        let tree = Tree::parse(html).tree;
        let spans = Spans::of(&tree);
        let cells = tree.elements().filter(|&id| matches!(tree.name(id), "td" | "caption"));
        cells.map(|id| spans.get(id).map_or((1, 1), |span| (span.columns, span.rows))).collect()
    }

    #[test]
    fn cells_end_with_their_rows() {
        let html = "<table><tr><td rowspan=65534>a<td colspan=3>b<tr><td rowspan=0>c<tr><td rowspan=2>d</table>";
        assert_eq!(spans(html), [(1, 3), (3, 1), (1, 2), (1, 1)]);
        assert_eq!(spans("<table><tr><td colspan=5000>a<td colspan=-1>b"), [(1, 1), (1, 1)]);
    }

    #[test]
    fn a_caption_is_as_wide_as_its_own_table() {
        let inner = "<table><tr><td>1<td>2<td>3<td>4</table>";
        let html = format!("<table><caption>c<tr><td>{inner}<td>b</table>");
        assert_eq!(spans(&html)[0], (2, 1));
    }

    #[test]
    fn all_cells_together_cover_no_more_than_makes_sense() {
        let html = format!("<table>{}", format!("<tr>{}", "<td rowspan=999>x".repeat(50)).repeat(200));
        let covered: usize = spans(&html).iter().map(|(columns, rows)| columns * rows).sum();
        assert!(covered <= MAX_COVERED + 50 * 200, "{covered}");
    }
}
