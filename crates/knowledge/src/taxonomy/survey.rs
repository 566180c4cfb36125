//! What is kept of the pages of some sites: the rows of their menus, each once, and which pages list what.

use analysis::menus::{Above, Area, MenuLinks};
use page::Page;
use rustc_hash::FxHashMap;
use url::Url;

use super::address;
use crate::labels::{Language, normal_label};

/// No more characters of a page's texts than this tell its language.
const LANGUAGE_TEXT: usize = 4_000;

/// So many headings may be the page's title.
const MOST_TITLES: usize = 2;

/// What one page says about the parts of its site: a small value of its own, so that the page can be forgotten.
#[derive(Clone, Debug, Default)]
pub struct PageMenu {
    /// The page's address, if it is known.
    pub address: Option<Url>,
    /// Its language.
    pub language: Language,
    /// Its title and its main headings.
    pub titles: Vec<String>,
    /// Its rows of links that may name sections.
    pub rows: Vec<MenuRow>,
    /// Where its other links lead, list by list.
    pub lists: Vec<Vec<Url>>,
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
        let headings = headings.take(MOST_TITLES).map(|id| page::visible_text(tree, id));
        let titles: Vec<String> = page.title().into_iter().chain(headings).collect();
        let mut text = titles.first().cloned().unwrap_or_default();
        for link in &links.links {
            if text.len() < LANGUAGE_TEXT {
                text.push_str(". ");
                text.push_str(&link.label);
            }
        }
        let mut lists: Vec<Vec<Url>> = Vec::new();
        for link in &links.listed {
            if link.list >= lists.len() {
                lists.resize(link.list + 1, Vec::new());
            }
            lists[link.list].push(link.url.clone());
        }
        let tag = page.tree.attr(page.tree.html(), "lang");
        PageMenu {
            address: page.url.clone().or_else(|| page.link_base()),
            language: Language::of(tag, &text),
            titles,
            rows,
            lists,
        }
    }
}

/// The parts of a title, and the whole. Dashes and colons within words divide nothing.
fn title_parts(title: &str) -> Vec<String> {
    let mut parts = vec![Vec::new()];
    for word in title.split_whitespace() {
        let is_sign = word.chars().all(|character| !character.is_alphanumeric());
        if !is_sign {
            parts.last_mut().into_iter().for_each(|part| part.push(word));
        }
        if is_sign || word.ends_with([':', '|', '·', '»', '›']) {
            parts.push(Vec::new());
        }
    }
    let parts = parts.iter().map(|part| address::words_of(&part.join(" "))).chain([address::words_of(title)]);
    parts.filter(|part| !part.is_empty()).collect()
}

/// The pages of some sites, as far as menus go.
#[derive(Debug, Default)]
pub struct Survey {
    pub(super) labels: Vec<Label>,
    pub(super) targets: Vec<Target>,
    pub(super) rows: Vec<Row>,
    pub(super) lists: Vec<Vec<u32>>,
    pub(super) pages: Vec<PageEntry>,
    pub(super) languages: Vec<Language>,
    pub(super) sites: usize,
    label_numbers: FxHashMap<String, usize>,
    target_numbers: FxHashMap<(usize, String), usize>,
    list_numbers: FxHashMap<Vec<u32>, u32>,
    row_numbers: FxHashMap<RowKey, usize>,
}

/// A row is known again by its site, what is above it and its links.
type RowKey = (usize, Option<(usize, Option<usize>)>, Vec<(usize, usize)>);

/// A label in its normal form, and how it was written.
#[derive(Debug)]
pub(super) struct Label {
    pub(super) normal: String,
    /// Text, language, site and how often.
    pub(super) written: Vec<Written>,
}

/// One way that a site writes a label.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) language: usize,
    pub(super) site: usize,
    pub(super) times: usize,
}

/// A page that links of one site lead to.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) site: usize,
    pub(super) url: Url,
    pub(super) key: String,
    /// The page itself, if it was read.
    pub(super) page: Option<usize>,
    /// In how many lists it stands.
    pub(super) listings: usize,
}

/// A row as it stands on one or more pages of a site.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) site: usize,
    pub(super) area: Area,
    pub(super) above: Option<(usize, Option<usize>)>,
    pub(super) cells: Vec<Cell>,
    /// The pages it is on.
    pub(super) pages: Vec<u32>,
}

/// A link of a row.
#[derive(Debug)]
pub(super) struct Cell {
    pub(super) label: usize,
    pub(super) target: usize,
    pub(super) text: String,
    pub(super) path: String,
}

/// A page that was read.
#[derive(Debug)]
pub(super) struct PageEntry {
    pub(super) site: usize,
    pub(super) target: usize,
    /// The parts of its titles, as addresses are compared.
    pub(super) titles: Vec<String>,
    /// The lists on it.
    pub(super) lists: Vec<u32>,
}

impl Survey {
    /// Adds a page of a site. A page whose address is not known, or that is known already, says nothing.
    pub fn add(&mut self, site: usize, menu: &PageMenu) {
        let Some(address) = &menu.address else { return };
        self.sites = self.sites.max(site + 1);
        let target = self.target(site, address);
        if self.targets[target].page.is_some() {
            return;
        }
        let page = self.pages.len();
        self.targets[target].page = Some(page);
        let language = self.language(&menu.language);
        for row in &menu.rows {
            self.add_row(site, page, language, row);
        }
        let lists = menu.lists.iter().map(|list| self.list(site, list)).collect();
        let titles = menu.titles.iter().flat_map(|title| title_parts(title)).collect();
        self.pages.push(PageEntry { site, target, titles, lists });
    }

    fn add_row(&mut self, site: usize, page: usize, language: usize, row: &MenuRow) {
        let mut cells = Vec::new();
        for link in &row.links {
            let label = self.label(&link.label, site, language);
            let target = self.target(site, &link.url);
            cells.push(Cell { label, target, text: link.label.clone(), path: link.path.clone() });
        }
        let above = row.above.as_ref().map(|above| {
            let label = self.label(&above.text, site, language);
            (label, above.url.as_ref().map(|url| self.target(site, url)))
        });
        let row_key = (site, above, cells.iter().map(|cell| (cell.label, cell.target)).collect());
        let number = *self.row_numbers.entry(row_key).or_insert(self.rows.len());
        if number == self.rows.len() {
            self.rows.push(Row { site, area: row.area, above, cells, pages: Vec::new() });
        }
        self.rows[number].pages.push(page as u32);
    }

    fn list(&mut self, site: usize, list: &[Url]) -> u32 {
        let mut targets: Vec<u32> = list.iter().map(|url| self.target(site, url) as u32).collect();
        targets.sort_unstable();
        targets.dedup();
        let count = self.lists.len() as u32;
        let number = *self.list_numbers.entry(targets.clone()).or_insert(count);
        if number == count {
            for &target in &targets {
                self.targets[target as usize].listings += 1;
            }
            self.lists.push(targets);
        }
        number
    }

    fn label(&mut self, text: &str, site: usize, language: usize) -> usize {
        let normal = normal_label(text);
        let number = *self.label_numbers.entry(normal.clone()).or_insert(self.labels.len());
        if number == self.labels.len() {
            self.labels.push(Label { normal, written: Vec::new() });
        }
        let written = &mut self.labels[number].written;
        match written.iter_mut().find(|way| way.site == site && way.language == language && way.text == text) {
            Some(way) => way.times += 1,
            None => written.push(Written { text: text.to_owned(), language, site, times: 1 }),
        }
        number
    }

    fn target(&mut self, site: usize, url: &Url) -> usize {
        let key = address::key(url);
        let number = *self.target_numbers.entry((site, key.clone())).or_insert(self.targets.len());
        if number == self.targets.len() {
            self.targets.push(Target { site, url: url.clone(), key, page: None, listings: 0 });
        }
        number
    }

    fn language(&mut self, language: &Language) -> usize {
        self.languages.iter().position(|known| known == language).unwrap_or_else(|| {
            self.languages.push(language.clone());
            self.languages.len() - 1
        })
    }

    /// The home page of each site: the one with the shortest address.
    pub(super) fn homes(&self) -> Vec<Option<usize>> {
        let depth = |page: usize| {
            let key = &self.targets[self.pages[page].target].key;
            (key.matches(['/', '?']).count(), key.len(), page)
        };
        let mut homes: Vec<Option<usize>> = vec![None; self.sites];
        for page in 0..self.pages.len() {
            let home = &mut homes[self.pages[page].site];
            if home.is_none_or(|home| depth(page) < depth(home)) {
                *home = Some(page);
            }
        }
        homes
    }
}
