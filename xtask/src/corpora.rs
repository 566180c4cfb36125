//! The evaluation corpora: unpacked once from the shared data beside the workspace, if there is such a folder.
//! They are other people's pages, so they live in the target folder and never in the project.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::workspace::Workspace;
use crate::{install, process};

/// The variable that tells tests, benches and scorers where the corpora are.
pub(crate) const VARIABLE: &str = "LODE_CORPORA";

/// The folder of the corpora, after unpacking what is missing; nothing where there are none.
pub(crate) fn prepare(workspace: &Workspace) -> Result<Option<PathBuf>, Failure> {
    let folder = std::env::var_os(VARIABLE).map_or_else(|| workspace.target().join("corpora"), PathBuf::from);
    let data = workspace.shared().join("data");
    let missing = missing(&data, &folder);
    if !missing.is_empty() {
        install::ensure(&install::XZ)?;
        eprintln!("unpacking {} into {}", missing.join(", "), folder.display());
        process::run(Command::new(data.join("unpack")).arg(&folder).stdout(Stdio::null()))?;
    }
    Ok(folder.is_dir().then_some(folder))
}

/// The names of the archives in `data` that have no folder yet, sorted.
fn missing(data: &Path, folder: &Path) -> Vec<String> {
    let entries = data.read_dir().into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".tar.xz")?.to_owned()));
    let mut missing: Vec<_> = names.filter(|name| !folder.join(name).is_dir()).collect();
    missing.sort();
    missing
}
