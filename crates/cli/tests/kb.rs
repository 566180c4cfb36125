//! A knowledge base as people use it: filled from pages, asked, merged, explained, taken back, exported, loaded again,
//! and killed while it is filled.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

const TERMS: &str = "http://islands.example/terms#";

const ONTOLOGY: &str = r#"
@prefix : <http://islands.example/terms#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Place a owl:Class ; rdfs:label "place" .
:Island a owl:Class ; rdfs:subClassOf :Place ; rdfs:label "island" ; skos:altLabel "isle" .
:name a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Island ; rdfs:range xsd:string ;
    rdfs:label "name" ; rdfs:comment "The main heading of the page." ; skos:example "Little Example" .
:area a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Island ; rdfs:range xsd:decimal ; rdfs:label "area" .
:people a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Island ; rdfs:range xsd:integer ;
    rdfs:label "people" ; skos:altLabel "inhabitants" .
:harbour a owl:DatatypeProperty ; rdfs:domain :Island ; rdfs:range xsd:string ; rdfs:label "harbour" .
"#;

const FIRST: [&str; 12] =
    ["Skarn", "Velden", "Orro", "Timber", "Gannet", "Low", "Marram", "Selkie", "Thrift", "Bracken", "Corrie", "Dunlin"];
const SECOND: [&str; 5] = ["Isle", "Holm", "Rock", "Key", "Ness"];

fn island(number: usize) -> String {
    format!("{} {} {}", FIRST[number % 12], SECOND[number / 12 % 5], ["North", "South"][number / 60 % 2])
}

/// Pages of a site about islands: a heading, and a table of labels and values.
fn site(folder: &Path, islands: std::ops::Range<usize>) {
    fs::create_dir_all(folder).expect("a folder");
    for number in islands {
        let name = island(number);
        let mut page = format!("<html><head><title>{name} – Islands</title></head><body><h1>{name}</h1><table>");
        let rows = [
            ("Area", format!("{}.{} km²", 3 + number % 40, number % 10)),
            ("Inhabitants", format!("{},{:03}", 1 + number % 9, 7 * number % 1000)),
            ("Harbour", format!("Port {}", FIRST[(number + 5) % 12])),
            ("Ferry", format!("{} times a day", 1 + number % 4)),
        ];
        for (label, value) in rows {
            let _ = write!(page, "<tr><th>{label}</th><td>{value}</td></tr>");
        }
        let _ = write!(page, "</table><p>All about the islands of the archipelago.</p></body></html>");
        fs::write(folder.join(format!("{number:03}.html")), page).expect("a page");
    }
}

struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: TempDir::new().expect("a temporary folder") };
        fs::write(desk.path("islands.ttl"), ONTOLOGY).expect("the ontology");
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lode"));
        command.current_dir(self.folder.path()).args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("lode runs")
    }

    /// What a command prints that ends well.
    #[track_caller]
    fn out(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// What a command complains of that ends badly.
    #[track_caller]
    fn complaint(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    fn populate(&self, pages: &str) -> Command {
        self.command(&["populate", "kb", "--ontology", "islands.ttl", pages])
    }

    fn rows(&self, query: &str) -> Vec<String> {
        let out = self.run(&["kb", "query", "kb", query, "--format", "csv"]);
        String::from_utf8(out.stdout).expect("UTF-8").lines().skip(1).map(str::to_owned).collect()
    }
}

#[test]
fn pages_become_individuals_that_can_be_asked_for() {
    let desk = Desk::new();
    site(&desk.path("pages"), 0..24);
    assert_eq!(desk.populate("pages").status().expect("lode runs").code(), Some(0));

    let query =
        "SELECT ?name ?area ?people { ?i a :Island ; :name ?name ; :area ?area ; :people ?people } ORDER BY ?name";
    let rows = desk.rows(query);
    assert_eq!(rows.len(), 24);
    assert!(rows.contains(&"Skarn Isle North,3,1000".to_owned()), "{rows:?}");

    // Names of terms, classes above, and comparisons.
    let asked = desk.out(&["kb", "ask", "kb", "--class", "place", "--where", "inhabitants>=9000", "--format", "jsonl"]);
    let above = rows.iter().filter(|row| row.rsplit(',').next().and_then(|n| n.parse::<u32>().ok()) >= Some(9000));
    assert_eq!(asked.lines().count(), above.count());
    let asked = desk.out(&["kb", "ask", "kb", "--class", "Isle", "--where", "name=skarn isle north"]);
    assert!(asked.contains("Skarn Isle North"), "{asked}");

    // Every value with its source.
    let instances = desk.out(&["instances", "kb", "--concept", "Island", "--format", "jsonl"]);
    assert_eq!(instances.lines().count(), 24);
    let first: serde_json::Value = serde_json::from_str(instances.lines().next().expect("a line")).expect("JSON");
    let people = &first["attributes"][format!("{TERMS}people")][0];
    assert_eq!(people["text"], "1,000");
    assert_eq!(people["page"], "pages/000.html");
    assert!(people["path"].as_str().is_some_and(|path| path.starts_with("/html[1]/body[1]/table[1]")), "{people}");

    let found = desk.out(&["kb", "search", "kb", "gann", "--format", "jsonl"]);
    assert!(found.contains("Gannet Isle North"), "{found}");
    assert!(
        desk.out(&["kb", "stats", "kb"]).contains("24 :Island") || desk.out(&["kb", "stats", "kb"]).contains("Island")
    );
    desk.out(&["kb", "verify", "kb"]);
}

#[test]
fn a_second_harvest_of_the_same_pages_changes_nothing() {
    let desk = Desk::new();
    site(&desk.path("pages"), 0..12);
    desk.populate("pages").status().expect("lode runs");
    let times = |text: String| -> Vec<String> {
        text.lines().filter(|line| !line.contains("generatedAtTime")).map(str::to_owned).collect()
    };
    let before = times(desk.out(&["kb", "export", "kb", "--format", "nq"]));
    desk.populate("pages").status().expect("lode runs");
    assert_eq!(times(desk.out(&["kb", "export", "kb", "--format", "nq"])), before);
    // A page that changed replaces what it said before, and only that.
    let page = desk.path("pages").join("003.html");
    let text = fs::read_to_string(&page).expect("the page").replace(" km²", "9 km²");
    fs::write(&page, text).expect("the page");
    desk.populate("pages").status().expect("lode runs");
    let after = times(desk.out(&["kb", "export", "kb", "--format", "nq"]));
    assert_eq!(after.len(), before.len());
    let changed: Vec<&String> = after.iter().filter(|line| !before.contains(line)).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    desk.out(&["kb", "verify", "kb"]);
}

/// What a command says that ends with a status.
#[track_caller]
fn said(output: &Output, status: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{said}");
    said
}

#[test]
fn a_page_that_comes_alone_is_read_by_what_was_learnt_from_all() {
    let desk = Desk::new();
    site(&desk.path("pages"), 0..12);
    desk.populate("pages").status().expect("lode runs");
    let all = "SELECT ?s ?p ?o { GRAPH <urn:lode:page:pages/003.html> { ?s ?p ?o } } ORDER BY ?p ?o";
    let before = desk.rows(all);
    // The ontology is known by now.
    said(&desk.run(&["populate", "kb", "pages/003.html"]), 0);
    assert_eq!(desk.rows(all), before);

    // Another layout on one page: nothing can be said for sure, so that what was known stays.
    let page = desk.path("pages").join("003.html");
    let old = fs::read_to_string(&page).expect("the page");
    let new = "<html><body><div><div><b>Special offer</b></div><div><i>Ships to Timber Isle North</i> <u>17.5</u></div>\
               <div><div><em>3,021</em></div></div></div></body></html>";
    fs::write(&page, new).expect("the page");
    let warned = said(&desk.run(&["populate", "kb", "pages"]), 3);
    assert!(warned.contains("pages/003.html: its layout has changed"), "{warned}");
    assert!(warned.contains("--anew"), "{warned}");
    assert_eq!(desk.rows(all), before);

    // Nothing on it any more, in the layout that is known.
    let emptied = old.replace("<td>", "<td hidden>").replace("<h1>", "<h1 hidden>");
    fs::write(&page, emptied).expect("the page");
    let warned = said(&desk.run(&["populate", "kb", "pages/003.html"]), 3);
    assert!(warned.contains("what was known of it is kept"), "{warned}");
    assert_eq!(desk.rows(all), before);
    desk.run(&["populate", "kb", "pages/003.html", "--anew"]);
    assert_ne!(desk.rows(all), before, "whoever says so has it replaced");
    desk.out(&["kb", "verify", "kb"]);
}

#[test]
fn a_site_with_a_new_layout_is_read_on() {
    let desk = Desk::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/lighthouses");
    let copy = |from: &str| {
        fs::create_dir_all(desk.path("site")).expect("a folder");
        for page in fs::read_dir(examples.join(from)).expect("the examples").flatten() {
            fs::copy(page.path(), desk.path("site").join(page.file_name())).expect("a copy");
        }
    };
    copy("coastline");
    let file = |name: &str| examples.join(name).display().to_string();
    let given = ["--ontology", &file("lighthouse.ttl"), "--names", &file("names.csv")];
    said(&desk.run(&[&["populate", "kb", "site"], &given[..]].concat()), 0);
    copy("coastline-redesigned");
    let told = said(&desk.run(&["populate", "kb", "site"]), 0);
    assert!(told.contains("5 pages have a new layout"), "{told}");
    let rows = desk.rows("SELECT ?name ?phone { ?l :name ?name ; :phone ?phone ; :keeper ?keeper } ORDER BY ?name");
    assert_eq!(rows.len(), 6, "{rows:?}");
    assert!(rows.contains(&"Hollin Point,555-330-7710".to_owned()), "{rows:?}");
}

#[test]
fn a_second_ontology_stands_beside_the_first() {
    let desk = Desk::new();
    site(&desk.path("pages"), 0..6);
    desk.populate("pages").status().expect("lode runs");
    let second = r#"@prefix : <http://lakes.example/terms#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
        :Lake a owl:Class . :depth a owl:DatatypeProperty ; rdfs:domain :Lake ; rdfs:range xsd:integer .
        :shore a owl:DatatypeProperty ; rdfs:domain :Lake ."#;
    fs::write(desk.path("lakes.ttl"), second).expect("an ontology");
    fs::create_dir_all(desk.path("lakes")).expect("a folder");
    for number in 0..4 {
        let page = format!("<body><dl><dt>Depth</dt><dd>{}</dd><dt>Shore</dt><dd>reed {number}</dd></dl>", 10 + number);
        fs::write(desk.path("lakes").join(format!("{number}.html")), page).expect("a page");
    }
    said(&desk.run(&["populate", "kb", "--ontology", "lakes.ttl", "lakes"]), 0);
    assert_eq!(desk.out(&["instances", "kb", "--concept", "lake", "--format", "jsonl"]).lines().count(), 4);
    assert_eq!(desk.out(&["instances", "kb", "--concept", "isle", "--format", "jsonl"]).lines().count(), 6);
    let terms = "SELECT (COUNT(?c) AS ?n) { GRAPH <urn:lode:ontology> { ?c a owl:Class } }";
    assert_eq!(desk.rows(terms), ["3"]);
    // The first one again, with one class less, replaces itself.
    let less = ONTOLOGY.replace(":Place a owl:Class ; rdfs:label \"place\" .", "");
    fs::write(desk.path("islands.ttl"), less).expect("the ontology");
    desk.populate("pages").status().expect("lode runs");
    assert_eq!(desk.rows(terms), ["2"]);
}

#[test]
fn nothing_is_left_of_a_harvest_that_failed() {
    let desk = Desk::new();
    fs::write(desk.path("bad.ttl"), "this is no Turtle").expect("a file");
    fs::create_dir_all(desk.path("none")).expect("a folder");
    site(&desk.path("pages"), 0..3);
    desk.complaint(&["populate", "kb", "--ontology", "bad.ttl", "pages"]);
    desk.complaint(&["populate", "kb", "pages"]);
    desk.run(&["populate", "kb", "--ontology", "islands.ttl", "none"]);
    desk.complaint(&["kb", "load", "kb", "bad.ttl"]);
    assert!(!desk.path("kb").exists());
}

#[test]
fn names_are_learnt() {
    let desk = Desk::new();
    site(&desk.path("pages"), 0..12);
    desk.populate("pages").status().expect("lode runs");
    let waiting = desk.out(&["kb", "review", "kb"]);
    assert!(waiting.contains("Ferry  on 12 pages"), "{waiting}");
    let complaint = desk.complaint(&["kb", "review", "kb", "--accept", "Ferry=ship"]);
    assert!(complaint.contains("no class or property named \"ship\""), "{complaint}");
    desk.out(&["kb", "review", "kb", "--accept", "Ferry=harbour", "--who", "a tester"]);
    assert_eq!(desk.run(&["kb", "review", "kb"]).status.code(), Some(1), "nothing waits any more");
    desk.out(&["kb", "review", "kb", "--reopen", "ferry"]);
    assert!(desk.out(&["kb", "review", "kb"]).contains("Ferry  on 12 pages"), "it was taken back");
    let complaint = desk.complaint(&["kb", "review", "kb", "--reopen", "ferry"]);
    assert!(complaint.contains("nothing was decided"), "{complaint}");
}

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

#[test]
fn what_is_written_out_can_be_loaded_again() {
    let desk = Desk::new();
    site(&desk.path("pages"), 0..8);
    desk.populate("pages").status().expect("lode runs");
    let sorted = |folder: &str| {
        let out = desk.out(&["kb", "export", folder, "--format", "nq"]);
        let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let all = sorted("kb");
    for ending in ["nq", "trig", "jsonld"] {
        let (file, copy) = (format!("out.{ending}"), format!("copy-{ending}"));
        desk.out(&["kb", "export", "kb", "-o", &file]);
        desk.out(&["kb", "load", &copy, &file]);
        assert_eq!(sorted(&copy), all, "{ending}");
    }
    let csv = desk.out(&["kb", "export", "kb", "--format", "csv", "--class", "island"]);
    assert_eq!(csv.lines().count(), 9);
    desk.out(&["kb", "export", "kb", "-o", "out.sqlite"]);
    desk.out(&["kb", "export", "kb", "--format", "parquet", "--class", "island", "-o", "out.parquet"]);
}

#[test]
fn mistakes_are_told() {
    let desk = Desk::new();
    assert!(desk.complaint(&["kb", "query", "nowhere", "ASK {}"]).contains("no knowledge base at nowhere"));
    fs::create_dir(desk.path("other")).expect("a folder");
    fs::write(desk.path("other/file"), "x").expect("a file");
    assert!(desk.complaint(&["kb", "load", "other", "islands.ttl"]).contains("is no knowledge base"));
    fs::write(desk.path("bad.nq"), "<http://a.example/> <http://b.example/> nonsense .\n").expect("a file");
    desk.out(&["kb", "load", "kb", "islands.ttl"]);
    let before = desk.out(&["kb", "export", "kb", "--format", "nq"]);
    let complaint = desk.complaint(&["kb", "load", "kb", "islands.ttl", "bad.nq"]);
    assert!(complaint.contains("bad.nq: line 1"), "{complaint}");
    assert_eq!(desk.out(&["kb", "export", "kb", "--format", "nq"]), before, "nothing of a failed load is left");
    let complaint = desk.complaint(&["kb", "query", "kb", "SELECT ?x { ?x a ex:Island }"]);
    assert!(complaint.contains("unknown prefix ex: at line 1, column 18"), "{complaint}");
    let complaint = desk.complaint(&["kb", "query", "kb", "SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }"]);
    assert!(complaint.contains("SERVICE is off"), "{complaint}");
    let complaint = desk.complaint(&["kb", "ask", "kb", "--class", "Ship"]);
    assert!(complaint.contains("no class \"Ship\""), "{complaint}");
}

/// Fills a knowledge base site by site, and kills each run somewhere between its beginning and its end. After a kill it
/// has all of the site or nothing of it.
#[test]
fn fifty_kills_leave_all_or_nothing() {
    const SITES: usize = 10;
    const KILLS: usize = 50;
    let desk = Desk::new();
    for number in 0..SITES {
        site(&desk.path(&format!("site-{number}")), 12 * number..12 * number + 12);
    }
    let begin = Instant::now();
    desk.populate("site-0").status().expect("lode runs");
    let usual = begin.elapsed();
    let statements = |desk: &Desk| desk.rows("SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }");
    let mut whole = 0;
    for kill in 0..KILLS {
        let pages = format!("site-{}", 1 + kill % (SITES - 1));
        let before = statements(&desk);
        let mut run = desk.populate(&pages).stderr(Stdio::null()).spawn().expect("lode runs");
        let moment = Instant::now() + usual.mul_f64(1.3 * kill as f64 / KILLS as f64).max(Duration::from_millis(1));
        while Instant::now() < moment && run.try_wait().expect("a state").is_none() {
            std::thread::yield_now();
        }
        run.kill().expect("it can be killed");
        let ended = run.wait().expect("it ends");
        whole += usize::from(ended.success());
        desk.out(&["kb", "verify", "kb"]);
        let after = statements(&desk);
        let of_site = format!("GRAPH ?g {{ ?s a :Island }} FILTER(CONTAINS(STR(?g), ':{pages}/'))");
        let pages_of_site = desk.rows(&format!("SELECT DISTINCT ?g {{ {of_site} }}"));
        assert!(pages_of_site.is_empty() || pages_of_site.len() == 12, "{kill}: {pages_of_site:?}");
        if after != before {
            assert_eq!(pages_of_site.len(), 12, "{kill}: what changed is there as a whole");
        }
    }
    assert!(whole < KILLS, "at least some runs were killed before their end");
    // Whatever was interrupted is done by the same command.
    for number in 0..SITES {
        desk.populate(&format!("site-{number}")).status().expect("lode runs");
    }
    assert_eq!(desk.rows("SELECT ?i { ?i a :Island }").len(), 12 * SITES);
    desk.out(&["kb", "verify", "kb"]);
}

#[test]
fn one_writes_while_others_read() {
    let desk = Desk::new();
    desk.out(&["kb", "load", "kb", "islands.ttl"]);
    // A lock that this process holds is a writer, as far as others can see.
    let lock = fs::OpenOptions::new().read(true).write(true).open(desk.path("kb/kb.lock")).expect("the lock");
    lock.lock().expect("it is free");
    assert!(desk.complaint(&["kb", "load", "kb", "islands.ttl"]).contains("is being changed by process"));
    assert!(!desk.rows("SELECT ?s { ?s a owl:Class }").is_empty(), "reading goes on");
}

/// A graph store of one thread: takes whatever is sent, and tells what it was.
fn graph_store(requests: usize) -> (String, std::thread::JoinHandle<Vec<(String, String)>>) {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/store", listener.local_addr().expect("an address"));
    let serve = move || {
        let mut taken = Vec::new();
        let mut stream = BufReader::new(listener.accept().expect("a visitor").0);
        while taken.len() < requests {
            let mut line = String::new();
            stream.read_line(&mut line).expect("a request");
            let mut length = 0;
            loop {
                let mut header = String::new();
                stream.read_line(&mut header).expect("a header");
                let header = header.trim().to_ascii_lowercase();
                if header.is_empty() {
                    break;
                }
                length = header.strip_prefix("content-length:").map_or(length, |n| n.trim().parse().expect("a length"));
            }
            let mut body = vec![0; length];
            stream.read_exact(&mut body).expect("a body");
            taken.push((line.trim().to_owned(), String::from_utf8(body).expect("UTF-8")));
            stream.get_mut().write_all(b"HTTP/1.1 204 No Content\r\n\r\n").expect("an answer");
        }
        taken
    };
    (address, std::thread::spawn(serve))
}

#[test]
fn a_graph_store_gets_every_graph() {
    let desk = Desk::new();
    fs::write(desk.path("a.nq"), "<urn:s> <urn:p> \"1\" .\n<urn:s> <urn:p> _:b <urn:g> .\n").expect("a file");
    desk.out(&["kb", "load", "kb", "a.nq"]);
    let (address, store) = graph_store(2);
    desk.out(&["kb", "push", "kb", "--endpoint", &address, "--allow-net", "127.0.0.1", "--header", "X-Key: k"]);
    let taken = store.join().expect("the store ends");
    assert_eq!(taken[0], ("PUT /store?default HTTP/1.1".to_owned(), "<urn:s> <urn:p> \"1\" .\n".to_owned()));
    assert_eq!(taken[1].0, "PUT /store?graph=urn%3Ag HTTP/1.1");
    assert!(taken[1].1.starts_with("<urn:s> <urn:p> <urn:lode:blank:"), "{}", taken[1].1);
    // Without being allowed, nothing is sent to this machine.
    assert!(desk.complaint(&["kb", "push", "kb", "--endpoint", &address]).contains("not taken"));
}

/// Two lighthouses with values of many sorts, and what they are.
const LIGHTS: &str = r#"
@prefix : <http://lights.example/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Light rdfs:subClassOf :Building ; rdfs:label "lighthouse" ; skos:altLabel "beacon" .
:founded rdfs:label "year of building" .
:built rdfs:subPropertyOf :founded .
:a a :Light ; :name "Gull Rock" ; :built "1919-05-01"^^xsd:date ; :height "48 m" ; :fee 1101.5 ; :open true .
:b a :Light ; :name "Low Head" ; :built "1931"^^xsd:gYear ; :height "30 m" ; :near :a ; :open false ; :has [ :lamp 1 ] .
"#;

#[test]
fn an_ontology_that_was_loaded_counts_and_values_are_read_as_people_write_them() {
    let desk = Desk::new();
    fs::write(desk.path("lights.ttl"), LIGHTS).expect("a file");
    desk.out(&["kb", "load", "kb", "lights.ttl"]);
    for (class, wish, expected) in [
        ("beacon", "year of building<1920", "/a"),
        ("Lighthouse", "founded<=1919", "/a"),
        ("building", "founded>1919", "/b"),
        ("building", "height>=40", "/a"),
        ("building", "height<40 m", "/b"),
        ("building", "fee=1,101.50", "/a"),
        ("building", "near=gull rock", "/b"),
        ("building", "near=http://lights.example/a", "/b"),
        ("building", "open=yes", "/a"),
        ("building", "open=0", "/b"),
    ] {
        let found = desk.out(&["kb", "ask", "kb", "--class", class, "--where", wish, "--format", "jsonl"]);
        let line: serde_json::Value = serde_json::from_str(found.trim()).expect("one line of JSON");
        assert!(line["instance"].as_str().is_some_and(|iri| iri.ends_with(expected)), "{wish}: {found}");
    }
    assert_eq!(desk.run(&["kb", "ask", "kb", "--where", "height>=40 ft"]).status.code(), Some(1));
    let complaint = desk.complaint(&["kb", "ask", "kb", "--where", "fee>abc"]);
    assert!(complaint.contains("neither a number nor a date"), "{complaint}");
    let query = desk.out(&["kb", "ask", "kb", "--where", "fee>3", "--sparql"]);
    assert!(query.starts_with("# ") && query.contains("?value1 is more than"), "{query}");
    desk.out(&["kb", "query", "kb", &query]);
}

#[test]
fn files_are_loaded_packed_and_from_elsewhere_and_once() {
    use std::io::Write as _;
    let desk = Desk::new();
    fs::write(desk.path("lights.ttl"), LIGHTS).expect("a file");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(LIGHTS.as_bytes()).expect("packed");
    fs::write(desk.path("lights.ttl.gz"), packed.finish().expect("packed")).expect("a file");
    desk.out(&["kb", "load", "kb", "lights.ttl.gz"]);
    let before = desk.out(&["kb", "export", "kb", "--format", "nq"]);
    let mut command = desk.command(&["kb", "load", "kb", "lights.ttl", "-", "--format", "ttl"]);
    let stdin = fs::File::open(desk.path("lights.ttl")).expect("the file");
    let output = command.stdin(stdin).output().expect("lode runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(" 0 of them new"), "{said}");
    assert_eq!(desk.out(&["kb", "export", "kb", "--format", "nq"]), before);
    // A file that unpacks to far more than anybody packs is refused, and nothing is left of it.
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let zeros = vec![b' '; 1 << 20];
    (0..160).for_each(|_| bomb.write_all(&zeros).expect("packed"));
    fs::write(desk.path("bomb.nt.gz"), bomb.finish().expect("packed")).expect("a file");
    let complaint = desk.complaint(&["kb", "load", "new", "bomb.nt.gz"]);
    assert!(complaint.contains("unpacks to more than"), "{complaint}");
    assert!(!desk.path("new").exists());
}

#[test]
fn mistakes_are_told_plainly() {
    let desk = Desk::new();
    fs::write(desk.path("lights.ttl"), LIGHTS).expect("a file");
    desk.out(&["kb", "load", "kb", "lights.ttl"]);
    assert!(desk.complaint(&["kb", "export", "kb", "-o", "x.xyz"]).contains(".trig"));
    assert!(desk.complaint(&["kb", "query", "kb", "ASK {}", "-o", "x.xyz"]).contains(".json"));
    assert!(desk.complaint(&["kb", "query", "kb", "INSERT DATA { :a :b 1 }"]).contains("INSERT is an update"));
    desk.complaint(&["kb", "query", "kb", "ASK {}", "--memory", "0"]);
    assert!(desk.out(&["kb", "query", "kb", "ASK {}", "--format", "json"]).ends_with("}\n"));
    fs::create_dir(desk.path("garbage")).expect("a folder");
    fs::write(desk.path("garbage/kb.sqlite"), "this is no database, however long it may go on".repeat(90))
        .expect("a file");
    assert!(desk.complaint(&["kb", "verify", "garbage"]).contains("is no database"));
}
