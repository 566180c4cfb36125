//! A sheet: rows of text under named columns. Names are taken as they come; formats that want better ones rename them
//! when they write (`names.rs`).

use std::collections::HashMap;

/// Rows of text under named columns. A value that is missing is `None`, which is not the same as an empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    columns: Vec<String>,
    /// None is longer than there are columns; what is missing at the end of a row may be left out.
    rows: Vec<Vec<Option<String>>>,
}

impl Sheet {
    /// A sheet without rows.
    pub fn new(columns: impl IntoIterator<Item = impl Into<String>>) -> Sheet {
        Sheet { columns: columns.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// The names of its columns: any text, also none, also the same one twice.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Adds a row. In a short one the rest is missing; for a long one there will be more columns, without names, so
    /// that nothing is lost.
    pub fn push(&mut self, row: Vec<Option<String>>) {
        if row.len() > self.columns.len() {
            self.columns.resize(row.len(), String::new());
        }
        self.rows.push(row);
    }

    /// A value, if it is there.
    pub fn value(&self, row: usize, column: usize) -> Option<&str> {
        self.rows.get(row)?.get(column)?.as_deref()
    }

    /// The values of a row, one for each column.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Option<&str>> {
        (0..self.columns.len()).map(move |column| self.value(row, column))
    }

    /// Records, each of names with values, under the names of all of them in the order of their first appearance. A
    /// name that comes twice in a record has two columns.
    pub fn of_records<'a, R>(records: impl IntoIterator<Item = R>) -> Sheet
    where
        R: IntoIterator<Item = (&'a str, &'a str)>,
    {
        let mut union = Union::default();
        let mut rows = Vec::new();
        for record in records {
            let (names, values): (Vec<&str>, Vec<&str>) = record.into_iter().unzip();
            rows.push(placed(&union.places(names), values.into_iter().map(|value| Some(value.to_owned()))));
        }
        Sheet { columns: union.columns, rows }
    }

    /// All rows of all sheets, under the names of all their columns in the order of their first appearance. The second
    /// column of a name goes with the second one of that name in other sheets.
    pub fn joined(sheets: impl IntoIterator<Item = Sheet>) -> Sheet {
        let mut union = Union::default();
        let mut rows = Vec::new();
        for sheet in sheets {
            let places = union.places(sheet.columns.iter().map(String::as_str));
            rows.extend(sheet.rows.into_iter().map(|row| placed(&places, row)));
        }
        Sheet { columns: union.columns, rows }
    }
}

/// A row with each value at its place.
fn placed(places: &[usize], values: impl IntoIterator<Item = Option<String>>) -> Vec<Option<String>> {
    let mut row = Vec::new();
    for (&place, value) in places.iter().zip(values).filter(|(_, value)| value.is_some()) {
        if row.len() <= place {
            row.resize(place + 1, None);
        }
        row[place] = value;
    }
    row
}

/// Columns by name, as they first appear.
#[derive(Default)]
struct Union {
    columns: Vec<String>,
    /// The columns of each name.
    places: HashMap<String, Vec<usize>>,
}

impl Union {
    /// The columns of these names, which are added where they are new.
    fn places<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
        let mut used: HashMap<&str, usize> = HashMap::new();
        let mut found = Vec::new();
        for name in names {
            let nth = used.entry(name).or_default();
            found.push(self.place(name, *nth));
            *nth += 1;
        }
        found
    }

    /// The column of this name that has so many of the same name before it.
    fn place(&mut self, name: &str, nth: usize) -> usize {
        if let Some(&place) = self.places.get(name).and_then(|places| places.get(nth)) {
            return place;
        }
        self.columns.push(name.to_owned());
        self.places.entry(name.to_owned()).or_default().push(self.columns.len() - 1);
        self.columns.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(sheet: &Sheet) -> Vec<Vec<&str>> {
        (0..sheet.height()).map(|row| sheet.row(row).map(|value| value.unwrap_or("–")).collect()).collect()
    }

    fn row<const N: usize>(values: [&str; N]) -> Vec<Option<String>> {
        values.map(|value| Some(value.to_owned())).to_vec()
    }

    #[test]
    fn records_stand_under_the_names_of_all_of_them_as_they_first_appear() {
        let records =
            [vec![("title", "A"), ("price", "1")], vec![("price", "2"), ("date", ""), ("price", "3")], vec![]];
        let sheet = Sheet::of_records(records);
        assert_eq!(sheet.columns(), ["title", "price", "date", "price"]);
        assert_eq!(rows(&sheet), [["A", "1", "–", "–"], ["–", "2", "", "3"], ["–"; 4]]);
        assert_eq!(Sheet::of_records(Vec::<Vec<_>>::new()), Sheet::default());
    }

    #[test]
    fn sheets_are_joined_by_name_and_second_columns_with_second_ones() {
        let mut first = Sheet::new(["a", "b", "a"]);
        first.push(row(["1", "2", "3"]));
        let mut second = Sheet::new(["c", "a", "a", "a"]);
        second.push(row(["4", "5", "6", "7"]));
        second.push(row(["8"]));
        let joined = Sheet::joined([first, Sheet::default(), second]);
        assert_eq!(joined.columns(), ["a", "b", "a", "c", "a"]);
        assert_eq!(rows(&joined), [["1", "2", "3", "–", "–"], ["5", "–", "6", "4", "7"], ["–", "–", "–", "8", "–"]]);
        assert_eq!(Sheet::joined([]), Sheet::default());
    }

    #[test]
    fn a_row_that_is_too_long_adds_columns_and_loses_nothing() {
        let mut sheet = Sheet::new(["a"]);
        sheet.push(row(["1"]));
        sheet.push(row(["1", "2", "3"]));
        assert_eq!(sheet.columns(), ["a", "", ""]);
        assert_eq!(rows(&sheet), [["1", "–", "–"], ["1", "2", "3"]]);
    }
}
