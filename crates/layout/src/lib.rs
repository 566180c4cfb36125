//! Boxes and styles without a browser: the embedded engine ([`Embedded`]), which lays pages out much as a browser does,
//! and a simple estimate ([`Estimate`]) for the pages on which it gives up.
//!
//! This crate fences the layout engine, which is large and young: it is used nowhere else, its panics end here, and
//! nothing of it shows in the interface. No fonts, files or network are touched; text is measured with fonts made of
//! width tables.

mod embedded;
mod estimate;

pub use embedded::{CONTAINED_THREAD, Embedded};
pub use estimate::Estimate;
