//! Who is visited next: a host whose turn it is, and what it does with it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use job::AddressKind;
use url::Url;

use super::asking::Asking;
use super::frontier::{Address, now as seconds_now};
use super::hosts::Access;
use super::outcome::MAX_WAIT;
use super::render::Errand;
use super::run::Run;
use super::{CrawlError, Obedience};
use crate::robots::{self, Rules};

/// How many addresses of a host are taken from the frontier at once.
const REFILL: usize = 64;

/// What a host does with its turn.
pub(super) enum Pick {
    Visit(Address),
    /// It asks for its own rules, which are there.
    Rules(Url),
    /// It is asked for rules that are said to be there.
    Asking(Asking),
    Errand(Errand),
    Nothing,
    Later(Instant),
}

impl Run<'_> {
    /// Lets each host whose turn it is start what it may.
    pub(super) fn give_turns(&mut self) -> Result<(), CrawlError> {
        let now = Instant::now();
        while let Some(number) = self.schedule.take_turn(now) {
            match self.pick(number, now)? {
                Pick::Visit(address) => {
                    self.start_visit(number, address)?;
                    let host = self.schedule.host(number);
                    if host.rest.is_zero() {
                        self.schedule.hosts.schedule(number, now);
                    }
                }
                Pick::Rules(location) => {
                    let asking = self.ask_for_rules(number, location);
                    self.start_asking(number, asking);
                }
                Pick::Asking(asking) => self.start_asking(number, asking),
                Pick::Errand(errand) => self.start_errand(number, errand),
                Pick::Later(at) => self.schedule.hosts.schedule(number, at),
                Pick::Nothing => {}
            }
        }
        Ok(())
    }

    /// What a host does with its turn.
    fn pick(&mut self, number: usize, now: Instant) -> Result<Pick, CrawlError> {
        self.schedule.host(number).wake_due(now);
        loop {
            let host = self.schedule.host(number);
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
            let Some(address) = self.schedule.host(number).queue.front().cloned() else {
                if self.refill(number, now)? {
                    continue;
                }
                let next = self.schedule.host(number).later.iter().map(|(at, _)| *at).min();
                return Ok(next.map_or(Pick::Nothing, Pick::Later));
            };
            if address.is_new_page() && !self.wants_pages() {
                self.set_pages_aside(number);
                continue;
            }
            if self.options.robots == Obedience::Obey {
                match self.access(number, &address.url)? {
                    None => return Ok(Pick::Rules(robots::location(&address.url))),
                    Some(Access::Asked) => return Ok(Pick::Nothing),
                    Some(Access::Unreachable(reason)) => {
                        self.give_up(number, reason)?;
                        return Ok(Pick::Nothing);
                    }
                    Some(Access::Forbidden(reason)) => {
                        self.schedule.host(number).queue.pop_front();
                        self.refuse(number, &address, &reason);
                        continue;
                    }
                    Some(Access::Known(rules)) if !rules.allow(&address.url) => {
                        self.schedule.host(number).queue.pop_front();
                        self.refuse(number, &address, "robots.txt asks robots to stay away");
                        continue;
                    }
                    Some(Access::Known(_)) => {}
                }
            }
            let free_at = self.schedule.host(number).free_at;
            if free_at > now {
                // Rules that an earlier run has read ask for a longer rest.
                return Ok(Pick::Later(free_at));
            }
            self.schedule.host(number).queue.pop_front();
            if address.kind == AddressKind::Page && self.replace_by_stripped(number, &address) {
                continue;
            }
            return Ok(Pick::Visit(address));
        }
    }

    /// Takes further addresses of a host from the frontier. Says whether there were any.
    fn refill(&mut self, number: usize, now: Instant) -> Result<bool, CrawlError> {
        let most_depth = self.ledger.depth();
        if self.ledger.is_far_ahead() {
            self.commit()?;
        }
        loop {
            let wants_pages = self.wants_pages();
            let schedule = &mut self.schedule;
            let host = schedule.hosts.get(number);
            if !host.may_have_more {
                return Ok(false);
            }
            schedule.is_full |= !wants_pages;
            let most = REFILL + host.taken.len();
            let addresses = self.ledger.frontier.next(&host.key, host.level.min(most_depth), wants_pages, most)?;
            let seconds = seconds_now();
            for address in addresses {
                if !host.taken.insert(address.id) {
                    continue;
                }
                match wait_until(address.due, seconds) {
                    Duration::ZERO => host.queue.push_back(address),
                    wait => host.later.push((now + wait, address)),
                }
            }
            if !host.queue.is_empty() {
                return Ok(true);
            }
            if host.in_flight > 0 || !host.later.is_empty() {
                return Ok(false);
            }
            if self.ledger.has_news() {
                // What is to be written may bring more.
                self.commit()?;
                continue;
            }
            let next_level = self.ledger.frontier.nearest(&self.schedule.host(number).key, wants_pages)?;
            let host = self.schedule.host(number);
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
        if let Some(access) = self.schedule.host(number).access.get(&origin) {
            return Ok(Some(access.clone()));
        }
        let Some(body) = self.ledger.frontier.robots(&origin, seconds_now() - robots::LIFETIME)? else {
            return Ok(None);
        };
        let rules = Arc::new(body.map_or_else(Rules::none, |body| Rules::parse(&body)));
        self.obey(number, &origin, &rules);
        Ok(Some(Access::Known(rules)))
    }

    /// From now on these rules hold.
    pub(super) fn obey(&mut self, number: usize, origin: &str, rules: &Arc<Rules>) {
        let rest = self.options.delay.max(rules.delay());
        let before = self.schedule.hosts.resumed_at;
        let host = self.schedule.host(number);
        host.access.insert(origin.to_owned(), Access::Known(Arc::clone(rules)));
        host.rest = host.rest.max(rest);
        if let Some(before) = before {
            host.free_at = host.free_at.max(before + host.rest);
        }
    }

    /// Gives a host its next turn, unless nothing of it is left: then the run need not wait until it has rested.
    pub(super) fn schedule_if_needed(&mut self, number: usize) -> Result<(), CrawlError> {
        let now = Instant::now();
        let host = self.schedule.host(number);
        let is_asked = !host.askings.is_empty() || !host.errands.is_empty();
        let has_work = is_asked || !host.queue.is_empty() || !host.later.is_empty();
        if has_work || self.refill(number, now)? {
            self.schedule.hosts.schedule(number, now);
        }
        Ok(())
    }

    /// There is no room for pages: what waits of them in memory goes back to the frontier.
    fn set_pages_aside(&mut self, number: usize) {
        let host = self.schedule.host(number);
        let (pages, others) = std::mem::take(&mut host.queue).into_iter().partition(Address::is_new_page);
        host.queue = others;
        for page in pages as VecDeque<Address> {
            host.taken.remove(&page.id);
        }
    }
}

/// How long an address that is due at `due` waits if it is `now`, both in seconds since 1970. Nothing is postponed for
/// longer than [`MAX_WAIT`]: what seems to wait longer was postponed by a clock that has been set back since.
fn wait_until(due: i64, now: i64) -> Duration {
    let wait = u64::try_from(due.saturating_sub(now)).unwrap_or_default();
    Duration::from_secs(wait).min(MAX_WAIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_set_back_makes_nothing_wait_for_days() {
        assert_eq!(wait_until(1000, 1000), Duration::ZERO);
        assert_eq!(wait_until(1000, 5000), Duration::ZERO);
        assert_eq!(wait_until(1007, 1000), Duration::from_secs(7));
        assert_eq!(wait_until(1000 + 24 * 3600, 1000), MAX_WAIT);
        assert_eq!(wait_until(i64::MAX, i64::MIN), MAX_WAIT);
    }
}
