//! `lode kb push`: a knowledge base into a graph store elsewhere.

use lode::kb::push;

use super::{counted, open};
use crate::args::Push;
use crate::exit::{Exit, Failure};
use crate::printer::Printer;
use crate::progress::Progress;

pub(super) fn run(settings: &Push, printer: &Printer) -> Result<Exit, Failure> {
    let snapshot = open(&settings.kb)?.read()?;
    let progress = Progress::graphs(printer);
    let network = settings.network.open();
    let pushed = push(&snapshot, &settings.endpoint, &settings.header, &network, |done, all| {
        progress.crawled(done as u64, all as u64, String::new());
    });
    progress.finish();
    let count = pushed.map_err(|error| {
        let failure = Failure::new(&error);
        match error.hint() {
            Some(hint) => failure.with_hint(hint),
            None => failure,
        }
    })?;
    printer.say(&format!("{} → {}", counted(count, "statement"), settings.endpoint));
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}
