//! Which cut of a page is the list that a reader would want: a choice among all cuts, on pages whose list is known.

use analysis::Content;
use analysis::evidence::{Evidence, Fact};
use analysis::regions::{self, Facts};
use analysis::tables::{self, tables};
use page::Page;

use super::gold::Gold;
use super::{Source, Task};
use crate::decision::{Candidate, Decision};
use crate::pages;
use crate::regression::Kind;
use crate::truth::{self, PageTruth};

/// A cut that is this much worse than the best one is wrong.
const SLACK: f64 = 0.02;
/// A page on which no cut is better has nothing to learn from.
const LEAST: f64 = 0.5;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Records;

impl Task for Records {
    fn name(&self) -> &'static str {
        "records"
    }

    fn about(&self) -> &'static str {
        "What the facts about cuts weigh."
    }

    fn file(&self) -> &'static str {
        "crates/analysis/src/regions/weights.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        Facts::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::Choice
    }

    fn ridge(&self) -> f64 {
        0.003
    }

    fn corpora(&self) -> &'static [&'static str] {
        &["records", "fields", "fields-more", "lists-modern"]
    }

    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        let truth: Vec<PageTruth> = truth::read(&source.truth)?;
        let files: Vec<String> = truth.iter().map(|page| page.file.clone()).collect();
        let known = |page: &Page| truth.iter().find(|truth| truth.file == page.name);
        let found = pages::map(&files, |page| known(page).map(|truth| of_page(page, truth)).unwrap_or_default());
        Ok(found.into_iter().flatten().flatten().collect())
    }
}

/// The decisions about one page: one for each of its lists.
fn of_page(page: &Page, truth: &PageTruth) -> Vec<Decision> {
    let content = Content::of(page);
    let cuts = regions::candidates(&content, &tables(page, &tables::Config::default()));
    let of_list = |list: &truth::GoldList| {
        let gold = Gold::of(&content, list);
        let candidates = cuts.iter().map(|cut| Candidate {
            name: format!("{:?}", cut.records),
            facts: cut.facts.values(),
            counts: gold.counts(&cut.told),
            right: 0.0,
        });
        let mut candidates: Vec<Candidate> = candidates.collect();
        let best = candidates.iter().map(|candidate| candidate.counts.f1()).fold(0.0, f64::max);
        for candidate in &mut candidates {
            candidate.right = f64::from(best >= LEAST && candidate.counts.f1() >= best - SLACK);
        }
        Decision {
            corpus: truth.corpus.clone(),
            site: truth.site.clone(),
            name: format!("{} {}", truth.file, list.name),
            candidates,
            gold: gold.len(),
        }
    };
    truth.lists.iter().map(of_list).collect()
}
