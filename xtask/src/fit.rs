//! `cargo xtask fit`: the weights of evidence, fitted anew. What is fitted, and how, is the business of the package
//! `fit`; here the corpora are unpacked, and their truth is read by the scorers that stand beside them.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::workspace::Workspace;
use crate::{corpora, process, python};

pub(crate) fn run(workspace: &Workspace, args: &[OsString]) -> Result<(), Failure> {
    let (task, options) = args
        .split_first()
        .filter(|(task, _)| !task.to_string_lossy().starts_with('-'))
        .ok_or_else(|| Failure::new("which weights are to be fitted?").hint("see: cargo xtask help"))?;
    let corpora = corpora::prepare(workspace)?
        .ok_or_else(|| Failure::new("there are no corpora").hint("unpack them and set LODE_CORPORA to their folder"))?;
    let truth = truth(workspace, task, &corpora)?;
    let mut cargo = workspace.cargo();
    cargo
        .args(["run", "--release", "--quiet", "--package", "fit", "--"])
        .arg(task)
        .arg(corpora)
        .arg(truth)
        .args(options);
    process::run(&mut cargo)
}

/// What the scorers know of the pages of a task, in a file.
fn truth(workspace: &Workspace, task: &OsString, corpora: &PathBuf) -> Result<PathBuf, Failure> {
    let folder = workspace.target().join("fit");
    let file = folder.join(task).with_extension("jsonl");
    let cannot_write = |error| Failure::new(format!("cannot write {}", file.display())).because(error);
    let python = python::prepare(workspace)?;
    let script = workspace.root().join("fit").join("truth.py");
    let scorers = workspace.shared().join("eval");
    let told = process::output(python.command(python.program()).arg(script).arg(task).arg(scorers).arg(corpora))?;
    fs::create_dir_all(&folder).map_err(cannot_write)?;
    fs::write(&file, told).map_err(cannot_write)?;
    Ok(file)
}
