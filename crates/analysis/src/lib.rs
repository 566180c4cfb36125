//! What a page is made of: segments, tables, label hierarchies, data regions and wrappers, each a pure function of a
//! [`page::Page`].
//!
//! All stages count in the leaves of [`Content`]. Still to come are `regions` and `wrappers`.

mod content;
mod emphasis;
pub mod hierarchy;
pub mod segments;

pub use content::Content;
