//! The first look at the pages of a site: of each page only what is needed to know what it is for is kept.

use std::ops::ControlFlow;
use std::sync::Arc;

use analysis::menus::menu_links;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::templates::{Kinds, kinds, templates};
use fetch::source::Choice;
use knowledge::taxonomy::{PageMenu, Survey};
use page::{Fingerprint, NodeKind, Page, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

use super::graph::{Graph, SeenLink, address_number, is_index, seen_links};
use super::site::{Site, SitePage};
use crate::page_error::PageError;

/// What is kept of a page.
#[derive(Clone, Debug)]
pub(crate) struct PageLook {
    /// As the user would call it.
    pub(crate) name: String,
    /// Its address.
    pub(crate) address: Url,
}

/// The pages of a site, how they are linked and which share a template.
#[derive(Debug, Default)]
pub(crate) struct SiteLook {
    pub(crate) pages: Vec<PageLook>,
    pub(crate) graph: Graph,
    /// The page that the site begins with, if there is one.
    pub(crate) home: Option<usize>,
    /// Pages by template, the largest first.
    pub(crate) groups: Vec<Vec<usize>>,
    /// By page, the number of its template.
    pub(crate) group_of: Vec<usize>,
}

/// What was seen of a site so far: more pages may come.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pages: Vec<PageLook>,
    /// By page, what stands for its address and its file.
    numbers: Vec<(u64, u64)>,
    kinds: Vec<Kinds>,
    links: Vec<Vec<SeenLink>>,
    addresses: FxHashSet<u64>,
    /// The first page whose address is that of a home page.
    root: Option<usize>,
    /// Addresses that pages of a site on the web lead to within it.
    pub(crate) near: FxHashMap<u64, Url>,
    /// Stands for all that was seen: the same for the same pages.
    pub(crate) digest: u64,
}

/// What one page comes to.
struct Glance {
    look: PageLook,
    /// Whether its address is that of a home page.
    is_root: bool,
    /// Whether it was fetched from its address, rather than saved in a file that says so.
    is_fetched: bool,
    numbers: (u64, u64),
    menu: PageMenu,
    kinds: Kinds,
    links: Vec<SeenLink>,
    near: Vec<(u64, Url)>,
    digest: u64,
}

impl Seen {
    /// Looks at the pages of a site that were not looked at before, and adds their menus to the survey of all sites.
    pub(crate) fn look(
        &mut self,
        site: &Site,
        number: usize,
        survey: &mut Survey,
        mut tell: impl FnMut(&str, Result<(), PageError>) -> ControlFlow<()>,
    ) {
        let known = Arc::new(self.pages.iter().map(|page| page.name.clone()).collect());
        let wants_near = site.is_on_the_web();
        let view = |placed| Glance::of(placed, wants_near);
        site.for_each(Choice::Except(known), view, |name, result| match result {
            // A page of the web that is there in several spellings of its address is one page.
            Ok(glance) if !self.addresses.insert(glance.numbers.0) && glance.is_fetched => tell(name, Ok(())),
            Ok(glance) => {
                survey.add(number, &glance.menu);
                self.add(glance);
                tell(name, Ok(()))
            }
            Err(error) => tell(name, Err(error)),
        });
    }

    fn add(&mut self, glance: Glance) {
        if glance.is_root && self.root.is_none() {
            self.root = Some(self.pages.len());
        }
        let before = self.digest;
        self.digest = Fingerprint::new().number(before).text(&glance.look.name).number(glance.digest).finish();
        self.pages.push(glance.look);
        self.numbers.push(glance.numbers);
        self.kinds.push(glance.kinds);
        self.links.push(glance.links);
        self.near.extend(glance.near);
    }

    /// Whether there are no pages.
    pub(crate) fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Whether one of the pages is the home page.
    pub(crate) fn has_home(&self, site: &Site) -> bool {
        self.root.is_some() || site.home().is_some_and(|home| self.addresses.contains(&address_number(&home)))
    }

    /// What is known by now.
    pub(crate) fn so_far(&self, site: &Site) -> SiteLook {
        self.settled(site, self.pages.clone())
    }

    /// What is known in the end.
    pub(crate) fn whole(mut self, site: &Site) -> SiteLook {
        let pages = std::mem::take(&mut self.pages);
        self.settled(site, pages)
    }

    fn settled(&self, site: &Site, pages: Vec<PageLook>) -> SiteLook {
        let graph = Graph::new(&self.numbers, &self.links, &self.near);
        let home = site.home().and_then(|home| graph.page(&home)).or(self.root);
        let groups = templates(&self.kinds);
        let mut group_of = vec![0; pages.len()];
        for (group, pages) in groups.iter().enumerate() {
            pages.iter().for_each(|&page| group_of[page] = group);
        }
        SiteLook { pages, graph, home, groups, group_of }
    }
}

impl Glance {
    /// Looks at a page. Where it leads within its site is kept only if somebody may fetch it.
    fn of(placed: SitePage, wants_near: bool) -> Glance {
        let SitePage { page, local, .. } = placed;
        let address = page.url.clone().unwrap_or_else(|| page.base_url());
        let is_root = |url: &Url| is_index(url.path().trim_start_matches('/')) && url.query().is_none();
        let links = seen_links(&page, local.as_ref());
        let near = if wants_near { near(&page, &address) } else { Vec::new() };
        Glance {
            is_root: is_root(&address) || local.as_ref().is_some_and(is_root),
            is_fetched: local.is_none(),
            numbers: (address_number(&address), local.as_ref().map_or(0, address_number)),
            menu: PageMenu::of(&page, &menu_links(&page)),
            kinds: kinds(&Reading::of(&page)),
            links,
            near,
            digest: digest(&page.tree),
            look: PageLook { name: page.name, address },
        }
    }
}

/// The addresses of the same host that a page leads to.
fn near(page: &Page, address: &Url) -> Vec<(u64, Url)> {
    let base = page.link_base().unwrap_or_else(|| page.base_url());
    let tree = &page.tree;
    let hrefs = tree.elements().filter(|&node| tree.name(node) == "a").filter_map(|node| tree.attr(node, "href"));
    let urls = hrefs.filter_map(|href| base.join(href.trim()).ok());
    let is_near = |url: &Url| matches!(url.scheme(), "http" | "https") && authority(url) == authority(address);
    urls.filter(is_near).map(|url| (address_number(&url), url)).collect()
}

/// The host and port of an address.
fn authority(url: &Url) -> (&str, Option<u16>) {
    let host = url.host_str().unwrap_or_default();
    (host.strip_prefix("www.").unwrap_or(host), url.port())
}

/// Stands for what a page says and what it is made of.
fn digest(tree: &Tree) -> u64 {
    let mut digest = Fingerprint::new();
    for node in tree.nodes() {
        match tree.kind(node) {
            NodeKind::Text => _ = digest.text(tree.text(node)),
            NodeKind::Element => {
                digest.text(tree.name(node));
                for name in ["href", "class", "id", "itemprop"] {
                    digest.maybe(tree.attr(node, name));
                }
            }
            _ => {}
        }
    }
    digest.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fetch::source::Input;

    #[test]
    fn a_fetched_site_begins_where_its_home_page_leads_and_has_each_page_once() {
        let record = |path: &str, head: &str, body: &str| {
            let block = format!("HTTP/1.1 {head}\r\nContent-Type: text/html\r\n\r\n{body}");
            format!(
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://s.example{path}\r\n\
                 Content-Length: {}\r\n\r\n{block}\r\n\r\n",
                block.len()
            )
        };
        let archive = [
            record("/", "302 Found\r\nLocation: /en/", ""),
            record("/en/index.html", "200 OK", "<h1>Home</h1><a href=a>A</a>"),
            record("/en/a", "200 OK", "<h1>A</h1><a href=/en/>Home</a>"),
            record("/en/", "200 OK", "<h1>Home</h1><a href=a>A</a>"),
            record("/index.html", "200 OK", "<h1>Choose a language</h1><a href=/en/>English</a>"),
        ];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.warc");
        std::fs::write(&path, archive.concat()).unwrap();
        let look = |home: Option<&str>| {
            let site = match home {
                Some(home) => Site::on_the_web(vec![Url::parse(home).unwrap()], path.clone()),
                None => Site::new("s", Input::Warc(path.clone())),
            };
            let mut seen = Seen::default();
            seen.look(&site, 0, &mut Survey::default(), |_, _| ControlFlow::Continue(()));
            seen.whole(&site)
        };
        let home = |look: &SiteLook| look.home.map(|home| look.pages[home].address.path().to_owned());
        let begun = look(Some("http://s.example/"));
        let paths: Vec<&str> = begun.pages.iter().map(|page| page.address.path()).collect();
        assert_eq!(paths, ["/en/", "/en/a", "/index.html"]);
        assert_eq!(home(&begun).as_deref(), Some("/en/"), "where the given address leads");
        assert_eq!(home(&look(Some("http://www.s.example/en"))).as_deref(), Some("/en/"));
        assert_eq!(home(&look(None)).as_deref(), Some("/index.html"));
        assert_eq!(home(&look(Some("http://s.example/away"))).as_deref(), Some("/index.html"));
    }
}
