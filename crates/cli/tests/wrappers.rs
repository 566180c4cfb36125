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

/// Teaches the wrapper of a bundled site from one of its pages and two more.
fn taught(folder: &tempfile::TempDir) -> String {
    let wrapper = folder.path().join("light.json").display().to_string();
    let page = |number: u8| examples().join(format!("lighthouses/coastline/{number}.html")).display().to_string();
    let output = lode(&[
        "teach",
        &page(1),
        "--want",
        "name=Brannoch Light",
        "--want",
        "built=1811",
        "--want",
        "phone=555-330-1187",
        "--more",
        &page(2),
        &page(3),
        "-o",
        &wrapper,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stderr);
    assert!(said.contains("learnt 3 fields from 1 example and 2 more pages"), "{said}");
    assert!(said.contains("the text after \"Year of construction\""), "{said}");
    wrapper
}

#[test]
fn a_redesign_is_noticed_healed_and_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let wrapper = taught(&folder);
    let sites = |name: &str| examples().join("lighthouses").join(name).display().to_string();
    let (old, new) = (sites("coastline"), sites("coastline-redesigned"));
    assert_eq!(lode(&["check", &wrapper, &old]).status.code(), Some(0));
    let checked = lode(&["check", &wrapper, &new, "--format", "jsonl"]);
    assert_eq!(checked.status.code(), Some(3));
    assert!(text(&checked.stderr).contains("heal it: lode heal"), "{}", text(&checked.stderr));
    let line: serde_json::Value = serde_json::from_str(text(&checked.stdout).lines().next().unwrap()).unwrap();
    assert_eq!(line["changed"], true);
    assert!(line["case"].as_u64().is_some_and(|case| (2..=4).contains(&case)));
    assert!(line["where"][0].as_str().is_some_and(|path| path.starts_with("/html[1]")), "{line}");
    assert!(line["signature"]["depth"].as_u64().is_some_and(|depth| depth > 2));
    let before = std::fs::read(&wrapper).unwrap();
    let healed = lode(&["heal", &wrapper, &new, "-o", &wrapper, "--format", "jsonl"]);
    assert_eq!(healed.status.code(), Some(0), "{}", text(&healed.stderr));
    let line: serde_json::Value = serde_json::from_str(&text(&healed.stdout)).unwrap();
    assert_eq!(line["healed"], true);
    assert!(line["confidence"].as_f64().is_some_and(|sure| sure > 0.6));
    let csv = text(&lode(&["extract", &wrapper, &new, "--format", "csv"]).stdout);
    assert!(csv.contains("Gannet Tower,1861,555-330-7731"), "{csv}");
    assert_eq!(lode(&["check", &wrapper, &new]).status.code(), Some(0), "the healed wrapper knows the new layout");
    assert_eq!(lode(&["heal", &wrapper, "--rollback"]).status.code(), Some(0));
    let read = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).unwrap();
    assert_eq!(read(&before)["fields"], read(&std::fs::read(&wrapper).unwrap())["fields"]);
    check_error(&["heal", &wrapper, "--rollback"], 2, "no earlier version");
}

#[test]
fn who_is_not_sure_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let wrapper = taught(&folder);
    let page = folder.path().join("login.html");
    std::fs::write(&page, "<title>Login</title><form><p>Your name</p><p>Your password</p></form>").unwrap();
    let page = page.display().to_string();
    let target = folder.path().join("new.json");
    let output = lode(&["heal", &wrapper, &page, "-o", &target.display().to_string()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(!target.exists());
    let output = lode(&["heal", &wrapper, &page, "--propose", "-o", &target.display().to_string()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(!target.exists(), "a proposal stands beside");
}

#[test]
fn a_region_has_a_signature() {
    let page = examples().join("lighthouses/coastline/1.html").display().to_string();
    let line = text(&lode(&["signature", &page, "--roi", "Isla Merton", "--format", "jsonl"]).stdout);
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    let signature = &line["signature"];
    // html, body, main, article, dl, dd; the dd is the last of six.
    assert_eq!(signature["parallel"], serde_json::json!([1, 1, 3, 3, 5, 6]));
    assert_eq!(signature["place"], serde_json::json!([1, 1, 2, 2, 3, 6]));
    assert_eq!(
        signature["upper"].as_i64().zip(signature["lower"].as_i64()).map(|(u, l)| u - l),
        signature["delta"].as_i64()
    );
    let svg = text(&lode(&["signature", &page, "--roi", "Isla Merton", "--format", "svg"]).stdout);
    assert!(svg.starts_with("<svg") && svg.matches("<rect").count() == 7, "{svg}");
    check_error(&["signature", &page], 2, "--roi");
    assert_eq!(lode(&["signature", &page, "--roi", "nowhere"]).status.code(), Some(1));
    check_error(&["teach", &page, "--want", "built=1812"], 2, "nearest: \"1811\" (after \"Year of construction\")");
    check_error(&["teach", &page, "--want", "built"], 2, "NAME=TEXT");
}
