//! Names that every database takes, made of names that pages gave: not empty, without NUL, and no two alike, whatever
//! their case. The first of several keeps its name, the others are numbered. Not the union of columns (`sheet.rs`).

use std::collections::{HashMap, HashSet};
use std::fmt;

/// What is called otherwise in the file than on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A column has another name.
    Column {
        /// Its table, in a file of several.
        table: Option<String>,
        /// As the page had it.
        from: String,
        /// As it is in the file.
        to: String,
    },
    /// A table has another name.
    Table {
        /// As it was asked for.
        from: String,
        /// As it is in the file.
        to: String,
    },
    /// A table has more columns than fit into one; they stand in several.
    Split {
        /// The tables, the first under the name of the whole.
        tables: Vec<String>,
        /// The column of each that says which rows belong together.
        key: String,
    },
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Column { table: None, from, to } => write!(f, "the column {from:?} is called {to:?}"),
            Change::Column { table: Some(table), from, to } => {
                write!(f, "the column {from:?} of {table:?} is called {to:?}")
            }
            Change::Table { from, to } => write!(f, "the table {from:?} is called {to:?}"),
            Change::Split { tables, key } => {
                let [first, others @ ..] = &tables[..] else { return Ok(()) };
                write!(f, "the table {first:?} has more columns than fit; the others are in ")?;
                for (index, table) in others.iter().enumerate() {
                    write!(f, "{}{table:?}", if index > 0 { ", " } else { "" })?;
                }
                write!(f, ", rows go together by {key:?}")
            }
        }
    }
}

/// A name that had to be another one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Renamed {
    pub(crate) from: String,
    pub(crate) to: String,
}

/// Names that are in use, in small letters: SQLite, Spark and DuckDB do not tell cases apart.
#[derive(Default)]
pub(crate) struct Names {
    used: HashSet<String>,
    /// The last number tried for a name, so that many equal names do not take for ever.
    numbers: HashMap<String, usize>,
    pub(crate) renamed: Vec<Renamed>,
}

impl Names {
    /// A name for each of these, in order. One without a name is called `kind` with its number, counted from 1.
    pub(crate) fn of<'a>(&mut self, kind: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        let named = |(number, name): (usize, &'a str)| (name, plain(kind, number, name));
        let wanted: Vec<(&str, String)> = (1..).zip(names).map(named).collect();
        // Whoever has a name for itself keeps it, also if an earlier one could be renamed to just that.
        let is_first: Vec<bool> = wanted.iter().map(|(_, name)| self.used.insert(name.to_lowercase())).collect();
        let mut found = Vec::new();
        for ((from, name), is_first) in wanted.into_iter().zip(is_first) {
            let to = if is_first { name } else { self.numbered(&name) };
            if to != from {
                self.renamed.push(Renamed { from: from.to_owned(), to: to.clone() });
            }
            found.push(to);
        }
        found
    }

    /// A name like this one that is not in use.
    pub(crate) fn free(&mut self, name: &str) -> String {
        if self.used.insert(name.to_lowercase()) { name.to_owned() } else { self.numbered(name) }
    }

    fn numbered(&mut self, name: &str) -> String {
        let number = self.numbers.entry(name.to_lowercase()).or_insert(1);
        loop {
            *number += 1;
            let numbered = format!("{name}_{number}");
            if self.used.insert(numbered.to_lowercase()) {
                return numbered;
            }
        }
    }
}

/// A name that can stand in SQL, where NUL ends the text.
fn plain(kind: &str, number: usize, name: &str) -> String {
    let name = name.replace('\0', "\u{FFFD}");
    if name.trim().is_empty() { format!("{kind}_{number}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], expected: &[&str]) {
        let mut made = Names::default();
        assert_eq!(made.of("column", names.iter().copied()), expected);
        let differing = names.iter().zip(expected).filter(|(from, to)| from != to);
        let renamed = differing.map(|(from, to)| Renamed { from: from.to_string(), to: to.to_string() });
        assert_eq!(made.renamed, renamed.collect::<Vec<_>>());
    }

    #[test]
    fn the_first_of_equal_names_keeps_it_and_the_others_are_numbered() {
        check(&["price", "name", "price", "price"], &["price", "name", "price_2", "price_3"]);
        check(&["Price", "price", "PRICE"], &["Price", "price_2", "PRICE_3"]);
        check(&["a", "a", "a_2", "A_2"], &["a", "a_3", "a_2", "A_2_2"]);
        check(&["Ä", "ä"], &["Ä", "ä_2"]);
        check(&["rowid", "oid", "\"", "x'); DROP", "a.b"], &["rowid", "oid", "\"", "x'); DROP", "a.b"]);
    }

    #[test]
    fn no_name_is_empty_or_ends_sql() {
        check(&["", " ", "column_1", "\n"], &["column_1", "column_2", "column_1_2", "column_4"]);
        check(&["a\0b", "\0"], &["a\u{FFFD}b", "\u{FFFD}"]);
    }

    #[test]
    fn many_equal_names_do_not_take_for_ever() {
        let names = vec!["x"; 100_000];
        let made = Names::default().of("column", names);
        assert_eq!(made.last().map(String::as_str), Some("x_100000"));
    }

    #[test]
    fn changes_are_told_in_a_sentence() {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let change = Change::Column { table: None, from: "a\0".into(), to: "b".into() };
        assert_eq!(change.to_string(), r#"the column "a\0" is called "b""#);
        let change = Change::Split { tables: names(&["t", "t_2", "t_3"]), key: "row".into() };
        let told =
            r#"the table "t" has more columns than fit; the others are in "t_2", "t_3", rows go together by "row""#;
        assert_eq!(change.to_string(), told);
    }
}
