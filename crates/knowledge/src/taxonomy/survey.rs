//! What is kept of the pages of some sites: the rows of their menus, each once, and which pages list what.

use std::hash::{DefaultHasher, Hash, Hasher};

use analysis::menus::{Above, Area};
use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

use super::address;
use super::menu::{MenuList, MenuRow, PageMenu};
use crate::labels::{Language, normal_label};

/// A list with fewer names is no menu that was taken for a list.
const SHORTEST_RUN: usize = 3;
/// Nor is one with more.
const LONGEST_RUN: usize = 60;

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
#[derive(Clone, Debug, Default)]
pub struct Survey {
    pub(super) labels: Vec<Label>,
    pub(super) targets: Vec<Target>,
    pub(super) rows: Vec<Row>,
    pub(super) lists: Vec<List>,
    pub(super) pages: Vec<PageEntry>,
    pub(super) languages: Vec<Language>,
    pub(super) sites: usize,
    /// Sites without a home page.
    heaps: FxHashSet<usize>,
    label_numbers: FxHashMap<String, usize>,
    /// By the numbers of site and key, which are long enough to be told apart by.
    target_numbers: FxHashMap<u64, u32>,
    /// By the numbers of what they hold.
    list_numbers: FxHashMap<u64, u32>,
    row_numbers: FxHashMap<RowKey, usize>,
}

/// A row is known again by its site, what is above it and its links.
type RowKey = (usize, Option<(usize, Option<usize>)>, Vec<(usize, usize)>);

/// A label in its normal form, and how it was written.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub(super) normal: String,
    /// Text, language, site and how often.
    pub(super) written: Vec<Written>,
}

/// One way that a site writes a label.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) language: usize,
    pub(super) site: usize,
    pub(super) times: usize,
}

/// A page that links of one site lead to. Most are listed once or twice and nothing else, so they are kept small.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) site: usize,
    pub(super) key: Box<str>,
    /// Its address, if a menu leads there or it was read.
    pub(super) url: Option<Box<Url>>,
    /// The page itself, if it was read.
    pub(super) page: Option<usize>,
    /// In how many lists it stands.
    pub(super) listings: usize,
}

impl Target {
    /// The host of its address, as hosts are compared.
    pub(super) fn host(&self) -> &str {
        self.key.split(['/', '?']).next().unwrap_or_default()
    }
}

/// A list as it stands on one or more pages of a site.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// Where its links lead; sorted.
    pub(super) targets: Vec<u32>,
    /// The numbers of their names; sorted.
    pub(super) names: Vec<u32>,
    /// A number for its site and the place on its pages where it was first met.
    pub(super) place: u64,
    /// Its links, if it may be a row after all.
    pub(super) run: Option<Box<Run>>,
}

/// A list that may be a row: most of its links are short enough to be names.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) site: usize,
    pub(super) language: usize,
    pub(super) area: Area,
    pub(super) above: Option<Above>,
    pub(super) links: Vec<RunLink>,
}

/// A link of such a list.
#[derive(Clone, Debug)]
pub(super) struct RunLink {
    pub(super) target: u32,
    pub(super) text: Box<str>,
    pub(super) path: Box<str>,
}

/// A row as it stands on one or more pages of a site.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) site: usize,
    pub(super) area: Area,
    pub(super) above: Option<(usize, Option<usize>)>,
    pub(super) cells: Vec<Cell>,
    /// The pages it is on.
    pub(super) pages: Vec<u32>,
}

/// A link of a row.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) label: usize,
    pub(super) target: usize,
    pub(super) text: String,
    pub(super) path: String,
}

/// A page that was read.
#[derive(Clone, Debug)]
pub(super) struct PageEntry {
    pub(super) site: usize,
    pub(super) target: usize,
    /// The parts of its titles, as addresses are compared.
    pub(super) titles: Vec<String>,
    /// The same of the heading that may be the page's or that of its first part.
    pub(super) subtitles: Vec<String>,
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
        let lists = menu.lists.iter().map(|list| self.list(site, language, list)).collect();
        let titles = menu.titles.iter().flat_map(|title| title_parts(title)).collect();
        let subtitles = menu.subtitle.iter().flat_map(|title| title_parts(title)).collect();
        self.pages.push(PageEntry { site, target, titles, subtitles, lists });
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

    fn list(&mut self, site: usize, language: usize, list: &MenuList) -> u32 {
        let in_order: Vec<u32> = list.links.iter().map(|link| self.listed_target(site, &link.url) as u32).collect();
        let mut targets = in_order.clone();
        targets.sort_unstable();
        targets.dedup();
        let count = self.lists.len() as u32;
        let number = *self.list_numbers.entry(hash_of(&targets)).or_insert(count);
        if number == count {
            for &target in &targets {
                self.targets[target as usize].listings += 1;
            }
            let mut names: Vec<u32> = list.links.iter().map(|link| link.name).collect();
            names.sort_unstable();
            names.dedup();
            let run = run(site, language, list, &in_order).map(Box::new);
            self.lists.push(List { targets, names, place: hash_of(&(site, list.place)), run });
        }
        number
    }

    /// Makes a list a row of the pages it is on.
    pub(super) fn add_run(&mut self, run: &Run, pages: &[u32]) {
        let Run { site, language, area, .. } = *run;
        let mut cells = Vec::new();
        for link in &run.links {
            let label = self.label(&link.text, site, language);
            let (text, path) = (link.text.to_string(), link.path.to_string());
            cells.push(Cell { label, target: link.target as usize, text, path });
        }
        let above = run.above.as_ref().map(|above| {
            let label = self.label(&above.text, site, language);
            (label, above.url.as_ref().map(|url| self.target(site, url)))
        });
        self.rows.push(Row { site, area, above, cells, pages: pages.to_vec() });
    }

    /// The number of a label that is known.
    pub(super) fn label_number(&self, text: &str) -> Option<usize> {
        self.label_numbers.get(&normal_label(text)).copied()
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

    /// The number of a page that a menu leads to, or that was read.
    fn target(&mut self, site: usize, url: &Url) -> usize {
        let number = self.listed_target(site, url);
        self.targets[number].url.get_or_insert_with(|| Box::new(url.clone()));
        number
    }

    /// The number of a page that is listed.
    fn listed_target(&mut self, site: usize, url: &Url) -> usize {
        let key = address::key(url);
        let count = self.targets.len() as u32;
        let number = *self.target_numbers.entry(hash_of(&(site, &key))).or_insert(count);
        if number == count {
            self.targets.push(Target { site, key: key.into(), url: None, page: None, listings: 0 });
        }
        number as usize
    }

    fn language(&mut self, language: &Language) -> usize {
        self.languages.iter().position(|known| known == language).unwrap_or_else(|| {
            self.languages.push(language.clone());
            self.languages.len() - 1
        })
    }

    /// A site has no home page: it is a heap of pages, and what links to few of them is no section.
    pub fn set_heap(&mut self, site: usize) {
        self.heaps.insert(site);
    }

    pub(super) fn is_heap(&self, site: usize) -> bool {
        self.heaps.contains(&site)
    }

    /// The targets of heaps that rows of too few pages lead to: boxes of what is alike, not menus.
    pub(super) fn rare_in_heaps(&self) -> FxHashSet<usize> {
        /// A menu of a heap stands on so large a share of its pages, and on so many at least.
        const SHARE: f64 = 0.3;
        const LEAST: usize = 3;
        let mut pages = vec![0; self.sites];
        self.pages.iter().for_each(|page| pages[page.site] += 1);
        let mut spread: FxHashMap<usize, FxHashSet<u32>> = FxHashMap::default();
        for row in self.rows.iter().filter(|row| self.is_heap(row.site)) {
            for cell in &row.cells {
                spread.entry(cell.target).or_default().extend(&row.pages);
            }
        }
        let least = |site: usize| ((pages[site] as f64 * SHARE).ceil() as usize).max(LEAST);
        let is_rare = |(target, on): &(usize, FxHashSet<u32>)| on.len() < least(self.targets[*target].site);
        spread.into_iter().filter(is_rare).map(|(target, _)| target).collect()
    }

    /// The home page of each site: the one with the shortest address.
    pub(super) fn homes(&self) -> Vec<Option<usize>> {
        let depth = |page: usize| {
            let key = &self.targets[self.pages[page].target].key;
            // A saved page that does not say where it belongs would be the shortest, and all others outside of its
            // site.
            (key.starts_with('/') || key.is_empty(), key.matches(['/', '?']).count(), key.len(), page)
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

/// A number by which things are known again.
fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A list as a row, if enough of its links may be names.
fn run(site: usize, language: usize, list: &MenuList, targets: &[u32]) -> Option<Run> {
    let named = list.links.iter().zip(targets).filter_map(|(link, &target)| {
        let (text, path) = link.label.as_ref()?;
        Some(RunLink { target, text: text.as_str().into(), path: path.as_str().into() })
    });
    let links: Vec<RunLink> = named.take(LONGEST_RUN).collect();
    let is_run = list.area != Area::Trail && links.len() >= SHORTEST_RUN && links.len() * 2 >= list.links.len();
    is_run.then(|| Run { site, language, area: list.area, above: list.above.clone(), links })
}
