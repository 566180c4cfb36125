//! What a finished visit changes: the archive, the frontier, and how the host is treated from now on.

use std::time::{Duration, Instant};

use job::{AddressKind, Visit, VisitOutcome};
use url::Url;

use super::CrawlError;
use super::frontier::{Address, Found, State, now as seconds_now};
use super::run::Run;
use super::traps::Chain;
use super::visit::{Findings, Visited, is_busy};
use crate::net::FetchError;

/// So many redirects in a row are followed.
const MAX_REDIRECTS: u32 = 10;
/// A host that fails so often in a row is left alone for the rest of the run.
const MAX_FAILURES: u32 = 8;
/// A host that asks us to stay away for longer than this is left alone for the rest of the run. Nothing waits longer to
/// be tried again.
pub(super) const MAX_WAIT: Duration = Duration::from_secs(3600);
/// How long a host that is overburdened is left alone if it does not say.
const BUSY_WAIT: Duration = Duration::from_secs(10);

impl Run<'_> {
    /// A visit has ended.
    pub(super) fn visited(
        &mut self,
        host: usize,
        address: Address,
        outcome: Result<Visited, FetchError>,
    ) -> Result<(), CrawlError> {
        match outcome {
            Err(error) => self.failed(host, address, &error),
            Ok(visited) => {
                self.schedule.host(host).failures = 0;
                self.answered(host, address, visited)
            }
        }
    }

    fn failed(&mut self, host: usize, address: Address, error: &FetchError) -> Result<(), CrawlError> {
        let reason = error.to_string();
        let Address { kind, depth, .. } = address;
        let url = address.url.to_string();
        let outcome = if error.forbidden().is_some() {
            self.ledger.settle(host, &address, State::Refused, Some(category(error).to_owned()), Vec::new());
            VisitOutcome::Refused { reason, advice: None }
        } else if error.is_passing() && address.tries < self.options.retries {
            self.note_failure(host, &address, error)?;
            let wait = self.backoff(address.tries);
            self.postpone(host, address, wait);
            VisitOutcome::Postponed { reason }
        } else {
            self.note_failure(host, &address, error)?;
            self.ledger.settle(host, &address, State::Failed, Some(category(error).to_owned()), Vec::new());
            VisitOutcome::Failed { reason }
        };
        self.tell_of(Visit { url, kind, depth, outcome });
        Ok(())
    }

    /// A host that does not answer at all, whatever it is asked for, is left alone. One bad page is counted once.
    fn note_failure(&mut self, number: usize, address: &Address, error: &FetchError) -> Result<(), CrawlError> {
        let host = self.schedule.host(number);
        if address.tries == 0 && matches!(error, FetchError::Unreachable(_) | FetchError::TimedOut(_)) {
            host.failures += 1;
        }
        if host.failures >= MAX_FAILURES {
            self.give_up(number, format!("it failed {MAX_FAILURES} times in a row: {error}"))?;
        }
        Ok(())
    }

    /// Tries an address again later.
    fn postpone(&mut self, number: usize, address: Address, wait: Duration) {
        let wait = wait.min(MAX_WAIT);
        let address = Address { tries: address.tries + 1, ..address };
        self.ledger.postpone(&address, seconds_now().saturating_add_unsigned(wait.as_secs()));
        // It stays in memory, so the frontier must not give it out again.
        let host = self.schedule.host(number);
        if host.given_up.is_some() {
            host.taken.remove(&address.id);
        } else {
            host.later.push((Instant::now() + wait, address));
        }
    }

    fn answered(&mut self, host: usize, address: Address, visited: Visited) -> Result<(), CrawlError> {
        if matches!(visited.status, 429 | 503) {
            self.rest_longer(host, visited.retry_after)?;
        }
        let visited = match self.give_to_browser(host, address.clone(), visited) {
            None => return Ok(()),
            Some(visited) => visited,
        };
        self.completed(host, address, visited)
    }

    /// An answer is all there, rendered if need be.
    pub(super) fn completed(&mut self, host: usize, address: Address, visited: Visited) -> Result<(), CrawlError> {
        let Some(record) = visited.record else {
            let reason = match visited.cut {
                Some(_) if !is_busy(visited.status) => "the connection broke".to_owned(),
                _ => format!("it answers {}", visited.status),
            };
            self.tell(&address, VisitOutcome::Postponed { reason });
            let wait = visited.retry_after.unwrap_or_else(|| self.backoff(address.tries));
            self.postpone(host, address, wait);
            return Ok(());
        };
        let is_revisit = record.kind == "revisit";
        let target = visited.redirect.as_ref().and_then(|target| target.as_ref().ok());
        let redirect = target.map(Url::to_string);
        let (status, media_type, bytes) = (visited.status, visited.mime.clone(), visited.bytes);
        self.tell(&address, VisitOutcome::Answered { status, media_type, bytes, redirect, is_revisit });
        if let Some(target) = target
            && visited.has_set_cookie
            && super::address::normalised(target) == address.url
            && address.redirects < MAX_REDIRECTS
        {
            // It only wanted to see whether we keep its cookie: the same address answers otherwise now.
            let address = Address { redirects: address.redirects + 1, ..address };
            self.schedule.host(host).queue.push_front(address);
            return Ok(());
        }
        let is_page = address.kind == AddressKind::Page && (200..300).contains(&visited.status);
        self.ledger.pages += u64::from(is_page && !address.again);
        self.ledger.fetched += u64::from(is_page && !is_revisit);
        self.ledger.unchanged += u64::from(address.kind == AddressKind::Page && is_revisit);
        let mime = visited.mime;
        let mut captured = vec![self.ledger.keep(record, visited.status, mime, visited.tag, visited.modified)?];
        if let Some(rendered) = visited.rendered {
            captured.push(self.ledger.keep(rendered, visited.status, "text/html".to_owned(), None, None)?);
        }
        let state = if visited.redirect.is_some() { State::Redirected } else { State::Fetched };
        let reason = match (&visited.redirect, visited.status) {
            (Some(Err(_)), _) => Some("redirects that lead nowhere".to_owned()),
            (Some(Ok(_)), _) if address.redirects >= MAX_REDIRECTS => Some("redirects without an end".to_owned()),
            (None, status @ 400..) => Some(format!("answers {status}")),
            _ => None,
        };
        let state = if reason.is_some() { State::Failed } else { state };
        self.ledger.settle(host, &address, state, reason, captured);
        if let Some(Ok(target)) = visited.redirect {
            self.follow_redirect(&address, &target, visited.has_set_cookie);
        }
        match visited.found {
            Findings::Nothing => {}
            Findings::Links(links) => {
                self.sightings.visit_numbers.learn(&address.url, links.text_hash);
                self.discover(&address, &links);
            }
            Findings::Sitemap(sitemap) => self.discover_listed(&address, sitemap),
        }
        Ok(())
    }

    /// A host is overburdened, or says that we ask too often.
    fn rest_longer(&mut self, number: usize, asked: Option<Duration>) -> Result<(), CrawlError> {
        let wait = asked.unwrap_or(BUSY_WAIT.min(self.options.backoff));
        if wait > MAX_WAIT {
            return self.give_up(number, format!("it asks to be left alone for {} s", wait.as_secs()));
        }
        self.schedule.rest_for(number, wait);
        Ok(())
    }

    /// Where a redirect leads becomes an address of its own, so that it is fetched once, whoever leads there.
    fn follow_redirect(&mut self, address: &Address, target: &Url, has_set_cookie: bool) {
        let is_seed = address.depth == 0 && address.kind == AddressKind::Page;
        if is_seed {
            self.sightings.scope.follow(&address.url, target);
        }
        let url = super::address::normalised(target);
        let reason = self.objection(&url, Chain(0));
        if address.kind == AddressKind::Page && !is_seed && !self.sightings.scope.contains(&url) {
            self.sightings.note_elsewhere(&url);
            return;
        }
        let is_too_far = address.redirects >= MAX_REDIRECTS;
        if let Some(reason) = reason.or(is_too_far.then_some("redirects without an end")) {
            let outcome = VisitOutcome::Refused { reason: reason.to_owned(), advice: None };
            self.tell_of(Visit { url: url.to_string(), kind: address.kind, depth: address.depth, outcome });
        }
        if is_too_far {
            // The address itself may be good: if something else leads there, it is asked for.
            return;
        }
        let is_return = self.sightings.note_way(&address.url, &url, has_set_cookie);
        self.add(Found {
            depth: address.depth,
            redirects: address.redirects + 1,
            chain: address.chain,
            refused: reason,
            is_return,
            ..Found::at_start(url, address.kind)
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
        FetchError::Fault => "a fault in Lode",
    }
}
