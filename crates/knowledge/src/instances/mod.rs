//! What the pages of a template tell of the one thing each of them is about, when nobody says what is wanted: its name,
//! and attributes that are called what the pages call them.
//!
//! [`decoration`] is what the pages share, with the labels among it; [`candidates`] are the slots that may hold a
//! property; [`choice`] takes the best of them and [`naming`] gives them names; [`heading`] finds the name of the thing
//! itself. [`known_labels`] are what other templates have taught. A [`template`] is what was learnt, and [`reader`]
//! reads pages by it. [`same_attributes`] joins what sites call differently. [`paper`] is the published way beside
//! ours.

mod candidates;
mod choice;
mod decoration;
mod heading;
mod known_labels;
mod label_places;
mod naming;
pub mod paper;
mod reader;
mod same_attributes;
mod template;

pub use known_labels::{KnownLabels, UnsureTexts};
pub use label_places::LabelPlace;
pub use reader::{Attribute, InstancePage, InstanceReader, Value};
pub use same_attributes::AttributeRows;
pub use template::{Fixed, InstanceTemplate, LearntAttribute, LearntName};
