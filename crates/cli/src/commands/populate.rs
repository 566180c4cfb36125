//! `lode populate`: pages into a knowledge base, by a known ontology.

use std::ops::ControlFlow;

use lode::Pages;
use lode::populating::{PopulateError, Population, Told};
use lode::store::KnowledgeBase;

use super::learn::{read_vocabulary, vocabulary_files};
use super::{Tally, View, quoted, read_wrapper, start};
use crate::args::Populate;
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &Populate, printer: &Printer) -> Result<Exit, Failure> {
    let files = vocabulary_files(&settings.ontology, settings.names.as_deref())?;
    let mut vocabulary = read_vocabulary(&files, printer)?;
    let wrappers = settings.wrapper.iter().map(|path| read_wrapper(path)).collect::<Result<_, _>>()?;
    let pages = Pages::named(&settings.inputs)?.through(settings.network.open());
    let engine = start(settings.engine)?;
    let base = KnowledgeBase::open_or_create(&settings.kb)?;
    if let Ok(snapshot) = base.read() {
        for synonym in snapshot.synonyms()? {
            vocabulary.learn(&synonym.term, &synonym.name);
        }
    }
    let population =
        Population { base: &base, vocabulary: &vocabulary, documents: files.documents(), engine: &engine, wrappers };
    let mut tally = Tally::new(printer, &pages);
    let told = population.run(pages, |name, result| {
        // The error has been said; the run goes on.
        let _ = tally.count(name, result.map(|page| View::new(page, ())));
        ControlFlow::Continue(())
    });
    let told = told.map_err(|error| match error {
        PopulateError::Store(error) => error.into(),
        error => Failure::new(error),
    })?;
    let exit = tally.end(|| Ok(None))?;
    say(&told, settings, printer);
    Ok(if exit == Exit::Done && told.values == 0 { Exit::NothingFound } else { exit })
}

fn say(told: &Told, settings: &Populate, printer: &Printer) {
    let kb = quoted(&settings.kb.display().to_string());
    printer.say(&format!(
        "{} individuals with {} values from {} of {} pages, {} layouts; {} texts did not fit and are kept as raw",
        told.individuals, told.values, told.telling, told.pages, told.templates, told.raw
    ));
    printer.say(&format!("  {} statements are new, {} are gone → {kb}", told.counts.added, told.counts.removed));
    printer.say(&format!("  See them: lode instances {kb}   Unknown names: lode kb review {kb}"));
}
