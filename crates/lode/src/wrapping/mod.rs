//! Wrappers from pages, and values from wrappers: learning, teaching, the wrapper file, extraction, checking, healing,
//! and what a wrapper will do in words.

mod check;
mod explain;
mod extent;
mod extract;
pub mod file;
mod heal;
mod learn;
mod memory;
mod places;
mod region;
mod rows;
mod tally;
mod teach;
mod vocabulary;

pub use check::{Check, Checker};
pub use explain::{explain, main_place};
pub use extract::{Extraction, Extractor, NamedValues, Status, Value, ValueNote};
pub use file::{BadFile, FORMAT, WrapperFile};
pub(crate) use file::{Kind, Records, Template, Values};
pub(crate) use heal::healed;
pub use heal::{Healing, Moved, Outcome, heal};
pub use learn::{LearnError, Learner, Learnt};
pub(crate) use learn::{list_place, signature, spread, spread_all};
pub use places::{numbered, proposal_beside};
pub use region::region_signature;
pub use rows::{ExtractionBook, ExtractionPage, flat};
pub use tally::{CheckTally, ExtractionCounts, ExtractionTally};
pub use teach::{Lesson, TeachError};
pub use vocabulary::{BadVocabulary, Vocabulary, VocabularyError};
