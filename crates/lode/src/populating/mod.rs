//! Populating a known ontology: from pages to individuals with checked values, each with its evidence.
//!
//! A [`Populator`] learns a [`Plan`] from some pages, which then reads any number of them, one at a time: reading is a
//! function of one page alone, so that pages stream through it.
//!
//! 1. pages are sorted by template (`analysis::wrappers`)
//! 2. of each template it is found where individuals other than the subject are listed
//!    (`knowledge::population::lists`), and a wrapper is learnt for the records of each list
//! 3. a wrapper is learnt for what is left of the page: its subject, or the list that the page is
//! 4. a page is read by the plan of its template, tables by their headers, and what was found is checked and put
//!    together (`knowledge::population::gather`)

mod harvest;
mod journal;
mod kept;
mod known;
mod learn;
mod plan;
mod run;

pub use kept::PlannedWrapper;
pub use knowledge::population::facts::{
    Evidence, Individual, PageFacts, Raw, Reason, Statement, UnknownName, Value as FactValue,
};
pub use knowledge::values::{Amount, Literal, Misfit};
pub use known::{Known, KnownError};
pub use learn::Populator;
pub use plan::{Plan, Role};
pub use run::{PopulateError, Population, Told, Trouble, TroubleKind};
