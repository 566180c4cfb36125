//! `lode populate`: pages into a knowledge base, by a known ontology.

use lode::Pages;
use lode::job::Ended;
use lode::populating::{Known, Population, Told};
use lode::store::KnowledgeBase;

use super::learn::{named_file, told_vocabulary};
use super::{quoted, read_wrapper, start, tell_pages};
use crate::args::Populate;
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

/// Pages with something the matter that are named.
const SHOWN: usize = 12;

pub(super) fn run(settings: &Populate, printer: &Printer) -> Result<Exit, Diagnostic> {
    let base = KnowledgeBase::open_or_create(&settings.kb)?;
    let known = known(&base, settings, printer)?;
    let vocabulary = told_vocabulary(known.vocabulary(), printer)?;
    let wrappers = settings.wrapper.iter().map(|path| read_wrapper(path)).collect::<Result<_, _>>()?;
    let pages = Pages::named(&settings.inputs)?.through(settings.network.open());
    let engine = start(settings.engine)?;
    let population = Population {
        base: &base,
        known: &known,
        vocabulary: &vocabulary,
        engine: &engine,
        wrappers,
        is_anew: settings.anew,
    };
    let watch = Watch::new(printer);
    let told = watch.over(|job| population.run(pages, job))?;
    let watched = watch.finish();
    let told = match told {
        Ended::Done(told) => told,
        Ended::Stopped { so_far, next } => {
            let what = match so_far.pages {
                0 => "before enough pages had come to learn from; what was fetched is kept".to_owned(),
                pages => format!("when {pages} pages had been read, which are kept"),
            };
            return Ok(stopped(&what, next, printer));
        }
    };
    let exit = tell_pages(&watched, None, printer);
    say(&told, settings, printer);
    Ok(match exit {
        Exit::Done => told.upshot().into(),
        exit => exit,
    })
}

/// What the knowledge base knows, and what is given with it.
fn known(base: &KnowledgeBase, settings: &Populate, printer: &Printer) -> Result<Known, Diagnostic> {
    let ontology = settings.ontology.as_deref().map(named_file).transpose()?;
    let names = settings.names.as_deref().map(named_file).transpose()?;
    let (known, replaced) = Known::gather(base, ontology.as_ref(), names.as_ref())?;
    for name in replaced {
        let note = "takes the place of the ontology that was kept under this name; to keep both, give each an \
                    owl:Ontology with an IRI of its own";
        printer.warning(&name, note);
    }
    Ok(known)
}

fn say(told: &Told, settings: &Populate, printer: &Printer) {
    let kb = quoted(&settings.kb.display().to_string());
    for trouble in told.troubles.iter().take(SHOWN) {
        printer.warning(&trouble.page, &trouble.to_string());
    }
    if told.troubles.len() > SHOWN {
        printer.say(&format!("  … and {} more pages like these", told.troubles.len() - SHOWN));
    }
    if !told.troubles.is_empty() {
        printer.say("  Give more pages of the new layout (three will do), or let them replace what was known: --anew");
    }
    if told.healed > 0 {
        printer.say(&format!("{} pages have a new layout, in which the same fields were found again", told.healed));
    }
    printer.say(&format!(
        "{} individuals with {} values from {} of {} pages, {} layouts; {} texts did not fit and are kept as raw",
        told.individuals, told.values, told.telling, told.pages, told.templates, told.raw
    ));
    printer.say(&format!("  {} statements are new, {} are gone → {kb}", told.counts.added, told.counts.removed));
    printer.say(&format!("  See them: lode instances {kb}   Unknown names: lode kb review {kb}"));
}
