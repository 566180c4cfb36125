//! Where results go: standard output, a file that appears only when it is complete, or a device or pipe.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::exit::Failure;

/// How many links in a row are followed, as systems do.
const MAX_LINKS: usize = 40;
/// So many processes may write to one place at once.
const MOST_AT_ONCE: usize = 64;
/// So much of the name of a file is in that of its temporary one, in bytes; systems allow 255.
const MAX_NAME: usize = 200;

/// A place for results.
pub(crate) enum Output {
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A device or a pipe, which takes what it is given at once.
    Stream { target: PathBuf, writer: BufWriter<File> },
    /// A file under a temporary name beside its final one.
    File { target: PathBuf, place: PathBuf, temporary: TempPath, writer: BufWriter<File> },
}

impl Output {
    /// Opens the file, or standard output if none is named.
    pub(crate) fn open(target: Option<&Path>) -> Result<Output, Failure> {
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
            Ok(found) if found.is_dir() => return Err(failed(io::ErrorKind::IsADirectory.into())),
            Ok(found) if !found.is_file() => {
                let file = OpenOptions::new().write(true).open(target).map_err(failed)?;
                return Ok(Output::Stream { target: target.to_owned(), writer: BufWriter::new(file) });
            }
            _ => {}
        }
        let place = behind_links(target).map_err(failed)?;
        let (file, temporary) = temporary_beside(&place).map_err(failed)?;
        Ok(Output::File { target: target.to_owned(), place, temporary, writer: BufWriter::new(file) })
    }

    /// The file that it is written to until it is complete.
    pub(crate) fn temporary(&self) -> Option<PathBuf> {
        match self {
            Output::File { temporary, .. } => Some(temporary.to_path_buf()),
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
            Output::Stream { writer, .. } | Output::File { writer, .. } => writer,
        }
    }

    /// Writes a file that needs a place of its own, under a temporary name until it is complete.
    pub(crate) fn write_file<E: std::fmt::Display>(
        target: &Path,
        write: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<Option<PathBuf>, Failure> {
        match Output::open(Some(target))? {
            Output::File { target, place, temporary, writer } => {
                write(&temporary).map_err(|error| cannot_write(&target, &error))?;
                Output::File { target, place, temporary, writer }.finish()
            }
            _ => Err(Failure::new(format!("cannot write {}: it is no file", target.display()))
                .with_hint("name a file after -o")),
        }
    }

    /// Completes the output: the file gets its name. Says what was written.
    pub(crate) fn finish(self) -> Result<Option<PathBuf>, Failure> {
        match self {
            Output::Stdout(mut writer) => writer.flush().map(|()| None).or_else(Self::ignore_closed_pipe),
            Output::Stream { target, mut writer } => match writer.flush() {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(cannot_write(&target, &error)),
                _ => Ok(Some(target)),
            },
            Output::File { target, place, temporary, mut writer } => {
                let failed = |error: io::Error| cannot_write(&target, &error);
                writer.flush().map_err(failed)?;
                // A file that is replaced keeps its mode; a new one has got that of any new file.
                if let Ok(replaced) = fs::metadata(&place) {
                    writer.get_ref().set_permissions(replaced.permissions()).map_err(failed)?;
                }
                // Whatever happens to the machine, there is the old file or the whole new one.
                writer.get_ref().sync_all().map_err(failed)?;
                temporary.persist(&place).map_err(|error| cannot_write(&target, &error.error))?;
                // Not all systems can make a folder last; then the old name may come back, which is no harm.
                let _ = File::open(folder_of(&place)).and_then(|folder| folder.sync_all());
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

/// The file that a chain of links leads to, be it there or not.
fn behind_links(target: &Path) -> io::Result<PathBuf> {
    let mut place = target.to_owned();
    for _ in 0..MAX_LINKS {
        if !fs::symlink_metadata(&place).is_ok_and(|found| found.is_symlink()) {
            return Ok(place);
        }
        let link = fs::read_link(&place)?;
        place = folder_of(&place).join(link);
    }
    Err(io::Error::other("too many links"))
}

/// A new file in the folder of the one that it will become and called after it, with the mode that any new file gets.
/// What a killed process has left under that name goes; while another process writes there, the next name is taken. So
/// what is left never grows in number. Its name is in no error: it would only confuse.
fn temporary_beside(place: &Path) -> io::Result<(File, TempPath)> {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let name = &name[..name.floor_char_boundary(MAX_NAME)];
    for number in 1..=MOST_AT_ONCE {
        let ending = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder_of(place).join(format!(".lode-{name}{ending}"));
        if is_left_behind(&path) {
            // What cannot be removed is not ours, and another name does as well.
            let _ = fs::remove_file(&path);
        }
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) if file.try_lock().is_ok() && is_at(&file, &path) => {
                return Ok((file, TempPath::try_from_path(&path)?));
            }
            // Somebody took it for left behind before it was held.
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many others write to it"))
}

/// Whether a temporary file is there that no process writes to any more.
fn is_left_behind(path: &Path) -> bool {
    // Whoever puts a link there means something else.
    let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    is_file && File::open(path).is_ok_and(|file| file.try_lock().is_ok() && is_at(&file, path))
}

/// Whether an open file is still the one of that name.
fn is_at(file: &File, path: &Path) -> bool {
    let same = |one: &fs::Metadata, other: &fs::Metadata| (one.dev(), one.ino()) == (other.dev(), other.ino());
    matches!((&file.metadata(), &fs::symlink_metadata(path)), (Ok(one), Ok(other)) if same(one, other))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn cannot_write(target: &Path, error: &impl std::fmt::Display) -> Failure {
    Failure::new(format!("cannot write {}: {error}", target.display()))
}
