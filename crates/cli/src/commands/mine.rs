//! `lode mine`: the sites of a domain into a knowledge base.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lode::PageError;
use lode::mining::{MineError, Mined, Mining, Site, Step, TaxonomyConfig};
use lode::store::KnowledgeBase;

use super::quoted;
use super::sites::Sites;
use crate::args::Mine;
use crate::exit::{Exit, Failure};
use crate::printer::Printer;
use crate::progress::Progress;

/// Pairs of concepts that do not fit into the tree that are named.
const SHOWN: usize = 6;

pub(super) fn run(settings: &Mine, printer: &Printer) -> Result<Exit, Failure> {
    let base = KnowledgeBase::open_or_create(&settings.output)?;
    let Sites { sites, stop } = Sites::gather(settings, &base, printer)?;
    let support = (settings.support as usize).min(sites.len());
    let expected: Option<u64> = sites.iter().map(Site::count_hint).sum();
    let mining = Mining { base: &base, sites, taxonomy: TaxonomyConfig { support, ..TaxonomyConfig::default() } };
    let progress = Progress::new(printer, expected.map(|pages| 2 * pages));
    let mut teller = Teller { printer, progress, errors: 0, stop };
    let mined = mining.run(|step| teller.tell(step)).map_err(failure)?;
    let elapsed = teller.progress.finish();
    say(&mined, mining.sites.len(), settings, teller.errors, elapsed.as_secs_f64(), printer);
    Ok(if mined.concepts == 0 && mined.values == 0 { Exit::NothingFound } else { Exit::Done })
}

fn failure(error: MineError) -> Failure {
    match error {
        MineError::Store(error) => error.into(),
        error => Failure::new(error),
    }
}

/// Shows how it goes.
struct Teller<'a> {
    printer: &'a Printer,
    progress: Progress,
    errors: usize,
    stop: Arc<AtomicBool>,
}

impl Teller<'_> {
    fn tell(&mut self, step: Step<'_>) -> ControlFlow<()> {
        match step {
            Step::Looked(name, Err(error)) => {
                self.errors += 1;
                self.page_error(name, &error);
                self.progress.advance();
            }
            Step::Looked(_, Ok(())) | Step::Read(_) => self.progress.advance(),
            Step::Concepts(_) | Step::Learnt(_) => {}
        }
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn page_error(&self, name: &str, error: &PageError) {
        self.progress.suspend(|| self.printer.page_error(name, &error.to_string()));
    }
}

fn say(mined: &Mined, sites: usize, settings: &Mine, errors: usize, seconds: f64, printer: &Printer) {
    let kb = quoted(&settings.output.display().to_string());
    let errors = if errors > 0 { format!(", {errors} could not be read") } else { String::new() };
    printer.say(&format!("{} pages of {sites} sites in {seconds:.1} s{errors}", mined.pages));
    printer.say(&format!(
        "  {} concepts, {} instances with {} values → {kb} ({} statements are new, {} are gone)",
        mined.concepts, mined.instances, mined.values, mined.counts.added, mined.counts.removed
    ));
    for (above, below) in mined.cut.iter().take(SHOWN) {
        printer.say(&format!("  {below} is also seen below {above}, which does not fit into the tree"));
    }
    if mined.cut.len() > SHOWN {
        printer.say(&format!("  … and {} more such pairs", mined.cut.len() - SHOWN));
    }
    printer.say(&format!(
        "  See them: lode taxonomy {kb}   lode instances {kb}   The same thing twice? lode kb merge {kb}"
    ));
}
