//! A knowledge base whose writers are killed, at moments that are spread over the time that they take. After each kill
//! it is whole; and when the same command was given again to its end, it says exactly what one says whose writer was
//! never killed.

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::desk::{Desk, FIRST, TERMS, island, site};
use crate::served::Served;

/// Kills for each kind of writer.
const KILLS: usize = 100;
/// Of so many runs for each kill most end by themselves.
const MOST_RUNS: usize = 6;

/// How long a command takes that is not killed.
#[track_caller]
fn usual(mut command: Command) -> Duration {
    let begin = Instant::now();
    let output = command.output().expect("lode runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    begin.elapsed()
}

/// Runs that are killed, at moments that are spread over the time that they usually take.
struct Killer {
    usual: Duration,
    runs: usize,
    /// Runs that were killed before their end.
    killed: usize,
}

impl Killer {
    fn new(usual: Duration) -> Killer {
        Killer { usual, runs: 0, killed: 0 }
    }

    /// Kills a command somewhere between its beginning and its end; tells whether it had ended before.
    #[track_caller]
    fn kills(&mut self, mut command: Command) -> bool {
        /// Steps of this share of a whole never come to the same place twice, and spread evenly.
        const STEP: f64 = 0.618;
        self.runs += 1;
        assert!(self.runs < MOST_RUNS * KILLS, "{} of {} runs were killed", self.killed, self.runs);
        let begin = Instant::now();
        let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("lode runs");
        let moment = begin + self.usual.mul_f64((STEP * self.runs as f64).fract());
        while Instant::now() < moment && run.try_wait().expect("a state").is_none() {
            std::thread::yield_now();
        }
        run.kill().expect("it can be killed");
        let is_ended = run.wait().expect("it ends").success();
        self.killed += usize::from(!is_ended);
        is_ended
    }
}

/// A knowledge base is whole, if there is one at all by now.
#[track_caller]
fn is_whole(desk: &Desk, kb: &str) {
    let output = desk.run(&["kb", "verify", kb]);
    let said = String::from_utf8_lossy(&output.stderr);
    let is_none = said.contains("there is no knowledge base") && !said.contains("damaged");
    assert!(output.status.code() == Some(0) || is_none, "{said}");
}

/// Fills knowledge bases, each as often as it takes until a run is not killed before its end, and compares them with
/// one whose only run was not.
fn harvests_are_killed(desk: &Desk, kills: usize, inputs: &[String]) {
    let populate = |kb: &str| {
        let mut command = desk.command(&["populate", kb, "--ontology", "islands.ttl", "--allow-net", "127.0.0.1/32"]);
        command.args(inputs);
        command
    };
    let mut killer = Killer::new(usual(populate("whole")));
    let whole = desk.statements("whole");
    // The killer bounds the runs.
    for round in 0.. {
        let kb = format!("killed-{round}");
        while killer.killed < kills && !killer.kills(populate(&kb)) {
            is_whole(desk, &kb);
        }
        let last = populate(&kb).output().expect("lode runs");
        assert_eq!(last.status.code(), Some(0), "{}", String::from_utf8_lossy(&last.stderr));
        is_whole(desk, &kb);
        assert!(desk.statements(&kb) == whole, "round {round} says something else");
        fs::remove_dir_all(desk.path(&kb)).expect("it is removed");
        if killer.killed >= kills {
            break;
        }
    }
    assert_eq!(killer.killed, kills, "so many were killed before their end, in {} runs", killer.runs);
    println!("{kills} kills in {} runs", killer.runs);
}

#[test]
fn harvests_from_files_that_are_killed_lose_and_double_nothing() {
    let desk = Desk::new();
    // More than are committed together.
    site(&desk.path("pages"), 0..700);
    harvests_are_killed(&desk, KILLS * 6 / 10, &["pages".to_owned()]);
}

#[test]
fn harvests_from_the_web_that_are_killed_lose_and_double_nothing() {
    let desk = Desk::new();
    let served = Served::new();
    harvests_are_killed(&desk, KILLS * 4 / 10, &served.pages(120));
}

/// Statements about islands as some site tells them, in a graph of its own.
pub(crate) fn told(site: &str, islands: usize, spelling: &str) -> String {
    let mut quads = String::new();
    for number in 0..islands {
        let (subject, graph) = (format!("<http://{site}.example/{number}>"), format!("<http://{site}.example/>"));
        let mut say = |property: &str, value: String| {
            let _ = writeln!(quads, "{subject} <{TERMS}{property}> \"{value}\" {graph} .");
        };
        say("name", format!("{} {}{spelling}", island(number), number / 120));
        say("harbour", format!("Port {} {}", FIRST[number * 7 % 12], 1000 + number * 13));
        let kind = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
        let _ = writeln!(quads, "{subject} <{kind}> <{TERMS}Island> {graph} .");
    }
    quads
}

#[test]
fn loads_that_are_killed_leave_all_or_nothing() {
    const FILES: usize = 10;
    const STATEMENTS: usize = 12_000;
    let desk = Desk::new();
    let names: Vec<String> = (0..FILES).map(|number| format!("{number}.nq")).collect();
    for name in &names {
        fs::write(desk.path(name), told(&format!("site-{name}"), STATEMENTS / 3, "")).expect("a file");
        desk.out(&["kb", "load", "whole", name]);
    }
    let whole = desk.statements("whole");
    let mut killer = Killer::new(usual(desk.command(&["kb", "load", "timed", &names[0]])));
    let count = |desk: &Desk| desk.rows("SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }");
    while killer.killed < KILLS {
        killer.kills(desk.command(&["kb", "load", "kb", &names[killer.runs % FILES]]));
        is_whole(&desk, "kb");
        let said: usize = count(&desk).first().map_or(0, |count| count.parse().expect("a number"));
        assert_eq!(said % STATEMENTS, 0, "run {} left a part of a file", killer.runs);
        // When all is there, it begins anew.
        if said == FILES * STATEMENTS {
            fs::remove_dir_all(desk.path("kb")).expect("it is removed");
        }
    }
    names.iter().for_each(|name| _ = desk.out(&["kb", "load", "kb", name]));
    assert!(desk.statements("kb") == whole, "it says something else");
    is_whole(&desk, "kb");
}

#[test]
fn merges_that_are_killed_leave_all_or_nothing() {
    const ISLANDS: usize = 600;
    let desk = Desk::new();
    fs::write(desk.path("a.nq"), told("a", ISLANDS, "")).expect("a file");
    fs::write(desk.path("b.nq"), told("b", ISLANDS, " Island")).expect("a file");
    for kb in ["kb", "whole"] {
        desk.out(&["kb", "load", kb, "a.nq", "b.nq"]);
    }
    let mut killer = Killer::new(usual(desk.command(&["kb", "merge", "whole"])));
    let whole = desk.statements("whole");
    let same = |desk: &Desk| desk.rows("SELECT ?a ?b { ?a owl:sameAs ?b }").len();
    let all = whole.iter().filter(|line| line.contains("sameAs")).count();
    while killer.killed < KILLS {
        killer.kills(desk.command(&["kb", "merge", "kb", "--anew"]));
        is_whole(&desk, "kb");
        let found = same(&desk);
        assert!(found == 0 || found == all, "run {} left {found} pairs of {all}", killer.runs);
        if found > 0 {
            desk.out(&["kb", "undo", "kb"]);
        }
    }
    desk.out(&["kb", "merge", "kb", "--anew"]);
    assert!(desk.statements("kb") == whole, "it says something else");
    is_whole(&desk, "kb");
}
