//! Wrappers on the bundled sites: what is learnt without examples reads what is on the pages, and nothing else.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lode::job::Job;
use lode::wrapping::{BadFile, Extractor, Learner, Learnt, Status, Vocabulary, WrapperFile, explain};
use lode::{Capture, Engine, Page};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/lighthouses")
}

fn vocabulary() -> Vocabulary {
    let read = |name: &str| std::fs::read(folder().join(name)).expect("a bundled file");
    let (ontology, names) = (read("lighthouse.ttl"), read("names.csv"));
    let vocabulary = Vocabulary::read(("lighthouse.ttl", &ontology), Some(("names.csv", &names)));
    let vocabulary = vocabulary.expect("a good ontology");
    assert!(vocabulary.notes.is_empty(), "{:?}", vocabulary.notes);
    vocabulary
}

/// The pages of a site, called as in the truth.
fn pages(site: &str) -> Vec<Page> {
    let numbers = (1..).map(|number| format!("{site}/{number}.html"));
    let read = |name: String| Some(Page::new(Capture::new(name.clone(), std::fs::read(folder().join(name)).ok()?)));
    numbers.map_while(read).collect()
}

fn learn(pages: &mut [Page], vocabulary: Option<&Vocabulary>) -> Vec<Learnt> {
    let engine = Engine::Embedded.start().expect("the engine is built in");
    Learner { vocabulary, engine: Some(&engine) }
        .learn(pages, &Job::unwatched())
        .expect("something to learn")
        .into_inner()
}

/// Page and property to value.
type Values = BTreeMap<(String, String), String>;

fn truth(site: &str) -> Values {
    let text = std::fs::read_to_string(folder().join("truth.csv")).expect("the truth");
    let row = |line: &str| {
        let (page, rest) = line.split_once(',')?;
        let (property, value) = rest.split_once(',')?;
        Some(((page.to_owned(), property.to_owned()), value.trim_matches('"').to_owned()))
    };
    text.lines().skip(1).filter_map(row).filter(|((page, _), _)| page.starts_with(&format!("{site}/"))).collect()
}

fn extracted(file: &WrapperFile, pages: &[Page]) -> Values {
    let extractor = Extractor::new(file).expect("a wrapper that was just learnt");
    let mut found = Values::new();
    for page in pages {
        let extraction = extractor.extract(page);
        assert_eq!(extraction.status, Status::Ok, "{}", page.name);
        for (name, values) in extraction.values {
            assert!(page.tree.find(&page.tree.path(values[0].node)).is_ok_and(|node| node == values[0].node));
            found.insert((page.name.clone(), name), values[0].value.clone());
        }
    }
    found
}

#[track_caller]
fn check_site(site: &str) {
    let vocabulary = vocabulary();
    let mut pages = pages(site);
    let learnt = learn(&mut pages, Some(&vocabulary));
    assert_eq!(learnt.len(), 1, "one layout");
    assert_eq!(extracted(&learnt[0].file, &pages), truth(site));
}

#[test]
fn a_site_made_of_tables_is_read() {
    check_site("harbour-almanac");
}

#[test]
fn a_site_with_few_labels_is_read() {
    check_site("coastline");
}

#[test]
fn a_chinese_site_in_gbk_is_read() {
    check_site("haideng");
}

#[test]
fn what_is_learnt_from_some_pages_reads_the_others() {
    let vocabulary = vocabulary();
    let mut pages = pages("harbour-almanac");
    let learnt = learn(&mut pages[..3], Some(&vocabulary));
    let mut wanted = truth("harbour-almanac");
    wanted.retain(|(page, _), _| pages[3..].iter().any(|known| known.name == *page));
    assert_eq!(extracted(&learnt[0].file, &pages[3..]), wanted);
}

#[test]
fn sites_are_told_apart_and_a_wrapper_knows_its_own() {
    let vocabulary = vocabulary();
    let mut all: Vec<Page> = ["coastline", "haideng", "harbour-almanac"].iter().flat_map(|site| pages(site)).collect();
    let learnt = learn(&mut all, Some(&vocabulary));
    assert_eq!(learnt.len(), 3);
    for learnt in &learnt {
        let extractor = Extractor::new(&learnt.file).unwrap();
        for (number, page) in all.iter().enumerate() {
            let is_own = learnt.pages.contains(&number);
            assert_eq!(extractor.extract(page).status == Status::Ok, is_own, "{}", page.name);
        }
    }
}

#[test]
fn a_missing_field_is_named() {
    let vocabulary = vocabulary();
    let mut pages = pages("harbour-almanac");
    let learnt = learn(&mut pages, Some(&vocabulary));
    let extraction = Extractor::new(&learnt[0].file).unwrap().extract(&pages[3]);
    let noted: Vec<&str> = extraction.notes.iter().map(|note| note.name.as_str()).collect();
    assert_eq!(noted, ["keeper"], "the fourth light has none");
}

#[test]
fn without_an_ontology_the_labels_are_the_names() {
    let mut pages = pages("harbour-almanac");
    let learnt = learn(&mut pages, None);
    let names: Vec<&str> = learnt[0].file.fields.iter().map(|field| field.name.as_str()).collect();
    for name in ["heading", "Tower height", "Built", "Character", "Keeper", "Tel.", "Chart no."] {
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
    assert!(!names.contains(&"Advertisement"), "what is the same on all pages is no property");
}

#[test]
fn a_list_page_gives_records() {
    let path = folder().join("../lists/bookshop-grid.html");
    let mut pages = [Page::new(Capture::new("list", std::fs::read(path).expect("an example")))];
    let learnt = learn(&mut pages, None);
    let records = Extractor::new(&learnt[0].file).unwrap().extract(&pages[0]).records.expect("a list");
    let items = (1..).take_while(|n| pages[0].tree.to_xhtml().contains(&format!("item/{n}\""))).count();
    assert_eq!(records.len(), items);
}

#[test]
fn a_file_is_read_back_as_it_was_written() {
    let vocabulary = vocabulary();
    let learnt = learn(&mut pages("coastline"), Some(&vocabulary));
    let json = learnt[0].file.to_json();
    assert_eq!(WrapperFile::read(&json).expect("our own file"), learnt[0].file);
    let words = explain(&learnt[0].file);
    assert!(words.contains("the text after \"Height\""), "{words}");
}

/// A wrapper with one field, changed by hand.
fn edited(place: &str) -> Result<WrapperFile, BadFile> {
    let file = format!(
        r#"{{"lode_wrapper": 1, "template": {{"kind": "detail"}}, "fields": [{{"name": "tall", "find": [{place}]}}]}}"#
    );
    WrapperFile::read(&file)
}

#[test]
fn what_a_person_writes_is_used() {
    let file = edited(r#"{"after": "TOWER HEIGHT"}"#).expect("a good place");
    let extraction = Extractor::new(&file).unwrap().extract(&pages("harbour-almanac")[0]);
    assert_eq!(extraction.values[0].1[0].text, "31 m");
}

#[test]
fn what_a_person_gets_wrong_is_named() {
    let check = |place: &str, expected: &str| {
        let error = edited(place).expect_err(place).to_string();
        assert!(error.contains(expected), "{place}: {error}");
    };
    check("{}", "neither");
    check(r#"{"after": "x", "path": "/html[1]/text()[1]"}"#, "do not go together");
    check(r#"{"after": ":"}"#, "needs a letter");
    check(r#"{"after": "x", "nth": 0}"#, "counts from 1");
    check(r#"{"after": "x", "weight": 2}"#, "between 0 and 1");
    check(r#"{"path": "/html[1]/body/text()[1]"}"#, "\"body\" is no step");
    check(r#"{"path": "/html[1]/body[1]"}"#, "ends with the text");
    check(r#"{"in": "html div>p"}"#, "div>p");
    check(r#"{"afetr": "x"}"#, "unknown field");
    let newer = r#"{"lode_wrapper": 9, "other": true}"#;
    assert!(matches!(WrapperFile::read(newer), Err(BadFile::TooNew(9))));
    let twice = r#"{"lode_wrapper": 1, "template": {"kind": "detail"}, "fields": [{"name": "a", "find": []}, {"name": "a", "find": []}]}"#;
    assert!(matches!(WrapperFile::read(twice), Err(BadFile::Twice(_))));
    let list = r#"{"lode_wrapper": 1, "template": {"kind": "list"}, "fields": []}"#;
    assert!(matches!(WrapperFile::read(list), Err(BadFile::Kind)));
}

#[test]
fn the_published_method_gives_an_editable_pattern() {
    let pages = pages("harbour-almanac");
    let learnt = Learner::default().learn_as_published(&pages).expect("a pattern");
    assert_eq!(learnt.file.pattern.as_deref(), Some("<tr><td><b>{property}</b></td><td>{value}</td></tr>"));
    let values = Extractor::new(&learnt.file).unwrap().extract(&pages[2]).values;
    let built = values.iter().find(|(name, _)| name == "Built").expect("a pair");
    assert_eq!(built.1[0].text, "1905");
}
