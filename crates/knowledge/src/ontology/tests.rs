//! Ontologies written by hand, hostile ones among them.

use super::*;
use expect_test::{Expect, expect};
use job::{Advice, Failure as _};
use proptest::prelude::*;
use std::fmt::Write;

const PREFIXES: &str = "@prefix : <http://example.org/x#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <https://schema.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
";

/// Each term on a line of its own.
fn shown(ontology: &Ontology) -> String {
    let mut text = String::new();
    let short = |iris: &[String]| iris.iter().map(|iri| local_name(iri).to_owned()).collect::<Vec<_>>().join(" ");
    for class in &ontology.classes {
        let (name, parents) = (class.local_name(), short(&class.parents));
        writeln!(text, "class {name} {:?} < [{parents}] {:?}", class.names, class.comments).unwrap();
    }
    for property in &ontology.properties {
        let range = match &property.range {
            Range::Pattern(pattern) => format!("Pattern({})", pattern.source()),
            Range::Individual(classes) => format!("Individual({})", short(classes)),
            other => format!("{other:?}"),
        };
        let kind = if property.is_object { "object" } else { "data" };
        let once = if property.is_functional { " once" } else { "" };
        let (name, domain) = (property.local_name(), short(&property.domain));
        writeln!(text, "{kind}{once} {name} {:?} [{domain}] -> {range}", property.names).unwrap();
        for (what, empty, value) in [
            ("comments", property.comments.is_empty(), format!("{:?}", property.comments)),
            ("examples", property.examples.is_empty(), format!("{:?}", property.examples)),
            ("unit", property.unit.is_none(), format!("{:?}", property.unit)),
            ("parents", property.parents.is_empty(), short(&property.parents)),
        ] {
            if !empty {
                writeln!(text, "    {what} {value}").unwrap();
            }
        }
    }
    for note in &ontology.notes {
        writeln!(text, "note {note}").unwrap();
    }
    text
}

fn check_as(syntax: Syntax, input: &str, expected: Expect) {
    expected.assert_eq(&match read(input.as_bytes(), syntax) {
        Ok(ontology) => shown(&ontology),
        Err(error) => match error.advice() {
            Some(Advice::Do(sentence)) => format!("{error}\n{sentence}\n"),
            other => format!("{error}\n{other:?}\n"),
        },
    });
}

fn check(input: &str, expected: Expect) {
    check_as(Syntax::Turtle, &format!("{PREFIXES}{input}"), expected);
}

#[test]
fn terms_are_read_with_all_that_is_said_of_them() {
    check(
        r#"
        <http://example.org/x> a owl:Ontology ; rdfs:label "Books" .
        :Book a owl:Class ; rdfs:subClassOf :Work ; rdfs:label "book"@en , "Buch"@de ; rdfs:comment "A book." .
        :price a owl:DatatypeProperty , owl:FunctionalProperty ;
            skos:altLabel "cost" ; skos:prefLabel "price" ; rdfs:label "price"@en , "Preis"@de ;
            skos:hiddenLabel "pirce" ; rdfs:comment "What it costs." ; skos:example "$12" , "$ 3" ;
            schema:unitText "USD" ; rdfs:domain :Book ; rdfs:range xsd:decimal ; rdfs:subPropertyOf :amount .
        :writer a owl:ObjectProperty ; rdfs:domain :Book ; rdfs:range :Person .
        "#,
        expect![[r#"
            class Book ["book", "Buch"] < [Work] ["A book."]
            data once price ["price", "Preis", "cost", "pirce"] [Book] -> Decimal
                comments ["What it costs."]
                examples ["$12", "$ 3"]
                unit Some("USD")
                parents amount
            object writer [] [Book] -> Individual(Person)
        "#]],
    );
}

#[test]
fn ranges_are_resolved() {
    check(
        r#"
        :Code a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "[0-9]{6}" ] ) .
        :Named a rdfs:Datatype ; owl:equivalentClass
            [ a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "[A-Z]+" ] ) ] .
        :Rating a rdfs:Datatype ; owl:oneOf ( "G" "PG" ) .
        :Age a rdfs:Datatype ; owl:onDatatype xsd:integer ;
            owl:withRestrictions ( [ xsd:minInclusive 0 ] [ xsd:maxInclusive "120"^^xsd:integer ] ) .
        :Odd a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "(a" ] ) .
        :code a owl:DatatypeProperty ; rdfs:range :Code .
        :named a owl:DatatypeProperty ; rdfs:range :Named .
        :rating a owl:DatatypeProperty ; rdfs:range :Rating .
        :age a owl:DatatypeProperty ; rdfs:range :Age .
        :odd a owl:DatatypeProperty ; rdfs:range :Odd .
        :here a owl:DatatypeProperty ; rdfs:range [ a owl:DataRange ; owl:oneOf ( "a" "b" ) ] .
        :none a owl:DatatypeProperty .
        :thing a owl:ObjectProperty .
        :when a owl:DatatypeProperty ; rdfs:range xsd:date .
        :at a owl:DatatypeProperty ; rdfs:range xsd:dateTime .
        :url a owl:DatatypeProperty ; rdfs:range xsd:anyURI .
        :union a owl:ObjectProperty ; rdfs:domain [ owl:unionOf ( :A :B ) ] ; rdfs:range [ owl:unionOf ( :C :D ) ] .
        "#,
        expect![[r#"
            data code [] [] -> Pattern([0-9]{6})
            data named [] [] -> Pattern([A-Z]+)
            data rating [] [] -> OneOf(["G", "PG"])
            data age [] [] -> Between(Bounds { is_integer: true, least: Some(0.0), most: Some(120.0) })
            data odd [] [] -> Text
            data here [] [] -> OneOf(["a", "b"])
            data none [] [] -> Any
            object thing [] [] -> Individual()
            data when [] [] -> Date
            data at [] [] -> DateTime
            data url [] [] -> Address
            object union [] [A B] -> Individual(C D)
            note http://example.org/x#odd: the pattern `(a` does not count: unclosed group; write it in a simpler way
        "#]],
    );
}

#[test]
fn terms_without_types_and_in_the_manner_of_schema_org_count() {
    check(
        r#"
        :Person rdfs:subClassOf :Agent .
        :name rdfs:domain :Person ; rdfs:range xsd:string .
        schema:Text a schema:DataType , rdfs:Class .
        schema:Movie a rdfs:Class ; rdfs:subClassOf schema:CreativeWork .
        schema:actor a rdf:Property ; schema:domainIncludes schema:Movie , schema:Event ; schema:rangeIncludes schema:Person .
        schema:url a rdf:Property ; schema:domainIncludes schema:Thing ; schema:rangeIncludes schema:URL .
        schema:size a rdf:Property ; schema:rangeIncludes schema:Text , schema:QuantitativeValue .
        schema:start a rdf:Property ; schema:rangeIncludes schema:Date , schema:DateTime .
        skos:altLabel a owl:AnnotationProperty .
        owl:Thing a owl:Class .
        :note a owl:AnnotationProperty ; rdfs:range xsd:string .
        "#,
        expect![[r#"
            class Person [] < [Agent] []
            class Movie [] < [CreativeWork] []
            data name [] [Person] -> Text
            object actor [] [Movie Event] -> Individual(Person)
            data url [] [Thing] -> Address
            data size [] [] -> Text
            data start [] [] -> Date
        "#]],
    );
}

#[test]
fn errors_say_where_and_what_to_do() {
    check(
        ":a a owl:Class\n:b a owl:Class .",
        expect![[r#"
        line 9, column 1 is not Turtle: A dot is expected at the end of statements
        look at the line: often a prefix is not declared, or a `.` or `;` is missing on a line before
    "#]],
    );
    check(
        "x:a a owl:Class .",
        expect![[r#"
        line 8, column 1 is not Turtle: The prefix x: has not been declared
        look at the line: often a prefix is not declared, or a `.` or `;` is missing on a line before
    "#]],
    );
    check(
        "",
        expect![[r#"
        note the file declares no class and no property (owl:Class, owl:DatatypeProperty, …)
    "#]],
    );
    check_as(
        Syntax::NTriples,
        "<http://a.example/> <http://b.example/> .",
        expect![[r#"
            line 1, column 41 is not N-Triples: The object of a triple must be an IRI, a blank node or a literal
            look at the line, or save it as Turtle (.ttl)
        "#]],
    );
    check_as(
        Syntax::JsonLd,
        "{\"@id\": \n  nothing}",
        expect![[r#"
            line 2, column 3 is not JSON-LD: null expected
            look at the line, or save it as Turtle (.ttl)
        "#]],
    );
    check_as(
        Syntax::JsonLd,
        r#"{"@context": "https://schema.org/", "@id": "x"}"#,
        expect![[r#"
        the context is an address on the web, where it is not looked up
        copy the context into the file: nothing is loaded from the network
    "#]],
    );
    check_as(
        Syntax::RdfXml,
        "<rdf:RDF>\n<a></b>",
        expect![[r#"
            line 1, column 10 is not RDF/XML: Unknown prefix rdf:
            look at the line, or save it as Turtle (.ttl)
        "#]],
    );
}

#[test]
fn hostile_input_is_refused() {
    let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE r [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<r>&b;</r>";
    check_as(
        Syntax::RdfXml,
        bomb,
        expect![[r#"
            line 2, column 1: only short entities without others in them are read
            write the addresses out instead of `&name;`, or save it as Turtle
        "#]],
    );
    check_as(
        Syntax::RdfXml,
        &"<a b='/>'>".repeat(10_000),
        expect![[r#"
            line 1, column 641: more than 64 levels of nesting
            give it as N-Triples or N-Quads, where nothing is nested
        "#]],
    );
    check_as(
        Syntax::RdfXml,
        &format!("<a{}/>", (0..3000).map(|n| format!(" a{n}='x'")).collect::<String>()),
        expect![[r#"
            line 1, column 1: a tag of more than 16384 bytes
            write attributes as elements, or save it as Turtle
        "#]],
    );
    check_as(
        Syntax::JsonLd,
        &"[".repeat(100_000),
        expect![[r#"
            line 1, column 65: more than 64 levels of nesting
            give it as N-Triples or N-Quads, where nothing is nested
        "#]],
    );
    check_as(
        Syntax::JsonLd,
        &"{\"a\\\"\":".repeat(100_000),
        expect![[r#"
            line 1, column 449: more than 64 levels of nesting
            give it as N-Triples or N-Quads, where nothing is nested
        "#]],
    );
    let contexts = format!("[{}{{}}]", "{\"@context\": {\"a\": \"http://a.example/\"}},".repeat(10_000));
    check_as(
        Syntax::JsonLd,
        &contexts,
        expect![[r#"
            more contexts than are read in a file of this size
            put one `@context` at the top of the file, or save it as Turtle
        "#]],
    );
    check_as(
        Syntax::Turtle,
        &" ".repeat((16 << 20) + 1),
        expect![[r#"
            it has 16777217 bytes, and of Turtle no more than 16777216 are read
            give it as N-Quads, N-Triples, TriG or Turtle, which are read piece by piece; of an ontology keep what the pages are about
        "#]],
    );
}

#[test]
fn entities_that_cannot_grow_are_read() {
    let input = |declared: &str, body: &str| {
        format!(
            r#"<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [ {declared} ]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
  <owl:DatatypeProperty rdf:about="http://a.example/p"><rdfs:range rdf:resource="&xsd;date"/></owl:DatatypeProperty>
  {body}
</rdf:RDF>"#
        )
    };
    let short = "<!ENTITY xsd \"http://www.w3.org/2001/XMLSchema#\" >\n  <!ENTITY y \"z\">";
    check_as(
        Syntax::RdfXml,
        &input(short, ""),
        expect![[r#"
        data p [] [] -> Date
    "#]],
    );
    for declared in [
        "<!ENTITY xsd \"&y;&y;\">",
        "<!ENTITY % xsd \"y\">",
        "<!ENTITY xsd SYSTEM \"file:///etc/passwd\">",
        "<!ELEMENT xsd ANY>",
        &format!("<!ENTITY xsd \"{}\">", "y".repeat(201)),
    ] {
        let error = read(input(declared, "").as_bytes(), Syntax::RdfXml).unwrap_err();
        assert!(matches!(error, RdfError::Entities(_)), "{declared}");
    }
    let flood = input(short, &"&xsd;".repeat(200_000));
    assert!(matches!(read(flood.as_bytes(), Syntax::RdfXml), Err(RdfError::Entities(_))));
    let twice = input(short, "<!DOCTYPE a [ ]>");
    assert!(matches!(read(twice.as_bytes(), Syntax::RdfXml), Err(RdfError::Entities(_))));
}

#[test]
fn circles_and_floods_end() {
    check(
        r#"
        _:a rdf:first "x" ; rdf:rest _:b . _:b rdf:first "y" ; rdf:rest _:a .
        :D a rdfs:Datatype ; owl:oneOf _:a .
        :d rdfs:range :D .
        :E a rdfs:Datatype ; owl:onDatatype :F . :F a rdfs:Datatype ; owl:onDatatype :E .
        :e rdfs:range :E .
        :U a rdfs:Datatype ; owl:unionOf ( :U :U :U :U :U :U :U :U :U :U :U :U :U :U :U :U :U :U ) .
        :P a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "((a{1,99}){1,99}){1,99}" ] ) .
        :p rdfs:range :P .
        "#,
        expect![[r#"
            data d [] [] -> OneOf(["x", "y"])
            data e [] [] -> Text
            data p [] [] -> Text
            note http://example.org/x#e: its datatype leads to itself; any text is taken
            note http://example.org/x#p: the pattern `((a{1,99}){1,99}){1,99}` does not count: it is too large when compiled; write it in a simpler way
        "#]],
    );
    // The parser of Turtle keeps open brackets in a list of its own rather than on the stack, but goes through it
    // often.
    let nested = |depth: usize| format!("{PREFIXES}:a :b {}:d{} .", "[ :c ".repeat(depth), "]".repeat(depth));
    assert!(read(nested(200).as_bytes(), Syntax::Turtle).is_ok());
    assert!(matches!(read(nested(100_000).as_bytes(), Syntax::Turtle), Err(RdfError::TooDeep { .. })));
    let long = format!("{PREFIXES}:D owl:oneOf ( {} ) . :d rdfs:range :D .", "\"x\" ".repeat(100_000));
    assert_eq!(read(long.as_bytes(), Syntax::Turtle).unwrap().properties.len(), 1);
}

#[test]
fn other_syntaxes_say_the_same() {
    let same = |syntax: Syntax, input: &str| {
        check_as(
            syntax,
            input,
            expect![[r#"
            class Book ["book"] < [] []
            data price [] [Book] -> Pattern([$] ?[0-9]+)
        "#]],
        );
    };
    same(Syntax::Turtle, &format!(
        "{PREFIXES}:Book a owl:Class ; rdfs:label \"book\"@en .
         :price a owl:DatatypeProperty ; rdfs:range :Amount ; rdfs:domain :Book .
         :Amount a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern \"[$] ?[0-9]+\" ] ) ."
    ));
    same(
        Syntax::RdfXml,
        r##"<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:owl="http://www.w3.org/2002/07/owl#"
    xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:xsd="http://www.w3.org/2001/XMLSchema#"
    xml:base="http://example.org/x">
  <!-- a <comment> -->
  <owl:Class rdf:ID="Book"><rdfs:label xml:lang="en">book</rdfs:label></owl:Class>
  <owl:DatatypeProperty rdf:about="#price">
    <rdfs:range rdf:resource="#Amount"/><rdfs:domain rdf:resource="#Book"/>
  </owl:DatatypeProperty>
  <rdfs:Datatype rdf:about="#Amount">
    <owl:onDatatype rdf:resource="http://www.w3.org/2001/XMLSchema#string"/>
    <owl:withRestrictions rdf:parseType="Collection">
      <rdf:Description><xsd:pattern>[$] ?[0-9]+</xsd:pattern></rdf:Description>
    </owl:withRestrictions>
  </rdfs:Datatype>
</rdf:RDF>"##,
    );
    same(
        Syntax::JsonLd,
        r##"{
  "@context": {"owl": "http://www.w3.org/2002/07/owl#", "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#", "x": "http://example.org/x#"},
  "@graph": [
    {"@id": "x:Book", "@type": "owl:Class", "rdfs:label": {"@value": "book", "@language": "en"}},
    {"@id": "x:price", "@type": "owl:DatatypeProperty", "rdfs:range": {"@id": "x:Amount"},
      "rdfs:domain": {"@id": "x:Book"}},
    {"@id": "x:Amount", "@type": "rdfs:Datatype", "owl:onDatatype": {"@id": "xsd:string"},
      "owl:withRestrictions": {"@list": [{"xsd:pattern": "[$] ?[0-9]+"}]}}
  ]
}"##,
    );
}

#[test]
fn the_order_is_that_of_the_file() {
    let terms: Vec<String> = (0..200)
        .map(|n| format!("{{\"@id\": \"http://x.example/{n}\", \"@type\": \"http://www.w3.org/2002/07/owl#Class\"}}"))
        .collect();
    let found = read(format!("[{}]", terms.join(",")).as_bytes(), Syntax::JsonLd).unwrap();
    let names: Vec<&str> = found.classes.iter().map(Class::local_name).collect();
    assert_eq!(names, (0..200).map(|n| n.to_string()).collect::<Vec<_>>());
}

#[test]
fn syntaxes_are_recognised() {
    use Syntax::*;
    for (name, input, syntax) in [
        ("a.ttl", "", Turtle),
        ("a.RDF", "", RdfXml),
        ("a.jsonld", "", JsonLd),
        ("a.nt", "", NTriples),
        ("a.owl", "<?xml version='1.0'?><rdf:RDF/>", RdfXml),
        ("a.owl", "\u{feff}<rdf:RDF xmlns:rdf='x'>", RdfXml),
        ("a.owl", "<http://a.example/> a <b> .", Turtle),
        ("a.owl", "@prefix : <#> .", Turtle),
        ("a", " [ {\"@id\": 1} ]", JsonLd),
        ("a", "{}", JsonLd),
        ("a", "[ a :B ] :c :d .", Turtle),
    ] {
        assert_eq!(Syntax::of(name, input.as_bytes()), syntax, "{name} {input}");
    }
}

#[test]
fn local_names_stand_behind_the_last_mark() {
    for (iri, name) in
        [("http://a.example/x#y", "y"), ("http://a.example/x/y", "y"), ("urn:a:b", "b"), ("http://a/", "http://a/")]
    {
        assert_eq!(local_name(iri), name);
    }
}

proptest! {
    #[test]
    fn anything_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for syntax in [Syntax::Turtle, Syntax::RdfXml, Syntax::JsonLd, Syntax::NTriples] {
            let _ = read(&bytes, syntax);
        }
        let _ = Syntax::sniffed(&bytes);
    }

    #[test]
    fn pieces_of_ontologies_can_be_read(pieces in proptest::collection::vec(0..PIECES.len(), 0..40)) {
        let text: String = pieces.iter().map(|&piece| PIECES[piece]).collect();
        let _ = read(format!("{PREFIXES}{text}").as_bytes(), Syntax::Turtle);
        for syntax in [Syntax::RdfXml, Syntax::JsonLd] {
            let _ = read(text.as_bytes(), syntax);
        }
    }
}

const PIECES: [&str; 26] = [
    ":a ",
    ":b ",
    "a ",
    "owl:Class ",
    "owl:DatatypeProperty ",
    "rdfs:range ",
    "owl:oneOf ",
    "owl:onDatatype ",
    "owl:unionOf ",
    "owl:withRestrictions ",
    "rdf:first ",
    "rdf:rest ",
    "_:c ",
    "( ",
    ") ",
    "[ ",
    "] ",
    ". ",
    "; ",
    "\"x\" ",
    "xsd:pattern ",
    "{\"@id\": ",
    "\"@context\": {",
    "} ",
    "<rdf:RDF>",
    "</rdf:RDF>",
];
