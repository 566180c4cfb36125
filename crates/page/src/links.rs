//! What a page leads to, found without building its tree: links, stylesheets, what it says to robots, and whether its
//! content is made by scripts. A crawler asks this of every page, so it must cost little; what the page says to a
//! reader is not seen here.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::hash::Hasher;

use encoding_rs::Encoding;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{EndTag, StartTag, Tag, Token, TokenSink, TokenSinkResult, TokenizerOpts};
use url::Url;

use crate::decode::decode;
use crate::tree::floods::{PIECE, drive};

/// No page has more links that matter, nor longer ones in all.
const MAX_LINKS: usize = 10_000;
const MAX_LINK_BYTES: usize = 1 << 20;
/// No address is longer than this; browsers and servers give up there too.
const MAX_ADDRESS: usize = 4096;
/// A page with less text than this may be a shell that scripts fill.
const LITTLE_TEXT: usize = 400;
/// A page whose own links are more than this leads somewhere without its scripts.
const FEW_LINKS: usize = 4;

/// What a page leads to.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// Where it leads, in the order of the page and without fragments; no address twice for the same reason.
    pub links: Vec<Link>,
    /// Whether the page asks robots not to follow its links.
    pub is_nofollow: bool,
    /// Whether its content seems to be made by scripts: little text, few links, and an empty place for more.
    pub is_shell: bool,
    /// A number that pages with the same text share.
    pub text_hash: u64,
}

/// One address that a page names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The address.
    pub url: Url,
    /// What it is to the page.
    pub kind: LinkKind,
}

/// What an address is to the page that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// A link that a reader follows, or a frame.
    Page,
    /// A link that robots are asked not to follow.
    Nofollow,
    /// A stylesheet of the page.
    Stylesheet,
    /// The address the page says it belongs to.
    Canonical,
    /// Where the page sends its reader by itself.
    Refresh,
}

/// Finds what a page leads to. `content_type` is the HTTP header, `url` the address it came from.
pub fn links(body: &[u8], content_type: Option<&str>, url: &Url) -> Links {
    let decoded = decode(body, content_type);
    // Whether the text is UTF-8 matters to queries: browsers encode them as the page is.
    let encoding = Encoding::for_label(decoded.encoding.as_bytes()).filter(|encoding| *encoding != encoding_rs::UTF_8);
    let scan = Scan::new(url, encoding);
    let (scan, _) = drive(&decoded.text, scan, TokenizerOpts::default(), PIECE);
    scan.into_links()
}

/// Looks at tokens as they come.
struct Scan<'page> {
    url: &'page Url,
    encoding: Option<&'static Encoding>,
    base: RefCell<Option<Url>>,
    links: RefCell<Vec<Link>>,
    /// By hash: an address that is taken for another by chance is one link less.
    seen: RefCell<HashSet<u64>>,
    link_bytes: Cell<usize>,
    is_nofollow: Cell<bool>,
    text_hash: Cell<u64>,
    text_length: Cell<usize>,
    /// The element whose text is no text of the page, while inside of one.
    muted: RefCell<Option<String>>,
    scripts: Cell<usize>,
    /// The block that has just been opened and holds nothing so far.
    just_opened: RefCell<Option<String>>,
    has_empty_block: Cell<bool>,
    has_noscript: Cell<bool>,
}

impl<'page> Scan<'page> {
    fn new(url: &'page Url, encoding: Option<&'static Encoding>) -> Self {
        Scan {
            url,
            encoding,
            base: RefCell::default(),
            links: RefCell::default(),
            seen: RefCell::default(),
            link_bytes: Cell::default(),
            is_nofollow: Cell::default(),
            text_hash: Cell::default(),
            text_length: Cell::default(),
            muted: RefCell::default(),
            scripts: Cell::default(),
            just_opened: RefCell::default(),
            has_empty_block: Cell::default(),
            has_noscript: Cell::default(),
        }
    }

    fn into_links(self) -> Links {
        let links = self.links.into_inner();
        let followed = links.iter().filter(|link| matches!(link.kind, LinkKind::Page | LinkKind::Nofollow)).count();
        let is_shell = self.scripts.get() > 0
            && self.text_length.get() < LITTLE_TEXT
            && followed < FEW_LINKS
            && (self.has_empty_block.get() || self.has_noscript.get());
        Links { links, is_nofollow: self.is_nofollow.get(), is_shell, text_hash: self.text_hash.get() }
    }

    fn text(&self, text: &str) {
        if text.bytes().all(|byte| byte.is_ascii_whitespace()) {
            return;
        }
        if self.muted.borrow().is_some() {
            return;
        }
        self.just_opened.take();
        let mut hasher = Fnv(self.text_hash.get());
        // White space is left out, so that it does not matter how the text was cut into tokens.
        for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
            hasher.write_u8(byte);
        }
        self.text_hash.set(hasher.finish());
        self.text_length.set(self.text_length.get() + text.trim().len());
    }

    fn start(&self, tag: &Tag) -> Option<RawKind> {
        let name: &str = &tag.name;
        match name {
            "a" | "area" => self.add_followed(tag, "href"),
            "frame" | "iframe" => self.add_followed(tag, "src"),
            "link" => self.link(tag),
            "meta" => self.meta(tag),
            "base" => self.set_base(tag),
            "script" if attr(tag, "type").is_none_or(is_javascript) => self.scripts.set(self.scripts.get() + 1),
            "noscript" => self.has_noscript.set(true),
            _ => {}
        }
        let can_be_filled = matches!(name, "div" | "main" | "section" | "article" | "body") || name.contains('-');
        if can_be_filled && !tag.self_closing {
            self.just_opened.replace(Some(name.to_owned()));
        } else if !matches!(name, "script" | "noscript" | "style" | "link" | "meta" | "template") {
            self.just_opened.take();
        }
        let raw = match name {
            "script" => Some(RawKind::ScriptData),
            "style" | "noscript" | "iframe" | "noembed" | "noframes" | "xmp" => Some(RawKind::Rawtext),
            "title" | "textarea" => Some(RawKind::Rcdata),
            _ => None,
        };
        if raw.is_some() && !matches!(name, "title" | "xmp") {
            self.muted.replace(Some(name.to_owned()));
        }
        raw
    }

    fn end_tag(&self, tag: &Tag) {
        let name: &str = &tag.name;
        if self.muted.borrow().as_deref() == Some(name) {
            self.muted.take();
        }
        let is_empty = self.just_opened.borrow().as_deref() == Some(name);
        if is_empty {
            // A body that holds nothing but scripts is as empty as the block that most frameworks fill.
            self.has_empty_block.set(true);
            self.just_opened.take();
        }
    }

    fn link(&self, tag: &Tag) {
        let rel = attr(tag, "rel").unwrap_or_default().to_ascii_lowercase();
        let has = |word| rel.split_ascii_whitespace().any(|own| own == word);
        if has("stylesheet") && !has("alternate") {
            self.add(tag, "href", LinkKind::Stylesheet);
        } else if has("canonical") {
            self.add(tag, "href", LinkKind::Canonical);
        } else if has("next") || has("prev") {
            self.add(tag, "href", LinkKind::Page);
        }
    }

    fn meta(&self, tag: &Tag) {
        let content = attr(tag, "content").unwrap_or_default();
        let is = |name, value: &str| attr(tag, name).is_some_and(|own| own.trim().eq_ignore_ascii_case(value));
        if is("name", "robots") && asks_not_to_follow(content) {
            self.is_nofollow.set(true);
        }
        if is("http-equiv", "refresh")
            && let Some(target) = refresh_target(content)
        {
            self.add_address(target, LinkKind::Refresh);
        }
    }

    fn set_base(&self, tag: &Tag) {
        let mut base = self.base.borrow_mut();
        if let (None, Some(href)) = (base.as_ref(), attr(tag, "href")) {
            // As in browsers, a base must be an address that things can be relative to.
            *base = self.url.join(href.trim()).ok().filter(|base| matches!(base.scheme(), "http" | "https"));
        }
    }

    fn add_followed(&self, tag: &Tag, attribute: &str) {
        let rel = attr(tag, "rel").unwrap_or_default();
        let is_nofollow = rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("nofollow"));
        self.add(tag, attribute, if is_nofollow { LinkKind::Nofollow } else { LinkKind::Page });
    }

    fn add(&self, tag: &Tag, attribute: &str, kind: LinkKind) {
        if let Some(address) = attr(tag, attribute) {
            self.add_address(address, kind);
        }
    }

    fn add_address(&self, address: &str, kind: LinkKind) {
        let address = address.trim();
        let is_full = self.links.borrow().len() >= MAX_LINKS || self.link_bytes.get() >= MAX_LINK_BYTES;
        if address.len() > MAX_ADDRESS || address.starts_with('#') || is_full {
            return;
        }
        let base = self.base.borrow();
        let base = base.as_ref().unwrap_or(self.url);
        let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|query| match self.encoding {
            Some(encoding) => Cow::Owned(encoding.encode(query).0.into_owned()),
            None => Cow::Owned(query.as_bytes().to_owned()),
        };
        let parsed = Url::options().base_url(Some(base)).encoding_override(Some(encode)).parse(address);
        let Ok(mut url) = parsed else { return };
        if !matches!(url.scheme(), "http" | "https") || url.as_str().len() > MAX_ADDRESS {
            return;
        }
        url.set_fragment(None);
        let mut hasher = Fnv(kind as u64);
        hasher.write(url.as_str().as_bytes());
        if self.seen.borrow_mut().insert(hasher.finish()) {
            self.link_bytes.set(self.link_bytes.get() + url.as_str().len());
            self.links.borrow_mut().push(Link { url, kind });
        }
    }
}

impl TokenSink for Scan<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) if tag.kind == StartTag => {
                if let Some(kind) = self.start(&tag) {
                    return TokenSinkResult::RawData(kind);
                }
            }
            Token::TagToken(tag) if tag.kind == EndTag => self.end_tag(&tag),
            Token::CharacterTokens(text) => self.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn attr<'tag>(tag: &'tag Tag, name: &str) -> Option<&'tag str> {
    tag.attrs.iter().find(|attr| &*attr.name.local == name).map(|attr| &*attr.value)
}

/// Whether a script of this type runs. Data for scripts stands in script elements too.
fn is_javascript(kind: &str) -> bool {
    let kind = kind.trim();
    kind.is_empty() || kind.eq_ignore_ascii_case("module") || kind.to_ascii_lowercase().contains("javascript")
}

/// Whether a page's word to robots (a `meta` element, or the header `X-Robots-Tag`) is to leave its links alone.
pub fn asks_not_to_follow(content: &str) -> bool {
    content
        .split(',')
        .map(str::trim)
        .any(|word| word.eq_ignore_ascii_case("nofollow") || word.eq_ignore_ascii_case("none"))
}

/// The address in `5; url=next.html`, as browsers read it.
fn refresh_target(content: &str) -> Option<&str> {
    let behind = content.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
    let behind = behind.strip_prefix([';', ','])?.trim_start();
    let target = match behind.get(..3) {
        Some(start) if start.eq_ignore_ascii_case("url") => {
            behind[3..].trim_start().strip_prefix('=').map_or(behind, str::trim_start)
        }
        _ => behind,
    };
    match target.chars().next()? {
        quote @ ('"' | '\'') => target[1..].split(quote).next(),
        _ => Some(target),
    }
}

/// A hash that is the same in every build, for texts that are compared with texts of other runs.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte) ^ 0xcbf2_9ce4_8422_2325).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn of(html: &str) -> Links {
        links(html.as_bytes(), None, &Url::parse("http://s.example/a/p.html?x#y").unwrap())
    }

    #[track_caller]
    fn check(html: &str, expected: Expect) {
        let lines = of(html).links.iter().map(|link| format!("{:?} {}\n", link.kind, link.url)).collect::<String>();
        expected.assert_eq(&lines);
    }

    #[test]
    fn links_are_found_wherever_they_stand() {
        check(
            "<a href=b>1</a><A HREF=' /c?q=ä#f '>2</A><area href='//t.example'><frame src=d><a href='b#z'>again</a>\
             <a href='mailto:x'>no</a><a href='#top'>no</a><a href=javascript:x()>no</a><a rel='x NoFollow' href=e>3</a>\
             <link rel='stylesheet' href=s.css><link rel='alternate stylesheet' href=t.css>\
             <link rel=canonical href=/p><meta http-equiv=Refresh content=\"0; URL='next'\">\
             <script>'<a href=no>'</script><style><a href=no></style><!-- <a href=no> --><textarea><a href=no></textarea>",
            expect![[r#"
                Page http://s.example/a/b
                Page http://s.example/c?q=%C3%A4
                Page http://t.example/
                Page http://s.example/a/d
                Nofollow http://s.example/a/e
                Stylesheet http://s.example/a/s.css
                Canonical http://s.example/p
                Refresh http://s.example/a/next
            "#]],
        );
    }

    #[test]
    fn a_base_and_the_encoding_change_addresses() {
        check("<base href=/z/><base href=/no/><a href=b>", expect!["Page http://s.example/z/b\n"]);
        check("<base href=data:x><a href=b>", expect!["Page http://s.example/a/b\n"]);
        let body = b"<meta charset=gbk><a href='?q=\xD6\xD0'>";
        let found = links(body, None, &Url::parse("http://s.example/").unwrap());
        assert_eq!(found.links[0].url.as_str(), "http://s.example/?q=%D6%D0");
    }

    #[test]
    fn robots_are_asked_in_several_ways() {
        assert!(of("<meta name=ROBOTS content='noindex, NoFollow'>").is_nofollow);
        assert!(of("<meta name=robots content=none>").is_nofollow);
        assert!(!of("<meta name=robots content='noindex'>").is_nofollow);
        for (content, expected) in [
            ("0;url=a", Some("a")),
            ("5 , URL = \"b c\" x", Some("b c")),
            ("1.5; d", Some("d")),
            ("5", None),
            ("; url=e", Some("e")),
            ("0;ur", Some("ur")),
            ("0;ürl=x", Some("ürl=x")),
        ] {
            assert_eq!(refresh_target(content), expected, "{content}");
        }
    }

    #[test]
    fn a_shell_that_scripts_fill_is_told_from_a_short_page() {
        let shell = "<title>Shop</title><script src=app.js></script><div id=root> <!-- app --> </div>";
        assert!(of(shell).is_shell);
        assert!(of("<body><script src=app.js></script></body>").is_shell);
        assert!(of("<app-root></app-root><script type=module src=main.js></script>").is_shell);
        assert!(of("<script src=a.js></script><noscript>You need scripts.</noscript>").is_shell);
        assert!(!of("<div id=root></div>").is_shell, "nothing would fill it");
        assert!(!of("<script type='application/ld+json'>{}</script><div></div>").is_shell);
        assert!(!of("<h1>Page 7</h1><script src=count.js></script><div>Seven</div>").is_shell);
        let text = format!("{shell}<p>{}", "word ".repeat(100));
        assert!(!of(&text).is_shell);
    }

    #[test]
    fn the_same_text_has_the_same_hash() {
        let hash = |html| of(html).text_hash;
        assert_eq!(hash("<p>a <b>b</b>"), hash("<div><a href=x>a</a>\n b</div><script>c</script>"));
        assert_ne!(hash("<p>a b"), hash("<p>b a"));
    }

    #[test]
    fn anything_can_be_scanned() {
        for html in ["", "<", "<a href", "<a href='http://[bad'>", "<base><meta><link>", "<plaintext><a href=x>"] {
            of(html);
        }
        let flood = "<a href=x>".repeat(60_000) + &(0..60_000).map(|n| format!("<a href={n}>")).collect::<String>();
        assert_eq!(of(&flood).links.len(), MAX_LINKS);
    }
}
