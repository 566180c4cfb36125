//! Where wrapper files go that belong together.

use std::path::{Path, PathBuf};

/// The file of each template that was learnt at once: `book.json`, `book-2.json` …; they count from zero.
pub fn numbered(target: &Path, number: usize) -> PathBuf {
    if number == 0 {
        return target.to_owned();
    }
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    let ending = target.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    target.with_file_name(format!("{stem}-{}{ending}", number + 1))
}

/// Where a proposal goes: `book.json` has `book.proposed.json` beside it.
pub fn proposal_beside(target: &Path) -> PathBuf {
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!("{stem}.proposed.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_belong_together_stand_together() {
        let name = |path: PathBuf| path.display().to_string();
        assert_eq!(name(numbered(Path::new("a/book.json"), 0)), "a/book.json");
        assert_eq!(name(numbered(Path::new("a/book.json"), 2)), "a/book-3.json");
        assert_eq!(name(numbered(Path::new("book"), 1)), "book-2");
        assert_eq!(name(proposal_beside(Path::new("a/book.json"))), "a/book.proposed.json");
    }
}
