//! `lode kb`: what is done with a knowledge base, one file for each.

mod load;
mod merge;
mod query;
mod stats;
mod verify;

use std::path::Path;

use lode::store::sparql::Prefixes;
use lode::store::vocabulary::PREFIXES;
use lode::store::{KnowledgeBase, StoreError};

use crate::args::Kb;
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(command: &Kb, printer: &Printer) -> Result<Exit, Failure> {
    match command {
        Kb::Query(settings) => query::run(settings, printer),
        Kb::Load(settings) => load::run(settings, printer),
        Kb::Stats(settings) => stats::run(settings),
        Kb::Merge(settings) => merge::run(settings, printer),
        Kb::Undo(settings) => merge::undo(settings, printer),
        Kb::Verify(settings) => verify::run(settings, printer),
    }
}

/// The knowledge base that a user named.
pub(super) fn open(folder: &Path) -> Result<KnowledgeBase, Failure> {
    KnowledgeBase::open(folder).map_err(Failure::from)
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let failure = Failure::new(&error);
        match error.hint() {
            Some(hint) => failure.with_hint(hint),
            None => failure,
        }
    }
}

/// Prefixes that a query need not declare.
fn prefixes() -> Prefixes {
    Prefixes(PREFIXES.iter().map(|(prefix, iri)| ((*prefix).to_owned(), (*iri).to_owned())).collect())
}
