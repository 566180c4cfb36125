//! Lists: which one a page is about, which of several cuts of one place is right, and how sure a list is. All three are
//! asked on pages whose lists are known.

use analysis::Content;
use analysis::evidence::{Evidence, Fact};
use analysis::regions::{self, Facts, ListFacts};
use analysis::tables::{self, tables};
use page::Page;

use super::gold::Gold;
use super::{Source, Task};
use crate::decision::{Candidate, Decision};
use crate::pages;
use crate::parallel::in_parallel;
use crate::regression::{Kind, Model};
use crate::truth::{self, PageTruth};
use crate::validation::{by_site, fold_count};

/// A list of which no cut is better has nothing to teach.
const LEAST: f64 = 0.5;
/// A list is right if its F1 is this high.
const RIGHT: f64 = 0.9;
const CORPORA: &[&str] = &["records", "fields", "fields-more", "lists-modern", "today", "examples"];
/// Penalties of which the score out of fold was best; it hardly changes between a third and three times as much.
const RIDGE: f64 = 0.005;

/// Which of all cuts is the list that the page is about.
#[derive(Clone, Copy, Debug)]
pub struct MainList;

/// Which of the cuts that cut through each other is right.
#[derive(Clone, Copy, Debug)]
pub struct Cuts;

/// How likely a chosen list is one that a reader would want, cut rightly.
#[derive(Clone, Copy, Debug)]
pub struct ListScore;

impl Task for MainList {
    fn name(&self) -> &'static str {
        "records"
    }

    fn about(&self) -> &'static str {
        "What the facts about cuts weigh where the page's main list is chosen."
    }

    fn file(&self) -> &'static str {
        "crates/analysis/src/regions/weights/main.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        Facts::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::Choice
    }

    fn ridge(&self) -> f64 {
        RIDGE
    }

    fn corpora(&self) -> &'static [&'static str] {
        CORPORA
    }

    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        Ok(read(source)?.iter().flat_map(KnownPage::main_list).collect())
    }
}

impl Task for Cuts {
    fn name(&self) -> &'static str {
        "records"
    }

    fn about(&self) -> &'static str {
        "What the facts about cuts weigh where one of several cuts of a place is chosen."
    }

    fn file(&self) -> &'static str {
        "crates/analysis/src/regions/weights/cuts.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        Facts::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::Choice
    }

    fn ridge(&self) -> f64 {
        RIDGE
    }

    fn corpora(&self) -> &'static [&'static str] {
        CORPORA
    }

    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        Ok(read(source)?.iter().flat_map(KnownPage::cuts).collect())
    }
}

impl Task for ListScore {
    fn name(&self) -> &'static str {
        "records"
    }

    fn about(&self) -> &'static str {
        "What the facts about chosen lists weigh in how sure they are."
    }

    fn file(&self) -> &'static str {
        "crates/analysis/src/regions/weights/score.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        ListFacts::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::Judgement
    }

    fn ridge(&self) -> f64 {
        1e-3
    }

    fn corpora(&self) -> &'static [&'static str] {
        CORPORA
    }

    /// The lists that weights choose which were fitted to other sites: those that were fitted to the page itself would
    /// be too sure.
    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        let pages = read(source)?;
        let main = out_of_fold_weights(&MainList.model(), pages.iter().map(KnownPage::main_list).collect(), &pages);
        let cuts = out_of_fold_weights(&Cuts.model(), pages.iter().map(KnownPage::cuts).collect(), &pages);
        let of_page = |number: usize| pages[number].chosen(&main[number], &cuts[number]);
        Ok(in_parallel(pages.len(), of_page))
    }
}

/// A page with its cuts, and what telling each of them would be worth as each of its lists.
struct KnownPage {
    truth: PageTruth,
    cuts: Vec<regions::Candidate>,
    lists: Vec<KnownList>,
}

struct KnownList {
    name: String,
    is_main: bool,
    gold: usize,
    counts: Vec<crate::decision::Counts>,
}

fn read(source: &Source) -> std::io::Result<Vec<KnownPage>> {
    let truth: Vec<PageTruth> = truth::read(&source.truth)?;
    let files: Vec<String> = truth.iter().map(|page| page.file.clone()).collect();
    let known = |page: &Page| truth.iter().find(|truth| truth.file == page.name);
    let found = pages::map(&files, |page| known(page).map(|truth| KnownPage::of(page, truth)));
    Ok(found.into_iter().flatten().flatten().collect())
}

impl KnownPage {
    fn of(page: &Page, truth: &PageTruth) -> KnownPage {
        let content = Content::of(page);
        let cuts = regions::candidates(&content, &tables(page, &tables::Config::default()));
        let of_list = |list: &truth::GoldList| {
            let gold = Gold::of(&content, list);
            let counts = cuts.iter().map(|cut| gold.counts(&cut.told)).collect();
            KnownList { name: list.name.clone(), is_main: list.is_main, gold: gold.len(), counts }
        };
        let lists = truth.lists.iter().map(of_list).collect();
        KnownPage { truth: truth.clone(), cuts, lists }
    }

    /// The choice of the page's main list, if the page is known to have one.
    fn main_list(&self) -> Vec<Decision> {
        let all: Vec<usize> = (0..self.cuts.len()).collect();
        self.lists.iter().filter(|list| list.is_main).map(|list| self.decision(list, &all)).collect()
    }

    /// For each of its lists the choice among its best cut and all that cut through it.
    fn cuts(&self) -> Vec<Decision> {
        let of_list = |list: &KnownList| {
            let best = list.best()?;
            let is_rival = |&other: &usize| {
                list.counts[other].f1() >= list.counts[best].f1()
                    || regions::conflict(&self.cuts[best].records, &self.cuts[other].records)
            };
            Some(self.decision(list, &(0..self.cuts.len()).filter(is_rival).collect::<Vec<_>>()))
        };
        self.lists.iter().filter_map(of_list).collect()
    }

    fn decision(&self, list: &KnownList, among: &[usize]) -> Decision {
        let candidate = |&number: &usize| Candidate {
            name: format!("{:?}", self.cuts[number].records),
            facts: self.cuts[number].facts.values(),
            counts: list.counts[number],
            right: if list.best().is_some() { list.counts[number].f1() } else { 0.0 },
            ..Candidate::default()
        };
        self.decision_of(&list.name, among.iter().map(candidate).collect(), list.gold)
    }

    fn decision_of(&self, name: &str, candidates: Vec<Candidate>, gold: usize) -> Decision {
        let PageTruth { corpus, site, file, .. } = &self.truth;
        let (corpus, site, name) = (corpus.clone(), site.clone(), format!("{file} {name}"));
        Decision { corpus, site, name, candidates, gold, ..Decision::default() }
    }

    /// The lists that these weights choose, and whether each is one of the page's.
    fn chosen(&self, main: &[f64], cuts: &[f64]) -> Decision {
        let weigh = |weights: &[f64]| -> Vec<f64> {
            let weight = |facts: Vec<f64>| facts.iter().zip(weights).map(|(fact, weight)| fact * weight).sum();
            self.cuts.iter().map(|cut| weight(cut.facts.values())).collect()
        };
        let candidate = |chosen: regions::Chosen| {
            let is_right = |list: &KnownList| list.counts[chosen.candidate].f1() >= RIGHT;
            Candidate {
                name: format!("{:?}", self.cuts[chosen.candidate].records),
                facts: chosen.facts.values(),
                right: f64::from(self.lists.iter().any(is_right)),
                ..Candidate::default()
            }
        };
        let chosen = regions::choose(&self.cuts, &weigh(main), &weigh(cuts));
        self.decision_of("all", chosen.into_iter().map(candidate).collect(), self.lists.len())
    }
}

impl KnownList {
    /// The cut that is worth most, if any is worth enough.
    fn best(&self) -> Option<usize> {
        let better =
            |best: usize, next: usize| if self.counts[next].f1() > self.counts[best].f1() { next } else { best };
        (0..self.counts.len()).reduce(better).filter(|&best| self.counts[best].f1() >= LEAST)
    }
}

/// For each page the weights that are fitted to the decisions of all pages of other folds.
fn out_of_fold_weights(model: &Model, decisions: Vec<Vec<Decision>>, pages: &[KnownPage]) -> Vec<Vec<f64>> {
    let fold = by_site(&pages.iter().map(|page| page.decision_of("", Vec::new(), 0)).collect::<Vec<_>>());
    let fit = |held_out: usize| {
        let rest = decisions.iter().zip(&fold).filter(|&(_, &own)| own != held_out);
        model.fit(&rest.flat_map(|(decisions, _)| decisions).collect::<Vec<_>>())
    };
    let weights = in_parallel(fold_count(&fold), fit);
    fold.iter().map(|&own| weights[own].clone()).collect()
}
