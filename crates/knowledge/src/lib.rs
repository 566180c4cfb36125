//! What the pages of a domain say together: labels, taxonomy, instances, names, population and merging. Pure; where it
//! wants more pages it returns the links it wants.
//!
//! What is known beforehand is read by [`ontology`]. The modules to come are `labels`, `taxonomy`, `instances`,
//! `population` and `merging`.

pub mod ontology;
