//! The crawler as people use it: killed and resumed, interrupted, refused, and its archive read by others. What a
//! misbehaving server can do to it is tested in the `fetch` crate.

mod site;

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use flate2::bufread::GzDecoder;

use site::Site;

fn command(archive: &Path, url: &str, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lode"));
    command.arg("fetch").arg(url).arg("-o").arg(archive).args(["--allow-net", "127.0.0.1/32", "--render", "embedded"]);
    command.args(options).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

fn fetch(archive: &Path, url: &str, options: &[&str]) -> Output {
    command(archive, url, options).output().expect("lode runs")
}

fn start(archive: &Path, url: &str, options: &[&str]) -> Child {
    command(archive, url, options)
        .arg("--quiet")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("lode runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// The records of an archive, member by member, each as its type and address. Written anew here, so that a mistake in
/// our own reader does not hide one in our writer.
fn records(archive: &Path) -> Vec<(String, String)> {
    let mut file = BufReader::new(File::open(archive).expect("the archive"));
    let mut records = Vec::new();
    loop {
        let mut record = Vec::new();
        let mut member = GzDecoder::new(&mut file);
        match member.read_to_end(&mut record) {
            Ok(0) => return records,
            Ok(_) => records.push(read_record(&record)),
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof && record.is_empty() => return records,
            Err(error) => panic!("a broken member behind {} records: {error}", records.len()),
        }
    }
}

fn read_record(record: &[u8]) -> (String, String) {
    let end = record.windows(4).position(|four| four == b"\r\n\r\n").expect("a header with an end") + 4;
    let header = std::str::from_utf8(&record[..end]).expect("a header of text");
    let mut lines = header.lines();
    assert_eq!(lines.next(), Some("WARC/1.1"));
    let fields: HashMap<&str, &str> = lines.filter_map(|line| line.split_once(": ")).collect();
    let length: usize = fields["Content-Length"].parse().expect("a number");
    assert_eq!(&record[end + length..], b"\r\n\r\n", "the record has the length it claims");
    (fields["WARC-Type"].to_owned(), fields.get("WARC-Target-URI").copied().unwrap_or_default().to_owned())
}

/// The pages of an archive with how often each is there.
fn pages(archive: &Path) -> HashMap<String, usize> {
    let mut pages = HashMap::new();
    for (kind, address) in records(archive) {
        if kind == "response" && !address.ends_with("/robots.txt") {
            *pages.entry(address).or_default() += 1;
        }
    }
    pages
}

fn in_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let archive = folder.path().join("a.warc.gz");
    (folder, archive)
}

fn gzip_agrees(archive: &Path) -> bool {
    Command::new("gzip").arg("-t").arg(archive).status().expect("gzip runs").success()
}

#[test]
fn fifty_kills_lose_nothing_and_double_nothing() {
    const PAGES: usize = 2000;
    let site = Site::new(PAGES);
    let (_folder, archive) = in_folder();
    let options = ["--delay", "0"];
    let mut kills = 0;
    // Each run is killed when it has asked for about a fiftieth of the pages, never at quite the same point.
    while kills < 50 {
        let mut run = start(&archive, &site.url(), &options);
        site.wait_for_requests(PAGES / 52 + kills % 7, &mut run);
        run.kill().expect("it can be killed");
        run.wait().expect("it is gone");
        kills += 1;
    }
    let output = fetch(&archive, &site.url(), &options);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let pages = pages(&archive);
    let doubled: Vec<_> = pages.iter().filter(|(_, count)| **count > 1).collect();
    assert_eq!((pages.len(), doubled), (PAGES, Vec::new()));
    assert!(gzip_agrees(&archive));
    let robots = records(&archive).into_iter().filter(|(_, address)| address.ends_with("/robots.txt")).count();
    assert!(robots <= 1 + kills, "the rules are kept with the rest: {robots}");
}

#[test]
fn an_interrupted_run_ends_cleanly_and_goes_on() {
    let site = Site::new(400);
    let (_folder, archive) = in_folder();
    let mut run = start(&archive, &site.url(), &["--delay", "0.005"]);
    site.wait_for_requests(50, &mut run);
    let interrupted = Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill runs");
    assert!(interrupted.success());
    assert_eq!(run.wait().expect("it ends").code(), Some(4));
    let before = pages(&archive).len();
    assert!((40..400).contains(&before), "{before} pages");
    assert!(archive.with_file_name("a.cdxj").exists(), "its index is written");
    let output = fetch(&archive, &site.url(), &["--delay", "0"]);
    assert!(stderr(&output).contains("(400 in all)"), "{}", stderr(&output));
    assert_eq!(pages(&archive).len(), 400);
    let output = fetch(&archive, &site.url(), &["--delay", "0"]);
    assert!(stderr(&output).contains("nothing was left to fetch"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn budgets_hold_over_runs_and_can_be_raised() {
    let site = Site::new(60);
    let (_folder, archive) = in_folder();
    for (options, expected) in [
        (&["--depth", "0"][..], 1),
        (&["--pages", "10"], 10),
        (&["--pages", "10"], 10),
        (&["--pages", "25"], 25),
        (&["--depth", "2", "--pages", "1000"], 25),
        (&["--pages", "1000"], 60),
    ] {
        let output = fetch(&archive, &site.url(), &[options, &["--delay", "0"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(pages(&archive).len(), expected, "{options:?}");
    }
}

#[test]
fn what_was_fetched_is_an_input_like_any_other() {
    let site = Site::new(5);
    let (_folder, archive) = in_folder();
    let output = fetch(&archive, &site.url(), &["--delay", "0", "--format", "jsonl"]);
    let lines: Vec<serde_json::Value> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line["status"] == 200 && line["type"] == "text/html"));
    let lode = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_lode")).args(args).output().expect("lode runs");
    let segments = lode(&["segments", archive.to_str().expect("a path"), "--format", "jsonl"]);
    assert_eq!(String::from_utf8_lossy(&segments.stdout).lines().count(), 5);
    let direct = lode(&["segments", &site.url(), "--format", "jsonl", "--allow-net", "127.0.0.1"]);
    assert!(String::from_utf8_lossy(&direct.stdout).contains("Page 0"), "{}", stderr(&direct));
    let refused = lode(&["segments", &site.url()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--allow-net 127.0.0.1"), "{}", stderr(&refused));
}

#[test]
fn what_cannot_be_done_is_said_clearly() {
    let site = Site::new(1);
    let (folder, archive) = in_folder();
    let lode = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lode"));
        command.arg("fetch").args(args).current_dir(folder.path()).env("NO_COLOR", "1").output().expect("lode runs")
    };
    let nothing = lode(&[&site.url(), "-o", "b.warc.gz"]);
    assert_eq!(nothing.status.code(), Some(1), "nothing was fetched");
    assert!(stderr(&nothing).contains("127.0.0.1 is not on the public web"), "{}", stderr(&nothing));
    assert_eq!(site.requests(), 0);
    std::fs::write(&archive, "mine").expect("written");
    let taken = fetch(&archive, &site.url(), &[]);
    assert_eq!(taken.status.code(), Some(2));
    assert!(stderr(&taken).contains("no crawl that could go on made it"), "{}", stderr(&taken));
    assert_eq!(std::fs::read_to_string(&archive).expect("read"), "mine");
    let name = lode(&[&site.url(), "-o", "b.zip"]);
    assert!(stderr(&name).contains("name it NAME.warc.gz"), "{}", stderr(&name));
    let range = lode(&[&site.url(), "-o", "c.warc.gz", "--allow-net", "everything"]);
    assert_eq!(range.status.code(), Some(2));
}

#[test]
fn only_one_run_writes_an_archive() {
    let site = Site::new(400);
    let (_folder, archive) = in_folder();
    let mut run = start(&archive, &site.url(), &["--delay", "0.01"]);
    site.wait_for_requests(10, &mut run);
    let second = fetch(&archive, &site.url(), &["--delay", "0"]);
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("another run writes to"), "{}", stderr(&second));
    run.kill().expect("it can be killed");
    run.wait().expect("it is gone");
}
