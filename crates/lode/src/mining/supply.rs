//! Where further pages of sites come from. Whoever wants pages names them; what is fetched is in the site's archive.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fetch::crawl::{Crawl, CrawlError, Event, Observer, Report, Status};
use url::Url;

/// So many sites are fetched at once. Each host has its rests, and others are asked meanwhile.
const AT_ONCE: usize = 6;

/// What is wanted of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The archive that its pages are kept in.
    pub archive: PathBuf,
    /// Where to begin, the most wanted first.
    pub pages: Vec<Url>,
    /// How many links to follow from there; none says that there is no limit.
    pub depth: Option<u32>,
}

/// Brings pages.
pub trait Supply {
    /// Fetches what is wanted into the archives, as far as it may. False if somebody said to stop.
    fn fetch(&mut self, orders: &[Order]) -> bool;
}

/// Brings pages from the web.
#[derive(Debug)]
pub struct Crawler<'a, O> {
    /// How sites are crawled. Where to begin, how far and into which archive is said by each order.
    plan: Crawl,
    /// Hears how it goes, of all sites as if they were one.
    observer: &'a mut O,
    outcomes: Vec<Fetched>,
}

/// What came of fetching a site, in all orders together.
#[derive(Debug)]
pub struct Fetched {
    /// The archive of the site.
    pub archive: PathBuf,
    /// How it ended the last time; its count of fetched pages is that of all times.
    pub outcome: Result<Report, CrawlError>,
    /// How long it took.
    pub elapsed: Duration,
    /// Pages that were wanted and would have been too many.
    pub beyond: usize,
}

impl<'a, O: Observer + Send> Crawler<'a, O> {
    /// One that crawls by a plan.
    pub fn new(plan: Crawl, observer: &'a mut O) -> Crawler<'a, O> {
        Crawler { plan, observer, outcomes: Vec::new() }
    }

    /// What came of it, site by site.
    pub fn finish(self) -> Vec<Fetched> {
        self.outcomes
    }

    /// How many further pages a site may have.
    fn room(&self, archive: &Path) -> usize {
        let known = self.outcomes.iter().find(|known| known.archive == archive);
        let pages = known.and_then(|known| known.outcome.as_ref().ok()).map_or(0, |report| report.counts.pages);
        usize::try_from(self.plan.pages.saturating_sub(pages)).unwrap_or(usize::MAX)
    }

    fn note(&mut self, mut new: Fetched) {
        match self.outcomes.iter_mut().find(|known| known.archive == new.archive) {
            Some(known) => {
                if let (Ok(report), Ok(old)) = (&mut new.outcome, &known.outcome) {
                    report.fetched += old.fetched;
                }
                let elapsed = known.elapsed + new.elapsed;
                *known = Fetched { elapsed, beyond: known.beyond + new.beyond, ..new };
            }
            None => self.outcomes.push(new),
        }
    }
}

impl<O: Observer + Send> Supply for Crawler<'_, O> {
    fn fetch(&mut self, orders: &[Order]) -> bool {
        let mut crawls = Vec::new();
        for order in orders {
            // What is wanted beyond the number of pages would only wait there, and come first another time.
            let seeds = order.pages.iter().take(self.room(&order.archive).max(1)).cloned().collect();
            let archive = order.archive.clone();
            crawls.push(Crawl { seeds, archive, depth: order.depth, ..self.plan.clone() });
        }
        let beyond: Vec<usize> =
            orders.iter().zip(&crawls).map(|(order, crawl)| order.pages.len() - crawl.seeds.len()).collect();
        for ((order, beyond), (outcome, elapsed)) in orders.iter().zip(beyond).zip(crawl_all(crawls, self.observer)) {
            self.note(Fetched { archive: order.archive.clone(), outcome, elapsed, beyond });
        }
        !self.plan.stop.load(Ordering::Relaxed)
    }
}

/// What came of a crawl, and how long it took.
type Outcome = (Result<Report, CrawlError>, Duration);

/// Carries out crawls, some at once; what came of each is in their order.
fn crawl_all(crawls: Vec<Crawl>, observer: &mut (impl Observer + Send)) -> Vec<Outcome> {
    let threads = crawls.len().min(AT_ONCE);
    let all = Mutex::new(Together { observer, statuses: vec![Status::default(); crawls.len()] });
    let outcomes = Mutex::new(Vec::new());
    let waiting = Mutex::new(crawls.into_iter().enumerate());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = lock(&waiting).next();
                    let Some((number, crawl)) = next else { break };
                    let began = Instant::now();
                    let folder = crawl.archive.parent().map_or(Ok(()), std::fs::create_dir_all);
                    let outcome = match folder {
                        Ok(()) => crawl.run(&mut OneOfMany { number, all: &all }),
                        Err(cause) => Err(CrawlError::Network(cause)),
                    };
                    lock(&outcomes).push((number, (outcome, began.elapsed())));
                }
            });
        }
    });
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcomes.sort_by_key(|(number, _)| *number);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Several crawls as if they were one.
struct Together<'a, O> {
    observer: &'a mut O,
    statuses: Vec<Status>,
}

/// Tells of one of them.
struct OneOfMany<'a, 'observer, O> {
    number: usize,
    all: &'a Mutex<Together<'observer, O>>,
}

impl<O: Observer> Observer for OneOfMany<'_, '_, O> {
    fn event(&mut self, event: &Event<'_>) {
        lock(self.all).observer.event(event);
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
        all.observer.status(&sum);
    }
}
