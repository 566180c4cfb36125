//! Which individuals of a knowledge base are the same thing, decided by `knowledge::merging` and kept here.
//!
//! What is the same is said by `owl:sameAs` in a graph of its own: each member of a cluster is the same as its first
//! member. Values stay where they are, with their sources, also those that contradict each other. What was learnt is
//! kept with an index, so that what comes later is put to what is there without a look at all of it.

mod apart;
mod base;
mod explain;
mod gather;
mod given;
mod index;
mod sites;
mod undo;

use std::collections::BTreeMap;

use job::{Ended, Job, Next, Stage};
use knowledge::merging::{Learnt, join, merge_profiles, paper};
use oxrdf::{NamedNodeRef, QuadRef};
use rusqlite::params;
use rustc_hash::FxHashSet;

use crate::base::KnowledgeBase;
use crate::error::StoreError;
use crate::harvest::plain;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::terms::TermId;
use crate::vocabulary::{SAME, SAME_AS};
use crate::writer::Commit;

pub use explain::{ExplainError, Explained, ExplainedRespect};
pub use undo::Undone;

use base::StoredBase;
use gather::{Gatherer, Kin, Properties};
use given::{closed, given};

/// How it is decided what is the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MergeMethod {
    /// Ours. What was merged before stays, and what is new is put to it.
    Best,
    /// Ours, anew: what was merged before is forgotten.
    Anew,
    /// As published: the mean similarity of the properties that two individuals share is above this.
    Paper(f64),
}

/// If a class has grown by this part since it was learnt what counts in it, that is learnt anew: what was right for few
/// need not be for many, and what was merged wrongly must not stay for ever.
const GROWN: usize = 2;

/// What merging came to.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct MergeReport {
    /// Individuals that were looked at.
    pub individuals: u64,
    /// Clusters of two or more that there are now.
    pub clusters: u64,
    /// Individuals in them.
    pub members: u64,
    /// Individuals whose cluster has changed.
    pub changed: u64,
    /// Whether all was decided anew although nobody asked for it, since much has come or links were given.
    pub anew: bool,
    /// Classes that were too large for the published method.
    pub left_out: u64,
}

impl KnowledgeBase {
    /// Decides what is the same. A merge that is stopped is as if it had not been.
    ///
    /// # Errors
    ///
    /// If somebody else changes the knowledge base, or it cannot be written.
    pub fn merge(&self, method: MergeMethod, job: &Job<'_>) -> Result<Ended<MergeReport>, StoreError> {
        let mut writer = self.write()?;
        // Nobody else writes meanwhile, so that this is what is there until the commit.
        let snapshot = self.read()?;
        let mut commit = writer.begin("merge")?;
        let report = match method {
            MergeMethod::Best if has_learnt(&snapshot)? => merge_new(&snapshot, &mut commit, job)?,
            MergeMethod::Best | MergeMethod::Anew => merge_all(&snapshot, &mut commit, job)?,
            MergeMethod::Paper(sigma) => merge_as_published(&snapshot, &mut commit, sigma, job)?,
        };
        if job.is_cancelled() {
            return Ok(Ended::Stopped { so_far: MergeReport::default(), next: Next::BeginsAnew });
        }
        // What changes no statement is no part of the history.
        match report.changed {
            0 => commit.settle()?,
            _ => drop(commit.finish()?),
        }
        let snapshot = snapshot.refreshed()?;
        Ok(Ended::Done(MergeReport { clusters: clusters(&snapshot)?, members: members(&snapshot)?, ..report }))
    }
}

fn has_learnt(snapshot: &Snapshot) -> Result<bool, StoreError> {
    Ok(snapshot.db().query_row("SELECT EXISTS (SELECT 1 FROM merging)", [], |row| row.get(0))?)
}

/// Merges everything, class by class, and remembers how.
fn merge_all(snapshot: &Snapshot, commit: &mut Commit<'_>, job: &Job<'_>) -> Result<MergeReport, StoreError> {
    let gatherer = Gatherer::new(snapshot)?;
    let mut report = MergeReport::default();
    let mut after: Vec<(TermId, TermId)> = Vec::new();
    commit.db().execute_batch("DELETE FROM merging; DELETE FROM touched;")?;
    index::clear(commit.db())?;
    let all = gatherer.all()?;
    job.stage(Stage::Merge, Some(all.iter().map(|kin| kin.individuals.len() as u64).sum()));
    for kin in all {
        let count = kin.individuals.len() as u64;
        report.individuals += count;
        after.extend(merge_kin(&gatherer, commit, kin, job)?);
        if job.is_cancelled() {
            return Ok(report);
        }
        job.advance(count);
    }
    let after = closed(after.into_iter().chain(given(snapshot)?), &gatherer.different()?);
    report.changed = say(snapshot, commit, None, after)?;
    Ok(report)
}

/// Merges all individuals of a class and its relatives, and remembers how.
fn merge_kin(
    gatherer: &Gatherer<'_>,
    commit: &Commit<'_>,
    mut kin: Kin,
    job: &Job<'_>,
) -> Result<Vec<(TermId, TermId)>, StoreError> {
    index::add(commit.db(), kin.class, &kin.individuals, &mut kin.profiles)?;
    let settings = kin.properties.settings(gatherer.keys());
    let Some(merged) = merge_profiles(kin.profiles, &settings, job.cancel()) else { return Ok(Vec::new()) };
    remember(commit, kin.class, &kin.properties, &merged.learnt)?;
    let apart = gatherer.different()?;
    let members = |cluster: &Vec<u32>| cluster.iter().map(|&number| kin.individuals[number as usize]).collect();
    Ok(merged.clusters.iter().flat_map(|cluster| starred(&apart.split(members(cluster)))).collect())
}

/// Merges as published, and remembers nothing: there is nothing that the next harvest could use.
fn merge_as_published(
    snapshot: &Snapshot,
    commit: &mut Commit<'_>,
    sigma: f64,
    job: &Job<'_>,
) -> Result<MergeReport, StoreError> {
    job.stage(Stage::Merge, None);
    let gatherer = Gatherer::new(snapshot)?;
    let mut report = MergeReport::default();
    let mut after: Vec<(TermId, TermId)> = Vec::new();
    let apart = gatherer.different()?;
    gatherer.each_as_published(|ids, individuals| {
        report.individuals += ids.len() as u64;
        if job.is_cancelled() {
            return;
        }
        job.advance(ids.len() as u64);
        match paper::merge_as_published(individuals, sigma) {
            Some(clusters) => {
                for cluster in clusters {
                    let members = cluster.iter().map(|&number| ids[number as usize]).collect();
                    after.extend(starred(&apart.split(members)));
                }
            }
            None => report.left_out += 1,
        }
    })?;
    commit.db().execute_batch("DELETE FROM merging; DELETE FROM touched;")?;
    report.changed = say(snapshot, commit, None, after)?;
    Ok(report)
}

/// Puts what has come since to what is there. Classes that are new are merged as a whole.
fn merge_new(snapshot: &Snapshot, commit: &mut Commit<'_>, job: &Job<'_>) -> Result<MergeReport, StoreError> {
    let gatherer = Gatherer::new(snapshot)?;
    let mut report = MergeReport::default();
    let touched = touched(snapshot)?;
    let is_touched = |id: &TermId| touched.binary_search(id).is_ok();
    let has_given = given(snapshot)?.iter().any(|(left, right)| is_touched(left) || is_touched(right));
    let mut by_class: BTreeMap<TermId, Vec<TermId>> = BTreeMap::new();
    for &id in &touched {
        if let Some(raw) = gatherer.one(id)? {
            by_class.entry(raw.class).or_default().push(id);
        }
    }
    let mut has_grown = false;
    for class in by_class.keys() {
        let learnt = StoredBase::new(snapshot, &gatherer, *class)?.learnt();
        let then = learnt.map_or(usize::MAX, |learnt| learnt.statistics.count as usize);
        has_grown |= gatherer.count(*class)? >= then.saturating_add(then / GROWN);
    }
    if has_given || has_grown {
        return Ok(MergeReport { anew: true, ..merge_all(snapshot, commit, job)? });
    }
    job.stage(Stage::Merge, Some(by_class.values().map(|individuals| individuals.len() as u64).sum()));
    for (class, individuals) in by_class {
        let count = individuals.len() as u64;
        report.individuals += count;
        let base = StoredBase::new(snapshot, &gatherer, class)?;
        let (concerned, after) = match base.learnt() {
            Some(learnt) => {
                base.enter(&individuals)?;
                let joined = join(&base, &learnt, &individuals);
                index::add_rows(commit.db(), base.into_new_rows())?;
                let apart = gatherer.different()?;
                let members = joined.iter().flat_map(|joined| joined.members.iter().copied());
                let mut concerned: Vec<TermId> = individuals.iter().copied().chain(members).collect();
                concerned.sort_unstable();
                concerned.dedup();
                let after = joined.iter().flat_map(|joined| starred(&apart.split(joined.members.clone()))).collect();
                (concerned, after)
            }
            None => {
                // All individuals of a class that is new have been touched.
                let after = merge_kin(&gatherer, commit, gatherer.some(class, &individuals)?, job)?;
                (individuals, after)
            }
        };
        if job.is_cancelled() {
            return Ok(report);
        }
        report.changed += say(snapshot, commit, Some(&concerned), after)?;
        job.advance(count);
    }
    commit.db().execute_batch("DELETE FROM touched;")?;
    Ok(report)
}

/// Individuals of which something else is said than when they were merged, in order. Who was in a cluster with one of
/// them may belong elsewhere now, and counts as well.
fn touched(snapshot: &Snapshot) -> Result<Vec<TermId>, StoreError> {
    let mut statement = snapshot.db().prepare("SELECT individual FROM touched ORDER BY individual")?;
    let mut touched: Vec<TermId> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let pairs = said(snapshot)?;
    let first_of = |id| pairs.binary_search_by_key(&id, |pair: &(TermId, TermId)| pair.0).map_or(id, |at| pairs[at].1);
    let firsts: FxHashSet<TermId> = touched.iter().map(|id| first_of(*id)).collect();
    touched.extend(pairs.iter().filter(|pair| firsts.contains(&pair.1)).flat_map(|pair| [pair.0, pair.1]));
    touched.sort_unstable();
    touched.dedup();
    Ok(touched)
}

/// Each member of a cluster but the first, with the first.
fn starred(clusters: &[Vec<TermId>]) -> Vec<(TermId, TermId)> {
    let star = |members: &Vec<TermId>| {
        let first = members.iter().copied().min().unwrap_or_default();
        members.iter().copied().filter(|member| *member != first).map(|member| (member, first)).collect::<Vec<_>>()
    };
    clusters.iter().flat_map(star).collect()
}

fn remember(commit: &Commit<'_>, class: TermId, properties: &Properties, learnt: &Learnt) -> Result<(), StoreError> {
    let properties: Vec<u8> = properties.ids.iter().flat_map(|id| id.to_le_bytes()).collect();
    let learnt: Vec<u8> = learnt.to_numbers().iter().flat_map(|number| number.to_le_bytes()).collect();
    commit
        .db()
        .prepare_cached("INSERT OR REPLACE INTO merging (class, properties, learnt) VALUES (?1, ?2, ?3)")?
        .execute(params![class, properties, learnt])?;
    Ok(())
}

/// Says what is the same: pairs of a member and the first of its cluster, in the place of what was said before of
/// all, or of some individuals. Returns how many have changed.
fn say(
    snapshot: &Snapshot,
    commit: &mut Commit<'_>,
    concerned: Option<&[TermId]>,
    mut after: Vec<(TermId, TermId)>,
) -> Result<u64, StoreError> {
    after.sort_unstable();
    after.dedup();
    let before: Vec<(TermId, TermId)> = said(snapshot)?
        .into_iter()
        .filter(|(member, _)| concerned.is_none_or(|concerned| concerned.binary_search(member).is_ok()))
        .collect();
    let number = commit.number();
    let mut changed = 0;
    let first_of = |pairs: &[(TermId, TermId)], member| {
        pairs.binary_search_by_key(&member, |pair| pair.0).map_or(member, |at| pairs[at].1)
    };
    let mut all: Vec<TermId> = before.iter().chain(&after).map(|pair| pair.0).collect();
    all.sort_unstable();
    all.dedup();
    for member in all {
        let (old, new) = (first_of(&before, member), first_of(&after, member));
        if old == new {
            continue;
        }
        changed += 1;
        if old != member {
            link(snapshot, commit, member, old, Link::Cut)?;
        }
        if new != member {
            link(snapshot, commit, member, new, Link::Tie)?;
        }
        commit
            .db()
            .prepare_cached("INSERT OR REPLACE INTO merges (commit_id, member, before, after) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![number, member, old, new])?;
    }
    Ok(changed)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    Tie,
    Cut,
}

fn link(
    snapshot: &Snapshot,
    commit: &mut Commit<'_>,
    member: TermId,
    first: TermId,
    link: Link,
) -> Result<(), StoreError> {
    let (member, first) = (snapshot.term(member)?, snapshot.term(first)?);
    let subject = match &member {
        oxrdf::Term::NamedNode(node) => oxrdf::NamedOrBlankNodeRef::from(node.as_ref()),
        oxrdf::Term::BlankNode(node) => node.as_ref().into(),
        oxrdf::Term::Literal(_) => return Ok(()),
    };
    let quad =
        QuadRef::new(subject, NamedNodeRef::new_unchecked(SAME_AS), first.as_ref(), NamedNodeRef::new_unchecked(SAME));
    match link {
        Link::Tie => commit.add(quad),
        Link::Cut => commit.remove_before(quad),
    }
}

/// What is said to be the same, in the order of the members.
fn said(snapshot: &Snapshot) -> Result<Vec<(TermId, TermId)>, StoreError> {
    let (Some(same), Some(graph)) = (
        snapshot.find(NamedNodeRef::new_unchecked(SAME_AS).into())?,
        snapshot.find(NamedNodeRef::new_unchecked(SAME).into())?,
    ) else {
        return Ok(Vec::new());
    };
    let pattern = Pattern { predicate: Some(same), graph: Graphs::One(graph), ..Pattern::default() };
    let mut pairs: Vec<(TermId, TermId)> =
        snapshot.quads(pattern)?.map(|quad| quad.map(|quad| (quad.subject, quad.object))).collect::<Result<_, _>>()?;
    pairs.sort_unstable();
    pairs.dedup_by_key(|pair| pair.0);
    Ok(pairs)
}

impl Snapshot {
    /// Individuals that are the same as another, by IRI, each with the first of its cluster.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read.
    pub fn firsts(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let mut firsts = BTreeMap::new();
        let pairs = said(self)?.into_iter().chain(given(self)?);
        for (member, first) in closed(pairs, &apart::Apart::of(self)?) {
            firsts.insert(plain(&self.term(member)?), plain(&self.term(first)?));
        }
        Ok(firsts)
    }
}

fn clusters(snapshot: &Snapshot) -> Result<u64, StoreError> {
    let mut firsts: Vec<TermId> = said(snapshot)?.into_iter().map(|pair| pair.1).collect();
    firsts.sort_unstable();
    firsts.dedup();
    Ok(firsts.len() as u64)
}

fn members(snapshot: &Snapshot) -> Result<u64, StoreError> {
    Ok(said(snapshot)?.len() as u64 + clusters(snapshot)?)
}
