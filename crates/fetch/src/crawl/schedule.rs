//! When whom is asked: the hosts of a run, whose turn it is, and what is under way. What an answer changes is written
//! in the `ledger`.

use std::time::{Duration, Instant};

use super::address::host_key;
use super::frontier::{Address, Found};
use super::hosts::{Host, Hosts};
use super::ledger::Committed;

/// The hosts of a run, and what is under way.
#[derive(Debug)]
pub(super) struct Schedule {
    pub(super) hosts: Hosts,
    /// How many requests may be under way at once.
    most: usize,
    in_flight: usize,
    /// Pages that are under way and may become some of the archive.
    pages_in_flight: u64,
    /// Whether a page had to be left out since there is no room.
    pub(super) is_full: bool,
}

impl Schedule {
    pub(super) fn new(hosts: Hosts, most: usize) -> Schedule {
        Schedule { hosts, most, in_flight: 0, pages_in_flight: 0, is_full: false }
    }

    pub(super) fn host(&mut self, number: usize) -> &mut Host {
        self.hosts.get(number)
    }

    pub(super) fn in_flight(&self) -> usize {
        self.in_flight
    }

    pub(super) fn pages_in_flight(&self) -> u64 {
        self.pages_in_flight
    }

    /// Whether another request may be made.
    pub(super) fn has_room(&self) -> bool {
        self.in_flight < self.most
    }

    /// The host whose turn it is, if another request may be made.
    pub(super) fn take_turn(&mut self, now: Instant) -> Option<usize> {
        if self.has_room() { self.hosts.take_turn(now) } else { None }
    }

    /// A request to a host is under way.
    pub(super) fn begin(&mut self, number: usize) {
        self.in_flight += 1;
        self.host(number).in_flight += 1;
    }

    /// The request for this address is one for a page that may become one of the archive.
    pub(super) fn begin_page(&mut self, address: &Address) {
        self.pages_in_flight += u64::from(address.is_new_page());
    }

    /// A request to a host has ended, one way or another.
    pub(super) fn end(&mut self, number: usize) {
        self.in_flight -= 1;
        self.host(number).in_flight -= 1;
        self.let_rest(number);
    }

    /// The request for this address has ended.
    pub(super) fn end_page(&mut self, address: &Address) {
        self.pages_in_flight -= u64::from(address.is_new_page());
    }

    /// A host rests from now on, as long as it is known to want.
    pub(super) fn let_rest(&mut self, number: usize) {
        let rest = self.host(number).rest;
        self.rest_for(number, rest);
    }

    /// A host is left alone for so long from now on, if not for longer.
    pub(super) fn rest_for(&mut self, number: usize, time: Duration) {
        let host = self.host(number);
        host.free_at = host.free_at.max(Instant::now() + time);
    }

    /// Each host gets a turn.
    pub(super) fn wake_all(&mut self) {
        (0..self.hosts.len()).for_each(|number| self.hosts.schedule(number, Instant::now()));
    }

    /// What was written may be taken from the frontier again, and what is new has hosts that get turns.
    pub(super) fn take_up(&mut self, committed: Committed) {
        for (number, id) in committed.finished {
            self.host(number).taken.remove(&id);
        }
        let now = Instant::now();
        for Found { url, .. } in committed.new {
            let number = self.hosts.number(&host_key(&url));
            self.host(number).may_have_more = true;
            self.hosts.schedule(number, now);
        }
    }

    /// How many hosts rest, and what is waited for if nothing is under way.
    pub(super) fn resting(&self) -> (u64, Option<String>) {
        let now = Instant::now();
        let resting = self.hosts.iter().filter(|host| host.free_at > now && host.given_up.is_none());
        let next = resting.clone().map(|host| (host.free_at, &host.key)).min();
        let waits_for = next.filter(|_| self.in_flight == 0).map(|(until, host)| {
            format!("{host} rests for {:.0} s", until.saturating_duration_since(now).as_secs_f64().ceil())
        });
        (resting.count() as u64, waits_for)
    }
}
