//! Statements in and out: files, other stores, questions about what was loaded, and what is said of mistakes.

use std::fs;

use crate::desk::{Desk, site};

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

/// A graph store of one thread: takes whatever is sent, and tells what it was.
fn graph_store(requests: usize) -> (String, std::thread::JoinHandle<Vec<(String, String)>>) {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/store", listener.local_addr().expect("an address"));
    let serve = move || {
        let mut taken = Vec::new();
        while taken.len() < requests {
            // A connection for each: a client may open a second one before the first is idle again.
            let mut stream = BufReader::new(listener.accept().expect("a visitor").0);
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
            stream.get_mut().write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").expect("an answer");
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
fn relative_addresses_are_those_of_their_file() {
    let desk = Desk::new();
    fs::create_dir(desk.path("folder")).expect("a folder");
    fs::write(desk.path("a.ttl"), "<#x> a <#Thing> .").expect("a file");
    fs::write(desk.path("folder/b.jsonld"), r##"{"@id": "#x", "@type": "urn:t"}"##).expect("a file");
    desk.out(&["kb", "load", "kb", "a.ttl", "folder/b.jsonld"]);
    let written = desk.out(&["kb", "export", "kb", "--format", "nq"]);
    let mut subjects: Vec<&str> = written.lines().filter_map(|line| line.split_once(' ')).map(|line| line.0).collect();
    subjects.sort_unstable();
    assert_eq!(subjects, ["<urn:lode:file/a.ttl/#x>", "<urn:lode:file/b.jsonld/#x>"], "{written}");
}

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
    let picture = desk.out(&["kb", "stats", "kb", "--format", "svg"]);
    assert!(picture.contains(">Light<") && picture.contains(">near<"), "{picture}");
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
