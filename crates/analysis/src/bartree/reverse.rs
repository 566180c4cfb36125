//! The reverse algorithm: from a region outward to the top and to the bottom of the page, counting tags.

use page::{NodeId, NodeKind, SourceTag, TagKind, Tree};

use super::bars::{is_formatting, is_formatting_name};

/// The tags on one side of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// n_ot: tags without a partner on the same side. They are the elements around the region.
    pub open: i64,
    /// n_ct: pairs of tags on the same side.
    pub closed: i64,
}

impl Side {
    /// Σ = n_ot − n_ct.
    pub fn sum(self) -> i64 {
        self.open - self.closed
    }
}

/// The tags on both sides of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reverse {
    /// Above it.
    pub upper: Side,
    /// Below it.
    pub lower: Side,
}

impl Reverse {
    /// Δ = Σ_upper − Σ_lower: 0 if the page is symmetric about the region, less if there is more above it, more if
    /// there is more below.
    pub fn delta(&self) -> i64 {
        self.upper.sum() - self.lower.sum()
    }

    /// In the repaired tree: the open tags are the elements around the region, the closed ones all others.
    pub fn of_tree(tree: &Tree, first: NodeId, last: NodeId) -> Reverse {
        let common = tree.lca(first, last);
        let counts = |&node: &NodeId| tree.kind(node) == NodeKind::Element && !is_formatting(tree, node);
        let is_around = |node: NodeId| tree.contains(node, first) && tree.contains(node, last);
        let open =
            tree.nodes().take_while(|&node| node <= common).filter(|&node| is_around(node)).filter(counts).count();
        let above = tree.nodes().take_while(|&node| node < first).filter(|&node| tree.end(node) <= first);
        let below = tree.nodes().skip(last.index() + 1);
        let side = |closed: usize| Side { open: open as i64, closed: closed as i64 };
        Reverse { upper: side(above.filter(counts).count()), lower: side(below.filter(counts).count()) }
    }

    /// In the source: tags are paired as they come, so what is not closed, or not opened, stays open.
    pub fn of_source(tree: &Tree, first: NodeId, last: NodeId) -> Reverse {
        let (upper, lower) = tree.tags_around(first, last);
        Reverse { upper: pair(upper.iter(), TagKind::Opens), lower: pair(lower.iter().rev(), TagKind::Closes) }
    }
}

/// Pairs the tags of one side. `first` is the kind of tag that comes first of a pair, in the order they are told.
fn pair<'a>(tags: impl Iterator<Item = &'a SourceTag>, first: TagKind) -> Side {
    /// A partner is looked for among so many open tags. No page leaves as many open, but who knows.
    const MOST: usize = 256;
    let mut side = Side::default();
    let mut open: Vec<&SourceTag> = Vec::new();
    for tag in tags.filter(|tag| !is_formatting_name(&tag.name)) {
        if tag.kind == TagKind::Stands {
            side.closed += 1;
            continue;
        }
        if tag.kind == first {
            open.push(tag);
            continue;
        }
        match open.iter().rev().take(MOST).position(|other| other.name == tag.name) {
            Some(depth) => {
                side.closed += 1;
                open.remove(open.len() - 1 - depth);
            }
            None => side.open += 1,
        }
    }
    side.open += open.len() as i64;
    side
}

/// How the tags around a region have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Case 1: not at all.
    Unchanged,
    /// Case 2: on both sides by the same amount.
    Alike,
    /// Case 3: on one side only.
    OneSide,
    /// Case 4: on both sides, differently.
    Differently,
}

impl Case {
    /// From what was before to what is now.
    pub fn of(before: &Reverse, now: &Reverse) -> Case {
        Case::of_changes(now.upper.sum() - before.upper.sum(), now.lower.sum() - before.lower.sum())
    }

    /// By how much the sums above and below have changed.
    pub fn of_changes(upper: i64, lower: i64) -> Case {
        match (upper, lower) {
            (0, 0) => Case::Unchanged,
            (upper, lower) if upper == lower => Case::Alike,
            (0, _) | (_, 0) => Case::OneSide,
            _ => Case::Differently,
        }
    }

    /// The same of a template that has changed without any tag more or less: its elements are others, on both sides.
    pub fn at_least_alike(self) -> Case {
        if self == Case::Unchanged { Case::Alike } else { self }
    }

    /// Its number.
    pub fn number(self) -> u8 {
        match self {
            Case::Unchanged => 1,
            Case::Alike => 2,
            Case::OneSide => 3,
            Case::Differently => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, tree_sums: (i64, i64), source_sums: (i64, i64)) {
        let tree = Tree::parse(html).tree;
        let here = tree.nodes().find(|&node| tree.text(node) == "here").unwrap();
        let sums = |reverse: Reverse| (reverse.upper.sum(), reverse.lower.sum());
        assert_eq!(sums(Reverse::of_tree(&tree, here, here)), tree_sums, "in the tree");
        assert_eq!(sums(Reverse::of_source(&tree, here, here)), source_sums, "in the source");
    }

    #[test]
    fn both_sides_are_counted_outward() {
        // Around it: html, body, div, p; above it head and h1, below it one p.
        let html = "<html><head></head><body><h1>t</h1><div><p>here</p><p>x</p></div></body></html>";
        check(html, (2, 3), (2, 3));
        // Formatting does not count.
        check(&html.replace("here", "<b>here</b>"), (2, 3), (2, 3));
    }

    #[test]
    fn only_the_source_sees_misnesting() {
        // The div is never closed; the tree closes it.
        let html = "<html><head></head><body><div><p>here</p></body></html>";
        check(html, (3, 4), (3, 3));
    }

    #[test]
    fn a_change_has_a_case() {
        let of = Case::of_changes;
        let numbers = [of(0, 0), of(1, 1), of(-1, 0), of(0, 2), of(1, 2)].map(Case::number);
        assert_eq!(numbers, [1, 2, 3, 3, 4]);
    }
}
