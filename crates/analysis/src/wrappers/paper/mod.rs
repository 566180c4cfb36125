//! WebKER's way of learning a wrapper from two pages of one site, as published.
//!
//! The paper's five steps are a module each:
//!
//! 1. blocks that say nothing, such as scripts, are dropped ([`blocks`]);
//! 2. the two pages are compared, and long runs of what is the same in both are dropped ([`comparison`]);
//! 3. what is left is a string of tags ([`tags`]), of which a suffix array is made ([`repeats`]);
//! 4. its maximal repeats are found ([`repeats`]);
//! 5. one of them is selected ([`selection`]).
//!
//! It becomes a regular expression whose texts are properties and values ([`pattern`], [`mod@roles`]). A person may
//! edit it or take one of its [`Learnt::rivals`]. Applied to a page, it gives raw pairs of property and value
//! ([`extraction`]). No layout is used, and no word of a language.

mod blocks;
mod comparison;
mod extraction;
mod pattern;
pub mod repeats;
mod roles;
mod selection;
mod tags;

#[cfg(test)]
mod tests;

use page::Page;

use self::blocks::significant_pieces;
use self::comparison::{compare, information_blocks, lines};
pub use self::extraction::{Pair, pairs, raw_xml};
pub use self::pattern::{Filled, Match, Pattern, PatternError, Problem, Slot};
use self::repeats::SuffixArray;
use self::roles::roles;
use self::selection::{Chosen, select};
use self::tags::{TEXT, TagString};

/// So many patterns more than are told of are looked for in the other page.
const MOST_MISSES: usize = 20;

/// The thresholds of the method. The defaults are the published ones where there are such.
#[derive(Clone, Debug)]
pub struct Config {
    /// Runs of more lines that are the same in both pages are dropped. The paper's is 20.
    pub longest_same: usize,
    /// Patterns of fewer tags and texts are dropped. The paper calls "less than three or four tags" too short.
    pub shortest_pattern: usize,
    /// Patterns of more are dropped too: no record is so long, and they cost time on pages made for that.
    pub longest_pattern: usize,
    /// Patterns that do not cover more than this share of what is left of the page are dropped. The paper names no
    /// number.
    pub least_coverage: f64,
    /// How many other patterns are told of.
    pub rivals: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config { longest_same: 20, shortest_pattern: 4, longest_pattern: 500, least_coverage: 0.02, rivals: 5 }
    }
}

/// A pattern with the figures that speak for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The pattern.
    pub pattern: Pattern,
    /// How many times it occurs in the information blocks of the first page, without overlaps: the paper's k.
    pub support: usize,
    /// The share of their tags and texts that it covers: the paper's CP.
    pub coverage: f64,
    /// How many times it occurs in the second page.
    pub elsewhere: usize,
    /// Whether every element that begins in it also ends in it.
    pub is_balanced: bool,
}

/// What was learnt from two pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Learnt {
    /// The outstanding pattern.
    pub best: Candidate,
    /// The next ones, the better first.
    pub rivals: Vec<Candidate>,
}

/// Learns a wrapper for pages like `a` from `a` and another page of the same layout. `None` if nothing repeats in what
/// is the first page's own, for example since both pages are equal.
pub fn learn(a: &Page, b: &Page, config: &Config) -> Option<Learnt> {
    let (pieces, others) = (significant_pieces(&a.tree), significant_pieces(&b.tree));
    let marks = compare(&lines(&a.tree, &pieces), &lines(&b.tree, &others));
    let kept = information_blocks(&marks, config.longest_same);
    let blocks = TagString::of_pieces(a, kept.iter().map(|&index| pieces[index]).collect());
    let symbols = with_seams(&blocks, &kept);
    let array = SuffixArray::new(&symbols)?;
    let chosen = select(&symbols, &blocks.alphabet, &array, config);
    let sides = Sides { a, a_tags: TagString::of_pieces(a, pieces), b, b_tags: TagString::of_pieces(b, others) };
    let candidate = |found: &Chosen| sides.candidate(&blocks, &symbols[found.start..][..found.length], found);
    let mut candidates: Vec<Candidate> = chosen.iter().take(config.rivals + MOST_MISSES).map(candidate).collect();
    // A wrapper is for all pages of the layout (the paper's Definition 1): what the other page lacks comes last.
    candidates.sort_by_key(|candidate| candidate.elsewhere == 0);
    candidates.truncate(config.rivals + 1);
    let mut candidates = candidates.into_iter();
    Some(Learnt { best: candidates.next()?, rivals: candidates.collect() })
}

/// The string of the information blocks, with a symbol of its own at each seam where something was dropped: the paper
/// leaves open what adjoins there, but a record never reaches across.
fn with_seams(blocks: &TagString, kept: &[usize]) -> Vec<u32> {
    let mut symbols = Vec::with_capacity(kept.len());
    let mut next = blocks.alphabet.len() as u32;
    let mut expected = None;
    for (&index, &symbol) in kept.iter().zip(&blocks.symbols) {
        if expected.is_some_and(|expected| expected != index) {
            symbols.push(next);
            next += 1;
        }
        symbols.push(symbol);
        expected = Some(index + 1);
    }
    symbols
}

/// The two pages, whole.
struct Sides<'a> {
    a: &'a Page,
    a_tags: TagString,
    b: &'a Page,
    b_tags: TagString,
}

impl Sides<'_> {
    /// A selected repeat as a pattern, the roles of its texts being seen from both pages.
    fn candidate(&self, blocks: &TagString, symbols: &[u32], found: &Chosen) -> Candidate {
        let plain = Pattern::of_symbols(&blocks.alphabet, symbols, &[]);
        let texts = symbols.iter().filter(|&&symbol| symbol == TEXT).count();
        let (in_a, in_b) = (plain.matches_in(self.a, &self.a_tags), plain.matches_in(self.b, &self.b_tags));
        let pattern = Pattern::of_symbols(&blocks.alphabet, symbols, &roles(texts, &in_a, &in_b));
        let coverage = found.covered() as f64 / blocks.symbols.len() as f64;
        let is_balanced = found.is_balanced;
        Candidate { pattern, support: found.support, coverage, elsewhere: in_b.len(), is_balanced }
    }
}
