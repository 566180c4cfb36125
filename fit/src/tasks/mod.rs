//! What is fitted: one module for each ranked decision of Lode.

mod gold;
pub mod healing;
mod lessons;
pub mod mapping;
pub mod records;
pub mod segments;
mod sites;
pub mod tables;

use std::path::{Path, PathBuf};

use analysis::evidence::Fact;

use crate::decision::{Counts, Decision};
use crate::regression::{Kind, Model};

/// A ranked decision whose weights are fitted.
pub trait Task: Sync {
    /// What it is called on the command line.
    fn name(&self) -> &'static str;

    /// What its file of weights says it is about.
    fn about(&self) -> &'static str;

    /// The file of weights, from the root of the workspace.
    fn file(&self) -> &'static str;

    /// The facts that are weighed.
    fn facts(&self) -> &'static [Fact];

    /// How candidates are decided about.
    fn kind(&self) -> Kind;

    /// The strength of the penalty.
    fn ridge(&self) -> f64;

    /// The corpora that it reads.
    fn corpora(&self) -> &'static [&'static str];

    /// All decisions in the corpora.
    ///
    /// # Errors
    ///
    /// If the corpora or their truth cannot be read.
    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>>;

    /// What comes of a decision if its candidates weigh this much: by default what is chosen, or accepted above 0.
    fn outcome(&self, decision: &Decision, odds: &[f64]) -> Counts {
        match self.kind() {
            Kind::Choice | Kind::ChoiceAlike => chosen(decision, odds),
            Kind::Judgement => accepted(decision, odds),
        }
    }

    /// What comes of decisions, those about the same pages being among them: by default each is made by itself.
    fn outcomes(&self, decisions: &[&Decision], odds: &[Vec<f64>]) -> Vec<Counts> {
        decisions.iter().zip(odds).map(|(decision, odds)| self.outcome(decision, odds)).collect()
    }

    /// Other files that are counted and not fitted, from the root of the workspace, and their texts.
    ///
    /// # Errors
    ///
    /// If the corpora or their truth cannot be read.
    fn counted(&self, _source: &Source) -> std::io::Result<Vec<(&'static str, String)>> {
        Ok(Vec::new())
    }

    /// What is fitted, and how.
    fn model(&self) -> Model {
        let by_hand = self.facts().iter().map(|fact| fact.by_hand).collect();
        Model { kind: self.kind(), ridge: self.ridge(), by_hand }
    }
}

/// Where pages and their truth are.
#[derive(Clone, Debug)]
pub struct Source {
    /// The folder of the corpora.
    pub corpora: PathBuf,
    /// The file that `truth.py` wrote for the task.
    pub truth: PathBuf,
}

impl Source {
    /// The folder of a corpus. The bundled examples are one.
    pub fn corpus(&self, name: &str) -> PathBuf {
        match name {
            "examples" => Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/lists"),
            _ => self.corpora.join(name),
        }
    }
}

/// All tasks. Those of one name are fitted one after the other.
pub fn all() -> Vec<Box<dyn Task>> {
    vec![
        Box::new(records::MainList),
        Box::new(records::Cuts),
        Box::new(records::ListScore),
        Box::new(segments::Segments::default()),
        Box::new(tables::FirstLook),
        Box::new(tables::SecondLook),
        Box::new(mapping::Mapping),
        Box::new(healing::Healing),
    ]
}

/// The counts of the candidate that weighs most; of equals the first.
fn chosen(decision: &Decision, odds: &[f64]) -> Counts {
    let best = (0..odds.len()).reduce(|best, next| if odds[next] > odds[best] { next } else { best });
    best.map_or(Counts { gold: decision.gold, ..Counts::default() }, |best| decision.candidates[best].counts)
}

/// The counts of all candidates that speak for themselves.
fn accepted(decision: &Decision, odds: &[f64]) -> Counts {
    let told = decision.candidates.iter().zip(odds).filter(|&(_, &odds)| odds > 0.0);
    let counts = told.map(|(candidate, _)| Counts { told: 1, correct: usize::from(candidate.right > 0.5), gold: 0 });
    Counts { gold: decision.gold, ..counts.sum() }
}

/// A fingerprint of all files of a corpus: their names and bytes, in order.
///
/// # Errors
///
/// If the corpus cannot be read.
pub fn fingerprint(corpus: &Path) -> std::io::Result<u64> {
    let mut all = page::Fingerprint::new();
    let mut folders = vec![corpus.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    for file in files {
        let name = file.strip_prefix(corpus).unwrap_or(&file).to_string_lossy().into_owned();
        all.text(&name).bytes(&std::fs::read(&file)?);
    }
    Ok(all.finish())
}
