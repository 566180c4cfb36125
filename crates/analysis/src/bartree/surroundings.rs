//! All elements around a region and beside those, compared exactly: what the published numbers cannot tell, such as two
//! neighbours that change places, is told by this.

use std::hash::{Hash, Hasher};

use page::{Fingerprint, NodeId, NodeKind, Tree};
use rustc_hash::FxHasher;

use super::bars::Bar;

/// A level around a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The element that holds the region, with its classes.
    pub element: String,
    /// How many elements stand beside it.
    pub bar: Bar,
    /// What the elements beside it are.
    pub beside: Beside,
}

/// A number that is equal if the elements beside another are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// As it is made today.
    Fingerprint(u64),
    /// As wrapper files have it that were written before: by a hasher of hash tables. It is only ever read.
    Older(u64),
}

/// The levels around a node, from the outermost, and the element of each.
pub fn surroundings(tree: &Tree, node: NodeId) -> Vec<(NodeId, Level)> {
    let elements = tree.ancestors(node).filter(|&element| tree.kind(element) == NodeKind::Element);
    let mut levels: Vec<(NodeId, Level)> = elements.map(|element| (element, level(tree, element))).collect();
    levels.reverse();
    levels
}

/// The elements at which levels differ from what they were: the nearest to the region and the farthest. Nothing if they
/// do not.
pub fn differences(tree: &Tree, now: &[(NodeId, Level)], before: &[Level]) -> Vec<NodeId> {
    let is_same = |(now, before): &(&(NodeId, Level), &Level)| is_same(tree, now, before);
    if now.len() == before.len() && now.iter().zip(before).all(|pair| is_same(&pair)) {
        return Vec::new();
    }
    let outer = now.iter().zip(before).take_while(is_same).count();
    let inner = now.iter().rev().zip(before.iter().rev()).take_while(is_same).count();
    let nearest = now.len().checked_sub(inner + 1).and_then(|index| now.get(index));
    let farthest = now.get(outer).or(now.last());
    let mut nodes: Vec<NodeId> = nearest.into_iter().chain(farthest).map(|(node, _)| *node).collect();
    nodes.dedup();
    nodes
}

/// Whether a level is as it was, in whatever way that was written down.
pub fn is_same(tree: &Tree, (element, now): &(NodeId, Level), before: &Level) -> bool {
    let is_beside = match before.beside {
        Beside::Older(number) => older_number(tree, *element) == number,
        beside => now.beside == beside,
    };
    is_beside && now.element == before.element && now.bar == before.bar
}

fn level(tree: &Tree, element: NodeId) -> Level {
    let [left, right] = beside(tree, element);
    let mut number = Fingerprint::new();
    for side in [&left, &right] {
        number.number(side.len() as u64);
        side.iter().for_each(|name| _ = number.text(name));
    }
    let bar = Bar { left: left.len() as u32, right: right.len() as u32 };
    Level { element: named(tree, element), bar, beside: Beside::Fingerprint(number.finish()) }
}

/// The number that files of an older form have of an element. It must come out as it did then.
fn older_number(tree: &Tree, element: NodeId) -> u64 {
    let mut hasher = FxHasher::default();
    for side in beside(tree, element) {
        side.iter().for_each(|name| name.hash(&mut hasher));
        "|".hash(&mut hasher);
    }
    hasher.finish()
}

/// The names of the elements beside another, on its left from it outwards and on its right.
fn beside(tree: &Tree, element: NodeId) -> [Vec<String>; 2] {
    let left = std::iter::successors(tree.previous_sibling(element), |&node| tree.previous_sibling(node));
    let right = std::iter::successors(tree.next_sibling(element), |&node| tree.next_sibling(node));
    let seen = |node: &NodeId| tree.kind(*node) == NodeKind::Element && !is_program(tree.name(*node));
    let names = |nodes: &mut dyn Iterator<Item = NodeId>| nodes.filter(seen).map(|node| named(tree, node)).collect();
    [names(&mut { left }), names(&mut { right })]
}

/// Elements that come and go with advertisements and counters.
fn is_program(name: &str) -> bool {
    matches!(name, "script" | "style" | "noscript" | "template")
}

/// An element with its id and classes. Those with a digit are often made anew for each visit.
fn named(tree: &Tree, element: NodeId) -> String {
    let is_lasting = |name: &&str| !name.bytes().any(|byte| byte.is_ascii_digit());
    let mut named = tree.name(element).to_owned();
    if let Some(id) = tree.attr(element, "id").map(str::trim).filter(|id| !id.is_empty()).filter(is_lasting) {
        named.push('#');
        named.push_str(id);
    }
    let mut classes: Vec<&str> = tree.classes(element).filter(is_lasting).collect();
    classes.sort_unstable();
    for class in classes {
        named.push('.');
        named.push_str(class);
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(html: &str) -> (Tree, Vec<(NodeId, Level)>) {
        let tree = Tree::parse(html).tree;
        let here = tree.nodes().find(|&node| tree.text(node) == "here").unwrap();
        let levels = surroundings(&tree, here);
        (tree, levels)
    }

    #[track_caller]
    fn check(before: &str, now: &str, expected: &[&str]) {
        let (_, before) = levels(before);
        let before: Vec<Level> = before.into_iter().map(|(_, level)| level).collect();
        let (tree, now) = levels(now);
        let paths: Vec<String> = differences(&tree, &now, &before).into_iter().map(|node| tree.path(node)).collect();
        assert_eq!(paths, expected);
    }

    #[test]
    fn every_change_on_the_way_is_seen() {
        let page = "<div class=a><p>x</p><ul><li>y</li></ul><p>here</p></div><div>z</div>";
        let in_div = "/html[1]/body[1]/div[1]";
        check(page, page, &[]);
        check(page, &page.replace(">x<", ">other text<"), &[]);
        check(page, &page.replace("<p>x</p>", ""), &[&format!("{in_div}/p[1]")]);
        let swapped = page.replace("<p>x</p><ul><li>y</li></ul>", "<ul><li>y</li></ul><p>x</p>");
        check(page, &swapped, &[&format!("{in_div}/p[2]")]);
        check(page, &page.replace("<div>z</div>", "<div>z</div><div>banner</div>"), &[in_div]);
        check(page, &page.replace("class=a", "class=b"), &[in_div]);
    }

    #[test]
    fn a_wrapped_region_is_told_from_both_ends() {
        let page = "<div><p>here</p></div>";
        let paths = ["/html[1]/body[1]/section[1]", "/html[1]/body[1]/section[1]"];
        check(page, "<section><div><p>here</p></div></section>", &paths[..1]);
    }
}
