//! What loaded files say is the same. It is taken as given, also through others: of a = b and b = c comes a = c.

use std::collections::BTreeMap;

use oxrdf::NamedNodeRef;

use super::apart::Apart;
use crate::error::StoreError;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::terms::TermId;
use crate::vocabulary::{SAME, SAME_AS};

/// Pairs that are said to be the same anywhere but in our own graph.
pub(super) fn given(snapshot: &Snapshot) -> Result<Vec<(TermId, TermId)>, StoreError> {
    let find = |iri: &str| snapshot.find(NamedNodeRef::new_unchecked(iri).into());
    let (Some(same), own) = (find(SAME_AS)?, find(SAME)?) else { return Ok(Vec::new()) };
    let mut pairs = Vec::new();
    for quad in snapshot.quads(Pattern { predicate: Some(same), graph: Graphs::Each, ..Pattern::default() })? {
        let quad = quad?;
        if Some(quad.graph) != own {
            pairs.push((quad.subject, quad.object));
        }
    }
    Ok(pairs)
}

/// Everybody in pairs but the first of each cluster, with that first, in order. What must stay apart does.
pub(super) fn closed(pairs: impl Iterator<Item = (TermId, TermId)>, apart: &Apart) -> Vec<(TermId, TermId)> {
    let mut parents: BTreeMap<TermId, TermId> = BTreeMap::new();
    let root = |parents: &BTreeMap<TermId, TermId>, mut id: TermId| {
        while let Some(&above) = parents.get(&id).filter(|above| **above != id) {
            id = above;
        }
        id
    };
    for (left, right) in pairs {
        let (left_root, right_root) = (root(&parents, left), root(&parents, right));
        let first = left_root.min(right_root);
        for id in [left, right, left_root, right_root] {
            parents.insert(id, first);
        }
    }
    let mut clusters: BTreeMap<TermId, Vec<TermId>> = BTreeMap::new();
    for &id in parents.keys() {
        clusters.entry(root(&parents, id)).or_default().push(id);
    }
    let mut starred: Vec<(TermId, TermId)> =
        clusters.into_values().flat_map(|members| super::starred(&apart.split(members))).collect();
    starred.sort_unstable();
    starred
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_one_cluster() {
        let chain = [(7, 5), (9, 7), (3, 9), (20, 21), (4, 4)];
        assert_eq!(closed(chain.into_iter(), &Apart::default()), [(5, 3), (7, 3), (9, 3), (21, 20)]);
    }
}
