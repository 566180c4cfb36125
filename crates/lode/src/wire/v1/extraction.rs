//! The values of a page, by a wrapper.

use page::Page;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use super::thousandths;
use crate::wrapping;

/// What a wrapper reads from a page.
#[derive(Debug, Serialize)]
pub struct Extraction<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// `ok`, `empty` or `drift`.
    pub status: &'static str,
    /// Its values, by the names of the wrapper's fields.
    pub values: NamedValues<'a>,
    /// What else stands where values do, by what the page calls it.
    #[serde(skip_serializing_if = "NamedValues::is_empty")]
    pub raw: NamedValues<'a>,
    /// Its records, if the wrapper is for lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records: Option<Vec<NamedValues<'a>>>,
    /// Of each field that is missing or doubtful, why.
    pub notes: Vec<FieldNote<'a>>,
}

/// Values by name: an object in the order of the wrapper.
#[derive(Debug)]
pub struct NamedValues<'a>(Vec<(&'a str, Vec<ExtractedValue<'a>>)>);

/// A value.
#[derive(Debug, Serialize)]
pub struct ExtractedValue<'a> {
    /// The text of its node.
    pub text: &'a str,
    /// The text without its label and separators, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'a str>,
    /// The path of its node.
    pub path: String,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
}

/// What is the matter with a field.
#[derive(Debug, Serialize)]
pub struct FieldNote<'a> {
    /// The name of the field.
    pub name: &'a str,
    /// What is the matter.
    pub note: &'a str,
}

impl NamedValues<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for NamedValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, values) in &self.0 {
            map.serialize_entry(name, values)?;
        }
        map.end()
    }
}

impl<'a> Extraction<'a> {
    /// What was read from a page.
    pub fn of(page: &'a Page, extraction: &'a wrapping::Extraction) -> Extraction<'a> {
        let value = |value: &'a wrapping::Value| ExtractedValue {
            text: &value.text,
            value: (value.value != value.text).then_some(value.value.as_str()),
            path: page.tree.path(value.node),
            confidence: thousandths(value.confidence),
        };
        let named = |values: &'a wrapping::NamedValues| {
            let values = values.iter().map(|(name, values)| (name.as_str(), values.iter().map(value).collect()));
            NamedValues(values.collect())
        };
        Extraction {
            page: &page.name,
            status: extraction.status.as_str(),
            values: named(&extraction.values),
            raw: named(&extraction.raw),
            records: extraction.records.as_ref().map(|records| records.iter().map(named).collect()),
            notes: extraction.notes.iter().map(|note| FieldNote { name: &note.name, note: &note.note }).collect(),
        }
    }
}
