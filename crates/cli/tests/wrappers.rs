//! `lode learn`, `extract` and `explain` as a person calls them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn lode(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lode")).args(words).output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Learns the wrapper of a bundled site into a folder.
fn learnt(folder: &tempfile::TempDir, site: &str) -> String {
    let wrapper = folder.path().join("w.json").display().to_string();
    let sites = examples().join("lighthouses");
    let [pages, ontology, names] =
        [site, "lighthouse.ttl", "names.csv"].map(|name| sites.join(name).display().to_string());
    let output = lode(&["learn", &pages, "--ontology", &ontology, "--names", &names, "-o", &wrapper]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("learnt "), "{}", text(&output.stderr));
    wrapper
}

#[test]
fn a_wrapper_is_learnt_explained_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let wrapper = learnt(&folder, "coastline");
    let words = lode(&["explain", &wrapper]);
    assert!(text(&words.stdout).contains("the text after \"Height\""), "{}", text(&words.stdout));
    let pages = examples().join("lighthouses/coastline").display().to_string();
    let csv = text(&lode(&["extract", &wrapper, &pages, "--format", "csv"]).stdout);
    assert_eq!(csv.lines().count(), 7, "{csv}");
    assert!(csv.lines().next().is_some_and(|line| line == "page,status,name,built,height,light,keeper,phone"), "{csv}");
    let first = text(&lode(&["extract", &wrapper, &format!("{pages}/1.html"), "--format", "jsonl"]).stdout);
    let line: serde_json::Value = serde_json::from_str(&first).expect("one object");
    assert_eq!(line["status"], "ok");
    assert_eq!(line["values"]["phone"][0]["text"], "555-330-1187");
    assert!(line["values"]["phone"][0]["path"].as_str().is_some_and(|path| path.starts_with("/html[1]/")));
    assert!(line["values"]["phone"][0]["confidence"].as_f64().is_some_and(|sure| (0.5..=1.0).contains(&sure)));
    let xml = text(&lode(&["extract", &wrapper, &format!("{pages}/1.html"), "--format", "xml"]).stdout);
    assert!(xml.contains("<property>keeper</property><value>Isla Merton</value>"), "{xml}");
}

#[test]
fn pages_of_another_layout_are_drift() {
    let folder = tempfile::tempdir().unwrap();
    let wrapper = learnt(&folder, "coastline");
    let other = examples().join("lighthouses/harbour-almanac").display().to_string();
    let output = lode(&["extract", &wrapper, &other, "--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).lines().all(|line| line.contains("\"status\":\"drift\"")));
}

#[test]
fn the_same_pages_give_the_same_bytes() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [first, second] = folders.each_ref().map(|folder| std::fs::read(learnt(folder, "haideng")).unwrap());
    assert_eq!(first, second);
}

#[track_caller]
fn check_error(words: &[&str], code: i32, expected: &str) {
    let output = lode(words);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(expected), "{said}");
}

#[test]
fn what_goes_wrong_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let page = examples().join("lighthouses/coastline/1.html").display().to_string();
    let path = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    };
    check_error(&["extract", &path("a.json", "[1"), &page], 2, "not a wrapper file");
    check_error(&["explain", &path("b.json", "{\"lode_wrapper\": 7}")], 2, "format 7");
    check_error(&["learn", &page, "--ontology", &path("c.ttl", "@prefix"), "-o", "x.json"], 2, "c.ttl");
    check_error(&["learn", &page, "--ontology", &path("d.ttl", ""), "-o", "x.json"], 2, "no property");
    check_error(&["learn", &page, "--method", "paper"], 2, "one more page");
    check_error(&["learn", &path("e.html", "")], 1, "nothing was found");
    let wrapper = learnt(&folder, "coastline");
    check_error(&["extract", &wrapper, &page, "-o", &wrapper], 2, "would replace");
    check_error(&["extract", &wrapper, &page, "--format", "parquet"], 2, "-o FILE");
}
