//! A knowledge-base folder: statements with a SPARQL engine over them, names, wrappers, and the history of harvests.

mod database;
mod error;
mod folder;
mod harvest;
mod load;
mod shelves;
mod snapshot;
pub mod sparql;
mod terms;
pub mod vocabulary;
mod verify;
mod writer;

pub use error::StoreError;
pub use folder::KnowledgeBase;
pub use harvest::{Described, FoundValue, RawValue, ReviewedName, Source, Synonym};
pub use load::{Counted, GraphNode, LoadError, graph_name};
pub use snapshot::Snapshot;
pub use verify::Verdict;
pub use writer::{Commit, Counts, Writer};
