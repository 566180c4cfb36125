//! How far a mining has come, as the knowledge base keeps it: enough to go on after the last page that was committed.

use serde::{Deserialize, Serialize};
use store::{Commit, Counts, DocumentKind, Snapshot, StoreError};

use super::run::Mined;
use super::terms::Observed;

/// The form that is written.
const FORMAT: u32 = 2;

/// Where a mining is.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Journal {
    format: u32,
    /// Stands for all that the result depends on.
    digest: u64,
    /// The number of the site that is being read.
    pub(crate) site: usize,
    /// How many of its pages have been read.
    pub(crate) pages: usize,
    /// What has come of it so far.
    so_far: SoFar,
    observed: Observed,
}

/// What has come of a mining so far.
#[derive(Debug, Default, Serialize, Deserialize)]
struct SoFar {
    pages: usize,
    telling: usize,
    instances: usize,
    values: usize,
    added: u64,
    removed: u64,
}

impl Journal {
    pub(crate) const KIND: DocumentKind = DocumentKind::Mining;
    pub(crate) const NAME: &'static str = "journal";

    /// Of a mining that begins.
    pub(crate) fn new(digest: u64) -> Journal {
        Journal { format: FORMAT, digest, ..Journal::default() }
    }

    /// What a knowledge base has kept of a mining of the same. One that cannot be read is none. What others have
    /// written since does not matter: they could have done so while the mining went on.
    pub(crate) fn of(snapshot: &Snapshot, digest: u64) -> Option<Journal> {
        let documents = snapshot.documents(Journal::KIND).ok()?;
        let (_, bytes) = documents.into_iter().find(|(name, _)| name == Journal::NAME)?;
        let journal: Journal = serde_json::from_slice(&bytes).ok()?;
        Some(journal).filter(|journal| journal.format == FORMAT && journal.digest == digest)
    }

    /// Hands over what was observed and counted.
    pub(crate) fn take(&mut self) -> (Observed, Mined) {
        let SoFar { pages, telling, instances, values, added, removed } = std::mem::take(&mut self.so_far);
        let counts = Counts { added, removed };
        let mined = Mined { pages, telling, instances, values, counts, ..Mined::default() };
        (std::mem::take(&mut self.observed), mined)
    }

    /// The next site begins.
    pub(crate) fn next_site(&mut self) {
        self.site += 1;
        self.pages = 0;
    }

    /// Keeps how far it is.
    pub(crate) fn keep(&self, commit: &mut Commit<'_>, observed: &Observed, mined: &Mined) -> Result<(), StoreError> {
        #[derive(Serialize)]
        struct Kept<'a> {
            format: u32,
            digest: u64,
            site: usize,
            pages: usize,
            so_far: SoFar,
            observed: &'a Observed,
        }
        let so_far = SoFar {
            pages: mined.pages,
            telling: mined.telling,
            instances: mined.instances,
            values: mined.values,
            added: mined.counts.added,
            removed: mined.counts.removed,
        };
        let &Journal { format, digest, site, pages, .. } = self;
        let kept = Kept { format, digest, site, pages, so_far, observed };
        // Structures of strings and numbers always serialise.
        let bytes = serde_json::to_vec(&kept).unwrap_or_default();
        commit.put_document(Journal::KIND, Journal::NAME, &bytes)
    }
}
