//! Instances as OntoMiner extracts them (section 6): two pages of each group are cut into segments and aligned
//! ([`alignment`]); the paths in what is aligned and different are the group's path set; the set whose paths most
//! groups have is the instance template. On each page the leaves on these paths are arranged by their labels
//! ([`labelling`]).
//!
//! The paper says nothing of the name of a thing: here it is what the title of the page says of it. Labels are those of
//! the outline that [`analysis::hierarchy`] finds by default; with the published partition, values are told by the
//! labels of others (on pages of forty sites an F1 of .40 rather than .59; ours has .92).

pub mod alignment;
mod labelling;

use std::collections::{BTreeMap, BTreeSet};

use analysis::Content;
use analysis::segments::{self, segments};
use page::{NodeId, NodeKind, Page, Tree};

use self::alignment::{Leaf, Segment, different_paths};
use super::decoration::is_label;
use super::heading::affixes;
use super::reader::InstancePage;

/// The share of pages from which a text is a frequent label, and is promoted whenever that is possible.
const FREQUENT: f64 = 0.5;

/// The instance template of some groups of pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperTemplate {
    /// The paths of leaves that are told, in order.
    pub paths: BTreeSet<String>,
    /// Labels that are frequent on the pages, without regard to case.
    pub labels: BTreeSet<String>,
    /// The words that nearly all titles begin with and end with: they are no part of names.
    pub title_affixes: (Vec<String>, Vec<String>),
}

impl PaperTemplate {
    /// Learns from groups of pages, of which the first two are compared each. All of them are looked at for labels.
    pub fn learn(groups: &[Vec<&Page>]) -> Option<PaperTemplate> {
        let two = |group: &Vec<&Page>| match group[..] {
            [one, other, ..] => Some(different_paths(&cut(one), &cut(other))),
            _ => None,
        };
        let sets: Vec<BTreeSet<String>> = groups.iter().filter_map(two).filter(|set| !set.is_empty()).collect();
        let paths = most_frequent(&sets)?.clone();
        let pages: Vec<&Page> = groups.iter().flatten().copied().collect();
        let titles: Vec<String> = pages.iter().filter_map(|page| page.title()).collect();
        let title_affixes = affixes(&titles.iter().map(String::as_str).collect::<Vec<&str>>());
        Some(PaperTemplate { labels: frequent_labels(&pages, &paths), paths, title_affixes })
    }

    /// Reads a page.
    pub fn read(&self, page: &Page) -> InstancePage {
        labelling::read(self, page)
    }

    /// Whether a text is a label that many pages have.
    fn is_frequent(&self, text: &str) -> bool {
        self.labels.contains(&bare(text))
    }
}

/// The set whose paths are the most frequent among all sets: a path that most groups have speaks for a set, and one
/// that few have against it. Of equals the first.
fn most_frequent(sets: &[BTreeSet<String>]) -> Option<&BTreeSet<String>> {
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    sets.iter().flatten().for_each(|path| *counts.entry(path).or_default() += 1);
    let speaks = |path: &String| 2 * counts.get(path.as_str()).copied().unwrap_or_default() - sets.len() as i64;
    sets.iter().rev().max_by_key(|set| set.iter().map(speaks).sum::<i64>())
}

/// Texts that may be labels, on the paths of what is told, that many pages have.
fn frequent_labels(pages: &[&Page], paths: &BTreeSet<String>) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for page in pages {
        let texts: BTreeSet<String> = cut(page)
            .iter()
            .flatten()
            .filter(|leaf| paths.contains(&leaf.path) && is_label(leaf.text.trim_end_matches([':', '：', ' '])))
            .map(|leaf| bare(&leaf.text))
            .collect();
        texts.into_iter().for_each(|text| *counts.entry(text).or_default() += 1);
    }
    let least = (FREQUENT * pages.len() as f64).max(2.0);
    counts.into_iter().filter(|(_, count)| *count as f64 >= least).map(|(text, _)| text).collect()
}

/// A label without its colon, whatever its case.
fn bare(text: &str) -> String {
    text.trim_end_matches([':', '：', ' ']).to_lowercase()
}

/// The segments of a page as the paper cuts it.
fn cut(page: &Page) -> Vec<Segment> {
    let content = Content::of(page);
    let config = segments::Config { method: segments::Method::Paper, ..segments::Config::default() };
    let leaf = |leaf: usize| {
        let node = content.leaves()[leaf];
        let is_text = page.tree.kind(node) == NodeKind::Text;
        is_text.then(|| Leaf { text: content.text(leaf), path: path_of(&page.tree, node) })
    };
    segments(&content, &[], &config).into_iter().map(|range| range.filter_map(leaf).collect()).collect()
}

/// The names of the elements from the root to a node.
fn path_of(tree: &Tree, node: NodeId) -> String {
    let mut names: Vec<&str> = tree.ancestors(node).map(|element| tree.name(element)).collect();
    names.reverse();
    names.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    fn pages() -> Vec<Page> {
        let menu = "<ul><li><a>Home</a><li><a>Stays</a><li><a>Food</a><li><a>Shops</a></ul>";
        let page = |name: &str, phone: &str, rooms: &str| {
            let html = format!(
                "<title>{name} - Guide</title>{menu}<div><h1>{name}</h1><p><b>Telephone</b> <i>{phone}</i></p>\
                 <p><b>Rooms</b> <i>{rooms}</i></p></div><div><a>Imprint</a> <a>Contact</a> <a>Help</a></div>"
            );
            Page::new(Capture::new("p", html))
        };
        vec![
            page("Mill Inn", "555 1", "12"),
            page("Ritz", "555 2", "90"),
            page("Grand", "555 3", "40"),
            page("Anchor", "555 4", "7"),
        ]
    }

    #[test]
    fn a_template_is_learnt_from_pairs_and_read_by_labels() {
        let pages = pages();
        let groups: Vec<Vec<&Page>> = pages.chunks(2).map(|two| two.iter().collect()).collect();
        let template = PaperTemplate::learn(&groups).unwrap();
        assert!(!template.paths.iter().any(|path| path.contains("/li")), "{:?}", template.paths);
        let told = template.read(&pages[3]);
        let values = |name: &str| {
            let attribute = told.attributes.iter().find(|attribute| attribute.name == name);
            attribute.map(|told| told.values.iter().map(|value| value.value.as_str()).collect::<Vec<_>>())
        };
        assert_eq!(told.name.as_ref().unwrap().value, "Anchor");
        assert_eq!(values("telephone"), Some(vec!["555 4"]), "{told:?}");
        assert_eq!(values("rooms"), Some(vec!["7"]));
    }

    #[test]
    fn the_set_that_most_groups_have_is_the_template() {
        let set = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect::<BTreeSet<String>>();
        let sets = [set(&["a", "b", "x"]), set(&["a", "b"]), set(&["a", "b", "c"]), set(&["c", "a"])];
        assert_eq!(most_frequent(&sets), Some(&sets[1]));
        assert_eq!(most_frequent(&[]), None);
    }

    #[test]
    fn one_page_alone_teaches_nothing() {
        let pages = pages();
        assert_eq!(PaperTemplate::learn(&[vec![&pages[0]]]), None);
        assert_eq!(PaperTemplate::learn(&[vec![&pages[0], &pages[0]]]), None);
    }
}
