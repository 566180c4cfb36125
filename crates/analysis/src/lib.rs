//! What a page is made of: segments, tables, label hierarchies, data regions and wrappers, each a pure function of a
//! [`page::Page`].
//!
//! Nothing is here yet; the modules to come are `segments`, `tables`, `hierarchy`, `regions` and `wrappers`.
