//! A knowledge-base folder: statements with a SPARQL engine over them, names, wrappers, and the history of harvests.

mod blank;
mod database;
mod error;
mod export;
mod folder;
mod harvest;
mod individuals;
mod load;
mod merging;
mod schema;
mod search;
mod shelves;
mod snapshot;
pub mod sparql;
mod stats;
mod sums;
mod terms;
mod verify;
pub mod vocabulary;
mod writer;

pub use blank::Mark;
pub use error::StoreError;
pub use export::{ExportError, StatementFormat, StoredGraph};
pub use folder::KnowledgeBase;
pub use harvest::plain;
pub use harvest::{Described, FoundValue, RawValue, ReviewedName, Source, Synonym};
pub use load::{Counted, GraphNode, LoadError, graph_name};
pub use merging::{ExplainError, Explained, ExplainedRespect, MergeMethod, MergeReport, Undone};
pub use oxrdf::{Literal, NamedNode, Term, Triple, Variable};
pub use schema::Schema;
pub use search::Hit;
pub use snapshot::Snapshot;
pub use stats::{CommitLine, Stats};
pub use verify::Verdict;
pub use writer::{Commit, Counts, Writer};
