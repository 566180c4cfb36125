//! Taking back what was merged: the last time as a whole, or two individuals for good.

use oxrdf::{NamedNodeRef, QuadRef};
use rusqlite::OptionalExtension;

use super::apart::DIFFERENT;
use super::{Link, link, said, say};
use crate::base::KnowledgeBase;
use crate::error::StoreError;
use crate::terms::TermId;
use crate::vocabulary::SAME;

/// What was taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undone {
    /// When it had been done, as a number in the history.
    pub commit: i64,
    /// Individuals whose cluster is again what it was.
    pub changed: u64,
}

impl KnowledgeBase {
    /// Takes back the last merge that has not been taken back.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be written.
    pub fn undo_merge(&self) -> Result<Option<Undone>, StoreError> {
        let mut writer = self.write()?;
        let snapshot = self.read()?;
        let last: Option<i64> =
            snapshot.db().query_row("SELECT max(commit_id) FROM merges", [], |row| row.get(0)).optional()?.flatten();
        let Some(last) = last else { return Ok(None) };
        let changes: Vec<(TermId, TermId, TermId)> = snapshot
            .db()
            .prepare("SELECT member, before, after FROM merges WHERE commit_id = ?1 ORDER BY member")?
            .query_map([last], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect::<Result<_, _>>()?;
        let mut commit = writer.begin(&format!("undo merge {last}"))?;
        for (member, before, after) in &changes {
            if after != member {
                link(&snapshot, &mut commit, *member, *after, Link::Cut)?;
            }
            if before != member {
                link(&snapshot, &mut commit, *member, *before, Link::Tie)?;
            }
        }
        commit.db().execute("DELETE FROM merges WHERE commit_id = ?1", [last])?;
        commit.finish()?;
        Ok(Some(Undone { commit: last, changed: changes.len() as u64 }))
    }

    /// Says that two individuals are different, for good: they are taken apart, and stay apart whatever is merged
    /// later. Returns how many individuals have another cluster now; nothing if one of them is unknown.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be written.
    pub fn keep_apart(&self, left: &str, right: &str) -> Result<Option<u64>, StoreError> {
        let mut writer = self.write()?;
        let snapshot = self.read()?;
        let (one, other) = (NamedNodeRef::new_unchecked(left), NamedNodeRef::new_unchecked(right));
        let (Some(one_id), Some(other_id)) = (snapshot.find(one.into())?, snapshot.find(other.into())?) else {
            return Ok(None);
        };
        let pairs = said(&snapshot)?;
        let first_of = |id| pairs.binary_search_by_key(&id, |pair| pair.0).map_or(id, |at| pairs[at].1);
        let mut commit = writer.begin(&format!("keep apart {left} and {right}"))?;
        let mut changed = 0;
        if first_of(one_id) == first_of(other_id) {
            // The second of them leaves; what is left of the cluster stays together.
            let first = first_of(one_id);
            let mut rest: Vec<TermId> = pairs.iter().filter(|pair| pair.1 == first).map(|pair| pair.0).collect();
            rest.push(first);
            rest.sort_unstable();
            let concerned = rest.clone();
            rest.retain(|member| *member != other_id);
            changed = say(&snapshot, &mut commit, Some(&concerned), super::starred(&[rest]))?;
        }
        commit.add(QuadRef::new(
            one,
            NamedNodeRef::new_unchecked(DIFFERENT),
            other,
            NamedNodeRef::new_unchecked(SAME),
        ))?;
        commit.finish()?;
        Ok(Some(changed))
    }
}
