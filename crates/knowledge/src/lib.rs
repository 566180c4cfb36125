//! What the pages of a domain say together: labels, taxonomy, instances, names, population and merging. Pure; where it
//! wants more pages it returns the links it wants.
//!
//! Nothing is here yet; the modules to come are `labels`, `taxonomy`, `instances`, `names`, `population` and
//! `merging`.
