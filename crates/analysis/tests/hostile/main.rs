//! What is made of hostile pages takes time in proportion to them, and of pages with more leaves than anybody reads
//! only the first are looked at. Times themselves are no matter of tests; the benchmark `hostile` prints them.

#[path = "../../../page/tests/hostile/pages.rs"]
mod pages;

use std::hint::black_box;
use std::time::{Duration, Instant};

use analysis::hierarchy::{self, hierarchy};
use analysis::regions::{self, regions};
use analysis::segments::{self, segments};
use analysis::tables::{self, tables};
use analysis::{Content, MAX_LEAVES};
use page::{Capture, Note, Page};

/// Families of which some stage once took more than a second for each megabyte, or half a gigabyte.
const FLAT: [&str; 16] = [
    "formatting with distinct attributes in paragraphs",
    "formatting with distinct attributes in blocks",
    "formatting of four kinds with distinct attributes",
    "selects in selects",
    "selects with an option",
    "list items of one kind",
    "cells in one row",
    "cells in many rows",
    "cells in wide rows",
    "cells without a table",
    "terms with definitions",
    "texts between line breaks",
    "headings in turn",
    "headings with paragraphs",
    "links in links",
    "buttons",
];

fn hostile(name: &str, size: usize) -> Page {
    let (_, generator) = pages::GENERATORS.iter().find(|(known, _)| *known == name).expect("a generator of that name");
    Page::new(Capture::new(name, generator(size)))
}

/// How long all stages take.
fn time(page: &Page) -> Duration {
    let start = Instant::now();
    let content = Content::of(page);
    let found = tables(page, &tables::Config::default());
    let cuts = segments(&content, &found, &segments::Config::default());
    black_box(hierarchy(&content, &cuts, &found, &hierarchy::Method::default()));
    black_box(regions(&content, &found, regions::Method::Best));
    start.elapsed()
}

/// What is quadratic takes 64 times as long for eight times the page.
#[test]
fn time_grows_with_the_page_and_not_faster() {
    for name in FLAT {
        let (few, many) = (hostile(name, 8 * 1024), hostile(name, 64 * 1024));
        let is_linear = || time(&many) <= time(&few) * 32 + Duration::from_millis(50);
        // A busy machine may disturb one measurement, but hardly five.
        assert!((0..5).any(|_| is_linear()), "{name}: eight times the page takes more than 32 times as long");
    }
}

#[test]
fn only_the_first_leaves_are_looked_at() {
    let few = "<p>a</p><table><tr><th>k<th>l<tr><td>v<td>w</table>";
    let beyond = "<table><tr><th>k<th>l<tr><td>v<td>w</table><dl><dt>t<dd>d</dl>".repeat(20);
    let page = Page::new(Capture::new("many", format!("{}{beyond}", few.repeat(MAX_LEAVES / 5 + 1))));
    let content = Content::of(&page);
    let leaves = page.leaves();
    assert_eq!(content.leaves(), &leaves[..MAX_LEAVES]);
    assert_eq!(Content::cut(&page), Some(Note::LeavesCut { kept: MAX_LEAVES, of: leaves.len() }));
    let found = tables(&page, &tables::Config::default());
    let cuts = segments(&content, &found, &segments::Config::default());
    assert_eq!(cuts.last().map(|last| last.end), Some(MAX_LEAVES));
    let labels = hierarchy(&content, &cuts, &found, &hierarchy::Method::default());
    assert!(!labels.children.is_empty());
    for region in regions(&content, &found, regions::Method::Best) {
        assert!(region.records.iter().all(|record| record.leaves.end <= MAX_LEAVES));
    }
    let ordinary = Page::new(Capture::new("few", few.repeat(1000)));
    assert_eq!((Content::cut(&ordinary), Content::of(&ordinary).leaves().len()), (None, ordinary.leaves().len()));
}
