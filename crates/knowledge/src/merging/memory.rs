//! Individuals in memory: their profiles, weighed, the index of their keys, and their clusters.

use super::blocking::{Base, Scratch, Sought, candidates, keys, word_keys};
use super::profile::Profile;
use super::statistics::Statistics;
use rustc_hash::FxHashMap;
use std::panic::resume_unwind;

/// Profiles, the index of their keys, and clusters.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    profiles: Vec<Profile>,
    /// The length of each profile as a vector of words.
    lengths: Vec<f32>,
    /// For each key that was known when the index was made, where its individuals begin, and how many they are.
    places: FxHashMap<u64, (u32, u32)>,
    members: Vec<u32>,
    /// Individuals that were added later.
    later: FxHashMap<u64, Vec<u32>>,
    /// By individual, its cluster.
    clusters: Vec<u32>,
    /// The clusters of several.
    of_cluster: FxHashMap<u32, Vec<u32>>,
}

/// What an index is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Merging once what is there. Keys that only one individual has are left out.
    Once,
    /// Merging what will be added. Takes more memory.
    Growing,
}

/// Bits of a table that tells keys which only one individual has; those need no entry.
const SEEN_BITS: u32 = 28;

impl Memory {
    /// Weighs profiles and enters them under their keys. Nobody is merged yet.
    pub fn new(mut profiles: Vec<Profile>, statistics: &Statistics, purpose: Purpose, threads: usize) -> Memory {
        let mut words: FxHashMap<u64, u32> = FxHashMap::default();
        for key in profiles.iter().flat_map(word_keys) {
            *words.entry(key).or_default() += 1;
        }
        let each = profiles.len().div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            for chunk in profiles.chunks_mut(each) {
                let words = &words;
                scope.spawn(move || {
                    for profile in chunk {
                        profile.weigh(|word| statistics.weight(words.get(&word).copied().unwrap_or(1)));
                    }
                });
            }
        });
        let (places, members) = index(&profiles, &words, purpose, threads);
        let lengths = profiles.iter().map(Profile::length).collect();
        let clusters = (0..profiles.len() as u32).collect();
        Memory { profiles, lengths, places, members, clusters, ..Memory::default() }
    }

    /// The profiles, by number.
    pub fn profiles(&self) -> &[Profile] {
        &self.profiles
    }

    /// Takes over clusters, each of several individuals in order.
    pub fn set_clusters(&mut self, clusters: &[Vec<u32>]) {
        for cluster in clusters {
            let Some(&first) = cluster.first() else { continue };
            cluster.iter().for_each(|&member| self.clusters[member as usize] = first);
            self.of_cluster.insert(first, cluster.clone());
        }
    }

    /// Adds an individual. Returns its number.
    pub fn add(&mut self, mut profile: Profile, statistics: &Statistics) -> u32 {
        let id = self.profiles.len() as u32;
        for key in word_keys(&profile) {
            self.later.entry(key).or_default().push(id);
        }
        let words: Vec<u64> = word_keys(&profile).collect();
        for key in keys(&profile, |key| self.count(key)) {
            if !words.contains(&key) {
                self.later.entry(key).or_default().push(id);
            }
        }
        profile.weigh(|word| statistics.weight(self.count(word)));
        self.lengths.push(profile.length());
        self.profiles.push(profile);
        self.clusters.push(id);
        id
    }

    pub(super) fn candidates(&self, id: u32, statistics: &Statistics, scratch: &mut Scratch) -> Vec<u32> {
        let under = |key: u64, at_most: usize, into: &mut Vec<u32>| self.append_under(key, at_most, into);
        let glance = |other: u32| (self.profiles[other as usize].source, self.lengths[other as usize]);
        let sought = Sought { count: &|key| self.count(key), under: &under, glance: &glance };
        candidates((id, &self.profiles[id as usize]), &sought, statistics, scratch)
    }

    fn append_under(&self, key: u64, at_most: usize, into: &mut Vec<u32>) {
        if let Some(&(start, count)) = self.places.get(&key) {
            let end = (start as usize).saturating_add((count as usize).min(at_most)).min(self.members.len());
            into.extend(self.members.get(start as usize..end).unwrap_or(&[]));
        }
        let left = at_most.saturating_sub(into.len());
        into.extend(self.later.get(&key).into_iter().flatten().take(left));
    }
}

impl Base for Memory {
    fn count(&self, key: u64) -> u32 {
        let first = self.places.get(&key).map_or(0, |place| place.1);
        first + self.later.get(&key).map_or(0, |later| later.len() as u32)
    }

    fn under(&self, key: u64, at_most: usize) -> Vec<u32> {
        let mut found = Vec::new();
        self.append_under(key, at_most, &mut found);
        found
    }

    fn profile(&self, individual: u32) -> Option<Profile> {
        self.profiles.get(individual as usize).cloned()
    }

    fn cluster(&self, individual: u32) -> u32 {
        self.clusters.get(individual as usize).copied().unwrap_or(individual)
    }

    fn members(&self, cluster: u32) -> Vec<u32> {
        self.of_cluster.get(&cluster).cloned().unwrap_or_else(|| vec![cluster])
    }
}

type Index = (FxHashMap<u64, (u32, u32)>, Vec<u32>);

/// The individuals under each key that several have.
fn index(profiles: &[Profile], words: &FxHashMap<u64, u32>, purpose: Purpose, threads: usize) -> Index {
    let count = |key: u64| words.get(&key).copied().unwrap_or(0);
    // A first pass notes which keys come up twice, by a few bits of them; most do not, and need no place.
    let bits = SEEN_BITS.min(usize::BITS - profiles.len().leading_zeros() + 8);
    let (mut once, mut twice) = (vec![0_u64; 1 << (bits - 6)], vec![0_u64; 1 << (bits - 6)]);
    let place = |key: u64| ((key >> (64 - bits)) as usize >> 6, 1_u64 << ((key >> (64 - bits)) & 63));
    let mut all_keys = EachKeys::new(profiles, threads);
    all_keys.each(&count, |_, key| {
        let (at, bit) = place(key);
        twice[at] |= once[at] & bit;
        once[at] |= bit;
    });
    drop(once);
    let mut entries: Vec<(u64, u32)> = Vec::new();
    all_keys.each(&count, |id, key| {
        let (at, bit) = place(key);
        if twice[at] & bit != 0 || purpose == Purpose::Growing {
            entries.push((key, id));
        }
    });
    drop(twice);
    entries.sort_unstable();
    let least = if purpose == Purpose::Once { 1 } else { 0 };
    let mut places = FxHashMap::default();
    let mut members = Vec::new();
    for group in entries.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > least) {
        let start = members.len() as u32;
        // Of what is never read in full, the beginning is enough.
        members.extend(group.iter().take(super::blocking::MOST_UNDER_A_KEY).map(|entry| entry.1));
        places.insert(group[0].0, (start, group.len() as u32));
    }
    members.shrink_to_fit();
    (places, members)
}

/// All keys of all individuals, made by several threads and handed out in order.
struct EachKeys<'a> {
    profiles: &'a [Profile],
    threads: usize,
}

impl<'a> EachKeys<'a> {
    /// Individuals that one thread makes keys for at a time.
    const BATCH: usize = 4096;

    fn new(profiles: &'a [Profile], threads: usize) -> EachKeys<'a> {
        EachKeys { profiles, threads: threads.max(1) }
    }

    fn each(&mut self, count: &(impl Fn(u64) -> u32 + Sync), mut give: impl FnMut(u32, u64)) {
        for (round, batch) in self.profiles.chunks(Self::BATCH * self.threads).enumerate() {
            let made: Vec<Vec<Vec<u64>>> = std::thread::scope(|scope| {
                let work = batch.chunks(Self::BATCH).map(|part| {
                    scope.spawn(move || part.iter().map(|profile| keys(profile, count)).collect::<Vec<_>>())
                });
                let running: Vec<_> = work.collect();
                running.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
            });
            let first = (round * Self::BATCH * self.threads) as u32;
            for (id, keys) in (first..).zip(made.into_iter().flatten()) {
                keys.into_iter().for_each(|key| give(id, key));
            }
        }
    }
}
