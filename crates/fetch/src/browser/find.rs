//! Finds the browser's binary.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::error::BrowserError;

/// The names under which systems install it, the likeliest first.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The binary that was asked for, else the first of the usual names on the `PATH`.
pub(super) fn binary(asked_for: Option<&Path>) -> Result<PathBuf, BrowserError> {
    match asked_for {
        Some(path) if path.is_file() => Ok(path.to_owned()),
        Some(path) => Err(BrowserError::NoSuchBinary(path.to_owned())),
        None => on_path(&env::var_os("PATH").unwrap_or_default()).ok_or(BrowserError::NotInstalled),
    }
}

fn on_path(path: &OsStr) -> Option<PathBuf> {
    NAMES.iter().find_map(|name| env::split_paths(path).map(|folder| folder.join(name)).find(|file| file.is_file()))
}

#[cfg(test)]
mod tests {
    use job::{Advice, Failure};

    use super::*;

    #[test]
    fn a_missing_browser_is_said_clearly() {
        let error = binary(Some(Path::new("/no/such/browser"))).unwrap_err();
        assert_eq!(error.to_string(), "there is no browser at /no/such/browser");
        assert_eq!(on_path(OsStr::new("/no/such/folder")), None);
        let advice = BrowserError::NotInstalled.advice();
        assert!(matches!(advice, Some(Advice::Do(what)) if what.starts_with("install Chromium")));
    }
}
