//! The page itself: a capture's tree with its notes, and its layout once an engine has made one.

use std::time::SystemTime;

use url::Url;

use crate::capture::{Capture, Resource};
use crate::decode::decode;
use crate::layout::Layout;
use crate::leaves::{leaves, shown_leaves};
use crate::note::Note;
use crate::text::fold;
use crate::tree::{Namespace, NodeId, NodeKind, Tree};

/// No more than this many bytes of a page are read; the largest page in a large crawl is far below.
const MAX_BYTES: usize = 32 << 20;

/// A page: where it came from, its tree, and how it looks if that is known.
#[derive(Debug)]
pub struct Page {
    /// What the user called it.
    pub name: String,
    /// The address it came from, if known.
    pub url: Option<Url>,
    /// When it was received, if that is known.
    pub time: Option<SystemTime>,
    /// The name of the encoding its bytes were read in.
    pub encoding: &'static str,
    /// Its HTML5 tree.
    pub tree: Tree,
    /// Its boxes and styles, if it has been laid out.
    pub layout: Option<Layout>,
    /// Stylesheets and other parts that were saved with it.
    pub resources: Vec<Resource>,
    /// What was cut, guessed or given up.
    pub notes: Vec<Note>,
}

/// A stylesheet that a page links to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StylesheetLink {
    /// The `link` element.
    pub node: NodeId,
    /// The address as written.
    pub href: String,
    /// The absolute address, which [`Resource::url`] must equal.
    pub url: Url,
}

impl Page {
    /// Makes a page of whatever was received. Never fails.
    pub fn new(capture: Capture) -> Page {
        let mut notes = Vec::new();
        if let Some(kind) = foreign_format(&capture.body) {
            notes.push(Note::NotHtml(kind));
        }
        let body = &capture.body[..capture.body.len().min(MAX_BYTES)];
        if body.len() < capture.body.len() {
            notes.push(Note::BodyCut { kept: body.len(), of: capture.body.len() });
        }
        let decoded = decode(body, capture.header("content-type"));
        notes.extend(decoded.notes);
        let parsed = Tree::parse(&decoded.text);
        notes.extend(parsed.notes);
        let encoding = decoded.encoding;
        let url = capture.url.as_deref().and_then(|url| Url::parse(url).ok());
        Page {
            name: capture.name,
            url,
            time: capture.time,
            encoding,
            tree: parsed.tree,
            layout: None,
            resources: capture.resources,
            notes,
        }
    }

    /// Whether the bytes are a known format that is not HTML, such as a PDF, and which.
    pub fn foreign_format(&self) -> Option<&'static str> {
        self.notes.iter().find_map(|note| match note {
            Note::NotHtml(kind) => Some(*kind),
            _ => None,
        })
    }

    /// The leaves of the page, by its layout if it has one.
    pub fn leaves(&self) -> Vec<NodeId> {
        leaves(&self.tree, self.layout.as_ref())
    }

    /// What is to be said of a page that shows nothing until a script has run, and is read all the same.
    pub fn waits_for_script(&self) -> Option<Note> {
        let is_hidden = || shown_leaves(&self.tree, self.layout.as_ref()).is_empty() && !self.leaves().is_empty();
        (self.layout.is_some() && is_hidden()).then_some(Note::WaitsForScript)
    }

    /// The page's title, folded.
    pub fn title(&self) -> Option<String> {
        let title = self
            .tree
            .elements()
            .find(|&id| self.tree.name(id) == "title" && self.tree.namespace(id) == Namespace::Html)?;
        Some(fold(&self.tree.text_content(title))).filter(|title| !title.is_empty())
    }

    /// The address that relative links start from: the first `base` element, else the page's own, else a stand-in.
    pub fn base_url(&self) -> Url {
        let own = self.url.clone().unwrap_or_else(placeholder_url);
        let base =
            self.tree.elements().find(|&id| self.tree.name(id) == "base" && self.tree.attr(id, "href").is_some());
        base.and_then(|id| self.tree.attr(id, "href")).and_then(|href| own.join(href.trim()).ok()).unwrap_or(own)
    }

    /// The address that its links start from, if the page has one: where it came from, else where it says it belongs
    /// (its canonical link or `og:url`), and the `base` element on top of that.
    pub fn link_base(&self) -> Option<Url> {
        let own = self.url.clone().or_else(|| self.declared_url());
        let base = self.tree.elements().find(|&id| self.tree.name(id) == "base");
        let written = base.and_then(|id| self.tree.attr(id, "href")).map(str::trim);
        match (own, written) {
            (Some(own), Some(written)) => Some(own.join(written).unwrap_or(own)),
            (Some(own), None) => Some(own),
            (None, Some(written)) => Url::parse(written).ok(),
            (None, None) => None,
        }
    }

    /// The address that the page says it belongs to.
    pub fn declared_url(&self) -> Option<Url> {
        let tree = &self.tree;
        let written = tree.elements().filter_map(|id| {
            let is = |name, value: &str| tree.attr(id, name).is_some_and(|own| own.trim().eq_ignore_ascii_case(value));
            match tree.name(id) {
                "link" if is("rel", "canonical") => tree.attr(id, "href"),
                "meta" if is("property", "og:url") => tree.attr(id, "content"),
                _ => None,
            }
        });
        written.filter_map(|written| Url::parse(written.trim()).ok()).find(|url| url.has_host())
    }

    /// The stylesheets the page links to, for whatever media, in document order; alternative ones and addresses that do
    /// not parse are left out.
    pub fn stylesheet_links(&self) -> Vec<StylesheetLink> {
        let base = self.base_url();
        let tree = &self.tree;
        let is_stylesheet = |&id: &NodeId| {
            let rel = tree.attr(id, "rel").unwrap_or_default().to_ascii_lowercase();
            tree.name(id) == "link"
                && rel.split_ascii_whitespace().any(|word| word == "stylesheet")
                && !rel.split_ascii_whitespace().any(|word| word == "alternate")
        };
        tree.elements()
            .filter(is_stylesheet)
            .filter_map(|node| {
                let href = tree.attr(node, "href")?.trim().to_owned();
                let url = base.join(&href).ok()?;
                Some(StylesheetLink { node, href, url })
            })
            .collect()
    }

    /// The saved part with this address.
    pub fn resource(&self, url: &str) -> Option<&Resource> {
        self.resources.iter().find(|resource| resource.url == url)
    }

    /// Nodes by kind: elements, text nodes, others.
    pub fn node_counts(&self) -> (usize, usize, usize) {
        let mut counts = (0, 0, 0);
        for id in self.tree.nodes() {
            match self.tree.kind(id) {
                NodeKind::Element => counts.0 += 1,
                NodeKind::Text => counts.1 += 1,
                _ => counts.2 += 1,
            }
        }
        counts
    }
}

/// Stands in for the address of a page that has none; `.invalid` is reserved and never resolves.
fn placeholder_url() -> Url {
    #[expect(clippy::unwrap_used, reason = "a constant that parses")]
    Url::parse("http://page.invalid/").unwrap()
}

/// Recognises what is certainly not HTML by its first bytes.
fn foreign_format(bytes: &[u8]) -> Option<&'static str> {
    const SIGNATURES: &[(&[u8], &str)] = &[
        (b"%PDF-", "PDF"),
        (b"\x89PNG\r\n", "PNG"),
        (b"\xFF\xD8\xFF", "JPEG"),
        (b"GIF8", "GIF"),
        (b"PK\x03\x04", "ZIP"),
        (b"\x1F\x8B", "gzip"),
        (b"RIFF", "RIFF media"),
        (b"\x7FELF", "an executable"),
        (b"WARC/", "WARC"),
        (b"SQLite format 3\0", "SQLite"),
    ];
    SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_start_where_the_page_says_it_belongs() {
        let base = |html: &str| Page::new(Capture::new("p", html)).link_base().map(String::from);
        assert_eq!(base("<p>nowhere"), None);
        assert_eq!(base("<link rel=canonical href=/x><base href=a/>"), None);
        assert_eq!(base("<link rel=Canonical href=http://a.example/b/c>").as_deref(), Some("http://a.example/b/c"));
        assert_eq!(base("<meta property=og:url content=' http://a.example '>").as_deref(), Some("http://a.example/"));
        let html = "<base href=/d/><link rel=canonical href=http://a.example/b/c>";
        assert_eq!(base(html).as_deref(), Some("http://a.example/d/"));
        assert_eq!(base("<base href=http://b.example/>").as_deref(), Some("http://b.example/"));
    }

    #[test]
    fn stylesheet_links_are_resolved_against_the_base() {
        let html = "<base href='/a/'><link rel=StyleSheet href=' x.css '><link rel='alternate stylesheet' href=y.css>\
                    <link rel=icon href=z><link rel=stylesheet href='http://[bad'>";
        let page = Page::new(Capture { url: Some("http://s.example/p".into()), ..Capture::new("p", html) });
        let links: Vec<String> = page.stylesheet_links().into_iter().map(|link| link.url.to_string()).collect();
        assert_eq!(links, ["http://s.example/a/x.css"]);
    }

    #[test]
    fn anything_becomes_a_page() {
        for bytes in [&b""[..], b"\0\0\0", b"\xFF\xFE\0\xD8", b"%PDF-1.7 \xE2\xE3", b"<", b"</", b"<!", b"&#"] {
            let page = Page::new(Capture::new("x", bytes));
            assert!(page.tree.len() >= 4, "html, head and body are always there");
        }
        assert_eq!(Page::new(Capture::new("x", "%PDF-1.7")).foreign_format(), Some("PDF"));
    }
}
