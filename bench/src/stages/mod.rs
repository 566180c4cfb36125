//! The stages that are measured, one file each.

mod bare;
mod check;
mod decode;
mod extract;
mod hierarchy;
mod layout;
mod page;
mod parse;
mod records;
mod segments;
mod tables;

use std::any::Any;

use crate::sample::SamplePage;

/// A stage: what happens before the clock starts, and what it times.
#[derive(Clone, Copy)]
pub struct Stage {
    /// Its name in the table.
    pub name: &'static str,
    /// Prepares one run on a page.
    pub prepare: for<'page> fn(&'page SamplePage) -> Run<'page>,
}

/// One run of a stage; gives back what it made, so that it is not optimised away.
pub type Run<'page> = Box<dyn FnMut() -> Box<dyn Any> + 'page>;

/// All stages, the bare parser first.
pub const ALL: &[Stage] = &[
    bare::STAGE,
    decode::STAGE,
    parse::STAGE,
    page::STAGE,
    layout::STAGE,
    segments::STAGE,
    tables::STAGE,
    hierarchy::STAGE,
    records::STAGE,
    extract::STAGE,
    check::STAGE,
];
