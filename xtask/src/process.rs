//! Running other programs: loudly, quietly, or for their output. Which programs is not decided here.

use std::process::{Command, Stdio};

use crate::failure::Failure;

/// Runs the command with this terminal's output; an exit status other than 0 is a failure that names the command.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let status = command.status().map_err(|error| cannot_start(command, error))?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("`{}` ended with {status}", shown(command)))) }
}

/// Runs the command in silence and says whether it succeeded; a command that is not there did not.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

/// Runs the command and returns what it wrote to its output.
pub(crate) fn output(command: &mut Command) -> Result<String, Failure> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| cannot_start(command, error))?;
    if !output.status.success() {
        return Err(Failure::new(format!("`{}` ended with {}", shown(command), output.status)));
    }
    String::from_utf8(output.stdout)
        .map_err(|error| Failure::new(format!("`{}` wrote no UTF-8", shown(command))).because(error))
}

/// The failure of a command that could not even start.
pub(crate) fn cannot_start(command: &Command, error: std::io::Error) -> Failure {
    Failure::new(format!("cannot start `{}`", command.get_program().display())).because(error)
}

/// The command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
