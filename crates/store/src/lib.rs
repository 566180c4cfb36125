//! A knowledge-base folder: statements with a SPARQL engine over them, names, wrappers, and the history of harvests.

mod about;
mod base;
mod blank;
mod captures;
mod connections;
mod database;
mod error;
mod export;
mod folder;
mod harvest;
mod individuals;
mod load;
mod merging;
mod provenance;
mod schema;
mod search;
mod shelves;
mod snapshot;
pub mod sparql;
mod stats;
mod sums;
mod tables;
mod taxonomy;
mod terms;
mod verify;
pub mod vocabulary;
mod writer;

pub use base::KnowledgeBase;
pub use blank::Mark;
pub use captures::Captured;
pub use connections::Connection;
pub use error::StoreError;
pub use export::{Evidence, ExportError, StatementFormat, StoredGraph};

pub use harvest::plain;
pub use harvest::{Described, DocumentKind, FoundValue, RawValue, ReviewedName, Source, Synonym};
pub use load::{GraphNode, LoadError, StatementFile, graph_name};
pub use merging::{ExplainError, Explained, ExplainedRespect, MergeMethod, MergeReport, Undone};
pub use oxrdf::{Literal, NamedNode, Term, Triple, Variable};
pub use schema::Schema;
pub use search::Hit;
pub use snapshot::Snapshot;
pub use stats::{CommitLine, Stats};
pub use taxonomy::Concept;
pub use verify::Verdict;
pub use writer::{Commit, Counts, Writer};
