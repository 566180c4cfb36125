//! Wrappers from pages, and values from wrappers: learning, teaching, the wrapper file, extraction, and what a wrapper will do in
//! words.

mod explain;
mod extent;
mod extract;
mod file;
mod learn;
mod teach;
mod vocabulary;

pub use explain::{explain, main_place};
pub use extract::{Extraction, Extractor, NamedValues, Status, Value, ValueNote};
pub use file::{BadFile, FORMAT, WrapperFile};
pub use learn::{LearnError, Learner, Learnt};
pub use teach::{Lesson, TeachError};
pub use vocabulary::{Vocabulary, VocabularyError};
