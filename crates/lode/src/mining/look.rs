//! The first look at the pages of a site: of each page only what is needed to know what it is for is kept.

use std::ops::ControlFlow;

use analysis::menus::menu_links;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::templates::{Kinds, kinds, templates};
use knowledge::taxonomy::{PageMenu, Survey};
use rustc_hash::FxHashSet;
use url::Url;

use super::graph::{Graph, SeenLink, address_number, is_index, seen_links};
use super::site::{Site, SitePage};
use crate::pages::PageError;

/// What is kept of a page.
#[derive(Debug)]
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
}

impl SiteLook {
    /// Looks at all pages of a site, and adds their menus to the survey of all sites.
    pub(crate) fn of(
        site: &Site,
        number: usize,
        survey: &mut Survey,
        mut seen: impl FnMut(&str, Result<(), PageError>) -> ControlFlow<()>,
    ) -> SiteLook {
        let mut look = SiteLook::default();
        let (mut numbers, mut all_kinds, mut links) = (Vec::new(), Vec::new(), Vec::new());
        let (mut addresses, mut root) = (FxHashSet::default(), None);
        site.for_each(None, false, glance, |name, result| match result {
            // A page of the web that is there in several spellings of its address is one page.
            Ok(glance) if !addresses.insert(glance.numbers.0) && glance.is_fetched => seen(name, Ok(())),
            Ok(glance) => {
                survey.add(number, &glance.menu);
                if glance.is_root && root.is_none() {
                    root = Some(look.pages.len());
                }
                look.pages.push(glance.look);
                numbers.push(glance.numbers);
                all_kinds.push(glance.kinds);
                links.push(glance.links);
                seen(name, Ok(()))
            }
            Err(error) => seen(name, Err(error)),
        });
        look.graph = Graph::new(&numbers, &links);
        look.home = site.home().and_then(|home| look.graph.page(&home)).or(root);
        look.groups = templates(&all_kinds);
        look.group_of = vec![0; look.pages.len()];
        for (group, pages) in look.groups.iter().enumerate() {
            pages.iter().for_each(|&page| look.group_of[page] = group);
        }
        look
    }
}

fn glance(placed: SitePage) -> Glance {
    let SitePage { page, local, .. } = placed;
    let address = page.url.clone().unwrap_or_else(|| page.base_url());
    let is_root = |url: &Url| is_index(url.path().trim_start_matches('/')) && url.query().is_none();
    let numbers = (address_number(&address), local.as_ref().map_or(0, address_number));
    Glance {
        is_root: is_root(&address) || local.as_ref().is_some_and(is_root),
        is_fetched: local.is_none(),
        numbers,
        menu: PageMenu::of(&page, &menu_links(&page)),
        kinds: kinds(&Reading::of(&page)),
        links: seen_links(&page, local.as_ref()),
        look: PageLook { name: page.name, address },
    }
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
            let site = Site::new("s", Input::Warc(path.clone()));
            let site = match home {
                Some(home) => site.beginning_at(Url::parse(home).unwrap()),
                None => site,
            };
            SiteLook::of(&site, 0, &mut Survey::default(), |_, _| ControlFlow::Continue(()))
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
