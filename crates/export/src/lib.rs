//! Rows to files: a [`Sheet`] of text as CSV, as tables of a SQLite database, as Parquet, or as a table for a terminal.
//!
//! Here is only how rows are written, and how a file takes the place of an old one. Where rows come from and what they
//! mean is the matter of others.
//!
//! All values are text, as the page had it: what is a number or a date is for a later stage to say.

mod complete;
mod csv;
mod error;
mod names;
mod parquet;
mod sheet;
mod sqlite;
mod text;

pub use self::csv::csv;
pub use self::parquet::parquet;
pub use complete::Complete;
pub use error::ExportError;
pub use names::Change;
pub use sheet::Sheet;
pub use sqlite::sqlite;
pub use text::{Cell, TextTable, clip, text_table};
