//! `cargo xtask quality`: how well `lode` does on real pages, held against the floors of `quality.toml`.
//!
//! The scorers and the pages stand beside the workspace and are no part of it; a clone without them has nothing to
//! measure and passes. What a measure means is the scorers' business: here it is a number with a name.

mod floors;
mod report;
mod results;

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::failure::Failure;
use crate::workspace::Workspace;
use crate::{corpora, process, python};
use floors::{Floors, Sample};
use report::Report;
use results::Results;

/// What `cargo xtask quality` was asked for.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Options {
    pub(crate) quick: bool,
    pub(crate) raise: bool,
    pub(crate) only: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Failure> {
    let scorers = workspace.shared().join("eval").join("run");
    if !scorers.is_file() {
        println!("quality: there are no scorers beside this workspace ({}), nothing to measure", scorers.display());
        return Ok(());
    }
    let file = workspace.root().join("quality.toml");
    let mut floors = Floors::read(&file)?;
    let sample = if options.quick { Sample::Quick } else { Sample::Full };
    let tasks = tasks(options, &floors, sample);
    if tasks.is_empty() {
        println!(
            "quality: quality.toml has no floors for {sample} samples yet; name a task with --only to see its score"
        );
        return Ok(());
    }
    let corpora = corpora::prepare(workspace)?
        .ok_or_else(|| Failure::new("there are no corpora").hint("unpack them and set LODE_CORPORA to their folder"))?;
    let python = python::prepare(workspace)?;
    let lode = build(workspace)?;
    let results = score(&Scoring { scorers, corpora, python, lode, tasks }, workspace, sample)?;

    let report = Report::new(&floors, &results, sample, &options.only);
    print!("{report}");
    if options.raise {
        raise(&mut floors, &results, sample, &file)?;
    }
    report.verdict()
}

/// The tasks to run: those asked for, or else those with a floor. To raise floors, an entry without a number counts,
/// too: that is how a new one gets its first number.
fn tasks(options: &Options, floors: &Floors, sample: Sample) -> Vec<String> {
    if !options.only.is_empty() {
        return options.only.clone();
    }
    let held = floors.iter().filter(|floor| options.raise || floor.limit(sample).is_some());
    let mut tasks: Vec<_> = held.map(|floor| floor.task.clone()).collect();
    tasks.sort();
    tasks.dedup();
    tasks
}

/// Builds the `lode` command in release and returns its place.
fn build(workspace: &Workspace) -> Result<PathBuf, Failure> {
    eprintln!("==> building lode");
    process::run(workspace.cargo().args(["build", "--release", "--package", "lode-cli"]))?;
    Ok(workspace.target().join("release").join(format!("lode{}", std::env::consts::EXE_SUFFIX)))
}

/// All that one run of the scorers needs.
struct Scoring {
    scorers: PathBuf,
    corpora: PathBuf,
    python: python::Python,
    lode: PathBuf,
    tasks: Vec<String>,
}

fn score(scoring: &Scoring, workspace: &Workspace, sample: Sample) -> Result<Results, Failure> {
    let out = workspace.target().join("quality");
    eprintln!("==> scoring {} ({sample} samples; details in {})", scoring.tasks.join(", "), out.display());
    let start = Instant::now();
    let mut command = scoring.python.command(&scoring.scorers);
    command.arg(&scoring.corpora).arg("--lode").arg(&scoring.lode).arg("--out").arg(out);
    command.args(scoring.tasks.iter().flat_map(|task| ["--only", task]));
    if sample == Sample::Quick {
        command.arg("--quick");
    }
    let results = Results::read_from(&mut command)?;
    eprintln!("scored in {:.0} s\n", start.elapsed().as_secs_f64());
    Ok(results)
}

fn raise(floors: &mut Floors, results: &Results, sample: Sample, file: &Path) -> Result<(), Failure> {
    let raised = floors.raise(results, sample);
    for line in &raised {
        println!("raised {line}");
    }
    if raised.is_empty() {
        println!("no floor of {} could be raised", file.display());
        return Ok(());
    }
    floors.write(file)
}
