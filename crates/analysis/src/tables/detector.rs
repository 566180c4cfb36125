//! The detector (§4.2.1): which tables hold data, and which only put things beside each other.

use page::{NodeId, NodeKind, Page, Tree};

use super::clusters::split_in_two;
use super::features::Features;
use super::grid::{Grid, leading_integer};
use super::{Config, Method, Table};

/// For each table, how many levels of tables are below it.
pub(super) fn nesting(tree: &Tree, tables: &[NodeId]) -> Vec<usize> {
    let mut levels = vec![0; tables.len()];
    // The tables that are open at this point, as indices, innermost last.
    let mut open: Vec<usize> = Vec::new();
    for (index, &table) in tables.iter().enumerate() {
        open.retain(|&outer| tree.contains(tables[outer], table));
        for (above, &outer) in open.iter().rev().enumerate() {
            levels[outer] = levels[outer].max(above + 1);
        }
        open.push(index);
    }
    levels
}

/// Whether a table holds data. `inner` are the tables below it, judged already.
pub(super) fn is_data(
    page: &Page,
    table: NodeId,
    grid: &Grid,
    features: &[Features],
    inner: &[&Table],
    config: &Config,
) -> bool {
    match config.method {
        Method::Paper => is_candidate(page, table, grid, config) && clusters_in_lines(grid, features, config),
        Method::Best => {
            let facts = Contents::of(page, table, grid, features, inner);
            !facts.is_layout(config) && facts.is_data(grid, features, config)
        }
    }
}

/// The paper's first two rules: a border, or at least two rows and columns; and most rows equally long.
fn is_candidate(page: &Page, table: NodeId, grid: &Grid, config: &Config) -> bool {
    let border = page.tree.attr(table, "border").map_or(0, |value| leading_integer(value).unwrap_or(1));
    (border > 0 || (grid.rows() >= 2 && grid.columns() >= 2)) && is_regular(grid, config)
}

/// Whether most rows have the same number of columns, spans counted by the slots they cover.
fn is_regular(grid: &Grid, config: &Config) -> bool {
    let length = |row: usize| (0..grid.columns()).filter(|&column| grid.cell(row, column).is_some()).count();
    let mut lengths: Vec<usize> = (0..grid.rows()).map(length).filter(|&length| length > 0).collect();
    lengths.sort_unstable();
    let most = lengths.chunk_by(|a, b| a == b).map(<[usize]>::len).max().unwrap_or_default();
    !lengths.is_empty() && most as f32 >= config.regularity * lengths.len() as f32
}

/// The paper's third rule: the cells fall into two clusters, and some row or column is mostly of one of them.
fn clusters_in_lines(grid: &Grid, features: &[Features], config: &Config) -> bool {
    let points: Vec<_> = features.iter().map(|features| features.point(&config.weights)).collect();
    let Some(side) = split_in_two(&points, config.cluster_distance) else { return false };
    let is_pure = |line: Vec<usize>| {
        let others = line.iter().filter(|&&cell| side[cell]).count();
        let most = others.max(line.len() - others);
        !line.is_empty() && most as f32 >= config.regularity * line.len() as f32
    };
    (0..grid.rows()).any(|r| is_pure((0..grid.columns()).filter_map(|c| grid.cell_index(r, c)).collect()))
        || (0..grid.columns()).any(|c| is_pure((0..grid.rows()).filter_map(|r| grid.cell_index(r, c)).collect()))
}

/// What stands in a table's cells, as far as it tells data from layout.
struct Contents {
    /// The author, or the element around it, says that this is no data.
    is_declared_layout: bool,
    rows: usize,
    columns: usize,
    /// Cells with something in them, `th` and others.
    headers: usize,
    others: usize,
    /// Links in cells that are no `th`.
    links: usize,
    /// The share of the text that is in links.
    linked: f32,
    /// The share of the text in the largest cell.
    largest: f32,
    /// Form controls, headings, blocks (paragraphs, lists, boxes), each below cells.
    controls: usize,
    headings: usize,
    blocks: usize,
    /// Tables of data below.
    inner_data: usize,
    /// Tables below.
    inner: usize,
    /// Whether there is a caption, a head, or cells that say what they are the head of.
    is_declared_data: bool,
}

impl Contents {
    fn of(page: &Page, table: NodeId, grid: &Grid, features: &[Features], inner: &[&Table]) -> Contents {
        let tree = &page.tree;
        let sizes: Vec<usize> = grid.cells().iter().map(|cell| cell.text.len()).collect();
        let text: usize = sizes.iter().sum();
        let linked: f32 = features.iter().zip(&sizes).map(|(f, &size)| f.linked * size as f32).sum();
        let filled =
            |is_th: bool| features.iter().zip(&sizes).filter(|(f, size)| f.is_th == is_th && **size > 0).count();
        let mut contents = Contents {
            is_declared_layout: is_declared_layout(tree, table),
            rows: grid.rows(),
            columns: grid.columns(),
            headers: filled(true),
            others: filled(false),
            links: 0,
            linked: linked / text.max(1) as f32,
            largest: sizes.iter().max().copied().unwrap_or_default() as f32 / text.max(1) as f32,
            controls: 0,
            headings: 0,
            blocks: 0,
            inner_data: inner.iter().filter(|inner| inner.is_data).count(),
            inner: inner.len(),
            is_declared_data: tree.children(table).any(|id| matches!(tree.name(id), "caption" | "thead")),
        };
        for (cell, features) in grid.cells().iter().zip(features) {
            contents.is_declared_data |= tree.attr(cell.node, "scope").is_some();
            for id in tree.descendants(cell.node).filter(|&id| tree.kind(id) == NodeKind::Element) {
                match tree.name(id) {
                    "a" if !features.is_th && tree.attr(id, "href").is_some() => contents.links += 1,
                    "input" | "select" | "textarea" | "button" => contents.controls += 1,
                    "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => contents.headings += 1,
                    "p" | "div" | "ul" | "ol" | "dl" | "form" | "hr" | "blockquote" | "pre" => contents.blocks += 1,
                    _ => {}
                }
            }
        }
        contents
    }

    /// What speaks against data, each reason enough.
    fn is_layout(&self, config: &Config) -> bool {
        let cells = (self.headers + self.others).max(1) as f32;
        let is_menu =
            self.links as f32 >= config.menu_links * self.others.max(1) as f32 && self.linked >= config.menu_share;
        let is_form = self.controls as f32 > 0.3 * cells;
        self.is_declared_layout
            || self.headers + self.others < 2
            || (self.rows < 2 || self.columns < 2)
            || self.inner_data > 0
            || is_menu
            || is_form
            || (self.headings as f32 > 0.5 * cells)
    }

    /// What speaks for data, once nothing speaks against it.
    fn is_data(&self, grid: &Grid, features: &[Features], config: &Config) -> bool {
        if self.headers > 0 && self.others > 0 || self.is_declared_data {
            return true;
        }
        let cells = (self.headers + self.others).max(1) as f32;
        let is_skeleton = self.inner > 0 || self.blocks as f32 > 2.0 * cells || (self.largest > 0.6 && self.blocks > 4);
        !is_skeleton && is_regular(grid, config) && clusters_in_lines(grid, features, config)
    }
}

/// Whether the author says that a table, or all that stands around it, is not data.
fn is_declared_layout(tree: &Tree, table: NodeId) -> bool {
    let role = |id: NodeId| tree.attr(id, "role").unwrap_or_default();
    matches!(role(table), "presentation" | "none" | "navigation" | "menu" | "toolbar" | "search")
        || tree.ancestors(table).any(|id| {
            tree.name(id) == "nav" || matches!(role(id), "navigation" | "menu" | "menubar" | "toolbar" | "search")
        })
}
