//! The books of a run: what became of addresses, written in batches that are all or nothing, and how many of what there
//! are. Who is asked next is the matter of `schedule`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use job::AddressKind;
use url::Url;

use super::frontier::{Address, Batch, Captured, Found, Frontier, RobotsFile, State, Update};
use super::{Counts, CrawlError, Known, Obedience};
use crate::archive::{self, Archive, ArchiveError, Packed};
use crate::net::Agent;

/// A batch is written when it holds so many visits or addresses, or is this old.
const BATCH_VISITS: usize = 256;
const BATCH_FOUND: usize = 4000;
const BATCH_AGE: Duration = Duration::from_millis(500);

/// The books of a run.
pub(super) struct Ledger {
    pub(super) frontier: Frontier,
    archive: Archive,
    batch: Batch,
    batch_since: Option<Instant>,
    /// Addresses of the batch with the numbers of their hosts, which the frontier still takes for waiting.
    finished: Vec<(usize, i64)>,
    /// How many links away from the seeds an address may be.
    depth: u32,
    /// Pages in the archive.
    pub(super) pages: u64,
    /// Pages that this run has fetched, and those of them that have not changed.
    pub(super) fetched: u64,
    pub(super) unchanged: u64,
    /// Addresses that wait.
    pub(super) waiting: u64,
    /// Sitemaps and stylesheets that were found.
    pub(super) sitemaps: u64,
    pub(super) stylesheets: u64,
}

/// What a batch that was written leaves to be done.
pub(super) struct Committed {
    /// Addresses that the frontier knows to be finished, with the numbers of their hosts.
    pub(super) finished: Vec<(usize, i64)>,
    /// Addresses that wait now and did not before.
    pub(super) new: Vec<Found>,
}

impl Ledger {
    /// Opens the archive and its state, or begins them.
    pub(super) fn open(path: &Path, known: Known, depth: Option<u32>) -> Result<Ledger, CrawlError> {
        let state_path = archive::state_path(path);
        let has_content = std::fs::metadata(path).is_ok_and(|found| found.len() > 0);
        if has_content && !state_path.exists() {
            return Err(ArchiveError::Taken(path.to_owned()).into());
        }
        let locked = Archive::lock(path)?;
        let mut frontier = Frontier::open(&state_path)?;
        let archive = locked.open(frontier.committed()?)?;
        let depth = depth.unwrap_or(u32::MAX);
        let counts = frontier.counts(depth)?;
        let sitemaps = frontier.count_of(AddressKind::Sitemap)?;
        let stylesheets = frontier.count_of(AddressKind::Stylesheet)?;
        if known == Known::Refresh {
            frontier.refresh()?;
        }
        Ok(Ledger {
            frontier,
            archive,
            batch: Batch::default(),
            batch_since: None,
            finished: Vec::new(),
            depth,
            pages: counts.pages,
            fetched: 0,
            unchanged: 0,
            waiting: counts.waiting,
            sitemaps,
            stylesheets,
        })
    }

    pub(super) fn archive(&self) -> &Archive {
        &self.archive
    }

    /// How many links away from the seeds an address may be.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Writes the head of a new archive.
    pub(super) fn begin(&mut self, agent: &Agent, robots: Obedience) -> Result<(), CrawlError> {
        if self.archive.length() > 0 {
            return Ok(());
        }
        let name = file_name(self.archive.path());
        let robots = match robots {
            Obedience::Obey => "obeyed",
            Obedience::Ignore => "ignored",
        };
        let head = archive::warcinfo(&name, &agent.name, robots, SystemTime::now(), self.archive.form());
        let mut head = head.map_err(|cause| ArchiveError::Io { path: self.archive.path().to_owned(), cause })?;
        self.archive.append(&mut head.bytes)?;
        Ok(())
    }

    /// Something has come that will have to be written.
    pub(super) fn touch(&mut self) {
        self.batch_since.get_or_insert_with(Instant::now);
    }

    /// Appends a record to the archive.
    pub(super) fn keep(
        &mut self,
        mut record: Packed,
        status: u16,
        mime: String,
        tag: Option<String>,
        modified: Option<String>,
    ) -> Result<Captured, CrawlError> {
        let place = self.archive.append(&mut record.bytes)?;
        let Packed { id, date, digest, kind, .. } = record;
        Ok(Captured { kind, record: id, date, status, mime, digest, tag, modified, place })
    }

    /// Notes an address that was found.
    pub(super) fn add(&mut self, found: Found) {
        self.batch.found.push(found);
    }

    /// Notes what was fetched on the way, without ever having waited.
    pub(super) fn add_aside(&mut self, url: Url, kind: AddressKind, captured: Captured) {
        self.batch.aside.push((url, kind, captured));
    }

    /// Notes the rules of an origin.
    pub(super) fn add_rules(&mut self, file: RobotsFile) {
        self.batch.robots.push(file);
    }

    /// Notes what has become of an address of this host.
    pub(super) fn settle(
        &mut self,
        number: usize,
        address: &Address,
        state: State,
        reason: Option<String>,
        captured: Vec<Captured>,
    ) {
        self.finished.push((number, address.id));
        self.waiting = self.waiting.saturating_sub(1);
        self.update(Update { state, reason, captured, ..Update::of(address) });
    }

    /// Notes that an address will be asked for again, at this time in seconds since 1970. It goes on waiting.
    pub(super) fn postpone(&mut self, address: &Address, due: i64) {
        self.update(Update { due, ..Update::of(address) });
    }

    fn update(&mut self, update: Update) {
        self.touch();
        self.batch.updates.push(update);
    }

    /// Whether there is something to be written.
    pub(super) fn has_news(&self) -> bool {
        !self.batch.is_empty()
    }

    /// Whether the batch is large or old enough to be written.
    pub(super) fn is_due(&self) -> bool {
        let is_old = self.batch_since.is_some_and(|since| since.elapsed() >= BATCH_AGE);
        let is_large = self.batch.updates.len() >= BATCH_VISITS || self.batch.found.len() >= BATCH_FOUND;
        is_large || is_old
    }

    /// Whether the frontier would go through many finished addresses to find what is next.
    pub(super) fn is_far_ahead(&self) -> bool {
        self.finished.len() >= BATCH_VISITS
    }

    /// Writes the batch. From here on, what is in it is done, whatever happens.
    pub(super) fn commit(&mut self) -> Result<Committed, CrawlError> {
        self.batch_since = None;
        if self.batch.is_empty() {
            return Ok(Committed { finished: Vec::new(), new: Vec::new() });
        }
        self.archive.sync()?;
        let batch = std::mem::take(&mut self.batch);
        let news = self.frontier.commit(&batch, self.archive.length())?;
        let found = batch.found.into_iter().zip(news);
        let new: Vec<Found> =
            found.filter(|(found, is_new)| *is_new && found.depth <= self.depth).map(|(found, _)| found).collect();
        self.waiting += new.len() as u64;
        Ok(Committed { finished: std::mem::take(&mut self.finished), new })
    }

    /// What the archive and the state hold now.
    pub(super) fn counts(&self) -> Result<Counts, CrawlError> {
        Ok(self.frontier.counts(self.depth)?)
    }

    /// Writes the index of the archive; says where it is.
    pub(super) fn write_index(&self) -> Result<PathBuf, CrawlError> {
        let path = self.archive.path();
        let name = file_name(path);
        let index = path.with_file_name(format!("{}.cdxj", name.trim_end_matches(".gz").trim_end_matches(".warc")));
        let mut entries = Vec::new();
        self.frontier.each_record(|entry| entries.push(entry))?;
        archive::write_index(&index, &name, entries.into_iter())
            .map_err(|cause| ArchiveError::Io { path: index.clone(), cause })?;
        Ok(index)
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
