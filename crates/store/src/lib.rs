//! A knowledge-base folder: statements with a SPARQL engine over them, wrappers, and the state of harvests.
//!
//! Nothing is here yet.
