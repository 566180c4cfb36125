//! Questions in SPARQL 1.1. A query may come from anybody: whatever it is, it ends within its time and its memory, and
//! the process lives on.
//!
//! 1. the text is looked at before it is parsed (`guard.rs`, by its `tokens.rs`)
//! 2. it is parsed (`parse.rs`), and refused if it is too deep or wants other machines (`shape.rs`), or makes texts
//!    that no memory holds (`growth.rs`)
//! 3. it waits for one of a few threads with deep stacks (`pool.rs`), on which it is evaluated (`evaluation.rs`) over
//!    the statements of a moment (`dataset.rs`), and stops when time or memory is used up (`usage.rs`)
//! 4. whoever asked (`run.rs`) receives the answer bit by bit (`handover.rs`)

mod dataset;
mod error;
mod evaluation;
mod growth;
mod guard;
mod handover;
mod parse;
mod pool;
mod results;
mod run;
mod shape;
pub mod text;
mod tokens;
mod usage;

pub use dataset::DefaultGraph;
pub use error::QueryError;
pub use parse::Prefixes;
pub(crate) use pool::Workers;
pub use results::{AnswerError, AnswerFormat, write_answer};
pub(crate) use run::Asking;
pub use run::{Answer, Bit, Head, Limits};

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod serving;
#[cfg(test)]
mod tests;
