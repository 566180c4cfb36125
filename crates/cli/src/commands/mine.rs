//! `lode mine`: the sites of a domain into a knowledge base.

use std::path::Path;

use lode::crawl::Guard;
use lode::job::{Ended, Failure as _, Stage};
use lode::mining::{Crawler, Fetched, Method, Mined, Mining, Site, Supply, TaxonomyConfig, Thesaurus, read_thesaurus};
use lode::store::KnowledgeBase;

use super::crawling::{going_on, tell_away, tell_pages};
use super::learn::named_file;
use super::quoted;
use crate::args::{self, Mine};
use crate::exit::{Diagnostic, Exit, worded};
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

/// Pairs of concepts that do not fit into the tree that are named.
const SHOWN: usize = 6;

pub(super) fn run(settings: &Mine, printer: &Printer) -> Result<Exit, Diagnostic> {
    let base = KnowledgeBase::open_or_create(&settings.output)?;
    let (names, guard) = settings.crawling.network.apart(&settings.homes);
    let sites = Site::named(&base, &names)?;
    let fetches = !settings.offline && sites.iter().any(Site::is_on_the_web);
    let thesaurus = settings.names.as_deref().map(thesaurus).transpose()?.unwrap_or_default();
    let taxonomy = TaxonomyConfig { support: settings.support as usize, thesaurus, ..TaxonomyConfig::default() };
    let method = match settings.method {
        args::Method::Best => Method::Best,
        args::Method::Paper => Method::Paper,
    };
    let mining = Mining { base: &base, sites, taxonomy, depth: settings.crawling.depth, method };
    let watch = Watch::new(printer);
    let mined = watch.over(|job| {
        if !fetches {
            return mining.run(None, job);
        }
        let mut crawler = Crawler::new(plan(settings, guard));
        let mined = mining.run(Some(&mut crawler as &mut dyn Supply), job);
        tell_fetched(crawler.finish(), printer);
        mined
    });
    let mined = mined?;
    let watched = watch.finish();
    match mined {
        Ended::Done(mined) => {
            say(&mined, settings, watched.failed, watched.elapsed.as_secs_f64(), printer);
            Ok(mined.upshot().into())
        }
        Ended::Stopped { so_far, next } => {
            let what = match (watched.stage, so_far.pages) {
                (Some(Stage::Fetch), _) => "before everything was fetched; nothing has been mined".to_owned(),
                (_, 0) => "before anything was read; nothing has changed".to_owned(),
                (_, pages) => format!("when {pages} pages had been read, which are kept"),
            };
            Ok(stopped(&what, next, printer))
        }
    }
}

fn thesaurus(path: &Path) -> Result<Thesaurus, Diagnostic> {
    let (name, bytes) = named_file(path)?;
    let groups = read_thesaurus(&name, &bytes);
    let groups = groups.map_err(|error| Diagnostic::from(error).about(path))?;
    Ok(Thesaurus::new(groups))
}

/// How sites are crawled.
fn plan(settings: &Mine, guard: Guard) -> lode::crawl::Crawl {
    let mut plan = settings.crawling.crawl(Vec::new(), settings.output.clone(), guard);
    plan.pages = settings.pages;
    plan
}

/// Says what was fetched of each site.
fn tell_fetched(sites: Vec<Fetched>, printer: &Printer) {
    for Fetched { archive, outcome, elapsed, beyond } in sites {
        match outcome {
            Ok(report) => {
                if report.counts.pages > 0 {
                    tell_pages(&report, elapsed, printer);
                }
                tell_away(&report, printer);
                if beyond > 0 {
                    printer.say(&format!("  {beyond} further pages are wanted: go on with a larger --pages"));
                } else if let Some(words) = going_on(&report) {
                    printer.say(&format!("  {words}"));
                }
            }
            Err(error) => {
                let advice = error.advice().map(|advice| format!(" ({})", worded(&advice))).unwrap_or_default();
                printer.page_error(&archive.display().to_string(), &format!("{error}{advice}"));
            }
        }
    }
}

fn say(mined: &Mined, settings: &Mine, errors: u64, seconds: f64, printer: &Printer) {
    let kb = quoted(&settings.output.display().to_string());
    let errors = if errors > 0 { format!(", {errors} could not be read") } else { String::new() };
    let sites = if mined.sites == 1 { "1 site".to_owned() } else { format!("{} sites", mined.sites) };
    printer.say(&format!("{} pages of {sites} in {seconds:.1} s{errors}", mined.pages));
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
