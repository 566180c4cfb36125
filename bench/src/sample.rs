//! The pages that are measured: some of every corpus if there are corpora, else the pages in `examples/`, else made
//! ones. Which pages are taken depends on their paths only, so that two runs measure the same.

use std::cell::OnceCell;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use layout::{Embedded, Estimate};
use page::{Capture, Page};

/// Corpora that pages are taken from, and no more than this many from each.
const CORPORA: [&str; 6] = ["swde", "fields", "segments", "news-de", "records", "tables-wiki"];
const PER_CORPUS: usize = 10;

/// One page to measure.
#[derive(Debug)]
pub struct SamplePage {
    /// Where it comes from.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    laid_out: OnceCell<Page>,
}

impl SamplePage {
    /// A page to measure.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> SamplePage {
        SamplePage { name: name.into(), bytes: bytes.into(), laid_out: OnceCell::new() }
    }

    /// The page with its layout, made once, for stages that begin there.
    pub fn laid_out(&self) -> &Page {
        self.laid_out.get_or_init(|| {
            let mut page = Page::new(Capture::new(self.name.as_str(), self.bytes.as_slice()));
            page.lay_out(&Embedded::new(), &Estimate);
            page
        })
    }
}

/// The pages to measure.
pub fn sample() -> Vec<SamplePage> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let corpora = std::env::var_os("LODE_CORPORA").map_or_else(|| workspace.join("target/corpora"), PathBuf::from);
    let mut pages: Vec<SamplePage> =
        CORPORA.iter().flat_map(|corpus| spread(html_files(&corpora.join(corpus)), PER_CORPUS)).collect();
    if pages.is_empty() {
        pages = spread(html_files(&workspace.join("examples")), CORPORA.len() * PER_CORPUS);
    }
    if pages.is_empty() {
        pages = (1..=20).map(made_page).collect();
    }
    pages
}

/// All HTML files below a folder, sorted.
fn html_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files.extend(html_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// So many of the files, evenly spread over all of them.
fn spread(files: Vec<PathBuf>, count: usize) -> Vec<SamplePage> {
    let step = files.len().div_ceil(count).max(1);
    let read = |path: &PathBuf| Some(SamplePage::new(path.display().to_string(), std::fs::read(path).ok()?));
    files.iter().step_by(step).filter_map(read).collect()
}

/// A page with lists, tables and text, larger with each number.
fn made_page(number: usize) -> SamplePage {
    let mut html = String::from("<!DOCTYPE html><html><head><meta charset=utf-8><title>Made</title></head><body>");
    for row in 0..number * 40 {
        let _ = writeln!(
            html,
            "<div class=\"item item-{row}\"><h3><a href=\"/items/{row}.html\">Item {row}</a></h3>\
             <table><tr><th>Price<td>{row}.50 &euro;<tr><th>Maker<td><b>Someone &amp; Sons</b></table>\
             <p>Some words about it that go on for a while, as such words do, and then end.</p></div>"
        );
    }
    html.push_str("</body></html>");
    SamplePage::new(format!("made {number}"), html)
}
