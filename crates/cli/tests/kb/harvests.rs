//! Filling a knowledge base from pages: again, and with other layouts and ontologies.

use std::fs;
use std::path::Path;

use crate::desk::{Desk, ONTOLOGY, TERMS, said, site};

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
fn one_writes_while_others_read() {
    let desk = Desk::new();
    desk.out(&["kb", "load", "kb", "islands.ttl"]);
    // A lock that this process holds is a writer, as far as others can see.
    let lock = fs::OpenOptions::new().read(true).write(true).open(desk.path("kb/kb.lock")).expect("the lock");
    lock.lock().expect("it is free");
    assert!(desk.complaint(&["kb", "load", "kb", "islands.ttl"]).contains("is being changed by process"));
    assert!(!desk.rows("SELECT ?s { ?s a owl:Class }").is_empty(), "reading goes on");
}
