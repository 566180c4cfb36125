//! The records of a list page, found again by the chain of the element that each begins with, and read like small pages
//! of their own.

use page::{NodeId, NodeKind, Page, Tree};
use rustc_hash::FxHashMap;

use super::places::{BadPlace, Places, Step, read_chain, written_chain};
use super::reading::Reading;
use crate::regions::Region;

/// Where the records of a list stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordPlace {
    /// The elements around and including the one that a record begins with.
    pub chain: String,
    /// Whether a record goes on until the next begins, rather than ending with its element.
    pub is_open: bool,
}

impl RecordPlace {
    /// Where most records of a region stand.
    pub fn of(tree: &Tree, region: &Region) -> Option<RecordPlace> {
        let heads = region.records.iter().filter_map(|record| record.nodes.first());
        let mut counts: Vec<(RecordPlace, usize)> = Vec::new();
        let is_open = 2 * region.records.iter().filter(|record| record.nodes.len() > 1).count() > region.records.len();
        for &head in heads.filter(|&&head| tree.kind(head) == NodeKind::Element) {
            let place = RecordPlace { chain: written_chain(tree, head, None), is_open };
            match counts.iter_mut().find(|(known, _)| *known == place) {
                Some((_, count)) => *count += 1,
                None => counts.push((place, 1)),
            }
        }
        let most = counts.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        (2 * most.1 > region.records.len()).then_some(most.0)
    }

    /// Makes it ready to find records.
    ///
    /// # Errors
    ///
    /// If the chain cannot be read.
    pub fn finder(&self) -> Result<RecordFinder, BadPlace> {
        Ok(RecordFinder { chain: read_chain(&self.chain)?, is_open: self.is_open })
    }
}

/// Finds the records of pages.
#[derive(Clone, Debug)]
pub struct RecordFinder {
    chain: u64,
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
        let mut chains: Vec<u64> = vec![0; tree.len()];
        let mut heads: Vec<NodeId> = Vec::new();
        for node in tree.elements() {
            let outer = tree.parent(node).map_or(0, |parent| chains[parent.index()]);
            let places = Places { chain: outer, ..Places::ROOT };
            let chain = places.below(&Step::of(tree, node, 0)).chain;
            chains[node.index()] = chain;
            if chain == self.chain {
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
            "html body ul.hits li",
            false,
            "<ul class=hits><li>a <b>1</b><li>b</ul><ul class=hits><li>menu</ul><ul><li>other</ul>",
            &[&["a", "1"], &["b"]],
        );
        check("html body dl dt", true, "<dl><dt>a<dd>1<dd>2<dt>b<dd>3</dl><p>end", &[&["a", "1", "2"], &["b", "3"]]);
    }
}
