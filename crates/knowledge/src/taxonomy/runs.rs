//! The second pass: what is known of a domain repairs the rows. A list in which most links are labels of concepts is a
//! menu, whatever stands beside its links.

use rustc_hash::FxHashSet;

use super::Taxonomy;
use super::survey::{Run, Survey};

/// A list with fewer labels of concepts is a list.
const LEAST_KNOWN: usize = 3;
/// So large a share of a list's links have labels of concepts if it is a menu.
const KNOWN_SHARE: f64 = 0.5;

impl Survey {
    /// The survey with the lists as rows that are menus by what was mined, if there are such.
    pub(super) fn repaired(&self, taxonomy: &Taxonomy) -> Option<Survey> {
        let known: FxHashSet<usize> = taxonomy.known_labels().filter_map(|(text, _)| self.label_number(text)).collect();
        let is_menu = |run: &Run, length: usize| {
            let labels = run.links.iter().filter_map(|link| self.label_number(&link.text));
            let labels: FxHashSet<usize> = labels.filter(|label| known.contains(label)).collect();
            labels.len() >= LEAST_KNOWN && labels.len() as f64 >= length as f64 * KNOWN_SHARE
        };
        let lists = self.lists.iter().enumerate().filter_map(|(number, list)| {
            let run = list.run.as_deref().filter(|run| is_menu(run, list.targets.len()))?;
            Some((number, run))
        });
        let menus: Vec<(usize, &Run)> = lists.collect();
        if menus.is_empty() {
            return None;
        }
        let mut pages: Vec<Vec<u32>> = vec![Vec::new(); self.lists.len()];
        for (number, page) in self.pages.iter().enumerate() {
            page.lists.iter().for_each(|&list| pages[list as usize].push(number as u32));
        }
        let mut repaired = self.clone();
        menus.iter().for_each(|(number, run)| repaired.add_run(run, &pages[*number]));
        Some(repaired)
    }
}
