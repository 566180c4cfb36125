//! The archive of a knowledge base: pages that were read from the web are kept as they came, beside the database, which
//! knows each of them. So what was harvested can be read again, and shown.

use std::fs;
use std::sync::Arc;

use fetch::archive::{ArchiveError, Keeper, KeptRecord};
use store::{Captured, KnowledgeBase, StoreError, Verdict};

/// Opens the archive, of which so many bytes count.
pub(crate) fn open(base: &KnowledgeBase, committed: u64) -> Result<Arc<Keeper>, ArchiveError> {
    let path = base.archive();
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.map_err(|cause| ArchiveError::Io { path: path.clone(), cause })?;
    Keeper::open(&path, committed).map(Arc::new)
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
pub fn verify(base: &KnowledgeBase) -> Result<Verdict, StoreError> {
    let snapshot = base.read()?;
    let mut verdict = snapshot.verify()?;
    let path = base.archive();
    for record in snapshot.captures()? {
        let Captured { url, date, offset, length } = record;
        if let Err(problem) = (KeptRecord { url, date, offset, length }).check(&path) {
            verdict.add(problem);
        }
        verdict.captures += 1;
    }
    Ok(verdict)
}
