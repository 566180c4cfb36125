//! `lode kb stats`: how much is in a knowledge base, and from where.

use super::open;
use crate::args::Stats;
use crate::exit::{Exit, Failure};

pub(super) fn run(settings: &Stats) -> Result<Exit, Failure> {
    let snapshot = open(&settings.kb)?.read()?;
    println!("{} statements", snapshot.statements()?);
    Ok(Exit::Done)
}
