//! What weights are worth, by pages that were left out of the fit: cross-validation in folds of whole sites, and with
//! each corpus left out in turn; and what each fact is worth, by leaving it out (ablation).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::decision::{Counts, Decision};
use crate::parallel::in_parallel;
use crate::regression::{Model, odds};

/// So many folds.
const FOLDS: usize = 10;

/// What comes of each of some decisions if their candidates weigh this much. Decisions about the same pages are among
/// them or not, but never in part.
pub type Outcome<'a> = &'a (dyn Fn(&[&Decision], &[Vec<f64>]) -> Vec<Counts> + Sync);

/// What was told and right, by the way it was asked and by corpus.
#[derive(Clone, Debug, Default)]
pub struct Score(pub BTreeMap<String, BTreeMap<String, Counts>>);

impl Score {
    fn add(&mut self, decision: &Decision, counts: Counts) {
        let known = self.0.entry(decision.asked.clone()).or_default().entry(decision.corpus.clone()).or_default();
        *known = *known + counts;
    }

    /// In a line for each way of asking, with what it is the score of. Where there is nothing to tell, all that was
    /// told is wrong.
    pub fn lines(&self, name: &str) -> Vec<(String, String)> {
        let line = |(asked, of): (&String, &BTreeMap<String, Counts>)| {
            let all: Counts = of.values().copied().sum();
            let value = |counts: &Counts| match all.gold {
                0 => counts.told.to_string(),
                _ => format!("{:.4}", counts.f1()),
            };
            let mut line = value(&all);
            for (corpus, counts) in of {
                let _ = write!(line, "  {corpus} {}", value(counts));
            }
            (if asked.is_empty() { name.to_owned() } else { format!("{name}, {asked}") }, line)
        };
        self.0.iter().map(line).collect()
    }

    /// How much less than another score it is, for each way of asking.
    pub fn less(&self, than: &Score) -> String {
        let all = |of: &BTreeMap<String, Counts>| of.values().copied().sum::<Counts>();
        let less = |(own, other): (Counts, Counts)| match other.gold {
            0 => format!("{:>+9}", own.told as i64 - other.told as i64),
            _ => format!("{:>+9.4}", own.f1() - other.f1()),
        };
        self.0.values().map(all).zip(than.0.values().map(all)).map(less).collect::<Vec<_>>().join(" ")
    }
}

/// The score of weights on the decisions that they were fitted to.
pub fn in_fold(decisions: &[Decision], weights: &[f64], outcome: Outcome<'_>) -> Score {
    score([(decisions.iter().collect(), weights.to_vec())], outcome)
}

/// The score on decisions that were left out of the fit. `fold` says for each what it is left out with.
pub fn out_of_fold(decisions: &[Decision], fold: &[usize], model: &Model, outcome: Outcome<'_>) -> Score {
    score(by_fold(decisions, fold, model), outcome)
}

/// For each fold its decisions, and the weights that fit all others.
pub fn by_fold<'a>(decisions: &'a [Decision], fold: &[usize], model: &Model) -> Vec<(Vec<&'a Decision>, Vec<f64>)> {
    let run = |held_out: usize| {
        let (own, rest): (Vec<_>, Vec<_>) = decisions.iter().zip(fold).partition(|&(_, &own)| own == held_out);
        let weights = model.fit(&rest.into_iter().map(|(decision, _)| decision).collect::<Vec<_>>());
        (own.into_iter().map(|(decision, _)| decision).collect(), weights)
    };
    in_parallel(fold_count(fold), run)
}

/// What comes of decisions, each with the weights that go with it.
fn score<'a>(folds: impl IntoIterator<Item = (Vec<&'a Decision>, Vec<f64>)>, outcome: Outcome<'_>) -> Score {
    let mut score = Score::default();
    for (decisions, weights) in folds {
        let all: Vec<Vec<f64>> = decisions.iter().map(|decision| odds(decision, &weights)).collect();
        for (decision, counts) in decisions.iter().zip(outcome(&decisions, &all)) {
            score.add(decision, counts);
        }
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
pub fn ablation(decisions: &[Decision], model: &Model, outcome: Outcome<'_>) -> Vec<Score> {
    let fold = by_site(decisions);
    let without = |fact: usize| {
        let mut model = model.clone();
        model.by_hand[fact] = Some(0.0);
        out_of_fold(decisions, &fold, &model, outcome)
    };
    (0..model.by_hand.len()).map(without).collect()
}
