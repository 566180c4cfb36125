//! Which label a site uses for which of its pages, and where.

use std::collections::BTreeSet;

use analysis::menus::Area;
use rustc_hash::{FxHashMap, FxHashSet};

use super::address;
use super::survey::{Row, Survey};

/// A label that leads to so many pages, always to the one it stands on, is no name of any. Two may be a section's page
/// and its next.
const SELF_TARGETS: usize = 3;

/// A label such as `more` leads to thousands of pages; so many tell that it names none.
const MOST_TARGETS: usize = 50;

/// How one site uses one label.
#[derive(Debug)]
pub(super) struct Use {
    pub(super) site: usize,
    pub(super) label: usize,
    /// The pages of the site that it leads to, in the order met.
    pub(super) targets: Vec<usize>,
    /// The rows it stands in.
    pub(super) rows: Vec<usize>,
}

/// All uses of labels for pages within the sites.
#[derive(Debug, Default)]
pub(super) struct Uses {
    pub(super) all: Vec<Use>,
    numbers: FxHashMap<(usize, usize), usize>,
    /// The sites on which a label leads elsewhere only, or home.
    pub(super) outside: FxHashMap<usize, Vec<usize>>,
    /// The home page of each site, as a target.
    pub(super) homes: Vec<Option<usize>>,
    /// The host of each site.
    pub(super) hosts: Vec<String>,
}

/// Which words are labels of which sites.
struct Names {
    /// The words of each label.
    words: Vec<String>,
    /// The words of the labels of each site.
    known: FxHashSet<(usize, String)>,
}

impl Names {
    fn of(survey: &Survey) -> Names {
        let words: Vec<String> = survey.labels.iter().map(|label| address::words_of(&label.normal)).collect();
        let mut known = FxHashSet::default();
        for row in &survey.rows {
            known.extend(row.cells.iter().map(|cell| (row.site, words[cell.label].clone())));
        }
        Names { words, known }
    }

    /// Whether a label may be the name of a page: not if the page is titled by another label and not by this one,
    /// whatever its ending there.
    fn may_name(&self, survey: &Survey, label: usize, target: usize) -> bool {
        let Some(page) = survey.targets[target].page else { return true };
        let (own, entry) = (&self.words[label], &survey.pages[page]);
        let is_own = |title: &String| format!(" {title}").contains(&format!(" {own}"));
        let is_other = |title: &String| self.known.contains(&(entry.site, title.clone()));
        entry.titles.iter().chain(&entry.subtitles).any(is_own) || !entry.titles.iter().any(is_other)
    }
}

/// Whether a label leads to whatever page it stands on, as one does that leads to the top of the page.
fn leads_to_itself(survey: &Survey, own: &Use) -> bool {
    let stands_on = |row: &Row, target: usize| {
        survey.targets[target].page.is_some_and(|page| row.pages.binary_search(&(page as u32)).is_ok())
    };
    let rows = own.rows.iter().map(|&row| &survey.rows[row]);
    let cells = rows.flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    let cells = cells.filter(|(row, cell)| cell.label == own.label && stands_on(row, cell.target));
    let selves: BTreeSet<usize> = cells.map(|(_, cell)| cell.target).collect();
    selves.len() >= SELF_TARGETS && selves.len() == own.targets.len()
}

impl Uses {
    /// Gathers the uses of a survey.
    pub(super) fn of(survey: &Survey) -> Uses {
        let homes: Vec<Option<usize>> =
            survey.homes().into_iter().map(|home| home.map(|page| survey.pages[page].target)).collect();
        let host = |home: &Option<usize>| home.map_or_else(String::new, |home| survey.targets[home].host().to_owned());
        let hosts = homes.iter().map(host).collect();
        let mut uses = Uses { homes, hosts, ..Uses::default() };
        let names = Names::of(survey);
        let rare = survey.rare_in_heaps();
        let mut outside = Vec::new();
        for (number, row) in survey.rows.iter().enumerate() {
            for cell in &row.cells {
                if uses.is_outside(survey, cell.target) || uses.is_home(survey, cell.target) {
                    outside.push((cell.label, row.site));
                } else if !rare.contains(&cell.target) && names.may_name(survey, cell.label, cell.target) {
                    uses.note(row.site, cell.label, cell.target, number);
                }
            }
        }
        let kept: Vec<bool> = uses.all.iter().map(|own| !leads_to_itself(survey, own)).collect();
        uses.keep(&kept);
        outside.sort_unstable();
        outside.dedup();
        for (label, site) in outside {
            if uses.number(site, label).is_none() {
                uses.outside.entry(label).or_default().push(site);
            }
        }
        uses
    }

    fn note(&mut self, site: usize, label: usize, target: usize, row: usize) {
        let count = self.all.len();
        let number = *self.numbers.entry((site, label)).or_insert(count);
        if number == count {
            self.all.push(Use { site, label, targets: Vec::new(), rows: Vec::new() });
        }
        let own = &mut self.all[number];
        if own.targets.len() < MOST_TARGETS && !own.targets.contains(&target) {
            own.targets.push(target);
        }
        if own.rows.last() != Some(&row) {
            own.rows.push(row);
        }
    }

    /// Keeps some of the uses.
    pub(super) fn keep(&mut self, kept: &[bool]) {
        let mut kept = kept.iter();
        self.all.retain(|_| kept.next().copied().unwrap_or_default());
        self.numbers = self.all.iter().enumerate().map(|(number, own)| ((own.site, own.label), number)).collect();
    }

    /// The sites that use one of some labels, in order.
    pub(super) fn sites_of(&self, labels: &[usize]) -> Vec<usize> {
        let uses = |&site: &usize| labels.iter().any(|&label| self.number(site, label).is_some());
        (0..self.hosts.len()).filter(uses).collect()
    }

    /// The uses of some labels, by site.
    pub(super) fn of_labels<'uses>(&'uses self, labels: &'uses [usize]) -> impl Iterator<Item = &'uses Use> {
        let numbers = (0..self.hosts.len()).flat_map(|site| labels.iter().map(move |&label| (site, label)));
        numbers.filter_map(|(site, label)| self.number(site, label)).map(|number| &self.all[number])
    }

    /// The use of a label on a site.
    pub(super) fn number(&self, site: usize, label: usize) -> Option<usize> {
        self.numbers.get(&(site, label)).copied()
    }

    /// Whether a target is the home page of its site. A heap of pages does not hold it: it is the root of the host.
    fn is_home(&self, survey: &Survey, target: usize) -> bool {
        let own = &survey.targets[target];
        let is_root = || !own.key.is_empty() && !own.key.contains(['/', '?']);
        if survey.is_heap(own.site) { is_root() } else { self.homes[own.site] == Some(target) }
    }

    /// Whether a target is outside of its site.
    pub(super) fn is_outside(&self, survey: &Survey, target: usize) -> bool {
        let target = &survey.targets[target];
        !address::is_within(target.host(), &self.hosts[target.site])
    }

    /// An address below its site's home page, without a slash before it.
    pub(super) fn relative<'key>(&self, survey: &Survey, site: usize, key: &'key str) -> &'key str {
        let home = self.homes[site].map_or("", |home| &*survey.targets[home].key);
        key.strip_prefix(home).unwrap_or(key).trim_start_matches('/')
    }

    /// Whether all rows of a use stand in the foot of pages.
    pub(super) fn is_footer(&self, survey: &Survey, number: usize) -> bool {
        self.all[number].rows.iter().all(|&row| survey.rows[row].area == Area::Footer)
    }
}
