//! Where results go: standard output, or a file that appears only when it is complete.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::exit::Failure;

/// A place for results.
pub(crate) enum Output {
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A file under a temporary name beside its final one.
    File { target: PathBuf, writer: BufWriter<NamedTempFile> },
}

impl Output {
    /// Opens the file, or standard output if none is named.
    pub(crate) fn open(target: Option<&Path>) -> Result<Output, Failure> {
        let Some(target) = target else { return Ok(Output::Stdout(BufWriter::new(io::stdout()))) };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = NamedTempFile::new_in(folder).map_err(|error| {
            Failure::new(format!("cannot write {}: {error}", target.display()))
                .with_hint("check that its folder exists and that you may write there")
        })?;
        Ok(Output::File { target: target.to_owned(), writer: BufWriter::new(file) })
    }

    /// Writes text.
    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        match self {
            Output::Stdout(writer) => writer.write_all(text.as_bytes()),
            Output::File { writer, .. } => writer.write_all(text.as_bytes()),
        }
    }

    /// Completes the output: the file gets its name. Says what was written.
    pub(crate) fn finish(self) -> Result<Option<PathBuf>, Failure> {
        match self {
            Output::Stdout(mut writer) => writer.flush().map(|()| None).or_else(Self::ignore_closed_pipe),
            Output::File { target, writer } => {
                let failed =
                    |error: &dyn std::fmt::Display| Failure::new(format!("cannot write {}: {error}", target.display()));
                let file = writer.into_inner().map_err(|error| failed(&error))?;
                set_ordinary_permissions(&file).map_err(|error| failed(&error))?;
                file.persist(&target).map_err(|error| failed(&error.error))?;
                Ok(Some(target))
            }
        }
    }

    /// Whoever reads our output may stop reading, as `head` does; that is no failure.
    pub(crate) fn ignore_closed_pipe<T: Default>(error: io::Error) -> Result<T, Failure> {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Ok(T::default()),
            _ => Err(Failure::new(format!("cannot write the result: {error}"))),
        }
    }
}

/// Temporary files are private; a result is not.
#[cfg(unix)]
fn set_ordinary_permissions(file: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_ordinary_permissions(_: &NamedTempFile) -> io::Result<()> {
    Ok(())
}
