//! Sites whose pages tell the same of things of one sort, with the truth about each page.

use std::collections::BTreeMap;
use std::path::Path;

use analysis::wrappers::reading::{Reading, own_label};
use page::{Capture, Page, fold};
use serde::Deserialize;

use crate::decision::{Candidate, Counts};

/// What is known of a page, a line of the file that `truth.py` writes.
#[derive(Clone, Debug, Deserialize)]
struct PageTruth {
    corpus: String,
    site: String,
    file: String,
    role: String,
    values: Values,
    vocabulary: Option<Vocabulary>,
}

/// The values of a page, by attribute. Of several any one is right.
pub(super) type Values = BTreeMap<String, Vec<String>>;

/// The files that say what is looked for on the pages of a site.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Vocabulary {
    pub(super) ontology: String,
    pub(super) names: String,
}

/// A site, with its pages.
#[derive(Debug)]
pub(super) struct Site {
    /// What its things are.
    pub(super) corpus: String,
    pub(super) name: String,
    pub(super) pages: Vec<KnownPage>,
}

/// A page, with its truth.
#[derive(Debug)]
pub(super) struct KnownPage {
    pub(super) page: Page,
    /// What it is there for: as it is, or as a redesign made it.
    pub(super) role: String,
    pub(super) values: Values,
}

/// What is looked for in each corpus.
pub(super) fn vocabularies_of(truth: &Path) -> std::io::Result<BTreeMap<String, Vocabulary>> {
    let lines = read(truth)?.into_iter();
    Ok(lines.filter_map(|line| Some((line.corpus, line.vocabulary?))).collect())
}

fn read(truth: &Path) -> std::io::Result<Vec<PageTruth>> {
    let text = std::fs::read_to_string(truth)?;
    text.lines().map(|line| serde_json::from_str(line).map_err(std::io::Error::from)).collect()
}

/// The sites of a file of truth, one after the other, so that the pages of one are in memory.
pub(super) fn each_site<T>(truth: &Path, mut of_site: impl FnMut(Site) -> Vec<T>) -> std::io::Result<Vec<T>> {
    let lines = read(truth)?;
    let mut all = Vec::new();
    for lines in lines.chunk_by(|one, next| (&one.corpus, &one.site) == (&next.corpus, &next.site)) {
        let [first, ..] = lines else { continue };
        let (corpus, name) = (first.corpus.clone(), first.site.clone());
        let pages: std::io::Result<Vec<KnownPage>> = lines.iter().map(KnownPage::read).collect();
        all.extend(of_site(Site { corpus, name, pages: pages? }));
    }
    Ok(all)
}

impl KnownPage {
    fn read(truth: &PageTruth) -> std::io::Result<KnownPage> {
        let page = Page::new(Capture::new(truth.file.clone(), std::fs::read(&truth.file)?));
        Ok(KnownPage { page, role: truth.role.clone(), values: truth.values.clone() })
    }

    /// Whether a text is a value of an attribute; a label that it begins with may be a part of the value or not.
    pub(super) fn says(&self, attribute: &str, text: &str) -> bool {
        let text = fold(text);
        let is_value =
            |text: &str| self.values.get(attribute).is_some_and(|values| values.iter().any(|value| value == text));
        is_value(&text) || own_label(&text).is_some_and(|(_, value)| is_value(value))
    }
}

impl Site {
    /// The pages of a role, in order.
    pub(super) fn of_role(&self, role: &str) -> Vec<&KnownPage> {
        self.pages.iter().filter(|page| page.role == role).collect()
    }
}

/// A choice of texts as the values of an attribute, at most one a page.
pub(super) fn candidate(
    (pages, readings): (&[&KnownPage], &[Reading<'_>]),
    attribute: &str,
    found: &[(u32, u32)],
    facts: Vec<f64>,
) -> Candidate {
    let is_right = |&&(page, text): &&(u32, u32)| {
        let (page, text) = (page as usize, text as usize);
        pages[page].says(attribute, &readings[page].texts[text].text)
    };
    let counts =
        Counts { correct: found.iter().filter(is_right).count(), told: found.len(), gold: gold(pages, attribute) };
    let first = found.first().map(|&(page, text)| readings[page as usize].texts[text as usize].text.clone());
    Candidate { name: first.unwrap_or_default(), facts, counts, ..Candidate::default() }
}

/// On how many pages an attribute has a value.
pub(super) fn gold(pages: &[&KnownPage], attribute: &str) -> usize {
    pages.iter().filter(|page| page.values.contains_key(attribute)).count()
}

/// A candidate that is this much worse than the best one is wrong.
const SLACK: f64 = 0.02;
/// Where no candidate is better there is nothing to learn from.
const LEAST: f64 = 0.5;

/// Says which candidates are right: the best ones, if they are any good.
pub(super) fn mark_best(candidates: &mut [Candidate]) {
    let best = candidates.iter().map(|candidate| candidate.counts.f1()).fold(0.0, f64::max);
    for candidate in candidates {
        candidate.right = f64::from(best >= LEAST && candidate.counts.f1() >= best - SLACK);
    }
}
