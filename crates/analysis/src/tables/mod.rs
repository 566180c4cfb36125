//! Data tables (OntoMiner §4.2): which tables of a page hold data, which of their cells are headers, and what the rows
//! say. Beyond `<table>`: definition lists, pairs of label and value, and grids of boxes, which are tables to a reader.
//!
//! [`tables`] is the whole stage. [`Method::Paper`] is the paper's way, [`Method::Best`] our own; both end in the same
//! [`Table`]. Where pages come from and how tables are printed is not the matter of this module.

mod boxes;
mod clusters;
mod compact;
mod content;
mod detector;
mod extractor;
mod features;
mod first_look;
mod first_weights;
mod footnotes;
mod grid;
mod headers;
mod lexicon;
mod pair_cells;
mod pairs;
mod paper;
mod second_look;
mod second_weights;
mod survey;
mod template;
mod wording;
mod words;

#[cfg(test)]
mod tests;

use page::{NodeId, Page, visible_text};

use compact::Compact;

pub use content::Unmarked;
pub use extractor::{Field, Record, Role};
pub use features::Weights;
pub use first_look::FirstLook;
pub use grid::{Cell, Grid};
pub use second_look::SecondLook;
pub use template::Orientation;
pub use wording::Lexicon;
pub use words::Speech;

/// How headers are found and data tables told from layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Ours: markup, looks, and the evidence of content and structure, in this order.
    #[default]
    Best,
    /// The paper's: three rules for data, and headers by clustering from the first cell.
    Paper,
}

/// The constants of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Which way to go.
    pub method: Method,
    /// The share of a table's rows that must have the same number of columns, and the share of one cluster in some row
    /// or column. The paper's value.
    pub regularity: f32,
    /// Cells that are all closer to each other than this are one cluster. The paper's value was found by experiment and
    /// is not given; a difference in bold or in the kind of value alone is 1 and more, one in length alone is less.
    pub cluster_distance: f32,
    /// How much each family of features counts in a distance.
    pub weights: Weights,
    /// Mean links in a cell from which a table of links is a menu and no data. Tables of data link their names, one or
    /// two a cell.
    pub menu_links: f32,
    /// The share of the text that is in links, from which the same holds.
    pub menu_share: f32,
    /// Slots in all grids of a page together. The largest real tables have some ten thousand.
    pub max_slots: usize,
    /// Bytes of text that spanning cells repeat in all grids of a page together.
    pub max_repeated_text: usize,
    /// Tables with more levels of tables below them are layout, and their text is not collected once for each level.
    pub max_nesting: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            method: Method::Best,
            regularity: 0.8,
            cluster_distance: 0.9,
            weights: Weights::default(),
            menu_links: 2.5,
            menu_share: 0.7,
            max_slots: 1 << 20,
            max_repeated_text: 1 << 24,
            max_nesting: 4,
        }
    }
}

/// What in the page a table is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A `table` element.
    Table,
    /// A definition list.
    DefinitionList,
    /// Labels with their values, in lines or blocks.
    Pairs,
    /// Boxes in rows and columns.
    Boxes,
}

impl Source {
    /// The name used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Table => "table",
            Source::DefinitionList => "dl",
            Source::Pairs => "pairs",
            Source::Boxes => "grid",
        }
    }
}

/// A table of a page.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its element.
    pub node: NodeId,
    /// What it is made of.
    pub source: Source,
    /// Whether it holds data; otherwise it only puts things beside each other.
    pub is_data: bool,
    /// Its caption, or the title that stands in its first row over the full width.
    pub caption: Option<String>,
    /// Its slots and cells. Empty for layout tables around layout tables.
    pub grid: Grid,
    /// In which direction its records go.
    pub orientation: Orientation,
    /// How many rows at the top are headers.
    pub header_rows: usize,
    /// How many columns at the left are headers.
    pub header_columns: usize,
    /// What it says, as names with values.
    pub records: Vec<Record>,
    /// Whether it is displayed: scripts show some tables later, or never.
    pub is_displayed: bool,
    /// Which cells are headers, in the order of [`Grid::cells`].
    is_header: Vec<bool>,
}

impl Table {
    /// Whether the cell that covers a slot is a header.
    pub fn is_header(&self, row: usize, column: usize) -> bool {
        self.grid.cell_index(row, column).is_some_and(|cell| self.is_header[cell])
    }

    /// The headers above a slot, from the outermost to the nearest.
    pub fn column_path(&self, row: usize, column: usize) -> Vec<&Cell> {
        extractor::path_above(&self.grid, &self.is_header, row, column)
    }

    /// The headers at the left of a slot, from the outermost to the nearest.
    pub fn row_path(&self, row: usize, column: usize) -> Vec<&Cell> {
        extractor::path_left(&self.grid, &self.is_header, row, column)
    }
}

/// The tables of a page, in document order: every `table` element, data or not, and what else is a table to a reader.
pub fn tables(page: &Page, config: &Config) -> Vec<Table> {
    let mut found = table_elements(page, config);
    if config.method == Method::Best {
        let lists = pairs::find(page, &found);
        found.extend(lists);
        let grids = boxes::find(page, &found);
        found.extend(grids);
        found.sort_by_key(|table| table.node);
    }
    if config.method == Method::Best {
        footnotes::leave_out(page, &mut found);
    }
    if let Some(layout) = &page.layout {
        found.iter_mut().for_each(|table| table.is_displayed = !layout.is_removed(table.node));
    }
    found
}

/// The grids of all `table` elements, whatever they are for; those around many levels of tables are left out.
pub fn grids(page: &Page, config: &Config) -> Vec<(NodeId, Grid)> {
    let tree = &page.tree;
    let nodes: Vec<NodeId> = tree.elements().filter(|&id| tree.name(id) == "table").collect();
    let nesting = detector::nesting(tree, &nodes);
    let mut budget = grid::Budget { slots: config.max_slots, repeated_text: config.max_repeated_text };
    let shallow = nodes.iter().zip(&nesting).filter(|(_, levels)| **levels <= config.max_nesting);
    shallow.map(|(&node, _)| (node, Grid::of_table(page, node, &mut budget))).collect()
}

/// The paper's four parts, for each `table` element. Inner tables are judged before those around them.
fn table_elements(page: &Page, config: &Config) -> Vec<Table> {
    let tree = &page.tree;
    let nodes: Vec<NodeId> = tree.elements().filter(|&id| tree.name(id) == "table").collect();
    let nesting = detector::nesting(tree, &nodes);
    let mut budget = grid::Budget { slots: config.max_slots, repeated_text: config.max_repeated_text };
    let mut found: Vec<Table> = Vec::with_capacity(nodes.len());
    for (&node, &levels) in nodes.iter().zip(&nesting).rev() {
        if levels > config.max_nesting {
            found.push(Table::layout(node, Grid::default()));
            continue;
        }
        // The cleaner comes first, since the detector looks at cells.
        let grid = Grid::of_table(page, node, &mut budget);
        let shown = match config.method {
            Method::Best => Compact::of(page, &grid),
            Method::Paper => Compact::whole(&grid),
        };
        let features = features::features(page, &shown.grid);
        // Inner tables follow theirs in document order, and so stand at the end of what has been found.
        let inner: Vec<&Table> = found.iter().rev().take_while(|inner| tree.contains(node, inner.node)).collect();
        if !detector::is_data(page, node, (&shown.grid, grid.rows() * grid.columns()), &features, &inner, config) {
            found.push(Table::layout(node, if levels <= 1 { grid } else { Grid::default() }));
            continue;
        }
        let table = Table::of_element(page, node, grid, &shown, &features, config);
        found.push(table);
    }
    found.reverse();
    found
}

impl Table {
    /// A `table` element that holds data.
    fn of_element(
        page: &Page,
        node: NodeId,
        grid: Grid,
        shown: &Compact,
        features: &[features::Features],
        config: &Config,
    ) -> Table {
        let caption = caption(page, node);
        let pairs = (config.method == Method::Best).then(|| pair_cells::read(page, &shown.grid)).flatten();
        if let Some(pairs) = pairs {
            let is_header = vec![false; grid.cells().len()];
            let (orientation, records) = (pairs.orientation, pairs.records);
            return Table { is_data: true, caption, orientation, records, is_header, ..Table::layout(node, grid) };
        }
        let is_header = match config.method {
            Method::Best => headers::identify(&shown.grid, features),
            Method::Paper => paper::identify(&shown.grid, features, config),
        };
        let is_th = grid.cells().iter().map(|cell| page.tree.name(cell.node) == "th").collect();
        let whole_header = shown.spread(&is_header, is_th);
        let table = Table::of_headers(node, Source::Table, caption, shown.grid.clone(), is_header);
        Table {
            header_rows: shown.whole_rows(table.header_rows),
            header_columns: shown.whole_columns(table.header_columns),
            is_header: whole_header,
            grid,
            ..table
        }
    }

    /// A table whose headers are known: the template and the extractor do the rest.
    fn of_headers(node: NodeId, source: Source, caption: Option<String>, grid: Grid, is_header: Vec<bool>) -> Table {
        let template = template::Template::of(&grid, &is_header);
        let records = extractor::records(&grid, &is_header, &template);
        let caption = caption.or_else(|| template.title(&grid, &is_header));
        Table {
            node,
            source,
            is_data: true,
            caption,
            orientation: template.orientation,
            header_rows: template.header_rows,
            header_columns: template.header_columns,
            records,
            is_displayed: true,
            grid,
            is_header,
        }
    }

    /// A table that only puts things beside each other.
    fn layout(node: NodeId, grid: Grid) -> Table {
        let is_header = vec![false; grid.cells().len()];
        Table {
            node,
            source: Source::Table,
            is_data: false,
            caption: None,
            orientation: Orientation::None,
            header_rows: 0,
            header_columns: 0,
            records: Vec::new(),
            is_displayed: true,
            grid,
            is_header,
        }
    }
}

/// The text of a table's `caption` element.
fn caption(page: &Page, table: NodeId) -> Option<String> {
    let caption = page.tree.children(table).find(|&id| page.tree.name(id) == "caption")?;
    Some(visible_text(&page.tree, caption)).filter(|text| !text.is_empty())
}
