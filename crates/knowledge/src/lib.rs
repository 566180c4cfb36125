//! What the pages of a domain say together: labels, taxonomy, instances, names, population and merging. Pure; where it
//! wants more pages it returns the links it wants.
//!
//! What is known beforehand is read by [`ontology`]; [`names`] says what sites call its terms, and [`values`] whether
//! a text may be a value of one, and which. [`mapping`] finds properties on pages, [`population`] makes individuals
//! of what pages tell, and [`merging`] says which of them are the same thing. Without an ontology, [`labels`] of menus
//! are made comparable, [`taxonomy`] finds the concepts that sites share, and [`instances`] reads what pages tell of
//! their subjects.

pub mod instances;
pub mod labels;
pub mod mapping;
pub mod merging;
pub mod mined;
pub mod names;
pub mod ontology;
pub mod population;
pub mod rdf;
pub mod taxonomy;
pub mod values;

use analysis::evidence;
