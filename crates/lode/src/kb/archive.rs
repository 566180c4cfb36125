//! The archive of a knowledge base: pages that were read from the web are kept as they came, beside the database, which
//! knows each of them. So what was harvested can be read again, and shown.

use std::fs;
use std::sync::Arc;

use fetch::archive::{ArchiveError, Keeper, KeptRecord};
use job::{Ended, Job, Next};
use store::{Captured, KnowledgeBase, Snapshot, StoreError, Verdict};

/// Opens the archive, of which so many bytes count. What some of its records hold is not asked for again.
pub(crate) fn open(base: &KnowledgeBase, committed: u64, fetched: &[Captured]) -> Result<Arc<Keeper>, ArchiveError> {
    let path = base.archive();
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.map_err(|cause| ArchiveError::Io { path: path.clone(), cause })?;
    let fetched = fetched.iter().map(|record| (record.url.clone(), record.offset)).collect();
    Keeper::open(&path, committed, fetched).map(Arc::new)
}

/// What is in a knowledge base now; nothing if there is none yet.
pub(crate) fn now(base: &KnowledgeBase) -> Result<Option<Snapshot>, StoreError> {
    match base.read() {
        Ok(snapshot) => Ok(Some(snapshot)),
        Err(StoreError::Missing(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a knowledge base can be written at all, for those who write only after long work. That somebody else is writing
/// to it now is no obstacle.
///
/// # Errors
///
/// If it cannot be.
pub(crate) fn can_be_written(base: &KnowledgeBase) -> Result<(), StoreError> {
    match base.write() {
        Ok(_) | Err(StoreError::Busy { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// A record as the database knows it.
pub(crate) fn captured(record: KeptRecord) -> Captured {
    let KeptRecord { url, date, offset, length } = record;
    Captured { url, date, offset, length }
}

/// Looks at everything in a knowledge base, and at every record of its archive that counts.
///
/// # Errors
///
/// If it cannot be read at all.
pub fn verify(base: &KnowledgeBase, job: &Job<'_>) -> Result<Ended<Verdict>, StoreError> {
    let snapshot = base.read()?;
    let mut verdict = match snapshot.verify(job)? {
        Ended::Done(verdict) => verdict,
        stopped => return Ok(stopped),
    };
    let path = base.archive();
    for record in snapshot.captures()? {
        if job.is_cancelled() {
            return Ok(Ended::Stopped { so_far: verdict, next: Next::BeginsAnew });
        }
        let Captured { url, date, offset, length } = record;
        if let Err(problem) = (KeptRecord { url, date, offset, length }).check(&path) {
            verdict.add(problem);
        }
        verdict.captures += 1;
    }
    Ok(Ended::Done(verdict))
}
