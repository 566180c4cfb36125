//! From hand-made pages and a small ontology to individuals.

mod clubs;
mod pages;
mod plans;
