//! `cargo xtask bench`: the bench binary in release, with the corpora in place. What is measured is its business.

use std::ffi::OsString;

use crate::corpora;
use crate::failure::Failure;
use crate::process;
use crate::workspace::Workspace;

pub(crate) fn run(workspace: &Workspace, args: &[OsString]) -> Result<(), Failure> {
    let mut cargo = workspace.cargo();
    cargo.args(["run", "--release", "--package", "bench", "--"]).args(args);
    if let Some(folder) = corpora::prepare(workspace)? {
        cargo.env(corpora::VARIABLE, folder);
    }
    process::run(&mut cargo)
}
