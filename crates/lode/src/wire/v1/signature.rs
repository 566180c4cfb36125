//! The bar-tree numbers of a region.

use analysis::bartree::{self, Reverse};
use page::Page;
use serde::Serialize;

/// The bar-tree numbers of the region of a page; none if the region is not there.
#[derive(Debug, Serialize)]
pub struct RegionSignature<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// Its numbers.
    pub signature: Option<Signature>,
}

/// Bar-tree numbers.
#[derive(Debug, Serialize)]
pub struct Signature {
    /// Levels above the region.
    pub depth: usize,
    /// The area of all bars.
    pub total: f64,
    /// Elements beside each other, level by level.
    pub parallel: Vec<u32>,
    /// Which of them holds the region, level by level.
    pub place: Vec<u32>,
    /// The width of each bar.
    pub widths: Vec<f64>,
    /// The area of each bar.
    pub areas: Vec<f64>,
    /// Open less closed tags above the region, in the repaired tree.
    pub upper: i64,
    /// The same below it.
    pub lower: i64,
    /// Their difference.
    pub delta: i64,
    /// The same in the source.
    pub source: Sides,
}

/// The tags around a region in the source.
#[derive(Debug, Serialize)]
pub struct Sides {
    /// Open less closed tags above the region.
    pub upper: i64,
    /// The same below it.
    pub lower: i64,
    /// Their difference.
    pub delta: i64,
}

impl<'a> RegionSignature<'a> {
    /// The numbers of the region of a page.
    pub fn of(page: &'a Page, signature: Option<&bartree::Signature>) -> RegionSignature<'a> {
        RegionSignature { page: &page.name, signature: signature.map(Signature::of) }
    }
}

impl Signature {
    pub(super) fn of(signature: &bartree::Signature) -> Signature {
        let numbers = signature.bars.numbers();
        let rounded = |value: f64| (1e6 * value).round() / 1e6;
        let Reverse { upper, lower } = signature.tree;
        let source = signature.source;
        Signature {
            depth: signature.bars.depth(),
            total: rounded(numbers.total),
            parallel: signature.bars.parallel().collect(),
            place: signature.bars.0.iter().map(|bar| bar.place()).collect(),
            widths: numbers.widths.into_iter().map(rounded).collect(),
            areas: numbers.areas.into_iter().map(rounded).collect(),
            upper: upper.sum(),
            lower: lower.sum(),
            delta: signature.tree.delta(),
            source: Sides { upper: source.upper.sum(), lower: source.lower.sum(), delta: source.delta() },
        }
    }
}
