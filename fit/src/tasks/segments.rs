//! Between which leaves a segment begins: a judgement of each place, on pages whose blocks people have marked.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use analysis::Content;
use analysis::evidence::{Evidence, Fact};
use analysis::segments::{Facts, Level, Places};
use analysis::tables::{self, tables};
use page::{NodeId, Page};
use serde::Deserialize;

use super::{Source, Task};
use crate::decision::{Candidate, Counts, Decision};
use crate::pages;
use crate::regression::Kind;
use crate::truth;

/// Boundaries are the same if at most this many texts lie between them.
const WINDOW: usize = 1;

/// See the module.
#[derive(Debug, Default)]
pub struct Segments {
    /// By the name of the decision: the places, with which odds become cuts, and the boundaries they are compared with.
    pages: OnceLock<HashMap<String, Known>>,
}

#[derive(Debug)]
struct Known {
    places: Places,
    boundaries: Boundaries,
}

/// What people marked on a page.
#[derive(Clone, Debug, Deserialize)]
struct MarkedPage {
    corpus: String,
    site: String,
    file: String,
    /// The paths of its texts, in order.
    texts: Vec<String>,
    /// The paths of the elements that are blocks.
    blocks: Vec<String>,
}

impl Task for Segments {
    fn name(&self) -> &'static str {
        "segments"
    }

    fn about(&self) -> &'static str {
        "What the facts about places between leaves weigh."
    }

    fn file(&self) -> &'static str {
        "crates/analysis/src/segments/weights.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        Facts::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::Judgement
    }

    fn ridge(&self) -> f64 {
        0.0005
    }

    fn corpora(&self) -> &'static [&'static str] {
        &["segments", "segments-popular"]
    }

    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        let marked: Vec<MarkedPage> = truth::read(&source.truth)?;
        let files: Vec<String> = marked.iter().map(|page| page.file.clone()).collect();
        let by_file: HashMap<&str, &MarkedPage> = marked.iter().map(|page| (page.file.as_str(), page)).collect();
        let found = pages::map(&files, |page| by_file.get(page.name.as_str()).map(|marked| of_page(page, marked)));
        let mut known = HashMap::new();
        let mut decisions = Vec::new();
        for (decision, page) in found.into_iter().flatten().flatten() {
            known.insert(decision.name.clone(), page);
            decisions.push(decision);
        }
        // A second reading of the same corpora finds the same.
        let _ = self.pages.set(known);
        Ok(decisions)
    }

    fn outcome(&self, decision: &Decision, odds: &[f64]) -> Counts {
        let known = self.pages.get().and_then(|pages| pages.get(&decision.name));
        known.map_or_else(Counts::default, |Known { places, boundaries }| {
            boundaries.counts(&places.cuts(odds, Level::default()))
        })
    }
}

/// What is to be decided about a page, and what it takes to judge that.
fn of_page(page: &Page, marked: &MarkedPage) -> (Decision, Known) {
    let content = Content::of(page);
    let places = Places::of(&content, &tables(page, &tables::Config::default()));
    let boundaries = Boundaries::of(&content, marked);
    let right = boundaries.first_leaves(&content, marked);
    let candidate = |(leaf, facts): (usize, &Facts)| Candidate {
        name: leaf.to_string(),
        facts: facts.values(),
        right: f64::from(u8::from(right.contains(&leaf))),
        ..Candidate::default()
    };
    let decision = Decision {
        corpus: marked.corpus.clone(),
        site: marked.site.clone(),
        name: marked.file.clone(),
        candidates: (1..).zip(places.facts()).map(candidate).collect(),
        gold: boundaries.gold.len(),
        ..Decision::default()
    };
    (decision, Known { places, boundaries })
}

/// The boundaries of a page, each by the number of texts before it. Its beginning and its end are none.
#[derive(Debug)]
struct Boundaries {
    /// How many texts the page has.
    texts: usize,
    /// For each leaf how many texts are before it.
    of_leaf: Vec<usize>,
    /// Where blocks begin.
    gold: BTreeSet<usize>,
}

impl Boundaries {
    fn of(content: &Content<'_>, marked: &MarkedPage) -> Boundaries {
        let texts = nodes(content, &marked.texts);
        let before = |node: NodeId| texts.partition_point(|&text| text < node);
        let blocks = nodes(content, &marked.blocks);
        let gold = blocks.into_iter().map(before).filter(|&number| number > 0 && number < texts.len()).collect();
        let of_leaf = content.leaves().iter().map(|&leaf| before(leaf)).collect();
        Boundaries { texts: texts.len(), of_leaf, gold }
    }

    /// The leaves that blocks begin with. Where a block has none that is seen, it is the next one.
    fn first_leaves(&self, content: &Content<'_>, marked: &MarkedPage) -> BTreeSet<usize> {
        let blocks = nodes(content, &marked.blocks).into_iter();
        let firsts = blocks.map(|block| content.below(block)).filter(|leaves| !leaves.is_empty());
        let is_boundary = |leaf: &usize| *leaf > 0 && self.gold.contains(&self.of_leaf[*leaf]);
        let mut found: BTreeSet<usize> = firsts.map(|leaves| leaves.start).filter(is_boundary).collect();
        let told: BTreeSet<usize> = found.iter().map(|&leaf| self.of_leaf[leaf]).collect();
        let missing = self.gold.difference(&told);
        found.extend(missing.filter_map(|number| self.of_leaf.iter().position(|own| own == number)));
        found.remove(&0);
        found
    }

    /// What cutting before these leaves is worth: each boundary is found once, a text off at most.
    fn counts(&self, cuts: &[usize]) -> Counts {
        let told = cuts.iter().map(|&leaf| self.of_leaf[leaf]).filter(|&number| number > 0 && number < self.texts);
        let told: BTreeSet<usize> = told.collect();
        let mut gold = self.gold.iter().peekable();
        let mut correct = 0;
        for &number in &told {
            while gold.next_if(|&&wanted| wanted + WINDOW < number).is_some() {}
            correct += usize::from(gold.next_if(|&&wanted| wanted <= number + WINDOW).is_some());
        }
        Counts { correct, told: told.len(), gold: self.gold.len() }
    }
}

/// The nodes at these paths, in order.
fn nodes(content: &Content<'_>, paths: &[String]) -> Vec<NodeId> {
    let mut nodes: Vec<NodeId> = paths.iter().filter_map(|path| content.tree().find(path).ok()).collect();
    nodes.sort_unstable();
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_boundary_is_found_once_and_may_be_a_text_off() {
        let boundaries = Boundaries { texts: 20, of_leaf: (0..20).collect(), gold: [3, 8, 9, 15].into() };
        let counts = boundaries.counts(&[0, 2, 4, 8, 12, 16]);
        assert_eq!(counts, Counts { correct: 3, told: 5, gold: 4 });
    }
}
