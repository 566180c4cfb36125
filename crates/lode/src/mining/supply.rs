//! Where further pages of sites come from. Whoever wants pages names them; what is fetched is in the site's archive.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fetch::crawl::{Crawl, CrawlError, Report};
use job::{Ended, Event, Job, Standing};
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
    /// Fetches what is wanted into the archives, as far as it may. Break if somebody said to stop.
    fn fetch(&mut self, orders: &[Order], job: &Job<'_>) -> ControlFlow<()>;
}

/// Brings pages from the web.
#[derive(Debug)]
pub struct Crawler {
    /// How sites are crawled. Where to begin, how far and into which archive is said by each order.
    plan: Crawl,
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

impl Crawler {
    /// One that crawls by a plan.
    pub fn new(plan: Crawl) -> Crawler {
        Crawler { plan, outcomes: Vec::new() }
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

impl Supply for Crawler {
    fn fetch(&mut self, orders: &[Order], job: &Job<'_>) -> ControlFlow<()> {
        let mut crawls = Vec::new();
        for order in orders {
            // What is wanted beyond the number of pages would only wait there, and come first another time.
            let seeds = order.pages.iter().take(self.room(&order.archive).max(1)).cloned().collect();
            let archive = order.archive.clone();
            crawls.push(Crawl { seeds, archive, depth: order.depth, ..self.plan.clone() });
        }
        let beyond: Vec<usize> =
            orders.iter().zip(&crawls).map(|(order, crawl)| order.pages.len() - crawl.seeds.len()).collect();
        for ((order, beyond), (outcome, elapsed)) in orders.iter().zip(beyond).zip(crawl_all(crawls, job)) {
            self.note(Fetched { archive: order.archive.clone(), outcome, elapsed, beyond });
        }
        job.goes_on()
    }
}

/// What came of a crawl, and how long it took.
type Outcome = (Result<Report, CrawlError>, Duration);

/// Carries out crawls, some at once, and reports of them as if they were one; what came of each is in their order.
fn crawl_all(crawls: Vec<Crawl>, job: &Job<'_>) -> Vec<Outcome> {
    let threads = crawls.len().min(AT_ONCE);
    let standings = Mutex::new(vec![Standing::default(); crawls.len()]);
    let outcomes = Mutex::new(Vec::new());
    let waiting = Mutex::new(crawls.into_iter().enumerate());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = lock(&waiting).next();
                    let Some((number, crawl)) = next else { break };
                    let began = Instant::now();
                    let tell = |event| tell_of_one(event, number, &standings, job);
                    let folder = crawl.archive.parent().map_or(Ok(()), std::fs::create_dir_all);
                    let outcome = match folder {
                        Ok(()) => crawl.run(&Job::new(&tell, job.cancel().clone())).map(Ended::into_inner),
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

/// Reports what one of several crawls does. How it stands is told of all together; the stage is that of the whole.
fn tell_of_one(event: Event, number: usize, standings: &Mutex<Vec<Standing>>, job: &Job<'_>) {
    match event {
        Event::Stage { .. } => {}
        Event::Standing(standing) => {
            let mut standings = lock(standings);
            standings[number] = standing;
            let mut sum = Standing::default();
            for standing in standings.iter() {
                sum.pages += standing.pages;
                sum.expected += standing.expected;
                sum.waiting += standing.waiting;
                sum.in_flight += standing.in_flight;
                sum.hosts += standing.hosts;
                sum.resting += standing.resting;
            }
            job.tell(Event::Standing(sum));
        }
        other => job.tell(other),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
