//! All elements around a region and beside those, compared exactly: what the published numbers cannot tell, such as two
//! neighbours that change places, is told by this.

use std::hash::{Hash, Hasher};

use page::{NodeId, NodeKind, Tree};
use rustc_hash::FxHasher;

use super::bars::Bar;

/// A level around a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The element that holds the region, with its classes.
    pub element: String,
    /// How many elements stand beside it.
    pub bar: Bar,
    /// A number that is equal if the elements beside it are.
    pub siblings: u64,
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
pub fn differences(now: &[(NodeId, Level)], before: &[Level]) -> Vec<NodeId> {
    let is_same = |(now, before): &(&(NodeId, Level), &Level)| now.1 == **before;
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

fn level(tree: &Tree, element: NodeId) -> Level {
    let left = std::iter::successors(tree.previous_sibling(element), |&node| tree.previous_sibling(node));
    let right = std::iter::successors(tree.next_sibling(element), |&node| tree.next_sibling(node));
    let seen = |node: &NodeId| tree.kind(*node) == NodeKind::Element && !is_program(tree.name(*node));
    let mut hasher = FxHasher::default();
    let mut count = |nodes: &mut dyn Iterator<Item = NodeId>| {
        let mut count = 0;
        for node in nodes {
            named(tree, node).hash(&mut hasher);
            count += 1;
        }
        "|".hash(&mut hasher);
        count
    };
    let bar = Bar { left: count(&mut left.filter(seen)), right: count(&mut right.filter(seen)) };
    Level { element: named(tree, element), bar, siblings: hasher.finish() }
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
        let paths: Vec<String> = differences(&now, &before).into_iter().map(|node| tree.path(node)).collect();
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
