//! Keeps a crawl going: gives hosts their turns, starts visits, and writes what comes back in batches.
//!
//! All state is in one place and changed by one thread; visits are tasks that know nothing of it and send back what
//! they found. Who is visited next is in `turns`, what a finished visit changes in `outcome`, what its links become in
//! `discovery`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant, SystemTime};

use tokio::runtime::Runtime;

use super::asking::Asking;
use super::frontier::{Batch, Found, Frontier, Job, Kind, State, Update};
use super::hosts::Hosts;
use super::render::{Errand, Rendered, Renderer};
use super::scope::Scope;
use super::traps::VisitNumbers;
use super::visit::{self, Plan, RulesAnswer, Visited};
use super::{Crawl, CrawlError, End, Event, Known, Obedience, Observer, Outcome, Report, Status};
use crate::archive::{self, Archive, ArchiveError};
use crate::net::{Client, FetchError};

/// A batch is written when it holds so many visits or addresses, or is this old.
pub(super) const BATCH_VISITS: usize = 256;
const BATCH_FOUND: usize = 4000;
const BATCH_AGE: Duration = Duration::from_millis(500);
/// Nobody wants to wait longer between two requests.
const MAX_DELAY: Duration = Duration::from_secs(24 * 3600);
/// How often a run looks up: whether it is to stop, and how it stands.
const TICK: Duration = Duration::from_millis(100);
/// A run that has nothing left but to wait for hosts ends if that would take longer than this.
const PATIENCE: Duration = Duration::from_secs(300);

/// What a task sends back.
pub(super) enum Message {
    Visited {
        host: usize,
        job: Job,
        outcome: Result<Visited, FetchError>,
    },
    Rules {
        host: usize,
        asking: Asking,
        outcome: Result<RulesAnswer, FetchError>,
    },
    /// A page wants something while its scripts run.
    Wanted(Errand),
    Delivered {
        host: usize,
        errand: Errand,
        outcome: Result<Visited, FetchError>,
    },
    Rendered(Box<Rendered>),
}

/// A crawl that is under way.
pub(super) struct Run {
    pub(super) options: Crawl,
    pub(super) frontier: Frontier,
    pub(super) archive: Archive,
    pub(super) hosts: Hosts,
    pub(super) scope: Scope,
    pub(super) visit_numbers: VisitNumbers,
    /// Addresses that the frontier surely has, by hash, with how many links away they are.
    pub(super) seen: HashMap<u64, u32>,
    /// Links that lead elsewhere, by hash.
    pub(super) elsewhere: HashSet<u64>,
    /// Addresses that redirects led to and that set a cookie on the way, by hash.
    pub(super) with_cookie: HashSet<u64>,
    pub(super) batch: Batch,
    batch_since: Option<Instant>,
    /// Jobs of the batch, which the frontier still takes for waiting.
    pub(super) finished: Vec<(usize, i64)>,
    /// Pages in the archive, and those that may become some.
    pub(super) pages: u64,
    pages_in_flight: u64,
    /// Sitemaps and stylesheets that were found.
    pub(super) sitemaps: u64,
    pub(super) stylesheets: u64,
    pub(super) fetched: u64,
    pub(super) unchanged: u64,
    pub(super) waiting: u64,
    /// Whether a page had to be left out since there is no room.
    pub(super) is_full: bool,
    pub(super) in_flight: usize,
    pub(super) renderer: Renderer,
    began: Instant,
    client: Arc<Client>,
    outbox: Sender<Message>,
    inbox: Receiver<Message>,
    runtime: Runtime,
}

impl Run {
    /// Opens the archive and its state, or begins them.
    pub(super) fn open(mut options: Crawl) -> Result<Run, CrawlError> {
        options.delay = options.delay.min(MAX_DELAY);
        if options.seeds.is_empty() {
            return Err(CrawlError::NoSeeds);
        }
        let state_path = archive::state_path(&options.archive);
        let has_content = std::fs::metadata(&options.archive).is_ok_and(|found| found.len() > 0);
        if has_content && !state_path.exists() {
            return Err(ArchiveError::Taken(options.archive).into());
        }
        let locked = Archive::lock(&options.archive)?;
        let mut frontier = Frontier::open(&state_path)?;
        let archive = locked.open(frontier.committed()?)?;
        let depth = options.depth.unwrap_or(u32::MAX);
        let counts = frontier.counts(depth)?;
        let frontier_counts = (frontier.count_of(Kind::Sitemap)?, frontier.count_of(Kind::Stylesheet)?);
        if options.known == Known::Refresh {
            frontier.refresh()?;
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(std::thread::available_parallelism().map_or(2, usize::from).min(8))
            .thread_name("lode-fetch")
            .enable_all()
            .build()
            .map_err(CrawlError::Network)?;
        let client = Client::new(options.guard.clone(), options.limits, &options.agent).map_err(CrawlError::Network)?;
        let (outbox, inbox) = channel();
        let renderer = Renderer::new(options.render, options.render_time, options.delay, outbox.clone());
        // A crawl that ends at some depth looks at what is near before it goes farther, so that it finds the same
        // pages whichever answers first.
        let first_level = options.depth.map_or(u32::MAX, |_| 0);
        let resumed_at = (archive.length() > 0).then(Instant::now);
        Ok(Run {
            hosts: Hosts::new(options.delay, first_level, resumed_at),
            scope: Scope::new(options.reach, options.seeds.iter()),
            pages: counts.pages,
            waiting: counts.waiting,
            options,
            frontier,
            archive,
            visit_numbers: VisitNumbers::default(),
            seen: HashMap::new(),
            elsewhere: HashSet::new(),
            with_cookie: HashSet::new(),
            batch: Batch::default(),
            batch_since: None,
            finished: Vec::new(),
            pages_in_flight: 0,
            sitemaps: frontier_counts.0,
            stylesheets: frontier_counts.1,
            fetched: 0,
            unchanged: 0,
            is_full: false,
            in_flight: 0,
            renderer,
            began: Instant::now(),
            client: Arc::new(client),
            outbox,
            inbox,
            runtime,
        })
    }

    /// Goes on until nothing is left, a budget is used up, or somebody says stop.
    pub(super) fn carry_out(mut self, observer: &mut dyn Observer) -> Result<Report, CrawlError> {
        self.begin(observer)?;
        let mut last_status = Instant::now();
        let end = loop {
            if let Some(end) = self.is_over() {
                break end;
            }
            self.give_turns(observer)?;
            if self.in_flight == 0 && self.renderer.is_idle() {
                self.commit()?;
                if self.hosts.next_turn().is_none() {
                    break self.why_nothing_is_left();
                }
                if self.hosts.next_turn().is_some_and(|at| at > Instant::now() + PATIENCE) {
                    break End::HostsAway;
                }
            }
            self.wait(observer)?;
            if self.is_commit_due() {
                self.commit()?;
            }
            if last_status.elapsed() >= TICK {
                last_status = Instant::now();
                observer.status(&self.status());
            }
        };
        self.finish(end)
    }

    /// Writes the head of a new archive, and takes up the seeds and what waits from earlier runs.
    fn begin(&mut self, observer: &mut dyn Observer) -> Result<(), CrawlError> {
        if self.archive.length() == 0 {
            let name = self.archive.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
            let robots = match self.options.robots {
                Obedience::Obey => "obeyed",
                Obedience::Ignore => "ignored",
            };
            let agent = &self.options.agent.name;
            let head = archive::warcinfo(&name, agent, robots, SystemTime::now(), self.archive.form());
            let mut head = head.map_err(|cause| self.cannot_write(cause))?;
            self.archive.append(&mut head.bytes)?;
        }
        for seed in self.options.seeds.clone() {
            self.add_seed(&seed, observer);
        }
        self.commit()?;
        for seed in &self.options.seeds {
            if self.options.guard.check(seed).is_ok() {
                self.frontier.reconsider(&super::address::normalised(seed))?;
            }
        }
        for (host, _) in self.frontier.waiting_hosts()? {
            let number = self.hosts.number(&host);
            self.hosts.schedule(number, Instant::now());
        }
        self.waiting = self.frontier.counts(self.options.depth.unwrap_or(u32::MAX))?.waiting;
        Ok(())
    }

    /// Whether a budget is used up or somebody says stop.
    fn is_over(&self) -> Option<End> {
        if self.options.stop.load(Ordering::Relaxed) {
            return Some(End::Stopped);
        }
        if self.options.time.is_some_and(|time| self.began.elapsed() >= time) {
            return Some(End::TimeReached);
        }
        self.options.bytes.is_some_and(|bytes| self.archive.length() >= bytes).then_some(End::BytesReached)
    }

    fn why_nothing_is_left(&self) -> End {
        if self.hosts.iter().any(|host| host.given_up.is_some()) {
            End::HostsAway
        } else if !self.wants_pages() && self.waiting > 0 {
            End::PagesReached
        } else {
            End::Complete
        }
    }

    /// Whether there is room for another page.
    pub(super) fn wants_pages(&self) -> bool {
        let coming = self.pages_in_flight + self.renderer.pages();
        self.pages + coming < self.options.pages
    }

    pub(super) fn start_visit(&mut self, number: usize, job: Job) -> Result<(), CrawlError> {
        let earlier = if job.again { self.frontier.earlier(job.id)? } else { None };
        let plan = Plan {
            form: self.archive.form(),
            is_last_try: job.tries >= self.options.retries,
            render: self.renderer.policy(),
        };
        self.pages_in_flight += u64::from(job.is_new_page());
        let (client, outbox) = (Arc::clone(&self.client), self.outbox.clone());
        self.start(number, async move {
            let outcome = visit::visit(client, job.clone(), earlier, plan).await;
            // If nobody listens any longer, the run is over.
            let _ = outbox.send(Message::Visited { host: number, job, outcome });
        });
        Ok(())
    }

    pub(super) fn start_asking(&mut self, number: usize, asking: Asking) {
        let (client, outbox, form) = (Arc::clone(&self.client), self.outbox.clone(), self.archive.form());
        let at = asking.at.clone();
        self.start(number, async move {
            let outcome = visit::ask_rules(client, at, form).await;
            let _ = outbox.send(Message::Rules { host: number, asking, outcome });
        });
    }

    pub(super) fn start_errand(&mut self, number: usize, errand: Errand) {
        let (client, outbox, form) = (Arc::clone(&self.client), self.outbox.clone(), self.archive.form());
        let (url, accept) = (errand.url.clone(), errand.accept.clone());
        self.start(number, async move {
            let outcome = visit::run_errand(client, url, accept, form).await;
            let _ = outbox.send(Message::Delivered { host: number, errand, outcome });
        });
    }

    fn start(&mut self, number: usize, task: impl Future<Output = ()> + Send + 'static) {
        self.in_flight += 1;
        self.hosts.get(number).in_flight += 1;
        self.runtime.spawn(task);
    }

    /// How long to wait before the next try.
    pub(super) fn backoff(&self, tries: u32) -> Duration {
        self.options.backoff.saturating_mul(4_u32.saturating_pow(tries))
    }

    /// Waits for something to happen, and deals with all that has.
    fn wait(&mut self, observer: &mut dyn Observer) -> Result<(), CrawlError> {
        let now = Instant::now();
        let next = self.hosts.next_turn().filter(|_| self.in_flight < self.options.connections);
        let patience = next.map_or(TICK, |at| at.saturating_duration_since(now)).min(TICK);
        match self.inbox.recv_timeout(patience) {
            Ok(message) => {
                self.take(message, observer)?;
                while let Ok(message) = self.inbox.try_recv() {
                    self.take(message, observer)?;
                }
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        Ok(())
    }

    /// Deals with what a task has sent back.
    fn take(&mut self, message: Message, observer: &mut dyn Observer) -> Result<(), CrawlError> {
        self.batch_since.get_or_insert_with(Instant::now);
        let number = match message {
            Message::Wanted(errand) => return self.wanted(errand),
            Message::Rendered(rendered) => return self.rendered(*rendered, observer),
            Message::Visited { host, .. } | Message::Rules { host, .. } | Message::Delivered { host, .. } => host,
        };
        self.in_flight -= 1;
        self.hosts.get(number).in_flight -= 1;
        self.let_rest(number);
        match message {
            Message::Visited { host, job, outcome } => {
                self.pages_in_flight -= u64::from(job.is_new_page());
                self.visited(host, job, outcome, observer)?;
            }
            Message::Rules { asking, outcome, .. } => self.rules_came(asking, outcome)?,
            Message::Delivered { errand, outcome, .. } => self.delivered(errand, outcome)?,
            Message::Wanted(_) | Message::Rendered(_) => {}
        }
        // The rules may ask for a longer rest than was known.
        self.let_rest(number);
        self.schedule_if_needed(number)?;
        if self.is_full && self.wants_pages() {
            // A page turned out to be none, so there is room for another, whoever has it.
            self.is_full = false;
            (0..self.hosts.len()).for_each(|number| self.hosts.schedule(number, Instant::now()));
        }
        Ok(())
    }

    fn let_rest(&mut self, number: usize) {
        let host = self.hosts.get(number);
        host.free_at = host.free_at.max(Instant::now() + host.rest);
    }

    /// Whether the batch should be written: it is large or old, or nothing else is left to do.
    fn is_commit_due(&self) -> bool {
        let is_old = self.batch_since.is_some_and(|since| since.elapsed() >= BATCH_AGE);
        let is_idle = self.in_flight < self.options.connections && self.hosts.next_turn().is_none();
        let is_large = self.batch.updates.len() >= BATCH_VISITS || self.batch.found.len() >= BATCH_FOUND;
        is_large || is_old || (is_idle && !self.batch.is_empty())
    }

    /// Writes the batch. From here on, what is in it is done, whatever happens.
    pub(super) fn commit(&mut self) -> Result<(), CrawlError> {
        self.batch_since = None;
        if self.batch.is_empty() {
            return Ok(());
        }
        self.archive.sync()?;
        let batch = std::mem::take(&mut self.batch);
        let news = self.frontier.commit(&batch, self.archive.length())?;
        for (number, id) in self.finished.drain(..) {
            self.hosts.get(number).taken.remove(&id);
        }
        let now = Instant::now();
        let most_depth = self.options.depth.unwrap_or(u32::MAX);
        let is_wanted = |(found, is_new): &(&Found, bool)| *is_new && found.depth <= most_depth;
        for (found, _) in batch.found.iter().zip(news).filter(is_wanted) {
            self.waiting += 1;
            let number = self.hosts.number(&super::address::host_key(&found.url));
            self.hosts.get(number).may_have_more = true;
            self.hosts.schedule(number, now);
        }
        Ok(())
    }

    /// A host is left alone for the rest of the run.
    pub(super) fn give_up(&mut self, number: usize, reason: String) -> Result<(), CrawlError> {
        self.refuse_errands(number);
        let host = self.hosts.get(number);
        host.forget_queue();
        host.given_up = Some(reason.clone());
        for asking in std::mem::take(&mut host.askings) {
            self.rules_failed(asking, reason.clone(), Some(Duration::MAX))?;
        }
        Ok(())
    }

    /// An address will not be asked for.
    pub(super) fn refuse(&mut self, number: usize, job: &Job, reason: &str, observer: &mut dyn Observer) {
        self.settle(number, job, State::Refused, Some(reason.to_owned()));
        observer.event(&Event { url: &job.url, kind: job.kind, depth: job.depth, outcome: Outcome::Refused(reason) });
    }

    /// Notes what has become of an address.
    pub(super) fn settle(&mut self, number: usize, job: &Job, state: State, reason: Option<String>) -> &mut Update {
        self.finished.push((number, job.id));
        self.waiting = self.waiting.saturating_sub(1);
        self.batch_since.get_or_insert_with(Instant::now);
        let (id, kind, tries) = (job.id, job.kind, job.tries);
        let update = Update { id, kind, state, tries, due: 0, reason, captured: Vec::new() };
        self.batch.updates.push(update);
        let last = self.batch.updates.len() - 1;
        &mut self.batch.updates[last]
    }

    fn status(&self) -> Status {
        let now = Instant::now();
        let resting = self.hosts.iter().filter(|host| host.free_at > now && host.given_up.is_none());
        let longest = resting.clone().map(|host| (host.free_at, &host.key)).min();
        let waits_for = longest.filter(|_| self.in_flight == 0).map(|(until, host)| {
            format!("{host} rests for {:.0} s", until.saturating_duration_since(now).as_secs_f64().ceil())
        });
        Status {
            pages: self.pages,
            expected: (self.pages + self.waiting).min(self.options.pages),
            waiting: self.waiting,
            in_flight: self.in_flight,
            hosts: self.hosts.len(),
            resting: resting.count(),
            waits_for,
        }
    }

    pub(super) fn cannot_write(&self, cause: std::io::Error) -> CrawlError {
        ArchiveError::Io { path: self.archive.path().to_owned(), cause }.into()
    }

    /// Writes what is left, and the index.
    fn finish(mut self, end: End) -> Result<Report, CrawlError> {
        self.commit()?;
        // What is under way is dropped; it will be asked for again.
        self.runtime.shutdown_background();
        let path = self.archive.path().to_owned();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let index = path.with_file_name(format!("{}.cdxj", name.trim_end_matches(".gz").trim_end_matches(".warc")));
        let mut entries = Vec::new();
        self.frontier.each_record(|entry| entries.push(entry))?;
        archive::write_index(&index, &name, entries.into_iter())
            .map_err(|cause| ArchiveError::Io { path: index.clone(), cause })?;
        let given_up = |host: &super::hosts::Host| Some((host.key.clone(), host.given_up.clone()?));
        Ok(Report {
            end,
            fetched: self.fetched,
            unchanged: self.unchanged,
            counts: self.frontier.counts(self.options.depth.unwrap_or(u32::MAX))?,
            reasons: self.frontier.reasons()?,
            elsewhere: self.elsewhere.len() as u64,
            unrendered: self.renderer.unrendered(),
            given_up: self.hosts.iter().filter_map(given_up).collect(),
            bytes: self.archive.length(),
            archive: path,
            index,
        })
    }
}
