//! What wrappers read, as rows: a table of values, and each value with its source.

use std::collections::BTreeMap;

use export::Sheet;
use page::Page;

use super::extract::{Extraction, NamedValues, Status, Value};

/// Columns of a wrapper that names no fields.
const MOST_NAMES: usize = 256;

/// What wrappers have read from pages.
#[derive(Debug, Default)]
pub struct ExtractionBook {
    pages: Vec<ExtractionPage>,
}

/// What a page becomes in a table: a row, or one for each of its records.
#[derive(Debug)]
pub struct ExtractionPage {
    page: String,
    status: Status,
    rows: Vec<Vec<Cell>>,
}

/// A value with its source.
#[derive(Debug)]
struct Cell {
    name: String,
    value: String,
    path: String,
    confidence: f64,
}

impl ExtractionPage {
    /// What was read from a page.
    pub fn of(page: &Page, extraction: &Extraction) -> ExtractionPage {
        let cells = |values: &NamedValues| {
            let cell = |(name, value): (&str, &Value)| Cell {
                name: name.to_owned(),
                value: value.value.clone(),
                path: page.tree.path(value.node),
                confidence: value.confidence,
            };
            flat(values).map(cell).collect()
        };
        let rows = match &extraction.records {
            // A page without records has a row all the same: its status would be lost.
            Some(records) if records.is_empty() => vec![Vec::new()],
            Some(records) => records.iter().map(cells).collect(),
            None => vec![cells(&extraction.values)],
        };
        ExtractionPage { page: page.name.clone(), status: extraction.status, rows }
    }
}

/// All values, each with the name of its field.
pub fn flat(values: &NamedValues) -> impl Iterator<Item = (&str, &Value)> {
    values.iter().flat_map(|(name, values)| values.iter().map(move |value| (name.as_str(), value)))
}

impl ExtractionBook {
    /// One more page.
    pub fn add(&mut self, page: ExtractionPage) {
        self.pages.push(page);
    }

    /// One row per page or record, a column for each of these names; several values of a field stand in one cell, with
    /// a bar between them. A wrapper as published has no fields: without names the columns are what the pages name.
    pub fn rows(&self, names: &[String]) -> Sheet {
        let mut columns: Vec<&str> = names.iter().map(String::as_str).collect();
        if names.is_empty() {
            for cell in self.pages.iter().flat_map(|page| &page.rows).flatten() {
                if !columns.contains(&cell.name.as_str()) && columns.len() < MOST_NAMES {
                    columns.push(&cell.name);
                }
            }
        }
        let places: BTreeMap<&str, usize> =
            columns.iter().enumerate().map(|(place, &name)| (name, place + 2)).collect();
        let mut sheet = Sheet::new(["page", "status"].into_iter().chain(columns.iter().copied()));
        for page in &self.pages {
            for row in &page.rows {
                let mut cells: Vec<Option<String>> = vec![None; columns.len() + 2];
                cells[0] = Some(page.page.clone());
                cells[1] = Some(page.status.as_str().to_owned());
                for cell in row {
                    let Some(&place) = places.get(cell.name.as_str()) else { continue };
                    cells[place] = Some(match cells[place].take() {
                        Some(before) => format!("{before} | {}", cell.value),
                        None => cell.value.clone(),
                    });
                }
                sheet.push(cells);
            }
        }
        sheet
    }

    /// Each value with its source; `row` counts the rows of its page.
    pub fn sources(&self) -> Sheet {
        let mut sheet = Sheet::new(["page", "row", "name", "value", "path", "confidence"]);
        for page in &self.pages {
            for (number, row) in page.rows.iter().enumerate() {
                for Cell { name, value, path, confidence } in row {
                    let (row, confidence) = ((number + 1).to_string(), format!("{confidence:.3}"));
                    let cells = [&page.page, &row, name, value, path, &confidence];
                    sheet.push(cells.map(|text| Some(text.clone())).to_vec());
                }
            }
        }
        sheet
    }
}
