//! Which individuals are the same thing, without being told anything about them.
//!
//! [`merge`] takes all individuals of one class and returns clusters, and what was learnt on the way. [`join`] puts
//! individuals that came later to those that are stored, given what was learnt, and looks only at those that share
//! something rare with them. [`explain`] says why two individuals are the same or not. `paper.rs` is the published
//! method beside ours. Individuals of different classes never meet: whoever calls does so once for each class.

mod blocking;
mod clusters;
mod compare;
mod explain;
mod growing;
mod learning;
mod learnt;
mod memory;
mod model;
mod pairs;
pub mod paper;
mod profile;
mod statistics;
mod threshold;

pub use blocking::{Base, MOST_UNDER_A_KEY, keys, word_keys};
pub use compare::{Comparison, Likeness};
pub use explain::{Evidence, Explanation, Respect, Verdict, explain};
pub use growing::{Joined, join};
pub use learnt::Learnt;
pub use memory::{Memory, Purpose};
pub use profile::{Individual, MAX_PROPERTIES, Profile};
pub use statistics::Statistics;

use job::Cancel;

use clusters::{Clusters, Judge, Link, keys_of};
use pairs::Pairs;

/// What the caller knows beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Properties that tell things apart, as an ontology says (`owl:InverseFunctionalProperty`, `owl:hasKey`): the same
    /// value means one thing, different values mean two. Only the first [`MAX_PROPERTIES`] less one can be keys.
    pub keys: Vec<u16>,
    /// Threads to use. The result does not depend on it.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { keys: Vec::new(), threads: 2 }
    }
}

impl Settings {
    /// The key properties, one bit each, as [`Profile::new`] wants them.
    pub fn key_bits(&self) -> u64 {
        let last = MAX_PROPERTIES as u16 - 1;
        self.keys.iter().filter(|key| **key < last).fold(0, |set, key| set | 1 << key)
    }
}

/// Individuals that are the same.
#[derive(Clone, Debug, Default)]
pub struct Merged {
    /// Clusters of two or more, each in order, in the order of their lowest members.
    pub clusters: Vec<Vec<u32>>,
    /// What was learnt.
    pub learnt: Learnt,
}

/// Decides which individuals of one class are the same. They are numbered in their order.
pub fn merge(individuals: &[Individual<'_>], settings: &Settings) -> Merged {
    let keys = settings.key_bits();
    let profiles = pairs::in_parallel(individuals, settings.threads, |part| {
        part.iter().map(|individual| Profile::new(individual, keys)).collect::<Vec<_>>()
    });
    // What nobody can stop is always decided.
    merge_profiles(profiles.into_iter().flatten().collect(), settings, &Cancel::default()).unwrap_or_default()
}

/// The same for profiles, which take less memory than texts. Nothing if somebody stops it.
pub fn merge_profiles(profiles: Vec<Profile>, settings: &Settings, cancel: &Cancel) -> Option<Merged> {
    let go_on = || (!cancel.is_cancelled()).then_some(());
    // 1. How rare words are, and who has them.
    let statistics = Statistics::new(&profiles);
    let memory = Memory::new(profiles, &statistics, Purpose::Once, settings.threads);
    // 2. Who may be the same as whom, and how alike they are.
    go_on()?;
    let pairs = Pairs::of_all(&memory, &statistics, settings.threads, cancel)?;
    // 3. What likenesses say, and what is enough.
    let (numbers, sources) = numbered_sources(memory.profiles());
    let lesson = learning::learn(&pairs, &sources);
    let exclusive = numbers.iter().zip(&lesson.lists_once).filter(|(_, once)| **once).map(|(number, _)| *number);
    let learnt =
        Learnt { exclusive_sources: exclusive.collect(), statistics, model: lesson.model, threshold: lesson.threshold };
    go_on()?;
    // 4. Clusters whose members agree.
    let links = links(&pairs, &lesson.totals, &memory, &learnt);
    let mut clusters = Clusters::default();
    clusters.join(links, &mut InMemory { memory: &memory, learnt: &learnt });
    Some(Merged { clusters: clusters.several(), learnt })
}

/// The sources that there are, in order, and for each individual the place of its source among them.
fn numbered_sources(profiles: &[Profile]) -> (Vec<u32>, Vec<u32>) {
    let mut numbers: Vec<u32> = profiles.iter().map(|profile| profile.source).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let place = |profile: &Profile| numbers.partition_point(|number| *number < profile.source) as u32;
    let places = profiles.iter().map(place).collect();
    (numbers, places)
}

fn links(pairs: &Pairs, totals: &[f32], memory: &Memory, learnt: &Learnt) -> Vec<Link> {
    let link = |at: usize| {
        let (left, right) = pairs.ids(at);
        let (of_left, of_right) = (&memory.profiles()[left], &memory.profiles()[right]);
        let margin = learnt.margin(of_left, of_right, totals[at]);
        Link { left: left as u32, right: right as u32, margin, is_certain: of_left.has_same_key(of_right) }
    };
    (0..pairs.len()).map(link).filter(|link| link.margin >= 0.0 || link.is_certain).collect()
}

/// Judges pairs of individuals in memory.
struct InMemory<'a> {
    memory: &'a Memory,
    learnt: &'a Learnt,
}

impl Judge for InMemory<'_> {
    fn margin(&mut self, left: u32, right: u32) -> f32 {
        let (left, right) = (&self.memory.profiles()[left as usize], &self.memory.profiles()[right as usize]);
        self.learnt.margin(left, right, self.learnt.total(left, right))
    }

    fn exclusive_source(&mut self, individual: u32) -> Option<u32> {
        self.learnt.exclusive(self.memory.profiles()[individual as usize].source)
    }

    fn keys(&mut self, individual: u32) -> Vec<(u8, u64)> {
        keys_of(&self.memory.profiles()[individual as usize])
    }
}

#[cfg(test)]
mod tests;
