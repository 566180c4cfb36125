//! A sheet as a Parquet file: optional columns of UTF-8 text, compressed with Snappy, which every reader knows. It is
//! written by plain column writers, without Arrow, whose crates would cost more to build than all the rest here.

use std::io::Write;
use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use ::parquet::data_type::{ByteArray, ByteArrayType};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::Type;

use crate::error::ExportError;
use crate::names::{Change, Names};
use crate::sheet::Sheet;

/// Rows in a group: readers take a group at a time, and so do those who read with several threads.
const GROUP: usize = 1 << 20;

/// Rows that are handed to a column's writer at a time, so that a long column is not held twice.
const BATCH: usize = 4_096;

/// Writes the sheet and says what had to be renamed. After an error what was written is of no use.
pub fn parquet(sheet: &Sheet, writer: impl Write + Send) -> Result<Vec<Change>, ExportError> {
    let mut names = Names::default();
    let titles = names.of("column", sheet.columns().iter().map(String::as_str));
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut file = SerializedFileWriter::new(writer, schema(&titles)?, Arc::new(properties))?;
    // Without columns there is nothing that could have rows.
    let height = if titles.is_empty() { 0 } else { sheet.height() };
    for first in (0..height).step_by(GROUP) {
        let rows = first..height.min(first + GROUP);
        let mut group = file.next_row_group()?;
        let mut column = 0;
        while let Some(mut writer) = group.next_column()? {
            for first in rows.clone().step_by(BATCH) {
                let values = (first..rows.end.min(first + BATCH)).map(|row| sheet.value(row, column));
                write_batch(&mut writer, values)?;
            }
            writer.close()?;
            column += 1;
        }
        group.close()?;
    }
    file.close()?;
    let changed = names.renamed.into_iter();
    Ok(changed.map(|renamed| Change::Column { table: None, from: renamed.from, to: renamed.to }).collect())
}

fn schema(titles: &[String]) -> Result<Arc<Type>, ParquetError> {
    let text = |title: &String| {
        let column = Type::primitive_type_builder(title, PhysicalType::BYTE_ARRAY);
        column.with_repetition(Repetition::OPTIONAL).with_logical_type(Some(LogicalType::String)).build().map(Arc::new)
    };
    let columns = titles.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    Ok(Arc::new(Type::group_type_builder("schema").with_fields(columns).build()?))
}

fn write_batch<'a>(
    writer: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<&'a str>>,
) -> Result<(), ParquetError> {
    let (mut texts, mut levels) = (Vec::new(), Vec::new());
    for value in values {
        levels.push(i16::from(value.is_some()));
        texts.extend(value.map(ByteArray::from));
    }
    writer.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
    use ::parquet::record::{Field, Row};

    use super::*;

    fn written(sheet: &Sheet) -> (Vec<Change>, Vec<u8>) {
        let mut bytes = Vec::new();
        let changes = parquet(sheet, &mut bytes).unwrap();
        (changes, bytes)
    }

    /// The columns and the rows of what was written.
    fn round_trip(sheet: &Sheet) -> (Vec<String>, Vec<Vec<Option<String>>>) {
        let reader = reader(sheet);
        let columns = reader.metadata().file_metadata().schema_descr().columns();
        let columns = columns.iter().map(|column| column.name().to_owned()).collect();
        let text = |field: &Field| match field {
            Field::Null => None,
            Field::Str(text) => Some(text.clone()),
            other => panic!("{other:?} is no text"),
        };
        let values = |row: Row| row.get_column_iter().map(|(_, field)| text(field)).collect();
        let rows = reader.get_row_iter(None).unwrap().map(|row| values(row.unwrap())).collect();
        (columns, rows)
    }

    /// What was written, as the reader takes it.
    fn reader(sheet: &Sheet) -> SerializedFileReader<File> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&written(sheet).1).unwrap();
        SerializedFileReader::new(file).unwrap()
    }

    fn values(sheet: &Sheet) -> Vec<Vec<Option<String>>> {
        (0..sheet.height()).map(|row| sheet.row(row).map(|value| value.map(str::to_owned)).collect()).collect()
    }

    #[test]
    fn text_comes_back_as_it_was_under_names_of_its_own() {
        let mut sheet = Sheet::new(["a.b", "", "Price", "price", "\0", "价"]);
        sheet.push(["007", "", "a\0b", "two\nlines", "\"", "\u{1F600}"].map(|value| Some(value.to_owned())).to_vec());
        sheet.push(vec![None, Some("x".into())]);
        sheet.push(vec![]);
        let (columns, rows) = round_trip(&sheet);
        assert_eq!(columns, ["a.b", "column_2", "Price", "price_2", "\u{FFFD}", "价"]);
        assert_eq!(rows, values(&sheet));
        let changes = written(&sheet).0;
        assert_eq!(changes[1].to_string(), r#"the column "price" is called "price_2""#);
        assert_eq!(written(&sheet), written(&sheet), "the same rows are the same bytes");
    }

    #[test]
    fn sheets_without_rows_or_columns_are_files_too() {
        assert_eq!(round_trip(&Sheet::new(["a"])), (vec!["a".to_owned()], vec![]));
        let mut hollow = Sheet::default();
        hollow.push(Vec::new());
        for sheet in [Sheet::default(), hollow] {
            let reader = reader(&sheet);
            assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
            assert_eq!(reader.metadata().file_metadata().schema_descr().num_columns(), 0);
        }
    }

    #[test]
    fn thousands_of_columns_and_a_hundred_thousand_rows_are_written() {
        let mut wide = Sheet::new((0..3_000).map(|column| format!("c{column}")));
        wide.push((0..3_000).map(|column| Some(column.to_string())).collect());
        assert_eq!(round_trip(&wide).1, values(&wide));
        let mut long = Sheet::new(["title", "price"]);
        (0..100_000).for_each(|row| long.push(vec![Some(format!("title {row}")), (row % 3 > 0).then(|| "€ 9".into())]));
        let (columns, rows) = round_trip(&long);
        assert_eq!(columns, ["title", "price"]);
        assert!(rows == values(&long));
        assert!(written(&long).1.len() < 1_000_000, "it is compressed");
    }

    #[test]
    fn a_failing_writer_is_an_error_of_io() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let error = parquet(&Sheet::new(["a"]), Full).unwrap_err();
        assert!(matches!(&error, ExportError::Io(cause) if cause.kind() == std::io::ErrorKind::StorageFull), "{error}");
    }
}
