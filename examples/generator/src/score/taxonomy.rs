//! The mined concepts as gold ones, and the pairs of concepts above each other.

use std::collections::{BTreeMap, BTreeSet};

use super::{MinedConcept, Rate, folded, share};
use crate::Gold;

pub(super) struct Taxonomy<'a> {
    gold: &'a Gold,
    mined: Vec<MinedConcept>,
    /// The gold concept of a mined one, by its IRI.
    same: BTreeMap<String, &'a str>,
}

impl<'a> Taxonomy<'a> {
    pub(super) fn new(gold: &'a Gold, mined: Vec<MinedConcept>) -> Self {
        let mut by_label: BTreeMap<String, &str> = BTreeMap::new();
        for concept in &gold.concepts {
            by_label.extend(concept.labels.iter().map(|label| (folded(label), concept.id.as_str())));
        }
        let same = mined.iter().filter_map(|concept| {
            let ids: Vec<&str> =
                concept.labels.iter().filter_map(|label| by_label.get(&folded(label)).copied()).collect();
            let votes = |id: &str| ids.iter().filter(|other| **other == id).count();
            // Of those with as many labels, the one of the first label.
            let best = ids.iter().rev().max_by_key(|id| votes(id))?;
            Some((concept.concept.clone(), *best))
        });
        Self { gold, same: same.collect(), mined }
    }

    /// The gold concept that a mined one is.
    pub(super) fn gold_of(&self, iri: &str) -> Option<&'a str> {
        self.same.get(iri).copied()
    }

    /// Each mined concept with each above it. A circle ends where it began.
    fn pairs(&self) -> Vec<(&MinedConcept, &MinedConcept)> {
        let by_iri: BTreeMap<&str, &MinedConcept> =
            self.mined.iter().map(|concept| (concept.concept.as_str(), concept)).collect();
        let mut pairs = Vec::new();
        for concept in &self.mined {
            let mut seen = BTreeSet::from([concept.concept.as_str()]);
            let mut at = concept;
            while let Some(above) = at.parent.as_deref().and_then(|iri| by_iri.get(iri)) {
                if !seen.insert(&above.concept) {
                    break;
                }
                pairs.push((concept, *above));
                at = above;
            }
        }
        pairs
    }

    pub(super) fn rate(&self, mistakes: &mut Vec<String>) -> Rate {
        let wanted: BTreeSet<(&str, &str)> = self
            .gold
            .concepts
            .iter()
            .flat_map(|concept| self.gold.upwards(&concept.id).skip(1).map(|above| (concept.id.as_str(), above)))
            .collect();
        let pairs = self.pairs();
        let mut found = BTreeSet::new();
        let mut right = 0;
        for (below, above) in &pairs {
            let pair = self.gold_of(&below.concept).zip(self.gold_of(&above.concept));
            if let Some(pair) = pair.filter(|pair| wanted.contains(pair)) {
                right += 1;
                found.insert(pair);
            } else {
                mistakes.push(format!("no such pair: {:?} below {:?}", below.labels, above.labels));
            }
        }
        mistakes.extend(wanted.difference(&found).map(|(below, above)| format!("missing pair: {below} below {above}")));
        Rate { precision: share(right, pairs.len()), recall: share(found.len(), wanted.len()) }
    }
}
