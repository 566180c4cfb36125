//! Individuals in memory: their profiles, weighed, the index of their keys, and their clusters.

use super::blocking::{Base, MOST_UNDER_A_KEY, Scratch, Sought, candidates, keys, word_keys};
use super::pairs::in_parallel;
use super::profile::Profile;
use super::statistics::Statistics;
use rustc_hash::FxHashMap;

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

impl Memory {
    /// Weighs profiles and enters them under their keys. Nobody is merged yet.
    pub fn new(mut profiles: Vec<Profile>, statistics: &Statistics, purpose: Purpose, threads: usize) -> Memory {
        let words = counted_words(&profiles, threads);
        let each = profiles.len().div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            for chunk in profiles.chunks_mut(each) {
                let words = &words;
                let count = |word: u64| words[shard(word)].get(&word).copied().unwrap_or(1);
                scope.spawn(move || {
                    chunk.iter_mut().for_each(|profile| profile.weigh(|word| statistics.weight(count(word))));
                });
            }
        });
        drop(words);
        let (places, members) = index(&profiles, statistics, purpose, threads);
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
        profile.weigh(|word| statistics.weight(self.count(word)));
        let words: Vec<u64> = word_keys(&profile).collect();
        for key in keys(&profile, statistics).into_iter().filter(|key| words.binary_search(key).is_err()) {
            self.later.entry(key).or_default().push(id);
        }
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

/// Parts that words and keys are dealt with in, by their first bits.
const SHARDS: usize = 64;

fn shard(key: u64) -> usize {
    (key >> 58) as usize
}

/// How many individuals have a word.
fn counted_words(profiles: &[Profile], threads: usize) -> Vec<FxHashMap<u64, u32>> {
    let numbers: Vec<usize> = (0..SHARDS).collect();
    let counted = in_parallel(&numbers, threads, |numbers| {
        let (first, mut maps) = (numbers[0], vec![FxHashMap::default(); numbers.len()]);
        for word in profiles.iter().flat_map(word_keys) {
            if let Some(map) = shard(word).checked_sub(first).and_then(|at| maps.get_mut(at)) {
                *map.entry(word).or_default() += 1;
            }
        }
        maps
    });
    counted.into_iter().flatten().collect()
}

type Index = (FxHashMap<u64, (u32, u32)>, Vec<u32>);

/// The individuals under each key.
fn index(profiles: &[Profile], statistics: &Statistics, purpose: Purpose, threads: usize) -> Index {
    // 1. All keys of all individuals, in parts.
    let ids: Vec<u32> = (0..profiles.len() as u32).collect();
    let parts = in_parallel(&ids, threads, |ids| {
        let mut shards: Vec<Vec<(u64, u32)>> = vec![Vec::new(); SHARDS];
        for &id in ids {
            for key in keys(&profiles[id as usize], statistics) {
                shards[shard(key)].push((key, id));
            }
        }
        shards
    });
    let mut shards: Vec<Vec<(u64, u32)>> = vec![Vec::new(); SHARDS];
    for (at, part) in parts.into_iter().flat_map(|part| part.into_iter().enumerate()) {
        shards[at].extend(part);
    }
    // 2. In order of the keys, and the individuals of each in their order.
    let each = SHARDS.div_ceil(threads.max(1));
    std::thread::scope(|scope| {
        for shards in shards.chunks_mut(each) {
            scope.spawn(|| shards.iter_mut().for_each(|shard| shard.sort_unstable()));
        }
    });
    // 3. Where each key begins. Of what is never read in full, the beginning is enough.
    let least = if purpose == Purpose::Once { 1 } else { 0 };
    let groups = |shard: &[(u64, u32)]| shard.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > least).count();
    let mut places = FxHashMap::default();
    places.reserve(shards.iter().map(|shard| groups(shard)).sum());
    let mut members = Vec::new();
    for shard in shards {
        for group in shard.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > least) {
            let start = members.len() as u32;
            members.extend(group.iter().take(MOST_UNDER_A_KEY).map(|entry| entry.1));
            places.insert(group[0].0, (start, group.len() as u32));
        }
    }
    (places, members)
}
