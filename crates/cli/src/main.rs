//! The `lode` command: reads the arguments, calls one command, and turns its outcome into an exit status.

mod args;
mod commands;
mod documents;
mod exit;
mod output;
mod printer;
mod progress;
mod sheets;
mod watching;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    printer::keep_contained_panics_quiet();
    watching::outlive_full_disks();
    let args = args::Args::parse();
    let printer = printer::Printer::new(args.talk);
    commands::run(args.command, &printer).unwrap_or_else(|failure| printer.failure(&failure)).into()
}
