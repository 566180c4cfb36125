//! A knowledge-base folder: statements with a SPARQL engine over them, names, wrappers, and the history of harvests.

mod database;
mod error;
mod folder;
mod load;
mod shelves;
mod snapshot;
pub mod sparql;
mod terms;
mod writer;

pub use error::StoreError;
pub use folder::KnowledgeBase;
pub use load::{Counted, LoadError};
pub use snapshot::Snapshot;
pub use writer::{Commit, Counts, Writer};
