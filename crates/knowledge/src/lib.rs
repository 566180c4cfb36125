//! What the pages of a domain say together: labels, taxonomy, instances, names, population and merging. Pure; where it
//! wants more pages it returns the links it wants.
//!
//! What is known beforehand is read by [`ontology`]; [`names`] says what sites call its terms, and [`values`] whether a
//! text may be a value of one, and which. [`mapping`] finds properties on pages, and [`population`] makes individuals
//! of what pages tell. The modules to come are `labels`, `taxonomy`, `instances` and `merging`.

pub mod mapping;
pub mod names;
pub mod ontology;
pub mod population;
pub mod values;
