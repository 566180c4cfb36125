//! Wrappers from pages, and values from wrappers: learning, the wrapper file, extraction, and what a wrapper will do in
//! words.

mod explain;
mod extract;
mod file;
mod learn;
mod vocabulary;

pub use explain::explain;
pub use extract::{Extraction, Extractor, NamedValues, Status, Value, ValueNote};
pub use file::{BadFile, FORMAT, WrapperFile};
pub use learn::{LearnError, Learner, Learnt};
pub use vocabulary::{Vocabulary, VocabularyError};
