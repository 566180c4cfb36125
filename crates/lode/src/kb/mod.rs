//! What people do with a knowledge base beyond single statements: call classes and properties by their names, decide on
//! names that nobody knew, ask by class and value, take whole classes out
//! as tables, and send everything to a store elsewhere.

mod archive;
mod ask;
mod picture;
mod push;
mod sheets;
mod tree;
mod values;
mod vocabulary;

pub use archive::verify;
pub(crate) use archive::{can_be_written, captured, now, open as open_archive, write_when_free};
pub use ask::{AskError, Found, Question, Relation, Wish};
pub use picture::picture;
pub use push::{PushError, push};
pub use sheets::{ClassSheet, class_sheets, value_sheet};
pub use tree::tree_picture;
pub use vocabulary::{Named, NamedTerm, UnknownTerm, Waiting, waiting_names};
