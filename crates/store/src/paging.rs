//! Lists of a knowledge base, a page at a time: what comes behind something, in an order that does not change when more
//! comes. A page takes as long as what is on it, however much there is besides.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use oxrdf::{BlankNodeRef, NamedNodeRef, TermRef};
use rusqlite::params;

use crate::error::StoreError;
use crate::harvest::plain;
use crate::individuals::Individuals;
use crate::snapshot::{Quads, Snapshot};
use crate::stats::CommitLine;
use crate::taxonomy::{Concept, Taxonomy};
use crate::terms::TermId;

impl Snapshot {
    /// The individuals of some classes, in the order in which they came. Without a class, all that have one.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn individuals(&self, classes: &[String]) -> Result<Vec<String>, StoreError> {
        self.individuals_after(classes, None, usize::MAX)
    }

    /// The same behind one of them, the first so many. Behind what is not in the knowledge base there is nothing.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn individuals_after(
        &self,
        classes: &[String],
        after: Option<&str>,
        most: usize,
    ) -> Result<Vec<String>, StoreError> {
        let individuals = Individuals::of(self)?;
        let (Some(kind), Some(first)) = (individuals.kind(), self.behind(after)?) else { return Ok(Vec::new()) };
        let mut classes: Vec<TermId> = match classes {
            [] => self.objects_of(kind, usize::MAX)?,
            some => some.iter().filter_map(|class| self.called(class).transpose()).collect::<Result<_, _>>()?,
        };
        classes.sort_unstable();
        classes.dedup();
        // Each class has its individuals in order; of all classes the lowest is the next.
        let mut runs = Vec::new();
        let mut next = BinaryHeap::new();
        for class in classes {
            if !individuals.are_members_of(class)? {
                continue;
            }
            let mut run = self.quads_from(kind, class, first)?;
            if let Some(individual) = next_of(&mut run, &individuals)? {
                next.push(Reverse((individual, runs.len())));
                runs.push(run);
            }
        }
        let mut found: Vec<TermId> = Vec::new();
        while let Some(Reverse((individual, at))) = next.pop() {
            if found.last() != Some(&individual) {
                if found.len() == most {
                    break;
                }
                found.push(individual);
            }
            if let Some(individual) = next_of(&mut runs[at], &individuals)? {
                next.push(Reverse((individual, at)));
            }
        }
        found.into_iter().map(|id| Ok(plain(&self.term(id)?))).collect()
    }

    /// The mined concepts behind one of them, in the order of [`Snapshot::concepts`], the first so many. That takes as
    /// long as it takes to count the instances of these.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn concepts_after(&self, after: Option<&str>, most: usize) -> Result<Vec<Concept>, StoreError> {
        let (Some(taxonomy), Some(first)) = (Taxonomy::of(self)?, self.behind(after)?) else { return Ok(Vec::new()) };
        taxonomy.concepts(first, most)?.into_iter().map(|id| taxonomy.counted(id)).collect()
    }

    /// What was done before a commit of the history, or before now: the last first, so many.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn history(&self, before: Option<i64>, most: usize) -> Result<Vec<CommitLine>, StoreError> {
        let mut statement = self.db().prepare_cached(
            "SELECT id, time, what, added, removed FROM commits WHERE id < ?1 ORDER BY id DESC LIMIT ?2",
        )?;
        let line = |row: &rusqlite::Row<'_>| {
            Ok(CommitLine {
                number: row.get(0)?,
                time: row.get(1)?,
                what: row.get(2)?,
                added: row.get::<_, i64>(3)? as u64,
                removed: row.get::<_, i64>(4)? as u64,
            })
        };
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let lines = statement.query_map(params![before.unwrap_or(i64::MAX), most], line)?;
        Ok(lines.collect::<Result<_, _>>()?)
    }

    /// The lowest number that comes behind a term; `None` if there is no such term, or nothing can come.
    fn behind(&self, after: Option<&str>) -> Result<Option<TermId>, StoreError> {
        match after {
            None => Ok(Some(0)),
            Some(name) => Ok(self.called(name)?.and_then(|id| id.checked_add(1))),
        }
    }

    /// The number of what is called so where it is told as plain text.
    fn called(&self, name: &str) -> Result<Option<TermId>, StoreError> {
        let term: TermRef<'_> = match name.strip_prefix("_:") {
            Some(label) => BlankNodeRef::new_unchecked(label).into(),
            None => NamedNodeRef::new_unchecked(name).into(),
        };
        self.find(term)
    }
}

/// The next individual of a class.
fn next_of(run: &mut Quads<'_>, individuals: &Individuals<'_>) -> Result<Option<TermId>, StoreError> {
    for quad in run {
        let quad = quad?;
        if individuals.makes_one(&quad)? {
            return Ok(Some(quad.subject));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
