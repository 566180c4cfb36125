//! The truth about pages, as the scorers of the corpora tell it: one JSON object a line, written by `truth.py`.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// What is known of a page.
#[derive(Clone, Debug, Deserialize)]
pub struct PageTruth {
    /// The corpus that it is of.
    pub corpus: String,
    /// The site that it is of.
    pub site: String,
    /// Its file.
    pub file: String,
    /// Its lists.
    pub lists: Vec<GoldList>,
}

/// A list of a page, as people marked it.
#[derive(Clone, Debug, Deserialize)]
pub struct GoldList {
    /// What it is called.
    pub name: String,
    /// Whether it is what the page is about; another list is merely one of the page's.
    pub is_main: bool,
    /// How its records are told.
    pub rule: Rule,
    /// The ways in which it may be read: each some records.
    pub readings: Vec<Vec<String>>,
}

/// How the records of a list are told.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// As paths of nodes: of the record itself, or of its first and its last node.
    Nodes,
    /// As the words of rows.
    Rows,
    /// As texts.
    Items,
    /// As names, one of which is in each.
    Names,
}

/// Reads a file of truth.
///
/// # Errors
///
/// If it cannot be read, or a line is something else.
pub fn read<T: DeserializeOwned>(file: &Path) -> std::io::Result<Vec<T>> {
    let text = std::fs::read_to_string(file)?;
    text.lines().map(|line| serde_json::from_str(line).map_err(std::io::Error::from)).collect()
}
