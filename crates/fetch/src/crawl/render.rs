//! Pages that are made by scripts: a browser on a thread of its own renders them, one after the other, and what it asks
//! for goes through the same guard, rules and rests as everything else, and into the same archive. A page that makes
//! something panic there is kept as it came, and the next one gets another browser.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use job::{AddressKind, VisitOutcome};
use page::Links;
use url::Url;

use super::address::host_key;
use super::frontier::Address;
use super::hosts::Access;
use super::run::Run;
use super::tasks::Message;
use super::turns::Pick;
use super::visit::{Findings, Visited};
use super::{Crawl, CrawlError, Obedience, Render};
use crate::archive::{self, Form, Packed};
use crate::browser::{BrowserError, Browsers, RunScripts, Supplied, Wanted};
use crate::net::FetchError;
use crate::robots;

/// A page may ask for about so many things, for each of which a host may have to rest.
const RESTS: u32 = 30;
/// No page may take longer, however long hosts rest.
const MAX_TIME: Duration = Duration::from_secs(300);
/// So many bytes of scripts and data are kept for the next page that asks for them.
const MAX_KEPT: usize = 32 << 20;
/// So many pages may wait for the browser, and so many bytes of pages and their records; others are taken as they are.
const MAX_WAITING: u64 = 1000;
const MAX_WAITING_BYTES: u64 = 64 << 20;
/// So many answers are kept for the next page that asks for them.
const MAX_SHARED: usize = 1000;

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
    address: Address,
    visited: Visited,
    form: Form,
    /// How many bytes it holds while it waits.
    weight: u64,
    outcome: Result<(), BrowserError>,
}

/// The browser, and the pages that are with it.
#[derive(Debug)]
pub(super) struct Renderer {
    policy: Render,
    browsers: Browsers,
    limit: Duration,
    outbox: Sender<Message>,
    pages: Option<Sender<Box<Rendered>>>,
    waiting: u64,
    waiting_bytes: u64,
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
    pub(super) fn new(options: &Crawl, outbox: Sender<Message>) -> Renderer {
        let rests = options.delay.saturating_mul(RESTS);
        Renderer {
            policy: options.render,
            browsers: options.browsers.clone(),
            limit: options.render_time.saturating_add(rests).min(MAX_TIME),
            outbox,
            pages: None,
            waiting: 0,
            waiting_bytes: 0,
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
    pub(super) fn waiting(&self) -> u64 {
        self.waiting
    }

    /// Pages that should have been rendered, and why they were not.
    pub(super) fn unrendered(&self) -> Option<(u64, String)> {
        self.last_failure.clone().map(|reason| (self.failed, reason))
    }

    /// Whether another page of this weight may wait.
    fn has_room(&self, weight: u64) -> bool {
        self.waiting < MAX_WAITING && self.waiting_bytes.saturating_add(weight) <= MAX_WAITING_BYTES
    }

    /// Takes a page. If there is no browser's thread and none can be had, the page is given back.
    fn take(&mut self, page: Box<Rendered>) -> Result<(), Box<Rendered>> {
        let weight = page.weight;
        let Some(pages) = self.pages() else { return Err(page) };
        pages.send(page).map_err(|unsent| unsent.0)?;
        self.waiting += 1;
        self.waiting_bytes += weight;
        Ok(())
    }

    /// Where the browser's thread takes pages from; the thread is started with the first page.
    fn pages(&mut self) -> Option<&Sender<Box<Rendered>>> {
        if self.pages.is_none() {
            let (sender, receiver) = channel();
            let (browsers, outbox, limit) = (self.browsers.clone(), self.outbox.clone(), self.limit);
            let work = move || work(&receiver, &browsers, &outbox, limit);
            thread::Builder::new().name("lode-render".to_owned()).spawn(work).ok()?;
            self.pages = Some(sender);
        }
        self.pages.as_ref()
    }

    /// A page has come back.
    fn give_back(&mut self, page: &Rendered) {
        self.waiting -= 1;
        self.waiting_bytes -= page.weight;
    }

    fn failed(&mut self, reason: String) {
        self.failed += 1;
        self.last_failure = Some(reason);
    }

    fn keep(&mut self, url: Url, shared: Option<Shared>) {
        self.kept_bytes += shared.as_ref().map_or(0, |shared| shared.body.len());
        if self.kept_bytes > MAX_KEPT || self.kept.len() > MAX_SHARED {
            self.kept.clear();
            self.kept_bytes = shared.as_ref().map_or(0, |shared| shared.body.len());
        }
        self.kept.insert(url, shared);
    }
}

/// The browser's thread: renders page after page. Whatever happens on the way, each page goes back.
fn work(pages: &Receiver<Box<Rendered>>, browsers: &Browsers, outbox: &Sender<Message>, limit: Duration) {
    let mut browser = None;
    while let Ok(mut page) = pages.recv() {
        let body = page.visited.body.take();
        let rendered = catch_unwind(AssertUnwindSafe(|| {
            let browser = match &browser {
                Some(browser) => browser,
                None => browser.insert(browsers.start()?),
            };
            render(&**browser, &page, body, outbox, limit)
        }));
        if rendered.is_err() {
            // The next page gets another one. If even its end makes it panic, that is the end of it all the same.
            let left = browser.take();
            let _ = catch_unwind(AssertUnwindSafe(|| drop(left)));
        }
        page.outcome = rendered.unwrap_or(Err(BrowserError::Fault)).map(|made| page.visited.take_over(made));
        if outbox.send(Message::Rendered(page)).is_err() {
            return;
        }
    }
}

/// What a browser made of a page: a record for the archive, and its links.
struct Made {
    record: Option<Packed>,
    links: Links,
}

impl Visited {
    /// What a browser made of the page counts beside what came.
    fn take_over(&mut self, made: Option<Made>) {
        let Some(Made { record, mut links }) = made else { return };
        if let Findings::Links(before) = &self.found {
            links.is_nofollow |= before.is_nofollow;
            // Pages with the same markup differ by what their scripts make of it, and the other way round.
            links.text_hash ^= before.text_hash;
        }
        self.rendered = record;
        self.found = Findings::Links(Box::new(links));
    }
}

fn render(
    browser: &dyn RunScripts,
    page: &Rendered,
    body: Option<Vec<u8>>,
    outbox: &Sender<Message>,
    limit: Duration,
) -> Result<Option<Made>, BrowserError> {
    let Rendered { address, visited, form, .. } = page;
    let Some(body) = body else { return Ok(None) };
    let text = page::decode(&body, visited.content_type.as_deref()).text.into_owned();
    let mut supply = |wanted: &Wanted<'_>| {
        let (reply, answer) = sync_channel(1);
        let errand = Errand { url: wanted.url.clone(), accept: wanted.accept.map(str::to_owned), reply };
        outbox.send(Message::Wanted(errand)).ok()?;
        answer.recv().ok().flatten()
    };
    let html = browser.render(&address.url, &text, limit, &mut supply)?;
    let Some(of) = visited.record.as_ref().map(|record| record.id.as_str()) else { return Ok(None) };
    let record = archive::conversion(address.url.as_str(), of, SystemTime::now(), html.as_bytes(), *form).ok();
    let links = page::links(html.as_bytes(), Some("text/html; charset=utf-8"), &address.url);
    Ok(Some(Made { record, links }))
}

impl Run<'_> {
    /// Gives a page to the browser if that should render it; else gives it back.
    pub(super) fn give_to_browser(&mut self, host: usize, address: Address, visited: Visited) -> Option<Visited> {
        let record = visited.record.as_ref().filter(|record| is_new(record));
        let (Some(body), Some(record), AddressKind::Page) = (&visited.body, record, address.kind) else {
            return Some(visited);
        };
        if self.renderer.policy == Render::Never {
            self.renderer.failed += 1;
            return Some(Visited { body: None, ..visited });
        }
        let weight = body.len() as u64 + record.bytes.len();
        if !self.renderer.has_room(weight) {
            self.note_unrendered(&address, "too many pages wait for the browser");
            return Some(Visited { body: None, ..visited });
        }
        let form = self.ledger.archive().form();
        let page = Box::new(Rendered { host, address, visited, form, weight, outcome: Ok(()) });
        let page = self.renderer.take(page).err()?;
        self.note_unrendered(&page.address, "there is no thread for a browser");
        Some(Visited { body: None, ..page.visited })
    }

    /// A page that should have been rendered was not.
    fn note_unrendered(&mut self, address: &Address, reason: &str) {
        let note = format!("it is made by scripts, but was not rendered: {reason}");
        self.tell(address, VisitOutcome::Noted { note });
        self.renderer.failed(reason.to_owned());
    }

    /// The browser has done with a page.
    pub(super) fn rendered(&mut self, page: Rendered) -> Result<(), CrawlError> {
        self.renderer.give_back(&page);
        let Rendered { host, address, visited, outcome, .. } = page;
        if let Err(error) = outcome {
            self.note_unrendered(&address, &error.to_string());
            if matches!(error, BrowserError::NotInstalled | BrowserError::GivenUp) {
                self.renderer.policy = Render::Never;
            }
        }
        self.completed(host, address, visited)
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
        if let Some(place) = self.ledger.frontier.place_of(&errand.url)? {
            // An earlier run has fetched it.
            let found = crate::source::read_at(self.ledger.archive().path(), place.offset);
            let shared = found.map(|found| Shared {
                status: found.status,
                headers: found.content_type.map(|kind| ("Content-Type".to_owned(), kind)).into_iter().collect(),
                body: found.body.into(),
            });
            give(&errand, shared.as_ref());
            self.renderer.keep(errand.url, shared);
            return Ok(());
        }
        let number = self.schedule.hosts.number(&host_key(&errand.url));
        if self.schedule.host(number).given_up.is_some() {
            give(&errand, None);
            return Ok(());
        }
        self.schedule.host(number).errands.push_back(errand);
        self.schedule.hosts.schedule(number, Instant::now());
        Ok(())
    }

    /// The next thing that a page waits for, if this host has it and may be asked.
    pub(super) fn pick_errand(&mut self, number: usize) -> Result<Option<Pick>, CrawlError> {
        while let Some(errand) = self.schedule.host(number).errands.front() {
            let url = errand.url.clone();
            let access = match self.options.robots {
                Obedience::Ignore => None,
                Obedience::Obey => match self.access(number, &url)? {
                    None => return Ok(Some(Pick::Rules(robots::location(&url)))),
                    Some(Access::Asked) => return Ok(Some(Pick::Nothing)),
                    known => known,
                },
            };
            let Some(errand) = self.schedule.host(number).errands.pop_front() else { break };
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
            let captured = self.ledger.keep(record, visited.status, visited.mime, visited.tag, visited.modified)?;
            self.ledger.add_aside(errand.url.clone(), AddressKind::Resource, captured);
        }
        self.renderer.keep(errand.url, Some(shared));
        Ok(())
    }

    /// Nobody will answer what pages want of this host.
    pub(super) fn refuse_errands(&mut self, number: usize) {
        for errand in std::mem::take(&mut self.schedule.host(number).errands) {
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
