//! What people do with a knowledge base beyond single statements: load files into it, call classes and properties by
//! their names, decide on names that nobody knew, ask by class and value, see one thing as all sites tell it, take
//! whole classes out as tables, and send everything to a store elsewhere.

mod archive;
mod ask;
mod deciding;
mod load;
mod picture;
mod portrait;
mod push;
mod readable;
mod sheets;
mod tables;
mod tree;
mod values;
mod vocabulary;

pub use archive::verify;
pub(crate) use archive::{can_be_written, captured, now, open as open_archive, write_when_free};
pub use ask::{AskError, Found, Question, Relation, Wish};
pub use deciding::{DecideError, Decisions};
pub use load::{LoadFailure, Loaded, Statements, load};
pub use picture::picture;
pub use portrait::{Portrait, ToldProperty, best_known, portrait};
pub use push::{PushError, push};
pub use readable::{bare, readable, short};
pub use sheets::{ClassSheet, class_sheets, value_sheet};
pub use tables::{ClassTables, RowFormat, TablesError, WrittenTables};
pub use tree::{tree_picture, tree_text};
pub use vocabulary::{Named, NamedTerm, UnknownTerm, Waiting, waiting_names};
