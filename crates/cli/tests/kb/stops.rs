//! Ctrl-C: every verb ends with the status of what was stopped, leaves nothing behind but what is meant to last, and
//! says how to go on; and what was fetched is not fetched again.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::desk::{Desk, page, said, site};
use crate::kills::told;
use crate::served::Served;

/// Nothing that is waited for takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

#[track_caller]
fn signal(run: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &run.id().to_string()]).status().expect("kill runs").success());
}

fn start(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("lode runs")
}

/// Waits until something is so; the process is still under way then.
#[track_caller]
fn wait_until(run: &mut Child, what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(run.try_wait().expect("a state").is_none(), "it ended before {what}");
        assert!(begin.elapsed() < PATIENCE, "waited in vain for {what}");
        thread::yield_now();
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

const PAGES: usize = 2000;

/// Fills a knowledge base from 2,000 addresses and stops that by a signal some times; tells how often each was asked
/// for.
fn stopped_harvest(desk: &Desk, served: &Served, name: &str, status: Option<i32>) -> HashMap<String, usize> {
    let kb = format!("kb{name}");
    let populate = || {
        let mut command = desk.command(&["populate", &kb, "--ontology", "islands.ttl", "--allow-net", "127.0.0.1/32"]);
        command.args(served.pages(PAGES));
        command
    };
    served.take_log();
    for wanted in [20, 500, 900, 1400] {
        let mut run = start(populate());
        served.wait_for(wanted, &mut run);
        signal(&run, name);
        let output = run.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), status, "{}", String::from_utf8_lossy(&output.stderr));
        desk.out(&["kb", "verify", &kb]);
    }
    let told = said(&populate().output().expect("lode runs"), 0);
    assert!(told.contains(&format!("from {PAGES} of {PAGES} pages")), "{told}");
    served.take_log()
}

#[test]
fn what_a_stopped_harvest_has_fetched_is_not_asked_for_again() {
    let desk = Desk::new();
    let served = Served::new();
    let mut whole = desk.command(&["populate", "whole", "--ontology", "islands.ttl", "--allow-net", "127.0.0.1/32"]);
    said(&whole.args(served.pages(PAGES)).output().expect("lode runs"), 0);
    let asked = served.take_log();
    assert!(asked.values().all(|times| *times == 1), "one run asks once, also for what pages share");
    assert_eq!(asked.len(), PAGES + PAGES / 10 + 2, "pages, what leads to them, a stylesheet, and the rules");
    let whole = desk.statements("whole");

    // Stopped by the person: nothing is asked for twice but the rules, which each run asks for once.
    let asked = stopped_harvest(&desk, &served, "-INT", Some(4));
    let twice: Vec<_> = asked.iter().filter(|(path, times)| **times > 1 && *path != "/robots.txt").collect();
    assert!(twice.is_empty() && asked["/robots.txt"] <= 5, "{twice:?} {}", asked["/robots.txt"]);
    assert!(desk.statements("kb-INT") == whole, "it says something else");

    // Killed: what was under way in that moment may be asked for again, which is one page, and its parts.
    let asked = stopped_harvest(&desk, &served, "-KILL", None);
    let twice: Vec<_> = asked.iter().filter(|(path, times)| **times > 1 && *path != "/robots.txt").collect();
    assert!(twice.len() <= 4 && twice.iter().all(|(_, times)| **times == 2), "{twice:?}");
    assert!(desk.statements("kb-KILL") == whole, "it says something else");
}

/// A server that keeps whoever asks waiting until it is told to answer.
struct Slow {
    url: String,
    asked: Receiver<()>,
    answer: Sender<()>,
}

impl Slow {
    fn new() -> Slow {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let url = format!("http://{}/slow.html", listener.local_addr().expect("its address"));
        let (tell, asked) = channel();
        let (answer, answers) = channel();
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
                let mut line = String::new();
                let _ = reader.read_line(&mut line);
                let mut length = 0;
                let mut field = String::new();
                while reader.read_line(&mut field).is_ok_and(|read| read > 2) {
                    let value = field.to_ascii_lowercase();
                    length = value.strip_prefix("content-length:").map_or(length, |n| n.trim().parse().unwrap_or(0));
                    field.clear();
                }
                let mut body = vec![0; length];
                let _ = reader.read_exact(&mut body);
                if !line.contains("robots.txt") && (tell.send(()).is_err() || answers.recv().is_err()) {
                    return;
                }
                let page = page(1);
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length";
                // Whoever has gone does not hear it.
                let _ = write!(stream, "{head}: {}\r\n\r\n{page}", page.len());
            }
        });
        Slow { url, asked, answer }
    }

    /// Stops a command when it waits for the answer, and answers.
    fn stopped(&self, command: Command) -> Output {
        let run = start(command);
        self.asked.recv_timeout(PATIENCE).expect("it is asked");
        signal(&run, "-INT");
        self.answer.send(()).expect("it answers");
        run.wait_with_output().expect("it ends")
    }
}

#[test]
fn verbs_that_read_pages_stop_and_leave_nothing() {
    let desk = Desk::new();
    let slow = Slow::new();
    site(&desk.path("pages"), 0..6);
    desk.out(&["learn", "pages", "--ontology", "islands.ttl", "-o", "wrapper.json"]);
    let before = names(desk.folder.path());
    for verb in [
        &["records", "--format", "jsonl", "-o", "out.jsonl"][..],
        &["records", "--format", "sqlite", "-o", "out.sqlite"],
        &["tables", "--format", "jsonl", "-o", "out.jsonl"],
        &["segments", "-o", "out.txt"],
        &["extract", "wrapper.json", "--format", "jsonl", "-o", "out.jsonl"],
        &["check", "wrapper.json"],
        &["learn", "--ontology", "islands.ttl", "-o", "out.json"],
        &["teach", "pages/000.html", "--want", "name=Skarn Isle North", "-o", "out.json", "--more"],
        &["heal", "wrapper.json", "-o", "out.json"],
    ] {
        let mut command = desk.command(verb);
        // The pages of a folder, and one that lets wait.
        command.args(["pages", &slow.url, "--allow-net", "127.0.0.1/32"]);
        let told = said(&slow.stopped(command), 4);
        assert!(told.contains("stopped") && told.contains("the same command begins anew"), "{verb:?}: {told}");
        assert_eq!(names(desk.folder.path()), before, "{verb:?}");
    }
}

#[test]
fn the_second_ctrl_c_ends_at_once() {
    let desk = Desk::new();
    let slow = Slow::new();
    let mut run = start(desk.command(&["tables", &slow.url, "--allow-net", "127.0.0.1/32", "-o", "out.txt"]));
    slow.asked.recv_timeout(PATIENCE).expect("it is asked");
    let begin = Instant::now();
    let ended = loop {
        // Two that come at the same moment are one.
        signal(&run, "-INT");
        thread::yield_now();
        if let Some(ended) = run.try_wait().expect("a state") {
            break ended;
        }
        assert!(begin.elapsed() < PATIENCE, "although it never gets an answer");
    };
    assert_eq!(ended.code(), Some(130));
    // What could not be cleared away is, by the next who writes there.
    site(&desk.path("pages"), 0..3);
    desk.out(&["tables", "pages", "-o", "out.txt"]);
    assert!(!names(desk.folder.path()).iter().any(|name| name.starts_with(".lode-")));
}

#[test]
fn verbs_of_a_knowledge_base_stop_and_leave_it_as_it_was() {
    let desk = Desk::new();
    let slow = Slow::new();
    let many: String = (0..300_000).map(|n| format!("<urn:s{n}> <urn:p{}> \"text {n}\" .\n", n % 5)).collect();
    fs::write(desk.path("many.nq"), many).expect("a file");
    site(&desk.path("pages"), 0..40);
    // Enough individuals that may be the same to keep a merge busy.
    fs::write(desk.path("same.nq"), told("a", 3000, "") + &told("b", 3000, " Island")).expect("a file");
    desk.out(&["kb", "load", "kb", "many.nq", "same.nq", "islands.ttl"]);
    let (kb, folder) = (desk.path("kb"), desk.folder.path().to_owned());
    let (statements, before) = (desk.statements("kb"), names(desk.folder.path()));
    let holder = kb.join("kb.lock");
    let has = |run: u32| fs::read_to_string(&holder).is_ok_and(|text| text.trim() == run.to_string());
    let endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . FILTER(?a != ?d) }";
    for (verb, mark) in [
        (&["kb", "load", "kb", "many.nq", "--graph", "urn:other"][..], ""),
        (&["kb", "merge", "kb"], ""),
        (&["kb", "export", "kb", "-o", "out.nq"], ".lode-out.nq"),
        (&["kb", "verify", "kb"], "kb/kb.sqlite-shm"),
        (&["kb", "query", "kb", endless, "-o", "out.csv"], "kb/kb.sqlite-shm"),
        (&["mine", "pages", "-o", "kb"], "kb/mining.lock"),
    ] {
        let mut run = start(desk.command(verb));
        let id = run.id();
        wait_until(&mut run, &format!("{verb:?} is under way"), || match mark {
            "" => has(id),
            mark => folder.join(mark).exists(),
        });
        signal(&run, "-INT");
        let words = said(&run.wait_with_output().expect("it ends"), 4);
        assert!(words.contains("stopped") && words.contains("the same command"), "{verb:?}: {words}");
        assert_eq!(names(desk.folder.path()), before, "{verb:?}");
    }
    let push = ["kb", "push", "kb", "--endpoint", &slow.url, "--allow-net", "127.0.0.1/32"];
    let words = said(&slow.stopped(desk.command(&push)), 4);
    assert!(words.contains("stopped") && words.contains("the same command begins anew"), "{words}");
    assert!(desk.statements("kb") == statements, "nothing has changed");
    desk.out(&["kb", "verify", "kb"]);
}
