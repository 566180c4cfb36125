//! The hosts of a crawl: what waits for each, and when it may be asked again.
//!
//! A host is asked by one connection at a time and rests between two requests, or, if nobody asks for a rest, by as
//! many at once as the user allows. The rest begins when an answer is complete, so that whatever happens on the way
//! no two requests can arrive closer together than that.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::asking::Asking;
use super::frontier::Address;
use super::render::Errand;
use crate::robots::Rules;

/// What is known of an origin's rules for robots.
#[derive(Clone, Debug)]
pub(super) enum Access {
    /// They are being asked for.
    Asked,
    Known(Arc<Rules>),
    /// They cannot be had, so nothing may be asked for. Says why.
    Unreachable(String),
    /// The guard forbids to ask for anything. Says why.
    Forbidden(String),
}

/// One host.
#[derive(Debug)]
pub(super) struct Host {
    pub(super) key: String,
    /// Rules of other hosts that are said to be here. They come first.
    pub(super) askings: VecDeque<Asking>,
    /// What pages that are being rendered wait for. It comes next.
    pub(super) errands: VecDeque<Errand>,
    /// What is next, in order.
    pub(super) queue: VecDeque<Address>,
    /// What is to be tried again, and when.
    pub(super) later: Vec<(Instant, Address)>,
    /// All of its addresses that are in memory, so that none is taken from the frontier twice.
    pub(super) taken: HashSet<i64>,
    pub(super) in_flight: usize,
    /// When it may be asked next.
    pub(super) free_at: Instant,
    /// How long it rests between two requests.
    pub(super) rest: Duration,
    /// Pages farther from the start than this are not looked at yet.
    pub(super) level: u32,
    /// Whether the frontier may hold more than the queue.
    pub(super) may_have_more: bool,
    /// Failures in a row.
    pub(super) failures: u32,
    /// Why it is left alone for the rest of this run.
    pub(super) given_up: Option<String>,
    /// By origin.
    pub(super) access: HashMap<String, Access>,
    /// How often its rules were asked for in vain.
    pub(super) rules_tries: u32,
    is_scheduled: bool,
}

impl Host {
    fn new(key: String, rest: Duration, level: u32) -> Host {
        Host {
            key,
            askings: VecDeque::new(),
            errands: VecDeque::new(),
            queue: VecDeque::new(),
            later: Vec::new(),
            taken: HashSet::new(),
            in_flight: 0,
            free_at: Instant::now(),
            rest,
            level,
            may_have_more: true,
            failures: 0,
            given_up: None,
            access: HashMap::new(),
            rules_tries: 0,
            is_scheduled: false,
        }
    }

    /// Puts what is due again back at the front of the queue.
    pub(super) fn wake_due(&mut self, now: Instant) {
        let (due, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.later).into_iter().partition(|(at, _)| *at <= now);
        self.later = later;
        due.into_iter().for_each(|(_, address)| self.queue.push_front(address));
    }

    /// Nothing of it is in memory any longer.
    pub(super) fn forget_queue(&mut self) {
        let (queue, later) = (std::mem::take(&mut self.queue), std::mem::take(&mut self.later));
        for address in queue.into_iter().chain(later.into_iter().map(|(_, address)| address)) {
            self.taken.remove(&address.id);
        }
    }
}

/// All hosts, and the order in which they get their turn.
#[derive(Debug)]
pub(super) struct Hosts {
    hosts: Vec<Host>,
    by_key: HashMap<String, usize>,
    turns: BinaryHeap<Reverse<(Instant, u64, usize)>>,
    /// Turns at the same moment come in the order they were asked for.
    asked: u64,
    rest: Duration,
    first_level: u32,
    /// When this run took over from another, which may have asked any host a moment before.
    pub(super) resumed_at: Option<Instant>,
}

impl Hosts {
    pub(super) fn new(rest: Duration, first_level: u32, resumed_at: Option<Instant>) -> Hosts {
        let (hosts, by_key, turns) = (Vec::new(), HashMap::new(), BinaryHeap::new());
        Hosts { hosts, by_key, turns, asked: 0, rest, first_level, resumed_at }
    }

    /// The number of a host, which is made if need be.
    pub(super) fn number(&mut self, key: &str) -> usize {
        if let Some(&number) = self.by_key.get(key) {
            return number;
        }
        let number = self.hosts.len();
        let mut host = Host::new(key.to_owned(), self.rest, self.first_level);
        if let Some(before) = self.resumed_at {
            host.free_at = host.free_at.max(before + self.rest);
        }
        self.hosts.push(host);
        self.by_key.insert(key.to_owned(), number);
        number
    }

    pub(super) fn get(&mut self, number: usize) -> &mut Host {
        &mut self.hosts[number]
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Host> {
        self.hosts.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.hosts.len()
    }

    /// Gives a host a turn, not before it has rested and not before `at`.
    pub(super) fn schedule(&mut self, number: usize, at: Instant) {
        let host = &mut self.hosts[number];
        if !host.is_scheduled && host.given_up.is_none() {
            host.is_scheduled = true;
            self.asked += 1;
            self.turns.push(Reverse((at.max(host.free_at), self.asked, number)));
        }
    }

    /// The host whose turn it is.
    pub(super) fn take_turn(&mut self, now: Instant) -> Option<usize> {
        loop {
            let &Reverse((at, _, number)) = self.turns.peek()?;
            if at > now {
                return None;
            }
            self.turns.pop();
            self.hosts[number].is_scheduled = false;
            if self.hosts[number].free_at <= now {
                return Some(number);
            }
            // It has been told to rest longer since it got this turn.
            self.schedule(number, now);
        }
    }

    /// When the next turn is.
    pub(super) fn next_turn(&self) -> Option<Instant> {
        self.turns.peek().map(|Reverse((at, _, _))| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_get_their_turns_when_they_have_rested() {
        let mut hosts = Hosts::new(Duration::from_secs(1), 0, None);
        let (a, b) = (hosts.number("a"), hosts.number("b"));
        assert_eq!(hosts.number("a"), a);
        let now = Instant::now();
        hosts.schedule(a, now);
        hosts.schedule(a, now);
        hosts.schedule(b, now);
        assert_eq!((hosts.take_turn(now), hosts.take_turn(now), hosts.take_turn(now)), (Some(a), Some(b), None));
        hosts.get(a).free_at = now + Duration::from_secs(5);
        hosts.schedule(a, now);
        assert_eq!(hosts.take_turn(now), None);
        assert_eq!(hosts.next_turn(), Some(now + Duration::from_secs(5)));
        hosts.get(a).free_at = now + Duration::from_secs(9);
        assert_eq!(hosts.take_turn(now + Duration::from_secs(6)), None, "it was told to rest longer");
        assert_eq!(hosts.take_turn(now + Duration::from_secs(9)), Some(a));
    }
}
