//! The sites that are mined: what was saved, and what is on the web and is fetched into the knowledge base first.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lode::crawl::{Crawl, CrawlError, Event, Guard, Observer, Report, Status};
use lode::mining::{Home, Site, WebHome};
use lode::store::KnowledgeBase;

use super::crawling::{Teller, going_on, stop_on_signals, tell_away, tell_pages};
use crate::args::Mine;
use crate::exit::Failure;
use crate::printer::Printer;

/// So many sites are fetched at once. Each host has its rests, and others are asked meanwhile.
const AT_ONCE: usize = 6;

/// What is to be mined.
pub(super) struct Sites {
    pub(super) sites: Vec<Site>,
    /// Is set when somebody says stop.
    pub(super) stop: Arc<AtomicBool>,
}

impl Sites {
    /// The sites that were named, fetched if need be. What cannot be had is told of, and left out.
    pub(super) fn gather(settings: &Mine, base: &KnowledgeBase, printer: &Printer) -> Result<Sites, Failure> {
        let (names, guard) = settings.crawling.network.apart(&settings.homes);
        let homes = Home::all(base, &names)?;
        let on_the_web: Vec<&WebHome> = homes.iter().filter_map(web).collect();
        let mut stop = Arc::default();
        if !settings.offline && !on_the_web.is_empty() {
            stop = stop_on_signals()?;
            fetch(&on_the_web, settings, &guard, &stop, printer)?;
        }
        let mut sites = Vec::new();
        for home in &homes {
            match home {
                Home::Saved(site) => sites.push(site.clone()),
                Home::Web(web) => match kept(web) {
                    Some(site) => sites.push(site),
                    None if settings.offline => {
                        printer.page_error(web.name(), "nothing is kept of it, as it was never fetched");
                    }
                    None => printer.page_error(web.name(), "none of its pages could be fetched; it is left out"),
                },
            }
        }
        if sites.is_empty() {
            let hint = if settings.offline {
                "the same command without --offline fetches them"
            } else {
                "are the addresses right? --allow-net allows those that are not on the public web"
            };
            return Err(Failure::new("no site is left to mine").with_hint(hint));
        }
        Ok(Sites { sites, stop })
    }
}

fn web(home: &Home) -> Option<&WebHome> {
    match home {
        Home::Web(web) => Some(web),
        Home::Saved(_) => None,
    }
}

/// What is kept of a site, if there are pages of it.
fn kept(web: &WebHome) -> Option<Site> {
    let site = web.kept();
    (web.archive.exists() && site.count_hint() != Some(0)).then_some(site)
}

/// Fetches what is not there yet of some sites.
fn fetch(
    homes: &[&WebHome],
    settings: &Mine,
    guard: &Guard,
    stop: &Arc<AtomicBool>,
    printer: &Printer,
) -> Result<(), Failure> {
    let mut crawls = Vec::new();
    for home in homes {
        let folder = home.folder();
        let cannot = |cause| Failure::new(format!("{} cannot be made: {cause}", folder.display()));
        std::fs::create_dir_all(folder).map_err(cannot)?;
        let (seeds, archive) = (home.addresses.clone(), home.archive.clone());
        let mut crawl = settings.crawling.crawl(seeds, archive, guard.clone(), Arc::clone(stop));
        crawl.pages = settings.pages;
        crawls.push(crawl);
    }
    for (home, (outcome, elapsed)) in homes.iter().zip(crawl_all(crawls, printer)) {
        match outcome {
            Ok(report) => {
                if report.counts.pages > 0 {
                    tell_pages(&report, elapsed, printer);
                }
                tell_away(&report, printer);
                if let Some(words) = going_on(&report) {
                    printer.say(&format!("  {words}"));
                }
            }
            Err(error) => printer.page_error(home.name(), &format!("{error} ({})", error.hint())),
        }
    }
    if stop.load(Ordering::Relaxed) {
        let stopped = Failure::new("stopped before everything was fetched; nothing has been mined");
        return Err(stopped.with_hint("the same command goes on where this one stopped"));
    }
    Ok(())
}

/// What came of a crawl, and how long it took.
type Outcome = (Result<Report, CrawlError>, Duration);

/// Carries out crawls, some at once; what came of each is in their order.
fn crawl_all(crawls: Vec<Crawl>, printer: &Printer) -> Vec<Outcome> {
    let teller =
        Mutex::new(ManyTeller { teller: Teller::new(printer), statuses: vec![Status::default(); crawls.len()] });
    let threads = crawls.len().min(AT_ONCE);
    let outcomes = Mutex::new(Vec::new());
    let waiting = Mutex::new(crawls.into_iter().enumerate());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = lock(&waiting).next();
                    let Some((number, crawl)) = next else { break };
                    let began = Instant::now();
                    let outcome = crawl.run(&mut OneOfMany { number, all: &teller });
                    lock(&outcomes).push((number, (outcome, began.elapsed())));
                }
            });
        }
    });
    teller.into_inner().unwrap_or_else(PoisonError::into_inner).teller.finish();
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcomes.sort_by_key(|(number, _)| *number);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows how several crawls go, as if they were one.
struct ManyTeller<'a> {
    teller: Teller<'a>,
    statuses: Vec<Status>,
}

/// Tells of one of them.
struct OneOfMany<'a, 'printer> {
    number: usize,
    all: &'a Mutex<ManyTeller<'printer>>,
}

impl Observer for OneOfMany<'_, '_> {
    fn event(&mut self, event: &Event<'_>) {
        lock(self.all).teller.event(event);
    }

    fn status(&mut self, status: &Status) {
        let mut all = lock(self.all);
        all.statuses[self.number] = status.clone();
        let mut sum = Status::default();
        for status in &all.statuses {
            sum.pages += status.pages;
            sum.expected += status.expected;
            sum.waiting += status.waiting;
            sum.in_flight += status.in_flight;
            sum.hosts += status.hosts;
            sum.resting += status.resting;
        }
        all.teller.status(&sum);
    }
}
