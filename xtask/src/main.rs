//! `cargo xtask`: the automation of this workspace, in Rust so that a bare machine needs no second language.
//! No logic stands here: one command is one file, and nothing of Lode itself is linked in.

mod args;
mod bench;
mod corpora;
mod failure;
mod fit;
mod install;
mod layout_agreement;
mod process;
mod python;
mod quality;
mod steps;
mod test;
mod workspace;

use std::process::ExitCode;

use args::Command;
use failure::Failure;
use workspace::Workspace;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failure> {
    let command = Command::parse(lexopt::Parser::from_env())?;
    if let Command::Help = command {
        print!("{}", args::HELP);
        return Ok(());
    }
    let workspace = Workspace::find()?;
    match command {
        Command::Help => Ok(()),
        Command::Test => test::run(&workspace),
        Command::Quality(options) => quality::run(&workspace, &options),
        Command::Fit(args) => fit::run(&workspace, &args),
        Command::Bench(args) => bench::run(&workspace, &args),
        Command::LayoutAgreement(args) => layout_agreement::run(&workspace, &args),
    }
}
