//! One visit: asks an address, takes the answer, and makes of it what the crawl goes on with: records for the archive,
//! links, and what the server wants of us. Knows nothing of other visits.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::time::Duration;

use hyper::header;
use job::AddressKind;
use page::{Links, asks_not_to_follow};
use url::Url;

use super::Render;
use super::frontier::Address;
use super::sitemap::{self, Sitemap};
use crate::archive::{self, Form, Packed, Revisit};
use crate::coding;
use crate::net::{Answer, Ask, Client, Cut, FetchError, contained};
use crate::source::sniff;

/// Links are looked for in so much of a page, decoded.
const MAX_PAGE: usize = 8 << 20;
/// What unpacks to more than this waits until nothing else does.
const SMALL: usize = 256 << 10;
/// No sitemap is larger, decoded; the protocol's bound.
const MAX_SITEMAP: u64 = 50 << 20;

/// What a visit needs to know of an earlier one.
#[derive(Clone, Debug)]
pub(super) struct Earlier {
    pub(super) revisit: Revisit,
    pub(super) tag: Option<String>,
    pub(super) modified: Option<String>,
}

/// What is to be done with an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) form: Form,
    /// Whether there will be another try if the server is busy.
    pub(super) is_last_try: bool,
    pub(super) render: Render,
}

/// An answer, taken apart.
#[derive(Debug)]
pub(super) struct Visited {
    pub(super) status: u16,
    pub(super) mime: String,
    /// The media type with its parameters.
    pub(super) content_type: Option<String>,
    pub(super) bytes: u64,
    pub(super) cut: Option<Cut>,
    pub(super) tag: Option<String>,
    pub(super) modified: Option<String>,
    pub(super) has_set_cookie: bool,
    /// How long the server asks us to wait.
    pub(super) retry_after: Option<Duration>,
    pub(super) redirect: Option<Result<Url, FetchError>>,
    /// What the answer becomes in the archive; nothing if it will be asked for again.
    pub(super) record: Option<Packed>,
    /// What a browser made of it, for the archive too.
    pub(super) rendered: Option<Packed>,
    pub(super) found: Findings,
    /// The body with its compression undone, if a browser needs it.
    pub(super) body: Option<Vec<u8>>,
}

/// What an answer leads to.
#[derive(Debug)]
pub(super) enum Findings {
    Nothing,
    Links(Box<Links>),
    Sitemap(Sitemap),
}

/// Visits an address.
pub(super) async fn visit(
    client: Arc<Client>,
    address: Address,
    earlier: Option<Earlier>,
    plan: Plan,
) -> Result<Visited, FetchError> {
    let ask = earlier.as_ref().map_or(Ask::default(), |earlier| Ask {
        unless_tagged: earlier.tag.clone(),
        if_modified_since: earlier.modified.clone(),
        ..Ask::default()
    });
    ask_and_read(client, &address.url, ask, address.kind, earlier, plan).await
}

/// Asks for what a page needs while its scripts run.
pub(super) async fn run_errand(
    client: Arc<Client>,
    url: Url,
    accept: Option<String>,
    form: Form,
) -> Result<Visited, FetchError> {
    let plan = Plan { form, is_last_try: true, render: Render::Never };
    ask_and_read(client, &url, Ask { accept, ..Ask::default() }, AddressKind::Resource, None, plan).await
}

async fn ask_and_read(
    client: Arc<Client>,
    url: &Url,
    ask: Ask,
    kind: AddressKind,
    earlier: Option<Earlier>,
    plan: Plan,
) -> Result<Visited, FetchError> {
    let answer = client.get(url, &ask).await?;
    let visited = contained(move || take_apart(&client, answer, kind, earlier, plan)).await?;
    visited.map_err(|error| FetchError::Broken(format!("it could not be kept: {error}")))
}

fn take_apart(
    client: &Client,
    mut answer: Answer,
    kind: AddressKind,
    earlier: Option<Earlier>,
    plan: Plan,
) -> io::Result<Visited> {
    let is_good = (200..300).contains(&answer.status);
    let (mut found, mut body) = (Findings::Nothing, None);
    if is_good || kind == AddressKind::Resource {
        (answer, found, body) = findings(client, answer, kind)?;
    }
    let is_for_browser = match (&found, plan.render) {
        (_, _) if kind == AddressKind::Resource => true,
        (Findings::Links(links), Render::Shells) => kind == AddressKind::Page && links.is_shell,
        (Findings::Links(_), Render::Always) => kind == AddressKind::Page,
        _ => false,
    };
    let will_be_asked_again = !plan.is_last_try && (is_busy(answer.status) || answer.cut == Some(Cut::Disconnect));
    let record = if will_be_asked_again { None } else { Some(pack(&mut answer, earlier, plan.form)?) };
    Ok(Visited {
        status: answer.status,
        mime: answer.media_type().unwrap_or_default(),
        content_type: answer.header(header::CONTENT_TYPE).map(str::to_owned),
        bytes: answer.body.len(),
        cut: answer.cut,
        tag: answer.header(header::ETAG).map(str::to_owned),
        modified: answer.header(header::LAST_MODIFIED).map(str::to_owned),
        has_set_cookie: answer.has_set_cookie,
        retry_after: answer.retry_after(),
        redirect: answer.redirect(),
        record,
        rendered: None,
        found,
        body: body.filter(|_| is_for_browser),
    })
}

/// Whether a server says that it will answer later.
pub(super) fn is_busy(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 500 | 502 | 503 | 504)
}

/// The record of an answer: all of it, unless an earlier one says the same.
fn pack(answer: &mut Answer, earlier: Option<Earlier>, form: Form) -> io::Result<Packed> {
    if let (304, Some(earlier)) = (answer.status, &earlier) {
        return archive::revisit(answer, &earlier.revisit, form);
    }
    let packed = archive::response(answer, form)?;
    match earlier {
        Some(earlier) if earlier.revisit.digest == packed.digest => archive::revisit(answer, &earlier.revisit, form),
        _ => Ok(packed),
    }
}

/// What an answer leads to, by what it was wanted for, and its body.
fn findings(client: &Client, mut answer: Answer, kind: AddressKind) -> io::Result<(Answer, Findings, Option<Vec<u8>>)> {
    let names = coding::codings_of(&answer);
    let has_large_window = names.iter().flatten().any(|name| coding::has_large_window(name));
    let is_small =
        answer.body.len() < SMALL as u64 && !has_large_window && names.as_ref().is_some_and(|names| names.len() <= 1);
    if kind == AddressKind::Sitemap {
        return client.do_alone(move || {
            let found = sitemap_of(&mut answer, names)?;
            Ok((answer, found, None))
        })?;
    }
    if is_small {
        let body = coding::decoded(&mut answer, SMALL)?;
        if body.as_ref().is_none_or(|body| body.len() < SMALL) {
            let found = findings_in(&answer, kind, body.as_deref());
            return Ok((answer, found, body));
        }
    }
    client.do_alone(move || {
        let body = coding::decoded(&mut answer, MAX_PAGE)?;
        let found = findings_in(&answer, kind, body.as_deref());
        Ok((answer, found, body))
    })?
}

/// What a page or a stylesheet leads to, if it can be read.
fn findings_in(answer: &Answer, kind: AddressKind, body: Option<&[u8]>) -> Findings {
    match (kind, body) {
        (AddressKind::Page, Some(body)) if sniff::is_page(answer.media_type().as_deref(), body) => {
            let mut links = page::links(body, answer.header(header::CONTENT_TYPE), &answer.url);
            let words = answer.headers.get_all("x-robots-tag");
            links.is_nofollow |= words.iter().filter_map(|value| value.to_str().ok()).any(asks_not_to_follow);
            Findings::Links(Box::new(links))
        }
        (AddressKind::Stylesheet, Some(body)) => Findings::Links(Box::new(imports_of(&answer.url, body))),
        _ => Findings::Nothing,
    }
}

/// What a sitemap names, read while it is unpacked: it may be long.
fn sitemap_of(answer: &mut Answer, names: Option<Vec<String>>) -> io::Result<Findings> {
    let Some(names) = names else { return Ok(Findings::Nothing) };
    let mut reader: Box<dyn BufRead + '_> = Box::new(BufReader::new(answer.body.reader()?));
    for name in names.iter().rev() {
        match coding::decoder(name, reader) {
            Ok(decoder) => reader = Box::new(BufReader::new(decoder)),
            Err(_) => return Ok(Findings::Nothing),
        }
    }
    // The file itself may be compressed, whatever HTTP does to it.
    if reader.fill_buf().is_ok_and(|start| start.starts_with(b"\x1F\x8B")) {
        match coding::decoder("gzip", reader) {
            Ok(decoder) => reader = Box::new(BufReader::new(decoder)),
            Err(_) => return Ok(Findings::Nothing),
        }
    }
    Ok(Findings::Sitemap(sitemap::parse(reader.take(MAX_SITEMAP))))
}

/// The stylesheets that a stylesheet imports.
fn imports_of(sheet: &Url, body: &[u8]) -> Links {
    let addresses = crate::source::imports(&String::from_utf8_lossy(body));
    let links = addresses.iter().filter_map(|address| sheet.join(address).ok());
    let links = links.map(|url| page::Link { url, kind: page::LinkKind::Stylesheet }).collect();
    Links { links, ..Links::default() }
}
