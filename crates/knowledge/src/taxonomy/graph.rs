//! Which pages lead to which: what a page lists of its own, and the ways that pages show back to the home page.
//!
//! What is listed together is of one kind (co-citation), and pages that lead to each other are neighbours
//! (reciprocity); what is left leads downwards. The shares that tell "most" and "some" are set by hand: a half, a
//! quarter, and for menus that lack a link or two somewhat more than a half.

use std::collections::BTreeSet;

use analysis::menus::Area;
use rustc_hash::{FxHashMap, FxHashSet};

use super::survey::{List, Row, Survey, Target};
use super::uses::Uses;

/// What is linked on a larger share of a site's pages belongs to none of them.
const EVERYWHERE: f64 = 0.5;
/// A row with so large a share of the links of a home page's row is that row.
const COVERED: f64 = 0.6;
/// At least so large a share of what a section's page shows besides menus is its own.
const OWN_SHARE: f64 = 0.25;
/// So many of the pages that a page leads to tell whether they are its peers.
const MOST_PEERS: usize = 40;
/// What a place lists has at least so many links on a page.
const LEAST_LISTED: usize = 3;
/// A way to a page has no more steps.
const LONGEST_TRAIL: usize = 7;

/// The links between the pages of some sites.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// For each page that was read, how many pages it leads to that are its own.
    pub(super) children: Vec<usize>,
    /// For each site, the most that one of its pages leads to, apart from the home page.
    pub(super) most: Vec<usize>,
    /// For each row, whether it is the way to the pages it is on.
    pub(super) trails: Vec<bool>,
    /// The number of pages read of each site.
    pub(super) pages: Vec<usize>,
}

impl Graph {
    /// Follows all links of a survey.
    pub(super) fn of(survey: &Survey, uses: &Uses) -> Graph {
        let menus = home_rows(survey, uses);
        let trails = trails(survey, uses, &menus);
        let mut pages = vec![0; survey.sites];
        survey.pages.iter().for_each(|page| pages[page.site] += 1);
        let common = common(survey, uses, &trails, &pages);
        // A row of links that are everywhere is a menu of the site, even if it lacks the page it stands on.
        let is_menu = |row: &Row| {
            let is_other = |target: usize| common[target] || uses.is_outside(survey, target);
            let others = row.cells.iter().filter(|cell| is_other(cell.target)).count();
            others * 2 > row.cells.len() && menus[row.site].iter().any(|menu| covers(row, menu))
        };
        let menu_rows: Vec<bool> = survey.rows.iter().map(is_menu).collect();
        let links = links(survey, uses, |number, _| !trails[number] && !menu_rows[number]);
        let groups = groups(survey, |number| !trails[number]);
        let own = Neighbours { survey, common: &common, links: &links, groups: &groups }.own_links();
        let submenus = submenus(survey, uses);
        let count = |page: usize| {
            let below = submenus.get(&survey.pages[page].target).copied().unwrap_or_default();
            // What only leads around among pages of its kind is no section.
            let is_little = (own[page].len() as f64) < links[page].len() as f64 * OWN_SHARE;
            let count =
                if is_little || is_network(survey, &own, page) { own[page].len().min(1) } else { own[page].len() };
            count.max(below)
        };
        let children: Vec<usize> = (0..survey.pages.len()).map(count).collect();
        let mut most = vec![0; survey.sites];
        for (page, &count) in survey.pages.iter().zip(&children) {
            if uses.homes[page.site] != Some(page.target) {
                most[page.site] = most[page.site].max(count);
            }
        }
        Graph { children, most, trails, pages }
    }
}

/// For each target, whether it is linked on a large share of its site's pages.
fn common(survey: &Survey, uses: &Uses, trails: &[bool], pages: &[usize]) -> Vec<bool> {
    let mut spread = vec![0; survey.targets.len()];
    for &target in links(survey, uses, |number, _| !trails[number]).iter().flatten() {
        spread[target as usize] += 1;
    }
    let is_common =
        |(target, &spread): (&Target, &usize)| spread > 1 && spread as f64 >= pages[target.site] as f64 * EVERYWHERE;
    survey.targets.iter().zip(&spread).map(is_common).collect()
}

/// What tells the pages below a page from those beside it.
struct Neighbours<'survey> {
    survey: &'survey Survey,
    common: &'survey [bool],
    links: &'survey [Vec<u32>],
    groups: &'survey [Vec<u32>],
}

impl Neighbours<'_> {
    /// For each page, the links that lead to pages of its own; sorted.
    fn own_links(&self) -> Vec<Vec<u32>> {
        let own = |page: usize| self.links[page].iter().copied().filter(|&target| self.is_own(page, target)).collect();
        (0..self.survey.pages.len()).map(own).collect()
    }

    /// Whether a page that another leads to is below it rather than beside it, above it or everywhere.
    fn is_own(&self, page: usize, target: u32) -> bool {
        let entry = &self.survey.pages[page];
        let is_common = self.common[entry.target];
        // What is shown everywhere belongs to this page only if that is a part of the menus too.
        let holds = |&list: &u32| self.survey.lists[list as usize].targets.binary_search(&target).is_ok();
        if self.common[target as usize] && !is_common && !entry.lists.iter().any(holds) {
            return false;
        }
        // What is listed together is of one kind.
        let (ours, theirs) = (&self.groups[entry.target], &self.groups[target as usize]);
        // The few are looked for among the many: some pages stand in thousands of lists.
        let (few, many) = if ours.len() < theirs.len() { (ours, theirs) } else { (theirs, ours) };
        if few.iter().any(|group| many.binary_search(group).is_ok()) {
            return false;
        }
        // Pages that lead to each other are neighbours, unless all pages lead there or one has far more to show.
        let leads_back = |other: usize| {
            let (ours, theirs) = (&self.links[page], &self.links[other]);
            !is_common && theirs.len() * 2 >= ours.len() && theirs.binary_search(&(entry.target as u32)).is_ok()
        };
        !self.survey.targets[target as usize].page.is_some_and(leads_back)
    }
}

/// Whether most pages that a page leads to lead to about as many, and to some of the same.
fn is_network(survey: &Survey, own: &[Vec<u32>], page: usize) -> bool {
    let ours = &own[page];
    let read = ours.iter().filter_map(|&target| survey.targets[target as usize].page);
    let read: Vec<usize> = read.take(MOST_PEERS).collect();
    let is_peer = |&&other: &&usize| {
        let theirs = &own[other];
        theirs.len() * 2 >= ours.len() && theirs.iter().any(|target| ours.binary_search(target).is_ok())
    };
    read.len() > 2 && read.iter().filter(is_peer).count() * 2 > read.len()
}

/// For each target that unfolds into a menu, how many links that has.
fn submenus(survey: &Survey, uses: &Uses) -> FxHashMap<usize, usize> {
    let mut submenus = FxHashMap::default();
    for row in survey.rows.iter().filter(|row| matches!(row.area, Area::Header | Area::Menu | Area::Main)) {
        let Some((_, Some(head))) = row.above else { continue };
        let within = row.cells.iter().filter(|cell| !uses.is_outside(survey, cell.target)).count();
        let most: &mut usize = submenus.entry(head).or_default();
        *most = within.max(*most);
    }
    submenus
}

/// For each target, the rows and lists that it stands in, and the places of lists: what page after page lists in one
/// place is of one kind, though no page lists all of it. Sorted.
fn groups(survey: &Survey, counts: impl Fn(usize) -> bool) -> Vec<Vec<u32>> {
    let mut groups: Vec<Vec<u32>> = vec![Vec::new(); survey.targets.len()];
    for (number, row) in survey.rows.iter().enumerate().filter(|(number, _)| counts(*number)) {
        row.cells.iter().for_each(|cell| groups[cell.target].push(number as u32));
    }
    for (number, list) in survey.lists.iter().enumerate() {
        let number = (survey.rows.len() + number) as u32;
        list.targets.iter().for_each(|&target| groups[target as usize].push(number));
    }
    let mut places: FxHashMap<u64, Vec<&List>> = FxHashMap::default();
    for list in survey.lists.iter().filter(|list| list.targets.len() >= LEAST_LISTED) {
        places.entry(list.place).or_default().push(list);
    }
    for (number, lists) in places.into_values().enumerate() {
        let number = (survey.rows.len() + survey.lists.len() + number) as u32;
        lists.iter().flat_map(|list| &list.targets).for_each(|&target| groups[target as usize].push(number));
    }
    groups.iter_mut().for_each(|groups| groups.dedup());
    groups
}

/// For each page, where it leads within its site by its lists and by some of its rows, but for itself; sorted.
fn links(survey: &Survey, uses: &Uses, counts: impl Fn(usize, &Row) -> bool) -> Vec<Vec<u32>> {
    let listed =
        |lists: &Vec<u32>| lists.iter().flat_map(|&list| survey.lists[list as usize].targets.iter().copied()).collect();
    let mut links: Vec<Vec<u32>> = survey.pages.iter().map(|page| listed(&page.lists)).collect();
    for (_, row) in survey.rows.iter().enumerate().filter(|(number, row)| counts(*number, row)) {
        for &page in &row.pages {
            links[page as usize].extend(row.cells.iter().map(|cell| cell.target as u32));
        }
    }
    for (page, links) in survey.pages.iter().zip(&mut links) {
        let is_left_out = |target: usize| {
            target == page.target || uses.homes[page.site] == Some(target) || uses.is_outside(survey, target)
        };
        links.retain(|&target| !is_left_out(target as usize));
        links.sort_unstable();
        links.dedup();
    }
    links
}

/// The rows of each home page, by where they lead.
fn home_rows(survey: &Survey, uses: &Uses) -> Vec<Vec<FxHashSet<usize>>> {
    let mut menus: Vec<Vec<FxHashSet<usize>>> = vec![Vec::new(); survey.sites];
    let home_page = |site: usize| uses.homes[site].and_then(|home| survey.targets[home].page);
    for row in &survey.rows {
        if home_page(row.site).is_some_and(|home| row.pages.contains(&(home as u32))) {
            menus[row.site].push(row.cells.iter().map(|cell| cell.target).collect());
        }
    }
    menus
}

/// Whether a row holds most of what a row of the home page holds.
fn covers(row: &Row, menu: &FxHashSet<usize>) -> bool {
    if (row.cells.len() as f64) < menu.len() as f64 * COVERED {
        return false;
    }
    let own: FxHashSet<usize> =
        row.cells.iter().map(|cell| cell.target).filter(|target| menu.contains(target)).collect();
    own.len() as f64 >= menu.len() as f64 * COVERED
}

/// Which rows are ways to pages: they say so, or they begin at the home page and are no menu of it.
fn trails(survey: &Survey, uses: &Uses, menus: &[Vec<FxHashSet<usize>>]) -> Vec<bool> {
    let is_trail = |row: &Row| {
        if row.area == Area::Trail {
            return true;
        }
        let starts = row.cells.first().is_some_and(|cell| uses.homes[row.site] == Some(cell.target));
        if !starts || row.cells.len() > LONGEST_TRAIL || row.area == Area::Footer {
            return false;
        }
        let own: BTreeSet<usize> = row.cells.iter().map(|cell| cell.target).collect();
        // A menu of the home page may lack the link to the page it stands on.
        !menus[row.site].iter().any(|menu| {
            own.iter().filter(|target| !menu.contains(target)).count() <= 1
                && menu.iter().filter(|target| !own.contains(target)).count() <= 1
        })
    };
    survey.rows.iter().map(is_trail).collect()
}
