//! The data extractor (§4.2.2): what a table says, as records of names and values, by its template.
//!
//! - *column*: each row below the headers is a record, named by the columns' headers.
//! - *row*: each column right of the headers is a record, named by the rows' headers. Where labels and values alternate
//!   along a row, all of them are one record.
//! - *row-column*: each row is a record; its first field is the row's header, named by the corner; under several header
//!   columns, or without a corner, it is `row`, the dotted path of the row's headers.
//! - *none*: each row is a record with numbered names.
//!
//! A header over several rows or columns gives a dotted path: `Lodge.Adult.Single bed`. A heading inside the body gives
//! the records below it a field `section`.

use std::collections::BTreeMap;

use page::NodeId;

use super::grid::{Cell, Grid};
use super::template::{Orientation, Template};
use super::words::is_total;
use crate::kinds::ValueKind;

/// The longest name of a field, in characters. Prose that was taken for a header is cut, or each record repeats it.
const NAME_LENGTH: usize = 160;

/// No path has more steps; real ones have four at most.
const PATH_LENGTH: usize = 16;

/// One record: names with values in the order of the table. Names are unique within a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The fields.
    pub fields: Vec<Field>,
}

/// A value of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What the headers call it.
    pub name: String,
    /// The value.
    pub text: String,
    /// The cell it stands in; `None` where the table has no cell.
    pub node: Option<NodeId>,
    /// What it is to the record.
    pub role: Role,
}

/// What a field is to its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// One of its values.
    #[default]
    Value,
    /// The headers of its row.
    Row,
    /// The heading above it in the body.
    Section,
}

impl Record {
    /// Whether it has a value, or at least names a row that has none.
    fn has_content(&self) -> bool {
        self.fields.iter().any(|field| field.role != Role::Section && !field.text.is_empty())
    }

    /// A record of these fields, with names that differ.
    pub(super) fn unique(fields: Vec<Field>) -> Record {
        Record { fields: unique(fields) }
    }
}

impl Field {
    pub(super) fn new(name: impl Into<String>, text: impl Into<String>, cell: Option<&Cell>) -> Field {
        Field { name: name.into(), text: text.into(), node: cell.map(|cell| cell.node), role: Role::Value }
    }
}

/// The records of a table.
pub(super) fn records(grid: &Grid, is_header: &[bool], template: &Template) -> Vec<Record> {
    let table = Reader { grid, is_header, template };
    match template.orientation {
        Orientation::Column | Orientation::None | Orientation::RowColumn => table.by_row(),
        Orientation::Row => table.by_column(),
    }
}

/// The run of headers nearest above a slot, outermost first. Cells over several rows stand once.
pub(super) fn path_above<'a>(grid: &'a Grid, is_header: &[bool], row: usize, column: usize) -> Vec<&'a Cell> {
    nearest_run(grid, is_header, (0..row).rev().map(|above| grid.cell_index(above, column)), row, column)
}

/// The run of headers nearest at the left of a slot, outermost first. Cells over several columns stand once.
pub(super) fn path_left<'a>(grid: &'a Grid, is_header: &[bool], row: usize, column: usize) -> Vec<&'a Cell> {
    nearest_run(grid, is_header, (0..column).rev().map(|left| grid.cell_index(row, left)), row, column)
}

fn nearest_run<'a>(
    grid: &'a Grid,
    is_header: &[bool],
    slots: impl Iterator<Item = Option<usize>>,
    row: usize,
    column: usize,
) -> Vec<&'a Cell> {
    let own = grid.cell_index(row, column);
    let mut run: Vec<usize> = Vec::new();
    for slot in slots.skip_while(|slot| slot.is_none_or(|cell| !is_header[cell])) {
        let Some(cell) = slot.filter(|&cell| is_header[cell]) else { break };
        if run.last() != Some(&cell) && Some(cell) != own {
            run.push(cell);
        }
    }
    run.iter().rev().map(|&cell| &grid.cells()[cell]).filter(|cell| !cell.text.is_empty()).collect()
}

struct Reader<'a> {
    grid: &'a Grid,
    is_header: &'a [bool],
    template: &'a Template,
}

impl Reader<'_> {
    fn is_header(&self, row: usize, column: usize) -> bool {
        self.grid.cell_index(row, column).is_some_and(|cell| self.is_header[cell])
    }

    /// The dotted path of the cells in these slots; a cell over several slots stands once.
    fn path(&self, slots: impl Iterator<Item = (usize, usize)>) -> String {
        let mut cells: Vec<usize> = Vec::new();
        for (row, column) in slots {
            let cell = self.grid.cell_index(row, column);
            cells.extend(cell.filter(|cell| !cells.contains(cell)));
            if cells.len() == PATH_LENGTH {
                break;
            }
        }
        dotted(cells.iter().map(|&cell| self.grid.cells()[cell].text.as_str()))
    }

    /// The heading that a row of the body is: a header that is its only cell.
    fn heading(&self, row: usize) -> Option<&Cell> {
        let mut cells = (0..self.grid.columns()).filter_map(|column| self.grid.cell_index(row, column));
        let only = cells.next()?;
        let is_heading = self.is_header[only] && cells.all(|cell| cell == only);
        Some(&self.grid.cells()[only]).filter(|cell| is_heading && !cell.text.is_empty())
    }

    /// Whether a row of the body names the columns anew: all of it headers, and either the names once more or no value
    /// and no total among them.
    fn is_row_of_names(&self, row: usize, names: &[String]) -> bool {
        let columns = 0..self.grid.columns();
        let is_filled_header = |column: usize| self.is_header(row, column) && !self.grid.text(row, column).is_empty();
        let is_again = |column: usize| {
            let own = dotted(std::iter::once(self.grid.text(row, column)));
            names[column] == own || names[column].ends_with(&format!(".{own}"))
        };
        let is_word = |column: usize| {
            let text = self.grid.text(row, column);
            !ValueKind::of(text).is_value() && !is_total(text)
        };
        let has_names = self.template.header_rows > self.template.title_rows;
        has_names
            && columns.clone().all(is_filled_header)
            && (columns.clone().filter(|&column| is_again(column)).count() * 2 > columns.len()
                || columns.clone().all(is_word))
    }

    /// Records that are rows.
    fn by_row(&self) -> Vec<Record> {
        let first_column = self.template.header_columns;
        let titles = self.template.title_rows;
        let mut names = self.column_names(titles..self.template.header_rows);
        let mut section: Option<Field> = None;
        let mut records = Vec::new();
        let corner = (titles..self.template.header_rows).flat_map(|r| (0..first_column).map(move |c| (r, c)));
        let corner = self.path(corner);
        let mut row = self.template.header_rows;
        while row < self.grid.rows() {
            if let Some(heading) = self.heading(row) {
                let text = dotted(std::iter::once(heading.text.as_str()));
                section = Some(Field { role: Role::Section, ..Field::new("section", text, Some(heading)) });
            } else if self.is_row_of_names(row, &names) {
                let from = row;
                while row + 1 < self.grid.rows() && self.is_row_of_names(row + 1, &names) {
                    row += 1;
                }
                names = self.column_names(from..row + 1);
            } else {
                let mut record: Vec<Field> = section.iter().cloned().collect();
                if first_column > 0 {
                    record.push(self.head_of_row(row, &corner));
                }
                for (column, name) in names.iter().enumerate().skip(first_column) {
                    record.push(Field::new(name, self.grid.text(row, column), self.grid.cell(row, column)));
                }
                records.push(Record { fields: unique(record) });
            }
            row += 1;
        }
        records.retain(Record::has_content);
        records
    }

    /// The headers of a row. The corner names them where it stands above them all, and they are one.
    fn head_of_row(&self, row: usize, corner: &str) -> Field {
        let columns = self.template.header_columns;
        let own = self.path((0..columns).map(|column| (row, column)));
        let cell = self.grid.cell(row, columns - 1);
        let (name, text) = match columns == 1 && !corner.is_empty() {
            true => (corner.to_owned(), own),
            false => ("row".to_owned(), dotted([corner, own.as_str()].into_iter())),
        };
        Field { role: Role::Row, ..Field::new(name, text, cell) }
    }

    /// The names of all columns by these header rows.
    fn column_names(&self, rows: std::ops::Range<usize>) -> Vec<String> {
        (0..self.grid.columns())
            .map(|column| Some(self.path(rows.clone().map(|row| (row, column)))).filter(|name| !name.is_empty()))
            .enumerate()
            .map(|(column, name)| name.unwrap_or_else(|| format!("column {}", column + 1)))
            .collect()
    }

    /// Records that are columns, named by the labels at their left.
    fn by_column(&self) -> Vec<Record> {
        let mut records: Vec<Record> = Vec::new();
        let mut section: Option<String> = None;
        for row in self.template.title_rows..self.grid.rows() {
            if let Some(heading) = self.heading(row) {
                section = Some(heading.text.clone());
                continue;
            }
            for (place, mut field) in self.labelled(row) {
                while records.len() <= place {
                    records.push(Record::default());
                }
                let name = dotted(section.iter().map(String::as_str).chain([field.name.as_str()]));
                field.name = if name.is_empty() { format!("row {}", row + 1) } else { name };
                records[place].fields.push(field);
            }
        }
        for record in &mut records {
            record.fields = unique(std::mem::take(&mut record.fields));
        }
        records.retain(Record::has_content);
        records
    }

    /// The values of a row, each with its label and the place of its record. Where labels and values alternate, each
    /// value belongs to the label before it; else a value belongs to the record of each column it covers.
    fn labelled(&self, row: usize) -> Vec<(usize, Field)> {
        let columns = 0..self.grid.columns();
        let is_label = |column: usize| match column < self.template.header_columns {
            true => self.grid.cell(row, column).is_some(),
            false => self.is_header(row, column),
        };
        let runs = columns.clone().filter(|&column| is_label(column) && (column == 0 || !is_label(column - 1))).count();
        let mut found = Vec::new();
        let mut label: Vec<(usize, usize)> = Vec::new();
        let mut place = 0;
        for column in columns {
            if is_label(column) {
                if place > 0 {
                    label.clear();
                    place = 0;
                }
                label.push((row, column));
                continue;
            }
            let Some(cell) = self.grid.cell(row, column) else {
                place += 1;
                continue;
            };
            // Beside alternating labels a wide cell is one value.
            if runs < 2 || column == cell.column {
                found.push((place, Field::new(self.path(label.iter().copied()), &cell.text, Some(cell))));
                place += 1;
            }
        }
        if found.is_empty() && !label.is_empty() {
            found.push((0, Field::new(self.path(label.into_iter()), "", None)));
        }
        found
    }
}

/// Names joined by dots, none twice in a row, and not longer than a name should be.
fn dotted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut parts: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    parts.dedup();
    let mut path = String::new();
    for part in parts {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(part.trim_end_matches([':', '：']));
    }
    match path.char_indices().nth(NAME_LENGTH) {
        Some((end, _)) => format!("{}…", &path[..end]),
        None => path,
    }
}

/// The fields with names that differ: the second `Price` is `Price 2`.
fn unique(mut fields: Vec<Field>) -> Vec<Field> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for field in &mut fields {
        let mut unique = field.name.clone();
        let mut count = seen.get(&field.name).copied().unwrap_or(0);
        while seen.contains_key(&unique) {
            count += 1;
            unique = format!("{} {}", field.name, count + 1);
        }
        seen.insert(std::mem::replace(&mut field.name, unique.clone()), count);
        seen.entry(unique).or_default();
    }
    fields
}
