//! What facts weigh in the three questions about lists, each in a file that `cargo xtask fit` writes.

pub(super) mod cuts;
pub(super) mod main;
pub(super) mod score;
