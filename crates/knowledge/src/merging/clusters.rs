//! Clusters, not chains: whoever joins a cluster must agree with its members, not with one of them alone.
//!
//! The surest links come first. A link joins two clusters if a sample of pairs between them is above the threshold on
//! average, no source that lists each thing once would be in it twice, and no key property differs.

use super::profile::Profile;
use rustc_hash::FxHashMap;

/// Members of a cluster that are compared with another cluster, spread over it.
const SAMPLE: usize = 5;

/// What one pair can add to or take from the average.
const MOST: f32 = 6.0;

/// A link between two individuals, and by how much it is above the threshold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) left: u32,
    pub(super) right: u32,
    pub(super) margin: f32,
    /// A key property says that they are one.
    pub(super) is_certain: bool,
}

/// What clustering asks about individuals.
pub(super) trait Judge {
    /// By how much a pair is above the threshold; below 0 if it is not.
    fn margin(&mut self, left: u32, right: u32) -> f32;

    /// The source of an individual, if the source lists each thing once.
    fn exclusive_source(&mut self, individual: u32) -> Option<u32>;

    /// The key properties of an individual.
    fn keys(&mut self, individual: u32) -> Vec<(u8, u64)>;
}

/// Clusters that grow.
#[derive(Default)]
pub(super) struct Clusters {
    /// By individual, its cluster; whoever is not here is alone.
    of: FxHashMap<u32, u32>,
    clusters: FxHashMap<u32, Cluster>,
}

#[derive(Default)]
struct Cluster {
    members: Vec<u32>,
    sources: Vec<u32>,
    keys: Vec<(u8, u64)>,
}

impl Clusters {
    /// Takes over a cluster that is there already.
    pub(super) fn put(&mut self, members: Vec<u32>, judge: &mut impl Judge) {
        let Some(&number) = members.iter().min() else { return };
        let mut sources: Vec<u32> = members.iter().filter_map(|&member| judge.exclusive_source(member)).collect();
        let mut keys: Vec<(u8, u64)> = members.iter().flat_map(|&member| judge.keys(member)).collect();
        sources.sort_unstable();
        keys.sort_unstable();
        keys.dedup();
        members.iter().for_each(|&member| {
            self.of.insert(member, number);
        });
        self.clusters.insert(number, Cluster { members, sources, keys });
    }

    /// Joins what links say, the surest first.
    pub(super) fn join(&mut self, mut links: Vec<Link>, judge: &mut impl Judge) {
        links.sort_by(|a, b| {
            b.is_certain
                .cmp(&a.is_certain)
                .then(b.margin.total_cmp(&a.margin))
                .then((a.left, a.right).cmp(&(b.left, b.right)))
        });
        for link in links {
            for id in [link.left, link.right] {
                if !self.of.contains_key(&id) {
                    self.put(vec![id], judge);
                }
            }
            let (Some(&left), Some(&right)) = (self.of.get(&link.left), self.of.get(&link.right)) else { continue };
            let (Some(a), Some(b)) = (self.clusters.get(&left), self.clusters.get(&right)) else { continue };
            if left != right && may_join(a, b, link.is_certain) && (link.is_certain || agree(a, b, &link, judge)) {
                self.unite(left, right);
            }
        }
    }

    fn unite(&mut self, left: u32, right: u32) {
        let (Some(a), Some(b)) = (self.clusters.remove(&left), self.clusters.remove(&right)) else { return };
        let (mut large, small) = if a.members.len() >= b.members.len() { (a, b) } else { (b, a) };
        let number = left.min(right);
        // The number is that of the lowest member; only whoever changes it is written anew.
        let large_number =
            if large.members.first().and_then(|member| self.of.get(member)) == Some(&left) { left } else { right };
        if large_number != number {
            large.members.iter().for_each(|&member| {
                self.of.insert(member, number);
            });
        }
        small.members.iter().for_each(|&member| {
            self.of.insert(member, number);
        });
        large.members.extend(small.members);
        large.sources.extend(small.sources);
        large.sources.sort_unstable();
        large.keys.extend(small.keys);
        large.keys.sort_unstable();
        large.keys.dedup();
        self.clusters.insert(number, large);
    }

    /// The clusters of several, each in order, in the order of their lowest members.
    pub(super) fn several(self) -> Vec<Vec<u32>> {
        let mut all: Vec<Vec<u32>> =
            self.clusters.into_values().map(|cluster| cluster.members).filter(|members| members.len() > 1).collect();
        all.iter_mut().for_each(|members| members.sort_unstable());
        all.sort_unstable();
        all
    }
}

/// Whether nothing forbids that two clusters are one.
fn may_join(a: &Cluster, b: &Cluster, is_certain: bool) -> bool {
    let shares_source = || a.sources.iter().any(|source| b.sources.binary_search(source).is_ok());
    let fields = |cluster: &Cluster| cluster.keys.iter().fold(0_u64, |set, key| set | 1 << (key.0 & 63));
    let differs = super::profile::bits(fields(a) & fields(b)).any(|field| {
        let mut own = a.keys.iter().filter(|key| usize::from(key.0) == field);
        own.all(|key| b.keys.binary_search(key).is_err())
    });
    !differs && (is_certain || !shares_source())
}

/// Whether the members of two clusters agree on average, by a sample.
fn agree(a: &Cluster, b: &Cluster, link: &Link, judge: &mut impl Judge) -> bool {
    if a.members.len() == 1 && b.members.len() == 1 {
        return link.margin >= 0.0;
    }
    let sample = |cluster: &Cluster| -> Vec<u32> {
        let (count, taken) = (cluster.members.len(), cluster.members.len().min(SAMPLE));
        (0..taken).map(|at| cluster.members[at * count / taken]).collect()
    };
    let (left, right) = (sample(a), sample(b));
    let mut sum = 0.0;
    for &x in &left {
        for &y in &right {
            sum += judge.margin(x.min(y), x.max(y)).clamp(-MOST, MOST);
        }
    }
    sum >= 0.0
}

/// Keys of a profile, for whoever judges.
pub(super) fn keys_of(profile: &Profile) -> Vec<(u8, u64)> {
    profile.keys.to_vec()
}
