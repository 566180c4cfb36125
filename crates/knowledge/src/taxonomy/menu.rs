//! What one page says about the parts of its site.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use analysis::menus::{Above, Area, MenuLinks, is_name};
use analysis::wrappers::places::{read_chain, written_chain};
use page::Page;
use rustc_hash::FxHashMap;
use url::{Position, Url};

use super::address;
use crate::labels::Language;

/// No more characters of a page's texts than this tell its language.
const LANGUAGE_TEXT: usize = 4_000;

/// What one page says about the parts of its site: a small value of its own, so that the page can be forgotten.
#[derive(Clone, Debug, Default)]
pub struct PageMenu {
    /// The page's address, if it is known.
    pub address: Option<Url>,
    /// Its language.
    pub language: Language,
    /// Its title and its main heading.
    pub titles: Vec<String>,
    /// The heading after that, which may be the page's or that of its first part.
    pub subtitle: Option<String>,
    /// Its rows of links that may name sections.
    pub rows: Vec<MenuRow>,
    /// Its other links, list by list.
    pub lists: Vec<MenuList>,
}

/// A list of links that do not look like names of sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuList {
    /// The part of the page it stands in.
    pub area: Area,
    /// What stands above it.
    pub above: Option<Above>,
    /// A number for the elements around its links; the same for lists of one template.
    pub place: u64,
    /// Its links, in order.
    pub links: Vec<ListLink>,
}

/// A link of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListLink {
    /// Where it leads.
    pub url: Url,
    /// A number for what it says; the same things have the same on all sites.
    pub name: u32,
    /// Its text and the path of its node, if it may be a name after all.
    pub label: Option<(String, String)>,
}

/// A row of links that may name sections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuRow {
    /// The part of the page it stands in.
    pub area: Area,
    /// What stands above it.
    pub above: Option<Above>,
    /// Its links, in order.
    pub links: Vec<RowLink>,
}

/// A link of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowLink {
    /// Its text.
    pub label: String,
    /// Where it leads.
    pub url: Url,
    /// The path of its node.
    pub path: String,
}

impl PageMenu {
    /// What a page says, given its links: those of its tree, and others that a script would have made if there are
    /// such.
    pub fn of(page: &Page, links: &MenuLinks) -> PageMenu {
        let mut rows: Vec<MenuRow> = Vec::new();
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        for link in &links.links {
            let number = *numbers.entry(link.row).or_insert(rows.len());
            if number == rows.len() {
                rows.push(MenuRow { area: link.area, above: link.above.clone(), links: Vec::new() });
            }
            let path = page.tree.path(link.node);
            rows[number].links.push(RowLink { label: link.label.clone(), url: link.url.clone(), path });
        }
        let tree = &page.tree;
        let headings = tree.elements().filter(|&id| matches!(tree.name(id), "h1" | "h2"));
        let mut headings = headings.map(|id| page::visible_text(tree, id));
        let titles: Vec<String> = page.title().into_iter().chain(headings.next()).collect();
        let subtitle = headings.next();
        let mut text = titles.first().cloned().unwrap_or_default();
        for link in &links.links {
            if text.len() < LANGUAGE_TEXT {
                text.push_str(". ");
                text.push_str(&link.label);
            }
        }
        let heads = links.list_heads.iter().cloned();
        let mut lists: Vec<MenuList> =
            heads.map(|above| MenuList { area: Area::Main, above, place: 0, links: Vec::new() }).collect();
        for link in &links.listed {
            let Some(list) = lists.get_mut(link.list) else { continue };
            list.area = link.area;
            if list.links.is_empty() {
                list.place = read_chain(&written_chain(tree, link.node, None, None)).unwrap_or_default();
            }
            let label = is_name(&link.label).then(|| (link.label.clone(), page.tree.path(link.node)));
            list.links.push(ListLink { url: link.url.clone(), name: name_number(&link.label), label });
        }
        let tag = page.tree.attr(page.tree.html(), "lang");
        let mut menu = PageMenu {
            address: page.url.clone().or_else(|| page.link_base()),
            language: Language::of(tag, &text),
            titles,
            subtitle,
            rows,
            lists,
        };
        menu.settle();
        menu
    }

    /// A saved page that does not say where it belongs belongs to where most of its links lead.
    fn settle(&mut self) {
        if self.address.as_ref().is_none_or(|address| address.scheme() != "file") {
            return;
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut all = 0;
        self.each_url(&mut |url| {
            all += 1;
            if url.has_host() {
                *counts.entry(url.origin().ascii_serialization()).or_default() += 1;
            }
        });
        let most = counts.into_iter().max_by_key(|(_, count)| *count).filter(|(_, count)| count * 2 > all);
        let Some(origin) = most.and_then(|(origin, _)| Url::parse(&origin).ok()) else { return };
        let move_there = |url: &mut Url| {
            if url.scheme() == "file"
                && let Ok(moved) = origin.join(&url[Position::BeforePath..])
            {
                *url = moved;
            }
        };
        self.address.as_mut().into_iter().for_each(move_there);
        self.each_url(&mut |url| move_there(url));
    }

    fn each_url(&mut self, act: &mut dyn FnMut(&mut Url)) {
        for row in &mut self.rows {
            row.links.iter_mut().for_each(|link| act(&mut link.url));
            row.above.iter_mut().filter_map(|above| above.url.as_mut()).for_each(&mut *act);
        }
        for list in &mut self.lists {
            list.links.iter_mut().for_each(|link| act(&mut link.url));
            list.above.iter_mut().filter_map(|above| above.url.as_mut()).for_each(&mut *act);
        }
    }
}

/// A number for a name: names with the same words have the same.
fn name_number(text: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    address::words_of(text).hash(&mut hasher);
    (hasher.finish() >> 32) as u32
}

#[cfg(test)]
mod tests {
    use page::Capture;

    use super::*;

    #[test]
    fn a_page_that_does_not_say_where_it_belongs_belongs_where_its_links_lead() {
        let address = |html: &str| {
            let mut page = Page::new(Capture::new("index.html", html));
            page.url = Url::parse("file:///index.html").ok();
            let menu = PageMenu::of(&page, &analysis::menus::menu_links(&page));
            let links =
                menu.rows.iter().flat_map(|row| &row.links).map(|link| link.url.to_string()).collect::<Vec<_>>();
            (menu.address.map(|address| address.to_string()).unwrap_or_default(), links)
        };
        let there = "<ul><li><a href='https://a.example/x'>X</a><li><a href='https://a.example/y'>Y</a>\
                     <li><a href=/z>Z</a></ul>";
        let links = ["https://a.example/x", "https://a.example/y", "https://a.example/z"].map(str::to_owned).to_vec();
        assert_eq!(address(there), ("https://a.example/index.html".to_owned(), links));
        let here = "<ul><li><a href=/x>X</a><li><a href=/y>Y</a><li><a href='https://b.example/'>B</a></ul>";
        assert_eq!(address(here).0, "file:///index.html");
    }
}
