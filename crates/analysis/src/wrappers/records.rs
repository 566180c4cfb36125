//! The records of a list page, found again by the chain of the element that each begins with, and read like small pages
//! of their own.

use page::{NodeId, NodeKind, Page, Tree, leaves_below};
use rustc_hash::FxHashMap;

use super::places::{
    ANYWHERE, BadPlace, Places, Step, escaped, lasting_classes, read_names, written_classes, written_names,
};
use super::reading::Reading;
use crate::regions::Region;

/// Where the records of a list stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordPlace {
    /// The names of the elements around the one that a record begins with, and that element with the classes that all
    /// records have: some records have more. If it begins with [`ANYWHERE`], only that element counts: its classes say
    /// what it is, wherever it stands.
    pub chain: String,
    /// Whether a record goes on until the next begins, rather than ending with its element.
    pub is_open: bool,
}

impl RecordPlace {
    /// Where most records of a region stand.
    pub fn of(tree: &Tree, region: &Region) -> Option<RecordPlace> {
        let is_open = 2 * region.records.iter().filter(|record| record.nodes.len() > 1).count() > region.records.len();
        let heads = region.records.iter().filter_map(|record| record.nodes.first().copied());
        let heads: Vec<NodeId> = heads.filter(|&head| tree.kind(head) == NodeKind::Element).collect();
        let mut groups: Vec<(String, Vec<NodeId>)> = Vec::new();
        for &head in &heads {
            let names = written_names(tree, head);
            match groups.iter_mut().find(|(known, _)| *known == names) {
                Some((_, heads)) => heads.push(head),
                None => groups.push((names, vec![head])),
            }
        }
        let (names, most) =
            groups.into_iter().reduce(|best, next| if next.1.len() > best.1.len() { next } else { best })?;
        let count = region.records.len();
        // Records at several depths are told by their classes, if those are theirs alone.
        if 10 * most.len() < 9 * count
            && let Some(place) = RecordPlace::anywhere(tree, &heads, count)
        {
            return Some(RecordPlace { is_open, ..place });
        }
        let classes = shared_classes(tree, &most);
        let place = RecordPlace { chain: format!("{names}{}", written_classes(classes)), is_open };
        (2 * most.len() > count).then_some(place)
    }

    /// Where two records stand, given the elements that they begin with. `None` if those are not of one kind.
    pub fn around(tree: &Tree, one: NodeId, other: NodeId) -> Option<RecordPlace> {
        let is_element = |node| tree.kind(node) == NodeKind::Element;
        if one == other || !is_element(one) || !is_element(other) {
            return None;
        }
        let names = written_names(tree, one);
        let chain = format!("{names}{}", written_classes(shared_classes(tree, &[one, other])));
        (names == written_names(tree, other)).then_some(RecordPlace { chain, is_open: false })
    }

    /// Where records stand that have only their classes in common, given the elements that they begin with. `None` if
    /// they have none, or if many other elements have them too.
    pub fn anywhere(tree: &Tree, heads: &[NodeId], records: usize) -> Option<RecordPlace> {
        let first = *heads.first()?;
        let name = tree.name(first);
        let is_same = |&&head: &&NodeId| tree.kind(head) == NodeKind::Element && tree.name(head) == name;
        let alike: Vec<NodeId> = heads.iter().filter(is_same).copied().collect();
        let classes = shared_classes(tree, &alike);
        if classes.is_empty() || 10 * alike.len() < 9 * heads.len() {
            return None;
        }
        let has_all = |&node: &NodeId| classes.iter().all(|class| tree.classes(node).any(|other| other == *class));
        let others = tree.elements().filter(|&node| tree.name(node) == name).filter(has_all).count();
        let link = format!("{}{}", escaped(name), written_classes(classes.clone()));
        let place = RecordPlace { chain: format!("{ANYWHERE} {link}"), is_open: false };
        (2 * others <= 3 * records).then_some(place)
    }

    /// Where records stand, given the elements that they begin with, which stand in elements of the same names.
    pub fn of_heads(tree: &Tree, heads: &[NodeId]) -> Option<RecordPlace> {
        let names = written_names(tree, *heads.first()?);
        let classes = shared_classes(tree, heads);
        Some(RecordPlace { chain: format!("{names}{}", written_classes(classes)), is_open: false })
    }

    /// The same for records that go on until the next begins.
    pub fn open(self) -> RecordPlace {
        RecordPlace { is_open: true, ..self }
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
        let anywhere = self.chain.strip_prefix(ANYWHERE);
        let (names, classes) = read_names(anywhere.unwrap_or(&self.chain))?;
        Ok(RecordFinder { names, classes, is_open: self.is_open, is_anywhere: anywhere.is_some() })
    }
}

/// The lasting classes that all of some elements have.
fn shared_classes<'a>(tree: &'a Tree, elements: &[NodeId]) -> Vec<&'a str> {
    let is_shared = |class: &&str| elements.iter().all(|&other| tree.classes(other).any(|known| known == *class));
    elements.first().map(|&first| lasting_classes(tree, first).filter(is_shared).collect()).unwrap_or_default()
}

/// For each node a number that is equal for elements that stand in elements of the same names.
pub fn kinds_of_elements(tree: &Tree) -> Vec<u64> {
    let mut names: Vec<u64> = vec![0; tree.len()];
    for node in tree.elements() {
        let outer = tree.parent(node).map_or(0, |parent| names[parent.index()]);
        names[node.index()] = Places { names: outer, ..Places::ROOT }.below(&Step::of(tree, node, 0)).names;
    }
    names
}

/// Finds the records of pages.
#[derive(Clone, Debug)]
pub struct RecordFinder {
    /// The names of the elements, as in [`Places::names`].
    names: u64,
    classes: Vec<String>,
    is_open: bool,
    /// Whether only the last element counts.
    is_anywhere: bool,
}

impl RecordFinder {
    /// The records of a page, in order.
    pub fn records<'page>(&self, page: &'page Page) -> Vec<Reading<'page>> {
        self.read(page, &page.leaves(), &self.main_heads(&page.tree))
    }

    /// The records of a page wherever they stand, in order: there may be several lists, and some in parts of the page
    /// that are shown later. A record that is itself hidden is none: it may be a mould for others.
    pub fn records_anywhere<'page>(&self, page: &'page Page) -> Vec<Reading<'page>> {
        let tree = &page.tree;
        let heads = self.heads(tree);
        let inside = |&head: &NodeId| match self.is_open {
            true => Vec::new(),
            false => leaves_below(tree, head),
        };
        match self.is_open {
            true => self.read(page, &page.leaves(), &heads),
            false => self.read(page, &heads.iter().flat_map(inside).collect::<Vec<NodeId>>(), &heads),
        }
    }

    fn read<'page>(&self, page: &'page Page, leaves: &[NodeId], heads: &[NodeId]) -> Vec<Reading<'page>> {
        let tree = &page.tree;
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
            let leaves = &leaves[start..start + length];
            Some(match self.is_open {
                true => Reading::of_open_record(page, leaves, around),
                false => Reading::of_record(page, leaves, around, head),
            })
        };
        heads.iter().enumerate().filter_map(record).filter(|reading| !reading.texts.is_empty()).collect()
    }

    /// The elements that records begin with. If most of them stand in one element, that is the list, and others that
    /// happen to look alike are not.
    fn main_heads(&self, tree: &Tree) -> Vec<NodeId> {
        let heads = self.heads(tree);
        if self.is_anywhere {
            return heads;
        }
        let mut counts: FxHashMap<Option<NodeId>, usize> = FxHashMap::default();
        heads.iter().for_each(|&head| *counts.entry(tree.parent(head)).or_default() += 1);
        let main = heads.iter().map(|&head| tree.parent(head)).find(|parent| 2 * counts[parent] > heads.len());
        match main {
            Some(main) => heads.into_iter().filter(|&head| tree.parent(head) == main).collect(),
            None => heads,
        }
    }

    /// The elements that records may begin with.
    pub fn heads(&self, tree: &Tree) -> Vec<NodeId> {
        let mut names: Vec<u64> = vec![0; tree.len()];
        let mut heads: Vec<NodeId> = Vec::new();
        for node in tree.elements() {
            let outer = match tree.parent(node) {
                Some(parent) if !self.is_anywhere => names[parent.index()],
                _ => 0,
            };
            names[node.index()] = Places { names: outer, ..Places::ROOT }.below(&Step::of(tree, node, 0)).names;
            let has = |class: &String| tree.classes(node).any(|other| other == class);
            // A record in a record is a part of it.
            let is_inside = self.is_anywhere && heads.last().is_some_and(|&last| node < tree.end(last));
            if names[node.index()] == self.names && self.classes.iter().all(has) && !is_inside {
                heads.push(node);
            }
        }
        heads
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
        check(
            "* li.hit",
            false,
            "<ul><li class=hit>a<ul><li class=hit>part</ul></ul><div><ul><li class='hit new'>b</ul></div><ul><li>menu</ul>",
            &[&["a", "part"], &["b"]],
        );
        check("html body dl dt", true, "<dl><dt>a<dd>1<dd>2<dt>b<dd>3</dl><p>end", &[&["a", "1", "2"], &["b", "3"]]);
    }
}
