//! A small ontology of cars, films and companies, and what sites call its terms.

use super::*;
use crate::ontology::read;
use crate::rdf::Syntax;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use std::fmt::Write;

const ONTOLOGY: &str = r#"@prefix : <http://example.org/x#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:Film a owl:Class ; rdfs:label "film" , "title" .
:title a owl:DatatypeProperty ; rdfs:label "title" .
:price a owl:DatatypeProperty ; rdfs:label "price" ; skos:altLabel "MSRP" , "base price" , "base MSRP" , "list price" .
:director a owl:DatatypeProperty ; rdfs:label "director" ; skos:altLabel "directed by" .
:author a owl:DatatypeProperty ; rdfs:label "author" ; skos:altLabel "written by" .
:publisher a owl:DatatypeProperty ; rdfs:label "publisher" .
:publicationDate a owl:DatatypeProperty ; rdfs:label "publication date" ; skos:altLabel "published" .
:releaseDate a owl:DatatypeProperty ; skos:altLabel "in theaters" .
:phone a owl:DatatypeProperty ; rdfs:label "telephone" .
:website a owl:DatatypeProperty ; rdfs:label "web site" .
:fuelEconomy a owl:DatatypeProperty ; rdfs:label "fuel economy" ; skos:altLabel "gas mileage" , "MPG" .
:companyName a owl:DatatypeProperty ; rdfs:label "公司名称" ; skos:altLabel "公司全称" .
:registeredAddress a owl:DatatypeProperty ; rdfs:label "注册地址" .
:officeAddress a owl:DatatypeProperty ; rdfs:label "办公地址" .
:formerName a owl:DatatypeProperty ; rdfs:label "曾用名" .
"#;

fn ontology() -> Ontology {
    read(ONTOLOGY.as_bytes(), Syntax::Turtle).unwrap()
}

fn dictionary() -> Dictionary {
    Dictionary::of(&ontology(), &[]).0
}

fn shown(term: Term) -> String {
    let ontology = ontology();
    match term {
        Term::Property(at) => ontology.properties[at].local_name().to_owned(),
        Term::Class(at) => format!("class {}", ontology.classes[at].local_name()),
    }
}

fn row(line: u64, name: &str, synonym: &str) -> NameRow {
    NameRow { line, name: name.to_owned(), synonym: synonym.to_owned() }
}

fn check_lookup(dictionary: &Dictionary, texts: &[&str], expected: Expect) {
    let mut found = String::new();
    for text in texts {
        let terms = dictionary.lookup(text).iter();
        let terms: Vec<String> = terms.map(|m| format!("{} ({:?} {})", shown(m.term), m.origin, m.rank)).collect();
        writeln!(found, "{text}: {}", terms.join(", ")).unwrap();
    }
    expected.assert_eq(&found);
}

fn check_suggestions(texts: &[&str], expected: Expect) {
    let dictionary = dictionary();
    let mut found = String::new();
    for text in texts {
        let terms = dictionary.suggestions(text, 3).into_iter();
        let terms: Vec<String> =
            terms.map(|s| format!("{} by {:?} {:.2}", shown(s.term), s.name, s.likeness)).collect();
        writeln!(found, "{text}: {}", terms.join(", ")).unwrap();
    }
    expected.assert_eq(&found);
}

#[test]
fn names_are_looked_up_whatever_their_looks() {
    let texts = ["Title:", "ｍｓｒｐ", "曾 用 名", "Author(s)", "Release Date", "fuel_economy", "directors", "", ":"];
    check_lookup(
        &dictionary(),
        &texts,
        expect![[r#"
        Title:: title (Label 0), class Film (Label 1)
        ｍｓｒｐ: price (Label 1)
        曾 用 名: formerName (Label 0)
        Author(s): author (Label 0)
        Release Date: releaseDate (LocalName 1)
        fuel_economy: fuelEconomy (Label 0)
        directors: 
        : 
        :: 
    "#]],
    );
}

#[test]
fn the_names_file_adds_names_and_says_which_terms_are_unknown() {
    let rows = [
        row(2, "price", "Sticker Price"),
        row(3, "http://example.org/x#title", "Headline"),
        row(4, ":author", "by"),
        row(5, "pirce", "cost"),
        row(6, "zzzz", "cost"),
        row(7, "price", "msrp"),
        row(8, "director", "Price"),
    ];
    let (dictionary, notes) = Dictionary::of(&ontology(), &rows);
    expect![[r#"
        line 5: the ontology has no term "pirce"; did you mean price?
        line 6: the ontology has no term "zzzz"; write the local name or the IRI of one"#]]
    .assert_eq(&notes.join("\n"));
    check_lookup(
        &dictionary,
        &["sticker price", "headline", "By", "cost", "MSRP", "price"],
        expect![[r#"
        sticker price: price (NamesFile 5)
        headline: title (NamesFile 1)
        By: author (NamesFile 2)
        cost: 
        MSRP: price (Label 1)
        price: price (Label 0), director (NamesFile 2)
    "#]],
    );
}

#[test]
fn names_are_learnt() {
    let mut dictionary = dictionary();
    let price = dictionary.lookup("price")[0].term;
    assert!(dictionary.learn(price, "What you pay"));
    assert!(!dictionary.learn(price, "what you pay:"));
    check_lookup(
        &dictionary,
        &["What You Pay"],
        expect![[r#"
        What You Pay: price (Learnt 5)
    "#]],
    );
    let names: Vec<_> = dictionary.names(price).collect();
    assert_eq!(names.last(), Some(&("What you pay", Origin::Learnt)));
}

#[test]
fn suggestions_are_ranked() {
    check_suggestions(
        &[
            "Directors",
            "Authors:",
            "MSRP from",
            "Our price",
            "Publsher",
            "Websites",
            "Web-Site",
            "Tel.",
            "Publication",
            "Date of publication",
            "Estimated MPG",
            "Film director",
            "Published on",
            "公司注册地址",
            "公司名",
            "办公地点",
            "Weight",
            "Copyright notice",
        ],
        expect![[r#"
            Directors: director by "director" 0.97
            Authors:: author by "author" 0.97
            MSRP from: price by "MSRP" 0.89
            Our price: price by "price" 0.89
            Publsher: publisher by "publisher" 0.84, publicationDate by "published" 0.74
            Websites: website by "website" 0.97
            Web-Site: website by "web site" 1.00
            Tel.: phone by "telephone" 0.70
            Publication: publicationDate by "publication date" 0.74
            Date of publication: publicationDate by "publication date" 0.93, releaseDate by "release Date" 0.39
            Estimated MPG: fuelEconomy by "MPG" 0.67
            Film director: director by "director" 0.67, class Film by "film" 0.67
            Published on: publicationDate by "published" 0.89, publisher by "publisher" 0.71
            公司注册地址: registeredAddress by "注册地址" 0.80, officeAddress by "办公地址" 0.38
            公司名: companyName by "公司名称" 0.84
            办公地点: officeAddress by "办公地址" 0.64
            Weight: 
            Copyright notice: 
        "#]],
    );
}

proptest! {
    #[test]
    fn any_text_can_be_asked_for(text in "\\PC{0,80}") {
        let dictionary = dictionary();
        for suggestion in dictionary.suggestions(&text, 5) {
            prop_assert!((0.0..=1.0).contains(&suggestion.likeness));
        }
        let once = normalised(&text);
        let _ = dictionary.lookup(&once);
    }

    #[test]
    fn a_known_name_is_most_like_itself(name in prop::sample::select(vec!["price", "base MSRP", "公司名称", "web site", "in theaters"])) {
        let dictionary = dictionary();
        let suggestions = dictionary.suggestions(name, 1);
        prop_assert!(suggestions[0].likeness > 0.999);
        prop_assert_eq!(suggestions[0].term, dictionary.lookup(name)[0].term);
    }
}
