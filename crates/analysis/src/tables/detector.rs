//! The detector (§4.2.1): which tables hold data, and which only put things beside each other.

use page::{NodeId, NodeKind, Page, Tree};

use super::clusters::split_in_two;
use super::features::Features;
use super::grid::{Grid, leading_integer};
use super::headers;
use super::pair_cells;
use super::template::{Orientation, Template};
use super::{Config, Method, Table};

/// A table around more tables than these is not asked in which rows they stand.
const MOST_APART: usize = 8;

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

/// Whether a table holds data. `all_slots` is how many it has with the lines that say nothing; `inner` are the tables
/// below it, judged already.
pub(super) fn is_data(
    page: &Page,
    table: NodeId,
    (grid, all_slots): (&Grid, usize),
    features: &[Features],
    inner: &[&Table],
    config: &Config,
) -> bool {
    match config.method {
        Method::Paper => is_candidate(page, table, grid, config) && clusters_in_lines(grid, features, config),
        Method::Best => {
            let facts = Contents::of(page, table, (grid, all_slots), features, inner);
            !facts.is_layout(config) && facts.is_data(grid, features, config)
        }
    }
}

/// The paper's first two rules: a border, or at least two rows and columns; and most rows equally long.
fn is_candidate(page: &Page, table: NodeId, grid: &Grid, config: &Config) -> bool {
    (border(&page.tree, table) > 0 || (grid.rows() >= 2 && grid.columns() >= 2)) && is_regular(grid, config)
}

/// The `border` attribute; without a number it is 1.
fn border(tree: &Tree, table: NodeId) -> usize {
    tree.attr(table, "border").map_or(0, |value| leading_integer(value).unwrap_or(1))
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
    /// Links in each filled cell that is no `th`: their mean and their median.
    links: f32,
    usual_links: usize,
    /// The share of the text that is in links.
    linked: f32,
    /// The share of the text in the largest cell.
    largest: f32,
    /// Form controls, headings, blocks (paragraphs, lists, boxes), each below cells.
    controls: usize,
    headings: usize,
    blocks: usize,
    /// Whether the author draws lines around cells.
    has_border: bool,
    /// Images below cells.
    images: usize,
    /// Rows and columns with something in them.
    filled_rows: usize,
    filled_columns: usize,
    /// The share of slots with something in them, and the mean length of what stands there.
    filled: f32,
    length: f32,
    /// Rows with a `th` beside another cell, neither with a table in it.
    labelled_rows: usize,
    /// Tables of data below.
    inner_data: usize,
    /// Tables below, but those of layout that have a row for themselves.
    inner: usize,
    /// Whether the cells are plainly pairs, and whether there is a column of labels with colons.
    is_pairs: bool,
    has_labels: bool,
    /// Whether there is a caption, a head, or cells that say what they are the head of.
    is_declared_data: bool,
}

impl Contents {
    /// `all_slots` is how many the table has with the lines that say nothing.
    fn of(
        page: &Page,
        table: NodeId,
        (grid, all_slots): (&Grid, usize),
        features: &[Features],
        inner: &[&Table],
    ) -> Contents {
        let tree = &page.tree;
        let sizes: Vec<usize> = grid.cells().iter().map(|cell| cell.text.len()).collect();
        let text: usize = sizes.iter().sum();
        // A bullet is nothing to read.
        let is_filled = |row: usize, column: usize| grid.text(row, column).contains(char::is_alphanumeric);
        let slots = (0..grid.rows())
            .map(|row| (0..grid.columns()).filter(|&c| is_filled(row, c)).count())
            .sum::<usize>() as f32;
        let linked: f32 = features.iter().zip(&sizes).map(|(f, &size)| f.linked * size as f32).sum();
        let filled =
            |is_th: bool| features.iter().zip(&sizes).filter(|(f, size)| f.is_th == is_th && **size > 0).count();
        let mut contents = Contents {
            is_declared_layout: is_declared_layout(tree, table),
            rows: grid.rows(),
            columns: grid.columns(),
            headers: filled(true),
            others: filled(false),
            links: 0.0,
            usual_links: 0,
            linked: linked / text.max(1) as f32,
            largest: sizes.iter().max().copied().unwrap_or_default() as f32 / text.max(1) as f32,
            controls: 0,
            headings: 0,
            blocks: 0,
            has_border: border(tree, table) > 0,
            images: 0,
            filled_rows: (0..grid.rows())
                .filter(|&row| (0..grid.columns()).any(|column| is_filled(row, column)))
                .count(),
            filled_columns: (0..grid.columns()).filter(|&c| (0..grid.rows()).any(|row| is_filled(row, c))).count(),
            filled: slots / all_slots.max(1) as f32,
            length: text as f32 / sizes.iter().filter(|&&size| size > 0).count().max(1) as f32,
            labelled_rows: labelled_rows(tree, grid, features, inner),
            inner_data: inner.iter().filter(|inner| inner.is_data).count(),
            inner: inner.len() - apart(tree, grid, inner),
            is_pairs: pair_cells::read(page, grid)
                .is_some_and(|pairs| pairs.is_sure && pairs.orientation == Orientation::Row),
            has_labels: headers::by_colons(grid).is_some(),
            is_declared_data: tree.children(table).any(|id| matches!(tree.name(id), "caption" | "thead")),
        };
        contents.count(tree, grid, features);
        contents
    }

    /// Counts the elements in the cells.
    fn count(&mut self, tree: &Tree, grid: &Grid, features: &[Features]) {
        let mut links: Vec<usize> = Vec::new();
        for (cell, features) in grid.cells().iter().zip(features) {
            self.is_declared_data |= tree.attr(cell.node, "scope").is_some();
            let mut own_links = 0;
            for id in tree.descendants(cell.node).filter(|&id| tree.kind(id) == NodeKind::Element) {
                match tree.name(id) {
                    "a" if tree.attr(id, "href").is_some() && !page::is_blank(&tree.text_content(id)) => own_links += 1,
                    "input" | "select" | "textarea" | "button" => self.controls += 1,
                    "img" => self.images += 1,
                    "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.headings += 1,
                    "p" | "div" | "ul" | "ol" | "dl" | "form" | "hr" | "blockquote" | "pre" => self.blocks += 1,
                    _ => {}
                }
            }
            if !features.is_th && !cell.text.is_empty() {
                links.push(own_links);
            }
        }
        links.sort_unstable();
        self.links = links.iter().sum::<usize>() as f32 / links.len().max(1) as f32;
        self.usual_links = links.get(links.len() / 2).copied().unwrap_or_default();
    }

    /// What speaks against data, each reason enough.
    fn is_layout(&self, config: &Config) -> bool {
        let cells = (self.headers + self.others).max(1) as f32;
        // A table around tables is data only if it says more of its own than they do.
        let is_frame = self.inner_data > 0 && self.labelled_rows < 2.max(self.inner_data);
        self.is_declared_layout
            || self.headers + self.others < 2
            || (self.rows < 2 && !self.is_pairs)
            || (self.columns < 2 && !self.is_pairs && !self.is_named_list())
            || is_frame
            || self.is_menu(config)
            || self.controls as f32 > 0.3 * cells
            || self.headings as f32 > 0.5 * cells
    }

    /// Lists of links, with or without a label before each.
    fn is_menu(&self, config: &Config) -> bool {
        let is_list = self.links >= config.menu_links;
        let is_mostly_links = self.linked >= config.menu_share;
        match self.columns {
            0..=3 => is_list && (is_mostly_links || (self.usual_links >= 2 && self.linked >= config.menu_share / 2.0)),
            // Several lists beside each other may be a table of lists, if its columns have names.
            _ => is_list && is_mostly_links && self.headers == 0,
        }
    }

    /// One column under a name.
    fn is_named_list(&self) -> bool {
        self.headers > 0 && self.others >= 2 && self.links < 1.0 && self.blocks == 0 && self.largest < 0.6
    }

    /// What speaks for data, once nothing speaks against it.
    fn is_data(&self, grid: &Grid, features: &[Features], config: &Config) -> bool {
        if self.headers > 0 && self.others > 0 || self.is_declared_data {
            return true;
        }
        if self.inner == 0 && (self.is_pairs || self.has_labels) {
            return true;
        }
        let has_values = has_value_line(grid, features);
        let is_set_apart = headers::by_looks(grid, features).is_some();
        self.inner == 0
            && self.filled_rows >= 2
            && self.filled_columns >= 2
            && is_regular(grid, config)
            && (has_values || ((self.linked < config.menu_share || is_set_apart) && self.has_headers(grid, features)))
            && self.signs_of_layout() <= self.signs_of_data() + u32::from(has_values) + u32::from(is_set_apart)
    }

    /// Whether looks or content show a line of headers, as in a table of words only; where nothing at all looks like
    /// layout, single headers are enough.
    fn has_headers(&self, grid: &Grid, features: &[Features]) -> bool {
        let is_header = headers::identify(grid, features);
        Template::of(grid, &is_header).orientation != Orientation::None
            || (self.filled >= 0.9 && self.signs_of_layout() == 0 && is_header.contains(&true))
    }

    /// How much in a table without any mark of data looks like the frame of a page, as in pages of the nineties.
    fn signs_of_layout(&self) -> u32 {
        let cells = (self.headers + self.others).max(1) as f32;
        let signs = [
            self.linked > 0.6,
            self.images as f32 > 0.3 * cells,
            self.filled < 0.4,
            self.filled < 0.25,
            self.length > 200.0,
            self.blocks as f32 > cells,
            self.largest > 0.6 && self.blocks > 4,
        ];
        signs.iter().map(|&sign| u32::from(sign)).sum()
    }

    /// How much looks like data beside values and headers.
    fn signs_of_data(&self) -> u32 {
        u32::from(self.has_border) + u32::from(self.filled >= 0.9)
    }
}

/// Whether some column or row other than the first is of values.
fn has_value_line(grid: &Grid, features: &[Features]) -> bool {
    let is_of_values = |cells: &mut dyn Iterator<Item = usize>| {
        let kinds: Vec<_> = cells.map(|cell| features[cell].kind).filter(|kind| kind.is_filled()).collect();
        let values = kinds.iter().filter(|kind| kind.is_value()).count();
        values >= 2 && values * 10 >= kinds.len() * 7
    };
    (1..grid.columns()).any(|c| is_of_values(&mut (1..grid.rows()).filter_map(|r| grid.cell_index(r, c))))
        || (1..grid.rows()).any(|r| is_of_values(&mut (1..grid.columns()).filter_map(|c| grid.cell_index(r, c))))
}

/// How many tables of layout below stand in rows of their own, as links to the top of the page do.
fn apart(tree: &Tree, grid: &Grid, inner: &[&Table]) -> usize {
    let filled = |row: usize| grid.cells_of_row(row).filter(|cell| !cell.text.is_empty()).count();
    // Both stand in document order, but for feet; a few rows hold tables.
    let is_apart = |table: &&&Table| {
        let cell = grid.cells().iter().find(|cell| tree.contains(cell.node, table.node));
        !table.is_data && cell.is_none_or(|cell| filled(cell.row) <= 1)
    };
    if inner.len() > MOST_APART { 0 } else { inner.iter().filter(is_apart).count() }
}

/// Rows with a `th` beside another cell, neither with a table in it.
fn labelled_rows(tree: &Tree, grid: &Grid, features: &[Features], inner: &[&Table]) -> usize {
    let mut nodes: Vec<NodeId> = inner.iter().map(|table| table.node).collect();
    nodes.sort_unstable();
    let holds_table = |cell: &super::Cell| {
        let next = nodes.partition_point(|&table| table < cell.node);
        nodes.get(next).is_some_and(|&table| tree.contains(cell.node, table))
    };
    let plain: Vec<(usize, bool)> = grid
        .cells()
        .iter()
        .zip(features)
        .filter(|(cell, _)| !cell.text.is_empty() && !holds_table(cell))
        .map(|(cell, features)| (cell.row, features.is_th))
        .collect();
    plain.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 && !pair[1].1).count()
}

/// Whether the author says that a table, or all that stands around it, is not data.
fn is_declared_layout(tree: &Tree, table: NodeId) -> bool {
    let role = |id: NodeId| tree.attr(id, "role").unwrap_or_default();
    matches!(role(table), "presentation" | "none" | "navigation" | "menu" | "toolbar" | "search")
        || tree.ancestors(table).any(|id| {
            tree.name(id) == "nav" || matches!(role(id), "navigation" | "menu" | "menubar" | "toolbar" | "search")
        })
}
