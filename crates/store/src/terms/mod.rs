//! Terms and their numbers. A statement is four numbers; what they stand for is written down once.
//!
//! Terms get their numbers in the order in which they come. They are kept in blocks of 256 by number, so that a block
//! is found by arithmetic, and on a shelf by what they hash to. Nothing is ever taken away: a term that nothing is
//! said of any more costs its bytes and nothing else.

mod code;
mod read;
mod well_known;
mod write;

pub(crate) use code::{Key, TermHash};
pub(crate) use read::{Stored, TermReader};
pub(crate) use well_known::{WELL_KNOWN, id};
pub(crate) use write::TermWriter;

/// The number of a term. Zero is none: the graph that has no name.
pub(crate) type TermId = u32;

/// Terms of a block.
const BLOCK: u32 = 256;
