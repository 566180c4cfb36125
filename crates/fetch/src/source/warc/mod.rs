//! The pages of a WARC (ISO 28500, versions 1.0 and 1.1), and the stylesheets that were archived beside them.
//!
//! Reads only, and only what is needed: records that cannot be pages are skipped unread. A page that is followed by
//! what a browser made of it (a `conversion`) is that. Digests are not verified.

mod body;
mod date;
mod http;
mod latest;
mod records;
mod stream;

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use page::Capture;
use url::Url;

pub use http::HttpError;
pub use latest::LatestPages;
pub use records::RecordError;

use super::{Captured, Choice, Item, MAX_BODY, Origin, ReadError, shown, sniff};
use http::Head;
use records::{Damage, Header, Records};
use stream::{Place, Stream};

/// How much of a block is read to see what it is: the HTTP header and the first bytes of the body.
const PEEK: usize = http::MAX_HEAD + sniff::SNIFF_BYTES;
/// No stylesheet is larger than this.
const MAX_STYLESHEET: usize = 4 << 20;
/// No more stylesheets of one WARC are remembered than this.
const MAX_STYLESHEETS: usize = 100_000;

/// Whether a file of this name is a WARC.
pub(super) fn is_warc_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    name.ends_with(".warc") || name.ends_with(".warc.gz")
}

/// The pages of a WARC, in its order.
pub(super) fn read(path: &Path) -> Box<dyn Iterator<Item = Item> + Send> {
    let file = Arc::new(WarcFile::new(path));
    Box::new(Pages::new(file))
}

/// An answer in an archive.
pub(crate) struct Archived {
    pub(crate) status: u16,
    pub(crate) content_type: Option<String>,
    /// With its compression undone.
    pub(crate) body: Vec<u8>,
}

/// The answer in the record that starts there.
pub(crate) fn read_at(path: &Path, offset: u64) -> Option<Archived> {
    let is_gzip = !path.to_string_lossy().to_ascii_lowercase().ends_with(".warc");
    let mut records = Records::at(path, Place::starting(offset, is_gzip)).ok()?;
    let header = records.next_header()?.ok()?;
    let (head, body) = read_body(&mut records, &header, MAX_BODY, |_, _| true).ok()??;
    let content_type = head.values("content-type").next().map(str::to_owned);
    Some(Archived { status: head.status, content_type, body })
}

/// An answer that was kept, as it would be given again.
pub(super) struct KeptAnswer {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    /// When it was given.
    pub(super) time: Option<SystemTime>,
    /// With its compression undone; nothing if it is not what was asked for.
    pub(super) body: Vec<u8>,
}

impl KeptAnswer {
    /// The one in the record that starts there, if it can be read.
    pub(super) fn at(path: &Path, offset: u64, limit: usize) -> Option<KeptAnswer> {
        let mut records = Records::at(path, Place::starting(offset, true)).ok()?;
        let header = records.next_header()?.ok()?;
        let (head, mut block) = answer(&mut records, &header).ok()??;
        records.read_block(&mut block, limit + head.length).ok()?;
        block.drain(..head.length);
        let body = if head.is_success() { body::undo(&head, block, limit).ok()? } else { Vec::new() };
        let time = header.field("WARC-Date").and_then(date::parse);
        Some(KeptAnswer { status: head.status, headers: head.headers, time, body })
    }

    /// The first value of a header.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// A WARC that pages were read from, which may hold their stylesheets.
pub struct WarcFile {
    path: PathBuf,
    /// Where the stylesheets are, by address. The WARC is read for them once, when the first is asked for.
    stylesheets: OnceLock<HashMap<String, Place>>,
}

impl fmt::Debug for WarcFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WarcFile").field("path", &self.path).finish_non_exhaustive()
    }
}

impl WarcFile {
    fn new(path: &Path) -> WarcFile {
        WarcFile { path: path.to_owned(), stylesheets: OnceLock::new() }
    }

    /// The stylesheet that was archived under this address.
    pub(super) fn stylesheet(&self, url: &Url) -> Option<Vec<u8>> {
        let place = *self.stylesheets.get_or_init(|| self.index()).get(&key(url))?;
        let mut records = Records::at(&self.path, place).ok()?;
        let header = records.next_header()?.ok()?;
        let (_, body) = read_body(&mut records, &header, MAX_STYLESHEET, is_stylesheet).ok()??;
        (body.len() < MAX_STYLESHEET).then_some(body)
    }

    /// Where each stylesheet is. Damaged records are passed over: their pages have been reported already.
    fn index(&self) -> HashMap<String, Place> {
        let mut places = HashMap::new();
        let Ok(stream) = Stream::open(&self.path) else { return places };
        let mut records = Records::new(stream);
        while let Some(header) = records.next_header() {
            let Ok(header) = header else { continue };
            let Some(url) = header.target().and_then(|target| Url::parse(target).ok()) else { continue };
            if header.place.is_near() && matches!(peek(&mut records, &header, is_stylesheet), Ok(Some(_))) {
                places.entry(key(&url)).or_insert(header.place);
            }
            if places.len() >= MAX_STYLESHEETS {
                break;
            }
        }
        places
    }
}

fn key(url: &Url) -> String {
    let mut url = url.clone();
    url.set_fragment(None);
    url.into()
}

/// Reads a WARC from front to back and gives its pages.
struct Pages {
    file: Arc<WarcFile>,
    state: State,
    /// The header of the next record, if it had to be looked at already.
    ahead: Option<Result<Header, Damage>>,
    /// Where the record of the last page starts.
    last: Place,
}

enum State {
    Closed,
    Open(Box<Records>),
    Done,
}

impl Iterator for Pages {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        if matches!(self.state, State::Closed) {
            match Stream::open(&self.file.path) {
                Ok(stream) => self.state = State::Open(Box::new(Records::new(stream))),
                Err(cause) => {
                    self.state = State::Done;
                    return Some(self.unreadable(cause));
                }
            }
        }
        let State::Open(records) = &mut self.state else { return None };
        loop {
            let Some(header) = self.ahead.take().or_else(|| records.next_header()) else {
                self.state = State::Done;
                return None;
            };
            self.last = header.as_ref().map(|header| header.place).unwrap_or_default();
            let (offset, name, captured) = match header {
                Err(damage) => (damage.offset, None, Err(damage.cause)),
                Ok(header) => match capture(records, &header) {
                    Ok(None) => continue,
                    Ok(Some(capture)) => {
                        self.ahead = records.next_header();
                        let conversion = self.ahead.as_ref().and_then(|next| next.as_ref().ok());
                        let conversion = conversion.filter(|next| next.is_conversion_of(&header));
                        let capture = match conversion.and_then(|_| rendered(records)) {
                            Some(body) => {
                                self.ahead = None;
                                let headers = vec![("Content-Type".to_owned(), "text/html; charset=utf-8".to_owned())];
                                Capture { headers, body, ..capture }
                            }
                            None => capture,
                        };
                        (0, header.target().map(str::to_owned), Ok(capture))
                    }
                    Err(cause) => (header.place.offset(), header.target().map(str::to_owned), Err(cause)),
                },
            };
            let path = &self.file.path;
            let captured = captured
                .map(|capture| Captured { capture, origin: Origin::Warc(Arc::clone(&self.file)) })
                .map_err(|cause| ReadError::Record { path: path.clone(), offset, cause });
            return Some(Item { name: name.unwrap_or_else(|| shown(path)), captured });
        }
    }
}

impl Pages {
    fn new(file: Arc<WarcFile>) -> Pages {
        Pages { file, state: State::Closed, ahead: None, last: Place::default() }
    }

    fn unreadable(&self, cause: io::Error) -> Item {
        let path = self.file.path.clone();
        Item { name: shown(&path), captured: Err(ReadError::File { path, cause }) }
    }
}

/// The page that a record holds, if it holds one.
fn capture(records: &mut Records, header: &Header) -> Result<Option<Capture>, RecordError> {
    let Some(target) = header.target() else { return Ok(None) };
    let Some((head, body)) = read_body(records, header, MAX_BODY, is_page)? else { return Ok(None) };
    let time = header.field("WARC-Date").and_then(date::parse);
    let url = Some(target.to_owned());
    Ok(Some(Capture { url, time, headers: head.headers, ..Capture::new(target, body) }))
}

/// What a browser made of the page before: the page that a reader sees.
fn rendered(records: &mut Records) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    records.read_block(&mut body, MAX_BODY).ok()?;
    Some(body)
}

/// Decides by an HTTP header and the first bytes behind it whether the record is wanted.
type Test = fn(&Head, &[u8]) -> bool;

fn is_page(head: &Head, start: &[u8]) -> bool {
    sniff::is_page(head.media_type().as_deref(), start)
}

fn is_stylesheet(head: &Head, _start: &[u8]) -> bool {
    head.media_type().as_deref() == Some("text/css")
}

/// The first bytes of a record and its HTTP header, if the record is wanted.
fn peek(records: &mut Records, header: &Header, wanted: Test) -> Result<Option<(Head, Vec<u8>)>, RecordError> {
    let answer = answer(records, header)?;
    let is_wanted = |head: &Head, block: &[u8]| head.is_success() && wanted(head, &block[head.length..]);
    Ok(answer.filter(|(head, block)| is_wanted(head, block)))
}

/// The first bytes of a record and its HTTP header, if it holds an answer.
///
/// A `resource` record has no HTTP header; it gets one from what the WARC says of it.
fn answer(records: &mut Records, header: &Header) -> Result<Option<(Head, Vec<u8>)>, RecordError> {
    let mut block = Vec::new();
    let head = match header.field("WARC-Type").map(str::to_ascii_lowercase).as_deref() {
        Some("response") => {
            // Answers of other protocols, such as DNS, are archived as responses too.
            if !header
                .target()
                .is_some_and(|target| target.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http")))
            {
                return Ok(None);
            }
            records.read_block(&mut block, PEEK)?;
            http::parse_head(&block)?
        }
        Some("resource") => {
            let content_type = header.field("Content-Type").unwrap_or_default().to_owned();
            records.read_block(&mut block, PEEK)?;
            Head { status: 200, headers: vec![("Content-Type".to_owned(), content_type)], length: 0 }
        }
        _ => return Ok(None),
    };
    Ok(Some((head, block)))
}

/// The HTTP header and the decoded body of a record, if the record is wanted.
fn read_body(
    records: &mut Records,
    header: &Header,
    limit: usize,
    wanted: Test,
) -> Result<Option<(Head, Vec<u8>)>, RecordError> {
    let Some((head, mut block)) = peek(records, header, wanted)? else { return Ok(None) };
    records.read_block(&mut block, limit + head.length)?;
    block.drain(..head.length);
    let body = body::undo(&head, block, limit)?;
    Ok(Some((head, body)))
}

#[cfg(test)]
mod tests;
