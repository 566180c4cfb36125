//! Records as rows: a list as a sheet, and the lists of many pages as the tables of a database.

use std::collections::{BTreeMap, BTreeSet};

use analysis::declared::{Item, Value};
use analysis::regions::{Record, Region};
use export::Sheet;
use page::{NodeId, Page, Rect};

use crate::parts::Parts;

/// Between the values of a field that a record has several of.
const SEVERAL: &str = "; ";
/// What the score of a list is called beside its records.
const SCORE: &str = "list score";
/// A list with a lower score is rather none.
const DOUBTFUL: f64 = 0.5;

/// A list as a sheet: a row for each record, a column for each field, and one for where it leads or where the image is.
/// Labels, which say the same in every record, are left out: they are the names of other columns.
pub fn list_sheet(region: &Region) -> Sheet {
    let cells: Vec<Cells<'_>> = region.records.iter().map(cells).collect();
    let filled: BTreeSet<(usize, Part)> = cells.iter().flat_map(|cells| cells.keys().copied()).collect();
    let columns: Vec<(usize, Part)> =
        filled.into_iter().filter(|(column, _)| !region.columns[*column].is_label).collect();
    let mut names: Vec<String> = Vec::with_capacity(columns.len());
    for (column, part) in &columns {
        let name = format!("{}{}", region.columns[*column].name, part.ending());
        names.push(free(name, |name| names.iter().any(|other| other == name)));
    }
    let mut sheet = Sheet::new(names);
    for cells in &cells {
        sheet.push(columns.iter().map(|column| Some(cells.get(column)?.join(SEVERAL))).collect());
    }
    sheet
}

/// What a record says in each column.
type Cells<'a> = BTreeMap<(usize, Part), Vec<&'a str>>;

fn cells(record: &Record) -> Cells<'_> {
    let mut cells = Cells::new();
    for field in &record.fields {
        let value = Some(field.value.as_str()).filter(|value| !value.is_empty());
        let parts = [(Part::Value, value), (Part::Link, field.href.as_deref()), (Part::Source, field.src.as_deref())];
        for (part, text) in parts {
            cells.entry((field.column, part)).or_default().extend(text);
        }
    }
    cells.retain(|_, texts| !texts.is_empty());
    cells
}

/// What of a field a column has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Value,
    Link,
    Source,
}

impl Part {
    /// What is added to the name of the column.
    fn ending(self) -> &'static str {
        match self {
            Part::Value => "",
            Part::Link => " link",
            Part::Source => " src",
        }
    }
}

/// A name that is not taken.
fn free(mut name: String, is_taken: impl Fn(&str) -> bool) -> String {
    while is_taken(&name) {
        name.push('_');
    }
    name
}

/// The same for a glance: what records are called by, and what most of them have. Where fields lead is left out, unless
/// they say nothing else.
pub fn glance_sheet(region: &Region) -> Sheet {
    let sheet = list_sheet(region);
    let filled = |column: usize| (0..sheet.height()).filter(|&row| sheet.value(row, column).is_some()).count();
    let is_address = |column: usize| {
        let name = &sheet.columns()[column];
        let of = name.strip_suffix(Part::Link.ending()).or_else(|| name.strip_suffix(Part::Source.ending()));
        of.is_some_and(|of| sheet.columns()[..column].iter().rev().take(2).any(|before| before.starts_with(of)))
    };
    let mut columns: Vec<usize> = (0..sheet.columns().len()).filter(|&column| !is_address(column)).collect();
    // What less than a third of the records have comes last; the order is kept otherwise.
    columns.sort_by_key(|&column| 3 * filled(column) < sheet.height());
    let mut shown = Sheet::new(columns.iter().map(|&column| sheet.columns()[column].as_str()));
    for row in 0..sheet.height() {
        shown.push(columns.iter().map(|&column| sheet.value(row, column).map(str::to_owned)).collect());
    }
    shown
}

/// The lists of many pages, as the tables of a relational database: `records` has a row for each record of the main
/// lists; `lists`, `fields` and `declared` have all that was found, each value with its page and node path.
#[derive(Debug)]
pub struct RecordBook {
    /// The main list of each page, with the page's name and how likely it is a list that a reader would want.
    records: Vec<(String, f64, Sheet)>,
    pages: usize,
    lists: Sheet,
    fields: Sheet,
    declared: Sheet,
}

impl Default for RecordBook {
    fn default() -> Self {
        RecordBook {
            records: Vec::new(),
            pages: 0,
            lists: Sheet::new(["page", "list", "path", "score", "records", "x", "y", "width", "height"]),
            fields: Sheet::new(["page", "list", "record", "column", "value", "text", "href", "src", "path"]),
            declared: Sheet::new(["page", "item", "syntax", "type", "property", "value", "path"]),
        }
    }
}

/// What a book holds of one page.
#[derive(Debug)]
pub struct BookPage(RecordBook);

impl BookPage {
    /// Only the main list of a page, for [`RecordBook::records`].
    pub fn main_list(page: &Page, parts: &Parts<'_>) -> BookPage {
        let mut book = RecordBook::default();
        book.records
            .extend(parts.regions().first().map(|region| (page.name.clone(), region.score, list_sheet(region))));
        BookPage(book)
    }

    /// The lists of a page and what it declares.
    pub fn of(page: &Page, parts: &Parts<'_>) -> BookPage {
        let BookPage(mut book) = BookPage::main_list(page, parts);
        for (number, region) in parts.regions().iter().enumerate() {
            book.add_list(page, parts, number + 1, region);
        }
        let mut items = 0;
        for item in &parts.declared().items {
            book.add_item(page, item, &mut items);
        }
        BookPage(book)
    }
}

impl RecordBook {
    /// Adds a page.
    pub fn add(&mut self, page: BookPage) {
        self.pages += 1;
        self.records.extend(page.0.records);
        append(&mut self.lists, page.0.lists);
        append(&mut self.fields, page.0.fields);
        append(&mut self.declared, page.0.declared);
    }

    /// The records of the main lists of all pages, each with the score of its list; of several pages with the page that
    /// each is from.
    pub fn records(self) -> Sheet {
        joined(self.records, self.pages != 1)
    }

    /// How many of the pages have no list that is likelier than not to be one that a reader would want.
    pub fn doubtful_pages(&self) -> usize {
        self.pages - self.records.iter().filter(|(_, score, _)| *score >= DOUBTFUL).count()
    }

    /// All tables, by name.
    pub fn tables(self) -> [(&'static str, Sheet); 4] {
        let RecordBook { records, lists, fields, declared, .. } = self;
        [("records", joined(records, true)), ("lists", lists), ("fields", fields), ("declared", declared)]
    }

    fn add_list(&mut self, page: &Page, parts: &Parts<'_>, number: usize, region: &Region) {
        let path = |node: NodeId| Some(page.tree.path(node));
        let Rect { x, y, width, height } = region.rect(&parts.content).unwrap_or_default();
        let mut row = vec![Some(page.name.clone()), Some(number.to_string()), path(region.node)];
        row.extend([format!("{:.3}", region.score), region.records.len().to_string()].map(Some));
        row.extend([x, y, width, height].map(|pixels| Some(format!("{pixels:.0}"))));
        self.lists.push(row);
        for (place, record) in region.records.iter().enumerate() {
            for field in &record.fields {
                self.fields.push(vec![
                    Some(page.name.clone()),
                    Some(number.to_string()),
                    Some((place + 1).to_string()),
                    Some(region.columns[field.column].name.clone()),
                    Some(field.value.clone()),
                    Some(field.text.clone()),
                    field.href.clone(),
                    field.src.clone(),
                    path(field.node),
                ]);
            }
        }
    }

    /// An item, and the items that are its values, each with a number of its own by which its owner names it.
    fn add_item(&mut self, page: &Page, item: &Item, count: &mut usize) {
        *count += 1;
        let number = count.to_string();
        let types = (!item.types.is_empty()).then(|| item.types.join(SEVERAL));
        for property in &item.properties {
            let value = match &property.value {
                Value::Text(text) | Value::Link(text) => text.clone(),
                Value::Item(inner) => {
                    let inner_number = *count + 1;
                    self.add_item(page, inner, count);
                    format!("item {inner_number}")
                }
            };
            self.declared.push(vec![
                Some(page.name.clone()),
                Some(number.clone()),
                Some(item.syntax.as_str().to_owned()),
                types.clone(),
                Some(property.name.clone()),
                Some(value),
                Some(page.tree.path(property.node)),
            ]);
        }
    }
}

/// Adds the rows of a sheet with the same columns.
fn append(sheet: &mut Sheet, more: Sheet) {
    for row in 0..more.height() {
        sheet.push(more.row(row).map(|value| value.map(str::to_owned)).collect());
    }
}

/// All rows of some pages, under the names of all their columns, with the score of the list that each is from.
fn joined(pages: Vec<(String, f64, Sheet)>, names_pages: bool) -> Sheet {
    let scores: Vec<f64> = pages.iter().flat_map(|(_, score, sheet)| vec![*score; sheet.height()]).collect();
    let named = |(page, _, sheet): (String, f64, Sheet)| if names_pages { on_page(&page, sheet) } else { sheet };
    scored(&Sheet::joined(pages.into_iter().map(named)), &scores)
}

/// A sheet with a score behind each row.
fn scored(sheet: &Sheet, scores: &[f64]) -> Sheet {
    let name = free(SCORE.to_owned(), |name| sheet.columns().iter().any(|own| own == name));
    let mut with_score = Sheet::new(sheet.columns().iter().cloned().chain([name]));
    for (row, score) in scores.iter().enumerate() {
        let values = sheet.row(row).map(|value| value.map(str::to_owned));
        with_score.push(values.chain([Some(format!("{score:.3}"))]).collect());
    }
    with_score
}

/// A sheet with the page's name before each row.
fn on_page(page: &str, sheet: Sheet) -> Sheet {
    let own = |name: &String| free(name.clone(), |name| name == "page");
    let names = std::iter::once("page".to_owned()).chain(sheet.columns().iter().map(own));
    let mut with_page = Sheet::new(names);
    for row in 0..sheet.height() {
        let values = sheet.row(row).map(|value| value.map(str::to_owned));
        with_page.push(std::iter::once(Some(page.to_owned())).chain(values).collect());
    }
    with_page
}
