//! The interpreter of the scorers, with the packages they import. Lode itself needs no Python.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::workspace::Workspace;
use crate::{install, process};

/// What the scorers import; the same names install them.
const PACKAGES: [&str; 4] = ["lxml", "html5lib", "numpy", "scipy"];

/// An interpreter that has the packages.
#[derive(Clone)]
pub(crate) struct Python {
    program: PathBuf,
    /// Where the packages are, if they are not the interpreter's own.
    packages: Option<PathBuf>,
}

impl Python {
    /// The interpreter itself.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// A command that calls this interpreter by the name in `PYTHON`.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env("PYTHON", &self.program);
        if let Some(folder) = &self.packages {
            command.env("PYTHONPATH", folder);
        }
        command
    }

    fn works(&self) -> bool {
        let imports = format!("import {}", PACKAGES.join(", "));
        process::succeeds(self.command(&self.program).args(["-c", &imports]))
    }
}

/// Finds an interpreter that works, or makes one: an environment of its own, or where the system's Python cannot make
/// one, a folder of packages.
pub(crate) fn prepare(workspace: &Workspace) -> Result<Python, Failure> {
    let environment = workspace.target().join("eval-venv");
    let folder = workspace.target().join("eval-packages");
    let own = Python { program: environment.join("bin").join("python"), packages: None };
    let system = Python { program: "python3".into(), packages: None };
    let beside = Python { program: "python3".into(), packages: Some(folder.clone()) };
    if let Some(python) = [&own, &system, &beside].into_iter().find(|python| python.works()) {
        return Ok(python.clone());
    }
    eprintln!("==> installing {} for the scorers into {}", PACKAGES.join(", "), workspace.target().display());
    let made = install::ensure(&install::PYTHON).and_then(|_| {
        process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
        process::run(pip(&own.program).args(PACKAGES))
    });
    let Err(cause) = made else { return Ok(own) };
    eprintln!("no environment of its own ({cause}), trying a folder of packages");
    process::run(pip(&beside.program).arg("--target").arg(folder).args(PACKAGES)).map_err(|_| {
        Failure::new("the scorers' Python packages cannot be installed").because(cause).hint(format!(
            "install python3 with {} (any way), so that `python3 -c 'import {}'` works",
            PACKAGES.join(", "),
            PACKAGES.join(", ")
        ))
    })?;
    Ok(beside)
}

fn pip(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    command
}
