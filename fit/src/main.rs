//! `fit TASK CORPORA TRUTH [--facts]`: fits the weights of a task, says what they are worth, and writes them. It is
//! called by `cargo xtask fit`, which brings the corpora and their truth.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use fit::decision::{Counts, Decision};
use fit::tasks::{Source, Task};
use fit::validation::{Score, ablation, by_corpus, by_fold, by_site, in_fold, out_of_fold};
use fit::{tasks, weights};
use time::macros::format_description;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (options, words): (Vec<String>, Vec<String>) = words.into_iter().partition(|word| word.starts_with("--"));
    let [name, corpora, truth] = words.as_slice() else {
        eprintln!("usage: fit TASK CORPORA TRUTH [--facts | --folds] [--no-ablation] [--keep]");
        return ExitCode::from(2);
    };
    let tasks = tasks::all();
    let asked: Vec<&dyn Task> = tasks.iter().map(AsRef::as_ref).filter(|task| task.name() == name).collect();
    if asked.is_empty() {
        let mut names: Vec<&str> = tasks.iter().map(|task| task.name()).collect();
        names.dedup();
        eprintln!("error: there is no task {name}; there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let source = Source { corpora: corpora.into(), truth: truth.into() };
    let is_asked = |option: &str| options.iter().any(|own| own == option);
    let work = |task: &&dyn Task| match (is_asked("--facts"), is_asked("--folds")) {
        (true, _) => print_facts(*task, &source),
        (_, true) => print_folds(*task, &source),
        _ => fit(*task, &source, is_asked("--no-ablation"), is_asked("--keep")),
    };
    match asked.iter().try_for_each(work) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The facts of all candidates, a JSON object a line.
fn print_facts(task: &dyn Task, source: &Source) -> std::io::Result<()> {
    for decision in task.decisions(source)? {
        for candidate in &decision.candidates {
            let facts: serde_json::Map<String, serde_json::Value> = task
                .facts()
                .iter()
                .zip(&candidate.facts)
                .map(|(fact, &value)| (fact.name.into(), value.into()))
                .collect();
            let Counts { correct, told, gold } = candidate.counts;
            println!(
                "{}",
                serde_json::json!({
                    "weights": task.file(), "corpus": decision.corpus, "site": decision.site, "decision": decision.name,
                    "candidate": candidate.name, "right": candidate.right,
                    "correct": correct, "told": told, "gold": gold, "facts": facts,
                })
            );
        }
    }
    Ok(())
}

fn fit(task: &dyn Task, source: &Source, is_without_ablation: bool, is_kept: bool) -> std::io::Result<()> {
    eprintln!("==> reading pages and their truth");
    let decisions = task.decisions(source)?;
    let model = task.model();
    let outcome = |decisions: &[&Decision], odds: &[Vec<f64>]| task.outcomes(decisions, odds);
    eprintln!("==> fitting {} facts to {} decisions", task.facts().len(), decisions.len());
    let fitted = weights::rounded(&model.fit(&decisions.iter().collect::<Vec<_>>()));
    let inside = in_fold(&decisions, &fitted, &outcome);
    let outside = out_of_fold(&decisions, &by_site(&decisions), &model, &outcome);
    let elsewhere = out_of_fold(&decisions, &by_corpus(&decisions), &model, &outcome);
    let scores = [("in fold", &inside), ("out of fold, by site", &outside), ("out of fold, by corpus", &elsewhere)];
    let scores: Vec<(String, String)> = scores.into_iter().flat_map(|(name, score)| score.lines(name)).collect();
    for (name, line) in &scores {
        println!("{name:<24} {line}");
    }
    if !is_without_ablation {
        print_ablation(task, &fitted, &outside, &ablation(&decisions, &model, &outcome));
    }
    if is_kept {
        return Ok(());
    }
    let mut corpora = Vec::new();
    for corpus in task.corpora() {
        corpora.push(((*corpus).to_owned(), tasks::fingerprint(&source.corpus(corpus))?));
    }
    let today = time::OffsetDateTime::now_utc().date();
    let header = weights::Header {
        task: task.name(),
        about: task.about(),
        corpora: &corpora,
        date: &today.format(format_description!("[year]-[month]-[day]")).map_err(std::io::Error::other)?,
        decisions: decisions.len(),
        ridge: model.ridge,
        scores: &scores,
    };
    let weights = (task.file(), weights::source(&header, task.facts(), &fitted));
    for (file, text) in task.counted(source)?.into_iter().chain([weights]) {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file), text)?;
        println!("written: {file}");
    }
    Ok(())
}

/// For each fact its weight, and what is lost out of fold without it, for each way of asking.
fn print_ablation(task: &dyn Task, weights: &[f64], all: &Score, without: &[Score]) {
    println!("{:<28} {:>9}  {:>9}", "fact", "weight", "without");
    for ((fact, weight), without) in task.facts().iter().zip(weights).zip(without) {
        let by_hand = if fact.by_hand.is_some() { " by hand" } else { "" };
        println!("{:<28} {weight:>9.3}  {}{by_hand}", fact.name, without.less(all));
    }
}

/// For each fold the sites that are left out, and the weights that fit all others, a JSON object a line.
fn print_folds(task: &dyn Task, source: &Source) -> std::io::Result<()> {
    let decisions = task.decisions(source)?;
    for (own, weights) in by_fold(&decisions, &by_site(&decisions), &task.model()) {
        let sites: BTreeSet<(&str, &str)> = own.iter().map(|own| (own.corpus.as_str(), own.site.as_str())).collect();
        let weights: BTreeMap<&str, f64> = task.facts().iter().map(|fact| fact.name).zip(weights).collect();
        println!("{}", serde_json::json!({ "weights": task.file(), "sites": sites, "facts": weights }));
    }
    Ok(())
}
