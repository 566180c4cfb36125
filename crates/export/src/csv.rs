//! A sheet as CSV: a line of names, a line a row, ends of lines as on Unix. Names and values are as they are; a missing
//! value and an empty one look the same.

use std::io::{self, Write};

use crate::sheet::Sheet;

/// Writes the sheet. One without columns is nothing at all.
pub fn csv(sheet: &Sheet, writer: impl Write) -> io::Result<()> {
    if sheet.columns().is_empty() {
        return Ok(());
    }
    let mut writer = ::csv::Writer::from_writer(writer);
    writer.write_record(sheet.columns())?;
    for row in 0..sheet.height() {
        writer.write_record(sheet.row(row).map(Option::unwrap_or_default))?;
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sheet: &Sheet) -> String {
        let mut bytes = Vec::new();
        csv(sheet, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn quotes_commas_and_lines_come_back_as_they_were() {
        let rows = [["a \"b\"", "1,5"], ["two\nlines", "\r\n"], ["", " x "], ["价格", "\0"]];
        let mut sheet = Sheet::new(["na\"me", "a,b"]);
        rows.iter().for_each(|row| sheet.push(row.map(|value| Some(value.to_owned())).to_vec()));
        let text = written(&sheet);
        let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let read: Vec<Vec<String>> =
            reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect();
        assert_eq!(read[0], ["na\"me", "a,b"]);
        assert_eq!(read[1..], rows);
    }

    #[test]
    fn missing_values_are_empty_and_no_row_is_an_empty_line() {
        let mut sheet = Sheet::new(["a"]);
        sheet.push(vec![None]);
        assert_eq!(written(&sheet), "a\n\"\"\n");
        sheet.push(vec![Some("1".into()), Some("2".into())]);
        assert_eq!(written(&sheet), "a,\n,\n1,2\n");
    }

    #[test]
    fn a_sheet_without_rows_has_names_and_one_without_columns_nothing() {
        assert_eq!(written(&Sheet::new(["a", "b"])), "a,b\n");
        let mut sheet = Sheet::default();
        sheet.push(Vec::new());
        assert_eq!(written(&sheet), "");
    }
}
