//! Keeps a crawl going: gives hosts their turns, starts visits, and has what comes back written in batches.
//!
//! All state is in one place and changed by one thread; what is asked of others is in `tasks`, which send back what
//! they found. What belongs together is kept together: when whom (`schedule`), what became of it (`ledger`), and what
//! was seen of addresses (`sightings`). Who is visited next is decided in `turns`, what a finished visit changes in
//! `outcome`, what its links become in `discovery`.

use std::time::{Duration, Instant};

use job::{Ended, Event, Job, Next, Stage, Standing, Visit, VisitOutcome};

use super::address::normalised;
use super::asking::Asking;
use super::frontier::{Address, State};
use super::hosts::{Host, Hosts};
use super::ledger::Ledger;
use super::render::{Errand, Renderer};
use super::schedule::Schedule;
use super::scope::Scope;
use super::sightings::Sightings;
use super::tasks::{Message, Tasks};
use super::visit::Plan;
use super::{Crawl, CrawlError, End, Report};

/// Nobody wants to wait longer between two requests.
const MAX_DELAY: Duration = Duration::from_secs(24 * 3600);
/// How often a run looks up: whether it is to stop, and how it stands.
const TICK: Duration = Duration::from_millis(100);
/// A run that has nothing left but to wait for hosts ends if that would take longer than this.
const PATIENCE: Duration = Duration::from_secs(300);

/// A crawl that is under way.
pub(super) struct Run<'a> {
    pub(super) options: Crawl,
    job: &'a Job<'a>,
    pub(super) ledger: Ledger,
    pub(super) schedule: Schedule,
    pub(super) sightings: Sightings,
    pub(super) renderer: Renderer,
    tasks: Tasks,
    began: Instant,
}

impl<'a> Run<'a> {
    /// Opens the archive and its state, or begins them.
    pub(super) fn open(mut options: Crawl, job: &'a Job<'a>) -> Result<Run<'a>, CrawlError> {
        options.delay = options.delay.min(MAX_DELAY);
        if options.seeds.is_empty() {
            return Err(CrawlError::NoSeeds);
        }
        let ledger = Ledger::open(&options.archive, options.known, options.depth)?;
        let tasks = Tasks::new(&options)?;
        // A crawl that ends at some depth looks at what is near before it goes farther, so that it finds the same
        // pages whichever answers first.
        let first_level = options.depth.map_or(u32::MAX, |_| 0);
        let resumed_at = (ledger.archive().length() > 0).then(Instant::now);
        let hosts = Hosts::new(options.delay, first_level, resumed_at);
        Ok(Run {
            schedule: Schedule::new(hosts, options.connections),
            sightings: Sightings::new(Scope::new(options.reach, options.seeds.iter())),
            renderer: Renderer::new(&options, tasks.outbox()),
            options,
            job,
            ledger,
            tasks,
            began: Instant::now(),
        })
    }

    /// Goes on until nothing is left, a budget is used up, or the job is cancelled.
    pub(super) fn carry_out(mut self) -> Result<Ended<Report>, CrawlError> {
        self.job.stage(Stage::Fetch, None);
        self.begin()?;
        let mut last_standing = Instant::now();
        let end = loop {
            if self.job.is_cancelled() {
                break None;
            }
            if let Some(end) = self.used_up() {
                break Some(end);
            }
            self.give_turns()?;
            if self.schedule.in_flight() == 0 && self.renderer.is_idle() {
                self.commit()?;
                match self.schedule.hosts.next_turn() {
                    None => break Some(self.why_nothing_is_left()),
                    Some(at) if at > Instant::now() + PATIENCE => break Some(End::HostsAway),
                    Some(_) => {}
                }
            }
            self.wait()?;
            if self.is_commit_due() {
                self.commit()?;
            }
            if last_standing.elapsed() >= TICK {
                last_standing = Instant::now();
                self.job.tell(Event::Standing(self.standing()));
            }
        };
        self.finish(end)
    }

    /// Writes the head of a new archive, and takes up the seeds and what waits from earlier runs.
    fn begin(&mut self) -> Result<(), CrawlError> {
        self.ledger.begin(&self.options.agent, self.options.robots)?;
        for seed in self.options.seeds.clone() {
            self.add_seed(&seed);
        }
        self.commit()?;
        for seed in &self.options.seeds {
            if self.options.guard.check(seed).is_ok() {
                self.ledger.frontier.reconsider(&normalised(seed))?;
            }
        }
        for (host, _) in self.ledger.frontier.waiting_hosts()? {
            let number = self.schedule.hosts.number(&host);
            self.schedule.hosts.schedule(number, Instant::now());
        }
        self.ledger.waiting = self.ledger.counts()?.waiting;
        Ok(())
    }

    /// Which budget is used up.
    fn used_up(&self) -> Option<End> {
        if self.options.time.is_some_and(|time| self.began.elapsed() >= time) {
            return Some(End::TimeReached);
        }
        let length = self.ledger.archive().length();
        self.options.bytes.is_some_and(|bytes| length >= bytes).then_some(End::BytesReached)
    }

    fn why_nothing_is_left(&self) -> End {
        if self.schedule.hosts.iter().any(|host| host.given_up.is_some()) {
            End::HostsAway
        } else if !self.wants_pages() && self.ledger.waiting > 0 {
            End::PagesReached
        } else {
            End::Complete
        }
    }

    /// Whether there is room for another page.
    pub(super) fn wants_pages(&self) -> bool {
        let coming = self.schedule.pages_in_flight() + self.renderer.waiting();
        self.ledger.pages + coming < self.options.pages
    }

    pub(super) fn start_visit(&mut self, number: usize, address: Address) -> Result<(), CrawlError> {
        let earlier = if address.again { self.ledger.frontier.earlier(address.id)? } else { None };
        let plan = Plan {
            form: self.ledger.archive().form(),
            is_last_try: address.tries >= self.options.retries,
            render: self.renderer.policy(),
        };
        self.schedule.begin(number);
        self.schedule.begin_page(&address);
        self.tasks.visit(number, address, earlier, plan);
        Ok(())
    }

    pub(super) fn start_asking(&mut self, number: usize, asking: Asking) {
        self.schedule.begin(number);
        self.tasks.ask_rules(number, asking, self.ledger.archive().form());
    }

    pub(super) fn start_errand(&mut self, number: usize, errand: Errand) {
        self.schedule.begin(number);
        self.tasks.run_errand(number, errand, self.ledger.archive().form());
    }

    /// How long to wait before the next try.
    pub(super) fn backoff(&self, tries: u32) -> Duration {
        self.options.backoff.saturating_mul(4_u32.saturating_pow(tries))
    }

    /// Waits for something to happen, and deals with all that has.
    fn wait(&mut self) -> Result<(), CrawlError> {
        let next = self.schedule.hosts.next_turn().filter(|_| self.schedule.has_room());
        let patience = next.map_or(TICK, |at| at.saturating_duration_since(Instant::now())).min(TICK);
        let mut message = self.tasks.next_within(patience);
        while let Some(come) = message {
            self.take(come)?;
            message = self.tasks.next();
        }
        Ok(())
    }

    /// Deals with what a task has sent back.
    fn take(&mut self, message: Message) -> Result<(), CrawlError> {
        self.ledger.touch();
        let number = match message {
            Message::Wanted(errand) => return self.wanted(errand),
            Message::Rendered(rendered) => return self.rendered(*rendered),
            Message::Visited { host, address, outcome } => {
                self.schedule.end(host);
                self.schedule.end_page(&address);
                self.visited(host, address, outcome)?;
                host
            }
            Message::Rules { host, asking, outcome } => {
                self.schedule.end(host);
                self.rules_came(asking, outcome)?;
                host
            }
            Message::Delivered { host, errand, outcome } => {
                self.schedule.end(host);
                self.delivered(errand, outcome)?;
                host
            }
        };
        // The rules may ask for a longer rest than was known.
        self.schedule.let_rest(number);
        self.schedule_if_needed(number)?;
        if self.schedule.is_full && self.wants_pages() {
            // A page turned out to be none, so there is room for another, whoever has it.
            self.schedule.is_full = false;
            self.schedule.wake_all();
        }
        Ok(())
    }

    /// Whether the batch should be written: it is large or old, or nothing else is left to do.
    fn is_commit_due(&self) -> bool {
        let is_idle = self.schedule.has_room() && self.schedule.hosts.next_turn().is_none();
        self.ledger.is_due() || (is_idle && self.ledger.has_news())
    }

    /// Writes the batch, and gives turns to the hosts of what is new in it.
    pub(super) fn commit(&mut self) -> Result<(), CrawlError> {
        let committed = self.ledger.commit()?;
        self.schedule.take_up(committed);
        Ok(())
    }

    /// A host is left alone for the rest of the run.
    pub(super) fn give_up(&mut self, number: usize, reason: String) -> Result<(), CrawlError> {
        self.refuse_errands(number);
        let host = self.schedule.host(number);
        host.forget_queue();
        host.given_up = Some(reason.clone());
        for asking in std::mem::take(&mut host.askings) {
            self.rules_failed(asking, reason.clone(), Some(Duration::MAX))?;
        }
        Ok(())
    }

    /// An address will not be asked for.
    pub(super) fn refuse(&mut self, number: usize, address: &Address, reason: &str) {
        self.ledger.settle(number, address, State::Refused, Some(reason.to_owned()), Vec::new());
        self.tell(address, VisitOutcome::Refused { reason: reason.to_owned(), advice: None });
    }

    /// Tells what happened to an address.
    pub(super) fn tell(&self, address: &Address, outcome: VisitOutcome) {
        let (url, kind, depth) = (address.url.to_string(), address.kind, address.depth);
        self.tell_of(Visit { url, kind, depth, outcome });
    }

    /// Tells what happened to an address that does not wait.
    pub(super) fn tell_of(&self, visit: Visit) {
        self.job.tell(Event::Visit(visit));
    }

    fn standing(&self) -> Standing {
        let (resting, waits_for) = self.schedule.resting();
        Standing {
            pages: self.ledger.pages,
            expected: (self.ledger.pages + self.ledger.waiting).min(self.options.pages),
            waiting: self.ledger.waiting,
            in_flight: self.schedule.in_flight() as u64,
            hosts: self.schedule.hosts.len() as u64,
            resting,
            waits_for,
        }
    }

    /// Writes what is left, and the index. Without an end, somebody has stopped it.
    fn finish(mut self, end: Option<End>) -> Result<Ended<Report>, CrawlError> {
        self.commit()?;
        // What is under way is dropped; it will be asked for again.
        self.tasks.end();
        let index = self.ledger.write_index()?;
        let given_up = |host: &Host| Some((host.key.clone(), host.given_up.clone()?));
        let is_stopped = end.is_none();
        let report = Report {
            end,
            fetched: self.ledger.fetched,
            unchanged: self.ledger.unchanged,
            counts: self.ledger.counts()?,
            reasons: self.ledger.frontier.reasons()?,
            elsewhere: self.sightings.elsewhere(),
            unrendered: self.renderer.unrendered(),
            given_up: self.schedule.hosts.iter().filter_map(given_up).collect(),
            bytes: self.ledger.archive().length(),
            archive: self.ledger.archive().path().to_owned(),
            index,
        };
        Ok(if is_stopped { Ended::Stopped { so_far: report, next: Next::GoesOn } } else { Ended::Done(report) })
    }
}
