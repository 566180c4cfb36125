//! What can be wrong with a wrapper file.

use std::fmt;

use job::{Advice, Failure};

use super::FORMAT;

/// Why a wrapper file cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum BadFile {
    /// It is no JSON, or not of this form.
    Json(serde_json::Error),
    /// It was written by a later version.
    TooNew(u32),
    /// A place of a field says nothing, or too much.
    Place {
        /// The field.
        field: String,
        /// What is wrong.
        problem: String,
    },
    /// Two fields have the same name.
    Twice(String),
    /// A list does not say where its records are, or something else does.
    Kind,
    /// The pattern cannot be read.
    Pattern(String),
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadFile::Json(error) => write!(f, "this is not a wrapper file: {error}"),
            BadFile::TooNew(version) => write!(f, "this wrapper has format {version}; this Lode reads up to {FORMAT}"),
            BadFile::Place { field, problem } => write!(f, "the field {field:?}: {problem}"),
            BadFile::Twice(name) => write!(f, "there are two fields with the name {name:?}"),
            BadFile::Kind => f.write_str("a template of kind \"list\" has \"records\", and no other has"),
            BadFile::Pattern(problem) => write!(f, "the pattern: {problem}"),
        }
    }
}

impl std::error::Error for BadFile {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BadFile::Json(error) => Some(error),
            _ => None,
        }
    }
}

impl Failure for BadFile {
    fn code(&self) -> &'static str {
        match self {
            BadFile::Json(_) => "wrapper-not-json",
            BadFile::TooNew(_) => "wrapper-too-new",
            BadFile::Place { .. } => "wrapper-bad-place",
            BadFile::Twice(_) => "wrapper-field-twice",
            BadFile::Kind => "wrapper-bad-kind",
            BadFile::Pattern(_) => "wrapper-bad-pattern",
        }
    }

    fn advice(&self) -> Option<Advice> {
        Some(Advice::new(match self {
            BadFile::Json(_) => return Some(Advice::LearnAnew),
            BadFile::TooNew(_) => "install a newer Lode, or learn the wrapper again with this one",
            BadFile::Place { .. } => {
                r#"a place is {"after": "Label"}, {"starts_with": "Label"}, {"path": "/html[1]/…"} or {"in": "html …"}"#
            }
            BadFile::Twice(_) => "rename one, or put the places of both into one field",
            BadFile::Kind => r#"write "records": {"in": "html body … li"} into the template, or change its kind"#,
            BadFile::Pattern(_) => "a pattern is written as <tr><td>{property}</td><td>{value}</td></tr>",
        }))
    }
}
