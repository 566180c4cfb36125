//! The names file: `name,synonym`, a line for each synonym of a term as sites print it.

use std::error::Error;
use std::fmt;

use job::{Advice, Failure};

/// Bytes of a names file; a hundred thousand synonyms.
const MAX_BYTES: usize = 16 << 20;

/// A line of the names file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameRow {
    /// Where it stands, from one.
    pub line: u64,
    /// Local name or IRI of a term.
    pub name: String,
    /// What sites call it.
    pub synonym: String,
}

/// Why a names file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NamesError {
    /// It has more bytes than are read.
    TooLarge {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        limit: usize,
    },
    /// It is in another coding.
    NotUtf8 {
        /// The first line that is.
        line: u64,
    },
    /// Its first line is not `name,synonym`.
    Header {
        /// What it is.
        found: String,
    },
    /// A line does not have two columns.
    Columns {
        /// Which line.
        line: u64,
        /// How many it has.
        found: usize,
    },
    /// A column is empty.
    Empty {
        /// Which line.
        line: u64,
        /// Which column.
        column: &'static str,
    },
    /// A quote goes on over the end of its line.
    Quote {
        /// Where it begins.
        line: u64,
    },
    /// The CSV reader gave up.
    Csv(String),
}

impl fmt::Display for NamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NamesError::TooLarge { bytes, limit } => {
                write!(f, "the names file has {bytes} bytes, and no more than {limit} are read")
            }
            NamesError::NotUtf8 { line } => write!(f, "line {line} is not UTF-8"),
            NamesError::Header { found } => write!(f, "line 1 is {found:?} instead of name,synonym"),
            NamesError::Columns { line, found } => write!(f, "line {line} has {found} column(s) instead of two"),
            NamesError::Empty { line, column } => write!(f, "line {line} has no {column}"),
            NamesError::Quote { line } => write!(f, "line {line} has a quote that goes on over its end"),
            NamesError::Csv(message) => write!(f, "not CSV: {message}"),
        }
    }
}

impl Error for NamesError {}

impl Failure for NamesError {
    fn code(&self) -> &'static str {
        match self {
            NamesError::TooLarge { .. } => "names-too-large",
            NamesError::NotUtf8 { .. } => "names-not-utf8",
            NamesError::Header { .. } => "names-header",
            NamesError::Columns { .. } => "names-columns",
            NamesError::Empty { .. } => "names-empty",
            NamesError::Quote { .. } => "names-quote",
            NamesError::Csv(_) => "names-csv",
        }
    }

    fn advice(&self) -> Option<Advice> {
        let sentence = match self {
            NamesError::TooLarge { .. } => "keep only the terms that the pages are about",
            NamesError::NotUtf8 { .. } => {
                "save the file as UTF-8 (spreadsheets call it \"CSV UTF-8\"; GBK is not read)"
            }
            NamesError::Header { .. } => "write `name,synonym` into the first line",
            NamesError::Columns { .. } => "write a term and one synonym, with quotes around a synonym that has a comma",
            NamesError::Empty { .. } => "fill the column or take the line out",
            NamesError::Quote { .. } => "close the quote; a quote within quotes is written twice",
            NamesError::Csv(_) => "look at the file with a text editor: two columns, `name,synonym`",
        };
        Some(Advice::new(sentence))
    }
}

/// Reads a names file. Semicolons and tabs do for commas if the first line has them, since spreadsheets write them.
///
/// # Errors
///
/// At the first line that is not as it should be.
pub fn read_names(bytes: &[u8]) -> Result<Vec<NameRow>, NamesError> {
    if bytes.len() > MAX_BYTES {
        return Err(NamesError::TooLarge { bytes: bytes.len(), limit: MAX_BYTES });
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let line_of = |at: usize| 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count() as u64;
    let text =
        std::str::from_utf8(bytes).map_err(|error| NamesError::NotUtf8 { line: line_of(error.valid_up_to()) })?;
    let first = text.lines().next().unwrap_or_default();
    let delimiter = [b',', b';', b'\t'].into_iter().find(|&byte| first.as_bytes().contains(&byte)).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(bytes);
    let mut rows = Vec::new();
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(|error| NamesError::Csv(error.to_string()))?;
        let line = record.position().map_or(0, |position| line_behind(text, position));
        let columns: Vec<&str> = record.iter().collect();
        if index == 0 {
            let is_header = columns.iter().take(2).map(|column| column.to_lowercase()).eq(["name", "synonym"]);
            if !is_header {
                return Err(NamesError::Header { found: first.chars().take(60).collect() });
            }
            continue;
        }
        rows.extend(row(line, &columns)?);
    }
    if rows.is_empty() && first.trim().is_empty() {
        return Err(NamesError::Header { found: String::new() });
    }
    Ok(rows)
}

/// The line of a record: its position is before the empty lines that precede it.
fn line_behind(text: &str, position: &csv::Position) -> u64 {
    let from = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let rest = text.get(from..).unwrap_or_default();
    let skipped = rest.bytes().take_while(|byte| matches!(byte, b'\n' | b'\r')).filter(|&byte| byte == b'\n').count();
    position.line() + skipped as u64
}

/// A row of the file, unless nothing is in it.
fn row(line: u64, columns: &[&str]) -> Result<Option<NameRow>, NamesError> {
    if columns.iter().all(|column| column.is_empty()) {
        return Ok(None);
    }
    match columns {
        [name, synonym, rest @ ..] if rest.iter().all(|column| column.is_empty()) => {
            let empty = if name.is_empty() { Some("name") } else { synonym.is_empty().then_some("synonym") };
            if let Some(column) = empty {
                return Err(NamesError::Empty { line, column });
            }
            if name.contains('\n') || synonym.contains('\n') {
                return Err(NamesError::Quote { line });
            }
            Ok(Some(NameRow { line, name: (*name).to_owned(), synonym: (*synonym).to_owned() }))
        }
        _ => Err(NamesError::Columns { line, found: columns.len() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    fn check(input: &[u8], expected: Expect) {
        expected.assert_eq(&match read_names(input) {
            Ok(rows) => rows.iter().map(|row| format!("{} {} = {}\n", row.line, row.name, row.synonym)).collect(),
            Err(error) => match error.advice() {
                Some(Advice::Do(sentence)) => format!("{error}\n{sentence}\n"),
                other => format!("{error}\n{other:?}\n"),
            },
        });
    }

    #[test]
    fn rows_are_read_with_their_lines() {
        check(
            "\u{feff}name,synonym\nprice,MSRP\n\nprice ,\"from, to\"\r\n\r\nstockCode,股票代码\n,\n".as_bytes(),
            expect![[r#"
                2 price = MSRP
                4 price = from, to
                6 stockCode = 股票代码
            "#]],
        );
        check(
            b"Name;Synonym\nprice;a, b\n",
            expect![[r#"
            2 price = a, b
        "#]],
        );
        check(b"name,synonym\n", expect![[""]]);
    }

    #[test]
    fn errors_say_where_and_what_to_do() {
        check(
            b"",
            expect![[r#"
            line 1 is "" instead of name,synonym
            write `name,synonym` into the first line
        "#]],
        );
        check(
            b"price,MSRP\n",
            expect![[r#"
            line 1 is "price,MSRP" instead of name,synonym
            write `name,synonym` into the first line
        "#]],
        );
        check(
            b"name,synonym\nprice,MSRP\nprice,from, to\n",
            expect![[r#"
            line 3 has 3 column(s) instead of two
            write a term and one synonym, with quotes around a synonym that has a comma
        "#]],
        );
        check(
            b"name,synonym\nprice\n",
            expect![[r#"
            line 2 has 1 column(s) instead of two
            write a term and one synonym, with quotes around a synonym that has a comma
        "#]],
        );
        check(
            b"name,synonym\nprice,\n",
            expect![[r#"
            line 2 has no synonym
            fill the column or take the line out
        "#]],
        );
        check(
            b"name,synonym\nprice,\"MSRP\nprice,from\n",
            expect![[r#"
            line 2 has a quote that goes on over its end
            close the quote; a quote within quotes is written twice
        "#]],
        );
        check(
            b"name,synonym\n\nprice,\xb9\xc9\xc6\xb1\n",
            expect![[r#"
            line 3 is not UTF-8
            save the file as UTF-8 (spreadsheets call it "CSV UTF-8"; GBK is not read)
        "#]],
        );
    }

    proptest! {
        #[test]
        fn anything_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..200), text in "[a-c,;\"\n\r ]{0,60}") {
            let _ = read_names(&bytes);
            let _ = read_names(format!("name,synonym\n{text}").as_bytes());
        }
    }
}
