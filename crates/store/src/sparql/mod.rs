//! Questions in SPARQL 1.1. A query may come from anybody: whatever it is, it ends within its time and its memory, and
//! the process lives on.
//!
//! 1. the text is looked at before it is parsed (`guard.rs`, by its `tokens.rs`)
//! 2. it is parsed (`parse.rs`), and refused if it is too deep or wants other machines (`shape.rs`), or makes texts
//!    that no memory holds (`growth.rs`)
//! 3. it is evaluated on a thread with a deep stack (`run.rs`), over the statements of a moment (`dataset.rs`)
//! 4. whoever asked receives the answer bit by bit, and stops the evaluation when time or memory is used up

mod dataset;
mod error;
mod growth;
mod guard;
mod parse;
mod results;
mod run;
mod shape;
pub mod text;
mod tokens;

pub use dataset::DefaultGraph;
pub use error::QueryError;
pub use parse::Prefixes;
pub use results::{AnswerError, AnswerFormat, write_answer};
pub(crate) use run::Workers;
pub use run::{Answer, Bit, Head, Limits};

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod tests;
