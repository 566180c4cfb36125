//! Mining from the web: sites that are fetched come to the same as sites that were saved, from what is kept of them
//! too; and what cannot be had costs only itself.

mod site;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

const ON_LOOPBACK: [&str; 6] = ["--allow-net", "127.0.0.0/8", "--delay", "0", "--render", "embedded"];

/// A folder on a web server of its own, as long as the test lives.
struct Server {
    address: String,
    requests: Arc<AtomicUsize>,
}

impl Server {
    /// Its root sends readers to `home`.
    fn new(folder: PathBuf, home: &'static str) -> Server {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let requests = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&requests);
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                count.fetch_add(1, Ordering::SeqCst);
                let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
                let path = lines.next().and_then(|line| line.split(' ').nth(1).map(str::to_owned)).unwrap_or_default();
                lines.find(String::is_empty);
                // Whoever has gone does not hear it.
                let _ = stream.write_all(&answer(&folder, &path, home));
            }
        });
        Server { address, requests }
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

fn answer(folder: &Path, path: &str, home: &str) -> Vec<u8> {
    let close = "Connection: close\r\n\r\n";
    if path == "/" {
        return format!("HTTP/1.1 302 Found\r\nLocation: {home}\r\nContent-Length: 0\r\n{close}").into_bytes();
    }
    match fs::read(folder.join(path.trim_start_matches('/'))) {
        Ok(body) => {
            let kind = if path.ends_with(".html") { "text/html" } else { "application/octet-stream" };
            let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{close}", body.len());
            [head.as_bytes(), &body].concat()
        }
        Err(_) => format!("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n{close}").into_bytes(),
    }
}

fn mine(folder: &Path, homes: &[&str], options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lode"));
    command.current_dir(folder).arg("mine").args(homes).args(options);
    command.env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

#[track_caller]
fn said(output: &Output, status: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{said}");
    said
}

#[track_caller]
fn lines(folder: &Path, command: &str, kb: &str) -> Vec<Value> {
    let mut lode = Command::new(env!("CARGO_BIN_EXE_lode"));
    let output = lode.current_dir(folder).args([command, kb, "--format", "jsonl"]).output().expect("lode runs");
    said(&output, 0);
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// What was mined, without the addresses of pages and what is named after them: the tree of concepts, and instances
/// with their concepts and the texts of their attributes.
#[track_caller]
fn mined(folder: &Path, kb: &str) -> (Vec<String>, Vec<String>) {
    let concepts = lines(folder, "taxonomy", kb);
    // Which label is the usual one depends on how many pages there are.
    let sorted = |line: &Value| {
        let mut labels: Vec<String> =
            line["labels"].as_array().into_iter().flatten().map(|label| label.to_string()).collect();
        labels.sort();
        labels.join(" ")
    };
    let labels: BTreeMap<String, String> =
        concepts.iter().map(|line| (line["concept"].to_string(), sorted(line))).collect();
    let label = |concept: &Value| labels.get(&concept.to_string()).cloned().unwrap_or_default();
    let mut tree: Vec<String> = concepts
        .iter()
        .map(|line| format!("{} < {} {}", sorted(line), label(&line["parent"]), line["support"]))
        .collect();
    let mut instances: Vec<String> = lines(folder, "instances", kb)
        .iter()
        .map(|line| {
            let concepts: Vec<String> = line["concepts"].as_array().into_iter().flatten().map(label).collect();
            let mut attributes = Vec::new();
            for (name, values) in line["attributes"].as_object().into_iter().flatten() {
                let mut texts: Vec<String> =
                    values.as_array().into_iter().flatten().map(|value| value["text"].to_string()).collect();
                texts.sort();
                // A site's own properties are called after it.
                let name = name.split("-of-").next().unwrap_or_default();
                attributes.push(format!("{name}: {}", texts.join(" ")));
            }
            attributes.sort();
            format!("{} {concepts:?} {attributes:?}", line["label"])
        })
        .collect();
    tree.sort();
    instances.sort();
    (tree, instances)
}

fn travel(site: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/travel").join(site)
}

#[test]
fn sites_on_the_web_come_to_the_same_as_saved_ones() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let servers = ["a", "b"].map(|site| Server::new(travel(site), "/index.html"));
    let homes: Vec<String> = servers.iter().map(|server| format!("{}/", server.address)).collect();
    let homes: Vec<&str> = homes.iter().map(String::as_str).collect();
    let run = |options: &[&str]| {
        let output = mine(place.path(), &homes, &["-o", "web"]).args(ON_LOOPBACK).args(options).output();
        said(&output.expect("lode runs"), 0)
    };
    let first = run(&[]);
    assert!(first.contains("of 2 sites"), "{first}");
    let folders = ["a", "b"].map(|site| travel(site).display().to_string());
    let saved = mine(place.path(), &[&folders[0], &folders[1]], &["-o", "saved"]).output().expect("lode runs");
    said(&saved, 0);
    let fetched = mined(place.path(), "web");
    assert!(fetched.0.len() > 3 && fetched.1.len() > 10, "{fetched:?}");
    let saved = mined(place.path(), "saved");
    assert_eq!(fetched.0, saved.0);
    assert_eq!(fetched.1, saved.1);

    // The concepts lead the way: pages that are no part of them are not asked for.
    let all: usize = ["a", "b"].map(|site| fs::read_dir(travel(site)).expect("a folder").count()).iter().sum();
    let asked: usize = servers.iter().map(Server::requests).sum();
    assert!(asked < all, "{asked} requests for {all} files");

    // A page has the address that it was fetched from, whatever it says of itself.
    let instances = lines(place.path(), "instances", "web");
    let pages = instances.iter().map(Value::to_string).collect::<String>();
    assert!(pages.contains(&servers[0].address) && pages.contains(&servers[1].address));

    // What is kept is enough: nothing is asked for, and nothing changes.
    let requests = servers.each_ref().map(Server::requests);
    let again = run(&["--offline"]);
    assert!(again.contains("(0 statements are new, 0 are gone)"), "{again}");
    assert_eq!(servers.each_ref().map(Server::requests), requests);
    assert_eq!(mined(place.path(), "web"), fetched);
    let name = servers[0].address.trim_start_matches("http://").replace(':', "_");
    assert!(place.path().join(format!("web/archive/{name}.warc.gz")).is_file());
}

#[test]
fn the_way_is_as_long_as_it_may_be() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let servers = ["a", "b"].map(|site| Server::new(travel(site), "/index.html"));
    let homes: Vec<String> = servers.iter().map(|server| format!("{}/", server.address)).collect();
    let homes: Vec<&str> = homes.iter().map(String::as_str).collect();
    let run = |kb: &str, options: &[&str]| {
        let output = mine(place.path(), &homes, &["-o", kb]).args(ON_LOOPBACK).args(options).output();
        said(&output.expect("lode runs"), 0)
    };
    let mut pages = Vec::new();
    for depth in ["0", "1", "2"] {
        run("deep", &["--depth", depth]);
        pages.push(servers.iter().map(Server::requests).sum::<usize>());
    }
    assert!(pages.windows(2).all(|two| two[0] < two[1]), "{pages:?}");
    assert!(mined(place.path(), "deep").1.len() > 10, "two links lead from the home page to its things");
    let few = run("few", &["--pages", "12"]);
    assert!(few.contains("24 pages of 2 sites") && few.contains("go on with a larger --pages"), "{few}");
}

#[test]
fn a_site_that_cannot_be_had_costs_only_itself() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let (saved, away) = (travel("a").display().to_string(), "http://127.0.0.1:1/");
    let output = mine(place.path(), &[away, &saved], &["-o", "kb"]).output().expect("lode runs");
    let said_so = said(&output, 0);
    assert!(said_so.contains("http://127.0.0.1:1/: none of its pages could be fetched"), "{said_so}");
    assert!(said_so.contains("of 1 site "), "{said_so}");
    let alone = said(&mine(place.path(), &[away], &["-o", "none"]).output().expect("lode runs"), 2);
    assert!(alone.contains("no site is left to mine") && alone.contains("--allow-net"), "{alone}");
    let offline = ["-o", "never", "--offline"];
    let never = said(&mine(place.path(), &["https://site.example/"], &offline).output().expect("lode runs"), 2);
    assert!(never.contains("never fetched") && never.contains("without --offline"), "{never}");
    assert!(!place.path().join("never").exists(), "nothing is made of nothing");
    fs::create_dir(place.path().join("empty")).expect("a folder");
    let empty = said(&mine(place.path(), &["empty"], &["-o", "never"]).output().expect("lode runs"), 2);
    assert!(empty.contains("empty: there are no pages in it") && empty.contains("a folder or a WARC"), "{empty}");
    assert!(!place.path().join("never").exists(), "nor of an empty folder");
}

#[test]
fn an_interrupted_run_mines_nothing_and_goes_on() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let site = site::Site::new(300);
    let options = ["-o", "kb", "--allow-net", "127.0.0.1", "--render", "embedded", "--delay"];
    let home = site.url();
    let mut command = mine(place.path(), &[&home], &options);
    let mut run = command.arg("0.005").stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("lode runs");
    site.wait_for_requests(40, &mut run);
    let interrupted = Command::new("kill").args(["-INT", &run.id().to_string()]).status().expect("kill runs");
    assert!(interrupted.success());
    let told = said(&run.wait_with_output().expect("it ends"), 4);
    assert!(told.contains("nothing has been mined") && told.contains("the same command goes on"), "{told}");
    let before = site.requests();
    assert!(before < 300, "{before} pages");
    let again = mine(place.path(), &[&home], &options).arg("0").output().expect("lode runs");
    let told = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(told.contains("(300 in all)") && told.contains("300 pages of 1 site "), "{told}");
    assert!(site.requests() < 300 + before, "what is kept is not asked for again");
}
