//! The page's own style: `style` elements and saved linked sheets, in document order, each with its media and with
//! what it imports, as far as that was saved.

use std::cell::Cell;
use std::collections::HashMap;

use blitz_dom::{BaseDocument, NodeId as EngineId};
use cssparser::SourceLocation;
use page::tree::{Quirks, Tree};
use page::{NodeId, Page};
use style::context::QuirksMode;
use style::media_queries::MediaList;
use style::servo_arc::Arc as ServoArc;
use style::shared_lock::{Locked, SharedRwLock};
use style::stylesheets::import_rule::{ImportLayer, ImportRule, ImportSheet, ImportSupportsCondition};
use style::stylesheets::{
    AllowImportRules, CssRule, DocumentStyleSheet, Origin, Stylesheet, StylesheetInDocument as _, StylesheetLoader,
    UrlExtraData,
};
use style::values::CssUrl;
use url::Url;

use super::matching::Matching;

/// How deeply sheets may import each other.
const MAX_IMPORT_DEPTH: usize = 4;
/// How many sheets a page may have.
const MAX_SHEETS: usize = 1000;
/// How much style a page may have, in bytes, counted as often as it is used.
const MAX_BYTES: usize = 8 << 20;

/// A page's style: its own copy, not parsed yet.
#[derive(Debug)]
pub(super) struct Sheets {
    sheets: Vec<Sheet>,
    /// The saved sheets that are linked or imported, by address.
    saved: HashMap<String, Vec<u8>>,
    base: Url,
}

/// One sheet of the page, by the element that brings it.
#[derive(Debug)]
struct Sheet {
    element: NodeId,
    /// Where it was saved from, unless it stands in the element.
    url: Option<Url>,
    media: Option<String>,
}

impl Sheets {
    /// All sheets of a page, in document order.
    pub(super) fn of(page: &Page) -> Sheets {
        let tree = &page.tree;
        let links: HashMap<NodeId, Url> =
            page.stylesheet_links().into_iter().map(|link| (link.node, link.url)).collect();
        let sheet = |element: NodeId| {
            let url = links.get(&element).cloned();
            let is_sheet = tree.name(element) == "style" || url.is_some();
            let media = tree.attr(element, "media").map(str::trim).filter(|media| !media.is_empty());
            is_sheet.then(|| Sheet { element, url, media: media.map(str::to_owned) })
        };
        let sheets = tree.elements().filter_map(sheet).take(MAX_SHEETS).collect();
        let mut left = MAX_BYTES;
        let mut saved = HashMap::new();
        for resource in &page.resources {
            if let Some(rest) = left.checked_sub(resource.body.len()) {
                left = rest;
                saved.entry(resource.url.clone()).or_insert_with(|| resource.body.clone());
            }
        }
        Sheets { sheets, saved, base: page.base_url() }
    }

    /// Parses all sheets and gives them to the elements that bring them.
    pub(super) fn attach(&self, tree: &Tree, engine_ids: &[Option<EngineId>], document: &mut BaseDocument) {
        let quirks = if tree.quirks() == Quirks::Full { QuirksMode::Quirks } else { QuirksMode::NoQuirks };
        let left = Cell::new(MAX_BYTES);
        let mut matching = Matching::of(tree);
        for sheet in &self.sheets {
            let lock = document.guard().clone();
            let loader = Loader { saved: &self.saved, left: &left, quirks, depth: 0 };
            let Some(element) = engine_ids[sheet.element.index()] else { continue };
            let Some(media) = media_list(sheet.media.as_deref(), &self.base, &lock) else { continue };
            let parsed = match &sheet.url {
                Some(url) => loader.saved(url, media, &lock),
                None => loader.parse(&tree.text_content(sheet.element), &self.base, media, &lock),
            };
            if let Some(parsed) = parsed {
                let rules = parsed.contents.read_with(&lock.read()).rules.clone();
                matching.prune(&rules, &lock);
                document.add_stylesheet_for_node(DocumentStyleSheet(ServoArc::new(parsed)), element);
            }
        }
    }
}

/// The media that a sheet is for. `None` if that cannot be read, which means no media at all.
fn media_list(media: Option<&str>, base: &Url, lock: &SharedRwLock) -> Option<ServoArc<Locked<MediaList>>> {
    let Some(media) = media else { return Some(no_media(lock)) };
    if media.contains(['{', '}', ';']) {
        return None;
    }
    // The engine's parser of media is not reached from outside, but as part of a rule.
    let rule = parse(&format!("@media {media} {{}}"), base, no_media(lock), lock, None, QuirksMode::NoQuirks);
    let guard = lock.read();
    match rule.contents(&guard).rules(&guard) {
        [CssRule::Media(rule)] => Some(rule.media_queries.clone()),
        _ => None,
    }
}

fn no_media(lock: &SharedRwLock) -> ServoArc<Locked<MediaList>> {
    ServoArc::new(lock.wrap(MediaList::empty()))
}

/// Gives the engine the sheets that were saved with the page, and no others.
struct Loader<'a> {
    saved: &'a HashMap<String, Vec<u8>>,
    /// How many bytes of style may still be parsed.
    left: &'a Cell<usize>,
    quirks: QuirksMode,
    /// How many imports lead to the sheet that is being parsed.
    depth: usize,
}

impl Loader<'_> {
    /// A saved sheet.
    fn saved(&self, url: &Url, media: ServoArc<Locked<MediaList>>, lock: &SharedRwLock) -> Option<Stylesheet> {
        let body = self.saved.get(url.as_str()).filter(|body| body.len() <= self.left.get())?;
        self.parse(&page::decode(body, None).text, url, media, lock)
    }

    fn parse(
        &self,
        css: &str,
        url: &Url,
        media: ServoArc<Locked<MediaList>>,
        lock: &SharedRwLock,
    ) -> Option<Stylesheet> {
        self.left.set(self.left.get().checked_sub(css.len())?);
        Some(parse(css, url, media, lock, Some(self), self.quirks))
    }
}

impl StylesheetLoader for Loader<'_> {
    fn request_stylesheet(
        &self,
        url: CssUrl,
        source_location: SourceLocation,
        lock: &SharedRwLock,
        media: ServoArc<Locked<MediaList>>,
        supports: Option<ImportSupportsCondition>,
        layer: ImportLayer,
    ) -> ServoArc<Locked<ImportRule>> {
        let is_wanted = self.depth < MAX_IMPORT_DEPTH && supports.as_ref().is_none_or(|condition| condition.enabled);
        let inner = Loader { depth: self.depth + 1, ..*self };
        let sheet = url.url().filter(|_| is_wanted).and_then(|url| inner.saved(url, media, lock));
        let stylesheet = sheet.map_or_else(ImportSheet::new_refused, |sheet| ImportSheet::new(ServoArc::new(sheet)));
        ServoArc::new(lock.wrap(ImportRule { url, stylesheet, supports, layer, source_location }))
    }
}

/// Parses style of the page, in quirks mode if the page is, so that `width: 100` means pixels there.
fn parse(
    css: &str,
    url: &Url,
    media: ServoArc<Locked<MediaList>>,
    lock: &SharedRwLock,
    loader: Option<&dyn StylesheetLoader>,
    quirks: QuirksMode,
) -> Stylesheet {
    let allows = if loader.is_some() { AllowImportRules::Yes } else { AllowImportRules::No };
    let url = UrlExtraData::from(url.clone());
    Stylesheet::from_str(css, url, Origin::Author, media, lock.clone(), loader, None, quirks, allows)
}
