//! `lode kb push`: a knowledge base into a graph store elsewhere.

use lode::job::Ended;
use lode::kb::push;

use super::{counted, open};
use crate::args::Push;
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

pub(super) fn run(settings: &Push, printer: &Printer) -> Result<Exit, Diagnostic> {
    let snapshot = open(&settings.kb)?.read()?;
    let network = settings.network.open();
    let watch = Watch::new(printer);
    let pushed = watch.over(|job| push(&snapshot, &settings.endpoint, &settings.header, &network, job));
    watch.finish();
    let pushed = pushed?;
    let count = match pushed {
        Ended::Done(count) => count,
        Ended::Stopped { so_far, next } => {
            return Ok(stopped(&format!("when {} had been sent", counted(so_far, "statement")), next, printer));
        }
    };
    printer.say(&format!("{} → {}", counted(count, "statement"), settings.endpoint));
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}
