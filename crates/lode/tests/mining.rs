//! A mining that is stopped and carried on comes to the same as one that is not.

use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use lode::job::{Cancel, Ended, Event, Job, Next, Remark};
use lode::mining::{Method, Mined, Mining, Site, TaxonomyConfig};
use lode::store::{Evidence, KnowledgeBase, Mark, StatementFile, StatementFormat};
use lode::{Input, Syntax};

fn mining(base: &KnowledgeBase) -> Mining<'_> {
    let sites = ["a", "b", "c", "d"].map(|name| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/travel").join(name);
        Site::new(name, Input::Folder(path))
    });
    Mining { base, sites: sites.to_vec(), taxonomy: TaxonomyConfig::default(), depth: None, method: Method::Best }
}

/// Mines until so many pages are read; also says how many were read before.
fn run(base: &KnowledgeBase, most: usize) -> (Ended<Mined>, u64) {
    watched(mining(base), most)
}

fn watched(mining: Mining<'_>, most: usize) -> (Ended<Mined>, u64) {
    let (read, before, cancel) = (AtomicUsize::new(0), AtomicU64::new(0), Cancel::default());
    let tell = |event| match event {
        Event::Advanced(1) if read.fetch_add(1, Ordering::SeqCst) + 1 == most => cancel.cancel(),
        Event::Remark(Remark::GoingOn { pages }) => before.store(pages, Ordering::SeqCst),
        _ => {}
    };
    let outcome = mining.run(None, &Job::new(&tell, cancel.clone())).expect("it can be mined");
    (outcome, before.into_inner())
}

/// All statements but those that say when pages were read.
fn told(base: &KnowledgeBase) -> Vec<String> {
    let mut bytes = Vec::new();
    let snapshot = base.read().expect("it can be read");
    snapshot
        .export(StatementFormat::NQuads, Evidence::Leave, &mut bytes, &Job::unwatched())
        .expect("it can be written out");
    let text = String::from_utf8(bytes).expect("UTF-8");
    let mut lines: Vec<String> =
        text.lines().filter(|line| !line.contains("generatedAtTime")).map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn what_was_stopped_goes_on_and_comes_to_the_same() {
    let place = tempfile::tempdir().unwrap();
    let base = |name: &str| KnowledgeBase::open_or_create(place.path().join(name)).unwrap();
    let (whole, parts) = (base("whole"), base("parts"));
    let all = run(&whole, usize::MAX).0.done().unwrap();
    let mut before = Vec::new();
    for most in [70, 30, 60] {
        let (outcome, known) = run(&parts, most);
        assert!(matches!(outcome, Ended::Stopped { next: Next::GoesOn, .. }), "{outcome:?}");
        before.push(known);
    }
    assert_eq!(before, [0, 70, 100]);
    let (outcome, known) = run(&parts, usize::MAX);
    let last = outcome.done().unwrap();
    assert_eq!(known, 160);
    assert_eq!((last.pages, last.instances, last.values), (all.pages, all.instances, all.values));
    assert_eq!(told(&parts), told(&whole));
}

#[test]
fn what_changed_meanwhile_is_read_anew() {
    let place = tempfile::tempdir().unwrap();
    let base = KnowledgeBase::open_or_create(place.path().join("kb")).unwrap();
    assert!(run(&base, 50).0.is_stopped());
    let fewer = Mining { sites: mining(&base).sites[..3].to_vec(), ..mining(&base) };
    let (outcome, known) = watched(fewer, usize::MAX);
    assert!(!outcome.is_stopped() && known == 0, "other sites");
}

/// Says something, as anybody may who writes in one go.
fn say(base: &KnowledgeBase, what: &str) {
    let text = format!("<urn:somebody> <urn:says> \"{what}\" .\n");
    let mut writer = base.write().expect("nobody else writes");
    let mut commit = writer.begin("another").expect("a commit");
    let file = StatementFile::nameless(Syntax::NQuads, Mark::default());
    commit.load(file, text.as_bytes(), &Cancel::default()).expect("it is said");
    commit.finish().expect("it lasts");
}

#[test]
fn others_write_while_pages_are_looked_at_and_read_and_nobody_loses_anything() {
    let place = tempfile::tempdir().unwrap();
    let base = |name: &str| KnowledgeBase::open_or_create(place.path().join(name)).unwrap();
    let (alone, shared) = (base("alone"), base("shared"));
    run(&alone, usize::MAX).0.done().unwrap();
    say(&alone, "while they are looked at");
    say(&alone, "while they are read");
    say(&alone, "after it was stopped");
    let (looked, read, cancel) = (AtomicUsize::new(0), AtomicUsize::new(0), Cancel::default());
    let tell = |event: Event| match event {
        Event::Page { .. } if looked.fetch_add(1, Ordering::SeqCst) == 10 => say(&shared, "while they are looked at"),
        Event::Advanced(1) => match read.fetch_add(1, Ordering::SeqCst) {
            10 => say(&shared, "while they are read"),
            40 => cancel.cancel(),
            _ => {}
        },
        _ => {}
    };
    let stopped = mining(&shared).run(None, &Job::new(&tell, cancel.clone())).expect("it can be mined");
    assert!(matches!(stopped, Ended::Stopped { next: Next::GoesOn, .. }), "{stopped:?}");
    say(&shared, "after it was stopped");
    let (outcome, known) = run(&shared, usize::MAX);
    assert!(matches!(outcome, Ended::Done(_)) && known == 41, "it goes on although others wrote: {known}");
    assert_eq!(told(&shared), told(&alone));
}
