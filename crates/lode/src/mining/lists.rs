//! The records of pages that list instances: found around the links that lead to the instances, and read like small
//! pages of their own.

use std::collections::{BTreeMap, BTreeSet};

use analysis::wrappers::reading::Reading;
use analysis::wrappers::records::kinds_of_elements;
use knowledge::instances::{InstancePage, InstanceTemplate};
use knowledge::names::normalised;
use page::{NodeId, Page, Tree, fold};
use rustc_hash::{FxHashMap, FxHashSet};

/// Records that a template is learnt from.
const MOST_RECORDS: usize = 60;

/// How the records of a list are found and read.
#[derive(Clone, Debug)]
pub(crate) struct ListPlan {
    /// The kind of the elements that records begin with, as in `Places::names`.
    head: u64,
    /// How many elements a record goes on for behind the one it begins with.
    further: usize,
    /// The place of the links whose texts are names.
    name: u64,
    /// Which text of a record is its name, if it leads nowhere.
    name_text: usize,
    /// What looks like a record on page after page and is none, such as the headers of a table.
    never: BTreeSet<String>,
    /// What records tell.
    pub(crate) template: Option<InstanceTemplate>,
}

/// A link of a list: its element, its place, and the page that it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListLink {
    pub(crate) node: NodeId,
    pub(crate) place: u64,
    pub(crate) to: usize,
}

/// What a record says.
#[derive(Debug)]
pub(crate) struct ListRecord {
    /// The page that it leads to.
    pub(crate) to: Option<usize>,
    /// What the thing is called.
    pub(crate) name: Option<(String, NodeId)>,
    /// What is told of it.
    pub(crate) told: InstancePage,
}

impl ListPlan {
    /// Learns from some pages of one template, each with its links.
    pub(crate) fn learn(pages: &[(&Page, Vec<ListLink>)]) -> Option<ListPlan> {
        let heads: Vec<Vec<NodeId>> = pages.iter().map(|(page, links)| climbed_heads(&page.tree, links)).collect();
        let head =
            usual(pages.iter().zip(&heads).filter(|(_, heads)| heads.len() > 1).flat_map(|((page, _), heads)| {
                let kinds = kinds_of_elements(&page.tree);
                heads.iter().map(|head| kinds[head.index()]).collect::<Vec<_>>()
            }))
            .or_else(|| {
                let (page, links) = pages.iter().find(|(_, links)| !links.is_empty())?;
                let parent = page.tree.parent(links.first()?.node)?;
                Some(kinds_of_elements(&page.tree)[parent.index()])
            })?;
        let further = usual(pages.iter().zip(&heads).flat_map(|((page, _), heads)| gaps(&page.tree, heads)));
        let mut plan = ListPlan {
            head,
            further: further.unwrap_or_default(),
            name: name_place(pages)?,
            name_text: 0,
            never: BTreeSet::new(),
            template: None,
        };
        plan.never = plan.said_again(pages);
        let found: Vec<(Reading<'_>, Vec<ListLink>)> =
            pages.iter().flat_map(|(page, links)| plan.found(page, links)).take(MOST_RECORDS).collect();
        let name_text = |(reading, links): &(Reading<'_>, Vec<ListLink>)| {
            let link = links.iter().find(|link| link.place == plan.name)?;
            reading.texts.iter().position(|text| reading.tree().contains(link.node, text.node))
        };
        plan.name_text = usual(found.iter().filter_map(name_text)).unwrap_or_default();
        let records: Vec<Reading<'_>> = found.into_iter().map(|(reading, _)| reading).collect();
        plan.template = InstanceTemplate::learn(&records);
        Some(plan)
    }

    /// The records of a page.
    pub(crate) fn read(&self, page: &Page, links: &[ListLink]) -> Vec<ListRecord> {
        let mut records = Vec::new();
        for (reading, own) in self.found(page, links) {
            let told = self.template.as_ref().map(|template| template.read(&reading));
            let mut told = told.unwrap_or(InstancePage { name: None, attributes: Vec::new() });
            reading.head.into_iter().for_each(|head| name_by_headers(&page.tree, head, &mut told));
            let named = own.iter().filter(|link| link.place == self.name).find_map(|link| {
                let text = fold(&page.tree.text_content(link.node));
                (!text.is_empty()).then_some((text, link.node))
            });
            let to = own.first().map(|link| link.to);
            let unlinked = || reading.texts.get(self.name_text).map(|text| (text.text.clone(), text.node));
            let name = named.or_else(unlinked);
            records.push(ListRecord { to, name, told });
        }
        records
    }

    /// The records of a page, each with its links.
    fn found<'page>(&self, page: &'page Page, links: &[ListLink]) -> Vec<(Reading<'page>, Vec<ListLink>)> {
        let tree = &page.tree;
        let kinds = kinds_of_elements(tree);
        let head_of = |link: &ListLink| tree.ancestors(link.node).find(|above| kinds[above.index()] == self.head);
        let mut linked: Vec<(NodeId, Vec<ListLink>)> = Vec::new();
        let mut numbers: FxHashMap<NodeId, usize> = FxHashMap::default();
        for link in links {
            let Some(head) = head_of(link) else { continue };
            let number = *numbers.entry(head).or_insert(linked.len());
            if number == linked.len() {
                linked.push((head, Vec::new()));
            }
            linked[number].1.push(*link);
        }
        // What looks like a record and stands between records is one that leads nowhere.
        let around: FxHashSet<Option<NodeId>> = linked.iter().map(|(head, _)| tree.parent(*head)).collect();
        let is_alike = |node: &NodeId| {
            self.further == 0
                && kinds[node.index()] == self.head
                && !numbers.contains_key(node)
                && around.contains(&tree.parent(*node))
        };
        let is_thing = |node: &NodeId| {
            let text = fold(&tree.text_content(*node));
            !text.is_empty() && !self.never.contains(&text)
        };
        let unlinked: Vec<NodeId> = tree.elements().filter(is_alike).filter(is_thing).collect();
        linked.extend(unlinked.into_iter().map(|node| (node, Vec::new())));
        linked.sort_by_key(|(head, _)| *head);
        let leaves = page.leaves();
        let reading = |(head, links): (NodeId, Vec<ListLink>)| {
            let around = tree.parent(head)?;
            let end = self.end(tree, head, &numbers);
            let start = leaves.partition_point(|&leaf| leaf < head);
            let length = leaves[start..].partition_point(|&leaf| leaf < end);
            let own = &leaves[start..start + length];
            let reading = match self.further {
                0 => Reading::of_record(page, own, around, head),
                _ => Reading::of_open_record(page, own, around),
            };
            (!reading.texts.is_empty()).then_some((reading, links))
        };
        linked.into_iter().filter_map(reading).collect()
    }

    /// The texts of what looks like a record and leads nowhere on so many pages that it is no thing.
    fn said_again(&self, pages: &[(&Page, Vec<ListLink>)]) -> BTreeSet<String> {
        /// Lists of one thing and of what it is part of may name it on a few pages.
        const LEAST_PAGES: usize = 4;
        /// The share of pages.
        const OFTEN: f64 = 0.3;
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (page, links) in pages {
            let records = self.found(page, links).into_iter().filter(|(_, links)| links.is_empty());
            let heads = records.filter_map(|(reading, _)| reading.head);
            let texts: BTreeSet<String> = heads.map(|head| fold(&page.tree.text_content(head))).collect();
            texts.into_iter().for_each(|text| *counts.entry(text).or_default() += 1);
        }
        let least = ((OFTEN * pages.len() as f64).ceil() as usize).max(LEAST_PAGES.min(pages.len().max(2)));
        counts.into_iter().filter(|(_, count)| *count >= least).map(|(text, _)| text).collect()
    }

    /// Where a record ends: with its element, or some elements further, but never in the next record.
    fn end(&self, tree: &Tree, head: NodeId, heads: &FxHashMap<NodeId, usize>) -> NodeId {
        let mut last = head;
        for _ in 0..self.further {
            match next_element(tree, last) {
                Some(next) if !heads.contains_key(&next) => last = next,
                _ => break,
            }
        }
        tree.end(last)
    }
}

/// Calls what stands in the cells of a row by the headers of its table, unless it has a label of its own.
fn name_by_headers(tree: &Tree, row: NodeId, told: &mut InstancePage) {
    let cells = |row: NodeId| tree.children(row).filter(|&cell| matches!(tree.name(cell), "td" | "th"));
    if tree.name(row) != "tr" {
        return;
    }
    let Some(table) = tree.ancestors(row).find(|&element| tree.name(element) == "table") else { return };
    let is_own = |&node: &NodeId| tree.ancestors(node).find(|&above| tree.name(above) == "table") == Some(table);
    let rows = tree.descendants(table).filter(|&node| tree.name(node) == "tr").filter(is_own);
    let Some(first) = rows.min().filter(|&first| first != row && cells(first).count() == cells(row).count()) else {
        return;
    };
    let headers: Vec<String> = cells(first).map(|cell| fold(&tree.text_content(cell))).collect();
    let has_link = tree.descendants(first).any(|node| tree.name(node) == "a");
    for attribute in told.attributes.iter_mut().filter(|attribute| attribute.label.is_none() && !has_link) {
        let Some(value) = attribute.values.first() else { continue };
        let column = cells(row).position(|cell| tree.contains(cell, value.node));
        if let Some(header) = column.and_then(|column| headers.get(column)).filter(|header| !header.is_empty()) {
            attribute.name = normalised(header);
            attribute.label = Some(header.clone());
        }
    }
}

/// For each page that the links of a page lead to, the largest element that leads to no other.
fn climbed_heads(tree: &Tree, links: &[ListLink]) -> Vec<NodeId> {
    // The pages that each element leads to: none, one, or several.
    let mut leads: FxHashMap<NodeId, Option<usize>> = FxHashMap::default();
    for link in links {
        for above in std::iter::once(link.node).chain(tree.ancestors(link.node)) {
            leads.entry(above).and_modify(|to| *to = to.filter(|to| *to == link.to)).or_insert(Some(link.to));
        }
    }
    let mut heads: Vec<NodeId> = Vec::new();
    let mut told: FxHashSet<usize> = FxHashSet::default();
    for link in links.iter().filter(|link| told.insert(link.to)) {
        let alone = tree.ancestors(link.node).take_while(|above| leads.get(above).is_some_and(|to| to.is_some()));
        heads.push(alone.last().unwrap_or(link.node));
    }
    heads.sort_unstable();
    heads
}

/// How many elements with texts stand between each two heads that have one parent.
fn gaps(tree: &Tree, heads: &[NodeId]) -> Vec<usize> {
    let gap = |two: &[NodeId]| {
        (tree.parent(two[0]) == tree.parent(two[1])).then(|| {
            let between = std::iter::successors(next_element(tree, two[0]), |&node| next_element(tree, node));
            let between: Vec<NodeId> = between.take_while(|&node| node != two[1]).collect();
            let has_text = |node: &NodeId| !fold(&tree.text_content(*node)).is_empty();
            between.iter().rposition(has_text).map_or(0, |last| last + 1)
        })
    };
    heads.windows(2).filter_map(gap).collect()
}

fn next_element(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let mut next = std::iter::successors(tree.next_sibling(node), |&other| tree.next_sibling(other));
    next.find(|&other| tree.kind(other) == page::NodeKind::Element)
}

/// The place of links with the most different texts: those are names, and others say "more".
fn name_place(pages: &[(&Page, Vec<ListLink>)]) -> Option<u64> {
    let mut texts: FxHashMap<u64, FxHashSet<String>> = FxHashMap::default();
    let mut order: Vec<u64> = Vec::new();
    for (page, links) in pages {
        for link in links {
            let text = fold(&page.tree.text_content(link.node));
            if !order.contains(&link.place) {
                order.push(link.place);
            }
            if !text.is_empty() {
                texts.entry(link.place).or_default().insert(text);
            }
        }
    }
    let count = |place: &u64| texts.get(place).map_or(0, FxHashSet::len);
    order.into_iter().reduce(|best, next| if count(&next) > count(&best) { next } else { best })
}

/// What occurs most often; of equals the least.
fn usual<T: Ord + Copy + std::hash::Hash>(things: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: FxHashMap<T, usize> = FxHashMap::default();
    things.for_each(|thing| *counts.entry(thing).or_default() += 1);
    counts.into_iter().max_by_key(|&(thing, count)| (count, std::cmp::Reverse(thing))).map(|(thing, _)| thing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    fn links(page: &Page) -> Vec<ListLink> {
        let tree = &page.tree;
        let all = tree.elements().filter(|&node| tree.name(node) == "a");
        let link = |node: NodeId| {
            let to = tree.attr(node, "href").and_then(|href| href.parse().ok()).unwrap();
            let place = if tree.attr(node, "class").is_some() { 2 } else { 1 };
            ListLink { node, place, to }
        };
        all.map(link).collect()
    }

    #[track_caller]
    fn check(html: &str, expected: &[(Option<usize>, &str, usize)]) {
        let page = Page::new(Capture::new("p", html));
        let links = links(&page);
        let plan = ListPlan::learn(&[(&page, links.clone())]).unwrap();
        let records = plan.read(&page, &links);
        let found: Vec<(Option<usize>, String, usize)> = records
            .iter()
            .map(|record| {
                let values = record.told.attributes.iter().map(|attribute| attribute.values.len()).sum();
                (record.to, record.name.as_ref().map(|(name, _)| name.clone()).unwrap_or_default(), values)
            })
            .collect();
        let expected: Vec<(Option<usize>, String, usize)> =
            expected.iter().map(|(to, name, values)| (*to, (*name).to_owned(), *values)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn records_stand_around_links() {
        let card = |to: usize, name: &str| {
            format!("<li><h3><a href={to}>{name}</a></h3><p>Price: {to}0 €</p><a class=m href={to}>more</a>")
        };
        let html = format!("<ul>{}{}{}</ul>", card(4, "Anna"), card(5, "Berta"), card(6, "Clara"));
        check(&html, &[(Some(4), "Anna", 1), (Some(5), "Berta", 1), (Some(6), "Clara", 1)]);
    }

    #[test]
    fn records_may_have_several_rows() {
        let rows = |to: usize, name: &str| {
            format!("<tr><td><a href={to}>{name}</a></td></tr><tr><td>Price: {to}0 €</td></tr>")
        };
        let html = format!("<table>{}{}{}</table>", rows(4, "Anna"), rows(5, "Berta"), rows(6, "Clara"));
        check(&html, &[(Some(4), "Anna", 1), (Some(5), "Berta", 1), (Some(6), "Clara", 1)]);
    }
}
