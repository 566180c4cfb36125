//! A desk: a folder of its own in which commands are run, an ontology, and a site to fill a knowledge base from.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub(crate) const TERMS: &str = "http://islands.example/terms#";

pub(crate) const ONTOLOGY: &str = r#"
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

pub(crate) const FIRST: [&str; 12] =
    ["Skarn", "Velden", "Orro", "Timber", "Gannet", "Low", "Marram", "Selkie", "Thrift", "Bracken", "Corrie", "Dunlin"];
const SECOND: [&str; 5] = ["Isle", "Holm", "Rock", "Key", "Ness"];

pub(crate) fn island(number: usize) -> String {
    format!("{} {} {}", FIRST[number % 12], SECOND[number / 12 % 5], ["North", "South"][number / 60 % 2])
}

/// A page about an island: a heading, and a table of labels and values.
pub(crate) fn page(number: usize) -> String {
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
    page
}

/// Pages of a site about islands.
pub(crate) fn site(folder: &Path, islands: std::ops::Range<usize>) {
    fs::create_dir_all(folder).expect("a folder");
    for number in islands {
        fs::write(folder.join(format!("{number:03}.html")), page(number)).expect("a page");
    }
}

pub(crate) struct Desk {
    pub(crate) folder: TempDir,
}

impl Desk {
    pub(crate) fn new() -> Desk {
        let desk = Desk { folder: TempDir::new().expect("a temporary folder") };
        fs::write(desk.path("islands.ttl"), ONTOLOGY).expect("the ontology");
        desk
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lode"));
        command.current_dir(self.folder.path()).args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("lode runs")
    }

    /// What a command prints that ends well.
    #[track_caller]
    pub(crate) fn out(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// What a command complains of that ends badly.
    #[track_caller]
    pub(crate) fn complaint(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).expect("UTF-8")
    }

    pub(crate) fn populate(&self, pages: &str) -> Command {
        self.command(&["populate", "kb", "--ontology", "islands.ttl", pages])
    }

    /// All that a knowledge base says, in order, without the times at which it was read.
    #[track_caller]
    pub(crate) fn statements(&self, kb: &str) -> Vec<String> {
        let mut said: Vec<String> =
            self.out(&["kb", "export", kb, "--format", "nq"]).lines().map(str::to_owned).collect();
        said.retain(|line| !line.contains("generatedAtTime"));
        said.sort();
        said
    }

    pub(crate) fn rows(&self, query: &str) -> Vec<String> {
        let out = self.run(&["kb", "query", "kb", query, "--format", "csv"]);
        String::from_utf8(out.stdout).expect("UTF-8").lines().skip(1).map(str::to_owned).collect()
    }
}

/// What a command says that ends with a status.
#[track_caller]
pub(crate) fn said(output: &Output, status: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{said}");
    said
}
