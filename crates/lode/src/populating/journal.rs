//! How far a harvest has come, as the knowledge base keeps it: enough to go on after the last pages that were committed.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};
use store::{Commit, Counts, DocumentKind, Snapshot, StoreError};

use super::run::{Told, Trouble, TroubleKind};

/// The form that is written.
const FORMAT: u32 = 1;
const NAME: &str = "journal";

/// Where a harvest is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Journal {
    format: u32,
    /// Stands for all that the result depends on.
    digest: u64,
    /// The number of its first commit.
    pub(super) first: i64,
    /// Pages that were dealt with and told nothing that could be kept.
    pub(super) passed: Vec<String>,
    /// Layouts that it has learnt itself: pages are read by them without asking whether they have changed.
    pub(super) fresh: BTreeSet<usize>,
    told: SoFar,
}

/// What has come of a harvest so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct SoFar {
    pages: usize,
    telling: usize,
    individuals: usize,
    values: usize,
    raw: usize,
    healed: usize,
    troubles: Vec<(String, Kind)>,
    added: u64,
    removed: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Kind {
    Changed,
    Emptied,
    Less(Vec<String>),
    Strange,
}

impl Journal {
    /// Of a harvest that begins.
    pub(super) fn new(digest: u64) -> Journal {
        Journal { format: FORMAT, digest, ..Journal::default() }
    }

    /// What a knowledge base has kept of a harvest of the same. One that cannot be read is none.
    pub(super) fn of(snapshot: &Snapshot, digest: u64) -> Result<Option<Journal>, StoreError> {
        let documents = snapshot.documents(DocumentKind::Harvest)?;
        let kept = documents.into_iter().find(|(name, _)| name == NAME);
        let journal = kept.and_then(|(_, bytes)| serde_json::from_slice::<Journal>(&bytes).ok());
        Ok(journal.filter(|journal| journal.format == FORMAT && journal.digest == digest))
    }

    /// The pages that have been dealt with.
    pub(super) fn done(&self, snapshot: &Snapshot) -> Result<HashSet<String>, StoreError> {
        let mut done = snapshot.pages_since(self.first)?;
        done.extend(self.passed.iter().cloned());
        Ok(done)
    }

    /// What has come of it so far.
    pub(super) fn told(&self) -> Told {
        let SoFar { pages, telling, individuals, values, raw, healed, troubles, added, removed } = self.told.clone();
        let trouble = |(page, kind): (String, Kind)| Trouble {
            page,
            kind: match kind {
                Kind::Changed => TroubleKind::Changed,
                Kind::Emptied => TroubleKind::Emptied,
                Kind::Less(names) => TroubleKind::Less(names),
                Kind::Strange => TroubleKind::Strange,
            },
        };
        let troubles = troubles.into_iter().map(trouble).collect();
        let counts = Counts { added, removed };
        Told { pages, telling, individuals, values, raw, healed, troubles, counts, ..Told::default() }
    }

    /// Keeps how far it is.
    pub(super) fn keep(&mut self, commit: &mut Commit<'_>, told: &Told) -> Result<(), StoreError> {
        if self.first == 0 {
            self.first = commit.number();
        }
        let kind = |trouble: &Trouble| match &trouble.kind {
            TroubleKind::Changed => Kind::Changed,
            TroubleKind::Emptied => Kind::Emptied,
            TroubleKind::Less(names) => Kind::Less(names.clone()),
            TroubleKind::Strange => Kind::Strange,
        };
        self.told = SoFar {
            pages: told.pages,
            telling: told.telling,
            individuals: told.individuals,
            values: told.values,
            raw: told.raw,
            healed: told.healed,
            troubles: told.troubles.iter().map(|trouble| (trouble.page.clone(), kind(trouble))).collect(),
            added: told.counts.added,
            removed: told.counts.removed,
        };
        // Structures of strings and numbers always serialise.
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        commit.put_document(DocumentKind::Harvest, NAME, &bytes)
    }

    /// All of it is done.
    pub(super) fn forget(commit: &mut Commit<'_>) -> Result<(), StoreError> {
        commit.put_documents(DocumentKind::Harvest, &[])
    }
}
