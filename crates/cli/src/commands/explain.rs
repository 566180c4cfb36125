//! `lode explain`: what a wrapper will do, in words.

use lode::printable;
use lode::wrapping::explain;

use super::read_wrapper;
use crate::args::Explain;
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;

pub(super) fn run(settings: &Explain) -> Result<Exit, Diagnostic> {
    let file = read_wrapper(&settings.wrapper)?;
    let mut output = Output::open(None)?;
    output.write(&printable(&explain(&file))).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    Ok(Exit::Done)
}
