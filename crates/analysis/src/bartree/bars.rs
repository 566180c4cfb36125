//! Bars: for each level from the document down to a region how many elements stand beside each other there, and the
//! widths and areas that follow from it.
//!
//! Equality is decided on exact fractions; floating point is for drawing only.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use page::{NodeId, NodeKind, Tree};

/// A level around a region: the elements before and behind the one that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Elements before.
    pub left: u32,
    /// Elements behind.
    pub right: u32,
}

impl Bar {
    /// The number of parallel attributes, P_d.
    pub fn parallel(self) -> u32 {
        self.left + 1 + self.right
    }

    /// Which of them holds the region, from 1.
    pub fn place(self) -> u32 {
        self.left + 1
    }
}

/// The levels around a region, from the outermost. The first is that of the `html` element, of depth 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bars(pub Vec<Bar>);

/// The numbers of the bars for one depth after the other, from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    /// w_d.
    pub widths: Vec<f64>,
    /// A_d.
    pub areas: Vec<f64>,
    /// A_total.
    pub total: f64,
}

impl Bars {
    /// Around a node. Elements that only format text do not count.
    pub fn around(tree: &Tree, node: NodeId) -> Bars {
        Bars(Bars::elements(tree, node).into_iter().map(|element| bar(tree, element)).collect())
    }

    /// The element of each level.
    pub fn elements(tree: &Tree, node: NodeId) -> Vec<NodeId> {
        let is_level = |&element: &NodeId| tree.kind(element) == NodeKind::Element && !is_formatting(tree, element);
        let mut elements: Vec<NodeId> = std::iter::once(node).chain(tree.ancestors(node)).filter(is_level).collect();
        elements.reverse();
        elements
    }

    /// d_max.
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    /// P_d for each depth from 1.
    pub fn parallel(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|bar| bar.parallel())
    }

    /// Whether the cheap set of variables, d_max and A_total, is that of other bars.
    pub fn is_alike(&self, other: &Bars) -> bool {
        self.depth() == other.depth() && self.total() == other.total()
    }

    /// A_total, exactly.
    pub fn total(&self) -> BigRational {
        self.widths().fold(BigRational::zero(), |total, width| total + width)
    }

    /// w_d for each depth from 1, exactly: w_0 = I = 1, and w_d = (I − (d−1)·r) / P_(d−1) · w_(d−1). What is left of a
    /// bar when those inside it are taken away, its net area, is just its width.
    fn widths(&self) -> impl Iterator<Item = BigRational> {
        let ratio = self.ratio();
        // The document, of depth 0, stands alone.
        let parallels: Vec<u32> = std::iter::once(1).chain(self.parallel()).collect();
        (1..=self.depth()).scan(BigRational::one(), move |width, depth| {
            let less = BigRational::one() - fraction(depth as u64 - 1, 1) * &ratio;
            *width = &*width * less / fraction(u64::from(parallels[depth - 1]), 1);
            Some(width.clone())
        })
    }

    /// r, by which each level is a little narrower than the one around it: a tenth as in the published figures, or less
    /// if there are more levels, since it must not be more than I/d_max.
    fn ratio(&self) -> BigRational {
        fraction(1, self.depth().max(10) as u64)
    }

    /// The numbers for drawing and for people.
    pub fn numbers(&self) -> Numbers {
        let widths: Vec<f64> = self.widths().map(|width| width.to_f64().unwrap_or_default()).collect();
        let areas = widths.iter().enumerate().map(|(level, width)| (level + 1) as f64 * width).collect();
        Numbers { widths, areas, total: self.total().to_f64().unwrap_or_default() }
    }
}

fn fraction(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// The elements beside an element. What is never seen, and what only formats text, does not count.
fn bar(tree: &Tree, element: NodeId) -> Bar {
    let counts = |&node: &NodeId| is_attribute(tree, node);
    let left = std::iter::successors(tree.previous_sibling(element), |&node| tree.previous_sibling(node));
    let right = std::iter::successors(tree.next_sibling(element), |&node| tree.next_sibling(node));
    Bar { left: left.filter(counts).count() as u32, right: right.filter(counts).count() as u32 }
}

/// Whether a node is one of the elements that a layout is made of.
fn is_attribute(tree: &Tree, node: NodeId) -> bool {
    tree.kind(node) == NodeKind::Element && !is_silent(tree.name(node)) && !is_formatting(tree, node)
}

/// Elements that nobody sees.
fn is_silent(name: &str) -> bool {
    matches!(name, "script" | "style" | "noscript" | "template" | "link" | "meta" | "base" | "title" | "head")
}

/// Elements that say how text looks, not where it stands.
pub(super) fn is_formatting(tree: &Tree, element: NodeId) -> bool {
    is_formatting_name(tree.name(element))
        || (tree.name(element) == "span" && tree.attr(element, "class").is_none() && tree.attr(element, "id").is_none())
}

/// The same by the name alone.
pub(super) fn is_formatting_name(name: &str) -> bool {
    matches!(
        name,
        "b" | "i"
            | "em"
            | "strong"
            | "font"
            | "u"
            | "s"
            | "small"
            | "big"
            | "sub"
            | "sup"
            | "tt"
            | "code"
            | "mark"
            | "strike"
            | "br"
            | "wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(parallel: &[u32]) -> Bars {
        Bars(parallel.iter().map(|&count| Bar { left: 0, right: count - 1 }).collect())
    }

    #[test]
    fn the_numbers_are_those_of_the_formulas() {
        // I = 1, r = 1/10: w_1 = 1, w_2 = (1 − 0.1)/1 · 1, w_3 = (1 − 0.2)/2 · 0.9, w_4 = (1 − 0.3)/1 · 0.36.
        let bars = bars(&[1, 2, 1, 4]);
        let numbers = bars.numbers();
        let close = |left: f64, right: f64| (left - right).abs() < 1e-12;
        assert!([1.0, 0.9, 0.36, 0.252].iter().zip(&numbers.widths).all(|(a, b)| close(*a, *b)), "{numbers:?}");
        assert!([1.0, 1.8, 1.08, 1.008].iter().zip(&numbers.areas).all(|(a, b)| close(*a, *b)));
        assert!(close(numbers.total, 2.512));
        assert_eq!(bars.total(), fraction(2512, 1000));
    }

    #[test]
    fn the_cheap_set_sees_most_changes_but_not_all() {
        assert!(!bars(&[1, 2, 3]).is_alike(&bars(&[1, 2, 3, 1])));
        assert!(!bars(&[1, 2, 3, 1]).is_alike(&bars(&[1, 3, 2, 1])));
        // The last level has no part in the widths; the full set sees it.
        assert!(bars(&[1, 2, 3]).is_alike(&bars(&[1, 2, 4])));
        assert_ne!(bars(&[1, 2, 3]), bars(&[1, 2, 4]));
    }

    #[test]
    fn formatting_and_what_is_not_seen_do_not_count() {
        let tree = Tree::parse("<body><script></script><p>a</p><div><b>x</b><p><i>here</i></p><p>b</p></div>").tree;
        let here = tree.nodes().find(|&node| tree.text(node) == "here").unwrap();
        let bars = Bars::around(&tree, here);
        let told: Vec<(u32, u32)> = bars.0.iter().map(|bar| (bar.place(), bar.parallel())).collect();
        assert_eq!(told, [(1, 1), (1, 1), (2, 2), (1, 2)]);
    }
}
