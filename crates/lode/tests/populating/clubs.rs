//! An ontology of clubs and their members, pages of made-up clubs, and facts as lines.

use expect_test::Expect;
use lode::populating::{FactValue, PageFacts, Plan, Populator};
use lode::wrapping::Vocabulary;
use lode::{Capture, Page};

pub(crate) const CLUBS: &str = r#"
    @prefix : <http://x.example/club#> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix schema: <https://schema.org/> .
    @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    :Club a owl:Class ; rdfs:label "club" .
    :Member a owl:Class ; rdfs:label "member" .
    :Venue a owl:Class ; rdfs:label "venue" .
    :title a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Club ; rdfs:range xsd:string ;
        rdfs:label "club name" ; rdfs:comment "The main heading of the page." .
    :founded a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Club ; rdfs:range xsd:date ;
        rdfs:label "founded" .
    :size a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Club ; rdfs:range xsd:integer ;
        rdfs:label "members" .
    :fee a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Club ; rdfs:range xsd:decimal ;
        rdfs:label "yearly fee" .
    :site a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Club ; rdfs:range xsd:anyURI ;
        rdfs:label "website" .
    :open a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Club ; rdfs:range xsd:boolean ;
        rdfs:label "open to guests" .
    :committee a owl:ObjectProperty ; rdfs:domain :Club ; rdfs:range :Member ; rdfs:label "committee" .
    :trainers a owl:ObjectProperty ; rdfs:domain :Club ; rdfs:range :Member ; rdfs:label "trainers" .
    :meetsAt a owl:ObjectProperty ; rdfs:domain :Club ; rdfs:range :Venue ; rdfs:label "meets at" .
    :fullName a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Member ; rdfs:range xsd:string ;
        rdfs:label "name" ; rdfs:comment "Stands in the heading of the entry." .
    :Sex a rdfs:Datatype ; owl:oneOf ( "female" "male" ) .
    :sex a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Member ; rdfs:range :Sex ; rdfs:label "sex" .
    :age a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Member ; rdfs:range xsd:integer ;
        schema:unitText "years" ; rdfs:label "age" .
    :office a owl:DatatypeProperty ; rdfs:domain :Member ; rdfs:range xsd:string ; rdfs:label "office" ;
        skos:altLabel "role" ; rdfs:comment "Several are separated by commas." .
    :venueName a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Venue ; rdfs:range xsd:string ;
        rdfs:label "venue name" .
    :street a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Venue ; rdfs:range xsd:string ;
        rdfs:label "street" .
"#;

pub(crate) fn vocabulary(ontology: &str) -> Vocabulary {
    Vocabulary::read(("o.ttl", ontology.as_bytes()), None).expect("a good ontology")
}

pub(crate) fn page(name: &str, html: String) -> Page {
    Page::new(Capture::new(name, html.into_bytes()))
}

pub(crate) fn plan(ontology: &str, pages: &mut [Page]) -> Plan {
    Populator::new(&vocabulary(ontology), None).learn(pages).expect("something to learn")
}

/// Facts as lines: each individual with its label, what is said of it, and what was kept as raw.
pub(crate) fn told(facts: &PageFacts) -> String {
    let short = |iri: &str| iri.rsplit(['#', '/']).next().unwrap_or_default().to_owned();
    let label = |iri: &str| {
        let individual = facts.individuals.iter().find(|individual| individual.iri == iri);
        individual.map_or_else(String::new, |individual| {
            format!("{} {}", short(&individual.class), individual.label.as_deref().unwrap_or("-"))
        })
    };
    let mut lines: Vec<String> = facts.notes.clone();
    for individual in &facts.individuals {
        lines.push(label(&individual.iri));
        for statement in facts.statements.iter().filter(|statement| statement.subject == individual.iri) {
            let value = match &statement.value {
                FactValue::Individual(iri) => format!("→ {}", label(iri)),
                FactValue::Literal(literal) => format!("{:?} {}", literal.lexical, short(&literal.datatype)),
            };
            lines.push(format!("  {} {value}", short(&statement.property)));
        }
        for raw in facts.raw.iter().filter(|raw| raw.subject == individual.iri) {
            lines.push(format!("  raw {} {:?}: {}", raw.name, raw.evidence.text, raw.reason));
        }
    }
    lines.join("\n")
}

#[track_caller]
pub(crate) fn check(ontology: &str, mut pages: Vec<Page>, expected: Expect) {
    let plan = plan(ontology, &mut pages);
    expected.assert_eq(&told(&plan.read(&pages[0])));
}

/// Names, offices, sexes and ages of some people.
pub(crate) const PEOPLE: [(&str, &str, &str, u32); 8] = [
    ("Ada Quill", "chair", "female", 61),
    ("Bo Tarn", "treasurer", "male", 44),
    ("Cleo Marsh", "keeper of keys", "female", 38),
    ("Dov Pell", "chair, coach", "male", 52),
    ("Etta Lowe", "coach", "female", 29),
    ("Finn Grove", "secretary", "male", 47),
    ("Gwen Hart", "treasurer", "female", 55),
    ("Hal Ives", "secretary", "male", 33),
];

/// The head of a club's page: its facts in pairs.
pub(crate) fn head(number: usize) -> String {
    let names = ["Rowing Club Orrin", "Chess Circle Velm", "Hill Walkers Tarra", "Kite Society Bexley"];
    let dates = ["14 May 1987", "June 1990", "2 March 1999", "9 July 2003"];
    format!(
        "<title>{0} | clubs</title><h1>{0}</h1><ul><li><b>Founded:</b> {1}</li><li><b>Members:</b> {2}</li>\
         <li><b>Yearly fee:</b> € {3}</li><li><b>Colours:</b> {4}</li></ul>",
        names[number],
        dates[number],
        ["1,204", "86", "about 90", "many"][number],
        ["12.50", "8", "1,100.00", "20"][number],
        ["red and white", "black and white", "green", "sky blue"][number],
    )
}

pub(crate) fn people(number: usize) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str, u32)> {
    PEOPLE.iter().skip(number).take(3 + number)
}

/// Pages of clubs with people in cards.
pub(crate) fn card_pages() -> Vec<Page> {
    let card = |(name, office, sex, age): &(&str, &str, &str, u32)| {
        format!("<div class=card><h3>{name}</h3><p>{sex}, {age} years</p><p>Office: {office}</p></div>")
    };
    let html =
        |number: usize| format!("{}<h2>Committee</h2>{}", head(number), people(number).map(card).collect::<String>());
    (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect()
}
