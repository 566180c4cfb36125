//! From hand-made pages and a small ontology to individuals: what is told where, what fits, and what is kept as raw.

use expect_test::{Expect, expect};
use lode::populating::{FactValue, PageFacts, Plan, Populator, ReviewList};
use lode::wrapping::Vocabulary;
use lode::{Capture, Page};

const CLUBS: &str = r#"
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

fn vocabulary(ontology: &str) -> Vocabulary {
    Vocabulary::read(("o.ttl", ontology.as_bytes()), None).expect("a good ontology")
}

fn page(name: &str, html: String) -> Page {
    Page::new(Capture::new(name, html.into_bytes()))
}

fn plan(ontology: &str, pages: &mut [Page]) -> Plan {
    Populator::new(&vocabulary(ontology), None).learn(pages).expect("something to learn")
}

/// Facts as lines: each individual with its label, what is said of it, and what was kept as raw.
fn told(facts: &PageFacts) -> String {
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
fn check(ontology: &str, mut pages: Vec<Page>, expected: Expect) {
    let plan = plan(ontology, &mut pages);
    expected.assert_eq(&told(&plan.read(&pages[0])));
}

/// Names, offices, sexes and ages of some people.
const PEOPLE: [(&str, &str, &str, u32); 8] = [
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
fn head(number: usize) -> String {
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

fn people(number: usize) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str, u32)> {
    PEOPLE.iter().skip(number).take(3 + number)
}

#[test]
fn a_page_tells_of_its_subject_and_of_those_it_lists_in_cards() {
    let html = |number: usize| {
        let card = |(name, office, sex, age): &(&str, &str, &str, u32)| {
            format!("<div class=card><h3>{name}</h3><p>{sex}, {age} years</p><p>Office: {office}</p></div>")
        };
        format!("{}<h2>Committee</h2>{}", head(number), people(number).map(card).collect::<String>())
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
        Club Rowing Club Orrin
          title "Rowing Club Orrin" string
          founded "1987-05-14" date
          size "1204" integer
          fee "12.5" decimal
          committee → Member Ada Quill
          committee → Member Bo Tarn
          committee → Member Cleo Marsh
          raw Colours "red and white": no term of the ontology is known by this name
        Member Ada Quill
          fullName "Ada Quill" string
          sex "female" string
          age "61" integer
          office "chair" string
        Member Bo Tarn
          fullName "Bo Tarn" string
          sex "male" string
          age "44" integer
          office "treasurer" string
        Member Cleo Marsh
          fullName "Cleo Marsh" string
          sex "female" string
          age "38" integer
          office "keeper of keys" string"#]],
    );
}

#[test]
fn a_table_is_read_by_its_headers_and_a_heading_tells_the_link() {
    let html = |number: usize| {
        let row = |(name, office, _, age): &(&str, &str, &str, u32)| {
            format!("<tr><td>{number}</td><td><a href=/p>{name}</a></td><td>{office}</td><td>{age}</td></tr>")
        };
        let rows: Vec<String> = people(number).map(row).collect();
        let header = "<tr><th>No.</th><th>Name</th><th>Role</th><th>Age</th></tr>";
        let (first, second) = rows.split_at(2);
        format!(
            "{}<h2>Committee (2)</h2><table>{header}{}</table><h2>Trainers</h2><table>{header}{}</table>",
            head(number),
            first.concat(),
            second.concat()
        )
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
            Club Rowing Club Orrin
              title "Rowing Club Orrin" string
              founded "1987-05-14" date
              size "1204" integer
              fee "12.5" decimal
              committee → Member Ada Quill
              committee → Member Bo Tarn
              trainers → Member Cleo Marsh
              raw Colours "red and white": no term of the ontology is known by this name
            Member Ada Quill
              fullName "Ada Quill" string
              office "chair" string
              age "61" integer
              raw No. "0": no term of the ontology is known by this name
            Member Bo Tarn
              fullName "Bo Tarn" string
              office "treasurer" string
              age "44" integer
              raw No. "0": no term of the ontology is known by this name
            Member Cleo Marsh
              fullName "Cleo Marsh" string
              office "keeper of keys" string
              age "38" integer
              raw No. "0": no term of the ontology is known by this name"#]],
    );
}

#[test]
fn a_card_and_a_row_of_one_name_are_one_individual() {
    let html = |number: usize| {
        let row = |(name, office, sex, age): &(&str, &str, &str, u32)| {
            format!(
                "<tr><td>{name}<div class=pop><table><tr><td><h4>{name}</h4></td><td>{sex} / {age} years</td></tr>\
                 </table></div></td><td>{office}</td></tr>"
            )
        };
        let rows: String = people(number).map(row).collect();
        format!(
            "{}<h2>Committee</h2><div style='display:none'><table><tr><th>Name</th><th>Office</th></tr>{rows}</table></div>",
            head(number)
        )
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
            Club Rowing Club Orrin
              title "Rowing Club Orrin" string
              founded "1987-05-14" date
              size "1204" integer
              fee "12.5" decimal
              committee → Member Ada Quill
              committee → Member Bo Tarn
              committee → Member Cleo Marsh
              raw Colours "red and white": no term of the ontology is known by this name
            Member Ada Quill
              fullName "Ada Quill" string
              sex "female" string
              age "61" integer
              office "chair" string
            Member Bo Tarn
              fullName "Bo Tarn" string
              sex "male" string
              age "44" integer
              office "treasurer" string
            Member Cleo Marsh
              fullName "Cleo Marsh" string
              sex "female" string
              age "38" integer
              office "keeper of keys" string"#]],
    );
}

#[test]
fn records_need_no_element_of_their_own() {
    let html = |number: usize| {
        let entry = |(name, office, sex, age): &(&str, &str, &str, u32)| {
            format!("<dt>{name}</dt><dd>Role: {office}</dd><dd>{sex}</dd><dd>Age: {age} years</dd>")
        };
        format!("{}<h2>Committee</h2><dl>{}</dl>", head(number), people(number).map(entry).collect::<String>())
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
            Club Rowing Club Orrin
              title "Rowing Club Orrin" string
              founded "1987-05-14" date
              size "1204" integer
              fee "12.5" decimal
              committee → Member Ada Quill
              committee → Member Bo Tarn
              committee → Member Cleo Marsh
              raw Colours "red and white": no term of the ontology is known by this name
            Member Ada Quill
              fullName "Ada Quill" string
              sex "female" string
              age "61" integer
              office "chair" string
            Member Bo Tarn
              fullName "Bo Tarn" string
              sex "male" string
              age "44" integer
              office "treasurer" string
            Member Cleo Marsh
              fullName "Cleo Marsh" string
              sex "female" string
              age "38" integer
              office "keeper of keys" string"#]],
    );
}

#[test]
fn what_is_told_once_of_another_is_said_of_one_individual() {
    let streets = ["Mill Lane 4", "Quay 1", "Upper Row 12", "Station Road 7"];
    let halls = ["Boat House", "Reading Room", "Old Barn", "Town Hall"];
    let html = |number: usize| {
        let venue = format!(
            "<p><b>Venue name:</b> {}</p><p><b>Street:</b> {}</p><p><b>Trainers:</b> <a href=a>{}</a></p>",
            halls[number], streets[number], PEOPLE[number].0
        );
        format!("{}{venue}", head(number))
    };
    check(
        CLUBS,
        (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
        Club Rowing Club Orrin
          title "Rowing Club Orrin" string
          founded "1987-05-14" date
          size "1204" integer
          fee "12.5" decimal
          trainers → Member Ada Quill
          meetsAt → Venue Boat House
          raw Colours "red and white": no term of the ontology is known by this name
        Member Ada Quill
          fullName "Ada Quill" string
        Venue Boat House
          venueName "Boat House" string
          street "Mill Lane 4" string"#]],
    );
}

#[test]
fn a_list_page_tells_of_each_thing_it_lists() {
    let html = |number: usize| {
        let item = |(name, office, sex, age): &(&str, &str, &str, u32)| {
            format!(
                "<li><a href='/m/{age}'>{name}</a> <span>{sex}</span> <i>{age} years</i> <em>Role: {office}</em></li>"
            )
        };
        let items: String = PEOPLE.iter().skip(number).take(5).map(item).collect();
        format!("<title>Members, page {number}</title><h1>Members</h1><ul class=all>{items}</ul><p>Page {number}</p>")
    };
    check(
        CLUBS,
        (0..3).map(|number| page(&format!("{number}.html"), html(number))).collect(),
        expect![[r#"
            Member Ada Quill
              fullName "Ada Quill" string
              sex "female" string
              age "61" integer
              office "chair" string
            Member Bo Tarn
              fullName "Bo Tarn" string
              sex "male" string
              age "44" integer
              office "treasurer" string
            Member Cleo Marsh
              fullName "Cleo Marsh" string
              sex "female" string
              age "38" integer
              office "keeper of keys" string
            Member Dov Pell
              fullName "Dov Pell" string
              sex "male" string
              age "52" integer
              office "chair" string
              office "coach" string
            Member Etta Lowe
              fullName "Etta Lowe" string
              sex "female" string
              age "29" integer
              office "coach" string"#]],
    );
}

#[test]
fn what_does_not_fit_is_kept_with_its_reason() {
    let html = |number: usize| {
        let site = ["see the board", "www.velm.example", "https://tarra.example/club", "<a href=/bexley>our pages</a>"];
        let open = ["Yes", "no", "on request", "yes"];
        format!(
            "{}<dl><dt>Website:</dt><dd>{}</dd><dt>Open to guests:</dt><dd>{}</dd></dl>",
            head(number),
            site[number],
            open[number]
        )
    };
    let mut pages: Vec<Page> = (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect();
    let plan = plan(CLUBS, &mut pages);
    let all: Vec<String> = pages.iter().map(|page| told(&plan.read(page))).collect();
    expect![[r#"
        Club Rowing Club Orrin
          title "Rowing Club Orrin" string
          founded "1987-05-14" date
          size "1204" integer
          fee "12.5" decimal
          open "true" boolean
          raw site "see the board": it is no address on the web
          raw Colours "red and white": no term of the ontology is known by this name
        Club Chess Circle Velm
          title "Chess Circle Velm" string
          founded "1990-06" gYearMonth
          size "86" integer
          fee "8" decimal
          site "http://www.velm.example" anyURI
          open "false" boolean
          raw Colours "black and white": no term of the ontology is known by this name
        Club Hill Walkers Tarra
          title "Hill Walkers Tarra" string
          founded "1999-03-02" date
          size "90" integer
          fee "1100" decimal
          site "https://tarra.example/club" anyURI
          raw open "on request": it is neither yes nor no
          raw Colours "green": no term of the ontology is known by this name
        Club Kite Society Bexley
          title "Kite Society Bexley" string
          founded "2003-07-09" date
          fee "20" decimal
          open "true" boolean
          raw size "many": there is no number in it
          raw site "our pages": it is no address on the web
          raw Colours "sky blue": no term of the ontology is known by this name"#]]
    .assert_eq(&all.join("\n"));
}

#[test]
fn unknown_names_are_for_review_and_what_is_learnt_counts() {
    // One club writes `Establishd`, which the dictionary does not know.
    let html = |number: usize| head(number).replace("Founded", "Establishd").replace("Members", "Member count");
    let mut pages: Vec<Page> = (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect();
    let plan = plan(CLUBS, &mut pages);
    let mut review = ReviewList::default();
    pages.iter().for_each(|page| review.add(&plan.read(page)));
    let names = review.names(plan.vocabulary());
    let told: Vec<String> = names
        .iter()
        .map(|name| {
            let term = name.taken_for.as_deref().unwrap_or("nothing");
            format!("{} {} {:?} {:?} taken for {term}", name.name, name.count, name.examples, name.pages)
        })
        .collect();
    expect![[r#"
        Colours 4 ["red and white", "black and white", "green"] ["0.html", "1.html", "2.html"] taken for nothing
        Establishd 4 ["14 May 1987", "June 1990", "2 March 1999"] ["0.html", "1.html", "2.html"] taken for nothing
        Member count 4 ["1,204", "86", "about 90"] ["0.html", "1.html", "2.html"] taken for http://x.example/club#size"#]]
    .assert_eq(&told.join("\n"));
    let mut wiser = vocabulary(CLUBS);
    assert!(wiser.learn("http://x.example/club#founded", "Establishd"));
    assert!(!wiser.learn("http://x.example/club#founded", "Establishd"), "it is known by now");
    assert!(!wiser.learn("http://x.example/club#no", "Establishd"), "there is no such term");
    let plan = Populator::new(&wiser, None).learn(&mut pages).expect("something to learn");
    let facts = plan.read(&pages[0]);
    assert!(facts.statements.iter().any(|statement| statement.property.ends_with("#founded")));
    assert!(facts.unknown.iter().all(|unknown| unknown.name != "Establishd"));
}

#[test]
fn iris_stay_when_a_page_is_read_again_and_says_more() {
    let html = |more: &str| format!("{}<h2>Committee</h2>{more}", head(0));
    let card = |(name, office, sex, age): &(&str, &str, &str, u32)| {
        format!("<div class=card><h3>{name}</h3><p>{sex}, {age} years</p><p>Office: {office}</p></div>")
    };
    let three: String = people(0).map(card).collect();
    let four = format!("{}{three}", card(&PEOPLE[5]));
    let read = |html: String| {
        let mut pages = vec![page("same.html", html)];
        let plan = plan(CLUBS, &mut pages);
        let facts = plan.read(&pages[0]);
        facts.individuals.into_iter().map(|individual| (individual.label, individual.iri)).collect::<Vec<_>>()
    };
    let (before, after) = (read(html(&three)), read(html(&four)));
    assert_eq!(before.len(), 4);
    assert_eq!(after.len(), 5);
    assert!(before.iter().all(|individual| after.contains(individual)), "{before:?} {after:?}");
}

#[test]
fn a_page_of_another_template_is_not_read() {
    let mut pages: Vec<Page> = (0..4).map(|number| page(&format!("{number}.html"), head(number))).collect();
    let plan = plan(CLUBS, &mut pages);
    let other = page("other.html", "<table><tr><td><div><p>Nothing of the sort</p></div></td></tr></table>".to_owned());
    expect![[r#"the page is of no template that was learnt"#]].assert_eq(&told(&plan.read(&other)));
}

/// Pages of clubs with people in cards.
fn card_pages() -> Vec<Page> {
    let card = |(name, office, sex, age): &(&str, &str, &str, u32)| {
        format!("<div class=card><h3>{name}</h3><p>{sex}, {age} years</p><p>Office: {office}</p></div>")
    };
    let html =
        |number: usize| format!("{}<h2>Committee</h2>{}", head(number), people(number).map(card).collect::<String>());
    (0..4).map(|number| page(&format!("{number}.html"), html(number))).collect()
}

#[test]
fn a_plan_that_was_kept_reads_the_same() {
    let mut pages = card_pages();
    let plan = plan(CLUBS, &mut pages);
    let again = Plan::of_wrappers(vocabulary(CLUBS), plan.wrappers());
    assert_eq!(again.wrappers(), plan.wrappers());
    for page in &pages {
        assert_eq!(told(&again.read(page)), told(&plan.read(page)));
    }
}

#[test]
fn what_is_learnt_from_some_pages_reads_others() {
    let mut pages = card_pages();
    let other = pages.remove(0);
    let plan = plan(CLUBS, &mut pages);
    let facts = plan.read(&other);
    assert_eq!(facts.individuals.len(), 4, "{}", told(&facts));
    assert!(facts.statements.iter().all(|statement| {
        let node = other.tree.find(&statement.evidence.path).expect("a path of the page");
        lode::visible_text(&other.tree, node).contains(&statement.evidence.text)
    }));
}

#[test]
fn two_of_one_name_who_differ_are_two() {
    let twin =
        |age: u32| format!("<div class=card><h3>Ada Quill</h3><p>female, {age} years</p><p>Office: coach</p></div>");
    let mut pages = card_pages();
    pages.push(page("twins.html", format!("{}<h2>Committee</h2>{}{}{}", head(0), twin(61), twin(16), twin(61))));
    let plan = plan(CLUBS, &mut pages);
    let facts = plan.read(&pages[4]);
    let members: Vec<&str> = facts.individuals[1..].iter().map(|individual| individual.iri.as_str()).collect();
    assert_eq!(members.len(), 2, "{}", told(&facts));
    assert_ne!(members[0], members[1]);
}

#[test]
fn hostile_pages_end() {
    let many = 3000;
    let nested =
        format!("{}<p>female, 48 years</p>{}", "<div class=card><h3>A</h3>".repeat(many), "</div>".repeat(many));
    let wide = "<div class=card><h3>A</h3><p>female, 48 years</p><p>Office: chair</p></div>".repeat(many);
    let kinds: String = (0..many).map(|n| format!("<x{n}><p>female</p><p>48 years</p></x{n}>")).collect();
    let header = "<th>Name</th><th>Age</th>".repeat(300);
    let table =
        format!("<table><tr>{header}</tr>{}</table>", format!("<tr>{}</tr>", "<td>48</td>".repeat(600)).repeat(60));
    let mut pages: Vec<Page> =
        [nested, wide, kinds, table].into_iter().map(|html| page("h.html", format!("{}{html}", head(0)))).collect();
    let started = std::time::Instant::now();
    let plan = plan(CLUBS, &mut pages);
    pages.iter().for_each(|page| {
        plan.read(page);
    });
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}
