//! `cargo xtask layout-agreement`: the embedded layout against Chromium's. What is compared is the business of `bench`.

use std::ffi::OsString;

use crate::corpora;
use crate::failure::Failure;
use crate::install;
use crate::process;
use crate::workspace::Workspace;

/// The corpora that are compared when no folder is named: those with whole pages as browsers save them.
const CORPORA: [&str; 3] = ["fields", "segments", "swde"];

pub(crate) fn run(workspace: &Workspace, args: &[OsString]) -> Result<(), Failure> {
    println!("{}", install::ensure(&install::CHROMIUM)?);
    let mut cargo = workspace.cargo();
    cargo.args(["run", "--release", "--package", "bench", "--bin", "layout-agreement", "--"]).args(args);
    if !args.iter().any(|argument| !argument.to_string_lossy().starts_with('-') && !is_number(argument)) {
        let Some(folder) = corpora::prepare(workspace)? else {
            return Err(Failure::new("no folder is named, and there are no corpora to take pages from")
                .hint("say: cargo xtask layout-agreement FOLDER"));
        };
        cargo.args(CORPORA.map(|name| folder.join(name)));
    }
    process::run(&mut cargo)
}

fn is_number(argument: &OsString) -> bool {
    argument.to_string_lossy().parse::<usize>().is_ok()
}
