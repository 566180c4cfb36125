//! Individuals that somebody has said are different. They stay apart, whatever the evidence.

use oxrdf::NamedNodeRef;

use crate::error::StoreError;
use crate::snapshot::{Pattern, Snapshot};
use crate::terms::TermId;

pub(super) const DIFFERENT: &str = "http://www.w3.org/2002/07/owl#differentFrom";

/// Pairs of individuals that are different.
#[derive(Debug, Default)]
pub(super) struct Apart(Vec<(TermId, TermId)>);

impl Apart {
    pub(super) fn of(snapshot: &Snapshot) -> Result<Apart, StoreError> {
        let Some(different) = snapshot.find(NamedNodeRef::new_unchecked(DIFFERENT).into())? else {
            return Ok(Apart::default());
        };
        let quads = snapshot.quads(Pattern { predicate: Some(different), ..Pattern::default() })?;
        let pairs = quads.map(|quad| quad.map(|quad| (quad.subject, quad.object)));
        Ok(Apart(pairs.collect::<Result<_, _>>()?))
    }

    /// A cluster in which some members must stay apart becomes several: each member goes to the first of them in which
    /// it is different from nobody.
    pub(super) fn split(&self, members: Vec<TermId>) -> Vec<Vec<TermId>> {
        let mut clusters: Vec<Vec<TermId>> = Vec::new();
        for member in members {
            let fits = |cluster: &&mut Vec<TermId>| !cluster.iter().any(|other| self.are_different(member, *other));
            match clusters.iter_mut().find(fits) {
                Some(cluster) => cluster.push(member),
                None => clusters.push(vec![member]),
            }
        }
        clusters
    }

    fn are_different(&self, a: TermId, b: TermId) -> bool {
        self.0.iter().any(|pair| *pair == (a, b) || *pair == (b, a))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_different_stays_apart() {
        let apart = Apart(vec![(2, 1), (3, 5)]);
        assert_eq!(apart.split(vec![1, 2, 3, 4, 5]), [vec![1, 3, 4], vec![2, 5]]);
        assert_eq!(Apart::default().split(vec![1, 2]), [vec![1, 2]]);
    }
}
