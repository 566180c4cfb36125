//! A page from the web: one address that a user named, asked for when its turn comes. The site's rules for robots are
//! obeyed, and redirects followed. For more than some pages there is the crawler, which rests and remembers.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use hyper::header;
use job::{Advice, Failure};
use page::Capture;
use tokio::runtime::Runtime;
use url::Url;

use super::warc::KeptAnswer;
use super::{Captured, Item, MAX_BODY, Origin, ReadError};
use crate::archive::{ArchiveError, Keeper};
use crate::coding::decoded;
use crate::net::{Agent, Ask, Client, FetchError, Guard, Limits, Parcel};
use crate::robots::{self, Rules};

/// So many redirects are followed.
const MAX_REDIRECTS: usize = 10;

/// The web, as far as the guard allows. Nothing is connected before the first page is asked for.
#[derive(Clone, Debug, Default)]
pub struct Network(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    guard: Guard,
    /// Keeps all that is asked for.
    keeper: Option<Arc<Keeper>>,
    started: OnceLock<Result<Started, String>>,
}

#[derive(Debug)]
struct Started {
    runtime: Runtime,
    client: Arc<Client>,
    /// By origin.
    rules: Mutex<HashMap<String, Arc<OriginRules>>>,
}

/// The rules of an origin, once they are known. Whoever asks for them holds this meanwhile, so that nobody asks twice.
type OriginRules = Mutex<Option<Arc<Rules>>>;

/// Why a page of the web could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum WebError {
    /// It gave no answer.
    NoAnswer(FetchError),
    /// It answered that there is no such page, or the like.
    Status(u16),
    /// Its compression cannot be undone.
    Coding,
    /// The network cannot be used at all.
    Network(String),
    /// It cannot be kept.
    Archive(ArchiveError),
}

impl Failure for WebError {
    fn code(&self) -> &'static str {
        match self {
            WebError::NoAnswer(error) => error.code(),
            WebError::Status(_) => "net-status",
            WebError::Coding => "net-coding",
            WebError::Network(_) => "net-unusable",
            WebError::Archive(error) => error.code(),
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            WebError::NoAnswer(error) => error.advice(),
            WebError::Status(_) => Some(Advice::new("check the address in a browser")),
            WebError::Coding => Some(Advice::new("save the page to a file")),
            WebError::Network(_) => Some(Advice::new("check the limits of the system")),
            WebError::Archive(error) => error.advice(),
        }
    }
}

impl fmt::Display for WebError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WebError::NoAnswer(error) => error.fmt(f),
            WebError::Status(status) => write!(f, "it answers {status}"),
            WebError::Coding => f.write_str("its compression cannot be undone"),
            WebError::Network(cause) => write!(f, "the network cannot be used: {cause}"),
            WebError::Archive(error) => error.fmt(f),
        }
    }
}

impl Error for WebError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            WebError::NoAnswer(error) => Some(error),
            WebError::Archive(error) => Some(error),
            _ => None,
        }
    }
}

impl Network {
    /// The web behind this guard.
    pub fn new(guard: Guard) -> Network {
        Network(Arc::new(Inner { guard, keeper: None, started: OnceLock::new() }))
    }

    /// The same, where all that is asked for is kept.
    pub fn kept_by(&self, keeper: Arc<Keeper>) -> Network {
        let guard = self.0.guard.clone();
        Network(Arc::new(Inner { guard, keeper: Some(keeper), started: OnceLock::new() }))
    }

    fn started(&self) -> Result<&Started, WebError> {
        let start = || -> io::Result<Started> {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
            let client = Arc::new(Client::new(self.0.guard.clone(), Limits::default(), &Agent::new(None))?);
            Ok(Started { runtime, client, rules: Mutex::default() })
        };
        let started = self.0.started.get_or_init(|| start().map_err(|error| error.to_string()));
        started.as_ref().map_err(|cause| WebError::Network(cause.clone()))
    }

    /// The answer of an address, redirects followed. What was kept before is not asked for again.
    fn get(&self, url: &Url, limit: usize) -> Result<Got, WebError> {
        let mut at = url.clone();
        at.set_fragment(None);
        for _ in 0..=MAX_REDIRECTS {
            let asked = at.clone();
            let _turn = self.0.keeper.as_ref().map(|keeper| keeper.turn(asked.as_str()));
            if let Some(kept) = self.kept(&at, limit) {
                match redirect(&at, &kept) {
                    Some(target) => at = target,
                    None if !(200..300).contains(&kept.status) => return Err(WebError::Status(kept.status)),
                    None => {
                        let KeptAnswer { headers, time, body, .. } = kept;
                        return Ok(Got { url: at, headers, time, body });
                    }
                }
                continue;
            }
            let started = self.started()?;
            started
                .client
                .guard()
                .check(&at)
                .map_err(|forbidden| WebError::NoAnswer(FetchError::Forbidden(forbidden)))?;
            if !started.rules_for(&at).map_err(WebError::NoAnswer)?.allow(&at) {
                return Err(WebError::NoAnswer(FetchError::Robots("its robots.txt asks robots to stay away")));
            }
            let answer = started.runtime.block_on(started.client.get(&at, &Ask::default()));
            let mut answer = answer.map_err(WebError::NoAnswer)?;
            if let Some(keeper) = &self.0.keeper {
                keeper.keep(&mut answer).map_err(WebError::Archive)?;
            }
            match answer.redirect() {
                Some(target) => at = target.map_err(WebError::NoAnswer)?,
                None if !(200..300).contains(&answer.status) => return Err(WebError::Status(answer.status)),
                None => {
                    let body = decoded(&mut answer, limit).ok().flatten().ok_or(WebError::Coding)?;
                    let text = |value: &header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
                    let headers = answer.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
                    return Ok(Got { url: answer.url, headers, time: Some(answer.time), body });
                }
            }
        }
        Err(WebError::NoAnswer(FetchError::TooManyRedirects(MAX_REDIRECTS)))
    }

    /// What was kept of an address, by this work or by what it goes on with. What failed then is asked again, once.
    fn kept(&self, url: &Url, limit: usize) -> Option<KeptAnswer> {
        let keeper = self.0.keeper.as_ref()?;
        let place = keeper.place_of(url.as_str())?;
        let kept = KeptAnswer::at(keeper.path(), place.offset, limit);
        kept.filter(|kept| place.is_own || (kept.status < 500 && kept.status != 429))
    }

    /// Sends something to an address, which has to take it. Redirects are not followed: what is sent may be secret.
    ///
    /// # Errors
    ///
    /// If the address may not be asked, gives no answer, or refuses.
    pub fn send(&self, url: &Url, parcel: Parcel) -> Result<(), WebError> {
        let started = self.started()?;
        let answer = started.runtime.block_on(started.client.send(url, parcel)).map_err(WebError::NoAnswer)?;
        if (200..300).contains(&answer.status) { Ok(()) } else { Err(WebError::Status(answer.status)) }
    }

    /// The stylesheet at this address.
    pub(super) fn stylesheet(&self, url: &Url, limit: usize) -> Option<Vec<u8>> {
        let got = self.get(url, limit).ok()?;
        let is_stylesheet = got.media_type().is_none_or(|kind| kind == "text/css" || kind == "text/plain");
        (is_stylesheet && got.body.len() < limit).then_some(got.body)
    }
}

/// What an address leads to in the end.
struct Got {
    url: Url,
    headers: Vec<(String, String)>,
    time: Option<SystemTime>,
    /// With its compression undone.
    body: Vec<u8>,
}

impl Got {
    /// The media type in lower case, without its parameters.
    fn media_type(&self) -> Option<String> {
        let (_, value) = self.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"))?;
        Some(value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
    }
}

/// Where a kept answer sends its reader.
fn redirect(from: &Url, kept: &KeptAnswer) -> Option<Url> {
    let is_redirect = matches!(kept.status, 301 | 302 | 303 | 307 | 308);
    kept.header("location").filter(|_| is_redirect).and_then(|to| from.join(to).ok())
}

impl Started {
    fn rules_for(&self, url: &Url) -> Result<Arc<Rules>, FetchError> {
        let origin = url.origin().ascii_serialization();
        let known = Arc::clone(self.rules.lock().unwrap_or_else(PoisonError::into_inner).entry(origin).or_default());
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = &*known {
            return Ok(Arc::clone(rules));
        }
        let asked = robots::follow(Arc::clone(&self.client), robots::location(url));
        let rules = self.runtime.block_on(asked)?;
        *known = Some(Arc::clone(&rules));
        Ok(rules)
    }
}

/// Reads the page at an address.
pub(super) fn read_url(url: &Url, network: &Network) -> Item {
    let name = url.to_string();
    let captured = network.get(url, MAX_BODY).map(|Got { url, headers, time, body }| {
        let capture = Capture { url: Some(url.to_string()), headers, time, ..Capture::new(name.clone(), body) };
        Captured { capture, origin: Origin::Network(network.clone()) }
    });
    Item { name, captured: captured.map_err(|cause| ReadError::Web(Box::new(cause))) }
}
