//! What is the same is merged, explained, and taken back.

use std::fmt::Write as _;
use std::fs;

use crate::desk::{Desk, FIRST, TERMS, island};

#[test]
fn what_is_the_same_is_merged_explained_and_taken_back() {
    let desk = Desk::new();
    let mut quads = String::new();
    for (graph, spelling) in [("a", ""), ("b", " Island")] {
        for number in 0..60 {
            let subject = format!("<http://{graph}.example/{number}>");
            let mut say = |property: &str, value: String| {
                let _ = writeln!(quads, "{subject} <{TERMS}{property}> \"{value}\" <http://{graph}.example/> .");
            };
            say("name", format!("{}{spelling}", island(number)));
            say("harbour", format!("Port {} {}", FIRST[number * 7 % 12], 1000 + number * 13));
            let kind = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
            let _ = writeln!(quads, "{subject} <{kind}> <{TERMS}Island> <http://{graph}.example/> .");
        }
    }
    fs::write(desk.path("islands.nq"), &quads).expect("a file");
    desk.out(&["kb", "load", "kb", "islands.nq"]);
    desk.out(&["kb", "merge", "kb"]);
    let same = "SELECT ?a ?b { ?a owl:sameAs ?b } ORDER BY ?a ?b";
    let merged = desk.rows(same);
    assert_eq!(merged.len(), 60, "{merged:?}");
    assert!(merged.contains(&"http://b.example/7,http://a.example/7".to_owned()));
    let why = desk.out(&["kb", "merge", "kb", "--explain", "http://a.example/7", "http://b.example/7"]);
    assert!(why.starts_with("They are said to be the same."), "{why}");

    // What is true of one is true of the other.
    let asked =
        desk.out(&["kb", "ask", "kb", "--class", "Island", "--where", "name=Skarn Isle North", "--format", "jsonl"]);
    assert_eq!(asked.lines().count(), 1, "{asked}");

    // One more comes and is put to what is there.
    let more = quads.lines().filter(|line| line.contains("/b.example/7>")).collect::<Vec<_>>().join("\n");
    fs::write(desk.path("more.nq"), more.replace("b.example", "c.example")).expect("a file");
    desk.out(&["kb", "load", "kb", "more.nq"]);
    desk.out(&["kb", "merge", "kb"]);
    assert_eq!(desk.rows(same).len(), 61);
    desk.out(&["kb", "undo", "kb"]);
    assert_eq!(desk.rows(same), merged);

    // Two that somebody knows to be different stay apart, also when all is decided anew.
    desk.out(&["kb", "undo", "kb", "--apart", "http://a.example/7", "http://b.example/7"]);
    desk.out(&["kb", "merge", "kb", "--anew"]);
    assert!(!desk.rows(same).contains(&"http://b.example/7,http://a.example/7".to_owned()));
    desk.out(&["kb", "merge", "kb", "--method", "paper"]);
    desk.out(&["kb", "verify", "kb"]);
}

/// Quads that say of a subject that it is an island with a name, in a graph.
fn named_island(subject: &str, name: &str, harbour: &str, graph: &str) -> String {
    let kind = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
    let say = |property: &str, value: &str| format!("<{subject}> <{property}> {value} <{graph}> .\n");
    let said = [(format!("{TERMS}name"), name), (format!("{TERMS}harbour"), harbour)];
    let said: String = said.iter().map(|(property, value)| say(property, &format!("\"{value}\""))).collect();
    said + &say(kind, &format!("<{TERMS}Island>"))
}

#[test]
fn pages_of_one_site_tell_of_different_things_also_after_loading() {
    let desk = Desk::new();
    let mut quads = String::new();
    for (number, name) in ["Morrow Point", "Gull Rock", "Seal Point", "Gannet Rock", "Far Point"].iter().enumerate() {
        let page = format!("http://a.example/{number}");
        quads += &named_island(&format!("{page}#it"), name, "none, anchor off the beach", &page);
    }
    quads += &named_island("http://b.example/x#it", "Gull Rock", "none, anchor off the beach", "http://b.example/x");
    fs::write(desk.path("islands.nq"), &quads).expect("a file");
    desk.out(&["kb", "load", "kb", "islands.nq"]);
    desk.out(&["kb", "merge", "kb"]);
    let same = "SELECT ?a ?b { ?a owl:sameAs ?b } ORDER BY ?a ?b";
    assert_eq!(desk.rows(same), ["http://b.example/x#it,http://a.example/1#it"]);
    // What changes nothing is no part of the history.
    let history = desk.out(&["kb", "stats", "kb"]);
    desk.run(&["kb", "merge", "kb"]);
    assert_eq!(desk.out(&["kb", "stats", "kb"]), history);
}

#[test]
fn a_merge_that_finds_nothing_leaves_a_whole_knowledge_base() {
    let desk = Desk::new();
    let two = "<http://x.example/a> a <http://x.example/T> ; <http://x.example/n> \"Ada Quill\" .
               <http://x.example/b> a <http://x.example/T> ; <http://x.example/n> \"Ben Holt\" .";
    fs::write(desk.path("two.ttl"), two).expect("a file");
    desk.out(&["kb", "load", "kb", "two.ttl"]);
    for _ in 0..2 {
        assert_eq!(desk.run(&["kb", "merge", "kb"]).status.code(), Some(1));
        desk.out(&["kb", "verify", "kb"]);
    }
}

#[test]
fn given_links_hold_through_others_and_terms_are_no_individuals() {
    let desk = Desk::new();
    let graph = "http://a.example/";
    let mut quads = String::new();
    for (letter, name) in ["Ostra", "Vestra", "Sudra", "Nordra"].iter().enumerate() {
        quads += &named_island(&format!("{graph}{letter}"), name, &format!("Port {letter}"), graph);
    }
    for (left, right) in [(0, 1), (1, 2), (2, 3)] {
        let same = "http://www.w3.org/2002/07/owl#sameAs";
        let _ = writeln!(quads, "<{graph}{left}> <{same}> <{graph}{right}> <{graph}> .");
    }
    for class in ["http://www.w3.org/2002/07/owl#Class", "http://www.w3.org/ns/prov#Entity"] {
        let kind = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
        let _ = writeln!(quads, "<{TERMS}Island> <{kind}> <{class}> .");
    }
    fs::write(desk.path("links.nq"), &quads).expect("a file");
    desk.out(&["kb", "load", "kb", "links.nq"]);
    desk.out(&["kb", "merge", "kb"]);
    let asked = |where_: &str| desk.out(&["kb", "ask", "kb", "--where", where_, "--format", "jsonl"]);
    for name in ["name=Ostra", "name=Nordra", "harbour=Port 2"] {
        assert_eq!(asked(name).lines().count(), 1, "{}", asked(name));
        assert!(asked(name).contains("http://a.example/0"), "{}", asked(name));
    }
    let all = desk.out(&["instances", "kb", "--format", "jsonl"]);
    assert!(!all.contains(&format!("\"{TERMS}Island\",\"label")) && all.lines().count() == 4, "{all}");
}
