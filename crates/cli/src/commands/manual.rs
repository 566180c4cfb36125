//! Completions and man pages, generated from the arguments' definition.

use std::io::{self, Write as _};
use std::path::Path;

use clap::CommandFactory as _;

use crate::args::Args;
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;

pub(super) fn completions(shell: clap_complete::Shell) -> Result<Exit, Diagnostic> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "lode", &mut script);
    io::stdout().write_all(&script).or_else(Output::ignore_closed_pipe)?;
    Ok(Exit::Done)
}

pub(super) fn man(folder: Option<&Path>) -> Result<Exit, Diagnostic> {
    match folder {
        Some(folder) => {
            let failed = |error| Diagnostic::new(format!("cannot write man pages to {}: {error}", folder.display()));
            std::fs::create_dir_all(folder).map_err(failed)?;
            clap_mangen::generate_to(Args::command(), folder).map_err(failed)?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Args::command()).render(&mut page).or_else(Output::ignore_closed_pipe)?;
            io::stdout().write_all(&page).or_else(Output::ignore_closed_pipe)?;
        }
    }
    Ok(Exit::Done)
}
