//! Who is compared with whom: individuals that share something rare. All pairs would be too many.
//!
//! Each individual is entered under keys: its words; pairs of words that are common alone; halves of longer words,
//! for slips; what it says as a whole. Whoever is asked for looks under its own keys, the rarest first, until enough
//! are seen. Nothing is compared here.

use super::profile::{Kind, Profile, Token, hash, stirred};
use super::statistics::Statistics;
use rustc_hash::FxHashMap;

/// A word that more individuals have is also paired with others.
const COMMON: u32 = 50;

/// Common words that are paired with each other, the rarest of them.
const PAIRED: usize = 6;

/// Individuals that are looked at for one, at most. A key that has more of them is of no use.
pub const MOST_UNDER_A_KEY: usize = 1000;

/// Individuals that are the same in every word, or have the same key property, are looked at up to this number; they
/// are all alike, so that a few connect all.
const ALIKE: usize = 8;

/// Individuals with more words need no halves of words.
const MAX_HALVED: usize = 24;

/// How much is looked at.
struct Extent {
    /// Individuals that are seen under keys.
    seen: usize,
    /// Candidates whose profiles are looked at.
    glanced: usize,
    /// Candidates that are kept of the own source, and as many of others.
    kept: usize,
}

/// Where there are few individuals.
const WIDE: Extent = Extent { seen: MOST_UNDER_A_KEY, glanced: 64, kept: 16 };

/// Where there are many. Most of them share something rare by chance alone, and looking is what takes the time.
const NARROW: Extent = Extent { seen: 400, glanced: 24, kept: 6 };

/// How many are many.
const MANY: u32 = 50_000;

impl Extent {
    fn of(statistics: &Statistics) -> &'static Extent {
        if statistics.count < MANY { &WIDE } else { &NARROW }
    }
}

/// What merging needs of stored individuals, which are numbered: who stands under a key, profiles, and clusters. In
/// memory this is [`Memory`](super::Memory); a database can do the same, with one table of keys and numbers.
pub trait Base {
    /// How many individuals stand under a key.
    fn count(&self, key: u64) -> u32;

    /// The first individuals under a key, in the order of their numbers, at most so many.
    fn under(&self, key: u64, at_most: usize) -> Vec<u32>;

    /// The profile of an individual; nothing if there is none with that number.
    fn profile(&self, individual: u32) -> Option<Profile>;

    /// The cluster of an individual: the lowest number of its members. Whoever is alone is its own cluster.
    fn cluster(&self, individual: u32) -> u32;

    /// The members of a cluster, in order.
    fn members(&self, cluster: u32) -> Vec<u32>;
}

/// The keys that an individual is entered under. Its profile has to be [weighed](Profile::weigh).
///
/// Words are keys, so that the count of a word is that of its key. What is common may change as individuals are
/// added; a key that is missing for that reason costs little, since there are others.
pub fn keys(profile: &Profile, statistics: &Statistics) -> Vec<u64> {
    let mut keys: Vec<u64> = word_keys(profile).collect();
    keys.extend(strong_keys(profile));
    keys.extend(paired(profile, statistics));
    if profile.tokens.len() <= MAX_HALVED && statistics.count < MANY {
        let words = profile.tokens.iter().filter(|token| token.kind == Kind::Word && token.length >= 6);
        keys.extend(words.flat_map(|token| halves(profile, token)));
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The keys of the words alone.
pub fn word_keys(profile: &Profile) -> impl Iterator<Item = u64> + '_ {
    profile.tokens.iter().map(|token| token.hash)
}

/// Keys of which a few individuals are enough, however many there are.
fn strong_keys(profile: &Profile) -> impl Iterator<Item = u64> + '_ {
    let all = profile.tokens.iter().fold(3, |all: u64, token| stirred(all ^ token.hash).wrapping_add(token.fields));
    let of_keys = profile.keys.iter().map(|(field, value)| stirred(value ^ u64::from(*field) ^ 4 << 32));
    of_keys.chain((!profile.tokens.is_empty()).then_some(stirred(all ^ 5)))
}

fn paired(profile: &Profile, statistics: &Statistics) -> impl Iterator<Item = u64> {
    let limit = statistics.weight(COMMON);
    let common = profile.tokens.iter().filter(|token| token.weight < limit);
    let mut common: Vec<(f32, u64)> = common.map(|token| (token.weight, token.hash)).collect();
    common.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    common.truncate(PAIRED);
    let pairs = (0..common.len()).flat_map(|a| (a + 1..PAIRED).map(move |b| (a, b)));
    pairs.filter_map(move |(a, b)| Some(stirred(common[a].1.wrapping_add(common.get(b)?.1).rotate_left(17))))
}

/// Beginning and end of a word. A slip is in one of them.
fn halves(profile: &Profile, token: &Token) -> [u64; 2] {
    let word = profile.word(token);
    let middle = word.char_indices().map(|(at, _)| at).nth(word.chars().count() / 2).unwrap_or(0);
    let (begin, end) = word.split_at(middle);
    [stirred(hash(begin) ^ 1), stirred(hash(end) ^ 2)]
}

/// How many candidates were looked at, and which are worth comparing: those of the own source, then others.
pub(super) struct Sought<'a> {
    /// Who stands under a key, and how many.
    pub(super) count: &'a dyn Fn(u64) -> u32,
    pub(super) under: &'a dyn Fn(u64, usize, &mut Vec<u32>),
    /// Source and weight of an individual as a whole.
    pub(super) glance: &'a dyn Fn(u32) -> (u32, f32),
}

/// What is needed again and again while candidates are sought.
#[derive(Default)]
pub(super) struct Scratch {
    under: Vec<u32>,
    seen: FxHashMap<u32, f32>,
}

/// Those who share the rarest keys with an individual, in the order of their numbers.
pub(super) fn candidates(
    (id, profile): (u32, &Profile),
    sought: &Sought<'_>,
    statistics: &Statistics,
    scratch: &mut Scratch,
) -> Vec<u32> {
    scratch.seen.clear();
    // What is too common need not be counted to be known.
    let extent = Extent::of(statistics);
    let limit = statistics.weight(2 * extent.seen as u32);
    let mut useless: Vec<u64> =
        profile.tokens.iter().filter(|token| token.weight < limit).map(|token| token.hash).collect();
    useless.sort_unstable();
    let useful = keys(profile, statistics).into_iter().filter(|key| useless.binary_search(key).is_err());
    let mut lists: Vec<(u32, u64)> =
        useful.map(|key| ((sought.count)(key), key)).filter(|(count, _)| *count > 1).collect();
    lists.sort_unstable();
    let mut look = |key: u64, count: u32, at_most: usize| {
        scratch.under.clear();
        (sought.under)(key, at_most, &mut scratch.under);
        let weight = statistics.weight(count).powi(2);
        for &other in scratch.under.iter().filter(|other| **other != id) {
            *scratch.seen.entry(other).or_default() += weight;
        }
    };
    for key in strong_keys(profile) {
        look(key, (sought.count)(key).max(1), ALIKE);
    }
    let mut spent = 0;
    for (count, key) in lists {
        spent += count as usize;
        if spent > extent.seen {
            break;
        }
        look(key, count, extent.seen);
    }
    best(profile.source, sought, &scratch.seen, extent)
}

/// The best of those that were seen. Long texts share words by chance, so that only a glance at the whole tells.
fn best(source: u32, sought: &Sought<'_>, seen: &FxHashMap<u32, f32>, extent: &Extent) -> Vec<u32> {
    let order = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    let mut found: Vec<(u32, f32)> = seen.iter().map(|(other, score)| (*other, *score)).collect();
    if found.len() > extent.glanced {
        found.select_nth_unstable_by(extent.glanced, order);
        found.truncate(extent.glanced);
    }
    let mut glanced: Vec<(bool, (u32, f32))> = Vec::with_capacity(found.len());
    for (other, score) in found {
        let (of, weight) = (sought.glance)(other);
        glanced.push((of == source, (other, score / weight.max(1e-3))));
    }
    glanced.sort_by(|a, b| order(&a.1, &b.1));
    let mut left = [extent.kept; 2];
    let mut kept: Vec<u32> = Vec::with_capacity(2 * extent.kept);
    for (is_own, (other, _)) in glanced {
        let left = &mut left[usize::from(is_own)];
        if *left > 0 {
            *left -= 1;
            kept.push(other);
        }
    }
    kept.sort_unstable();
    kept
}
