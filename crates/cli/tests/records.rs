//! `lode records` as scripts use it: what a line has, and the files it writes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn lode(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lode")).args(args).env("NO_COLOR", "1").output().expect("lode runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn json_lines(output: &Output) -> Vec<serde_json::Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn write(folder: &Path, name: &str, content: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).expect("written");
    path
}

const LIST: &str = "<!DOCTYPE html><base href=http://shop.example/><ul><li><a href=/>Home</a><li><a href=/help>Help</a></ul>\
    <script type=application/ld+json>{\"@type\":\"Store\",\"name\":\"Lamps\"}</script>\
    <ol><li><h3><a href=/1>Red lamp</a></h3><p>For desks and shelves<p>Price: $19.90\
    <li><h3><a href=/2>Blue lamp</a></h3><p>For hands that are free<p>Price: $49.00\
    <li><h3><a href=/3>Green lamp</a></h3><p>For reading in bed at night<p>Price: $9.90\
    <li><h3><a href=/4>White lamp</a></h3><p>For those who like white<p>Price: $12.00</ol>";

#[test]
fn records_are_given_with_paths_fields_and_what_is_declared() {
    let folder = folder();
    let path = write(folder.path(), "list.html", LIST.as_bytes());
    let page = path.to_str().unwrap();
    for method in ["best", "emine", "mdr"] {
        let output = lode(&["records", page, "--format", "jsonl", "--method", method]);
        assert!(output.status.success());
        let line = &json_lines(&output)[0];
        assert_eq!(line["page"], page);
        assert!(!line["regions"][0]["records"].as_array().unwrap().is_empty(), "{method}");
    }
    let line = &json_lines(&lode(&["records", page, "--format", "jsonl"]))[0];
    let main = &line["regions"][0];
    assert_eq!(main["path"], "/html[1]/body[1]/ol[1]");
    assert_eq!(main["records"].as_array().unwrap().len(), 4);
    assert_eq!(main["columns"], serde_json::json!(["title", "text", "Price"]));
    let record = &main["records"][1];
    assert_eq!(record["paths"], serde_json::json!(["/html[1]/body[1]/ol[1]/li[2]"]));
    assert_eq!(record["text"], "Blue lamp For hands that are free Price: $49.00");
    let title = serde_json::json!({"column": "title", "text": "Blue lamp",
        "path": "/html[1]/body[1]/ol[1]/li[2]/h3[1]/a[1]/text()[1]", "href": "http://shop.example/2"});
    assert_eq!(record["fields"][0], title);
    assert_eq!(record["fields"][2]["value"], "$49.00");
    assert_eq!(line["declared"][0]["properties"][0]["text"], "Lamps");
}

#[test]
fn records_are_shown_to_people_and_saved_in_files() {
    let folder = folder();
    let path = write(folder.path(), "list.html", LIST.as_bytes());
    let page = path.to_str().unwrap();
    let shown = lode(&["records", page, "--rows", "2"]);
    let shown = stdout(&shown);
    let parts = ["4 records in the only list", "title      text", "$19.90", "… 2 more rows", "Save: lode records"];
    for part in parts {
        assert!(shown.contains(part), "{part:?} is not in {shown}");
    }
    let csv = "title,title link,text,Price,list score\nRed lamp,http://shop.example/1,For desks and shelves,$19.90,0.";
    assert!(stdout(&lode(&["records", page, "--format", "csv"])).starts_with(csv));
    let saved = |name: &str| {
        let file = folder.path().join(name);
        let written = || {
            assert!(lode(&["records", page, page, "-o", file.to_str().unwrap()]).status.success());
            std::fs::read(&file).unwrap()
        };
        let first = written();
        assert_eq!(first, written(), "{name} is the same each time");
        first
    };
    assert!(saved("all.csv").starts_with(b"page,title,"));
    assert!(saved("all.sqlite").starts_with(b"SQLite format 3"));
    assert!(saved("all.parquet").starts_with(b"PAR1"));
    let refused = lode(&["records", page, "--format", "sqlite"]);
    assert_eq!(refused.status.code(), Some(2));
    let empty = write(folder.path(), "empty.html", b"");
    assert_eq!(lode(&["records", empty.to_str().unwrap()]).status.code(), Some(1));
    let picture = folder.path().join("list.svg");
    assert!(lode(&["show", "--records", page, "-o", picture.to_str().unwrap()]).status.success());
    assert!(std::fs::read_to_string(picture).unwrap().contains("main list: 4 records"));
}
