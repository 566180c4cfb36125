//! The archive of a knowledge base: pages that were read from the web are kept as they came, beside the database, which
//! knows each of them. So what was harvested can be read again, and shown.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fetch::archive::{ArchiveError, Keeper, KeptRecord};
use job::{Ended, Job, Next};
use store::{Captured, KnowledgeBase, Snapshot, StoreError, Verdict, Writer};

/// How long somebody else may write while long work waits to write down what it has come to.
const PATIENCE: Duration = Duration::from_secs(3600);
/// The same for work that is to stop.
const PATIENCE_TO_STOP: Duration = Duration::from_secs(10);
/// How often it is looked whether they have done so.
const GLANCE: Duration = Duration::from_millis(20);

/// Opens the archive, of which so many bytes count. What the work has fetched that is gone on with is not asked for
/// again.
pub(crate) fn open(
    base: &KnowledgeBase,
    committed: u64,
    fetched: Option<Vec<Captured>>,
) -> Result<Arc<Keeper>, ArchiveError> {
    let path = base.archive();
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.map_err(|cause| ArchiveError::Io { path: path.clone(), cause })?;
    let by_address = |fetched: Vec<Captured>| fetched.into_iter().map(|record| (record.url, record.offset));
    let fetched = fetched.map(|fetched| by_address(fetched).collect::<HashMap<_, _>>());
    Keeper::open(&path, committed, fetched).map(Arc::new)
}

/// The right to write, as soon as nobody else has it: work of hours does not fail because somebody else writes for a
/// moment.
///
/// # Errors
///
/// If somebody else writes for very long, or the folder cannot be written.
pub(crate) fn write_when_free(base: &KnowledgeBase, job: &Job<'_>) -> Result<Writer, StoreError> {
    let begin = Instant::now();
    loop {
        let patience = if job.is_cancelled() { PATIENCE_TO_STOP } else { PATIENCE };
        match base.write_within(GLANCE) {
            Err(StoreError::Busy { .. }) if begin.elapsed() < patience => {}
            other => return other,
        }
    }
}

/// What is in a knowledge base now; nothing if there is none yet.
pub(crate) fn now(base: &KnowledgeBase) -> Result<Option<Snapshot>, StoreError> {
    match base.read() {
        Ok(snapshot) => Ok(Some(snapshot)),
        Err(StoreError::Missing(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a knowledge base can be written at all, for those who write only after long work. That somebody else is
/// writing to it now is no obstacle.
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
