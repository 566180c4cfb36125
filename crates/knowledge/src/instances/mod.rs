//! What the pages of a template tell of the one thing each of them is about, when nobody says what is wanted: its name,
//! and attributes that are called what the pages call them.
//!
//! [`decoration`] is what the pages share, with the labels among it; [`candidates`] are the slots that may hold a
//! property; [`choice`] takes the best of them and [`naming`] gives them names; [`heading`] finds the name of the thing
//! itself. A [`template`] is what was learnt, and [`reader`] reads pages by it. Whether pages are about one thing at
//! all is for [`mod@subject`] to say.

mod candidates;
mod choice;
mod decoration;
mod heading;
mod label_places;
mod naming;
mod reader;
mod subject;
mod template;

pub use label_places::LabelPlace;
pub use reader::{Attribute, InstancePage, InstanceReader, Value};
pub use subject::{LinkTargets, Subject, SubjectEvidence, UnknownTargets, subject};
pub use template::{Fixed, InstanceTemplate, LearntAttribute, LearntName};
