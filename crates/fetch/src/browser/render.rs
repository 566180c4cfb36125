//! Runs the scripts of a page and gives what they made of it. What the page asks for meanwhile is supplied by the
//! caller, or refused; the browser itself reaches nobody.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;

use super::error::BrowserError;
use super::process::Browser;
use super::tab::{Answer, Request, Supplied, Tab};
use super::{Chromium, ChromiumOptions};

/// A page that asks for nothing for this long is taken to be complete.
const QUIET: Duration = Duration::from_millis(700);
/// How long a page may work after it was loaded.
const SETTLE: Duration = Duration::from_secs(8);
/// No page asks for more than this, in number and in bytes.
const MAX_REQUESTS: usize = 80;
const MAX_BYTES: usize = 32 << 20;
/// No page is longer than this after its scripts have run.
const MAX_MARKUP: usize = 32 << 20;
/// In the last part of its time a page is given nothing more, so that there is something to show.
const LAST_PART: u32 = 5;

/// What a page asks for while its scripts run.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// The address.
    pub url: &'a Url,
    /// The kinds of content that it takes.
    pub accept: Option<&'a str>,
}

/// Runs the scripts of pages, as a browser does.
pub trait RunScripts {
    /// Loads a page that came from this address, runs its scripts, and gives the document as they left it. `supply` is
    /// asked for scripts, stylesheets and data, and may refuse; pictures and the like are not asked for.
    ///
    /// # Errors
    ///
    /// If that takes too long or too much, or there is no browser that could.
    fn render(
        &self,
        url: &Url,
        html: &str,
        limit: Duration,
        supply: &mut dyn FnMut(&Wanted<'_>) -> Option<Supplied>,
    ) -> Result<String, BrowserError>;
}

impl RunScripts for Chromium {
    fn render(
        &self,
        url: &Url,
        html: &str,
        limit: Duration,
        supply: &mut dyn FnMut(&Wanted<'_>) -> Option<Supplied>,
    ) -> Result<String, BrowserError> {
        self.with_browser(limit, |browser, deadline| render_in(browser, url, html, deadline, supply))
    }
}

/// Starts a browser.
type Start = dyn Fn() -> Result<Box<dyn RunScripts>, BrowserError> + Send + Sync;

/// Where the browsers of crawls come from: each crawl starts one of its own when its first page needs it.
#[derive(Clone)]
pub struct Browsers(Arc<Start>);

impl Browsers {
    /// Browsers that are started so.
    pub fn new(start: impl Fn() -> Result<Box<dyn RunScripts>, BrowserError> + Send + Sync + 'static) -> Browsers {
        Browsers(Arc::new(start))
    }

    /// Chromium with these options.
    pub fn chromium(options: ChromiumOptions) -> Browsers {
        Browsers::new(move || Ok(Box::new(Chromium::new(options.clone())?)))
    }

    /// One more browser.
    pub(crate) fn start(&self) -> Result<Box<dyn RunScripts>, BrowserError> {
        (self.0)()
    }
}

impl Default for Browsers {
    fn default() -> Browsers {
        Browsers::chromium(ChromiumOptions::default())
    }
}

impl fmt::Debug for Browsers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Browsers").finish_non_exhaustive()
    }
}

fn render_in(
    browser: &mut Browser,
    url: &Url,
    html: &str,
    deadline: Instant,
    supply: &mut dyn FnMut(&Wanted<'_>) -> Option<Supplied>,
) -> Result<String, BrowserError> {
    let mut tab = Tab::open(browser.connection(), deadline)?;
    let last_part = deadline.saturating_duration_since(Instant::now()) / LAST_PART;
    let mut allowance = Allowance { requests: 0, bytes: 0, until: deadline - last_part };
    let mut answer = |request: &Request| answer(request, url, html, &mut allowance, supply);
    tab.load(url.as_str(), deadline, &mut answer)?;
    tab.settle(QUIET, deadline.min(Instant::now() + SETTLE), &mut answer)?;
    let markup = tab.markup(deadline)?;
    tab.close()?;
    if markup.len() > MAX_MARKUP { Err(BrowserError::TooLong(MAX_MARKUP)) } else { Ok(markup) }
}

/// What a page may still ask for.
struct Allowance {
    requests: usize,
    bytes: usize,
    until: Instant,
}

fn answer(
    request: &Request,
    page: &Url,
    html: &str,
    allowance: &mut Allowance,
    supply: &mut dyn FnMut(&Wanted<'_>) -> Option<Supplied>,
) -> Answer<'static> {
    if request.is_main_document {
        let headers = vec![("Content-Type".to_owned(), "text/html; charset=utf-8".to_owned())];
        return Answer::Reply(Supplied { status: 200, headers, body: html.as_bytes().to_vec() });
    }
    if request.method == "OPTIONS" {
        // A browser asks first whether it may ask; nobody but us is asked, so it may.
        return Answer::Reply(Supplied { status: 204, headers: permission(page), body: Vec::new() });
    }
    let is_needed = matches!(request.purpose.as_str(), "Script" | "Stylesheet" | "XHR" | "Fetch");
    let has_time = Instant::now() < allowance.until;
    if request.method != "GET" || !is_needed || !has_time || allowance.requests >= MAX_REQUESTS {
        return Answer::Refuse;
    }
    let Ok(url) = Url::parse(&request.url) else { return Answer::Refuse };
    allowance.requests += 1;
    match supply(&Wanted { url: &url, accept: request.accept.as_deref() }) {
        Some(mut supplied) if allowance.bytes + supplied.body.len() <= MAX_BYTES => {
            allowance.bytes += supplied.body.len();
            supplied.headers.retain(|(name, _)| !name.to_ascii_lowercase().starts_with("access-control-"));
            supplied.headers.extend(permission(page));
            Answer::Reply(supplied)
        }
        _ => Answer::Refuse,
    }
}

/// The headers that let a page read what comes from another host. Who may read what is a question of whose cookies are
/// sent along; here it is nobody's.
fn permission(page: &Url) -> Vec<(String, String)> {
    let origin = page.origin().ascii_serialization();
    [
        ("Access-Control-Allow-Origin", origin.as_str()),
        ("Access-Control-Allow-Credentials", "true"),
        ("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
        ("Access-Control-Allow-Headers", "accept, authorization, content-type, x-requested-with"),
        ("Access-Control-Expose-Headers", "*"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}
