//! A real browser that lays pages out, or runs their scripts: Chromium, spoken to by a pipe, without any network.
//!
//! One browser is started when the first page comes and used for all that follow, one page at a time. To lay a page
//! out it is given the page and the stylesheets that were saved with it, and no script runs. To render a page that is
//! made by scripts (`render`) it is given what the caller supplies. Everything else it asks for is refused. A page that
//! takes too long or too much memory costs that page: the browser is ended, and the next page gets a new one.
//!
//! Its parts, in the order in which they come in: `find` the binary, choose the `account` it runs under, make its
//! `profile`, start the `process` under the eye of the `watchdog`, talk `devtools` to it, load a document in a `tab`,
//! and read the `snapshot` of the result.

mod account;
mod devtools;
mod error;
mod find;
mod memory;
mod process;
mod profile;
mod render;
mod snapshot;
mod style;
mod tab;
mod watchdog;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use page::{Layout, LayoutEngine, LayoutFailure, Page};

pub use error::BrowserError;
pub use render::{Browsers, RunScripts, Wanted};
pub use tab::Supplied;

use process::Browser;
use tab::{Answer, Request, Tab};

/// After this many failed starts in a row, no further start is tried.
const MAX_FAILED_STARTS: u32 = 3;

/// How Chromium is found and held in check.
#[derive(Clone, Debug)]
pub struct ChromiumOptions {
    /// The binary; if none is given, the usual names are looked for on the `PATH`.
    pub binary: Option<PathBuf>,
    /// How long one page may take.
    pub time_per_page: Duration,
    /// How many bytes of memory all processes of the browser may take together.
    pub memory: u64,
    /// Whether it may run where its sandbox does not work.
    pub sandbox: SandboxPolicy,
}

impl Default for ChromiumOptions {
    fn default() -> Self {
        ChromiumOptions {
            binary: None,
            time_per_page: Duration::from_secs(20),
            memory: 2 << 30,
            sandbox: SandboxPolicy::Preferred,
        }
    }
}

/// Whether Chromium may run where its sandbox does not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxPolicy {
    /// No: rather fail.
    Required,
    /// Yes, but only there, and [`Chromium::confinement`] tells.
    Preferred,
}

/// How the running browser is kept from doing harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// The account it runs under, if not our own.
    pub account: Option<String>,
    /// Whether its own sandbox is on.
    pub sandbox: Sandbox,
}

/// Whether the browser's own sandbox is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    /// It is on.
    On,
    /// It does not work here, so the browser runs without it.
    Off,
}

/// Chromium as a layout engine.
#[derive(Debug)]
pub struct Chromium {
    binary: PathBuf,
    options: ChromiumOptions,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    browser: Option<Browser>,
    failed_starts: u32,
}

impl Chromium {
    /// Finds the binary. Nothing is started yet.
    pub fn new(options: ChromiumOptions) -> Result<Chromium, BrowserError> {
        let binary = find::binary(options.binary.as_deref())?;
        Ok(Chromium { binary, options, state: Mutex::default() })
    }

    /// Starts the browser if it does not run yet, and says how it is confined. Laying a page out does this by itself.
    pub fn confinement(&self) -> Result<Confinement, BrowserError> {
        Ok(self.started(&mut self.state())?.confinement().clone())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A browser that a panic left behind is as good as any: its answers are checked, and it can be ended.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn started<'state>(&self, state: &'state mut State) -> Result<&'state mut Browser, BrowserError> {
        if state.browser.is_none() {
            if state.failed_starts >= MAX_FAILED_STARTS {
                return Err(BrowserError::GivenUp);
            }
            state.failed_starts += 1;
            state.browser = Some(Browser::start(&self.binary, &self.options)?);
            state.failed_starts = 0;
        }
        state.browser.as_mut().ok_or(BrowserError::GivenUp)
    }

    /// Does something with the browser, within a time.
    fn with_browser<T>(
        &self,
        limit: Duration,
        work: impl FnOnce(&mut Browser, Instant) -> Result<T, BrowserError>,
    ) -> Result<T, BrowserError> {
        let mut state = self.state();
        let browser = self.started(&mut state)?;
        let result = browser.within(limit, work);
        if result.is_err() {
            // Whatever went wrong, the next page starts afresh.
            state.browser = None;
        }
        result
    }

    fn try_lay_out(&self, page: &Page) -> Result<Layout, BrowserError> {
        self.with_browser(self.options.time_per_page, |browser, deadline| lay_out_in(browser, page, deadline))
    }
}

impl LayoutEngine for Chromium {
    fn name(&self) -> &'static str {
        "chromium"
    }

    fn lay_out(&self, page: &Page) -> Result<Layout, LayoutFailure> {
        self.try_lay_out(page).map_err(|error| LayoutFailure::new(error.to_string()))
    }
}

/// Loads the page in a tab of its own and reads where everything came to stand.
fn lay_out_in(browser: &mut Browser, page: &Page, deadline: Instant) -> Result<Layout, BrowserError> {
    let html = page.tree.to_html_with_ids();
    let mut tab = Tab::open(browser.connection(), deadline)?;
    tab.load(&address_of(page), deadline, &mut |request| answer(request, &html, page))?;
    let snapshot = tab.snapshot(&style::PROPERTIES, deadline)?;
    tab.close()?;
    Ok(snapshot::to_layout(&snapshot, &page.tree))
}

/// Where the browser believes the page to be, so that relative addresses in it resolve as they do for us.
fn address_of(page: &Page) -> String {
    match &page.url {
        Some(own) if matches!(own.scheme(), "http" | "https") => {
            // With a fragment, the browser would scroll.
            let mut own = own.clone();
            own.set_fragment(None);
            own.into()
        }
        _ => "http://page.invalid/".to_owned(),
    }
}

/// The page itself, and the stylesheets that were saved with it.
fn answer<'page>(request: &Request, html: &'page str, page: &'page Page) -> Answer<'page> {
    if request.is_main_document {
        return Answer::Document(html.as_bytes());
    }
    // The browser asks without the fragment, and by https where it knows that a site wants that.
    let bare = |url: &'page str| url.split('#').next().unwrap_or_default();
    let without_scheme = |url: &str| url.split_once(':').map(|(_, rest)| rest.to_owned());
    let asked = without_scheme(&request.url);
    let saved = page.resources.iter().find(|part| without_scheme(bare(&part.url)) == asked);
    saved.map_or(Answer::Refuse, |part| Answer::Stylesheet(&part.body))
}

#[cfg(test)]
mod tests;
