//! Sheets as the tables of a new SQLite database. Not the store of a knowledge base: nothing is read here or changed.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, Transaction};

use crate::error::ExportError;
use crate::names::{Change, Names};
use crate::sheet::Sheet;

/// The most columns that a table may have wherever SQLite was built with its defaults. Databases are read by others.
const MAX_COLUMNS: usize = 2_000;

/// The column that says which rows of a table's parts belong together.
const KEY: &str = "row";

/// Writes the sheets to the file, which is new or empty, each as a table of that name, and says what had to be renamed.
///
/// Columns are plain `TEXT`: strict tables would be unreadable for versions before 3.37. Nothing marks the file as
/// ours, since it is the user's. No other file is left beside it; after an error it is of no use.
///
/// A sheet of more than 2,000 columns becomes several tables with a key of row numbers; so does, as one table with
/// nothing but the key, a sheet without columns.
pub fn sqlite(path: &Path, tables: &[(&str, &Sheet)]) -> Result<Vec<Change>, ExportError> {
    if fs::metadata(path).is_ok_and(|found| found.len() > 0) {
        return Err(ExportError::NotEmpty);
    }
    // A path that begins with a folder is never one of SQLite's special names, such as `:memory:`.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(Path::new(".").join(path), flags)?;
    connection.pragma_update(None, "journal_mode", "MEMORY")?;
    let transaction = connection.transaction()?;
    let changes = write_tables(&transaction, tables)?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(changes)
}

fn write_tables(transaction: &Transaction<'_>, tables: &[(&str, &Sheet)]) -> Result<Vec<Change>, ExportError> {
    let mut changes = Vec::new();
    let mut names = Names::default();
    let wanted: Vec<String> = tables.iter().map(|(name, _)| unreserved(name)).collect();
    let named = names.of("table", wanted.iter().map(String::as_str));
    for (name, (asked, sheet)) in named.iter().zip(tables) {
        if name != asked {
            changes.push(Change::Table { from: (*asked).to_owned(), to: name.clone() });
        }
        let mut columns = Names::default();
        let titles = columns.of("column", sheet.columns().iter().map(String::as_str));
        changes.extend(columns.renamed.drain(..).map(|renamed| Change::Column {
            table: Some(name.clone()),
            from: renamed.from,
            to: renamed.to,
        }));
        if (1..=MAX_COLUMNS).contains(&titles.len()) {
            Part { table: name, key: None, columns: &titles, first: 0 }.write(transaction, sheet)?;
            continue;
        }
        let key = columns.free(KEY);
        let tables = write_parts(transaction, name, &key, &titles, sheet, &mut names)?;
        if tables.len() > 1 {
            changes.push(Change::Split { tables, key });
        }
    }
    Ok(changes)
}

/// As many tables as it takes, each with the key. Says what they are called.
fn write_parts(
    transaction: &Transaction<'_>,
    name: &str,
    key: &str,
    titles: &[String],
    sheet: &Sheet,
    names: &mut Names,
) -> Result<Vec<String>, ExportError> {
    let size = MAX_COLUMNS - 1;
    let mut tables = Vec::new();
    for first in (0..titles.len().max(1)).step_by(size) {
        let table = if first == 0 { name.to_owned() } else { names.free(name) };
        let columns = &titles[first..titles.len().min(first + size)];
        Part { table: &table, key: Some(key), columns, first }.write(transaction, sheet)?;
        tables.push(table);
    }
    Ok(tables)
}

/// Some columns of a sheet, as a table.
struct Part<'a> {
    table: &'a str,
    key: Option<&'a str>,
    columns: &'a [String],
    /// The number of the first one in the sheet.
    first: usize,
}

impl Part<'_> {
    fn write(&self, transaction: &Transaction<'_>, sheet: &Sheet) -> Result<(), ExportError> {
        let key = self.key.map(|key| format!("{} INTEGER PRIMARY KEY", quoted(key)));
        let texts = self.columns.iter().map(|column| format!("{} TEXT", quoted(column)));
        let columns: Vec<String> = key.into_iter().chain(texts).collect();
        let table = quoted(self.table);
        transaction.execute(&format!("CREATE TABLE {table} ({})", columns.join(", ")), ())?;
        let places = vec!["?"; columns.len()].join(", ");
        let mut insert = transaction.prepare(&format!("INSERT INTO {table} VALUES ({places})"))?;
        for row in 0..sheet.height() {
            let mut place = 1;
            if self.key.is_some() {
                insert.raw_bind_parameter(place, row as i64 + 1)?;
                place += 1;
            }
            for column in 0..self.columns.len() {
                insert.raw_bind_parameter(place + column, sheet.value(row, self.first + column))?;
            }
            insert.raw_execute()?;
        }
        Ok(())
    }
}

/// SQLite keeps names that begin with its own to itself.
fn unreserved(name: &str) -> String {
    let is_reserved = name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("sqlite_"));
    if is_reserved { format!("_{name}") } else { name.to_owned() }
}

/// A name as SQL takes it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Rows = Vec<Vec<Option<String>>>;
    /// Its name, its columns and its rows.
    type Table = (String, Vec<String>, Rows);

    /// Writes the tables and gives them back, keys as text.
    fn round_trip(tables: &[(&str, &Sheet)]) -> (Vec<Change>, Vec<Table>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.sqlite");
        let changes = sqlite(&path, tables).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        let connection = Connection::open(&path).unwrap();
        let check: String = connection.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
        let mut names = connection.prepare("SELECT name FROM sqlite_schema ORDER BY rowid").unwrap();
        let names: Vec<String> = names.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        (changes, names.into_iter().map(|name| read(&connection, name)).collect())
    }

    fn read(connection: &Connection, name: String) -> Table {
        let mut select = connection.prepare(&format!("SELECT * FROM {}", quoted(&name))).unwrap();
        let columns: Vec<String> = select.column_names().map(str::to_owned).collect();
        let text = |row: &rusqlite::Row<'_>, column: usize| match row.get_unwrap::<_, rusqlite::types::Value>(column) {
            rusqlite::types::Value::Null => None,
            rusqlite::types::Value::Integer(number) => Some(number.to_string()),
            rusqlite::types::Value::Text(text) => Some(text),
            other => panic!("{other:?} is no text"),
        };
        let rows = select.query_map((), |row| Ok((0..columns.len()).map(|column| text(row, column)).collect()));
        let rows = rows.unwrap().map(Result::unwrap).collect();
        (name, columns, rows)
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn text_comes_back_as_it_was_under_any_name() {
        let nasty =
            ["rowid", "oid", "_rowid_", "a\"b", "'; DROP TABLE x; --", "", "Price", "price", "\0", "select", "价"];
        let mut sheet = Sheet::new(nasty);
        let values = ["1", "007", "1.50", "", "NULL", "a\0b", "two\nlines", "\"", "'", "\u{1F600}"];
        sheet.push(values.iter().map(|value| some(value)).collect());
        sheet.push(vec![None, some("x")]);
        let (changes, tables) = round_trip(&[("it's \"a\" table", &sheet)]);
        let (name, columns, rows) = &tables[0];
        assert_eq!(name, "it's \"a\" table");
        assert_eq!(columns[..5], nasty[..5]);
        assert_eq!(columns[5..], ["column_6", "Price", "price_2", "\u{FFFD}", "select", "价"]);
        assert_eq!(changes.len(), 3);
        let told = r#"the column "price" of "it's \"a\" table" is called "price_2""#;
        assert_eq!(changes[1].to_string(), told);
        let expected: Rows = (0..2).map(|row| sheet.row(row).map(|value| value.map(str::to_owned)).collect()).collect();
        assert_eq!(*rows, expected);
    }

    #[test]
    fn several_tables_get_names_that_sqlite_takes() {
        let sheet = Sheet::new(["a"]);
        let names = ["shop", "Shop", "", "sqlite_master", "SQLITE_x", "sqlité"];
        let (changes, tables) = round_trip(&names.map(|name| (name, &sheet)));
        let found: Vec<&str> = tables.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(found, ["shop", "Shop_2", "table_3", "_sqlite_master", "_SQLITE_x", "sqlité"]);
        assert_eq!(changes.len(), 4);
    }

    #[test]
    fn sheets_without_rows_or_columns_are_tables_too() {
        let mut hollow = Sheet::default();
        hollow.push(Vec::new());
        hollow.push(Vec::new());
        let (changes, tables) = round_trip(&[("a", &Sheet::new(["x"])), ("b", &Sheet::default()), ("c", &hollow)]);
        assert_eq!(changes, []);
        assert_eq!(tables[0], ("a".into(), vec!["x".into()], vec![]));
        assert_eq!(tables[1], ("b".into(), vec!["row".into()], vec![]));
        assert_eq!(tables[2], ("c".into(), vec!["row".into()], vec![vec![some("1")], vec![some("2")]]));
        assert_eq!(round_trip(&[]), (vec![], vec![]));
    }

    #[test]
    fn more_columns_than_a_table_has_stand_in_several() {
        let mut sheet = Sheet::new((0..3_000).map(|column| format!("c{column}")).chain(["row".to_owned()]));
        sheet.push((0..3_001).map(|column| Some(column.to_string())).collect());
        sheet.push(vec![some("only")]);
        let (changes, tables) = round_trip(&[("t", &sheet), ("t_2", &Sheet::new(vec!["x"; 2_000]))]);
        assert_eq!(changes[0], Change::Split { tables: vec!["t".into(), "t_3".into()], key: "row_2".into() });
        assert_eq!((tables[0].1.len(), tables[1].1.len(), tables[2].1.len()), (2_000, 1_003, 2_000));
        assert_eq!(tables[1].1[0], "row_2");
        assert_eq!(tables[1].2[0][1], some("1999"));
        assert_eq!((&tables[1].2[1][0], &tables[1].2[1][1]), (&some("2"), &None));
    }

    #[test]
    fn a_hundred_thousand_rows_are_written() {
        let mut sheet = Sheet::new(["title", "price"]);
        (0..100_000)
            .for_each(|row| sheet.push(vec![Some(format!("title {row}")), (row % 3 > 0).then(|| "€ 9".into())]));
        let (_, tables) = round_trip(&[("t", &sheet)]);
        assert_eq!(tables[0].2.len(), 100_000);
        assert_eq!(tables[0].2[99_999], [some("title 99999"), None]);
    }

    #[test]
    fn a_file_with_something_in_it_is_left_alone_and_the_same_rows_are_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let sheet = Sheet::of_records([[("a", "1"), ("b", "2")]]);
        let [first, second, full] = ["1", "2", "3"].map(|name| folder.path().join(name));
        fs::write(&second, "").unwrap();
        fs::write(&full, "mine").unwrap();
        sqlite(&first, &[("t", &sheet)]).unwrap();
        sqlite(&second, &[("t", &sheet)]).unwrap();
        assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
        assert!(matches!(sqlite(&full, &[("t", &sheet)]), Err(ExportError::NotEmpty)));
        assert_eq!(fs::read(&full).unwrap(), b"mine");
        let missing = sqlite(&folder.path().join("no/such/folder"), &[]).unwrap_err();
        assert!(missing.to_string().starts_with("SQLite: unable to open database file"), "{missing}");
    }
}
