//! What a page is made of: segments, tables, label hierarchies, data regions and wrappers, each a pure function of a
//! [`page::Page`].
//!
//! Here so far: [`tables`]. The modules to come are `segments`, `hierarchy`, `regions` and `wrappers`.

pub mod tables;
