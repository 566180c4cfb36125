//! Asks one address and takes its answer, bounded in every direction while it comes in: time, size, headers. Follows
//! no redirect, undoes no compression, obeys no robots.txt; that is done by those who ask.

use std::error::Error;
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{HeaderMap, Version};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client as HttpClient;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tempfile::SpooledTempFile;
use tokio::time::timeout;
use url::Url;

use super::alone::Alone;
use super::connector::{Connector, Peer};
use super::cookies::Cookies;
use super::error::FetchError;
use super::guard::{DialError, Guard};

/// A body larger than this goes to a file. So a body takes this much memory and [`Limits::bytes`] of the disk, however
/// many come in at once, and none has to wait for another: a server that is kept waiting may hang up.
const IN_MEMORY: usize = 256 << 10;
/// No header of an answer is longer, and none has more lines.
const MAX_HEADER: usize = 64 << 10;
const MAX_HEADER_LINES: usize = 400;
/// A connection that is not used for this long is closed.
const IDLE: Duration = Duration::from_secs(30);
/// What we can read, the likeliest first.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const CODINGS: &str = "gzip, br, zstd, deflate";

/// How much an answer may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a body as they come over the wire. What is longer is cut.
    pub bytes: u64,
    /// How long the whole answer may take.
    pub time: Duration,
    /// How long a server may be silent before its answer begins, or in the middle of it.
    pub silence: Duration,
    /// How long a connection may take to be made.
    pub connect: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            bytes: 32 << 20,
            time: Duration::from_secs(60),
            silence: Duration::from_secs(20),
            connect: Duration::from_secs(10),
        }
    }
}

/// How we introduce ourselves.
#[derive(Clone, Debug)]
pub struct Agent {
    /// What is sent as the user agent.
    pub name: String,
}

impl Agent {
    /// The name that rules for robots call us by.
    pub const PRODUCT: &'static str = "Lode";

    /// Lode, and whom to turn to about it.
    pub fn new(contact: Option<&str>) -> Agent {
        let name = format!("{}/{}", Agent::PRODUCT, env!("CARGO_PKG_VERSION"));
        Agent { name: contact.map_or(name.clone(), |contact| format!("{name} (+{contact})")) }
    }
}

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Only if the version with this mark is not the current one any longer.
    pub unless_tagged: Option<String>,
    /// Only if it has changed since then, as the server has put it.
    pub if_modified_since: Option<String>,
    /// The kinds of content that are taken, if not those of a page.
    pub accept: Option<String>,
}

/// Something to be sent.
#[derive(Clone, Debug)]
pub struct Parcel {
    /// What is to become of what is at the address.
    pub purpose: Purpose,
    /// The media type of the body.
    pub media_type: &'static str,
    /// Headers beside it, such as a permission.
    pub headers: Vec<(String, String)>,
    /// What is sent.
    pub body: Vec<u8>,
}

/// What is to become of what is at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The parcel takes its place.
    Replace,
    /// The parcel is added to it.
    Add,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    /// The address that was asked.
    pub url: Url,
    /// The status code.
    pub status: u16,
    /// The words behind it.
    pub reason: String,
    /// The version of HTTP.
    pub version: Version,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as it came: compressed if the headers say so.
    pub body: Spool,
    /// Whether and why the body is not all there.
    pub cut: Option<Cut>,
    /// Whose address it came from.
    pub peer: Option<IpAddr>,
    /// When it was asked for.
    pub time: SystemTime,
    /// Whether a cookie came with it.
    pub has_set_cookie: bool,
}

impl Answer {
    /// The value of a header, if it is readable text.
    pub fn header(&self, name: HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The media type in lower case, without its parameters.
    pub fn media_type(&self) -> Option<String> {
        let value = self.headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
        Some(value.split([';', ',']).next().unwrap_or_default().trim().to_ascii_lowercase())
    }

    /// How long it asks its visitor to wait.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        let value = self.header(header::RETRY_AFTER)?.trim();
        if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
            // A number without an end means for ever.
            return Some(value.parse().map_or(Duration::MAX, Duration::from_secs));
        }
        Some(httpdate::parse_http_date(value).ok()?.duration_since(SystemTime::now()).unwrap_or_default())
    }

    /// Where it sends its visitor.
    pub fn redirect(&self) -> Option<Result<Url, FetchError>> {
        if !matches!(self.status, 301 | 302 | 303 | 307 | 308) {
            return None;
        }
        // Servers send addresses in whatever encoding; UTF-8 is what most of them mean.
        let target = String::from_utf8_lossy(self.headers.get(header::LOCATION)?.as_bytes()).into_owned();
        Some(self.url.join(target.trim()).map_err(|_| FetchError::BadRedirect(target)))
    }
}

/// Why a body is not all there, in the words of WARC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// It is too long.
    Length,
    /// It takes too long.
    Time,
    /// The connection broke.
    Disconnect,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cut::Length => "length",
            Cut::Time => "time",
            Cut::Disconnect => "disconnect",
        })
    }
}

/// A body: in memory while it is small, in a file without a name when it is not.
#[derive(Debug)]
pub struct Spool {
    file: SpooledTempFile,
    length: u64,
}

impl Default for Spool {
    fn default() -> Self {
        Spool { file: SpooledTempFile::new(IN_MEMORY), length: 0 }
    }
}

impl Spool {
    /// How long it is.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Reads it from its start.
    pub fn reader(&mut self) -> io::Result<impl Read + Send + '_> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok(&mut self.file)
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Asks addresses, all through one guard, with the cookies of one run.
pub struct Client {
    http: HttpClient<HttpsConnector<Connector>, Full<Bytes>>,
    guard: Arc<Guard>,
    cookies: Cookies,
    limits: Limits,
    agent: HeaderValue,
    alone: Alone,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("guard", &self.guard).field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Client {
    /// A client without cookies and connections.
    pub fn new(guard: Guard, limits: Limits, agent: &Agent) -> io::Result<Client> {
        let guard = Arc::new(guard);
        let connector = Connector { guard: Arc::clone(&guard), patience: limits.connect };
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(super::tls::config()?)
            .https_or_http()
            .enable_all_versions()
            .wrap_connector(connector);
        let http = HttpClient::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE)
            .pool_timer(TokioTimer::new())
            .timer(TokioTimer::new())
            .http1_max_buf_size(MAX_HEADER)
            .http1_max_headers(MAX_HEADER_LINES)
            .http1_allow_obsolete_multiline_headers_in_responses(true)
            .http1_ignore_invalid_headers_in_responses(true)
            .http2_max_header_list_size(MAX_HEADER as u32)
            .build(connector);
        let agent = HeaderValue::from_str(&agent.name).map_err(io::Error::other)?;
        Ok(Client { http, guard, cookies: Cookies::default(), limits, agent, alone: Alone::new()? })
    }

    /// Does something that takes much memory while nobody else does, and waits for it.
    pub(crate) fn do_alone<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
        self.alone.do_alone(work)
    }

    /// The guard that everything passes.
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Asks for an address.
    pub async fn get(&self, url: &Url, ask: &Ask) -> Result<Answer, FetchError> {
        self.answer(url, self.request(url, ask)?).await
    }

    /// Sends something to an address.
    pub async fn send(&self, url: &Url, parcel: Parcel) -> Result<Answer, FetchError> {
        let method = match parcel.purpose {
            Purpose::Replace => hyper::Method::PUT,
            Purpose::Add => hyper::Method::POST,
        };
        let mut request = hyper::Request::builder()
            .method(method)
            .uri(url.as_str())
            .header(header::USER_AGENT, &self.agent)
            .header(header::CONTENT_TYPE, parcel.media_type);
        for (name, value) in parcel.headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::from(parcel.body)).map_err(|error| FetchError::Broken(error.to_string()))?;
        self.answer(url, request).await
    }

    async fn answer(&self, url: &Url, request: hyper::Request<Full<Bytes>>) -> Result<Answer, FetchError> {
        self.guard.check(url).map_err(FetchError::Forbidden)?;
        let (time, began) = (SystemTime::now(), Instant::now());
        let response = match timeout(self.limits.silence + self.limits.connect, self.http.request(request)).await {
            Ok(response) => response.map_err(|error| explain(&error))?,
            Err(_) => return Err(FetchError::TimedOut(self.limits.silence)),
        };
        let (head, body) = response.into_parts();
        let has_set_cookie = self.cookies.keep(url, &head.headers);
        let reason = head.extensions.get::<hyper::ext::ReasonPhrase>();
        let reason = reason.map(|reason| String::from_utf8_lossy(reason.as_bytes()).into_owned());
        let reason = reason.or_else(|| head.status.canonical_reason().map(str::to_owned)).unwrap_or_default();
        let peer = head.extensions.get::<Peer>().map(|peer| peer.0.ip());
        let (body, cut) = self.receive(body, began + self.limits.time).await?;
        Ok(Answer {
            url: url.clone(),
            status: head.status.as_u16(),
            reason,
            version: head.version,
            headers: head.headers,
            body,
            cut,
            peer,
            time,
            has_set_cookie,
        })
    }

    fn request(&self, url: &Url, ask: &Ask) -> Result<hyper::Request<Full<Bytes>>, FetchError> {
        let mut request = hyper::Request::get(url.as_str())
            .header(header::USER_AGENT, &self.agent)
            .header(header::ACCEPT, ask.accept.as_deref().unwrap_or(ACCEPT))
            .header(header::ACCEPT_ENCODING, CODINGS);
        if let Some(cookies) = self.cookies.header(url) {
            request = request.header(header::COOKIE, cookies);
        }
        if let Some(tag) = &ask.unless_tagged {
            request = request.header(header::IF_NONE_MATCH, tag);
        }
        if let Some(time) = &ask.if_modified_since {
            request = request.header(header::IF_MODIFIED_SINCE, time);
        }
        request.body(Full::default()).map_err(|error| FetchError::Broken(error.to_string()))
    }

    /// Takes a body until it ends or a limit is reached.
    async fn receive(&self, mut body: Incoming, deadline: Instant) -> Result<(Spool, Option<Cut>), FetchError> {
        let mut spool = Spool::default();
        let failed = |error: io::Error| FetchError::Broken(format!("it could not be kept: {error}"));
        while !body.is_end_stream() {
            let left = deadline.saturating_duration_since(Instant::now());
            let frame = match timeout(left.min(self.limits.silence), body.frame()).await {
                Err(_) => return Ok((spool, Some(Cut::Time))),
                Ok(None) => break,
                Ok(Some(Err(_))) => return Ok((spool, Some(Cut::Disconnect))),
                Ok(Some(Ok(frame))) => frame,
            };
            let Ok(piece) = frame.into_data() else { continue };
            let room = self.limits.bytes.saturating_sub(spool.len());
            if piece.len() as u64 > room {
                spool.write_all(&piece[..room as usize]).map_err(failed)?;
                return Ok((spool, Some(Cut::Length)));
            }
            spool.write_all(&piece).map_err(failed)?;
        }
        Ok((spool, None))
    }
}

/// What went wrong, in our words where it is our own error that the client hands back.
fn explain(error: &hyper_util::client::legacy::Error) -> FetchError {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    let mut last = error.to_string();
    while let Some(error) = cause {
        if let Some(own) = error.downcast_ref::<DialError>() {
            return FetchError::Unreachable(own.clone());
        }
        if let Some(rustls::Error::InvalidCertificate(what)) = error.downcast_ref() {
            return FetchError::Untrusted(what.to_string());
        }
        last = error.to_string();
        // An I/O error may hold another error without being its own source.
        let held = error.downcast_ref::<io::Error>().and_then(|error| error.get_ref());
        cause = held.map(|held| held as &(dyn Error + 'static)).or_else(|| error.source());
    }
    FetchError::Broken(last)
}
