//! Where things are: the workspace, its target folder, and the folder of shared data that may stand beside it.
//! Nothing is made or changed here.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::process;

/// The folders the commands work in.
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// Asks cargo, which knows every way in which a target folder can be set.
    pub(crate) fn find() -> Result<Self, Failure> {
        let answer = process::output(cargo_program().args(["metadata", "--format-version=1", "--no-deps"]))?;
        let metadata: serde_json::Value = serde_json::from_str(&answer)
            .map_err(|error| Failure::new("cannot read the answer of cargo metadata").because(error))?;
        let folder = |key: &str| {
            let path = metadata.get(key).and_then(serde_json::Value::as_str).map(PathBuf::from);
            path.ok_or_else(|| Failure::new(format!("cargo metadata names no {key}")))
        };
        Ok(Self { root: folder("workspace_root")?, target: folder("target_directory")? })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// The folder with corpora and scorers. It is no part of the project; most clones have none beside them.
    pub(crate) fn shared(&self) -> PathBuf {
        self.root.parent().unwrap_or(&self.root).join("shared")
    }

    /// A cargo command at the root. The target folder is passed on, since a relative one would mean another folder
    /// there than where this program was called.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = cargo_program();
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        command
    }
}

/// The cargo that runs this program, so that all of it uses one toolchain.
fn cargo_program() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
