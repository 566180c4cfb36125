//! What weights are worth, by pages that were left out of the fit: cross-validation in folds of whole sites, and with
//! each corpus left out in turn; and what each fact is worth, by leaving it out (ablation).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::decision::{Counts, Decision};
use crate::parallel::in_parallel;
use crate::regression::{Model, odds};

/// So many folds.
const FOLDS: usize = 10;

/// What comes of a decision if its candidates weigh this much.
pub type Outcome<'a> = &'a (dyn Fn(&Decision, &[f64]) -> Counts + Sync);

/// What was told and right, by corpus.
#[derive(Clone, Debug, Default)]
pub struct Score(pub BTreeMap<String, Counts>);

impl Score {
    /// All corpora together.
    pub fn all(&self) -> Counts {
        self.0.values().copied().sum()
    }

    fn add(&mut self, corpus: &str, counts: Counts) {
        let known = self.0.entry(corpus.to_owned()).or_default();
        *known = *known + counts;
    }

    /// In one line.
    pub fn line(&self) -> String {
        let mut line = format!("{:.4}", self.all().f1());
        for (corpus, counts) in &self.0 {
            let _ = write!(line, "  {corpus} {:.4}", counts.f1());
        }
        line
    }
}

/// The score of weights on the decisions that they were fitted to.
pub fn in_fold(decisions: &[Decision], weights: &[f64], outcome: Outcome<'_>) -> Score {
    let mut score = Score::default();
    for decision in decisions {
        score.add(&decision.corpus, outcome(decision, &odds(decision, weights)));
    }
    score
}

/// The score on decisions that were left out of the fit. `fold` says for each what it is left out with.
pub fn out_of_fold(decisions: &[Decision], fold: &[usize], model: &Model, outcome: Outcome<'_>) -> Score {
    let run = |held_out: usize| {
        let rest = decisions.iter().zip(fold).filter(|&(_, &own)| own != held_out);
        let weights = model.fit(&rest.map(|(decision, _)| decision).collect::<Vec<_>>());
        let own = decisions.iter().zip(fold).filter(|&(_, &own)| own == held_out);
        own.map(|(decision, _)| (decision.corpus.clone(), outcome(decision, &odds(decision, &weights))))
            .collect::<Vec<_>>()
    };
    let mut score = Score::default();
    for (corpus, counts) in in_parallel(fold_count(fold), run).into_iter().flatten() {
        score.add(&corpus, counts);
    }
    score
}

/// How many folds there are.
pub fn fold_count(fold: &[usize]) -> usize {
    fold.iter().copied().max().map_or(0, |last| last + 1)
}

/// For each decision the fold that its site is in.
pub fn by_site(decisions: &[Decision]) -> Vec<usize> {
    folds(decisions, |decision| format!("{} {}", decision.corpus, decision.site), FOLDS)
}

/// For each decision the number of its corpus.
pub fn by_corpus(decisions: &[Decision]) -> Vec<usize> {
    folds(decisions, |decision| decision.corpus.clone(), usize::MAX)
}

/// Numbers what decisions are left out with: in alphabetical order, dealt out like cards.
fn folds(decisions: &[Decision], key: impl Fn(&Decision) -> String, most: usize) -> Vec<usize> {
    let mut keys: Vec<String> = decisions.iter().map(&key).collect();
    keys.sort();
    keys.dedup();
    decisions.iter().map(|decision| keys.binary_search(&key(decision)).unwrap_or_default() % most).collect()
}

/// For each fact the score out of fold without it.
pub fn ablation(decisions: &[Decision], model: &Model, outcome: Outcome<'_>) -> Vec<Counts> {
    let fold = by_site(decisions);
    let without = |fact: usize| {
        let mut model = model.clone();
        model.by_hand[fact] = Some(0.0);
        out_of_fold(decisions, &fold, &model, outcome).all()
    };
    (0..model.by_hand.len()).map(without).collect()
}
