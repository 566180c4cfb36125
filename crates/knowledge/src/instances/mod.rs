//! What the pages of a template tell of the one thing each of them is about, when nobody says what is wanted: its name,
//! and attributes that are called what the pages call them.
//!
//! [`candidates`] are the slots that may hold a property, [`labels`] finds what the pages print before them, [`naming`]
//! what else they may be called, and [`template`] chooses among them and reads pages.

mod candidates;
mod labels;
mod naming;
mod template;

pub use template::{Attribute, FoundText, InstancePage, InstanceTemplate, LearntAttribute, Value};
