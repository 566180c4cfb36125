//! Stored individuals of a class as merging asks for them, without reading all of them.

use std::cell::RefCell;

use knowledge::merging::{Base, Learnt, Profile, keys, word_keys};
use oxrdf::NamedNodeRef;
use rusqlite::OptionalExtension;
use rustc_hash::FxHashMap;

use super::gather::{Gatherer, Properties};
use super::index;
use crate::error::StoreError;
use crate::shelves::Row;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::terms::TermId;
use crate::vocabulary::{SAME, SAME_AS};

/// The individuals of a class, and those that are about to join them.
pub(super) struct StoredBase<'a> {
    snapshot: &'a Snapshot,
    gatherer: &'a Gatherer<'a>,
    class: TermId,
    properties: RefCell<Properties>,
    learnt: Option<Learnt>,
    /// What is not on the shelf yet.
    new: RefCell<FxHashMap<u64, Vec<TermId>>>,
    new_ones: RefCell<Vec<TermId>>,
    same: Option<(TermId, TermId)>,
}

impl<'a> StoredBase<'a> {
    pub(super) fn new(
        snapshot: &'a Snapshot,
        gatherer: &'a Gatherer<'a>,
        class: TermId,
    ) -> Result<StoredBase<'a>, StoreError> {
        let find = |iri: &str| snapshot.find(NamedNodeRef::new_unchecked(iri).into());
        let same = find(SAME_AS)?.zip(find(SAME)?);
        let stored: Option<(Vec<u8>, Vec<u8>)> = snapshot
            .db()
            .prepare_cached("SELECT properties, learnt FROM merging WHERE class = ?1")?
            .query_row([class], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let (properties, learnt) = stored.unwrap_or_default();
        let properties = properties.chunks_exact(4).map(|id| u32::from_le_bytes([id[0], id[1], id[2], id[3]]));
        let numbers = learnt.chunks_exact(8).filter_map(|number| number.try_into().ok().map(f64::from_le_bytes));
        Ok(StoredBase {
            snapshot,
            gatherer,
            class,
            properties: RefCell::new(Properties::of(properties.collect())),
            learnt: Learnt::from_numbers(&numbers.collect::<Vec<_>>()),
            new: RefCell::default(),
            new_ones: RefCell::default(),
            same,
        })
    }

    /// What was learnt when the class was merged as a whole.
    pub(super) fn learnt(&self) -> Option<Learnt> {
        self.learnt.clone()
    }

    /// Enters individuals under their keys.
    pub(super) fn enter(&self, individuals: &[TermId]) -> Result<(), StoreError> {
        let mut profiles: Vec<(TermId, Profile)> = Vec::new();
        for &id in individuals {
            let Some(profile) = self.profile(id) else { continue };
            for key in word_keys(&profile) {
                self.new.borrow_mut().entry(key).or_default().push(id);
            }
            profiles.push((id, profile));
        }
        let Some(learnt) = &self.learnt else { return Ok(()) };
        for (id, mut profile) in profiles {
            let words: Vec<u64> = word_keys(&profile).collect();
            profile.weigh(|word| learnt.statistics.weight(self.count(word)));
            for key in keys(&profile, &learnt.statistics) {
                if !words.contains(&key) {
                    self.new.borrow_mut().entry(key).or_default().push(id);
                }
            }
        }
        self.new_ones.borrow_mut().extend(individuals);
        Ok(())
    }

    /// The rows that are new on the shelf.
    pub(super) fn into_new_rows(self) -> Vec<Row> {
        let class = self.class;
        let rows = self.new.into_inner().into_iter();
        rows.flat_map(|(key, ids)| ids.into_iter().map(move |id| index::row(class, key, id))).collect()
    }

    /// The property with a number.
    pub(super) fn property(&self, number: u16) -> Option<TermId> {
        self.properties.borrow().ids.get(usize::from(number)).copied()
    }

    /// Whether two individuals are said to be the same.
    pub(super) fn are_same(&self, left: TermId, right: TermId) -> bool {
        self.cluster(left) == self.cluster(right)
    }

    fn is_new(&self, id: TermId) -> bool {
        self.new_ones.borrow().contains(&id)
    }

    fn objects(&self, pattern: Pattern, end: impl Fn(crate::snapshot::Quad) -> TermId) -> Vec<TermId> {
        let Ok(quads) = self.snapshot.quads(pattern) else { return Vec::new() };
        quads.filter_map(Result::ok).map(end).collect()
    }
}

/// What cannot be read is as if it were not there: whoever merges finds less, and `verify` tells why.
impl Base for StoredBase<'_> {
    fn count(&self, key: u64) -> u32 {
        let stored = self.snapshot.count_keys(&index::prefix(self.class, key)).unwrap_or_default();
        stored as u32 + self.new.borrow().get(&key).map_or(0, |new| new.len() as u32)
    }

    fn under(&self, key: u64, at_most: usize) -> Vec<u32> {
        let mut found = self.snapshot.under_key(&index::prefix(self.class, key), at_most).unwrap_or_default();
        found.extend(self.new.borrow().get(&key).into_iter().flatten());
        found.sort_unstable();
        found.dedup();
        found.truncate(at_most);
        found
    }

    fn profile(&self, individual: u32) -> Option<Profile> {
        let raw = self.gatherer.one(individual).ok()??;
        self.gatherer.profile(&raw, &mut self.properties.borrow_mut()).ok()
    }

    fn cluster(&self, individual: u32) -> u32 {
        let Some((same, graph)) = self.same.filter(|_| !self.is_new(individual)) else { return individual };
        let pattern = Pattern {
            subject: Some(individual),
            predicate: Some(same),
            graph: Graphs::One(graph),
            ..Pattern::default()
        };
        self.objects(pattern, |quad| quad.object).first().copied().unwrap_or(individual)
    }

    fn members(&self, cluster: u32) -> Vec<u32> {
        let Some((same, graph)) = self.same.filter(|_| !self.is_new(cluster)) else { return vec![cluster] };
        let pattern =
            Pattern { predicate: Some(same), object: Some(cluster), graph: Graphs::One(graph), ..Pattern::default() };
        let mut members = self.objects(pattern, |quad| quad.subject);
        members.retain(|member| !self.is_new(*member));
        members.push(cluster);
        members.sort_unstable();
        members
    }
}
