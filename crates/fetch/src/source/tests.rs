//! Inputs of every kind, read from folders made for the test.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use job::{Advice, Failure};

use super::*;

/// A folder of a test's own, removed with all that is in it.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("lode-test-{}-{count}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    fn inputs(&self) -> Vec<Input> {
        vec![Input::parse(self.0.to_str().unwrap()).unwrap()]
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn inputs_are_told_apart() {
    let folder = Folder::new("kinds");
    let parse = |path: &Path| Input::parse(path.to_str().unwrap()).unwrap();
    assert_eq!(Input::parse("-").unwrap(), Input::Stdin);
    assert!(matches!(parse(folder.path()), Input::Folder(_)));
    assert!(matches!(parse(&folder.write("a.WARC.gz", "")), Input::Warc(_)));
    assert!(matches!(parse(&folder.write("a.bin", "")), Input::File(_)));
}

#[test]
fn what_cannot_be_read_is_said_clearly() {
    let error = Input::parse("HTTPS://[a.example/").unwrap_err();
    assert_eq!(error.to_string(), "HTTPS://[a.example/ is no address: invalid IPv6 address");
    assert_eq!(error.advice(), Some(Advice::new("an address looks like https://site.example/")));
    let page = Input::parse("HTTP://127.0.0.1/").unwrap();
    let refused = read(vec![page], Network::default(), Choice::All).next().unwrap().captured.unwrap_err();
    assert!(refused.to_string().contains("127.0.0.1 is not on the public web"), "{refused}");
    let error = Input::parse("no/such/page.html").unwrap_err();
    assert_eq!(error.to_string(), "cannot read no/such/page.html: there is no such file or folder");
    assert!(matches!(error.advice(), Some(Advice::Do(what)) if what.starts_with("check the path")));
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn a_folder_gives_its_pages_in_order_and_nothing_else() {
    let folder = Folder::new("folder");
    for name in ["b.html", "a/z.PHP", "a/y.htm", "a.css", "mail.mhtml", "c.jpg", "._b.html"] {
        folder.write(name, "<p>x");
    }
    folder.write("plain", "just text");
    folder.write("pixel.html", "GIF89a, a picture");
    folder.write("sniffed", "<!doctype html><p>x");
    std::os::unix::fs::symlink(folder.path(), folder.path().join("a/loop")).unwrap();
    let names: Vec<String> = read(folder.inputs(), Network::default(), Choice::All).map(|item| item.name).collect();
    let given = folder.path().to_str().unwrap();
    let expected: Vec<String> =
        ["a/y.htm", "a/z.PHP", "b.html", "sniffed"].map(|name| format!("{given}/{name}")).into();
    assert_eq!(names, expected);
    assert_eq!(count_hint(&folder.inputs()), Some(4));
    folder.write("d.warc", "");
    assert_eq!(count_hint(&folder.inputs()), None);
}

#[test]
fn a_file_has_its_bytes_its_time_and_its_name_as_given() {
    let folder = Folder::new("file");
    let path = folder.write("p.html", "<p>x");
    let item = read(vec![Input::File(path.clone())], Network::default(), Choice::All).next().unwrap();
    let captured = item.captured.unwrap();
    assert_eq!((item.name.as_str(), captured.capture.body.as_slice()), (path.to_str().unwrap(), &b"<p>x"[..]));
    assert!(captured.capture.time.is_some());
    assert!(matches!(captured.origin, Origin::File(origin) if origin == path));
}

#[test]
fn a_file_that_vanished_is_an_error_and_not_the_end() {
    let folder = Folder::new("vanished");
    let inputs = vec![Input::File(folder.path().join("gone.html")), Input::File(folder.write("p.html", "<p>"))];
    let results: Vec<bool> = read(inputs, Network::default(), Choice::All).map(|item| item.captured.is_ok()).collect();
    assert_eq!(results, [false, true]);
}

#[test]
fn a_huge_file_is_cut() {
    let folder = Folder::new("huge");
    let path = folder.write("p.html", "");
    std::fs::File::options().write(true).open(&path).unwrap().set_len(MAX_BODY as u64 + 10).unwrap();
    let item = read(vec![Input::File(path)], Network::default(), Choice::All).next().unwrap();
    assert_eq!(item.captured.unwrap().capture.body.len(), MAX_BODY);
}
