//! A file that appears under its name only when it is complete: until then it has a temporary name beside it, and what
//! stood there before stays. Whatever happens to the machine, there is the old file or the whole new one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

/// How many links in a row are followed, as systems do.
const MAX_LINKS: usize = 40;
/// So many processes may write to one place at once.
const MOST_AT_ONCE: usize = 64;
/// So much of the name of a file is in that of its temporary one, in bytes; systems allow 255.
const MAX_NAME: usize = 200;

/// A file that is being written.
#[derive(Debug)]
pub struct Complete {
    /// Where it will be, behind all links.
    place: PathBuf,
    temporary: TempPath,
    writer: BufWriter<File>,
}

impl Complete {
    /// Begins a file that will be at this place. A link stays one: what it leads to is written.
    ///
    /// # Errors
    ///
    /// If there is a folder at this place, or nothing can be written beside it.
    pub fn begin(target: &Path) -> io::Result<Complete> {
        if target.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let place = behind_links(target)?;
        let (file, temporary) = temporary_beside(&place)?;
        Ok(Complete { place, temporary, writer: BufWriter::new(file) })
    }

    /// Where it is until it is complete, for those who can write only to a place.
    pub fn path(&self) -> &Path {
        &self.temporary
    }

    /// Gives the file its name. What is not finished is removed.
    ///
    /// # Errors
    ///
    /// If it cannot be made to last, or cannot have that name. What stood there before is then still there.
    pub fn finish(self) -> io::Result<()> {
        let Complete { place, temporary, mut writer } = self;
        writer.flush()?;
        // A file that is replaced keeps its mode; a new one has got that of any new file.
        if let Ok(replaced) = fs::metadata(&place) {
            writer.get_ref().set_permissions(replaced.permissions())?;
        }
        writer.get_ref().sync_all()?;
        temporary.persist(&place).map_err(|error| error.error)?;
        // Not all systems can make a folder last; then the old name may come back, which is no harm.
        let _ = File::open(folder_of(&place)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Write for Complete {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_when_it_is_complete_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("rows.csv");
        fs::write(&target, "old").unwrap();
        let mut begun = Complete::begin(&target).unwrap();
        begun.write_all(b"half").unwrap();
        drop(begun);
        assert_eq!((fs::read_to_string(&target).unwrap().as_str(), names(folder.path()).len()), ("old", 1));
        let mut begun = Complete::begin(&target).unwrap();
        begun.write_all(b"whole").unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "old");
        begun.finish().unwrap();
        assert_eq!((fs::read_to_string(&target).unwrap().as_str(), names(folder.path()).len()), ("whole", 1));
        assert!(Complete::begin(folder.path()).is_err(), "a folder is no file");
    }
}
