//! Individuals that come later are put to those that are stored, without a look at all of them.

use super::Learnt;
use super::blocking::{Base, Scratch, Sought, candidates};
use super::clusters::{Clusters, Judge, Link, keys_of};
use super::profile::Profile;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// A cluster that has grown or come about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The members, in order. The first is the number of the cluster.
    pub members: Vec<u32>,
    /// The clusters that were joined into it, in order.
    pub from: Vec<u32>,
}

/// Decides where individuals belong that have just been entered into the base under their [`keys`](super::keys), each
/// as a cluster of its own. Returns the clusters that change; nothing that was together is taken apart.
pub fn join(base: &impl Base, learnt: &Learnt, new: &[u32]) -> Vec<Joined> {
    let mut stored = Stored { base, learnt, profiles: RefCell::default() };
    // 1. Candidates, and what speaks for them.
    let mut links: Vec<Link> = Vec::new();
    let mut scratch = Scratch::default();
    for &id in new {
        let others = stored.candidates(id, &mut scratch);
        links.extend(others.into_iter().filter_map(|other| stored.link(id.min(other), id.max(other))));
    }
    links.sort_by_key(|link| (link.left, link.right));
    links.dedup_by_key(|link| (link.left, link.right));
    // 2. The clusters of all that are linked.
    let mut numbers: Vec<u32> =
        links.iter().flat_map(|link| [link.left, link.right]).map(|id| base.cluster(id)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut clusters = Clusters::default();
    for &number in &numbers {
        clusters.put(base.members(number), &mut stored);
    }
    // 3. Clusters that agree are joined.
    clusters.join(links, &mut stored);
    let changed = clusters.several().into_iter().filter_map(|members| {
        let mut from: Vec<u32> = members.iter().map(|&member| base.cluster(member)).collect();
        from.sort_unstable();
        from.dedup();
        (from.len() > 1).then_some(Joined { members, from })
    });
    changed.collect()
}

/// Judges pairs of stored individuals; each profile is fetched once.
struct Stored<'a, B> {
    base: &'a B,
    learnt: &'a Learnt,
    profiles: RefCell<FxHashMap<u32, Profile>>,
}

impl<B: Base> Stored<'_, B> {
    /// Lets a function see the profile of an individual, weighed.
    fn with<R>(&self, id: u32, see: impl FnOnce(&Profile) -> R) -> R {
        let mut profiles = self.profiles.borrow_mut();
        see(profiles.entry(id).or_insert_with(|| {
            let mut profile = self.base.profile(id).unwrap_or_default();
            profile.weigh(|word| self.learnt.statistics.weight(self.base.count(word)));
            profile
        }))
    }

    fn candidates(&self, id: u32, scratch: &mut Scratch) -> Vec<u32> {
        let under = |key: u64, at_most: usize, into: &mut Vec<u32>| into.extend(self.base.under(key, at_most));
        let glance = |other: u32| self.with(other, |profile| (profile.source, profile.length()));
        let sought = Sought { count: &|key| self.base.count(key), under: &under, glance: &glance };
        let own = self.with(id, Profile::clone);
        candidates((id, &own), &sought, &self.learnt.statistics, scratch)
    }

    fn above(&self, left: u32, right: u32) -> f32 {
        let left = self.with(left, Profile::clone);
        self.with(right, |right| self.learnt.margin(&left, right, self.learnt.total(&left, right)))
    }

    fn link(&self, left: u32, right: u32) -> Option<Link> {
        let margin = self.above(left, right);
        let of_left = self.with(left, Profile::clone);
        let is_certain = self.with(right, |right| of_left.has_same_key(right));
        (margin >= 0.0 || is_certain).then_some(Link { left, right, margin, is_certain })
    }
}

impl<B: Base> Judge for Stored<'_, B> {
    fn margin(&mut self, left: u32, right: u32) -> f32 {
        self.above(left, right)
    }

    fn exclusive_source(&mut self, individual: u32) -> Option<u32> {
        self.learnt.exclusive(self.with(individual, |profile| profile.source))
    }

    fn keys(&mut self, individual: u32) -> Vec<(u8, u64)> {
        self.with(individual, keys_of)
    }
}
