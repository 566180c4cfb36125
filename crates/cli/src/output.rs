//! Where results go: standard output, a file that appears only when it is complete, or a device or pipe.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use lode::export::Complete;

use crate::exit::Diagnostic;

/// A place for results.
pub(crate) enum Output {
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A device or a pipe, which takes what it is given at once.
    Stream { target: PathBuf, writer: BufWriter<File> },
    /// A file that appears when it is complete.
    File { target: PathBuf, file: Complete },
}

impl Output {
    /// Opens the file, or standard output if none is named.
    pub(crate) fn open(target: Option<&Path>) -> Result<Output, Diagnostic> {
        let Some(target) = target.filter(|target| *target != "/dev/stdout") else {
            return Ok(Output::Stdout(BufWriter::new(io::stdout())));
        };
        let failed = |error: io::Error| {
            cannot_write(target, &error).with_hint(match fs::metadata(target) {
                Ok(found) if found.is_dir() => "it is a folder; name a file",
                _ => "check that its folder exists and that you may write there",
            })
        };
        match fs::metadata(target) {
            Ok(found) if !found.is_file() && !found.is_dir() => {
                let file = OpenOptions::new().write(true).open(target).map_err(failed)?;
                return Ok(Output::Stream { target: target.to_owned(), writer: BufWriter::new(file) });
            }
            _ => {}
        }
        let file = Complete::begin(target).map_err(failed)?;
        Ok(Output::File { target: target.to_owned(), file })
    }

    /// The file that it is written to until it is complete.
    pub(crate) fn temporary(&self) -> Option<PathBuf> {
        match self {
            Output::File { file, .. } => Some(file.path().to_owned()),
            Output::Stdout(_) | Output::Stream { .. } => None,
        }
    }

    /// Writes text.
    pub(crate) fn write(&mut self, text: &str) -> io::Result<()> {
        self.writer().write_all(text.as_bytes())
    }

    /// What takes bytes.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        match self {
            Output::Stdout(writer) => writer,
            Output::Stream { writer, .. } => writer,
            Output::File { file, .. } => file,
        }
    }

    /// Writes a file that needs a place of its own, under a temporary name until it is complete.
    pub(crate) fn write_file<E: std::fmt::Display>(
        target: &Path,
        write: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<Option<PathBuf>, Diagnostic> {
        match Output::open(Some(target))? {
            Output::File { target, file } => {
                write(file.path()).map_err(|error| cannot_write(&target, &error))?;
                Output::File { target, file }.finish()
            }
            _ => Err(Diagnostic::new(format!("cannot write {}: it is no file", target.display()))
                .with_hint("name a file after -o")),
        }
    }

    /// Completes the output: the file gets its name. Says what was written.
    pub(crate) fn finish(self) -> Result<Option<PathBuf>, Diagnostic> {
        match self {
            Output::Stdout(mut writer) => writer.flush().map(|()| None).or_else(Self::ignore_closed_pipe),
            Output::Stream { target, mut writer } => match writer.flush() {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(cannot_write(&target, &error)),
                _ => Ok(Some(target)),
            },
            Output::File { target, file } => match file.finish() {
                Ok(()) => Ok(Some(target)),
                Err(error) => Err(cannot_write(&target, &error)),
            },
        }
    }

    /// Whoever reads our output may stop reading, as `head` does; that is no failure.
    pub(crate) fn ignore_closed_pipe<T: Default>(error: io::Error) -> Result<T, Diagnostic> {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Ok(T::default()),
            _ => Err(Diagnostic::new(format!("cannot write the result: {error}"))),
        }
    }
}

fn cannot_write(target: &Path, error: &impl std::fmt::Display) -> Diagnostic {
    Diagnostic::new(format!("cannot write {}: {error}", target.display()))
}
