//! `lode mine`: the sites of a domain into a knowledge base.

use std::path::Path;

use lode::crawl::Guard;
use lode::job::{Ended, Stage};
use lode::mining::{
    Crawler, Fetched, Method, MineError, Mined, Mining, Site, Supply, TaxonomyConfig, Thesaurus, read_thesaurus,
};
use lode::store::KnowledgeBase;

use super::crawling::{self, going_on, tell_away, tell_pages};
use super::learn::named_file;
use super::quoted;
use crate::args::{self, Mine};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

/// Pairs of concepts that do not fit into the tree that are named.
const SHOWN: usize = 6;

pub(super) fn run(settings: &Mine, printer: &Printer) -> Result<Exit, Failure> {
    let base = KnowledgeBase::open_or_create(&settings.output)?;
    let (names, guard) = settings.crawling.network.apart(&settings.homes);
    let sites = Site::named(&base, &names)?;
    let fetches = !settings.offline && sites.iter().any(Site::is_on_the_web);
    if settings.offline && !sites.iter().any(Site::has_pages) {
        for site in &sites {
            let words = match site.is_on_the_web() {
                true => "nothing is kept of it, as it was never fetched",
                false => "there are no pages in it; it is left out",
            };
            printer.page_error(&site.name, words);
        }
        return Err(failure(MineError::NoSites, settings, &names));
    }
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
        let mut watcher = crawling::Teller::new(printer);
        let mut crawler = Crawler::new(plan(settings, guard), &mut watcher);
        let mined = mining.run(Some(&mut crawler as &mut dyn Supply), job);
        tell_fetched(crawler.finish(), printer);
        watcher.finish();
        mined
    });
    let mined = mined.map_err(|error| failure(error, settings, &names))?;
    let watched = watch.finish();
    match mined {
        Ended::Done(mined) => {
            say(&mined, settings, watched.failed, watched.elapsed.as_secs_f64(), printer);
            Ok(if mined.concepts == 0 && mined.values == 0 { Exit::NothingFound } else { Exit::Done })
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

fn thesaurus(path: &Path) -> Result<Thesaurus, Failure> {
    let (name, bytes) = named_file(path)?;
    let groups = read_thesaurus(&name, &bytes);
    let groups = groups.map_err(|error| Failure::of_file(&name, &error))?;
    Ok(Thesaurus::new(groups))
}

/// How sites are crawled.
fn plan(settings: &Mine, guard: Guard) -> lode::crawl::Crawl {
    let mut plan = settings.crawling.crawl(Vec::new(), settings.output.clone(), guard);
    plan.pages = settings.pages;
    plan
}

fn failure(error: MineError, settings: &Mine, names: &[&str]) -> Failure {
    let is_saved = names.iter().all(|name| !name.starts_with("http"));
    let hint = match &error {
        MineError::Store(_) => None,
        MineError::NoSites if is_saved => Some("a site is a folder or a WARC with pages in it (.html), or a home page"),
        MineError::NoSites if settings.offline => Some("the same command without --offline fetches them"),
        MineError::NoSites => Some("are the addresses right? --allow-net allows those that are not on the public web"),
    };
    match (error, hint) {
        (MineError::Store(error), _) => error.into(),
        (error, Some(hint)) => Failure::new(error).with_hint(hint),
        (error, None) => Failure::new(error),
    }
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
                printer.page_error(&archive.display().to_string(), &format!("{error} ({})", error.hint()));
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
