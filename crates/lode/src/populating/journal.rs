//! How far a harvest has come, as the knowledge base keeps it: enough to go on after the last pages that were
//! committed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use store::{Captured, Commit, Counts, DocumentKind, Snapshot, Source, StoreError};

use super::run::{Told, Trouble, TroubleKind};

/// The form that is written.
const FORMAT: u32 = 1;
const NAME: &str = "journal";
/// What the history calls commits of harvests.
pub(super) const COMMIT: &str = "populate";

/// Where a harvest is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Journal {
    format: u32,
    /// Stands for all that the result depends on.
    digest: u64,
    /// The commit behind which its own begin; nothing if there is none of them yet.
    after: Option<i64>,
    /// Pages that were dealt with and told nothing that could be kept.
    pub(super) passed: Vec<String>,
    /// Pages that came, and were read, more than once: how often beyond that.
    again: BTreeMap<String, usize>,
    /// Layouts that it has learnt itself, by which pages are read without asking whether they have changed; nothing if
    /// it has not kept any layouts yet.
    pub(super) fresh: Option<BTreeSet<usize>>,
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

    /// Whether something of it was committed.
    pub(super) fn is_begun(&self) -> bool {
        self.after.is_some()
    }

    /// The pages that have been dealt with, and how often each.
    pub(super) fn done(&self, snapshot: &Snapshot) -> Result<HashMap<String, usize>, StoreError> {
        let mut done: HashMap<String, usize> = HashMap::new();
        let read = self.after.map_or_else(|| Ok(Vec::new()), |after| snapshot.pages_after(after, COMMIT))?;
        let again = self.again.iter().flat_map(|(name, times)| std::iter::repeat_n(name, *times));
        for name in read.iter().chain(&self.passed).chain(again) {
            *done.entry(name.clone()).or_default() += 1;
        }
        Ok(done)
    }

    /// What it has fetched.
    pub(super) fn fetched(&self, snapshot: &Snapshot) -> Result<Vec<Captured>, StoreError> {
        self.after.map_or_else(|| Ok(Vec::new()), |after| snapshot.captures_after(after))
    }

    /// Notes that a page is read, which it may have been before: an address may be in an archive twice.
    pub(super) fn note(&mut self, source: Source<'_>, before: Option<&Snapshot>) -> Result<(), StoreError> {
        let (Some(after), Some(before)) = (self.after, before) else { return Ok(()) };
        if before.read_by(source)?.is_some_and(|commit| commit > after) {
            *self.again.entry(source.name.to_owned()).or_default() += 1;
        }
        Ok(())
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

    /// Keeps that it begins, so that what it fetches from now on is known to be its own.
    pub(super) fn begin(&mut self, commit: &mut Commit<'_>) -> Result<(), StoreError> {
        self.after = Some(commit.number());
        self.write(commit)
    }

    /// Keeps how far it is.
    pub(super) fn keep(&mut self, commit: &mut Commit<'_>, told: &Told) -> Result<(), StoreError> {
        self.after = self.after.or(Some(commit.number() - 1));
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
        self.write(commit)
    }

    fn write(&self, commit: &mut Commit<'_>) -> Result<(), StoreError> {
        // Structures of strings and numbers always serialise.
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        commit.put_document(DocumentKind::Harvest, NAME, &bytes)
    }

    /// All of it is done.
    pub(super) fn forget(commit: &mut Commit<'_>) -> Result<(), StoreError> {
        commit.put_documents(DocumentKind::Harvest, &[])
    }
}
