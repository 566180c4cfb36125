//! What a finished visit changes: the archive, the frontier, and how the host is treated from now on.

use std::time::{Duration, Instant};

use url::Url;

use super::frontier::{Captured, Found, Job, Kind, State, now as seconds_now};
use super::run::Run;
use super::traps::Chain;
use super::visit::{Findings, Visited, is_busy};
use super::{CrawlError, Event, Observer, Outcome};
use crate::archive::Packed;
use crate::net::FetchError;

/// So many redirects in a row are followed.
const MAX_REDIRECTS: u32 = 10;
/// A host that fails so often in a row is left alone for the rest of the run.
const MAX_FAILURES: u32 = 8;
/// A host that asks us to stay away for longer than this is left alone for the rest of the run.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(3600);
/// How long a host that is overburdened is left alone if it does not say.
const BUSY_WAIT: Duration = Duration::from_secs(10);

impl Run {
    /// A visit has ended.
    pub(super) fn visited(
        &mut self,
        host: usize,
        job: Job,
        outcome: Result<Visited, FetchError>,
        observer: &mut dyn Observer,
    ) -> Result<(), CrawlError> {
        match outcome {
            Err(error) => self.failed(host, job, &error, observer),
            Ok(visited) => {
                self.hosts.get(host).failures = 0;
                self.answered(host, job, visited, observer)
            }
        }
    }

    fn failed(
        &mut self,
        host: usize,
        job: Job,
        error: &FetchError,
        observer: &mut dyn Observer,
    ) -> Result<(), CrawlError> {
        let (url, kind, depth) = (job.url.clone(), job.kind, job.depth);
        let words = error.to_string();
        let outcome = if error.forbidden().is_some() {
            self.settle(host, &job, State::Refused, Some(category(error).to_owned()));
            Outcome::Refused(&words)
        } else if error.is_passing() && job.tries < self.options.retries {
            self.note_failure(host, &job, error)?;
            let wait = self.backoff(job.tries);
            self.postpone(host, job, wait);
            Outcome::Postponed(&words)
        } else {
            self.note_failure(host, &job, error)?;
            self.settle(host, &job, State::Failed, Some(category(error).to_owned()));
            Outcome::Failed(&words)
        };
        observer.event(&Event { url: &url, kind, depth, outcome });
        Ok(())
    }

    /// A host that does not answer at all, whatever it is asked for, is left alone. One bad page is counted once.
    fn note_failure(&mut self, number: usize, job: &Job, error: &FetchError) -> Result<(), CrawlError> {
        let host = self.hosts.get(number);
        if job.tries == 0 && matches!(error, FetchError::Unreachable(_) | FetchError::TimedOut(_)) {
            host.failures += 1;
        }
        if host.failures >= MAX_FAILURES {
            self.give_up(number, format!("it failed {MAX_FAILURES} times in a row: {error}"))?;
        }
        Ok(())
    }

    /// Tries an address again later.
    fn postpone(&mut self, number: usize, job: Job, wait: Duration) {
        let job = Job { tries: job.tries + 1, ..job };
        let due = seconds_now().saturating_add_unsigned(wait.as_secs());
        let update = self.settle(number, &job, State::Waiting, None);
        update.due = due;
        self.waiting += 1;
        // It stays in memory, so the frontier must not give it out again.
        self.finished.pop();
        let host = self.hosts.get(number);
        if host.given_up.is_some() {
            host.taken.remove(&job.id);
        } else {
            host.later.push((Instant::now() + wait, job));
        }
    }

    fn answered(
        &mut self,
        host: usize,
        job: Job,
        visited: Visited,
        observer: &mut dyn Observer,
    ) -> Result<(), CrawlError> {
        if matches!(visited.status, 429 | 503) {
            self.rest_longer(host, visited.retry_after)?;
        }
        let visited = match self.give_to_browser(host, job.clone(), visited) {
            None => return Ok(()),
            Some(visited) => visited,
        };
        self.completed(host, job, visited, observer)
    }

    /// An answer is all there, rendered if need be.
    pub(super) fn completed(
        &mut self,
        host: usize,
        job: Job,
        visited: Visited,
        observer: &mut dyn Observer,
    ) -> Result<(), CrawlError> {
        let Some(record) = visited.record else {
            let words = match visited.cut {
                Some(_) if !is_busy(visited.status) => "the connection broke".to_owned(),
                _ => format!("it answers {}", visited.status),
            };
            let outcome = Outcome::Postponed(&words);
            observer.event(&Event { url: &job.url, kind: job.kind, depth: job.depth, outcome });
            let wait = visited.retry_after.unwrap_or_else(|| self.backoff(job.tries)).min(MAX_WAIT);
            self.postpone(host, job, wait);
            return Ok(());
        };
        let is_revisit = record.kind == "revisit";
        let target = visited.redirect.as_ref().and_then(|target| target.as_ref().ok());
        observer.event(&Event {
            url: &job.url,
            kind: job.kind,
            depth: job.depth,
            outcome: Outcome::Answered {
                status: visited.status,
                mime: &visited.mime,
                bytes: visited.bytes,
                redirect: target,
                is_revisit,
            },
        });
        if let Some(target) = target
            && visited.has_set_cookie
            && super::address::normalised(target) == job.url
            && job.redirects < MAX_REDIRECTS
        {
            // It only wanted to see whether we keep its cookie: the same address answers otherwise now.
            let job = Job { redirects: job.redirects + 1, ..job };
            self.hosts.get(host).queue.push_front(job);
            return Ok(());
        }
        let is_page = job.kind == Kind::Page && (200..300).contains(&visited.status);
        self.pages += u64::from(is_page && !job.again);
        self.fetched += u64::from(is_page && !is_revisit);
        self.unchanged += u64::from(job.kind == Kind::Page && is_revisit);
        let mime = visited.mime;
        let mut captured = vec![self.keep(record, visited.status, mime, visited.tag, visited.modified)?];
        if let Some(rendered) = visited.rendered {
            captured.push(self.keep(rendered, visited.status, "text/html".to_owned(), None, None)?);
        }
        let state = if visited.redirect.is_some() { State::Redirected } else { State::Fetched };
        let reason = match (&visited.redirect, visited.status) {
            (Some(Err(_)), _) => Some("redirects that lead nowhere".to_owned()),
            (Some(Ok(_)), _) if job.redirects >= MAX_REDIRECTS => Some("redirects without an end".to_owned()),
            (None, status @ 400..) => Some(format!("answers {status}")),
            _ => None,
        };
        let state = if reason.is_some() { State::Failed } else { state };
        self.settle(host, &job, state, reason).captured = captured;
        if let Some(Ok(target)) = visited.redirect {
            self.follow_redirect(&job, &target, visited.has_set_cookie, observer);
        }
        match visited.found {
            Findings::Nothing => {}
            Findings::Links(links) => {
                self.visit_numbers.learn(&job.url, links.text_hash);
                self.discover(&job, &links);
            }
            Findings::Sitemap(sitemap) => self.discover_listed(&job, sitemap),
        }
        Ok(())
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

    /// A host is overburdened, or says that we ask too often.
    fn rest_longer(&mut self, number: usize, asked: Option<Duration>) -> Result<(), CrawlError> {
        let wait = asked.unwrap_or(BUSY_WAIT.min(self.options.backoff));
        if wait > MAX_WAIT {
            return self.give_up(number, format!("it asks to be left alone for {} s", wait.as_secs()));
        }
        let host = self.hosts.get(number);
        host.free_at = host.free_at.max(Instant::now() + wait);
        Ok(())
    }

    /// Where a redirect leads becomes an address of its own, so that it is fetched once, whoever leads there.
    fn follow_redirect(&mut self, job: &Job, target: &Url, has_set_cookie: bool, observer: &mut dyn Observer) {
        let is_seed = job.depth == 0 && job.kind == Kind::Page;
        if is_seed {
            self.scope.follow(&job.url, target);
        }
        let url = super::address::normalised(target);
        let reason = self.objection(&url, Chain(0));
        if job.kind == Kind::Page && !is_seed && !self.scope.contains(&url) {
            self.note_elsewhere(&url);
            return;
        }
        let is_too_far = job.redirects >= MAX_REDIRECTS;
        if let Some(reason) = reason.or(is_too_far.then_some("redirects without an end")) {
            observer.event(&Event { url: &url, kind: job.kind, depth: job.depth, outcome: Outcome::Refused(reason) });
        }
        if is_too_far {
            // The address itself may be good: if something else leads there, it is asked for.
            return;
        }
        let is_return = self.note_way(&job.url, &url, has_set_cookie);
        self.add(Found {
            depth: job.depth,
            redirects: job.redirects + 1,
            chain: job.chain,
            refused: reason,
            is_return,
            ..Found::at_start(url, job.kind)
        });
    }
}

/// What a failure is called in the summary, where many of them are counted together.
fn category(error: &FetchError) -> &'static str {
    use crate::net::DialError;
    match error {
        FetchError::Forbidden(_) | FetchError::Unreachable(DialError::Forbidden(_)) => "not on the public web",
        FetchError::Unreachable(DialError::NoSuchHost { .. }) => "host not found",
        FetchError::Unreachable(DialError::Refused { .. }) => "no connection",
        FetchError::TimedOut(_) => "no answer in time",
        FetchError::Untrusted(_) => "a certificate that nobody vouches for",
        FetchError::Broken(_) => "an answer that cannot be read",
        FetchError::TooManyRedirects(_) | FetchError::BadRedirect(_) => "redirects that lead nowhere",
        FetchError::Robots(_) => "robots.txt asks robots to stay away",
    }
}
