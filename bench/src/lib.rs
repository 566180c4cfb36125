//! What each stage of Lode costs, as a multiple of the bare HTML parser on the same bytes of the same pages.
//!
//! Figures are for reading and for a committed history, not for failing a test: times differ between machines and
//! between hours. What is stable is the multiple, since the two sides run in turn, page by page, and each counts
//! with its median.

pub mod agreement;
mod measure;
mod sample;
pub mod stages;

pub use measure::{Row, measure, print};
pub use sample::{SamplePage, sample};
