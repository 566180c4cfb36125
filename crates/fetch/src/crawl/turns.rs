//! Who is visited next: a host whose turn it is, and what it does with it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;

use super::asking::Asking;
use super::frontier::{Job, Kind, now as seconds_now};
use super::hosts::Access;
use super::render::Errand;
use super::robots::{self, Rules};
use super::run::{BATCH_VISITS, Run};
use super::{CrawlError, Obedience, Observer};

/// How many addresses of a host are taken from the frontier at once.
const REFILL: usize = 64;

/// What a host does with its turn.
pub(super) enum Pick {
    Visit(Job),
    /// It asks for its own rules, which are there.
    Rules(Url),
    /// It is asked for rules that are said to be there.
    Asking(Asking),
    Errand(Errand),
    Nothing,
    Later(Instant),
}

impl Run {
    /// Lets each host whose turn it is start what it may.
    pub(super) fn give_turns(&mut self, observer: &mut dyn Observer) -> Result<(), CrawlError> {
        let now = Instant::now();
        while self.in_flight < self.options.connections {
            let Some(number) = self.hosts.take_turn(now) else { break };
            match self.pick(number, now, observer)? {
                Pick::Visit(job) => {
                    self.start_visit(number, job)?;
                    let host = self.hosts.get(number);
                    if host.rest.is_zero() {
                        self.hosts.schedule(number, now);
                    }
                }
                Pick::Rules(location) => {
                    let asking = self.ask_for_rules(number, location);
                    self.start_asking(number, asking);
                }
                Pick::Asking(asking) => self.start_asking(number, asking),
                Pick::Errand(errand) => self.start_errand(number, errand),
                Pick::Later(at) => self.hosts.schedule(number, at),
                Pick::Nothing => {}
            }
        }
        Ok(())
    }

    /// What a host does with its turn.
    fn pick(&mut self, number: usize, now: Instant, observer: &mut dyn Observer) -> Result<Pick, CrawlError> {
        self.hosts.get(number).wake_due(now);
        loop {
            let host = self.hosts.get(number);
            let most = if host.rest.is_zero() { self.options.connections_per_host.max(1) } else { 1 };
            if host.given_up.is_some() || host.in_flight >= most {
                return Ok(Pick::Nothing);
            }
            if let Some(asking) = host.askings.pop_front() {
                return Ok(Pick::Asking(asking));
            }
            if let Some(pick) = self.pick_errand(number)? {
                return Ok(pick);
            }
            let Some(job) = self.hosts.get(number).queue.front().cloned() else {
                if self.refill(number, now)? {
                    continue;
                }
                let next = self.hosts.get(number).later.iter().map(|(at, _)| *at).min();
                return Ok(next.map_or(Pick::Nothing, Pick::Later));
            };
            if job.is_new_page() && !self.wants_pages() {
                self.set_pages_aside(number);
                continue;
            }
            if self.options.robots == Obedience::Obey {
                match self.access(number, &job.url)? {
                    None => return Ok(Pick::Rules(robots::location(&job.url))),
                    Some(Access::Asked) => return Ok(Pick::Nothing),
                    Some(Access::Unreachable(reason)) => {
                        self.give_up(number, reason)?;
                        return Ok(Pick::Nothing);
                    }
                    Some(Access::Forbidden(reason)) => {
                        self.hosts.get(number).queue.pop_front();
                        self.refuse(number, &job, &reason, observer);
                        continue;
                    }
                    Some(Access::Known(rules)) if !rules.allow(&job.url) => {
                        self.hosts.get(number).queue.pop_front();
                        self.refuse(number, &job, "robots.txt asks robots to stay away", observer);
                        continue;
                    }
                    Some(Access::Known(_)) => {}
                }
            }
            let free_at = self.hosts.get(number).free_at;
            if free_at > now {
                // Rules that an earlier run has read ask for a longer rest.
                return Ok(Pick::Later(free_at));
            }
            self.hosts.get(number).queue.pop_front();
            if job.kind == Kind::Page && self.replace_by_stripped(number, &job, observer) {
                continue;
            }
            return Ok(Pick::Visit(job));
        }
    }

    /// Takes further addresses of a host from the frontier. Says whether there were any.
    fn refill(&mut self, number: usize, now: Instant) -> Result<bool, CrawlError> {
        let most_depth = self.options.depth.unwrap_or(u32::MAX);
        if self.finished.len() >= BATCH_VISITS {
            // The frontier would go through all of them to find what is next.
            self.commit()?;
        }
        loop {
            let wants_pages = self.wants_pages();
            let host = self.hosts.get(number);
            if !host.may_have_more {
                return Ok(false);
            }
            let most = REFILL + host.taken.len();
            self.is_full |= !wants_pages;
            let jobs = self.frontier.next(&host.key, host.level.min(most_depth), wants_pages, most)?;
            let seconds = seconds_now();
            for job in jobs {
                if !host.taken.insert(job.id) {
                    continue;
                }
                match u64::try_from(job.due - seconds) {
                    Ok(wait @ 1..) => host.later.push((now + Duration::from_secs(wait), job)),
                    _ => host.queue.push_back(job),
                }
            }
            if !host.queue.is_empty() {
                return Ok(true);
            }
            if host.in_flight > 0 || !host.later.is_empty() {
                return Ok(false);
            }
            if !self.batch.is_empty() {
                // What is to be written may bring more.
                self.commit()?;
                continue;
            }
            let next_level = self.frontier.nearest(&self.hosts.get(number).key, wants_pages)?;
            let host = self.hosts.get(number);
            match next_level {
                Some(level) if level <= most_depth && level > host.level => host.level = level,
                _ => {
                    // Pages that there is no room for may be wanted when others turn out to be none.
                    host.may_have_more = !wants_pages;
                    return Ok(false);
                }
            }
        }
    }

    /// What is known of the rules for an address; `None` if they have to be asked for.
    pub(super) fn access(&mut self, number: usize, url: &Url) -> Result<Option<Access>, CrawlError> {
        let origin = url.origin().ascii_serialization();
        if let Some(access) = self.hosts.get(number).access.get(&origin) {
            return Ok(Some(access.clone()));
        }
        let Some(body) = self.frontier.robots(&origin, seconds_now() - robots::LIFETIME)? else { return Ok(None) };
        let rules = Arc::new(body.map_or_else(Rules::none, |body| Rules::parse(&body)));
        self.obey(number, &origin, &rules);
        Ok(Some(Access::Known(rules)))
    }

    /// From now on these rules hold.
    pub(super) fn obey(&mut self, number: usize, origin: &str, rules: &Arc<Rules>) {
        let rest = self.options.delay.max(rules.delay());
        let before = self.hosts.resumed_at;
        let host = self.hosts.get(number);
        host.access.insert(origin.to_owned(), Access::Known(Arc::clone(rules)));
        host.rest = host.rest.max(rest);
        if let Some(before) = before {
            host.free_at = host.free_at.max(before + host.rest);
        }
    }

    /// Gives a host its next turn, unless nothing of it is left: then the run need not wait until it has rested.
    pub(super) fn schedule_if_needed(&mut self, number: usize) -> Result<(), CrawlError> {
        let now = Instant::now();
        let host = self.hosts.get(number);
        let is_asked = !host.askings.is_empty() || !host.errands.is_empty();
        let has_work = is_asked || !host.queue.is_empty() || !host.later.is_empty();
        if has_work || self.refill(number, now)? {
            self.hosts.schedule(number, now);
        }
        Ok(())
    }

    /// There is no room for pages: what waits of them in memory goes back to the frontier.
    fn set_pages_aside(&mut self, number: usize) {
        let host = self.hosts.get(number);
        let (pages, others) = std::mem::take(&mut host.queue).into_iter().partition(Job::is_new_page);
        host.queue = others;
        for page in pages as VecDeque<Job> {
            host.taken.remove(&page.id);
        }
    }
}
