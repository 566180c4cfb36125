//! The records of a list page, found again by the chain of the element that each begins with, and read like small pages
//! of their own.

use page::{NodeId, NodeKind, Page, Tree};
use rustc_hash::FxHashMap;

use super::places::{BadPlace, Places, Step, lasting_classes, read_names, written_classes, written_names};
use super::reading::Reading;
use crate::regions::Region;

/// Where the records of a list stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordPlace {
    /// The names of the elements around the one that a record begins with, and that element with the classes that all
    /// records have: some records have more.
    pub chain: String,
    /// Whether a record goes on until the next begins, rather than ending with its element.
    pub is_open: bool,
}

impl RecordPlace {
    /// Where most records of a region stand.
    pub fn of(tree: &Tree, region: &Region) -> Option<RecordPlace> {
        let mut groups: Vec<(String, Vec<NodeId>)> = Vec::new();
        let is_open = 2 * region.records.iter().filter(|record| record.nodes.len() > 1).count() > region.records.len();
        let heads = region.records.iter().filter_map(|record| record.nodes.first());
        for &head in heads.filter(|&&head| tree.kind(head) == NodeKind::Element) {
            let names = written_names(tree, head);
            match groups.iter_mut().find(|(known, _)| *known == names) {
                Some((_, heads)) => heads.push(head),
                None => groups.push((names, vec![head])),
            }
        }
        let (names, heads) =
            groups.into_iter().reduce(|best, next| if next.1.len() > best.1.len() { next } else { best })?;
        if 2 * heads.len() <= region.records.len() {
            return None;
        }
        let is_shared = |class: &&str| heads.iter().all(|&head| tree.classes(head).any(|other| other == *class));
        let classes: Vec<&str> = lasting_classes(tree, heads[0]).filter(is_shared).collect();
        Some(RecordPlace { chain: format!("{names}{}", written_classes(classes)), is_open })
    }

    /// Where two records stand, given the elements that they begin with. `None` if those are not of one kind.
    pub fn around(tree: &Tree, one: NodeId, other: NodeId) -> Option<RecordPlace> {
        let is_element = |node| tree.kind(node) == NodeKind::Element;
        if one == other || !is_element(one) || !is_element(other) {
            return None;
        }
        let names = written_names(tree, one);
        let is_shared = |class: &&str| tree.classes(other).any(|known| known == *class);
        let classes: Vec<&str> = lasting_classes(tree, one).filter(is_shared).collect();
        let chain = format!("{names}{}", written_classes(classes));
        (names == written_names(tree, other)).then_some(RecordPlace { chain, is_open: false })
    }

    /// What two pages' places have in common: the same elements, with the classes of both. `None` if they differ.
    pub fn common(&self, other: &RecordPlace) -> Option<RecordPlace> {
        let (own, others) = (self.parts(), other.parts());
        let classes: Vec<&str> = own.1.iter().copied().filter(|class| others.1.contains(class)).collect();
        let chain = std::iter::once(own.0).chain(classes).collect::<Vec<_>>().join(".");
        (own.0 == others.0 && self.is_open == other.is_open).then_some(RecordPlace { chain, is_open: self.is_open })
    }

    /// The names of the elements, and the classes of the last, as they are written.
    fn parts(&self) -> (&str, Vec<&str>) {
        let mut parts = self.chain.split('.');
        (parts.next().unwrap_or_default(), parts.collect())
    }

    /// Makes it ready to find records.
    ///
    /// # Errors
    ///
    /// If the chain cannot be read.
    pub fn finder(&self) -> Result<RecordFinder, BadPlace> {
        let (names, classes) = read_names(&self.chain)?;
        Ok(RecordFinder { names, classes, is_open: self.is_open })
    }
}

/// Finds the records of pages.
#[derive(Clone, Debug)]
pub struct RecordFinder {
    /// The names of the elements, as in [`Places::names`].
    names: u64,
    classes: Vec<String>,
    is_open: bool,
}

impl RecordFinder {
    /// The records of a page, in order.
    pub fn records<'page>(&self, page: &'page Page) -> Vec<Reading<'page>> {
        let tree = &page.tree;
        let leaves = page.leaves();
        let heads = self.heads(tree);
        let record = |(number, &head): (usize, &NodeId)| {
            let around = tree.parent(head)?;
            let next = heads.get(number + 1).copied().filter(|_| self.is_open);
            let end = match next {
                Some(next) if next < tree.end(around) => next,
                _ if self.is_open => tree.end(around),
                _ => tree.end(head),
            };
            let start = leaves.partition_point(|&leaf| leaf < head);
            let length = leaves[start..].partition_point(|&leaf| leaf < end);
            Some(Reading::of_record(page, &leaves[start..start + length], around))
        };
        heads.iter().enumerate().filter_map(record).filter(|reading| !reading.texts.is_empty()).collect()
    }

    /// The elements that records begin with. If most of them stand in one element, that is the list, and others that
    /// happen to look alike are not.
    fn heads(&self, tree: &Tree) -> Vec<NodeId> {
        let mut names: Vec<u64> = vec![0; tree.len()];
        let mut heads: Vec<NodeId> = Vec::new();
        for node in tree.elements() {
            let outer = tree.parent(node).map_or(0, |parent| names[parent.index()]);
            names[node.index()] = Places { names: outer, ..Places::ROOT }.below(&Step::of(tree, node, 0)).names;
            let has = |class: &String| tree.classes(node).any(|other| other == class);
            if names[node.index()] == self.names && self.classes.iter().all(has) {
                heads.push(node);
            }
        }
        let mut counts: FxHashMap<Option<NodeId>, usize> = FxHashMap::default();
        heads.iter().for_each(|&head| *counts.entry(tree.parent(head)).or_default() += 1);
        let main = heads.iter().map(|&head| tree.parent(head)).find(|parent| 2 * counts[parent] > heads.len());
        match main {
            Some(main) => heads.into_iter().filter(|&head| tree.parent(head) == main).collect(),
            None => heads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    #[track_caller]
    fn check(chain: &str, is_open: bool, html: &str, expected: &[&[&str]]) {
        let page = Page::new(Capture::new("p", html));
        let finder = RecordPlace { chain: chain.to_owned(), is_open }.finder().unwrap();
        let records = finder.records(&page);
        let texts: Vec<Vec<&str>> =
            records.iter().map(|record| record.texts.iter().map(|text| text.text.as_str()).collect()).collect();
        assert_eq!(texts, expected);
    }

    #[test]
    fn records_are_found_by_their_first_element() {
        check(
            "html body ul li.hit",
            false,
            "<ul><li class='new hit'>a <b>1</b><li class=hit>b</ul><ul><li class=hit>other</ul><ul><li>menu</ul>",
            &[&["a", "1"], &["b"]],
        );
        check("html body dl dt", true, "<dl><dt>a<dd>1<dd>2<dt>b<dd>3</dl><p>end", &[&["a", "1", "2"], &["b", "3"]]);
    }
}
