//! Population: from pages and a known ontology to individuals with checked values and evidence.
//!
//! What a page is about has the properties of one class ([`roles`]). Other individuals stand in records: [`lists`]
//! finds elements in which the properties of their class are told, [`headed`] reads tables whose headers name them, and
//! [`sections`] tells which of several links leads to them. [`gather`] checks what was found and makes [`facts`] of it,
//! with IRIs that stay ([`iris`]).

pub mod facts;
pub mod gather;
pub mod headed;
pub mod hints;
pub mod iris;
pub mod lists;
pub mod roles;
pub mod sections;
