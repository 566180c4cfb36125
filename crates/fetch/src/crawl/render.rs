//! Pages that are made by scripts: a browser on a thread of its own renders them, one after the other, and what it asks
//! for goes through the same guard, rules and rests as everything else, and into the same archive.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, SystemTime};

use url::Url;

use super::frontier::{Job, Kind};
use super::hosts::Access;
use super::run::{Message, Run};
use super::turns::Pick;
use super::visit::{Findings, Visited};
use super::{CrawlError, Event, Obedience, Observer, Outcome, Render, robots};
use crate::archive::{self, Form, Packed};
use crate::browser::{BrowserError, Chromium, ChromiumOptions, Supplied, Wanted};
use crate::net::FetchError;

/// A page may ask for about so many things, for each of which a host may have to rest.
const RESTS: u32 = 30;
/// No page may take longer, however long hosts rest.
const MAX_TIME: Duration = Duration::from_secs(300);
/// So many bytes of scripts and data are kept for the next page that asks for them.
const MAX_KEPT: usize = 32 << 20;
/// So many pages may wait for the browser before they are taken as they are.
const MAX_WAITING: usize = 1000;

/// Something that a page wants while its scripts run.
#[derive(Debug)]
pub(super) struct Errand {
    pub(super) url: Url,
    pub(super) accept: Option<String>,
    reply: SyncSender<Option<Supplied>>,
}

/// A page that was given to the browser, on its way there and back.
#[derive(Debug)]
pub(super) struct Rendered {
    host: usize,
    job: Job,
    visited: Visited,
    form: Form,
    outcome: Result<(), BrowserError>,
}

/// The browser, and the pages that are with it.
#[derive(Debug)]
pub(super) struct Renderer {
    policy: Render,
    limit: Duration,
    outbox: Sender<Message>,
    pages: Option<Sender<Box<Rendered>>>,
    waiting: u64,
    /// What pages have asked for, so that all of them share it.
    kept: HashMap<Url, Option<Shared>>,
    kept_bytes: usize,
    failed: u64,
    last_failure: Option<String>,
}

/// What was supplied, to be supplied again.
#[derive(Clone, Debug)]
struct Shared {
    status: u16,
    headers: Vec<(String, String)>,
    body: std::sync::Arc<Vec<u8>>,
}

impl From<&Shared> for Supplied {
    fn from(shared: &Shared) -> Supplied {
        Supplied { status: shared.status, headers: shared.headers.clone(), body: shared.body.to_vec() }
    }
}

impl Renderer {
    pub(super) fn new(policy: Render, time: Duration, rest: Duration, outbox: Sender<Message>) -> Renderer {
        Renderer {
            policy,
            limit: time.saturating_add(rest.saturating_mul(RESTS)).min(MAX_TIME),
            outbox,
            pages: None,
            waiting: 0,
            kept: HashMap::new(),
            kept_bytes: 0,
            failed: 0,
            last_failure: None,
        }
    }

    pub(super) fn policy(&self) -> Render {
        self.policy
    }

    pub(super) fn is_idle(&self) -> bool {
        self.waiting == 0
    }

    /// How many pages are with it.
    pub(super) fn pages(&self) -> u64 {
        self.waiting
    }

    /// Pages that should have been rendered, and why they were not.
    pub(super) fn unrendered(&self) -> Option<(u64, String)> {
        self.last_failure.clone().map(|reason| (self.failed, reason))
    }

    fn take(&mut self, page: Box<Rendered>) {
        let (limit, outbox) = (self.limit, &self.outbox);
        let pages = self.pages.get_or_insert_with(|| {
            let (sender, receiver) = channel();
            let outbox = outbox.clone();
            thread::spawn(move || work(&receiver, &outbox, limit));
            sender
        });
        if pages.send(page).is_ok() {
            self.waiting += 1;
        }
    }

    fn failed(&mut self, reason: String) {
        self.failed += 1;
        self.last_failure = Some(reason);
    }

    fn keep(&mut self, url: Url, shared: Option<Shared>) {
        self.kept_bytes += shared.as_ref().map_or(0, |shared| shared.body.len());
        if self.kept_bytes > MAX_KEPT || self.kept.len() > MAX_WAITING {
            self.kept.clear();
            self.kept_bytes = shared.as_ref().map_or(0, |shared| shared.body.len());
        }
        self.kept.insert(url, shared);
    }
}

/// The browser's thread: renders page after page.
fn work(pages: &Receiver<Box<Rendered>>, outbox: &Sender<Message>, limit: Duration) {
    let mut chromium = None;
    while let Ok(mut page) = pages.recv() {
        let outcome = match &chromium {
            Some(chromium) => Ok(chromium),
            None => Chromium::new(ChromiumOptions::default()).map(|found| &*chromium.insert(found)),
        };
        page.outcome = outcome.and_then(|chromium| render(chromium, &mut page, outbox, limit));
        page.visited.body = None;
        if outbox.send(Message::Rendered(page)).is_err() {
            return;
        }
    }
}

fn render(
    chromium: &Chromium,
    page: &mut Rendered,
    outbox: &Sender<Message>,
    limit: Duration,
) -> Result<(), BrowserError> {
    let Rendered { job, visited, form, .. } = page;
    let Some(body) = visited.body.take() else { return Ok(()) };
    let text = page::decode(&body, visited.content_type.as_deref()).text.into_owned();
    let mut supply = |wanted: &Wanted<'_>| {
        let (reply, answer) = sync_channel(1);
        let errand = Errand { url: wanted.url.clone(), accept: wanted.accept.map(str::to_owned), reply };
        outbox.send(Message::Wanted(errand)).ok()?;
        answer.recv().ok().flatten()
    };
    let html = chromium.render(&job.url, &text, limit, &mut supply)?;
    let Some(of) = visited.record.as_ref().map(|record| record.id.clone()) else { return Ok(()) };
    let packed = archive::conversion(job.url.as_str(), &of, SystemTime::now(), html.as_bytes(), *form);
    visited.rendered = packed.ok();
    let mut links = page::links(html.as_bytes(), Some("text/html; charset=utf-8"), &job.url);
    if let Findings::Links(before) = &visited.found {
        links.is_nofollow |= before.is_nofollow;
        // Pages with the same markup differ by what their scripts make of it, and the other way round.
        links.text_hash ^= before.text_hash;
    }
    visited.found = Findings::Links(Box::new(links));
    Ok(())
}

impl Run {
    /// Gives a page to the browser if that should render it; else gives it back.
    pub(super) fn give_to_browser(&mut self, host: usize, job: Job, visited: Visited) -> Option<Visited> {
        let is_for_browser = visited.body.is_some() && visited.record.as_ref().is_some_and(is_new);
        if !is_for_browser || job.kind != Kind::Page {
            return Some(visited);
        }
        if self.renderer.waiting >= MAX_WAITING as u64 || self.renderer.policy == Render::Never {
            self.renderer.failed += 1;
            return Some(Visited { body: None, ..visited });
        }
        let form = self.archive.form();
        self.renderer.take(Box::new(Rendered { host, job, visited, form, outcome: Ok(()) }));
        None
    }

    /// The browser has done with a page.
    pub(super) fn rendered(&mut self, page: Rendered, observer: &mut dyn Observer) -> Result<(), CrawlError> {
        self.renderer.waiting -= 1;
        let Rendered { host, job, visited, outcome, .. } = page;
        if let Err(error) = outcome {
            let words = format!("it is made by scripts, but was not rendered: {error}");
            let outcome = Outcome::Noted(&words);
            observer.event(&Event { url: &job.url, kind: job.kind, depth: job.depth, outcome });
            self.renderer.failed(error.to_string());
            if matches!(error, BrowserError::NotInstalled | BrowserError::GivenUp) {
                self.renderer.policy = Render::Never;
            }
        }
        self.completed(host, job, visited, observer)
    }

    /// A page wants something. If another page has got it, this one gets the same.
    pub(super) fn wanted(&mut self, errand: Errand) -> Result<(), CrawlError> {
        if let Some(kept) = self.renderer.kept.get(&errand.url) {
            give(&errand, kept.as_ref());
            return Ok(());
        }
        if self.options.guard.check(&errand.url).is_err() {
            give(&errand, None);
            return Ok(());
        }
        if let Some(place) = self.frontier.place_of(&errand.url)? {
            // An earlier run has fetched it.
            let found = crate::source::read_at(self.archive.path(), place.offset);
            let shared = found.map(|found| Shared {
                status: found.status,
                headers: found.content_type.map(|kind| ("Content-Type".to_owned(), kind)).into_iter().collect(),
                body: found.body.into(),
            });
            give(&errand, shared.as_ref());
            self.renderer.keep(errand.url, shared);
            return Ok(());
        }
        let number = self.hosts.number(&super::address::host_key(&errand.url));
        if self.hosts.get(number).given_up.is_some() {
            give(&errand, None);
            return Ok(());
        }
        self.hosts.get(number).errands.push_back(errand);
        self.hosts.schedule(number, std::time::Instant::now());
        Ok(())
    }

    /// The next thing that a page waits for, if this host has it and may be asked.
    pub(super) fn pick_errand(&mut self, number: usize) -> Result<Option<Pick>, CrawlError> {
        while let Some(errand) = self.hosts.get(number).errands.front() {
            let url = errand.url.clone();
            let access = match self.options.robots {
                Obedience::Ignore => None,
                Obedience::Obey => match self.access(number, &url)? {
                    None => return Ok(Some(Pick::Rules(robots::location(&url)))),
                    Some(Access::Asked) => return Ok(Some(Pick::Nothing)),
                    known => known,
                },
            };
            let Some(errand) = self.hosts.get(number).errands.pop_front() else { break };
            match access {
                Some(Access::Known(rules)) if !rules.allow(&url) => self.refuse_errand(errand),
                Some(Access::Unreachable(_) | Access::Forbidden(_)) => self.refuse_errand(errand),
                _ => return Ok(Some(Pick::Errand(errand))),
            }
        }
        Ok(None)
    }

    fn refuse_errand(&mut self, errand: Errand) {
        give(&errand, None);
        self.renderer.keep(errand.url, None);
    }

    /// What a page wants has come, or has not.
    pub(super) fn delivered(&mut self, errand: Errand, outcome: Result<Visited, FetchError>) -> Result<(), CrawlError> {
        let Ok(visited) = outcome else {
            self.refuse_errand(errand);
            return Ok(());
        };
        let mut headers = Vec::new();
        if let Some(content_type) = visited.content_type {
            headers.push(("Content-Type".to_owned(), content_type));
        }
        if let Some(Ok(target)) = &visited.redirect {
            headers.push(("Location".to_owned(), target.to_string()));
        }
        let body = visited.body.unwrap_or_default().into();
        let shared = Shared { status: visited.status, headers, body };
        give(&errand, Some(&shared));
        if let Some(record) = visited.record {
            let captured = self.keep(record, visited.status, visited.mime, visited.tag, visited.modified)?;
            self.batch.aside.push((errand.url.clone(), Kind::Resource, captured));
        }
        self.renderer.keep(errand.url, Some(shared));
        Ok(())
    }

    /// Nobody will answer what pages want of this host.
    pub(super) fn refuse_errands(&mut self, number: usize) {
        for errand in std::mem::take(&mut self.hosts.get(number).errands) {
            self.refuse_errand(errand);
        }
    }
}

/// A record that brings a page, rather than the news that it has not changed.
fn is_new(record: &Packed) -> bool {
    record.kind == "response"
}

fn give(errand: &Errand, shared: Option<&Shared>) {
    // If the page does not wait any longer, nobody needs it.
    let _ = errand.reply.send(shared.map(Supplied::from));
}
