//! Tables whose cells are pairs: `Genre: Horror` beside `Runtime: 90 min`. Their cells are neither names nor values
//! alone, so there are no headers, and what they say is read cell by cell.

use page::{NodeKind, Page, fold};

use super::extractor::{Field, Record};
use super::grid::{Cell, Grid};
use super::pairs::{is_label, split_pair};
use super::template::Orientation;

/// The share of the filled cells that must be pairs, and how many at least.
const SHARE: f32 = 0.6;
const FEWEST: usize = 3;

/// The pairs of a table, cell by cell.
pub(super) struct PairCells {
    /// The records, and in which direction they go.
    pub(super) records: Vec<Record>,
    pub(super) orientation: Orientation,
    /// Whether it is plain that labels are names: by their words, by their values, or since values have elements.
    pub(super) is_sure: bool,
}

/// Reads a table whose cells are mostly pairs.
pub(super) fn read(page: &Page, grid: &Grid) -> Option<PairCells> {
    let (mut pairs, mut bare, mut others, mut sure) = (0, 0, 0, 0);
    let mut records: Vec<Record> = Vec::new();
    for row in 0..grid.rows() {
        let mut fields: Vec<Field> = Vec::new();
        for cell in grid.cells_of_row(row).filter(|cell| cell.row == row && !cell.text.is_empty()) {
            if let Some((name, text, is_plain)) = pair_of(cell) {
                pairs += 1;
                sure += usize::from(is_plain || has_own_value(page, cell));
                fields.push(Field::new(name, text, Some(cell)));
            } else if cell.text.ends_with([':', '：']) && is_label(cell.text.trim_end_matches([':', '：'])) {
                bare += 1;
            } else {
                let is_heading = cell.width == grid.columns() && grid.columns() > 1;
                // Names of columns or rows are the author's own word on what is a name here.
                if page.tree.name(cell.node) == "th" && !is_heading {
                    return None;
                }
                others += usize::from(!is_heading);
                // Several labels in one cell, or a value with colons.
                let field = split_pair(&cell.text).map(|(name, text, _)| (name, text));
                let field =
                    field.or_else(|| (!is_heading).then(|| (format!("column {}", cell.column + 1), cell.text.clone())));
                fields.extend(field.map(|(name, text)| Field::new(name, text, Some(cell))));
            }
        }
        records.push(Record { fields });
    }
    if pairs < FEWEST || bare > pairs || (pairs as f32) < SHARE * (pairs + others) as f32 {
        return None;
    }
    let names = |records: &[Record]| {
        let mut names: Vec<String> =
            records.iter().flat_map(|record| &record.fields).map(|field| field.name.clone()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        (names.len(), all)
    };
    let (different, all) = names(&records);
    let is_sure = sure * 2 >= pairs;
    if different * 10 >= all * 8 {
        let fields = records.into_iter().flat_map(|record| record.fields).collect();
        return Some(PairCells { records: vec![Record::unique(fields)], orientation: Orientation::Row, is_sure });
    }
    // The same labels again in each row: the rows are records.
    let is_list = records.iter().all(|record| {
        let (different, all) = names(std::slice::from_ref(record));
        different == all
    });
    records.retain(|record| !record.fields.is_empty());
    is_list.then_some(PairCells { records, orientation: Orientation::None, is_sure })
}

/// A cell as one pair. With more labels in it, it is a list of its own.
fn pair_of(cell: &Cell) -> Option<(String, String, bool)> {
    split_pair(&cell.text).filter(|(_, value, _)| !value.contains(": ") && !value.contains('：'))
}

/// Whether the label ends with a text of the cell, so that the value has elements of its own.
fn has_own_value(page: &Page, cell: &Cell) -> bool {
    let tree = &page.tree;
    let mut texts = tree.descendants(cell.node).filter(|&id| tree.kind(id) == NodeKind::Text);
    let first = texts.find_map(|id| Some(fold(tree.text(id))).filter(|text| !text.is_empty()));
    first.is_some_and(|text| text.ends_with([':', '：']))
}
